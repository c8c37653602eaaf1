"""How a task is done by tools: the commands that should come of it, as calls."""

import json
import re
from collections.abc import Callable, Iterator

from lifeworld import apps
from lifeworld.core.actions import Action, Done, Message, Tool, Wait
from lifeworld.core.answers import Stated, given_for
from lifeworld.core.errors import Lost
from lifeworld.core.money import Money
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.episode import Episode
from lifeworld.env.solution_driver import SolutionDriver, wanted_minutes
from lifeworld.env.tools.naming import columns, kinds, label, plain_name, tool_name
from lifeworld.env.tools.screens import more_screens, own_screen, screens
from lifeworld.env.tools.specs import plain
from lifeworld.store import Command, Row, given
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.verify.expectation import Observed
from lifeworld.web import App

Perform = Callable[[Action], Observation]


def by_tools(instance: Instance, perform: Perform) -> Observation:
    """Do a task: ask first where the person has to be asked, look where its items say, do each command, then answer.

    Returns:
        what the answer led to.

    Raises:
        Lost: a call was refused, or a text can't be put into words.
    """
    wanted = instance.expectation
    if wanted.asks or wanted.consents:
        perform(Message(text=question(instance), expects_reply=True))
    for _ in range(wanted_minutes(instance)):
        perform(Wait(seconds=60))
    for item in (one for one in wanted.items if isinstance(one, Observed)):
        look(perform, item, instance)
    for command in instance.commands:
        _call(perform, command)
    for text in (text for one in wanted.targets[0].stated for text in _texts(one)):
        _look_up(perform, text, instance)
    answer = given_for(wanted.targets[0].stated)
    return perform(Done(status="infeasible") if wanted.infeasible else Done(answer=answer))


def _texts(stated: Stated) -> list[str]:
    """Return the texts of an answer, which count only once a screen or a tool has shown them."""
    value = stated.value
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else []


def look(perform: Perform, item: Observed, instance: Instance) -> None:
    """Have a tool show what an item wants seen: a page, some words, or anything of an app."""
    if item.showing:
        return _look_up(perform, item.showing, instance)
    address = item.at or f"/{item.app}/"
    perform(_showing(next(app for app in apps.installed() if address.startswith(app.href)), address))
    return None


def _showing(app: App, address: str) -> Tool:
    """Return the call that shows the screen at an address.

    Raises:
        Lost: there is none.
    """
    for name, path in screens(app).items():
        if path == address:
            return Tool(name=f"{app.id}_read", arguments={"screen": name})
    for kind, model in kinds(app).items():
        for screen, path in {"": own_screen(app, model), **more_screens(app, model)}.items():
            if found := re.fullmatch(path.replace("{}", r"(\d+)"), address):
                return _get(app, kind, found[1], screen)
    raise Lost(f"no tool shows {address}")


def _look_up(perform: Perform, text: str, instance: Instance) -> None:
    """Look a text up until a tool shows it: in lists, then on screens of what is spoken of; its own apps first."""
    task = instance.task
    told = json.dumps(text, ensure_ascii=False, allow_nan=False)[1:-1]
    if any(told in perform(call).result for call in _of_amount(text, task)):
        return
    parts = [part for one in task.bound.values() for part in (one if isinstance(one, tuple) else (one,))]
    parts += [value for command in instance.commands for value in given(command).values() if isinstance(value, Row)]
    known = {row.id for row in parts if isinstance(row, Row)}
    named = (label(one) if isinstance(one, Row) else one for one in parts if isinstance(one, Row | str))
    tries = [(words, *kind) for words in (text, *filter(None, named)) for kind in _kinds(task, str)]
    for words, app, kind, model in sorted(tries, key=lambda one: one[1].id not in apps_of(type(task))):
        found = perform(Tool(name=f"{app.id}_list", arguments={"kind": kind, "search": words})).result
        more = () if words == text else ("", *more_screens(app, model))
        rows = sorted(json.loads(found).get("rows", ()), key=lambda row: row["id"] not in known)[:2]
        calls = (_get(app, kind, row["id"], one) for row in rows for one in more)
        if told in found or any(told in perform(call).result for call in calls):
            return


def _of_amount(text: str, task: Task) -> Iterator[Tool]:
    """Yield the calls that list the rows of an amount of money, paid or received; none for another text."""
    try:
        amount = Money.of(text).plain
    except ValueError:
        return
    for app, kind, model in _kinds(task, Money):
        for column in (plain_name(one) for one in columns(model) if one.type is Money):
            for sign in ("", "-"):
                given = {"kind": kind, "where": [f"{column} = {sign}{amount}"]}
                yield Tool(name=f"{app.id}_list", arguments=given)


def _kinds(task: Task, held: type) -> Iterator[tuple[App, str, type[Row]]]:
    """Yield the kinds of rows that have a column of a type, those of the task's own apps first."""
    own = apps_of(type(task))
    for app in sorted(apps.installed(), key=lambda app: app.id not in own):
        for kind, model in kinds(app).items():
            if any(column.type is held for column in columns(model)):
                yield app, kind, model


def _get(app: App, kind: str, row_id: int | str, screen: str) -> Tool:
    given = {"kind": kind, "id": str(row_id)}
    return Tool(name=f"{app.id}_get", arguments=given | ({"screen": screen} if screen else {}))


def call_of(command: Command) -> Tool:
    """Return the call of a tool that does a command."""
    app = apps.app_of(type(command))
    return Tool(
        name=tool_name(app, type(command)), arguments={name: plain(value) for name, value in given(command).items()}
    )


def question(instance: Instance) -> str:
    """Return what the solution asks the person, read off a solution that is played up to there.

    Raises:
        Lost: it asks nothing.
    """
    episode = Episode(Configuration(instance.task.id, instance.profile.name), instance, "session")
    driver = Dom()

    def perform(action: Action) -> Observation:
        if isinstance(action, Message) and action.expects_reply:
            raise _Asked(action.text)
        feedback = driver.act_now(action)
        return Observation.of(driver.view_now(), goal="", now=episode.world.store.now, feedback=feedback)

    first = Observation.of(driver.open_now(episode.world), goal="", now=episode.world.store.now)
    try:
        SolutionDriver(perform, first).solve(instance)
    except _Asked as asked:
        return str(asked)
    finally:
        episode.world.close()
    raise Lost(f"the solution of {instance.task.id} asks nothing")


class _Asked(Exception):
    """The person is asked."""


def _call(perform: Perform, command: Command) -> None:
    call = call_of(command)
    feedback = perform(call).feedback
    if feedback.text:
        raise Lost(f"{call.name}({call.arguments}) was refused: {feedback.code} {feedback.text}")

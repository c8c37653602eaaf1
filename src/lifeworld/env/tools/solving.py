"""How a task is done by tools: the commands that should come of it, as calls."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from lifeworld import apps
from lifeworld.core.actions import Action, Done, Message, Tool, Wait
from lifeworld.core.answers import Stated, given_for
from lifeworld.core.errors import Lost
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.episode import Episode
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.env.solving import solve, wanted_minutes
from lifeworld.env.tools.naming import columns, kinds, label, tool_name
from lifeworld.env.tools.screens import more_screens
from lifeworld.store import Command, Row, given
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.web import App
from lifeworld.web.form import shown

Perform = Callable[[Action], Observation]


def by_tools(instance: Instance, perform: Perform) -> None:
    """Do a task: ask first where the person has to be asked, do each command, then say the answer.

    Raises:
        Lost: a call was refused, or a text can't be put into words.
    """
    wanted = instance.expectation
    if wanted.asks or wanted.consents:
        perform(Message(text=question(instance), expects_reply=True))
    for _ in range(wanted_minutes(instance)):
        perform(Wait(seconds=60))
    for command in instance.commands:
        _call(perform, command)
    for text in (text for one in wanted.targets[0].stated for text in _texts(one)):
        _look_up(perform, text, instance.task)
    answer = given_for(wanted.targets[0].stated)
    perform(Done(status="infeasible") if wanted.infeasible else Done(answer=answer))


def _texts(stated: Stated) -> list[str]:
    """Return the texts of an answer, which count only once a screen or a tool has shown them."""
    value = stated.value
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else []


def _look_up(perform: Perform, text: str, task: Task) -> None:
    """Look a text up until a tool shows it: in the apps' lists, then on the screens of what the task names."""
    told = json.dumps(text, ensure_ascii=False, allow_nan=False)[1:-1]
    for words in (text, *filter(None, (label(row) for row in task.bound.values() if isinstance(row, Row)))):
        for app, kind, model in _searched(task):
            found = perform(Tool(name=f"{app.id}_list", arguments={"kind": kind, "search": words})).result
            screens = () if words == text else ("", *more_screens(app, model))
            calls = (
                _get(app, kind, row["id"], one) for row in json.loads(found).get("rows", ())[:2] for one in screens
            )
            if told in found or any(told in perform(call).result for call in calls):
                return


def _searched(task: Task) -> Iterator[tuple[App, str, type[Row]]]:
    """Yield the kinds of rows that can be searched, those of the task's own apps first."""
    own = apps_of(type(task))
    for app in sorted(apps.installed(), key=lambda app: app.id not in own):
        for kind, model in kinds(app).items():
            if any(column.type is str for column in columns(model)):
                yield app, kind, model


def _get(app: App, kind: str, row_id: int, screen: str) -> Tool:
    given = {"kind": kind, "id": str(row_id)}
    return Tool(name=f"{app.id}_get", arguments=given | ({"screen": screen} if screen else {}))


def call_of(command: Command) -> Tool:
    """Return the call of a tool that does a command."""
    app = apps.app_of(type(command))
    return Tool(
        name=tool_name(app, type(command)), arguments={name: _plain(value) for name, value in given(command).items()}
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
        solve(instance, SolutionDriver(perform, first))
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


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Row):
        return str(value.id)
    if isinstance(value, bool | int | str) or value is None:
        return value
    return shown(value)[-1]

"""The apps without their screens, as functions that an agent may call: a call in, a result out."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lifeworld.core.action_errors import Code
from lifeworld.core.errors import Refused
from lifeworld.core.errors import hint as nearest
from lifeworld.core.observation import Feedback, ToolSpec
from lifeworld.env.drivers.driver import invalid, raise_fault
from lifeworld.env.tools.arguments import Misused, named, read, row_of, words_of
from lifeworld.env.tools.naming import kinds, tool_name
from lifeworld.env.tools.queries import lines, listed, page_of, plain, told
from lifeworld.env.tools.screens import address_of, listing_screen, looked_at, more_screens, screens, words
from lifeworld.env.tools.specs import AT_ONCE, specs
from lifeworld.store import Command, Row
from lifeworld.web import App
from lifeworld.web.request import legible
from lifeworld.world import World

_LISTING, _GETTING, _READING = (
    ("kind", "search", "where", "page"),
    ("kind", "id", "screen", "page"),
    ("screen", "search", "page"),
)


@dataclass(frozen=True)
class Called:
    """What came of a call.

    Attributes:
        data: what the agent is told, as plain data.
        path: the screen that shows the same: its own, or the app's first.
        text: all that it told, for who wants to know what the agent has seen.
    """

    feedback: Feedback
    data: Any
    path: str = "/"
    text: str = ""

    @property
    def result(self) -> str:
        """What the agent is told, as JSON."""
        return json.dumps(self.data, ensure_ascii=False, allow_nan=False)


class Toolbox:
    """The tools of a world's apps. Commands go through `World.do`, so that a verdict finds the same as of screens."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return specs(self._world.apps)

    def call(self, name: str, arguments: Mapping[str, Any]) -> Called:
        """Call a tool; what is wrong with the call, or was refused, is in the feedback and in the result.

        Raises:
            Fault: the world broke.
        """
        found = _by_name(self._world.apps).get(name)
        if found is None:
            return _wrong("unknown_action", f"no tool “{name}”; {nearest(name, _by_name(self._world.apps))}")
        app, what = found
        try:
            called = self._command(app, what, arguments) if isinstance(what, type) else what(self, app, arguments)
        except Misused as wrong:
            return _wrong("bad_argument", str(wrong))
        except Refused as refused:
            return _refused(refused, app)
        raise_fault(self._world)
        return called

    def _command(self, app: App, command: type[Command], given: Mapping[str, Any]) -> Called:
        made = self._world.do(read(app, command, given, self._world.store))
        data = {"done": True, **({"row": told(made)} if isinstance(made, Row) else {})}
        return Called(Feedback(), data, app.href, lines(data))

    def list(self, app: App, given: Mapping[str, Any]) -> Called:
        """List the rows of a kind."""
        app.need_open(self._world.store)
        named(given, _LISTING)
        model = _chosen(kinds(app), given.get("kind"), "kind")
        data, searched = listed(app, model, self._world.store, given), bool(words_of(given.get("search")))
        return Called(Feedback(), data, listing_screen(app, model, searched), lines(data))

    def get(self, app: App, given: Mapping[str, Any]) -> Called:
        """Read one row, and its own screen where it has one."""
        app.need_open(self._world.store)
        named(given, _GETTING)
        model = _chosen(kinds(app), given.get("kind"), "kind")
        if given.get("id") is None:
            raise Misused(f"id is missing; {app.id}_list tells which there are.")
        row, screen = row_of(app, model, given.get("id"), self._world.store), words_of(given.get("screen"))
        data, place = told(row), address_of(app, row, screen)
        if screen and not place:
            there = ", ".join(more_screens(app, model)) or "none but its own"
            raise Misused(f"screen: There is no “{screen}” of the kind “{given['kind']}”; there are {there}.")
        if not place:
            return Called(Feedback(), data, app.href, lines(data))
        view = looked_at(self._world, place, show=_shown(given))
        whole = {**data, "screen": words(view)}
        return Called(Feedback(), whole, view.url.partition("?")[0], f"{lines(data)}\n{view.tree.text}")

    def read(self, app: App, given: Mapping[str, Any]) -> Called:
        """Read one of the screens that need no row."""
        named(given, _READING)
        place = _chosen(screens(app), given.get("screen"), "screen")
        view = looked_at(self._world, place, q=words_of(given.get("search")), show=_shown(given))
        return Called(Feedback(), {"screen": words(view)}, view.url.partition("?")[0], view.tree.text)


_Query = Callable[[Toolbox, App, Mapping[str, Any]], Called]


@lru_cache(maxsize=8)
def _by_name(apps: tuple[App, ...]) -> dict[str, tuple[App, type[Command] | _Query]]:
    """Return what each tool does, by its name."""
    queries = {"list": Toolbox.list, "get": Toolbox.get, "read": Toolbox.read}
    found: dict[str, tuple[App, type[Command] | _Query]] = {}
    for app in apps:
        found |= {f"{app.id}_{name}": (app, query) for name, query in queries.items()}
        found |= {tool_name(app, command): (app, command) for command in app.commands}
    return found


def _shown(given: Mapping[str, Any]) -> int | None:
    """Return how many rows of its list a screen is to show; None for as many as it shows at first."""
    page = page_of(given)
    return page * AT_ONCE if page > 1 else None


def _chosen(known: Mapping[str, Any], said: Any, argument: str) -> Any:
    if said is None:
        raise Misused(f"{argument} is missing; there are {', '.join(known)}.")
    if not isinstance(said, str) or said not in known:
        raise Misused(f"{argument}: There is no “{said}”; there are {', '.join(known)}.")
    return known[said]


def _wrong(code: Code, said: str) -> Called:
    text = legible(said)
    return Called(invalid(code, text), {"error": {"code": code, "message": text}})


def _refused(refused: Refused, app: App) -> Called:
    told_of = {"code": refused.code, "message": refused.message, "argument": refused.field}
    error = {name: plain(value) for name, value in told_of.items() if value}
    text = f"{refused.code}: {refused.message}"
    return Called(Feedback(True, "refused", text), {"error": error}, app.href, refused.message)

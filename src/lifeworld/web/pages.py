"""The addresses of an app: pages that read, forms and buttons that do a command."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.source import calling
from lifeworld.store import Command
from lifeworld.web import form as forms
from lifeworld.web import plain
from lifeworld.web.address import arguments, pattern
from lifeworld.web.request import Page, Pairs, Redirect, Request

View = Callable[..., Page | Redirect]
Frame = Callable[[Request], Mapping[str, Any]]  # what every page of an app shows
Then = str | Callable[[Request, Any], str]


def _no_frame(request: Request) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Outcome:
    """What follows a command that was done: where to go, what to say, what takes it back."""

    then: Then | None = None
    toast: str = ""
    undo: str = ""

    def address(self, request: Request, result: Any) -> str:
        if self.then is None:
            return request.back
        return self.then(request, result) if callable(self.then) else address(self.then, result)


@dataclass(frozen=True)
class Route:
    """One address: its pattern, what shows it, and the command that a POST does.

    `passing` where it shows what the database doesn't hold, so that the page can't be kept. `narrows` is what of its
    query leaves something out of its lists. The form of one with a `button` is sent with it, whatever it asks for.
    """

    path: str
    pattern: re.Pattern[str]
    view: View | None
    command: type[Command] | None
    outcome: Outcome
    passing: bool = False
    narrows: frozenset[str] = frozenset()
    button: bool = False
    place: str = ""  # of the line that registers it

    def match(self, path: str) -> dict[str, Any] | None:
        """Return the arguments in `path`, or None if it is not this address."""
        return arguments(self.pattern, path)

    def form(self, request: Request, given: Pairs, arguments: Mapping[str, Any]) -> forms.Form:
        """Return the form of its command, the same for who looks at it and who sends it."""
        assert self.command
        return forms.Form(self.command, request, given, arguments, self.button)


class Pages:
    """An app's addresses, all below `/<app>`. `{name}` in a path is a number, `{name:word}` a word.

    `nowhere` names pages, by how their paths begin, that belong to none of the app's places, and says why.
    """

    def __init__(self, app: str, frame: Frame = _no_frame, nowhere: Mapping[str, str] | None = None) -> None:
        self.prefix = f"/{app}" if app else ""
        self.frame, self.nowhere = frame, nowhere or {}
        self.routes: list[Route] = []

    def page(self, path: str, *, passing: bool = False, narrows: Iterable[str] = ()) -> Callable[[View], View]:
        """Register a page. GET only; it never writes, but for `request.seen` and `request.log`; beneath, nothing.

        It shows what the database, the look and the address say; only a `passing` one may show more of the session.
        What of its query leaves something out of its lists, `narrows` names: who is to stop on the page stops
        elsewhere where that is asked for.
        """
        return self._registered(path, None, Outcome(), passing=passing, narrows=frozenset(narrows))

    def form(
        self, path: str, command: type[Command], then: Then | None = None, toast: str = "", undo: str = ""
    ) -> Callable[[View], View]:
        """Register a form: GET shows it, POST does the command; a refusal shows it again with the message."""
        return self._registered(path, command, Outcome(then, toast, undo))

    def plain_form(self, path: str, command: type[Command], title: plain.Said, **more: Any) -> None:
        """Register a form drawn from what its command declares.

        `more` is `then`, `toast` and `undo` as of a form, and whatever `plain.Form` takes.
        """
        self._plain(path, plain.Form, command, title, more)

    def confirm(self, path: str, command: type[Command], title: plain.Said, **more: Any) -> None:
        """Register a question before a command is done.

        `more` is `then`, `toast` and `undo` as of a form, and whatever `plain.Question` takes.
        """
        self._plain(path, plain.Question, command, title, more)

    def _plain(
        self, path: str, kind: type[plain.Screen], command: type[Command], title: plain.Said, more: dict[str, Any]
    ) -> None:
        outcome = {name: more.pop(name) for name in ("then", "toast", "undo") if name in more}
        screen = kind(self.prefix, path, command, title, **more)
        after = Outcome(**{"then": screen.after, **outcome})
        self._add(path, screen.view, command, after, button=screen.has_button)

    def button(
        self, path: str, command: type[Command], then: Then | None = None, toast: str = "", undo: str = ""
    ) -> None:
        """Register a one-button form: POST only, filled from the path and hidden fields."""
        self._add(path, None, command, Outcome(then, toast, undo))

    @property
    def commands(self) -> Mapping[type[Command], list[str]]:
        """The addresses at which each command is offered."""
        found: dict[type[Command], list[str]] = {}
        for route in self.routes:
            if route.command:
                found.setdefault(route.command, []).append(route.path)
        return found

    def _registered(
        self, path: str, command: type[Command] | None, outcome: Outcome, **more: Any
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            self._add(path, view, command, outcome, **more)
            return view

        return register

    def _add(self, path: str, view: View | None, command: type[Command] | None, outcome: Outcome, **more: Any) -> None:
        whole, place = self.prefix + path, calling(Path(__file__).parent)
        self.routes.append(Route(whole, pattern(whole), view, command, outcome, place=place, **more))


def address(template: str, result: Any) -> str:
    """Return a path with `{column}` replaced by the result row's columns."""
    return re.sub(r"\{(\w+)\}", lambda m: str(getattr(result, m[1])), template)

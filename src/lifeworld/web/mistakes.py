"""What can't be right in an app, as known without opening a page: each in one line with its place and the mend."""

import ast
import dataclasses
import inspect
import re
import string
import sys
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lifeworld.core.nearest import hint
from lifeworld.core.source import file_of, parsed, place, place_in
from lifeworld.store import Command, Row, blame, hints, shapes
from lifeworld.store.verbs import Verb
from lifeworld.web import plain
from lifeworld.web.app import App
from lifeworld.web.pages import Route

_SHOWN = re.compile(r"\{(\w+)\.(\w+)")
_PLACE = re.compile(r"\{(\w+)(?:\.\w+)*\}")


def at_once(app: App) -> Iterator[str]:
    """Yield what can be told when an app is loaded: of its tables, its commands and its addresses."""
    yield from of_tables(app)
    yield from of_commands(app)
    for route in app.pages.routes:
        for problem in (*of_path(route), *of_then(app, route), *of_undo(app, route), *of_screen(app, route)):
            yield f"{app.id} ({place_of_route(app, route)}): {route.path}: {problem}"


# ---- addresses


def of_path(route: Route) -> Iterator[str]:
    """Yield the places of a path that fill no field of its command, and no argument of its view."""
    if route.command:
        known = [field.name for field in dataclasses.fields(route.command)]  # type: ignore[arg-type]
        for name in route.pattern.groupindex:
            if name not in known:
                yield f"{{{name}}} fills no field of {route.command.__name__}; {hint(name, known)}"
    if route.view:
        taken = inspect.signature(route.view).parameters
        for name in () if any(one.kind is one.VAR_KEYWORD for one in taken.values()) else route.pattern.groupindex:
            if name not in taken:
                yield f"{route.view.__name__} takes no {name}, which stands in its path; {hint(name, taken)}"


def of_then(app: App, route: Route) -> Iterator[str]:
    """Yield what is wrong with where a command leads, and with what is said of it."""
    then = route.outcome.then if isinstance(route.outcome.then, str) else ""
    for what, text in (("then", then), ("toast", route.outcome.toast)):
        yield from _of_columns(route, what, text)
    if then.startswith(f"{app.pages.prefix}/"):
        yield from _of_address(app, "then", then, posted=False)


def of_undo(app: App, route: Route) -> Iterator[str]:
    """Yield what is wrong with the address that takes a command back."""
    undo = route.outcome.undo
    yield from _of_columns(route, "undo", undo)
    if undo and not route.outcome.toast:
        yield f"undo “{undo}” is never offered; write a toast that it stands in"
    elif undo:
        yield from _of_address(app, "undo", undo, posted=True)


def _of_columns(route: Route, what: str, text: str) -> Iterator[str]:
    made = _made(route.command)
    for name in _PLACE.findall(text):
        if made and name not in made.table().by_name and not hasattr(made, name):
            known = [*made.table().names, *(one for one in vars(made) if isinstance(vars(made)[one], property))]
            yield f"{what} shows {{{name}}}, but a row of {made.__name__} has none; {hint(name, known)}"


def _made(command: type[Command] | None) -> type[Row] | None:
    """Return what kind of row a command returns; None where it can't be known."""
    if command and issubclass(command, Verb):
        return command.row_kind()
    found = typing.get_type_hints(command.run).get("return") if command else None
    return found if isinstance(found, type) and issubclass(found, Row) else None


def _of_address(app: App, what: str, address: str, *, posted: bool) -> Iterator[str]:
    """Yield that an address leads nowhere; an undo's is written without the app's own part."""
    whole = app.pages.prefix + address if posted else address
    path = _PLACE.sub("1", re.split(r"[?#]", whole)[0])
    there = [route for route in app.pages.routes if (route.command if posted else route.view)]
    if not any(route.match(path) is not None for route in there):
        known = [route.path.removeprefix(app.pages.prefix if posted else "") for route in there]
        yield f"{what} “{address}” leads nowhere; {hint(address, known)}"


def place_of_route(app: App, route: Route) -> str:
    """Return where a page, form or button is written."""
    own = route.path.removeprefix(app.pages.prefix)
    for file, node in calls(app):
        first = node.args[0] if node.args else None
        kind = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        named = isinstance(first, ast.Constant) and first.value == own
        if named and kind in (("page",) if route.command is None else ("form", "plain_form", "confirm", "button")):
            return place(str(file), node.lineno)
    return app.id


# ---- the kit's own screens


def of_screen(app: App, route: Route) -> Iterator[str]:
    """Yield what is wrong with the words of a plain form or question, and with where it leads back to."""
    screen = getattr(route.view, "__self__", None)
    if isinstance(screen, plain.Screen):
        rows = {name: kind for name, kind in hints(screen.command).items() if name in route.pattern.groupindex}
        for what in ("title", "about", "text", "start", "back"):
            yield from _of_said(what, getattr(screen, what, None), rows)
        if isinstance(screen.back, str) and rows.keys() >= set(_PLACE.findall(screen.back)):  # else told above
            yield from _of_address(app, "back", app.pages.prefix + screen.leads_back, posted=False)


def _of_said(what: str, said: Any, rows: Mapping[str, Any]) -> Iterator[str]:
    """Yield what words show, or a function takes, that the rows of the address do not give."""
    if isinstance(said, str):
        try:
            shown = [name for _, name, _, _ in string.Formatter().parse(said) if name is not None]
        except ValueError as problem:
            yield f"{what} “{said}” can't be read: {problem}; double a brace that is meant"
            return
        for name in shown:
            yield from _of_shown(what, name, rows)
    elif callable(said):
        try:
            inspect.signature(said).bind("request", **rows)
        except TypeError as problem:
            yield f"{what} calls {said.__name__}: {problem}; it is called with {', '.join(['request', *rows])}"


def _of_shown(what: str, shown: str, rows: Mapping[str, Any]) -> Iterator[str]:
    root, *names = shown.split(".")
    if root not in rows:
        mend = hint(root, rows) if rows else "it has no places at all; write the words themselves"
        yield f"{what} shows {{{shown}}}, but its address has no {{{root}}}; {mend}"
        return
    kind = shapes.plain(rows[root])
    for name in names:
        if kind is not None and not shapes.has(kind, name):
            known = hint(name, sorted(shapes.names_of(kind)))
            yield f"{what} shows {{{shown}}}, but {shapes.a(kind)} has no “{name}”; {known}"
            return
        kind = shapes.behind(kind, name) if kind else None


# ---- commands


def of_commands(app: App) -> Iterator[str]:
    """Yield the commands that stand in an app's files and that nobody can do, and those that no screen offers."""
    offered = app.pages.commands
    for command in _written(app):
        if command not in app.commands:
            yield f"{app.id} ({place_in(command)}): {command.__name__} is missing from the app's commands; add it"
        elif command not in offered:
            yield f"{app.id} ({place_in(command)}): no screen offers {command.__name__}; give it a form or a button"
        for text, problem in (*_of_sets(command), *_of_messages(command)):
            yield f"{app.id} ({place_in(command, text=text)}): {command.__name__} {problem}"


def of_tables(app: App) -> Iterator[str]:
    """Yield the tables that are called like another app's; what is written is known by the name's beginning."""
    for model in app.models:
        name = model.table().name
        if not name.startswith(f"{app.id}_"):
            told = f"the table “{name}” of {model.__name__} is called like another app's; say {app.id}_{name}"
            yield f"{app.id} ({place_in(model)}): {told}"


def _of_sets(command: type[Command]) -> Iterator[tuple[str, str]]:
    """Yield the columns that a usual verb sets besides, and that its row has not."""
    made = command.row_kind() if issubclass(command, Verb) else None
    for name in command.sets if made and issubclass(command, Verb) else ():
        if name not in made.table().by_name:  # type: ignore[union-attr]
            near = hint(name, made.table().names)  # type: ignore[union-attr]
            yield name, f"sets {name}, but a row of {made.__name__} has none; {near}"  # type: ignore[union-attr]


def _of_messages(command: type[Command]) -> Iterator[tuple[str, str]]:
    """Yield what a refusal's message shows of a field's row, and that the row has not."""
    for text in command.refusals.values():
        for name, column in _SHOWN.findall(text):
            kind = hints(command).get(name)
            if isinstance(kind, type) and issubclass(kind, Row) and not shapes.has(kind, column):
                yield text, f"shows {{{name}.{column}}}; {blame.no_name(kind, column)}"


def _written(app: App) -> list[type[Command]]:
    """Return the commands that an app's files define, in the order of their names."""
    waiting, found = list(Command.__subclasses__()), []
    while waiting:
        command = waiting.pop()
        waiting += command.__subclasses__()
        own = file_of(command) and Path(file_of(command)).is_relative_to(app.folder)
        if own and not command.__name__.startswith("_") and _current(command):
            found.append(command)
    return sorted(set(found), key=lambda command: command.__name__)


def _current(command: type[Command]) -> bool:
    """Return whether a class is the one that its module holds now, and no base of other commands."""
    held = getattr(sys.modules.get(command.__module__), command.__name__, None)
    return held is command and command.run is not Command.run


def calls(app: App) -> Iterator[tuple[Path, ast.Call]]:
    for file in files(app, "*.py"):
        for node in ast.walk(parsed(str(file)) or ast.Module([], [])):
            if isinstance(node, ast.Call):
                yield file, node


def files(app: App, pattern: str) -> list[Path]:
    return sorted(app.folder.rglob(pattern))

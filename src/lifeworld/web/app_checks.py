"""Checks an app without opening a page: what it declares, as it is loaded, and what stands in its files."""

import ast
import dataclasses
import inspect
import re
import string
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError, nodes

from lifeworld.core.errors import hint
from lifeworld.core.source import body_of, file_of, parsed, place, place_in
from lifeworld.store import Command, Row, hints
from lifeworld.store.author_errors import along, names_of, places_in, plain
from lifeworld.store.verbs import Verb
from lifeworld.web import formats
from lifeworld.web.app import App
from lifeworld.web.pages import Route
from lifeworld.web.plain import Screen
from lifeworld.web.rendering import environment
from lifeworld.web.themes import tokens

_PLACE = re.compile(r"\{(\w+)(?:\.\w+)*\}")
_SHOWN = re.compile(r"\{([\w.]+)")
_TEMPLATE = re.compile(r"""["']([\w/-]+\.html)["']""")
_GIVING = ("*.css", "*.html", "*.js")
_GIVEN = re.compile(r"--([\w-]+)[\"']?\s*[:,]")  # in a sheet, a style, a script
_TAKEN = re.compile(r"var\(\s*--([\w-]+)\s*\)")  # with nothing to fall back on
_CLOCKS = ("datetime", "date", "time", "uuid", "os")
_MOMENTS = ("now", "utcnow", "today", "uuid4", "uuid1", "urandom", "time")
_Found = tuple[Path, int, str]


# ---- what is declared: tables, commands, addresses


def at_once(app: App) -> Iterator[str]:
    """Yield what can't be right in an app's tables, commands and addresses, as it is loaded."""
    for model in app.models:
        if not (name := model.table().name).startswith(f"{app.id}_"):
            told = f"the table “{name}” of {model.__name__} is called like another app's; say {app.id}_{name}"
            yield f"{app.id} ({place_in(model)}): {told}"
    for command in _commands(app):
        for told, text in _of_command(app, command):
            yield f"{app.id} ({place_in(command, text=text)}): {told}"
    for route in app.pages.routes:
        for told in (*_of_path(route), *_of_outcome(app, route), *_of_screen(app, route)):
            yield f"{app.id} ({route.place}): {route.path}: {told}"


def _commands(app: App, base: type[Command] = Command) -> list[type[Command]]:
    """Return the commands that an app's files define, in the order of their names."""
    found = {one for kind in base.__subclasses__() for one in (kind, *_commands(app, kind))}
    own = (one for one in found if app.folder in _above(file_of(one)))
    named = [one for one in own if one.__name__[0] != "_" and one.run is not Command.run]
    held = [one for one in named if getattr(sys.modules.get(one.__module__), one.__name__, None) is one]
    return sorted(held, key=lambda command: command.__name__)


@cache
def _above(file: str) -> frozenset[Path]:
    """Return the folders that a file lies in."""
    return frozenset(Path(file).parents) if file else frozenset()


def _of_command(app: App, command: type[Command]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a command, and the text of its class that says so."""
    name = command.__name__
    if command not in app.commands:
        yield f"{name} is missing from the app's commands; add it", ""
    elif command not in app.pages.commands:
        yield f"no screen offers {name}; give it a form or a button", ""
    if issubclass(command, Verb) and (made := command.row_kind()):
        for column in command.sets:
            if column not in (known := made.table().names):
                yield f"{name} sets {column}, but a row of {made.__name__} has none; {hint(column, known)}", column
    rows = {field: kind for field, kind in hints(command).items() if isinstance(kind, type) and issubclass(kind, Row)}
    for text in command.refusals.values():
        for shown in _SHOWN.findall(text):
            if told := along(shown, rows.get(shown.split(".")[0]))[0]:
                yield f"{name} shows {{{shown}}}; {told}", text


def _of_path(route: Route) -> Iterator[str]:
    """Yield the places of a path that fill no field of its command, and no argument of its view."""
    fields = [field.name for field in dataclasses.fields(route.command)] if route.command else []  # type: ignore[arg-type]
    taken = inspect.signature(route.view).parameters if route.view else {}
    for name in route.pattern.groupindex:
        if route.command and name not in fields:
            yield f"{{{name}}} fills no field of {route.command.__name__}; {hint(name, fields)}"
        if route.view and name not in taken and not any(one.kind is one.VAR_KEYWORD for one in taken.values()):
            yield f"{route.view.__name__} takes no {name}, which stands in its path; {hint(name, taken)}"


def _of_outcome(app: App, route: Route) -> Iterator[str]:
    """Yield what is wrong with where a command leads, what is said of it, and what takes it back."""
    then, undo = route.outcome.then if isinstance(route.outcome.then, str) else "", route.outcome.undo
    made = _made(route.command)
    columns: dict[str, Any] = dict.fromkeys(sorted(names_of(made))) if made else {}
    for what, text in (("then", then), ("toast", route.outcome.toast), ("undo", undo)):
        for _, told, _ in places_in(text, columns, f"a row of {made.__name__} has none") if made else ():
            yield from [f"{what} {told}"] if told else []
    if then.startswith(f"{app.pages.prefix}/"):
        yield from _of_address(app, "then", then, posted=False)
    if undo and not route.outcome.toast:
        yield f"undo “{undo}” is never offered; write a toast that it stands in"
    elif undo:
        yield from _of_address(app, "undo", undo, posted=True)


def _made(command: type[Command] | None) -> type[Row] | None:
    """Return what kind of row a command returns; None where it can't be known."""
    if command and issubclass(command, Verb):
        return command.row_kind()
    found = typing.get_type_hints(command.run).get("return") if command else None
    return found if isinstance(found, type) and issubclass(found, Row) else None


def _of_address(app: App, what: str, address: str, *, posted: bool) -> Iterator[str]:
    """Yield that an address leads nowhere; an undo's is written without the app's own part."""
    prefix = app.pages.prefix if posted else ""
    path = _PLACE.sub("1", re.split(r"[?#]", prefix + address)[0])
    there = [route for route in app.pages.routes if (route.command if posted else route.view)]
    if not any(route.match(path) is not None for route in there):
        yield f"{what} “{address}” leads nowhere; {hint(address, [r.path.removeprefix(prefix) for r in there])}"


def _of_screen(app: App, route: Route) -> Iterator[str]:
    """Yield what is wrong with the words of a plain form or question, and with where it leads back to."""
    screen = getattr(route.view, "__self__", None)
    if not isinstance(screen, Screen):
        return
    rows = {name: kind for name, kind in hints(screen.command).items() if name in route.pattern.groupindex}
    for what in ("title", "about", "text", "start", "back"):
        yield from _of_words(what, getattr(screen, what, None), rows)
    if isinstance(screen.back, str) and rows.keys() >= set(_PLACE.findall(screen.back)):  # else told above
        yield from _of_address(app, "back", app.pages.prefix + screen.leads_back, posted=False)


def _of_words(what: str, words: Any, rows: Mapping[str, Any]) -> Iterator[str]:
    """Yield what words show, or a function takes, that the rows of the address do not give."""
    if isinstance(words, str):
        kinds = {name: plain(kind) for name, kind in rows.items()}
        yield from (f"{what} {told}" for _, told, _ in places_in(words, kinds, "its address has no {{{}}}") if told)
    elif callable(words):
        try:
            inspect.signature(words).bind("request", **rows)
        except TypeError as problem:
            yield f"{what} calls {words.__name__}: {problem}; it is called with {', '.join(['request', *rows])}"


# ---- what stands in files


def in_files(app: App) -> Iterator[str]:
    """Yield what can't be right in an app's files: code, refusals, templates, icons and styles."""
    found = chain(_in_commands(app), _in_code(app), _in_templates(app))
    yield from (f"{app.id} ({place(str(file), line)}): {told}" for file, line, told in found)
    known = {name for one in environment((app,)).list_templates() for name in (one, one.removeprefix(f"{app.id}/"))}
    yield from _unknown(app, ("*.py", "*.html"), _TEMPLATE, known, "template ")
    folders = (app.folder, *(Path(__file__).parent / kit for kit in ("static", "templates")))
    texts = (path.read_text(encoding="utf-8") for one in folders for kind in _GIVING for path in one.rglob(kind))
    given = {*tokens(), *(name for text in texts for name in _GIVEN.findall(text))}
    yield from _unknown(app, ("*.css",), _TAKEN, given, "--")


def _unknown(app: App, kinds: tuple[str, ...], pattern: re.Pattern[str], known: set[str], what: str) -> Iterator[str]:
    """Yield the names that lines of these kinds of files mention by this pattern, and that are not known."""
    for file in (file for kind in kinds for file in sorted(app.folder.rglob(kind))):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for name in pattern.findall(line):
                if name not in known:
                    told = f"there is no {what}{name}; {hint(name, sorted(known))}"
                    yield f"{app.id} ({place(str(file), number)}): {told}"


def _in_commands(app: App) -> Iterator[_Found]:
    for command in app.commands:
        fields = [field.name for field in dataclasses.fields(command)]  # type: ignore[arg-type]
        body = body_of(command)
        for node in ast.walk(body) if body else ():
            for told in _of_refusal(node, "self", command.refusals, fields):
                yield Path(file_of(command)), node.lineno, f"{command.__name__} {told}"  # type: ignore[attr-defined]


def _in_code(app: App) -> Iterator[_Found]:
    """Yield undeclared refusals, imports of other apps, and what differs from run to run: a clock, chance."""
    every = {code: text for command in app.commands for code, text in command.refusals.items()}
    for file in sorted(app.folder.rglob("*.py")):
        for node in ast.walk(parsed(str(file))):
            for told in (*_other_apps(app, node), *_of_refusal(node, "command", every)):
                yield file, node.lineno, told  # type: ignore[attr-defined]
        yield from ((file, line, told) for line, told in clocks_and_chance(parsed(str(file))))


def _other_apps(app: App, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        for parts in (one.split(".") for one in named if one.startswith("lifeworld.apps.")):
            if parts[2] != app.id:
                yield f"imports the app {parts[2]}; apps meet in the life behind them, not in each other"


def clocks_and_chance(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the calls of a clock, and of chance without a seed, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
                if (owner in _CLOCKS and name in _MOMENTS) or (owner == "random" and name != "Random"):
                    told = f"{owner}.{name}() differs from run to run; take store.now, or what the life holds"
                    yield node.lineno, told


def _of_refusal(
    node: ast.AST, owner: str, declared: Mapping[str, str], fields: list[str] | None = None
) -> Iterator[str]:
    """Yield what is wrong with a call of `refuse` or `need`; without fields, only whether any command declares it."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=called), attr="refuse" | "need" as name)) if called == owner:
            given = [one.value if isinstance(one, ast.Constant) else None for one in node.args[name == "need" :]]
        case _:
            return
    code, beside = [*given, None, None][:2]
    if isinstance(code, str) and code not in declared:
        yield f"refuses for “{code}”, which it does not declare; {hint(code, declared)}"
    elif isinstance(code, str) and fields is not None and all(keyword.arg for keyword in node.keywords):
        shown = {re.split(r"[.\[]", one)[0] for _, one, _, _ in string.Formatter().parse(declared[code]) if one}
        for lacking in sorted(shown - {keyword.arg for keyword in node.keywords} - {*fields}):
            yield f"refuses for “{code}” without {lacking}, which the message shows; give {lacking}="
    if beside and fields is not None and beside not in fields:
        yield f"refuses beside the field “{beside!s}”, which it has not; {hint(str(beside), fields)}"


def _in_templates(app: App) -> Iterator[_Found]:
    """Yield that a template can't be read, and the icons that it names and that are not there."""
    for file in sorted(app.folder.rglob("*.html")):
        try:
            tree = environment((app,)).parse(file.read_text(encoding="utf-8"))
        except TemplateSyntaxError as problem:
            yield file, problem.lineno, str(problem.message)
            continue
        for node in tree.find_all((nodes.Filter, nodes.Call, nodes.Pair)):
            for name in (name for one in _icons(node) for name in _texts(one) if name):
                if name not in formats.icons():
                    yield file, node.lineno, f"there is no icon “{name}”; {hint(name, formats.icons())}"


def _icons(node: nodes.Node) -> list[nodes.Expr]:
    """Return what a template says for an icon: in a filter, in a macro's argument, in a menu."""
    match node:
        case nodes.Filter(name="icon_svg", node=nodes.Expr() as named):
            return [named]
        case nodes.Pair(key=nodes.Const(value="icon"), value=named):
            return [named]
        case nodes.Call(node=nodes.Getattr(attr=macro) | nodes.Name(name=macro)) if macro in _macros():
            wanted = "name" if macro == "icon" else "icon"
            placed = [one for name, one in zip(_macros()[macro], node.args, strict=False) if name == wanted]
            return [*placed, *(keyword.value for keyword in node.kwargs if keyword.key == wanted)]
    return []


def _texts(node: nodes.Expr | None) -> list[str]:
    match node:
        case nodes.Const(value=str(text)):
            return [text]
        case nodes.CondExpr():
            return [*_texts(node.expr1), *_texts(node.expr2)]
    return []


@cache
def _macros() -> dict[str, list[str]]:
    """Return the arguments of each macro of the kit."""
    env = environment(())
    assert env.loader
    names = [name for name in env.list_templates() if name.startswith("kit")]
    trees = [env.parse(env.loader.get_source(env, name)[0]) for name in names]
    return {macro.name: [one.name for one in macro.args] for tree in trees for macro in tree.find_all(nodes.Macro)}

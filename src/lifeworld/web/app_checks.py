"""Checks an app without opening a page: what it declares, as it is loaded, and its files; each a line with its place."""

import ast
import dataclasses
import inspect
import re
import string
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError, nodes

from lifeworld.core.nearest import hint
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
_TEMPLATE = re.compile(r"[\w/-]+\.html")
_KITS, _GIVING = ("static", "templates"), ("*.css", "*.html", "*.js")
_GIVEN = re.compile(r"--([\w-]+)[\"']?\s*[:,]")  # in a sheet, a style, a script
_TAKEN = re.compile(r"var\(\s*--([\w-]+)\s*\)")  # with nothing to fall back on
_CLOCKS = ("datetime", "date", "time", "uuid", "os")
_MOMENTS = ("now", "utcnow", "today", "uuid4", "uuid1", "urandom", "time")
_NAMING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


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
    own = (one for one in found if file_of(one) and Path(file_of(one)).is_relative_to(app.folder))
    named = [one for one in own if one.__name__[0] != "_" and one.run is not Command.run]
    held = [one for one in named if getattr(sys.modules.get(one.__module__), one.__name__, None) is one]
    return sorted(held, key=lambda command: command.__name__)


def _of_command(app: App, command: type[Command]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a command, and the text of its class that says so."""
    name = command.__name__
    if command not in app.commands:
        yield f"{name} is missing from the app's commands; add it", ""
    elif command not in app.pages.commands:
        yield f"no screen offers {name}; give it a form or a button", ""
    made = command.row_kind() if issubclass(command, Verb) else None
    for column in command.sets if issubclass(command, Verb) and made else ():
        if made and column not in made.table().names:
            near = hint(column, made.table().names)
            yield f"{name} sets {column}, but a row of {made.__name__} has none; {near}", column
    rows = {field: kind for field, kind in hints(command).items() if isinstance(kind, type) and issubclass(kind, Row)}
    for text in command.refusals.values():
        for _, shown, _, _ in string.Formatter().parse(text):
            told, _ = along(shown or "", rows.get((shown or "").split(".")[0]))
            if told:
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
    columns: dict[str, Any] = dict.fromkeys(names_of(made)) if made else {}
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
    every = {code: text for command in app.commands for code, text in command.refusals.items()}
    for command in app.commands:
        fields = [field.name for field in dataclasses.fields(command)]  # type: ignore[arg-type]
        for node in ast.walk(body_of(command) or ast.Module([], [])):
            for told in _of_refusal(node, "self", command.refusals, fields):
                yield f"{app.id} ({place(file_of(command), node.lineno)}): {command.__name__} {told}"  # type: ignore[attr-defined]
    known = {name for one in environment((app,)).list_templates() for name in (one, one.removeprefix(f"{app.id}/"))}
    for file in sorted(app.folder.rglob("*.py")):
        for node in ast.walk(parsed(str(file))):
            for told in (*_of_code(app, node), *_of_refusal(node, "command", every), *_of_template(node, known)):
                yield f"{app.id} ({place(str(file), node.lineno)}): {told}"  # type: ignore[attr-defined]
    for file in sorted(app.folder.rglob("*.html")):
        for line, told in _of_html(file, environment((app,)), known):
            yield f"{app.id} ({place(str(file), line)}): {told}"
    yield from _of_styles(app)


def _of_code(app: App, node: ast.AST) -> Iterator[str]:
    """Yield that code imports another app, or is not the same in each world of a seed: a clock, chance."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        for parts in (one.split(".") for one in named if one.startswith("lifeworld.apps.")):
            if parts[2] != app.id:
                yield f"imports the app {parts[2]}; apps meet in the life behind them, not in each other"
    yield from (told for _, told in clocks_and_chance(node, inner=False))


def clocks_and_chance(tree: ast.AST, *, inner: bool = True) -> Iterator[tuple[int, str]]:
    """Yield the calls of a clock, and of chance without a seed, with their lines."""
    for node in ast.walk(tree) if inner else (tree,):
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


# ---- templates, icons and styles


def _of_template(node: ast.AST, known: set[str]) -> Iterator[str]:
    """Yield that a template which code names is not there."""
    match node:
        case ast.Constant(value=str(name)) if _TEMPLATE.fullmatch(name) and name not in known:
            yield f"there is no template {name}; {hint(name, sorted(known))}"


def _of_html(file: Path, env: Any, known: set[str]) -> Iterator[tuple[int, str]]:
    """Yield that a template can't be read, and which templates and icons that it names are not there."""
    try:
        tree = env.parse(file.read_text(encoding="utf-8"))
    except TemplateSyntaxError as problem:
        yield problem.lineno, str(problem.message)
        return
    for node in tree.find_all(_NAMING):
        if isinstance(node.template, nodes.Const) and node.template.value not in known:
            yield node.lineno, f"there is no template {node.template.value}; {hint(node.template.value, sorted(known))}"
    for node in tree.find_all((nodes.Filter, nodes.Call, nodes.Pair)):
        for one in _icons(node):
            for text in _texts(one):
                if text and text not in formats.icons():
                    yield node.lineno, f"there is no icon “{text}”; {hint(text, formats.icons())}"


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


def _of_styles(app: App) -> Iterator[str]:
    """Yield the colours and measures that a style sheet takes and that nothing gives."""
    folders = (app.folder, *(Path(__file__).parent / kit for kit in _KITS))
    texts = (path.read_text(encoding="utf-8") for one in folders for kind in _GIVING for path in one.rglob(kind))
    known = sorted({*tokens(), *(name for text in texts for name in _GIVEN.findall(text))})
    for file in sorted(app.folder.rglob("*.css")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for name in _TAKEN.findall(line):
                if name not in known:
                    yield f"{app.id} ({place(str(file), number)}): there is no --{name}; {hint(name, known)}"

"""What can't be right in an app's files: code, refusals, templates, icons; each a line with its place and the mend."""

import ast
import dataclasses
import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import TemplateSyntaxError, nodes

from lifeworld.core.nearest import hint
from lifeworld.core.source import body_of, file_of, parsed, place
from lifeworld.web import formats
from lifeworld.web.app import App
from lifeworld.web.mistakes import calls, files
from lifeworld.web.rendering import environment
from lifeworld.web.themes import tokens

_TEMPLATE = re.compile(r"[\w/-]+\.html")
_KITS, _GIVING = ("static", "templates"), ("*.css", "*.html", "*.js")
_GIVEN = re.compile(r"--([\w-]+)[\"']?\s*[:,]")  # in a sheet, a style, a script
_TAKEN = re.compile(r"var\(\s*--([\w-]+)\s*\)")  # with nothing to fall back on
_CLOCKS = ("datetime", "date", "time", "uuid", "os")
_MOMENTS = ("now", "utcnow", "today", "uuid4", "uuid1", "urandom", "time")
_NAMING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def in_files(app: App) -> Iterator[str]:
    """Yield what takes reading all of an app's files: its code, refusals, templates, icons and styles."""
    yield from of_code(app)
    yield from of_refusals(app)
    yield from of_templates(app)
    yield from of_icons(app)
    yield from of_styles(app)


# ---- code


def of_code(app: App) -> Iterator[str]:
    """Yield the imports of other apps, and what is not the same in each world of a seed: a clock, chance."""
    for file in files(app, "*.py"):
        tree = parsed(str(file)) or ast.Module([], [])
        for line, name in (*_other_apps(tree, app), *chancy(tree)):
            yield f"{app.id} ({place(str(file), line)}): {name}"


def _other_apps(tree: ast.AST, app: App) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        for parts in (one.split(".") for one in named if one.startswith("lifeworld.apps.")):
            if parts[2] != app.id:
                yield node.lineno, f"imports the app {parts[2]}; apps meet in the life behind them, not in each other"


def chancy(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the calls of a clock, and of chance without a seed, with their lines."""
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if not isinstance(called, ast.Attribute) or not isinstance(called.value, ast.Name):
            continue
        owner, name = called.value.id, called.attr
        if (owner in _CLOCKS and name in _MOMENTS) or (owner == "random" and name != "Random"):
            yield called.lineno, f"{owner}.{name}() differs from run to run; take store.now, or what the life holds"


# ---- refusals


def of_refusals(app: App) -> Iterator[str]:
    """Yield refusals with a reason that is not declared, a field that is not there, or a message left unfilled."""
    every = {code: text for command in app.commands for code, text in command.refusals.items()}
    for command in app.commands:
        fields = [field.name for field in dataclasses.fields(command)]  # type: ignore[arg-type]
        for node in _refusing(body_of(command), "self"):
            for problem in _of_refusal(node, command.refusals, fields):
                yield f"{app.id} ({place(file_of(command), node.lineno)}): {command.__name__} {problem}"
    for file, call in calls(app):
        for node in _refusing(call, "command", inner=False):
            for problem in _of_refusal(node, every):
                yield f"{app.id} ({place(str(file), node.lineno)}): {problem}"


def _refusing(tree: ast.AST | None, owner: str, *, inner: bool = True) -> Iterator[ast.Call]:
    """Yield the calls of `refuse` and `need` of what is called `owner`."""
    for node in ast.walk(tree) if tree and inner else [tree]:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and isinstance(called, ast.Attribute) and called.attr in ("refuse", "need"):
            yield from [node] if isinstance(called.value, ast.Name) and called.value.id == owner else []


def _of_refusal(node: ast.Call, declared: Mapping[str, str], fields: Sequence[str] = ()) -> Iterator[str]:
    """Yield what is wrong with one refusal; of a command that is not known, only whether any declares it."""
    given = node.args[1:] if isinstance(node.func, ast.Attribute) and node.func.attr == "need" else node.args
    code, beside = ([one.value if isinstance(one, ast.Constant) else None for one in given] + [None, None])[:2]
    if isinstance(code, str) and code not in declared:
        yield f"refuses for “{code}”, which it does not declare; {hint(code, declared)}"
    elif isinstance(code, str) and fields and all(keyword.arg for keyword in node.keywords):
        for name in sorted(_shown(declared[code]) - {keyword.arg for keyword in node.keywords} - {*fields}):
            yield f"refuses for “{code}” without {name}, which the message shows; give {name}="
    if beside and fields and beside not in fields:
        yield f"refuses beside the field “{beside!s}”, which it has not; {hint(str(beside), fields)}"


def _shown(text: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(text) if name}


# ---- templates and icons


def of_templates(app: App) -> Iterator[str]:
    """Yield the templates that views and templates name and that are not there, and those that can't be read."""
    known = set(environment((app,)).list_templates())
    for file, line, name in _named_templates(app):
        if not {name, f"{app.id}/{name}"} & known:
            near = hint(name, _near(app, known, name))
            yield f"{app.id} ({place(str(file), line)}): there is no template {name}; {near}"
    for file, tree in _templates(app):
        if isinstance(tree, TemplateSyntaxError):
            yield f"{app.id} ({place(str(file), tree.lineno)}): {tree.message}"


def _named_templates(app: App) -> Iterator[tuple[Path, int, str]]:
    """Yield the templates that views and other templates name, and where."""
    for file in files(app, "*.py"):
        for node in ast.walk(parsed(str(file)) or ast.Module([], [])):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _TEMPLATE.fullmatch(node.value):
                yield file, node.lineno, node.value
    for file, tree in _templates(app):
        for one in tree.find_all(_NAMING) if isinstance(tree, nodes.Template) else ():
            if isinstance(wanted := getattr(one, "template", None), nodes.Const):
                yield file, one.lineno, wanted.value


def _near(app: App, known: Iterable[str], name: str) -> list[str]:
    """Return the templates as the wrong name is written: with their folder, or without it."""
    short = {one.removeprefix(f"{app.id}/") for one in known}
    return sorted(known if "/" in name else (one for one in short if "/" not in one))


def of_icons(app: App) -> Iterator[str]:
    """Yield the names of icons that no picture has."""
    known = formats.icons()
    for path, call in calls(app):
        for one in (keyword.value for keyword in call.keywords if keyword.arg == "icon"):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value not in {"", *known}:
                near = hint(one.value, known)
                yield f"{app.id} ({place(str(path), one.lineno)}): there is no icon “{one.value}”; {near}"
    for file, tree in _templates(app):
        for node, name in _named_icons(tree) if isinstance(tree, nodes.Template) else ():
            if name and name not in known:
                yield f"{app.id} ({place(str(file), node.lineno)}): there is no icon “{name}”; {hint(name, known)}"


def _named_icons(tree: nodes.Template) -> Iterator[tuple[nodes.Node, str]]:
    """Yield the icons that a template names itself: in a filter, in a macro's argument, in a menu."""
    kit = _macros()
    for node in tree.find_all((nodes.Filter, nodes.Call, nodes.Pair)):
        wanted: list[nodes.Expr | None] = []
        if isinstance(node, nodes.Filter) and node.name == "icon_svg":
            wanted = [node.node]
        elif isinstance(node, nodes.Pair) and isinstance(node.key, nodes.Const) and node.key.value == "icon":
            wanted = [node.value]
        elif isinstance(node, nodes.Call):
            wanted = _arguments(node, kit)
        yield from ((node, text) for one in wanted if one is not None for text in _texts(one))


def _arguments(node: nodes.Call, kit: dict[str, list[str]]) -> list[nodes.Expr | None]:
    """Return the arguments of a macro of the kit that are names of icons."""
    macro = node.node.attr if isinstance(node.node, nodes.Getattr) else getattr(node.node, "name", "")
    wanted = "name" if macro == "icon" else "icon"
    placed = [value for name, value in zip(kit.get(macro, ()), node.args, strict=False) if name == wanted]
    return [*placed, *(keyword.value for keyword in node.kwargs if keyword.key == wanted and macro in kit)]


def _texts(node: nodes.Expr) -> Iterator[str]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from (text for one in (node.expr1, node.expr2) if one for text in _texts(one))


@cache
def _macros() -> dict[str, list[str]]:
    """Return the arguments of each macro of the kit."""
    env = environment(())
    assert env.loader
    names = [name for name in env.list_templates() if name.startswith("kit")]
    trees = [env.parse(env.loader.get_source(env, name)[0]) for name in names]
    return {macro.name: [one.name for one in macro.args] for tree in trees for macro in tree.find_all(nodes.Macro)}


def _templates(app: App) -> Iterator[tuple[Path, nodes.Template | TemplateSyntaxError]]:
    env = environment((app,))
    for file in files(app, "*.html"):
        try:
            yield file, env.parse(file.read_text(encoding="utf-8"))
        except TemplateSyntaxError as problem:
            yield file, problem


# ---- styles


def of_styles(app: App) -> Iterator[str]:
    """Yield the colours and measures that a style sheet takes and that nothing gives."""
    folders = (app.folder, *(Path(__file__).parent / kit for kit in _KITS))
    texts = (path.read_text(encoding="utf-8") for one in folders for kind in _GIVING for path in one.rglob(kind))
    known = {*tokens(), *(name for text in texts for name in _GIVEN.findall(text))}
    for file in files(app, "*.css"):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for name in _TAKEN.findall(line):
                if name not in known:
                    near = hint(name, sorted(known))
                    yield f"{app.id} ({place(str(file), number)}): there is no --{name}; {near}"

"""Writes the generated pages of docs/; `--check` only says which are stale."""

import dataclasses
import inspect
import json
import re
import sys
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import click
from pydantic import JsonValue

from lifeworld import apps
from lifeworld.cli import group
from lifeworld.core import actions
from lifeworld.core.action_errors import Code
from lifeworld.core.actions import Action
from lifeworld.core.typed import plain_type
from lifeworld.life import models
from lifeworld.proof.coverage import Ask, asks
from lifeworld.store import Column, Command, Row
from lifeworld.web import App
from lifeworld.world.profiles import NAMES

sys.path.insert(0, str(Path(__file__).parent))
from authoring import page as authoring_page
from kit import page as kit_page

from tasks import page as tasks_page

DOCS = Path(__file__).parent.parent / "docs"
NOTE = "<!-- Made by scripts/docs.py (make docs). Change the code, not this page. -->\n\n"
WIDTH, WIDE = 98, 120
MANY = 6  # choices that are listed at most

EXAMPLES: dict[str, dict[str, Any]] = {
    "click": {"target": {"kind": "ref", "id": "e42"}},
    "move": {"target": {"kind": "point", "x": 0.5, "y": 0.25}},
    "button": {"state": "down", "target": {"kind": "ref", "id": "e42"}},
    "drag": {"path": [{"kind": "point", "x": 0.5, "y": 0.8}, {"kind": "point", "x": 0.5, "y": 0.2}]},
    "scroll": {"dy": 400},
    "text": {"text": "Buy candles", "target": {"kind": "ref", "id": "e42"}, "submit": True},
    "key": {"chord": "Control+A"},
    "system": {"name": "back"},
    "app": {"name": "Ticked"},
    "navigate": {"url": "/todo/"},
    "tab": {"op": "new"},
    "wait": {"seconds": 60},
    "observe": {"what": "zoom", "region": [0, 0, 0.5, 0.5]},
    "set_value": {"target": {"kind": "ref", "id": "e42"}, "value": "$45.00"},
    "upload_file": {"target": {"kind": "ref", "id": "e42"}, "files": ["Payslip 2026-05-01.pdf"]},
    "tool": {"name": "todo_complete", "arguments": {"task": "12"}},
    "message": {"text": "Which account do you mean?", "expects_reply": True},
    "done": {"answer": "45.00", "note": "As on the statement of May."},
    "invalid": {"code": "parse_error", "detail": "what it said was no JSON"},
}
ASKS: dict[Ask, str] = {
    "exact": "the value itself, in whatever format the form reads",
    "one of several": "one of the choices that the form offers, the one that it starts with where nothing is said",
    "prose": "the text that the goal gives; where it leaves the wording open, any with the words that count",
    "free": "what the goal says; where it says nothing of it, anything, since a person would leave it to the helper",
}
CODES: dict[str, str] = {
    "parse_error": "what the agent said has no shape of an action",
    "unknown_action": "there is no action of this type, or no tool of this name",
    "bad_argument": "a field, or an argument of a tool, is missing, unknown or of the wrong kind",
    "out_of_bounds": "a point lies outside of the picture",
    "unsupported_on_target": "this driver, channel or control does not do that",
    "stale_ref": "the page shows no node of this reference now",
    "blocked": "the address is not the world's own, or has not been shown",
    "call_limit": "the agent asked for more than it may",
    "bad_answer": "an answer is asked for, and this one is not of its form; the third time ends the episode",
}


def main() -> int:
    """Write the pages, or say which are stale; return the exit code."""
    made = {name: text for name, page in PAGES.items() if (text := NOTE + page()) != _kept(name)}
    for name, text in made.items():
        print(f"docs/{name}" + (" is stale: run make docs" if "--check" in sys.argv else ""))
        if "--check" not in sys.argv:
            (DOCS / name).write_text(text)
    return 1 if made and "--check" in sys.argv else 0


def _kept(name: str) -> str:
    path = DOCS / name
    return path.read_text() if path.exists() else ""


# ---- actions


def actions_page() -> str:
    """Return the page on what an agent may do."""
    return "\n".join(_actions()).rstrip() + "\n"


def _actions() -> Iterator[str]:
    yield "# Actions\n"
    yield "One closed union of frozen values, in Python (`lifeworld.core.actions`) or as JSON: `parse_action` reads"
    yield "either and never raises, `dump_action` writes JSON. What can't be understood becomes `Invalid`: it counts as"
    yield "a step, the world stays as it was, and the next observation's `feedback` says why. So does an action of"
    yield f"more than {actions.MOST:,} characters as JSON, since a run keeps each.\n"
    yield "A target is a `point`, as fractions of the picture, or a `ref`, a node of the tree:\n"
    for target in (actions.Point, actions.Ref):
        yield from _fields(target)
    for kind in members():
        yield f"## {kind.__name__}\n"
        about, _, attributes = inspect.cleandoc(kind.__doc__ or "").partition("\n\nAttributes:\n")
        yield f"{about}\n"
        yield from _attributes(attributes)
        yield from [""] if attributes else []
        yield from _fields(kind)
        yield f"```json\n{_example(kind)}\n```\n"
    yield "## Codes of what went wrong\n"
    yield "| `feedback.code` | meaning |\n|---|---|"
    yield from (f"| `{code}` | {CODES[code]} |" for code in get_args(Code))


def members() -> tuple[type[Any], ...]:
    """Return the classes of all actions."""
    union, _ = get_args(Action)
    return get_args(union)


def _example(kind: type[Any]) -> str:
    name = kind.model_fields["type"].default
    example = {"type": name, **EXAMPLES[name]}
    assert isinstance(actions.parse_action(example), kind), example
    return json.dumps(example)


def _fields(kind: type[Any]) -> Iterator[str]:
    rows = [(name, field) for name, field in kind.model_fields.items()]
    yield "| field | value | default |\n|---|---|---|"
    for name, field in rows:
        default = "required" if field.is_required() else f"`{_plain(field.default)}`"
        yield f"| `{name}` | {_value(field.annotation, field.metadata)} | {default} |"
    yield ""


def _attributes(written: str) -> Iterator[str]:
    """Yield the attributes of a docstring as a list."""
    for found in re.finditer(r"^    (\w+): (.*(?:\n     +.*)*)", written, re.MULTILINE):
        yield textwrap.fill(" ".join(f"- `{found[1]}`: {found[2]}".split()), WIDE, subsequent_indent="  ")


def _plain(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _value(hint: Any, metadata: Any = ()) -> str:
    """Return a field's type in words that suit JSON."""
    bounds = _bounds(metadata)
    if hint is actions.Chord or "chord" in str(metadata):
        return "a key or a chord, like `Enter` or `Control+A`"
    if get_origin(hint) is typing.Annotated:
        inner, *more = get_args(hint)
        return _value(inner, more)
    if get_origin(hint) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(hint))
    if get_origin(hint) in (typing.Union, UnionType):
        return " or ".join(dict.fromkeys(_value(one) for one in get_args(hint)))
    if get_origin(hint) is tuple:
        return f"a list of: {_value(get_args(hint)[0])}"
    if get_origin(hint) is dict:
        return "an object"
    named = {actions.Point: "point", actions.Ref: "ref", type(None): "null", Any: "anything", JsonValue: "JSON"}
    simple = {str: "text", bool: "true or false", int: "whole number", float: "number"}
    return f"{named.get(hint) or simple[hint]}{bounds}"


def _bounds(metadata: Any) -> str:
    low = next((m.ge for m in metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in metadata if hasattr(m, "le")), None)
    return "" if low is None else f", {low:g} to {high:g}" if high is not None else f", from {low:g}"


# ---- the command line


def commands_page() -> str:
    """Return the page on the command line."""
    return "\n".join(_commands()).rstrip() + "\n"


def _commands() -> Iterator[str]:
    yield "# The command line\n"
    yield from _command(_context(group, "lifeworld", None), "")


def _command(context: click.Context, heading: str) -> Iterator[str]:
    """Yield a command's help, then that of the commands within it."""
    if heading:
        yield f"## {heading}\n"
    help_text = "\n".join(line.rstrip() for line in context.get_help().splitlines())
    yield f"```text\n{help_text}\n```\n"
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            found = context.command.get_command(context, name)
            assert found is not None
            yield from _command(_context(found, name, context), f"{context.command_path} {name}")


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    settings = {"terminal_width": WIDTH, **command.context_settings, "max_content_width": WIDTH}
    return click.Context(command, info_name=name, parent=parent, **settings)


# ---- apps


def apps_page() -> str:
    """Return the page on the apps, their commands and refusals."""
    return "\n".join(_apps()).rstrip() + "\n"


def _apps() -> Iterator[str]:
    installed = apps.installed()
    count = sum(len(app.commands) for app in installed)
    yield "# Apps\n"
    yield f"{len(installed)} apps with {count} commands. A command is one verb of an app, and nothing else writes in a"
    yield "world. A refusal leaves everything as it was and tells the person why.\n"
    yield from (f"- [{app.name}](#{_anchor(app)}) (`{app.id}`): {_about(app)}" for app in installed)
    for app in installed:
        yield f"\n## {app.name}\n"
        yield f"`{app.id}`, family {app.family}. {_about(app)}\n"
        yield "| command | what it does | noticed by | refused |\n|---|---|---|---|"
        yield from (_row(command) for command in app.commands)


def _anchor(app: App) -> str:
    return app.name.lower().replace(" ", "-")


def _about(app: App) -> str:
    text = (sys.modules[f"lifeworld.apps.{app.id}"].__doc__ or "").split("\n")[0].partition(": ")[2]
    return text[:1].upper() + text[1:]


def _row(command: type[Command]) -> str:
    takes = ", ".join(f"{f.name}: {_kind(hint)}" for f, hint in _typed(command))
    refusals = "<br>".join(f"`{code}` {text}" for code, text in command.refusals.items())
    about = " ".join((command.__doc__ or "").split("\n\n")[0].split())
    seen = "" if command.seen_by == "nobody" else command.seen_by
    return f"| **{command.__name__}** {_cell(takes)} | {_cell(about)} | {seen} | {_cell(refusals)} |"


def _typed(command: type[Command]) -> Iterator[tuple[Any, Any]]:
    hints = typing.get_type_hints(command)
    for field in dataclasses.fields(command):  # type: ignore[arg-type]
        yield field, hints[field.name]


def _kind(hint: Any) -> str:
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        return " / ".join(map(str, choices)) if len(choices) <= MANY else f"one of {len(choices)}"
    if get_origin(hint) in (typing.Union, UnionType):
        return f"{_kind(next(one for one in get_args(hint) if one is not type(None)))}?"
    if get_origin(hint) is tuple:
        return f"{_kind(get_args(hint)[0])}…"
    if isinstance(hint, type) and issubclass(hint, Row):
        return hint.__name__
    return {str: "text", bool: "yes/no", int: "number"}.get(hint, hint.__name__)


# ---- fields


def fields_page() -> str:
    """Return the page on what each field of a command asks of an agent."""
    return "\n".join(_asked()).rstrip() + "\n"


def _asked() -> Iterator[str]:
    yield "# What each field asks\n"
    yield "What a verdict wants of the value that an agent gives to each field of a [command](apps.md):\n"
    yield "| | |\n|---|---|"
    yield from (f"| {name} | {meaning} |" for name, meaning in ASKS.items())
    for app in apps.installed():
        yield f"\n## {app.name}\n"
        yield f"| command | {' | '.join(ASKS)} |\n|---|{'---|' * len(ASKS)}"
        for command, asked in asks(app, NAMES[0]).items():
            cells = (", ".join(f"`{field}`" for field, ask in asked.items() if ask == one) for one in ASKS)
            yield f"| {command.__name__} | {' | '.join(cells)} |"


# ---- rows


def rows_page() -> str:
    """Return the page on what apps hold: each kind of row and its columns."""
    return "\n".join(_held()).rstrip() + "\n"


def _held() -> Iterator[str]:
    yield "# Rows\n"
    yield "What a task's parameters, `pick` conditions and questions can ask of a world. Every row has an `id`. A"
    yield "column that holds another row is followed by its name without `_id` (`message.thread.subject`) and asked for"
    yield "in SQL with it (`thread_id = ?`). In SQL days and moments are text (`2026-03-14`, `2026-03-14T14:30:00`),"
    yield "money is cents, yes is 1."
    every = [("The city and its people", "lifeworld.life.models", models.MODELS)]
    every += [(app.name, f"lifeworld.apps.{app.id}.models", app.models) for app in apps.installed()]
    for title, module, kinds in every:
        yield f"\n## {title}\n\n`{module}`\n"
        yield "| row | table | columns |\n|---|---|---|"
        for kind in kinds:
            columns = ", ".join(map(_column, kind.table().columns[1:]))
            more = re.search(r"\.\s+(.+)", inspect.getdoc(kind) or "", re.DOTALL)  # beyond what a row is
            told = f"{columns} · {more[1]}" if more else columns
            yield f"| {kind.__name__} | `{kind.table().name}` | {_cell(told)} |"


def _column(column: Column) -> str:
    kind = _kind(plain_type(column.type)) + ("?" if column.nullable else "")
    return f"`{column.name}` {column.references.__name__ if column.references else kind.strip(' /')}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("*", "\\*")


PAGES = {
    "actions.md": actions_page,
    "commands.md": commands_page,
    "apps.md": apps_page,
    "fields.md": fields_page,
    "rows.md": rows_page,
    "kit.md": kit_page,
    "authoring.md": authoring_page,
    "tasks.md": tasks_page,
}

if __name__ == "__main__":
    sys.exit(main())

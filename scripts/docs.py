"""Writes the generated pages of docs/: actions.md, commands.md, apps.md. `--check` only says which are stale."""

import dataclasses
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import click

from lifeworld import apps
from lifeworld.cli import group
from lifeworld.core import actions
from lifeworld.core.actions import Action, Code, dump_action
from lifeworld.store import Command, Row
from lifeworld.web import App

DOCS = Path(__file__).parent.parent / "docs"
NOTE = "<!-- Made by scripts/docs.py (make docs). Change the code, not this page. -->\n\n"
WIDTH = 98

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
    "message": {"text": "Which account do you mean?", "expects_reply": True},
    "done": {"answer": "Answer: $45.00"},
    "invalid": {"code": "parse_error", "detail": "what it said was no JSON"},
}
CODES: dict[str, str] = {
    "parse_error": "what the agent said has no shape of an action",
    "unknown_action": "there is no action of this type",
    "bad_argument": "a field is missing, unknown or of the wrong kind",
    "out_of_bounds": "a point lies outside of the picture",
    "unsupported_on_target": "this driver, channel or control does not do that",
    "stale_ref": "the page shows no node of this reference now",
    "blocked": "the address is not the world's own, or has not been shown",
    "call_limit": "the agent asked for more than it may",
}


def main() -> int:
    """Write the pages, or say which are stale; return the exit code."""
    stale = [name for name, text in pages().items() if _kept(name) != text]
    for name in stale:
        print(f"docs/{name}" + (" is stale: run make docs" if "--check" in sys.argv else ""))
        if "--check" not in sys.argv:
            (DOCS / name).write_text(pages()[name])
    return 1 if stale and "--check" in sys.argv else 0


def pages() -> dict[str, str]:
    """Return the generated pages by name."""
    return {"actions.md": actions_page(), "commands.md": commands_page(), "apps.md": apps_page()}


def _kept(name: str) -> str:
    path = DOCS / name
    return path.read_text() if path.exists() else ""


# ---- actions


def actions_page() -> str:
    """Return the page on what an agent may do."""
    return NOTE + "\n".join(_actions()).rstrip() + "\n"


def _actions() -> Iterator[str]:
    yield "# Actions\n"
    yield "One closed union of frozen values, in Python (`lifeworld.core.actions`) or as JSON: `parse_action` reads"
    yield "either and never raises, `dump_action` writes JSON. What can't be understood becomes `Invalid`: it counts as"
    yield "a step, the world stays as it was, and the next observation's `feedback` says why.\n"
    yield "A target is a `point`, as fractions of the picture, or a `ref`, a node of the tree:\n"
    for target in (actions.Point, actions.Ref):
        yield from _fields(target)
    for kind in members():
        yield f"## {kind.__name__}\n"
        yield f"{kind.__doc__}\n"
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
    import json

    name = kind.model_fields["type"].default
    action = actions.parse_action({"type": name, **EXAMPLES[name]})
    assert isinstance(action, kind), action
    given = {key: value for key, value in dump_action(action).items() if key in ("type", *EXAMPLES[name])}
    return json.dumps(given)


def _fields(kind: type[Any]) -> Iterator[str]:
    rows = [(name, field) for name, field in kind.model_fields.items()]
    yield "| field | value | default |\n|---|---|---|"
    for name, field in rows:
        default = "required" if field.is_required() else f"`{_plain(field.default)}`"
        yield f"| `{name}` | {_value(field.annotation, field.metadata)} | {default} |"
    yield ""


def _plain(value: Any) -> str:
    return (
        {None: "null", True: "true", False: "false"}.get(value, f'"{value}"' if isinstance(value, str) else "")
        if value is None or isinstance(value, bool | str)
        else ("[]" if value == () else str(value))
    )


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
    named = {actions.Point: "point", actions.Ref: "ref", type(None): "null", Any: "anything"}
    simple = {str: "text", bool: "true or false", int: "whole number", float: "number"}
    return f"{named.get(hint) or simple[hint]}{bounds}"


def _bounds(metadata: Any) -> str:
    low = next((m.ge for m in metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in metadata if hasattr(m, "le")), None)
    return "" if low is None else f", {low:g} to {high:g}" if high is not None else f", from {low:g}"


# ---- the command line


def commands_page() -> str:
    """Return the page on the command line."""
    return NOTE + "\n".join(_commands()).rstrip() + "\n"


def _commands() -> Iterator[str]:
    yield "# The command line\n"
    yield f"```text\n{_help('lifeworld', group)}\n```\n"
    context = click.Context(group, info_name="lifeworld")
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _command(f"lifeworld {name}", command)


def _command(name: str, command: click.Command) -> Iterator[str]:
    yield f"## {name}\n"
    yield f"```text\n{_help(name, command)}\n```\n"
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from _command(f"{name} {inner}", found)


def _help(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH)
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


# ---- apps


def apps_page() -> str:
    """Return the page on the apps, their commands and refusals."""
    return NOTE + "\n".join(_apps()).rstrip() + "\n"


def _apps() -> Iterator[str]:
    installed = apps.installed()
    count = sum(len(app.commands) for app in installed)
    yield "# Apps\n"
    yield f"{len(installed)} apps with {count} commands. A command is one verb of an app; all that is written in a world"
    yield "is written by commands. A refusal leaves everything as it was and tells the person why.\n"
    yield from (f"- [{app.name}](#{_anchor(app)}) (`{app.id}`): {_about(app)}" for app in installed)
    for app in installed:
        yield f"\n## {app.name}\n"
        yield f"`{app.id}`, family {app.family}. {_about(app)}\n"
        yield "| command | what it does | refused |\n|---|---|---|"
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
    return f"| **{command.__name__}** {_cell(takes)} | {_cell(about)} | {_cell(refusals)} |"


def _typed(command: type[Command]) -> Iterator[tuple[Any, Any]]:
    hints = typing.get_type_hints(command)
    for field in dataclasses.fields(command):  # type: ignore[arg-type]
        yield field, hints[field.name]


def _kind(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " / ".join(map(str, get_args(hint)))
    if get_origin(hint) in (typing.Union, UnionType):
        return f"{_kind(next(one for one in get_args(hint) if one is not type(None)))}?"
    if get_origin(hint) is tuple:
        return f"{_kind(get_args(hint)[0])}…"
    if isinstance(hint, type) and issubclass(hint, Row):
        return hint.__name__
    return {str: "text", bool: "yes/no", int: "number"}.get(hint, hint.__name__)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("{", "&#123;").replace("*", "\\*")


if __name__ == "__main__":
    sys.exit(main())

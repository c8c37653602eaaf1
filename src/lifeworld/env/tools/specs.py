"""The tools of some apps as an agent is told of them: names, what they do, and the JSON schemas of their arguments."""

import dataclasses
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.core.observation import ToolSpec
from lifeworld.core.typed import plain_type
from lifeworld.env.tools.naming import columns, kind_name, kinds, member, plain_name, tool_name
from lifeworld.env.tools.screens import more_screens, screens
from lifeworld.store import Asked, Command, Row, asked_of, hints
from lifeworld.web import App
from lifeworld.web.form import shown

AT_ONCE = 20  # rows that a list shows
_PAGE = {"type": "integer", "minimum": 1, "description": f"Which {AT_ONCE} of them; 1 are the first."}
_MORE = {"type": "integer", "minimum": 1, "description": f"Up to which {AT_ONCE} rows a screen's list is shown."}
_OF_TYPE: dict[Any, dict[str, str]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    Money: {"type": "string", "description": "An amount, like 12.50."},
    date: {"type": "string", "description": "A day, like 2026-03-14."},
    time: {"type": "string", "description": "A time, like 14:30."},
    datetime: {"type": "string", "description": "A moment, like 2026-03-14T14:30."},
}


@lru_cache(maxsize=8)
def specs(apps: tuple[App, ...]) -> tuple[ToolSpec, ...]:
    """Return the tools of these apps: of each its queries, then its commands."""
    return tuple(spec for app in apps for spec in (*_queries(app), *(_command(app, one) for one in app.commands)))


def required(command: type[Command]) -> list[str]:
    """Return the fields that must be given: those without a default, but for what an edit keeps of its row."""
    kept = command.kept()
    every = dataclasses.fields(command)  # type: ignore[arg-type]
    return [one.name for one in every if one.default is dataclasses.MISSING and one.name not in kept]


def plain(value: Any) -> Any:
    """Return a value as an argument of a call gives it."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Row):
        return str(value.id)
    return value if isinstance(value, bool | int | str) else shown(value)[-1]


def choices(hint: Any) -> list[str] | None:
    """Return the values that a field can have; None where they are not a few known ones."""
    kind = member(hint)
    return [str(one) for one in get_args(kind)] if get_origin(kind) is Literal else None


def _queries(app: App) -> Iterator[ToolSpec]:
    told = "\n".join(f"- {name}: {', '.join(map(plain_name, columns(model)))}" for name, model in kinds(app).items())
    kind = {"type": "string", "enum": list(kinds(app))}
    where = (
        "Conditions that all must hold, each of a column, one of = != < > <= >= ~ (contains) and a value, like "
        "“amount < 0”, “name ~ tea”; a row is given by its id or its name."
    )
    search = {"type": "string", "description": "Only those with these words in one of their texts."}
    arguments = {
        "kind": kind,
        "search": search,
        "where": {"type": "array", "items": {"type": "string"}, "description": where},
        "page": _PAGE,
    }
    yield _spec(f"{app.id}_list", f"List what {app.name} holds. The kinds and their columns:\n{told}", arguments)
    one = {"kind": kind, "id": {"type": "string", "description": "Its id, as the list gives it."}}
    said = f"Read one thing in {app.name} with all that its own screen tells, as if it were opened there."
    more = {name: ", ".join(more_screens(app, model)) for name, model in kinds(app).items() if more_screens(app, model)}
    others = "; ".join(f"of {name}: {names}" for name, names in more.items())
    other = {"screen": {"type": "string", "description": f"Another of its screens instead: {others}."}} if more else {}
    yield _spec(f"{app.id}_get", said, {**one, **other, "page": _MORE}, ["kind", "id"])
    screen = {"type": "string", "enum": list(screens(app))}
    looked = {"screen": screen, "search": {**search, "description": "Words for its search field, if it has one."}}
    said = f"Read one of the screens of {app.name} that sum up: totals, balances, what is due."
    yield _spec(f"{app.id}_read", said, {**looked, "page": _MORE}, ["screen"])


def _spec(name: str, said: str, arguments: Mapping[str, Any], needed: list[str] | None = None) -> ToolSpec:
    needed = ["kind"] if needed is None else needed
    return ToolSpec(name, said, {"type": "object", "properties": dict(arguments), "required": needed})


def _command(app: App, command: type[Command]) -> ToolSpec:
    asked = asked_of(command)
    fields = {name: _field(app, hint, asked.get(name)) for name, hint in hints(command).items()}
    kept = command.kept()
    for one in dataclasses.fields(command):  # type: ignore[arg-type]
        if one.name not in kept and one.default is not dataclasses.MISSING:
            _left_out(fields[one.name], one.default)
    stays = " What is left out stays." if kept - set(required(command)) else ""
    refused = f"\nIt may be refused: {', '.join(command.refusals)}." if command.refusals else ""
    said = f"{' '.join((command.__doc__ or command.__name__).split())}{stays} ({app.name}){refused}"
    return _spec(tool_name(app, command), said, fields, required(command))


def _left_out(schema: dict[str, Any], default: Any) -> None:
    """Write into an argument's schema what it is when it is left out."""
    if default is None or (default == "" and "enum" in schema):
        schema["description"] = f"{schema.get('description', '')} None where it is left out.".strip()
    else:
        schema["default"] = plain(default)


def _field(app: App, hint: Any, asked: Asked | None) -> dict[str, Any]:
    one = _one(app, hint)
    if get_origin(plain_type(hint)) is tuple:
        return {"type": "array", "items": one}
    offered = ", ".join(map(str, asked.choices)) if asked and asked.choices and "enum" not in one else ""
    parts = (asked.label, asked.hint, f"Offered are {offered}" if offered else "") if asked else ()
    said = ". ".join(part.rstrip(".") for part in parts if part)
    told = " ".join(part for part in (f"{said}." if said else "", one.get("description", "")) if part)
    return {**one, "description": told} if told else one


def _one(app: App, hint: Any) -> dict[str, Any]:
    known, kind = choices(hint), member(hint)
    if known:
        return {"type": "string", "enum": [one for one in known if one]}
    if issubclass(kind, Row):
        name = kind_name(app, kind)
        return {"type": "string", "description": f"A row of the kind “{name}”: its id in {app.id}_list, or its name."}
    return dict(_OF_TYPE[kind])

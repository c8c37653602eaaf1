"""How a command's field is drawn, and what can be chosen in it."""

from datetime import date, datetime, time
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.store import Asked, Row, Store
from lifeworld.web.language import _

_KINDS: dict[Any, str] = {
    str: "line",
    bool: "check",
    int: "number",
    Money: "money",
    date: "day",
    time: "time",
    datetime: "moment",
}


def kind_of(hint: Any) -> str:
    """Return how a field of this type is drawn where nothing else is said."""
    if get_origin(hint) is tuple:
        return "checks"
    return _KINDS.get(plain_type(hint), "select")


def options_of(hint: Any, asked: Asked, store: Store) -> list[tuple[Any, str]]:
    """Return the values that a field can have, each with its name, in order."""
    member = get_args(hint)[0] if get_origin(hint) is tuple else plain_type(hint)
    names = asked.choices or {}
    if get_origin(member) is Literal:
        return [(value, _(names.get(value) or named(value))) for value in get_args(member)]
    if names:
        return [(value, _(name)) for value, name in names.items()]
    rows = store.all(member, asked.rows, order=asked.order)
    return [(row.id, _text(row, asked)) for row in rows]


def named(value: str) -> str:
    """Return what a choice is called where nothing else is said."""
    return value.replace("_", " ").capitalize()


def colours_of(hint: Any, asked: Asked, store: Store) -> dict[Any, str]:
    """Return the colour of each row that a field can have; a choice that is no row is a colour by itself."""
    member = plain_type(hint)
    if get_origin(member) is Literal:
        return {value: value for value in get_args(member)}
    return {row.id: row.colour for row in store.all(member, asked.rows)}


def _text(row: Row, asked: Asked) -> str:
    if callable(asked.shows):
        return asked.shows(row)
    return str(getattr(row, asked.shows or ("name" if hasattr(row, "name") else "title")))

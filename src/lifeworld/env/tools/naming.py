"""What commands, tables and their rows are called where there are no screens."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from inspect import getmembers
from typing import Any, Literal, get_origin

from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.life.models import Person
from lifeworld.store import Column, Command, Kind, Row, Table, hints
from lifeworld.web import App

_NAMES = ("name", "title", "subject", "full_name", "number", "text")
_BEFORE_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def tool_name(app: App, command: type[Command]) -> str:
    """Return what a command is called: `bank_pay_bill`."""
    return f"{app.id}_{_BEFORE_CAPITAL.sub('_', command.__name__).lower()}"


@lru_cache(maxsize=256)
def kinds(app: App) -> dict[str, type[Row]]:
    """Return the rows that an app's tools tell of, by what each kind is called there: `account`, `list`.

    People are among them where a command takes one. Left out is what is the world's own, and what only looking leaves.
    """
    own = {kind_name(app, one): one for one in app.models if not (one.table().unwatched or one.table().incidental)}
    return own | {"person": Person} if Person in _taken(app) else own


def kind_name(app: App, model: type[Row]) -> str:
    """Return what a kind of row is called in an app: its table's name without the app's."""
    return model.table().name.removeprefix(f"{app.id}_").removeprefix("life_")


def columns(model: type[Row]) -> Iterator[Column]:
    """Yield the columns that screens show; of people, whom screens know by their name, no more than that."""
    for column in model.table().columns[1:]:
        hidden = column.kind in (Kind.VOLATILE, Kind.RANK) or column.unshown
        if not hidden and (model is not Person or column.name == "name"):
            yield column


@lru_cache(maxsize=256)
def sayings(model: type[Row]) -> tuple[str, ...]:
    """Return the names of what rows say of themselves beside their columns: a card's `ending`, an order's `total`.

    Screens tell these texts, amounts and days, as properties of the rows that they are given.
    """
    if model is Person:
        return ()
    found = ((name, one.fget) for name, one in getmembers(model) if isinstance(one, property) and one.fget)
    return tuple(name for name, read in found if _is_said(read.__annotations__.get("return")))


def plain_name(column: Column) -> str:
    """Return what a column is called: `account` for the reference `account_id`."""
    return column.name.removesuffix("_id") if column.references else column.name


def label(row: Row) -> str:
    """Return what a row is called on screens: its name, its title, or whatever it has of that kind; "" if nothing."""
    known = {column.name for column in columns(type(row))}
    for name in _NAMES:
        if name in known or isinstance(getattr(type(row), name, None), property):
            return str(getattr(row, name))
    return ""


def order(table: Table) -> str:
    """Return in which order rows are listed: as people put them, or else the latest first."""
    if table.rank:
        return f'"{table.rank.within}", "{table.rank.name}"' if table.rank.within else f'"{table.rank.name}"'
    dated = next((one.name for one in table.columns if one.kind is Kind.STAMP or is_day(one.type)), "")
    return f'"{dated}" DESC, id DESC' if dated else "id"


def member(hint: Any) -> Any:
    """Return the type of what a field holds, or of each of several that it holds."""
    plain = plain_type(hint)
    return plain.__args__[0] if getattr(plain, "__origin__", None) is tuple else plain


def _is_said(hint: Any) -> bool:
    return hint in (str, Money, date) or get_origin(hint) is Literal


def is_day(kind: Any) -> bool:
    """Return whether values of a type are days or moments."""
    return getattr(kind, "__name__", "") in ("date", "datetime")


def _taken(app: App) -> set[Any]:
    return {member(hint) for command in app.commands for hint in hints(command).values()}

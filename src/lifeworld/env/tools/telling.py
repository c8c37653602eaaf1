"""Rows as an agent is told of them."""

from datetime import date, datetime, time
from typing import Any

from lifeworld.core.money import Money
from lifeworld.env.tools.naming import columns, label, plain_name, sayings
from lifeworld.store import Row


def told(row: Row) -> dict[str, Any]:
    """Return a row's id, name, columns and what else it says of itself as plain data; what is empty is left out."""
    values = {plain_name(one): getattr(row, one.name) for one in columns(type(row)) if one.references is None}
    for one in columns(type(row)):
        if one.references and (there := getattr(row, one.name)) is not None:
            values[plain_name(one)] = _reference(row.follow(one.references, there))
    name = {"name": said} if (said := label(row)) not in values.values() else {}
    sayable = sayings(type(row))  # type: ignore[arg-type]  # classes are hashable, whatever their rows are
    more = {one: said for one in sayable if (said := getattr(row, one)) not in (name | values).values()}
    every = name | values | more
    return {"id": row.id, **{key: plain(value) for key, value in every.items() if value not in ("", None)}}


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it, amounts as screens write them."""
    if isinstance(value, Money):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    return f"{value:%H:%M}" if isinstance(value, time) else value


def lines(data: Any) -> str:
    """Return all texts of some plain data, one a line: what somebody who reads it has seen."""
    if isinstance(data, dict):
        return "\n".join(map(lines, data.values()))
    return "\n".join(map(lines, data)) if isinstance(data, list) else str(data)


def _reference(row: Row) -> dict[str, Any]:
    name = label(row)
    return {"id": row.id, **({"name": name} if name else {})}

"""What can be asked of an app: which rows it holds, which of them hold what, and what each says of itself."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Any

from lifeworld.core.money import Money
from lifeworld.env.tools.arguments import Misused, row_of, value_of, words_of
from lifeworld.env.tools.naming import columns, is_day, label, order, plain_name, sayings
from lifeworld.env.tools.specs import AT_ONCE, choices
from lifeworld.store import Row, Store
from lifeworld.store.tables import Column, to_sql
from lifeworld.web import App
from lifeworld.web.request import like

_DIGITS, _CONDITIONS = 5, 20  # of the number of a page; in one question
_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|!=|=|<|>|~)\s*(.*?)\s*", re.DOTALL)
_SQL = {"!=": "IS NOT"}  # where nothing is, something else is, too
_IN_ORDER = (int, float, Money, date, time, datetime)
_ORDERED = "It takes = or !=; only amounts, numbers, days and times have an order."


def listed(app: App, model: type[Row], store: Store, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of a kind that a search and conditions leave, a page at a time.

    Raises:
        Misused: an argument means nothing here.
    """
    parts = [*_searched(model, given.get("search")), *_conditions(app, model, store, given.get("where"))]
    where, values = " AND ".join(sql for sql, _ in parts), [value for _, several in parts for value in several]
    page = page_of(given)
    first = (page - 1) * AT_ONCE
    rows = store.all(model, where, *values, order=order(model.table()), limit=first + AT_ONCE)[first:]
    total = store.count(model, where, *values)
    return {"total": total, "page": page, "pages": max(1, -(-total // AT_ONCE)), "rows": [told(row) for row in rows]}


def page_of(given: Mapping[str, Any]) -> int:
    """Return which page is asked for.

    Raises:
        Misused: it is none.
    """
    text = words_of(given.get("page")) or "1"
    if not text.isdecimal() or len(text) > _DIGITS or not int(text):
        raise Misused("page: Pages are numbered from 1.")
    return int(text)


def _searched(model: type[Row], words: Any) -> Iterator[tuple[str, list[Any]]]:
    texts = [one.name for one in columns(model) if one.type is str]
    if not words_of(words):
        return
    if not texts:
        raise Misused("search: It has no texts; use where.")
    likes = " OR ".join(f"\"{name}\" LIKE ? ESCAPE '!'" for name in texts)
    yield f"({likes})", [like(words_of(words))] * len(texts)


def _conditions(app: App, model: type[Row], store: Store, given: Any) -> Iterator[tuple[str, list[Any]]]:
    known = {plain_name(one): one for one in columns(model)}
    if not isinstance(given, list | str | None):
        raise Misused("where: It takes a list of conditions.")
    if isinstance(given, list) and len(given) > _CONDITIONS:
        raise Misused(f"where: It takes {_CONDITIONS} conditions at most.")
    for said in [given] if isinstance(given, str) else given or []:
        found = _CONDITION.fullmatch(words_of(said))
        if found is None:
            raise Misused(f"where: “{said}” is not written like “amount < 0”.")
        name, sign, text = found.groups()
        column = known.get(name) or known.get(name.removesuffix("_id"))
        if column is None:
            raise Misused(f"where: There is no column “{name}”; there are {', '.join(known)}.")
        try:
            yield _condition(app, column, sign, text.strip("\"'“”"), store)
        except Misused as wrong:
            raise Misused(f"where: {name}: {wrong}") from None


def _condition(app: App, column: Column, sign: str, text: str, store: Store) -> tuple[str, list[Any]]:
    name = f'"{column.name}"'
    if text.lower() in ("", "none", "null") and column.nullable:
        return f"{name} IS {'NOT ' if sign == '!=' else ''}NULL", []
    if sign == "~":
        if column.type is not str:
            raise Misused("It is no text; use = instead of ~.")
        return f"{name} LIKE ? ESCAPE '!'", [like(text)]
    return _compared(app, column, sign, text, store)


def _compared(app: App, column: Column, sign: str, text: str, store: Store) -> tuple[str, list[Any]]:
    name = f'"{column.name}"'
    if column.references:
        if sign not in ("=", "!="):
            raise Misused(_ORDERED)
        return f"{name} {_SQL.get(sign, sign)} ?", [row_of(app, column.references, text, store).id]
    if is_day(column.type) and re.fullmatch(r"\d{4}(-\d\d)?(-\d\d)?", text):  # as much of it as is given
        return f"substr({name}, 1, {len(text)}) {_SQL.get(sign, sign)} ?", [text]
    value = value_of(column.type, text, store, choices(column.type))
    if sign not in ("=", "!=") and column.type not in _IN_ORDER:
        raise Misused(_ORDERED)
    alike = " COLLATE NOCASE" if column.type is str else ""
    return f"{name} {_SQL.get(sign, sign)} ?{alike}", [to_sql(value)]


# ---- rows as an agent is told of them


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

"""What can be asked of an app: which rows it holds, and which of them hold what."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Any

from lifeworld.core.money import Money
from lifeworld.env.tools.arguments import Misused, row_of, value_of, words_of
from lifeworld.env.tools.naming import columns, order, plain_name
from lifeworld.env.tools.specs import AT_ONCE, choices
from lifeworld.env.tools.telling import told
from lifeworld.store import Row, Store
from lifeworld.store.tables import Column, to_sql
from lifeworld.web import App

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
    like = f"%{_like(words_of(words))}%"
    yield "(" + " OR ".join(f"\"{name}\" LIKE ? ESCAPE '!'" for name in texts) + ")", [like] * len(texts)


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
        return f"{name} LIKE ? ESCAPE '!'", [f"%{_like(text)}%"]
    return _compared(app, column, sign, text, store)


def _compared(app: App, column: Column, sign: str, text: str, store: Store) -> tuple[str, list[Any]]:
    name = f'"{column.name}"'
    if column.references:
        if sign not in ("=", "!="):
            raise Misused(_ORDERED)
        return f"{name} {_SQL.get(sign, sign)} ?", [row_of(app, column.references, text, store).id]
    if _is_moment(column) and re.fullmatch(r"\d{4}(-\d\d)?(-\d\d)?", text):
        return _in_time(name, sign, text)
    value = value_of(column.type, text, store, choices(column.type))
    if sign not in ("=", "!=") and column.type not in _IN_ORDER:
        raise Misused(_ORDERED)
    alike = " COLLATE NOCASE" if column.type is str else ""
    return f"{name} {_SQL.get(sign, sign)} ?{alike}", [to_sql(value)]


def _in_time(name: str, sign: str, text: str) -> tuple[str, list[Any]]:
    """Compare as much of a day or a moment as is given: 2026, 2026-03 or 2026-03-14."""
    return f"substr({name}, 1, {len(text)}) {_SQL.get(sign, sign)} ?", [text]


def _is_moment(column: Column) -> bool:
    return column.type.__name__ in ("date", "datetime") if isinstance(column.type, type) else False


def _like(words: str) -> str:
    return re.sub(r"([!%_])", r"!\1", words)

"""Data that a world's file may hold breaks no page: odd values in every column, as far as the file is accepted."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from tests import rotation

from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.money import Money
from lifeworld.proof import crawl as crawling
from lifeworld.store import Store
from lifeworld.store.tables import Column
from lifeworld.web.look import DEVICES, Look
from lifeworld.world import World, files, load
from lifeworld.world.fitting import misfit
from lifeworld.world.profiles import NAMES

AT_ONCE = 6  # of all odd values in all homes, as many are tried in a quick test
TEXTS = {
    "nothing": "",
    "key": "unknown-key",
    "long": "x" * 5000,
    "emoji": "😀👩‍👩‍👧",
    "lines": "a\nb\tc",
    "marks": "<b>&\"' {0} %s {name} %(n)s",
    "number": "-1",
    "path": "../..",
    "list": "a/b,c;d@e:f",
    "address": "12 Nowhere",
}
NUMBERS = {f"{number}": number for number in (0, -1, 3, -(10**9), 10**9, 10**12)}
MOMENTS = {when[:4]: when for when in ("1900-01-01T00:00:00", "2026-03-12T09:41:00", "2100-12-31T23:59:59")}
PLACES = {"first": 0, "last": -1}
Odd = Callable[[Column, int, Store], Any]  # a value for a row's column, by the row's number; None where it has none


def _text(column: Column, number: int, store: Store, text: str) -> Any:
    return text if column.type is str else None


def _number(column: Column, number: int, store: Store, value: int) -> Any:
    return value if column.type in (int, Money) and not column.references else None


def _moment(column: Column, number: int, store: Store, when: str) -> Any:
    return {datetime: when, date: when[:10]}.get(column.type)


def _choice(column: Column, number: int, store: Store, place: int) -> Any:
    if column.type is bool:
        return (number + place) % 2 == 0 if column.name not in ("signed_in", "locked") else None
    choices = get_args(column.type) if get_origin(column.type) else ()
    return choices[(number + place) % len(choices)] if choices else None


def _row(column: Column, number: int, store: Store, place: int) -> Any:
    if not column.references:
        return None
    ids = store.sql(f'SELECT id FROM "{column.references.table().name}" ORDER BY id')
    return ids[place][0] if ids else None


def odd() -> Iterator[tuple[str, Odd]]:
    """Yield each odd value by its name."""
    for make, values in ((_text, TEXTS), (_number, NUMBERS), (_moment, MOMENTS), (_choice, PLACES), (_row, PLACES)):
        for name, value in values.items():
            yield f"{make.__name__[1:]} {name}", lambda *asked, make=make, value=value: make(*asked, value)  # type: ignore[misc]


ODD = dict(odd())
CASES = [f"{home}: {name}" for home, name in product(files.homes(), (*ODD, "null"))]


def spoilt(home: str, name: str, store: Store) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of an app with an odd value in each column that may hold it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name_of, rows in files.exported(store, NAMES[0], (home,))["rows"][home].items():
        table = files.homes()[home][name_of]
        kept = {"id", *(column for several in table.unique for column in several)}
        columns = [one for one in table.columns if one.name not in kept and one.name not in str(table.needs)]
        for number, row in enumerate(rows):
            for column in columns:
                value = None if name == "null" else ODD[name](column, number, store)
                if (value is not None or name == "null") and not misfit(column, value):
                    row[column.name] = value
        found[name_of] = rows
    return found


def laid(home: str, tables: dict[str, list[dict[str, Any]]]) -> Iterator[bytes]:
    """Yield the world of all these rows; where that is refused, one for each table that is accepted by itself."""
    for rows in (tables, *({name: tables[name]} for name in tables)):
        store = Store.over(load(NAMES[0]).data)
        try:
            files.lay({"over": NAMES[0], "rows": {home: rows}}, store, Path("odd.json"))
        except UserError as refused:
            assert all(line.startswith("odd.json: ") for line in str(refused).splitlines())
            continue
        yield store.bytes()
        if rows is tables:
            return


@pytest.mark.long
@pytest.mark.parametrize("case", rotation.some_names("odd worlds", CASES, AT_ONCE))
def test_odd_rows_are_refused_in_a_line_or_break_no_page(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home, _, name = case.partition(": ")
    monkeypatch.setattr(crawling, "MOST_OF_A_KIND", 1)
    device = DEVICES["phone" if len(case) % 2 else "desktop"]
    base = Store.over(load(NAMES[0]).data)
    starts = [f"/{home}/"] if home in apps.by_id() else [app.href for app in apps.installed()]
    for data in laid(home, spoilt(home, name, base)):
        for start in starts:
            world = World(data, Look(device=device))
            broken = [page.address for page in crawling.crawl(world, start, start) if page.response.status == 500]
            assert not broken, f"{broken[0]}: {world.site.fault}"
            world.close()
    base.close()

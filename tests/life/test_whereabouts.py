"""Where the owner of a life is, by the rows that apps show: their own eyes, and none of what lives are made with."""

import tomllib
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from sqlite3 import Connection, connect

import pytest
from tests.life.conftest import LIVES, lived

from lifeworld import apps
from lifeworld.city import places
from lifeworld.life.biographies import biography
from lifeworld.life.models import businesses
from lifeworld.store import Store
from lifeworld.world.profiles import filled, load
from lifeworld.world.tables import tables

FAST = 15  # metres a second, as the crow flies
ROUND = 0.06  # of the payments may fall on a full minute; one in sixty would by chance
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
STEPS = {"": 0, "daily": 1, "weekdays": 1, "weekly": 7}
VISITS = "SELECT v.at, p.key, p.name FROM maps_visit v JOIN maps_place p ON p.id = v.place_id ORDER BY v.at, v.id"
GUEST = "c.name != 'Work' AND e.all_day = 0 AND e.reply IN ('', 'accepted')"  # who works somewhere needs no open door
ENTRIES = f"""SELECT e.starts, e.ends, e.repeats, e.until, e.id, p.key, p.name FROM calendar_event e
    JOIN calendar_calendar c ON c.id = e.calendar_id
    JOIN maps_place p ON e.place = p.name OR e.place LIKE p.name || ',%' WHERE {GUEST}"""
AT_WORK = """SELECT e.starts FROM calendar_event e JOIN calendar_calendar c ON c.id = e.calendar_id
    WHERE c.name = 'Work'"""
PAID = """SELECT b.at, p.key, p.name, p.id FROM bank_entry b JOIN maps_place p ON p.business_id = b.business_id
    WHERE b.kind = 'card' AND b.memo = '' AND p.category IN
    ('grocer', 'bakery', 'cafe', 'restaurant', 'bar', 'leisure', 'health', 'shop') AND p.key != 'megacart'"""
REVIEWS = """SELECT r.written_at, p.name, (SELECT min(v.at) FROM maps_visit v WHERE v.place_id = p.id)
    FROM maps_review r JOIN maps_place p ON p.id = r.place_id WHERE r.author = ''"""
Law = Callable[[Connection], Iterator[str]]


@cache
def opening(key: str) -> tuple[tuple[tuple[str, str], ...], ...] | None:
    """Return the spans of each day from Monday as the file has them, as texts; None for what keeps no hours."""
    told = tomllib.loads((Path(places.__file__).parent / "en/sights.toml").read_text("utf-8"))
    text = told["own_hours"].get(key, told["hours"].get(places.places()[key].category))
    week: list[tuple[tuple[str, str], ...]] = [()] * 7
    for days, *spans in [part.split() for part in text.split(", ")] if text else ():
        first, _, last = days.partition("-")
        for day in range(DAYS.index(first), DAYS.index(last or first) + 1):
            week[day] = tuple((span[:5], span[6:]) for span in spans)
    return tuple(week) if text else None


def is_open(key: str, start: datetime, end: datetime) -> bool:
    week = opening(key)
    spans = week[start.weekday()] if week else [("00:00", "99")]
    return any(a <= f"{start:%H:%M}" and f"{end:%H:%M:%S}" <= f"{b}:00" for a, b in spans)


def closed(rows: Connection) -> Iterator[str]:
    """Yield visits, payments and entries where the door was closed."""
    work = {at for (at,) in rows.execute(AT_WORK)}
    moments = [row for row in rows.execute(VISITS) if row[0] not in work] + [row[:3] for row in rows.execute(PAID)]
    for at, key, name in moments:
        if not is_open(key, *[datetime.fromisoformat(at)] * 2):
            yield f"{at} at {name}"
    for starts, ends, repeats, until, event, key, name in rows.execute(ENTRIES):
        start, length = datetime.fromisoformat(starts), datetime.fromisoformat(ends) - datetime.fromisoformat(starts)
        for day in held(rows, event, start, repeats, until):
            at = datetime.combine(day, start.time())
            if not is_open(key, at, at + length):
                yield f"entry of {at} at {name}"


def held(rows: Connection, event: int, start: datetime, repeats: str, until: str | None) -> Iterator[date]:
    """Yield the days of an entry up to six weeks from now."""
    skipped = {day for (day,) in rows.execute("SELECT day FROM calendar_skipped WHERE event_id = ?", (event,))}
    last = date.fromisoformat(until) if until else _now(rows).date() + timedelta(days=42)
    day = start.date()
    while day <= last:
        if day.isoformat() not in skipped and (repeats != "weekdays" or day.weekday() < 5):
            yield day
        if not (step := STEPS.get(repeats, 0)):
            return
        day += timedelta(days=step)


def _now(rows: Connection) -> datetime:
    return datetime.fromisoformat(rows.execute("SELECT now FROM clock").fetchone()[0])


def paid_before(rows: Connection) -> Iterator[str]:
    """Yield payments at a place before the only visit of the day there."""
    there = {}
    for at, key, _ in rows.execute(VISITS):
        there.setdefault((at[:10], key), at)
    yield from (f"{at} at {name}" for at, key, name, _ in rows.execute(PAID) if at < there.get((at[:10], key), at))


def too_fast(rows: Connection) -> Iterator[str]:
    """Yield visits that come sooner after the last one than one gets there."""
    for (at, key, name), (later, other, there) in pairwise(rows.execute(VISITS)):
        metres = places.places()[key].at.to(places.places()[other].at)
        seconds = (datetime.fromisoformat(later) - datetime.fromisoformat(at)).total_seconds()
        if metres > FAST * seconds:
            yield f"{at} {name}, {later} {there}: {metres:.0f} m"


def not_been(rows: Connection) -> Iterator[str]:
    """Yield reviews of the owner's from before they were there, and places kept before they were in the city."""
    yield from (f"{name}: {at}" for at, name, first in rows.execute(REVIEWS) if not first or at < first)
    kept = "SELECT added_at FROM maps_saved WHERE added_at < (SELECT min(substr(at, 1, 10)) FROM maps_visit)"
    yield from (f"kept: {at}" for (at,) in rows.execute(kept))


def on_the_minute(rows: Connection) -> Iterator[str]:
    """Yield payments on a full minute, where they are more than chance has, and moments between two seconds."""
    yield from (at for at, *_ in rows.execute(VISITS) if "." in at)
    moments = [at for at, *_ in rows.execute(PAID)]
    found = [at for at in moments if at.endswith(":00")]
    yield from found if len(found) > max(9, ROUND * len(moments)) else ()


LAWS: tuple[Law, ...] = (closed, paid_before, too_fast, not_been, on_the_minute)


@cache
def stored(name: str, seed: int | None) -> bytes:
    """Return the rows of a life, in all apps; those of the person's own year are kept."""
    if seed is None:
        return bytes(load(name).data)
    life, store = lived(name, seed), Store.empty(tables())
    with store.writing():
        for _ in filled(store, life, {app.id: life for app in apps.installed()}):
            pass
    return store.bytes()


def opened(data: bytes) -> Connection:
    rows = connect(":memory:")
    rows.deserialize(data)
    return rows


@pytest.mark.parametrize(("name", "seed"), LIVES)
def test_the_owner_is_where_one_can_be(name: str, seed: int | None) -> None:
    rows = opened(stored(name, seed))
    assert {law.__name__: found for law in LAWS if (found := [*law(rows)])} == {}


@pytest.mark.parametrize(
    ("law", "planted"),
    [
        (closed, "UPDATE maps_visit SET at = substr(at, 1, 11) || '03:10:07'"),
        (closed, "UPDATE calendar_event SET starts = substr(starts, 1, 11) || '02:00:00' WHERE place != ''"),
        (paid_before, "UPDATE maps_visit SET at = substr(at, 1, 11) || '23:59:59'"),
        (too_fast, "UPDATE maps_visit SET at = substr(at, 1, 11) || '12:00:00'"),
        (not_been, "UPDATE maps_review SET written_at = '2020-01-01T10:00:00' WHERE author = ''"),
        (not_been, "UPDATE maps_saved SET added_at = '2020-01-01T10:00:00'"),
        (on_the_minute, "UPDATE bank_entry SET at = substr(at, 1, 16) || ':00' WHERE kind = 'card'"),
    ],
)
def test_what_cannot_be_is_found(law: Law, planted: str) -> None:
    rows = opened(stored("nora", None))
    rows.execute(planted)
    assert len([*law(rows)]) > 3


@pytest.mark.parametrize("name", [f"person-{number}" for number in range(24)])
def test_who_shares_a_bill_at_an_entry_pays_once_it_has_begun(name: str) -> None:
    drawn = biography(name)
    for split, entry in product(drawn.splits, drawn.standing):
        if entry.place == businesses()[split.business].name and entry.day == split.weekday:
            hours, minutes = map(int, entry.start.split(":"))
            assert split.hour - 0.1 >= hours + minutes / 60, (split.key, entry.key)

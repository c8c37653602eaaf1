"""Flaws of place: who is at two at once, what is paid where one is not."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from lifeworld.life.audit.flaw import Flaw
from lifeworld.life.events import CardPayment, Planned
from lifeworld.life.lived import Life

FROM_A_SCREEN = ("airline", "hotel", "transport", "charity")  # kinds of businesses that are paid from anywhere
_STEPS = {"weekly": 7, "weekdays": 1, "daily": 1}  # days from one time to the next
_SATURDAY = 5
Span = tuple[datetime, datetime, Planned]


def at_two(life: Life) -> Iterator[Flaw]:
    """Yield what begins while the owner is at something else, or away."""
    away, last = _away(life), None
    kept = (
        one for one in _kept(life, life.now + timedelta(days=42)) if not one[2].repeats or one[0].date() not in away
    )
    for span in sorted(kept, key=lambda one: (one[0], one[1], one[2].title)):
        if last and span[0] < last[1]:
            yield Flaw("at two places", span[0], f"“{span[2].title}” during “{last[2].title}”")
        last = max(last or span, span, key=lambda one: one[1])
    for start, _, entry in _kept(life, life.now) if away else ():
        if start.date() in away and not entry.repeats and not entry.key.startswith("trip-"):
            yield Flaw("at two places", start, f"“{entry.title}” while away")


def paid_elsewhere(life: Life) -> Iterator[Flaw]:
    """Yield card payments at a house while the owner is away, or at another."""
    businesses = {one.id: one for one in life.businesses}
    away = _away(life)
    spans = [(start, end, entry.place) for start, end, entry in _kept(life, life.now) if entry.place]
    for payment in (event for event in life.events if isinstance(event, CardPayment) and not event.memo):
        house = businesses[payment.business_id]
        there = [place for start, end, place in spans if start < payment.at < end]
        if house.kind not in FROM_A_SCREEN and (
            payment.at.date() in away or not all(place.startswith(house.name) for place in there)
        ):
            yield Flaw("paid elsewhere", payment.at, f"{payment.amount} at {house.name}")


def _kept(life: Life, last: datetime) -> Iterator[Span]:
    """Yield the times up to `last` at which the owner is somewhere, with what it is."""
    for event in life.events:
        if isinstance(event, Planned) and not event.all_day and event.answer not in ("invited", "declined"):
            yield from ((start, end, event) for start, end in times(event, last))


def times(event: Planned, last: datetime) -> Iterator[tuple[datetime, datetime]]:
    if event.start.date() not in event.skips:
        yield event.start, event.end
    step = _STEPS.get(event.repeats)
    start, length = event.start, event.end - event.start
    while step and (start := start + timedelta(days=step)) <= last and not (event.until and start.date() > event.until):
        if (event.repeats != "weekdays" or start.weekday() < _SATURDAY) and start.date() not in event.skips:
            yield start, start + length


def _away(life: Life) -> set[date]:
    """Return the days on which the owner is on a journey."""
    trips = (one for one in life.events if isinstance(one, Planned) and one.key.startswith("trip-") and one.all_day)
    return {trip.start.date() + timedelta(days=day) for trip in trips for day in range((trip.end - trip.start).days)}

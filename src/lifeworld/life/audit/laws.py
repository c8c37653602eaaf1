"""All laws of a life, and those of order and place: who acts asleep or is at two places, what money is not there."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from lifeworld.city.directory import ahead
from lifeworld.life import events
from lifeworld.life.audit import Flaw, agreed, texts, times, told, with_causes
from lifeworld.life.ledger import flows
from lifeworld.life.lived import Life

_ASLEEP = range(2, 5)  # the hours at which nobody writes who does not work then
_AWAKE, _CHILD = range(5, 22), timedelta(days=14 * 365)  # the hours at which somebody younger is up
_NAMED = re.compile(r"plans: share-\d+/named")  # how much one’s part is
_NAMED_LATE = timedelta(hours=2)
_BEFORE = {
    events.BillPaid: events.BillIssued,
    events.Shipped: events.Purchase,
    events.Delivered: events.Shipped,
    events.Returned: events.Delivered,
}  # of the same number
_OWN = ("checking", "savings")  # purses in which nobody owes
FROM_A_SCREEN = ("airline", "hotel", "transport", "charity")  # kinds of businesses that are paid from anywhere
Span = tuple[datetime, datetime, events.Planned]


def asleep(life: Life) -> Iterator[Flaw]:
    """Yield what is written or noted in the dead of their night by people who don't work then, or late by a child."""
    nights = {start.date() for start in _nights(life)}
    people = {one.id: one for one in life.people}
    met = (one for one in life.events if isinstance(one, events.Planned) and one.calendar != "Family")  # others ring
    here = {(guest, one.start.date()) for one in met for guest, _ in one.guests}
    for event in life.events:
        by_somebody = isinstance(event, events.Messaged | events.Noted) or (
            isinstance(event, events.Mailed) and event.person_id
        )
        by = people[getattr(event, "sender_id", None) or getattr(event, "person_id", None) or life.me.id]
        there = event.at if (by.id, event.at.date()) in here else event.at + ahead(by.address)
        late = there.hour in _ASLEEP and (event.at - timedelta(hours=8)).date() not in nights
        child = life.now.date() - by.birthday < _CHILD
        if by_somebody and (late or (there.hour not in _AWAKE and child)):
            yield Flaw("asleep", event.at, told(event))


def _nights(life: Life) -> Iterator[datetime]:
    """Yield when the shifts begin that go on past midnight, by the calendar."""
    for entry in life.events:
        if isinstance(entry, events.Planned) and entry.calendar == "Work" and entry.start.hour >= 20:
            weeks = (life.now - entry.start).days // 7 if entry.repeats else 0
            yield from (entry.start + timedelta(days=7 * week) for week in range(weeks + 1))


def out_of_order(life: Life) -> Iterator[Flaw]:
    """Yield what comes before what it is about: a payment before its bill, a parcel before its order."""
    seen: set[tuple[type, str]] = set()
    for event in life.events:
        number, needed = getattr(event, "number", ""), _BEFORE.get(type(event))
        if needed and (needed, number) not in seen:
            yield Flaw("out of order", event.at, f"{type(event).__name__} {number} before {needed.__name__}")
        seen.add((type(event), number))


def strangers(life: Life) -> Iterator[Flaw]:
    """Yield messages of people who are not in the chat, or in a group that there is not yet."""
    members: dict[str, set[int]] = {}
    for event in life.events:
        if isinstance(event, events.GroupMade):
            members[event.key] = {*event.members, life.me.id}
        if isinstance(event, events.Messaged):
            other = {int(one) for one in re.findall(r"^direct:(\d+)$", event.chat)} & {one.id for one in life.people}
            if event.sender_id not in members.get(event.chat, {life.me.id, *other} if other else ()):
                yield Flaw("not a member", event.at, f"{told(event)} in {event.chat}")


def paid_early(life: Life) -> Iterator[Flaw]:
    """Yield sums that are named to somebody who has just paid them."""
    paid: dict[int, list[events.PeerPayment]] = defaultdict(list)
    for event, cause in with_causes(life):
        if isinstance(event, events.PeerPayment):
            paid[event.person_id].append(event)
        if isinstance(event, events.Messaged) and _NAMED.fullmatch(cause) and event.chat.startswith("direct:"):
            for one in paid[int(event.chat.removeprefix("direct:"))]:
                if event.at - one.at < _NAMED_LATE and str(one.amount) in event.text:
                    yield Flaw("paid before it was named", event.at, told(event))


def overdrawn(life: Life) -> Iterator[Flaw]:
    """Yield the first payment that an account of the owner's did not have the money for."""
    left = {purse: amount.cents for purse, amount in life.opening.items()}
    issued = [
        event for event in life.events if isinstance(event, events.BillIssued)
    ]  # first: what is out of order is told
    known = {bill.number for bill in issued}
    rest = (event for event in life.events if not isinstance(event, events.BillPaid) or event.number in known)
    for flow in flows([*issued, *rest]):
        left[flow.purse] += flow.amount.cents
        if flow.purse in _OWN and left[flow.purse] < 0:
            yield Flaw("overdrawn", flow.at, f"{flow.purse}, {abs(left[flow.purse]) / 100:,.2f} short")
            return


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


def backwards(life: Life) -> Iterator[Flaw]:
    """Yield what stands in the calendar and is over before it begins."""
    entries = (one for one in (*life.events, *life.ahead) if isinstance(one, events.Planned))
    yield from (Flaw("over before it begins", one.start, told(one)) for one in entries if one.end <= one.start)


def paid_elsewhere(life: Life) -> Iterator[Flaw]:
    """Yield card payments at a house while the owner is away, or at another."""
    businesses = {one.id: one for one in life.businesses}
    away = _away(life)
    spans = [(start, end, entry.place) for start, end, entry in _kept(life, life.now) if entry.place]
    for payment in (event for event in life.events if isinstance(event, events.CardPayment) and not event.memo):
        house = businesses[payment.business_id]
        there = [place for start, end, place in spans if start < payment.at < end]
        if house.kind not in FROM_A_SCREEN and (
            payment.at.date() in away or not all(place.startswith(house.name) for place in there)
        ):
            yield Flaw("paid elsewhere", payment.at, f"{payment.amount} at {house.name}")


def _kept(life: Life, last: datetime) -> Iterator[Span]:
    """Yield the times up to `last` at which the owner is somewhere, with what it is."""
    for event in life.events:
        if isinstance(event, events.Planned) and not event.all_day and event.answer not in ("invited", "declined"):
            yield from ((start, end, event) for start, end in times(event, last))


def _away(life: Life) -> set[date]:
    """Return the days on which the owner is on a journey."""
    trips = (
        one for one in life.events if isinstance(one, events.Planned) and one.key.startswith("trip-") and one.all_day
    )
    return {trip.start.date() + timedelta(days=day) for trip in trips for day in range((trip.end - trip.start).days)}


_LAWS = (
    *(asleep, out_of_order, strangers, paid_early, overdrawn, at_two, backwards, paid_elsewhere),
    *(texts.said_twice, texts.unreadable, agreed.disagreements),
)


def flaws(life: Life) -> Iterator[Flaw]:
    """Yield what contradicts itself, and what can't be read.

    Asleep, out of order, not a member, paid before it was named, overdrawn; at two places at once, over before it
    begins, paid elsewhere; said twice, a gap, a date that there is not (`texts`). Of plans (`agreed`): not in the
    calendar, there though it was called off, at another time or place, of another title or with others than said, not
    paid or another sum, not rung, no child's, not yet told, no reply, and of a sheet: otherwise, or never begun.
    """
    for law in _LAWS:
        yield from law(life)

"""Flaws of order: who acts asleep, what comes before its cause, who is no member, what money is not there."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from lifeworld.life.audit.flaw import Flaw, told, with_causes
from lifeworld.life.events import (
    BillIssued,
    BillPaid,
    Delivered,
    GroupMade,
    Mailed,
    Messaged,
    Noted,
    PeerPayment,
    Planned,
    Purchase,
    Returned,
    Shipped,
)
from lifeworld.life.ledger import flows
from lifeworld.life.lived import Life

_ASLEEP = range(2, 5)  # the hours at which nobody writes who does not work then
_AWAKE, _CHILD = range(5, 22), timedelta(days=14 * 365)  # the hours at which somebody younger is up
_NAMED = re.compile(r"plans: share-\d+/named")  # how much one’s part is
_NAMED_LATE = timedelta(hours=2)
_BEFORE = {BillPaid: BillIssued, Shipped: Purchase, Delivered: Shipped, Returned: Delivered}  # of the same number
_OWN = ("checking", "savings")  # purses in which nobody owes


def asleep(life: Life) -> Iterator[Flaw]:
    """Yield what is written or noted in the dead of night by people none of whom works then, or late by a child."""
    nights = {start.date() for start in _nights(life)}
    children = {one.id for one in life.people if life.now.date() - one.birthday < _CHILD}
    for event in life.events:
        by_somebody = isinstance(event, Messaged | Noted) or (isinstance(event, Mailed) and event.person_id)
        by = getattr(event, "sender_id", None) or getattr(event, "person_id", None)
        late = event.at.hour in _ASLEEP and (event.at - timedelta(hours=8)).date() not in nights
        if by_somebody and (late or (event.at.hour not in _AWAKE and by in children)):
            yield Flaw("asleep", event.at, told(event))


def _nights(life: Life) -> Iterator[datetime]:
    """Yield when the shifts begin that go on past midnight, by the calendar."""
    for entry in life.events:
        if isinstance(entry, Planned) and entry.calendar == "Work" and entry.start.hour >= 20:
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
        if isinstance(event, GroupMade):
            members[event.key] = {*event.members, life.me.id}
        if isinstance(event, Messaged):
            other = {int(one) for one in re.findall(r"^direct:(\d+)$", event.chat)} & {one.id for one in life.people}
            if event.sender_id not in members.get(event.chat, {life.me.id, *other} if other else ()):
                yield Flaw("not a member", event.at, f"{told(event)} in {event.chat}")


def paid_early(life: Life) -> Iterator[Flaw]:
    """Yield sums that are named to somebody who has just paid them."""
    paid: dict[int, list[PeerPayment]] = defaultdict(list)
    for event, cause in with_causes(life):
        if isinstance(event, PeerPayment):
            paid[event.person_id].append(event)
        if isinstance(event, Messaged) and _NAMED.fullmatch(cause) and event.chat.startswith("direct:"):
            for one in paid[int(event.chat.removeprefix("direct:"))]:
                if event.at - one.at < _NAMED_LATE and str(one.amount) in event.text:
                    yield Flaw("paid before it was named", event.at, told(event))


def overdrawn(life: Life) -> Iterator[Flaw]:
    """Yield the first payment that an account of the owner's did not have the money for."""
    left = {purse: amount.cents for purse, amount in life.opening.items()}
    issued = [event for event in life.events if isinstance(event, BillIssued)]  # first: what is out of order is told
    known = {bill.number for bill in issued}
    rest = (event for event in life.events if not isinstance(event, BillPaid) or event.number in known)
    for flow in flows([*issued, *rest]):
        left[flow.purse] += flow.amount.cents
        if flow.purse in _OWN and left[flow.purse] < 0:
            yield Flaw("overdrawn", flow.at, f"{flow.purse}, {abs(left[flow.purse]) / 100:,.2f} short")
            return

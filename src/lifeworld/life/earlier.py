"""The years before: what was lived comes once more, on the same weekdays, with the same people and amounts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from datetime import date, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.life import events
from lifeworld.life.ledger import flows
from lifeworld.life.lived import YEAR, Life
from lifeworld.store import Event

_NUMBER = re.compile(r"\b([A-Z]{2}-)(\d\d)(?=\d\d-\d)")  # of an order or a bill: two letters, year, month, a number
_TRACKED = re.compile(r"\bSW(\d{10})\b")  # of a parcel
_NAMED = ("thread", "key")  # what tells a conversation or a plan from others
_OVER = {"pending": False, "read": True}


def earlier(life: Life, years: int) -> list[Event]:
    """Return what happened in so many years before; balances begin each of them as they began the last."""
    closed = _closed(life)
    lately = (event for event in life.events if event.at > life.now - YEAR and not _lasts(event))
    over = [_over(event) for event in lately if getattr(event, "number", None) in closed]
    several = ((event, n) for n in range(1, years + 1) for event in (*over, *_settled(over, life)))
    found = (
        replace(event, **{one.name: _said_before(one.name, getattr(event, one.name), n) for one in fields(event)})
        for event, n in several
    )
    return list(_unplanned(found, life))


def _unplanned(found: Iterable[Event], life: Life) -> Iterator[Event]:
    """Yield events less plans, and answers to them, that stand in the calendar already, by title and start."""
    planned = {(one.title, one.start) for one in (*life.events, *life.ahead) if isinstance(one, events.Planned)}
    for event in found:
        if isinstance(event, events.Planned | events.Answered) and (event.title, event.start) in planned:
            continue
        planned |= {(event.title, event.start)} if isinstance(event, events.Planned) else set()
        yield event


def _lasts(event: Event) -> bool:
    """Return whether an event happens once, or for ever."""
    for_ever = isinstance(event, events.Planned) and event.repeats != "" and event.until is None
    return isinstance(event, events.GroupMade | events.Repriced) or for_ever


def _closed(life: Life) -> set[str | None]:
    """Return the numbers of the year's orders and bills that are settled; None stands for events without one."""
    begun = {
        one.number
        for one in life.events
        if isinstance(one, events.BillIssued | events.Purchase) and one.at > life.now - YEAR
    }
    ended = {
        one.number for one in life.events if isinstance(one, events.BillPaid | events.Delivered | events.Cancelled)
    }
    return {None, *begun & ended} - {getattr(one, "number", "") for one in life.ahead}


def _over(event: Event) -> Event:
    """Return an event as it stands when all of it is done: read, booked, ticked."""
    over: dict[str, Any] = {each.name: _OVER[each.name] for each in fields(event) if each.name in _OVER}
    if isinstance(event, events.Noted):
        over["done_at"] = event.done_at or event.at + timedelta(days=1)
        over["steps"] = tuple((title, True) for title, _ in event.steps)
    return replace(event, **over)


def _settled(some: Iterable[Event], life: Life) -> Iterator[Event]:
    """Yield what ends a year: each account gives the bank what it has gained, or gets what it has lost."""
    bank = next(one.id for one in life.businesses if one.kind == "bank")
    gained: dict[events.Purse, int] = {}
    for flow in flows(some):
        gained[flow.purse] = gained.get(flow.purse, 0) + flow.amount.cents
    for purse, cents in gained.items():
        what: dict[str, Any] = {"at": life.now, "business_id": bank, "amount": Money(abs(cents))}
        what |= {"purse": purse, "memo": "Term deposit"}
        yield events.CardPayment(**what) if cents > 0 else events.Deposit(**what)


def _said_before(name: str, value: Any, years: int) -> Any:
    if isinstance(value, date):  # which a datetime is, too
        return value - years * YEAR
    if not isinstance(value, str):
        return value
    if name in _NAMED:
        return f"{value}/{years}y"
    tracked = _TRACKED.sub(lambda found: f"SW{(int(found[1]) - years * 7919) % 10**10:010}", value)
    return _NUMBER.sub(lambda found: f"{found[1]}{int(found[2]) - years:02}", tracked)

"""The shop's mail about an order, from its confirmation to a refund."""

from dataclasses import replace
from datetime import date
from zlib import crc32

from lifeworld.apps.mail.letters import Entry, Notice, deliver
from lifeworld.apps.mail.models import ME, Matter
from lifeworld.apps.mail.words import words
from lifeworld.life import events, goods
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Handlers

_OfOrder = events.Purchase | events.Shipped | events.Delivered | events.Cancelled | events.Returned
_PURSES = {"checking": "Debit card", "savings": "Savings", "credit": "Credit card"}


def purchase(store: Store, event: events.Purchase) -> None:
    """The shop confirms an order, line by line."""
    what = _what(event.lines)
    matter = {"number": event.number, "business_id": event.business_id, "amount": event.total, "day": event.arrives}
    store.add(Matter, **matter, what=what)
    openers = words().ordered
    opener = openers[crc32(event.number.encode()) % len(openers)].format(first=store.get(Person, ME).first)
    entries = (
        Entry("Delivered to", event.address),
        Entry("Arrives", _day(event.arrives)),
        Entry("Paid with", _PURSES[event.purse]),
        *(Entry(line.name, amount=line.price * line.quantity, note=_note(line)) for line in event.lines),
        Entry("Delivery", amount=event.delivery),
        Entry("Total", amount=event.total, total=True),
    )
    body = f"{opener}\n\nWe write again as soon as it leaves."
    _tell(store, event, event.business_id, Notice("order", f"Order confirmed: {what}", "receipt", body, entries))


def shipped(store: Store, event: events.Shipped) -> None:
    """The shop says that an order is on its way."""
    if matter := store.first(Matter, "number = ?", event.number):
        entries = (
            Entry("Carrier", event.carrier),
            Entry("Tracking number", event.tracking),
            Entry("Arrives", _day(matter.day)),
        )
        body = f"Good news: {matter.what} left our warehouse and is on the road."
        notice = Notice("shipped", f"On its way: {matter.what}", "shipping", body, entries)
        _tell(store, event, matter.business_id, notice)


def delivered(store: Store, event: events.Delivered) -> None:
    """The shop says that an order has arrived."""
    if matter := store.first(Matter, "number = ?", event.number):
        entries = (Entry("Delivered", _day(event.at.date())),)
        body = "Your parcel has arrived.\n\nNot quite right? You have 30 days to send it back, and the label is on us."
        notice = Notice("arrived", f"Delivered: {matter.what}", "shipping", body, entries)
        _tell(store, event, matter.business_id, notice)


def cancelled(store: Store, event: events.Cancelled) -> None:
    """The shop confirms that an order was called off."""
    matter = store.first(Matter, "number = ?", event.number)
    what = matter.what if matter else event.number
    entries = (Entry("Refunded to", _PURSES[event.purse]), Entry("Refund", amount=event.amount, total=True))
    body = "Your order is cancelled, and nothing will be sent. The money is on its way back to you."
    _tell(store, event, event.business_id, Notice("cancelled", f"Order cancelled: {what}", "receipt", body, entries))


def returned(store: Store, event: events.Returned) -> None:
    """The shop confirms a refund."""
    name = goods.by_key()[event.product].name
    entries = (
        Entry("Refunded to", _PURSES[event.purse]),
        Entry(name, amount=event.amount, note=event.variant),
        Entry("Refund", amount=event.amount, total=True),
    )
    body = f"We have your {name} back. The refund takes one to three days to show in your account."
    notice = Notice("returned", f"Refund for {name}", "receipt", body, entries)
    _tell(store, event, event.business_id, notice, f"/{event.product}/{event.variant}")


def _tell(store: Store, event: _OfOrder, business_id: int, notice: Notice, more: str = "") -> None:
    """Send a mail about an order, whose number begins its table and is part of its key."""
    entries = (Entry("Order number", event.number), *notice.entries)
    whole = replace(notice, key=f"{notice.key}/{event.number}{more}", entries=entries)
    deliver(store, event.at, store.get(Business, business_id), whole)


def _what(lines: tuple[events.Line, ...]) -> str:
    more = len(lines) - 1
    rest = f" and {more} more" if more else ""
    return f"{lines[0].name}{rest}"


def _note(line: events.Line) -> str:
    count = f"Quantity {line.quantity}" if line.quantity > 1 else ""
    return " · ".join(part for part in (line.variant, count) if part)


def _day(day: date) -> str:
    return f"{day:%A}, {day:%B} {day.day}"


ON: Handlers = {
    events.Purchase: purchase,
    events.Shipped: shipped,
    events.Delivered: delivered,
    events.Cancelled: cancelled,
    events.Returned: returned,
}

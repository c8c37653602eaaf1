"""The shop's mail about an order, from its confirmation to a refund."""

from datetime import date
from zlib import crc32

from lifeworld.apps.mail.letters import Entry, Notice, deliver
from lifeworld.apps.mail.models import ME, Matter
from lifeworld.apps.mail.words import words
from lifeworld.life import events, goods
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Handlers

_PURSES = {"checking": "Debit card", "savings": "Savings", "credit": "Credit card"}


def purchase(store: Store, event: events.Purchase) -> None:
    """The shop confirms an order, line by line."""
    shop = store.get(Business, event.business_id)
    what = _what(event.lines)
    store.add(Matter, number=event.number, business_id=shop.id, amount=event.total, day=event.arrives, what=what)
    openers = words().ordered
    opener = openers[crc32(event.number.encode()) % len(openers)].format(first=store.get(Person, ME).first)
    articles = tuple(Entry(line.name, amount=line.price * line.quantity, note=_note(line)) for line in event.lines)
    entries = (
        Entry("Order number", event.number),
        Entry("Delivered to", event.address),
        Entry("Arrives", _day(event.arrives)),
        Entry("Paid with", _PURSES[event.purse]),
        *articles,
        Entry("Delivery", amount=event.delivery),
        Entry("Total", amount=event.total, total=True),
    )
    body = f"{opener}\n\nWe write again as soon as it leaves."
    deliver(
        store, event.at, shop, Notice(f"order/{event.number}", f"Order confirmed: {what}", "receipt", body, entries)
    )


def shipped(store: Store, event: events.Shipped) -> None:
    """The shop says that an order is on its way."""
    matter = store.first(Matter, "number = ?", event.number)
    if matter is None:
        return
    entries = (
        Entry("Order number", event.number),
        Entry("Carrier", event.carrier),
        Entry("Tracking number", event.tracking),
        Entry("Arrives", _day(matter.day)),
    )
    body = f"Good news: {matter.what} left our warehouse and is on the road."
    _tell(
        store, event, matter, Notice(f"shipped/{event.number}", f"On its way: {matter.what}", "shipping", body, entries)
    )


def delivered(store: Store, event: events.Delivered) -> None:
    """The shop says that an order has arrived."""
    matter = store.first(Matter, "number = ?", event.number)
    if matter is None:
        return
    entries = (Entry("Order number", event.number), Entry("Delivered", _day(event.at.date())))
    body = "Your parcel has arrived.\n\nNot quite right? You have 30 days to send it back, and the label is on us."
    _tell(
        store, event, matter, Notice(f"arrived/{event.number}", f"Delivered: {matter.what}", "shipping", body, entries)
    )


def cancelled(store: Store, event: events.Cancelled) -> None:
    """The shop confirms that an order was called off."""
    matter = store.first(Matter, "number = ?", event.number)
    what = matter.what if matter else event.number
    entries = (
        Entry("Order number", event.number),
        Entry("Refunded to", _PURSES[event.purse]),
        Entry("Refund", amount=event.amount, total=True),
    )
    body = "Your order is cancelled, and nothing will be sent. The money is on its way back to you."
    notice = Notice(f"cancelled/{event.number}", f"Order cancelled: {what}", "receipt", body, entries)
    deliver(store, event.at, store.get(Business, event.business_id), notice)


def returned(store: Store, event: events.Returned) -> None:
    """The shop confirms a refund."""
    name = goods.by_key()[event.product].name
    entries = (
        Entry("Order number", event.number),
        Entry("Refunded to", _PURSES[event.purse]),
        Entry(name, amount=event.amount, note=event.variant),
        Entry("Refund", amount=event.amount, total=True),
    )
    body = f"We have your {name} back. The refund takes one to three days to show in your account."
    key = f"returned/{event.number}/{event.product}/{event.variant}"
    notice = Notice(key, f"Refund for {name}", "receipt", body, entries)
    deliver(store, event.at, store.get(Business, event.business_id), notice)


def _tell(store: Store, event: events.Shipped | events.Delivered, matter: Matter, notice: Notice) -> None:
    deliver(store, event.at, store.get(Business, matter.business_id), notice)


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

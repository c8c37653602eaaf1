"""Mail that machines write, each in its own words: the biller's, the bank's, the calendar's, the shop's."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zlib import crc32

from lifeworld.apps.mail import words
from lifeworld.apps.mail.letters import Entry, Notice, deliver, fresh
from lifeworld.apps.mail.models import ME, Matter
from lifeworld.core.money import Money
from lifeworld.life import events, goods
from lifeworld.life.models import Business, Person
from lifeworld.store import Store, schedule_event
from lifeworld.web import Handlers

LARGE = Money(15000)
_PURSES = {"checking": "Checking", "savings": "Savings", "credit": "Credit card"}
_OfOrder = events.Purchase | events.Shipped | events.Delivered | events.Cancelled | events.ReturnReceived
_CARDS = {"checking": "Debit card", "savings": "Savings", "credit": "Credit card"}
_BACK_IN, _OPENED = timedelta(days=3), time(10, 40)  # a parcel to the warehouse, which opens it in the morning


def bill_issued(store: Store, event: events.BillIssued) -> None:
    """The biller sends its invoice."""
    biller = store.get(Business, event.business_id)
    matter = {"number": event.number, "business_id": biller.id, "amount": event.amount, "day": event.due}
    store.add(Matter, **matter)
    facts = _facts(store, biller, event.amount, month=f"{event.at:%B}", due=_day(event.due), number=event.number)
    subject, body = words.asking(biller.kind).filled(facts)
    entries = (
        Entry("Invoice number", event.number),
        Entry("Due date", _day(event.due)),
        Entry("Amount due", amount=event.amount, total=True),
    )
    file = events.Attachment(name=f"Invoice {event.number}.pdf", kilobytes=48 + event.amount.cents % 190)
    notice = Notice(f"bill/{event.number}", subject, "invoice", body, entries, (file,), keep=21)
    deliver(store, event.at, biller, notice)


def bill_paid(store: Store, event: events.BillPaid) -> None:
    """The biller says thank you."""
    matter = store.first(Matter, "number = ?", event.number)
    if matter is None:
        return
    biller = store.get(Business, matter.business_id)
    subject, body = words.thanks(biller.kind).filled(_facts(store, biller, matter.amount))
    entries = (
        Entry("Invoice number", event.number),
        Entry("Paid from", _PURSES[event.purse]),
        Entry("Paid on", _day(event.at.date())),
        Entry("Amount paid", amount=matter.amount, total=True),
    )
    notice = Notice(f"paid/{event.number}", subject, "payment", body, entries, keep=9, gone=200)
    deliver(store, event.at, biller, notice)


def peer_payment(store: Store, event: events.PeerPayment) -> None:
    """The bank tells of money to or from a person."""
    bank, person = _bank(store), store.get(Person, event.person_id)
    said = f"You paid {person.name} {event.amount}" if event.outgoing else f"{person.name} paid you {event.amount}"
    account = _PURSES[event.purse]
    entries = (
        Entry("To" if event.outgoing else "From", person.name),
        Entry("From account" if event.outgoing else "To account", account),
        *((Entry("Note", event.note),) if event.note else ()),
        Entry("Amount", amount=event.amount, total=True),
    )
    body = "The payment has been made." if event.outgoing else f"The money is in your {account.lower()} account."
    key = f"peer/{person.id}/{event.at.isoformat()}/{event.amount.cents}"
    deliver(store, event.at, bank, Notice(key, said, "payment", body, entries, keep=5, gone=60))


def card_payment(store: Store, event: events.CardPayment) -> None:
    """The bank warns of a large payment by card."""
    if event.amount < LARGE:
        return
    place = store.get(Business, event.business_id)
    body = (
        "You asked us to tell you of large card payments. If this was not you, freeze the card in the app and call us."
    )
    entries = (
        Entry("Paid at", place.name),
        Entry("Card", _PURSES[event.purse]),
        Entry("Amount", amount=event.amount, total=True),
    )
    key = f"card/{place.id}/{event.at.isoformat()}"
    subject = f"Card payment of {event.amount} at {place.name}"
    deliver(store, event.at, _bank(store), Notice(key, subject, "alert", body, entries, keep=6, gone=90))


def deposit(store: Store, event: events.Deposit) -> None:
    """An employer sends the payslip with the salary, a former one with the pension."""
    payer = store.get(Business, event.business_id)
    if not event.memo.startswith(("Salary", "Pension")):
        return
    month = f"{event.at:%B %Y}"
    entries = (Entry("Paid on", _day(event.at.date())), Entry("Net pay", amount=event.amount, total=True))
    file = events.Attachment(name=f"Payslip {event.at:%Y-%m-%d}.pdf", kilobytes=62 + event.at.day)
    body = f"Your payslip for {month} is attached.\n\nQuestions about it go to people operations, not to this address."
    notice = Notice(f"pay/{event.at.isoformat()}", f"Payslip {month}", "payment", body, entries, (file,), keep=20)
    deliver(store, event.at, payer, notice)


def planned(store: Store, event: events.Planned) -> None:
    """An invitation by somebody else arrives."""
    if event.organiser_id in (None, ME):
        return
    host = store.get(Person, event.organiser_id)
    when = f"{event.start:%a}, {_day(event.start.date())}"
    clock = "all day" if event.all_day else f"{_clock(event.start)} to {_clock(event.end)}"
    entries = (
        Entry("When", f"{when}, {clock}"),
        *((Entry("Where", event.place),) if event.place else ()),
        *((Entry("Repeats", event.repeats.capitalize()),) if event.repeats else ()),
        Entry("Organiser", host.name),
    )
    file = events.Attachment(name="invite.ics", kilobytes=2)
    body = event.note or f"{host.name} has invited you."
    subject = f"Invitation: {event.title} ({when})"
    notice = Notice(f"invitation/{event.key}", subject, "invitation", body, entries, (file,), keep=12)
    deliver(store, event.at, None, notice, host.id)


def answered(store: Store, event: events.Answered) -> None:
    """A guest's answer to the owner's invitation arrives."""
    guest = store.get(Person, event.person_id)
    when = f"{event.start:%a}, {_day(event.start.date())}"
    entries = (Entry("When", f"{when}, {_clock(event.start)}"), Entry("Guest", guest.name))
    body = f"{guest.name} has {event.answer} your invitation."
    subject = f"{event.answer.capitalize()}: {event.title} ({when})"
    notice = Notice(f"answered/{event.key}/{guest.id}", subject, "invitation", body, entries, keep=4, gone=60)
    deliver(store, event.at, None, notice, guest.id)


def purchase(store: Store, event: events.Purchase) -> None:
    """The shop confirms an order, line by line."""
    what = _what(event.lines)
    matter = {"number": event.number, "business_id": event.business_id, "amount": event.total, "purse": event.purse}
    store.add(Matter, **matter, day=event.arrives, what=what)
    openers = words.words().ordered
    opener = openers[crc32(event.number.encode()) % len(openers)].format(first=store.get(Person, ME).first)
    entries = (
        Entry("Delivered to", event.address),
        Entry("Arrives", _weekday(event.arrives)),
        Entry("Paid with", _CARDS[event.purse]),
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
            Entry("Arrives", _weekday(matter.day)),
        )
        body = f"Good news: {matter.what} left our warehouse and is on the road."
        notice = Notice("shipped", f"On its way: {matter.what}", "shipping", body, entries)
        _tell(store, event, matter.business_id, notice)


def delivered(store: Store, event: events.Delivered) -> None:
    """The shop says that an order has arrived."""
    if matter := store.first(Matter, "number = ?", event.number):
        entries = (Entry("Delivered", _weekday(event.at.date())),)
        body = "Your parcel has arrived.\n\nNot quite right? You have 30 days to send it back, and the label is on us."
        notice = Notice("arrived", f"Delivered: {matter.what}", "shipping", body, entries)
        _tell(store, event, matter.business_id, notice)


def cancelled(store: Store, event: events.Cancelled) -> None:
    """The shop confirms that an order was called off."""
    matter = store.first(Matter, "number = ?", event.number)
    what = matter.what if matter else event.number
    entries = (Entry("Refunded to", _paid_with(matter, event)), Entry("Refund", amount=event.amount, total=True))
    body = "Your order is cancelled, and nothing will be sent. The money is on its way back to you."
    _tell(store, event, event.business_id, Notice("cancelled", f"Order cancelled: {what}", "receipt", body, entries))


def returned(store: Store, event: events.Returned) -> None:
    """The shop confirms a refund: once the parcel can be there, where the owner sends it back just now."""
    told = ("business_id", "number", "product", "variant", "amount", "purse")
    there = events.ReturnReceived(at=event.at, **{name: getattr(event, name) for name in told})
    if fresh(store, event.at):
        schedule_event(store, replace(there, at=datetime.combine(event.at.date() + _BACK_IN, _OPENED)))
    else:
        return_received(store, there)


def return_received(store: Store, event: events.ReturnReceived) -> None:
    """The shop says that it has an article back, and where its price went: to what the order was paid with."""
    name, matter = goods.by_key()[event.product].name, store.first(Matter, "number = ?", event.number)
    entries = (
        Entry("Refunded to", _paid_with(matter, event)),
        Entry(name, amount=event.amount, note=event.variant),
        Entry("Refund", amount=event.amount, total=True),
    )
    body = f"We have your {name} back and have made the refund. There is nothing more for you to do."
    notice = Notice("returned", f"Refund for {name}", "receipt", body, entries)
    _tell(store, event, event.business_id, notice, f"/{event.product}/{event.variant}")


def _paid_with(matter: Matter | None, event: events.Cancelled | events.ReturnReceived) -> str:
    return _CARDS[(matter and matter.purse) or event.purse]


def _facts(store: Store, business: Business, amount: Money, **more: str) -> dict[str, str]:
    first = store.get(Person, ME).first
    return {"first": first, "name": business.name, "amount": str(amount), **more}


def _bank(store: Store) -> Business:
    return store.one(Business, "kind = 'bank'")


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _clock(at: datetime) -> str:
    return f"{at.hour % 12 or 12}:{at:%M} {'PM' if at.hour >= 12 else 'AM'}"


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


def _weekday(day: date) -> str:
    return f"{day:%A}, {day:%B} {day.day}"


ON: Handlers = {
    events.BillIssued: bill_issued,
    events.BillPaid: bill_paid,
    events.PeerPayment: peer_payment,
    events.CardPayment: card_payment,
    events.Deposit: deposit,
    events.Planned: planned,
    events.Answered: answered,
    events.Purchase: purchase,
    events.Shipped: shipped,
    events.Delivered: delivered,
    events.Cancelled: cancelled,
    events.Returned: returned,
    events.ReturnReceived: return_received,
}

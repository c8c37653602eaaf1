"""How a letter comes to lie in Post: its thread, itself, its recipients, files and lines."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from lifeworld.apps.mail.models import (
    ME,
    Attachment,
    Field,
    Label,
    Layout,
    Line,
    Message,
    Recipient,
    Thread,
    ThreadLabel,
    Vacation,
)
from lifeworld.core.money import Money
from lifeworld.life import events
from lifeworld.life.models import Business, Person
from lifeworld.store import Store

FRESH = timedelta(hours=1)
LABELS = {"invoice": "Bills", "receipt": "Receipts", "family": "Family", "employer": "Work", "colleague": "Work"}


@dataclass(frozen=True)
class Entry:
    """One line of a machine mail: an amount in its table, or a fact with a value."""

    text: str
    value: str = ""
    amount: Money | None = None
    note: str = ""
    total: bool = False


@dataclass(frozen=True)
class Notice:
    """A mail that a machine writes. The owner archives it after `keep` days, and throws it away after `gone`."""

    key: str
    subject: str
    layout: Layout
    body: str
    entries: tuple[Entry, ...] = ()
    files: tuple[events.Attachment, ...] = ()
    keep: int = 14
    gone: int = 400


def mailed(store: Store, event: events.Mailed) -> None:
    """File a letter into its conversation, and let the vacation reply answer it."""
    mine = event.person_id == ME
    thread = store.first(Thread, "key = ?", event.thread)
    if thread is None:
        liked = bool(event.person_id) and _filed(store, event.at) and crc32(event.thread.encode()) % 6 == 0
        thread = store.add(
            Thread, subject=event.subject, key=event.thread, archived=mine or event.archived, starred=liked
        )
    if not mine:
        away = event.archived
        thread = store.change(
            thread, archived=away, binned=False, snoozed_until=None, unread=not event.read or fresh(store, event.at)
        )
    message = store.add(
        Message,
        thread_id=thread.id,
        person_id=event.person_id,
        business_id=event.business_id,
        body=event.body,
        signature=event.signature,
        quote=event.quote,
        sent_at=event.at,
    )
    _address(store, message, event)
    _attach(store, message, event.attachments)
    _label(store, thread, event.label or _habit(store, event))
    if not mine:
        _answer(store, event)


def deliver(store: Store, at: datetime, sender: Business | None, notice: Notice, person_id: int | None = None) -> None:
    """File a machine's mail; old ones lie where the owner has put them since."""
    place = _place(store, at, notice)
    if place is None:
        return
    thread = store.add(Thread, subject=notice.subject, key=notice.key, **place)
    message = store.add(
        Message,
        thread_id=thread.id,
        person_id=person_id,
        business_id=sender.id if sender else None,
        layout=notice.layout,
        body=notice.body,
        sent_at=at,
    )
    store.add(Recipient, message_id=message.id, person_id=ME)
    _attach(store, message, notice.files)
    _label(store, thread, _by_hand(store, at, notice.key, notice.layout))
    for number, entry in enumerate(notice.entries, 1):
        store.add(Line, message_id=message.id, position=number, **vars(entry))


def fresh(store: Store, at: datetime) -> bool:
    """Return whether something happens just now, and is not looked back on."""
    return store.now - at < timedelta(seconds=1)


def _place(store: Store, at: datetime, notice: Notice) -> dict[str, bool] | None:
    """Return where a mail of that age lies by now, or None if it has been thrown away."""
    age, chance = store.now - at, crc32(notice.key.encode()) % 12
    if age < FRESH:
        return {"unread": True}
    if age > timedelta(days=notice.gone):
        return None
    kept = notice.keep * (4 if chance == 0 else 1)
    archived = age > timedelta(days=kept)
    binned = chance in (1, 5) and notice.layout in ("shipping", "alert", "payment") and age < timedelta(days=30)
    unread = not archived and (age < timedelta(days=2) or chance in (2, 3))
    return {"archived": archived, "binned": binned, "unread": unread and not binned}


def _address(store: Store, message: Message, event: events.Mailed) -> None:
    fields: tuple[tuple[Field, tuple[int, ...]], ...] = (("to", event.to), ("cc", event.cc), ("bcc", event.bcc))
    for field, people in fields:
        for person_id in people:
            store.add(Recipient, message_id=message.id, field=field, person_id=person_id)
    for name, address in event.addresses:
        business = store.first(Business, "lower(email) = lower(?)", address)
        known = {"business_id": business.id} if business else {"address": address}
        store.add(Recipient, message_id=message.id, field=name, **known)
    if not event.to and event.person_id != ME:
        store.add(Recipient, message_id=message.id, person_id=ME)


def _attach(store: Store, message: Message, files: tuple[events.Attachment, ...]) -> None:
    for file in files:
        store.add(Attachment, message_id=message.id, name=file.name, kilobytes=file.kilobytes)


def _label(store: Store, thread: Thread, name: str) -> None:
    if not name:
        return
    label = store.first(Label, "name = ?", name)
    if label and not store.count(ThreadLabel, "thread_id = ? AND label_id = ?", thread.id, label.id):
        store.add(ThreadLabel, thread_id=thread.id, label_id=label.id)


def _habit(store: Store, event: events.Mailed) -> str:
    """Return the label that the owner has given a letter of the past, going by who wrote it."""
    if event.person_id and event.person_id != ME:
        return _by_hand(store, event.at, event.thread, store.get(Person, event.person_id).relation)
    return ""


def _by_hand(store: Store, at: datetime, key: str, kind: str) -> str:
    """Return the label for a kind of mail; the owner files most of what is a week old, never at once."""
    return LABELS.get(kind, "") if _filed(store, at) and crc32(key.encode()) % 5 != 4 else ""


def _filed(store: Store, at: datetime) -> bool:
    """Say whether the owner has had the time to file what came then."""
    return store.now - at > timedelta(days=7)


def _answer(store: Store, event: events.Mailed) -> None:
    """Send the vacation reply, to each person once."""
    vacation = store.get(Vacation, 1)
    if event.person_id is None or not vacation.active(event.at.date()) or _answered(store, vacation, event.person_id):
        return
    reply = events.Mailed(
        at=event.at,
        thread=event.thread,
        person_id=ME,
        to=(event.person_id,),
        subject=vacation.subject or event.subject,
        body=vacation.body,
    )
    store.emit(reply)


def _answered(store: Store, vacation: Vacation, person_id: int) -> bool:
    query = """SELECT count(*) FROM mail_message m JOIN mail_recipient r ON r.message_id = m.id
               WHERE m.person_id = ? AND r.person_id = ? AND m.body = ? AND m.sent_at >= ?"""
    return bool(store.value(query, ME, person_id, vacation.body, vacation.first))

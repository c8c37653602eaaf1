"""When a letter leaves: at a later time, or at once and, for a short while, not for good."""

from datetime import datetime, timedelta

from lifeworld.apps.mail.models import Attachment, Draft, DraftFile, Message, Unsent
from lifeworld.apps.mail.people import resolved
from lifeworld.apps.mail.posting import FIELDS, Letter
from lifeworld.life.events import LetterDue, Mailed
from lifeworld.store import Due, Sent, Store, schedule_event

SPAN = timedelta(minutes=10)  # for which the mail service holds a letter back; nobody answers sooner
_OWN = "sent_at = ? AND person_id = 1 AND thread_id IN (SELECT id FROM mail_thread WHERE key = ?)"
_WRITTEN = ("kind", "message_id", "subject", "body")


def put_off(store: Store, draft: Draft, until: datetime) -> None:
    """Have a draft's time come; at one that is no longer its own nothing happens."""
    schedule_event(store, LetterDue(at=until, draft=draft.id))


def remember(store: Store, letter: Letter, sent: Mailed) -> None:
    """Note a letter that is about to leave, so that it can be taken back."""
    for before in store.all(Unsent):
        store.remove(before)
    written = {name: getattr(letter, name) for name in (*FIELDS, "subject", "body")}
    store.add(
        Unsent,
        kind=letter.kind,
        message_id=letter.message.id if letter.message else None,
        **written,
        files=",".join(str(file.id) for file in letter.files),
        key=sent.thread,
        sent_at=sent.at,
        outbox=store.value("SELECT coalesce(max(id), 0) FROM outbox"),
        due=store.value("SELECT coalesce(max(id), 0) FROM due"),
    )


def unsent(store: Store) -> Unsent | None:
    """Return the letter sent last, where it still lies among the others."""
    last = store.first(Unsent)
    return last if last and store.count(Message, _OWN, last.sent_at, last.key) else None


def may_return(store: Store, last: Unsent) -> bool:
    """Say whether a letter has not left yet, for all that one can know: its time is not over, and no reader wrote."""
    number = _message(store, last).id
    readers = "id > ? AND person_id IN (SELECT person_id FROM mail_recipient WHERE message_id = ?)"
    return store.now <= last.sent_at + SPAN and not store.count(Message, readers, number, number)


def taken_back(store: Store, last: Unsent) -> Draft:
    """Make a letter that has not left yet a draft again; nobody has noticed it, and nobody will answer."""
    message = _message(store, last)
    _forget(store, last, {one.email for one in message.recipients})
    alone = store.count(Message, "thread_id = ?", message.thread_id) == 1
    store.remove(message.thread if alone else message)
    to = {field: resolved(store, getattr(last, field)) for field in FIELDS}
    draft = store.add(Draft, **{name: getattr(last, name) for name in _WRITTEN}, **to, saved_at=store.now)
    for file in store.all(Attachment, f"id IN ({last.files})"):
        store.add(DraftFile, draft_id=draft.id, attachment_id=file.id)
    store.remove(last)
    return draft


def _message(store: Store, last: Unsent) -> Message:
    return store.one(Message, _OWN, last.sent_at, last.key, order="id DESC")


def _forget(store: Store, last: Unsent, readers: set[str]) -> None:
    """Take what this letter told, to its readers and of them, from the outbox, and the answers from what is to come."""
    for told in store.all(Sent, "id > ? AND app = 'mail'", last.outbox):
        if set(told.to.split(", ")) <= readers:
            store.remove(told)
    for answer in store.all(Due, "id > ? AND kind = 'Mailed'", last.due):
        if answer.holds(Mailed).thread == last.key:
            store.remove(answer)

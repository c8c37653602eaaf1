"""What a letter of the owner's becomes when it is posted, the earlier one below it, and how it is taken back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from lifeworld.apps.mail.models import ME, Answer, Attachment, Draft, DraftFile, Message, Settings, Unsent
from lifeworld.apps.mail.people import Addressee, addressees, answered, resolved
from lifeworld.life import events
from lifeworld.store import Due, Sent, Store, schedule_event

FIELDS = ("to", "cc", "bcc")
SPAN = timedelta(minutes=10)  # for which the mail service holds a letter back; nobody answers sooner
_OWN = "sent_at = ? AND person_id = 1 AND thread_id IN (SELECT id FROM mail_thread WHERE key = ?)"
_WRITTEN = ("kind", "message_id", "subject", "body")


@dataclass(frozen=True)
class Letter:
    """What is to be sent, as its fields say it."""

    kind: Answer
    message: Message | None
    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    files: tuple[Attachment, ...] = ()

    @property
    def answers(self) -> bool:
        """Whether it goes to those whom the other letter came from, whoever else is named."""
        return self.kind in ("reply", "reply_all")

    @property
    def addressed_to_nobody(self) -> bool:
        return not self.answers and not (self.to + self.cc + self.bcc).strip(" ,;")

    @property
    def silent(self) -> bool:
        """Whether it lacks the words that one of its kind needs."""
        return not self.body and (self.answers or not (self.message or self.subject))


def posted(store: Store, letter: Letter) -> tuple[events.Mailed, str]:
    """Return a letter that can be sent as an event, and the addresses that it goes to."""
    envelope = _envelope(store, letter)
    to, cc, bcc = (tuple(one.person_id for one in people if one.person_id) for people in envelope.values())
    everyone = [(field, one) for field, people in envelope.items() for one in people]
    message, forward = letter.message, letter.kind == "forward"
    event = events.Mailed(
        at=store.now,
        thread=message.thread.key if message and not forward else _new_key(store),
        person_id=ME,
        to=to,
        cc=cc,
        bcc=bcc,
        addresses=tuple((field, one.address) for field, one in everyone if not one.person_id),
        subject=subject_of(letter.kind, message.thread.subject) if message else letter.subject,
        body=letter.body,
        signature=store.get(Settings, 1).signature,
        quote=quote(store, letter.kind, message),
        attachments=_files((*(message.attachments if message and forward else ()), *letter.files)),
    )
    return event, ", ".join(sorted({one.address for _, one in everyone}))


def quote(store: Store, kind: str, message: Message | None) -> str:
    """Return what stands below a letter of that kind: the one that it answers or passes on."""
    if message is None:
        return ""
    if kind == "forward":
        return passed_on(message)
    return quoted(message) if store.get(Settings, 1).quoting else ""


def _envelope(store: Store, letter: Letter) -> dict[str, tuple[Addressee, ...]]:
    """Return whom a letter goes to, by field; an answer's own recipients first."""
    own = answered(letter.kind, letter.message)
    written = {field: addressees(store, getattr(letter, field)) for field in FIELDS}
    return {
        "to": _once((*own[0], *written["to"])),
        "cc": _once((*own[1], *written["cc"])),
        "bcc": written["bcc"],
    }


def _once(people: tuple[Addressee, ...]) -> tuple[Addressee, ...]:
    return tuple({one.address.lower(): one for one in people}.values())


def _new_key(store: Store) -> str:
    return f"own/{store.value('SELECT coalesce(max(id), 0) + 1 FROM mail_thread')}"


def _files(files: Iterable[Attachment]) -> tuple[events.Attachment, ...]:
    """Return copies to be sent, each once and by name: in which order files were chosen says nothing."""
    copies = {(file.name, file.kilobytes) for file in files}
    return tuple(events.Attachment(name, kilobytes) for name, kilobytes in sorted(copies))


def quoted(message: Message) -> str:
    """Return a letter as an answer quotes it."""
    return f"On {_moment(message)}, {message.sender_name} wrote:\n\n{content(message)}"


def passed_on(message: Message) -> str:
    """Return a letter as a forward carries it, with its head."""
    to = ", ".join(one.name for one in message.recipients if one.field == "to")
    head = {
        "From": f"{message.sender_name} <{message.sender_address()}>",
        "Date": _moment(message),
        "Subject": message.thread.subject,
        "To": to,
    }
    lines = "\n".join(f"{name}: {value}" for name, value in head.items())
    earlier = f"\n\n{message.quote}" if message.quote else ""
    return f"Forwarded message\n{lines}\n\n{content(message)}{earlier}"


def content(message: Message) -> str:
    """Return all that a letter says, its table line by line."""
    table = "\n".join(
        "  ".join(part for part in (line.text, line.note, line.value, str(line.amount or "")) if part)
        for line in message.lines
    )
    return "\n\n".join(part for part in (message.body, table, message.signature) if part)


def subject_of(kind: str, subject: str) -> str:
    """Return the subject of a forward; answers keep theirs."""
    if kind != "forward" or subject.lower().startswith("fwd:"):
        return subject
    return f"Fwd: {subject}"


def _moment(message: Message) -> str:
    at: datetime | None = message.sent_at
    if at is None:
        return ""
    return f"{at:%a, %b} {at.day}, {at.year} at {at.hour % 12 or 12}:{at:%M} {'PM' if at.hour >= 12 else 'AM'}"


def put_off(store: Store, draft: Draft, until: datetime) -> None:
    """Have a draft's time come; at one that is no longer its own nothing happens."""
    schedule_event(store, events.LetterDue(at=until, draft=draft.id))


def remember(store: Store, letter: Letter, sent: events.Mailed) -> None:
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
        if answer.holds(events.Mailed).thread == last.key:
            store.remove(answer)

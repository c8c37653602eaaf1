"""Letters of the owner's: sent, kept as drafts, thrown away."""

from dataclasses import dataclass
from typing import Literal

from lifeworld.apps.mail.models import ME, Answer, Draft, Message, Settings, Thread
from lifeworld.apps.mail.people import Addressee, Unclear, addressees, answer_all, answer_to
from lifeworld.apps.mail.quoting import passed_on, quoted, subject_of
from lifeworld.life import events
from lifeworld.store import Command, Store, tell

Answering = Literal["reply", "reply_all", "forward"]
_WHO = {
    "unknown": "“{who}” is neither a contact nor an address.",
    "unclear": "“{who}” could be {names}. Write the full name or the address.",
}


_SENDING = {**_WHO, "nobody": "Add at least one recipient.", "empty": "Write a subject or a message."}


class Send(Command, seen_by="recipients"):
    """Send a new letter to contacts (by name or address) or anyone else by address, split by commas."""

    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    refusals = _SENDING

    def run(self, store: Store) -> None:
        _post(self, store, _Letter("new", None, self.to, self.cc, self.bcc, self.subject, self.body))


class Reply(Command, seen_by="recipients"):
    """Answer the sender of a letter; `cc` and `bcc` add others."""

    message: Message
    body: str = ""
    cc: str = ""
    bcc: str = ""
    refusals = {**_WHO, "empty": "Write a message."}

    def run(self, store: Store) -> Thread:
        _post(self, store, _Letter("reply", self.message, "", self.cc, self.bcc, "", self.body))
        return self.message.thread


class ReplyAll(Command, seen_by="recipients"):
    """Answer the sender and everyone else whom the letter went to; `cc` and `bcc` add others."""

    message: Message
    body: str = ""
    cc: str = ""
    bcc: str = ""
    refusals = Reply.refusals

    def run(self, store: Store) -> Thread:
        _post(self, store, _Letter("reply_all", self.message, "", self.cc, self.bcc, "", self.body))
        return self.message.thread


class Forward(Command, seen_by="recipients"):
    """Pass a letter on with its attachments; `body` stands above it."""

    message: Message
    to: str = ""
    body: str = ""
    cc: str = ""
    bcc: str = ""
    refusals = {**_WHO, "nobody": _SENDING["nobody"]}

    def run(self, store: Store) -> Thread:
        _post(self, store, _Letter("forward", self.message, self.to, self.cc, self.bcc, "", self.body))
        return self.message.thread


class SaveDraft(Command, seen_by="nobody"):
    """Keep a new letter for later."""

    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    refusals = {"empty": "There is nothing to save yet."}

    def run(self, store: Store) -> Draft:
        values = _texts(self)
        if not any(values.values()):
            raise self.refuse("empty")
        return store.add(Draft, saved_at=store.now, **values)


class SaveAnswer(Command, seen_by="nobody"):
    """Keep an answer to a letter, or its forward, for later."""

    message: Message
    kind: Answering
    to: str = ""
    cc: str = ""
    bcc: str = ""
    body: str = ""
    refusals = SaveDraft.refusals

    def run(self, store: Store) -> Draft:
        values = _texts(self)
        if not any(values.values()):
            raise self.refuse("empty")
        return store.add(Draft, kind=self.kind, message_id=self.message.id, saved_at=store.now, **values)


class EditDraft(Command, seen_by="nobody"):
    """Save a draft with what it says now."""

    draft: Draft
    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    refusals = SaveDraft.refusals

    def run(self, store: Store) -> Draft:
        values = _texts(self)
        if not any(values.values()):
            raise self.refuse("empty")
        return store.change(self.draft, saved_at=store.now, **values)


class SendDraft(Command, seen_by="recipients"):
    """Send a draft as it was saved."""

    draft: Draft
    refusals = Send.refusals

    def run(self, store: Store) -> None:
        _post(self, store, _drafted(self.draft, **_texts(self.draft)))
        store.remove(self.draft)


class SendEdited(Command, seen_by="recipients"):
    """Send a draft with what it says now."""

    draft: Draft
    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    refusals = Send.refusals

    def run(self, store: Store) -> None:
        _post(self, store, _drafted(self.draft, **_texts(self)))
        store.remove(self.draft)


class DiscardDraft(Command, seen_by="nobody"):
    """Throw a draft away."""

    draft: Draft

    def run(self, store: Store) -> Draft:
        store.remove(self.draft)
        return self.draft


@dataclass(frozen=True)
class _Letter:
    """What is to be sent, as its fields say it."""

    kind: Answer
    message: Message | None
    to: str
    cc: str
    bcc: str
    subject: str
    body: str


@dataclass(frozen=True)
class _Envelope:
    """Whom a letter goes to."""

    to: tuple[Addressee, ...]
    cc: tuple[Addressee, ...]
    bcc: tuple[Addressee, ...]

    @property
    def everyone(self) -> tuple[Addressee, ...]:
        return (*self.to, *self.cc, *self.bcc)

    def people(self, field: str) -> tuple[int, ...]:
        return tuple(one.person_id for one in getattr(self, field) if one.person_id)

    @property
    def strangers(self) -> tuple[tuple[str, str], ...]:
        fields = ("to", "cc", "bcc")
        return tuple((name, one.address) for name in fields for one in getattr(self, name) if not one.person_id)


def _drafted(draft: Draft, to: str, cc: str, bcc: str, body: str, subject: str = "") -> _Letter:
    return _Letter(draft.kind, draft.message, to, cc, bcc, subject, body)


def _texts(source: Command | Draft) -> dict[str, str]:
    names = [name for name in ("to", "cc", "bcc", "subject", "body") if hasattr(source, name)]
    return {name: getattr(source, name).strip() for name in names}


def _post(command: Command, store: Store, letter: _Letter) -> None:
    """Let the letter go: what it says becomes an event, which writes it into Sent."""
    envelope = _envelope(command, store, letter)
    subject = letter.subject.strip()
    if letter.message:
        subject = subject_of(letter.kind, letter.message.thread.subject)
    elif not subject and not letter.body.strip():
        raise command.refuse("empty", "body")
    sent = _event(store, letter, envelope, subject)
    store.emit(sent)
    to = ", ".join(sorted({one.address for one in envelope.everyone}))
    tell(store, "mail", "send", to, subject, sent.body, sent.signature, sent.quote)


def _event(store: Store, letter: _Letter, envelope: _Envelope, subject: str) -> events.Mailed:
    settings = store.get(Settings, 1)
    return events.Mailed(
        at=store.now,
        thread=_key(store, letter),
        person_id=ME,
        to=envelope.people("to"),
        cc=envelope.people("cc"),
        bcc=envelope.people("bcc"),
        addresses=envelope.strangers,
        subject=subject,
        body=letter.body.strip(),
        signature=settings.signature,
        quote=_quote(letter, settings),
        attachments=_files(letter),
    )


def _key(store: Store, letter: _Letter) -> str:
    if letter.message and letter.kind != "forward":
        return letter.message.thread.key
    number = store.value("SELECT coalesce(max(id), 0) + 1 FROM mail_thread")
    return f"own/{number}"


def _quote(letter: _Letter, settings: Settings) -> str:
    if letter.message is None:
        return ""
    if letter.kind == "forward":
        return passed_on(letter.message)
    return quoted(letter.message) if settings.quoting else ""


def _files(letter: _Letter) -> tuple[events.Attachment, ...]:
    if letter.message is None or letter.kind != "forward":
        return ()
    return tuple(events.Attachment(name=file.name, kilobytes=file.kilobytes) for file in letter.message.attachments)


def _envelope(command: Command, store: Store, letter: _Letter) -> _Envelope:
    to, cc, bcc = (_read(command, store, name, getattr(letter, name)) for name in ("to", "cc", "bcc"))
    if letter.message and letter.kind in ("reply", "reply_all"):
        if not letter.body.strip():
            raise command.refuse("empty", "body")
        all_to, all_cc = answer_all(letter.message) if letter.kind == "reply_all" else (answer_to(letter.message), ())
        to, cc = _once((*all_to, *to)), _once((*all_cc, *cc))
    if not (to or cc or bcc):
        raise command.refuse("nobody", "to")
    return _Envelope(to, cc, bcc)


def _read(command: Command, store: Store, field: str, written: str) -> tuple[Addressee, ...]:
    try:
        return addressees(store, written)
    except Unclear as unclear:
        if len(unclear.matches) == 0:
            raise command.refuse("unknown", field, who=unclear.written) from None
        names = " or ".join(unclear.matches)
        raise command.refuse("unclear", field, who=unclear.written, names=names) from None


def _once(people: tuple[Addressee, ...]) -> tuple[Addressee, ...]:
    return tuple({one.address.lower(): one for one in people}.values())


WRITING_COMMANDS: tuple[type[Command], ...] = (
    Send,
    Reply,
    ReplyAll,
    Forward,
    SaveDraft,
    SaveAnswer,
    EditDraft,
    SendDraft,
    SendEdited,
    DiscardDraft,
)

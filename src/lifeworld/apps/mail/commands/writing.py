"""Letters of the owner's: sent, kept as drafts, thrown away."""

from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar, Literal

from lifeworld.apps.mail.commands.threads import PAST
from lifeworld.apps.mail.models import Answer, Attachment, Draft, DraftFile, Message, Thread
from lifeworld.apps.mail.people import Unclear, addressees, resolved
from lifeworld.apps.mail.posting import FIELDS, Letter, may_return, posted, put_off, remember, taken_back, unsent
from lifeworld.core.errors import Refused
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, Verb, ask, line, tell, text

Answering = Literal["reply", "reply_all", "forward"]
_WHO = {
    "unknown": "“{who}” is neither a contact nor an address.",
    "unclear": "“{who}” could be {names}. Write the full name or the address.",
}
_MANY = {"many": "Attach up to 10 files."}
_SENT = {**_WHO, **_MANY}
_NOBODY = {"nobody": "Add at least one recipient."}
_NEW = {**_WHO, **_NOBODY, "empty": "Write a subject or a message."}
_NAMES, _WORDS, _WITH = "Names or addresses", "Write your message", "Attachments"
MOST_FILES = 10


class _Sending(Command, seen_by="recipients"):
    """Let a letter go: what it says becomes an event, which writes it into Sent."""

    kind: ClassVar[Answer] = "new"

    @property
    def letter(self) -> Letter:
        """What is to be sent."""
        return Letter(self.kind, getattr(self, "message", None), files=_files(self), **_texts(self))

    def faults(self, store: Store) -> Iterator[Refused]:
        letter = self.letter
        yield from super().faults(store)
        yield from self._unknown(store, letter)
        if letter.addressed_to_nobody:
            yield self.refuse("nobody", "to")
        if letter.silent:
            yield self.refuse("empty", "body")
        if len(letter.files) > MOST_FILES:
            yield self.refuse("many", "files")

    def _unknown(self, store: Store, letter: Letter) -> Iterator[Refused]:
        for field in FIELDS:
            try:
                addressees(store, getattr(letter, field))
            except Unclear as unclear:
                code, names = "unclear" if unclear.matches else "unknown", " or ".join(unclear.matches)
                yield self.refuse(code, field, who=unclear.written, names=names)

    def run(self, store: Store) -> Thread | Draft | None:
        letter = self.letter
        sent, to = posted(store, letter)
        store.emit(sent)
        remember(store, letter, sent)
        files = (file.name for file in sent.attachments)
        tell(store, "mail", "send", to, sent.subject, sent.body, sent.signature, sent.quote, *files)
        return letter.message.thread if letter.message else None


class _Written(Command, seen_by="nobody"):
    """All that one can write into a letter."""

    to: str = line("To", default="", placeholder=_NAMES)
    cc: str = line("Cc", default="")
    bcc: str = line("Bcc", default="")
    subject: str = line("Subject", default="")
    body: str = text("Message", default="", placeholder=_WORDS)
    files: tuple[Attachment, ...] = ask(_WITH, default=())


class _OfDraft(Command, seen_by="nobody"):
    draft: Draft


class _Answering(_Sending, seen_by="recipients"):
    message: Message
    body: str = text("Message", default="", empty="Write a message.", placeholder=_WORDS)
    cc: str = line("Cc", default="")
    bcc: str = line("Bcc", default="")
    files: tuple[Attachment, ...] = ask(_WITH, default=())
    refusals = _SENT


class _Keeping(Verb, seen_by="nobody"):
    """What is kept says something or has files; recipients are kept by what the contacts call them."""

    refusals = {**_MANY, "empty": "There is nothing to save yet."}

    def check(self, store: Store) -> None:
        self.need(_files(self) or any(_texts(self).values()), "empty")
        self.need(len(_files(self)) <= MOST_FILES, "many", "files")

    def columns(self, store: Store) -> dict[str, object]:
        kept = super().columns(store)
        kept.pop("files_id")  # they are rows of their own
        return {**kept, **{field: resolved(store, kept[field]) for field in FIELDS}}

    def run(self, store: Store) -> Draft:
        draft: Draft = super().run(store)
        wanted = {file.id for file in _files(self)}
        for held in store.all(DraftFile, "draft_id = ?", draft.id):
            if held.attachment_id not in wanted:
                store.remove(held)
            wanted.discard(held.attachment_id)
        for number in sorted(wanted):
            store.add(DraftFile, draft_id=draft.id, attachment_id=number)
        return draft


class Send(_Written, _Sending, seen_by="recipients"):
    """Send a new letter to contacts (by name or address) or anyone else by address, split by commas."""

    refusals = {**_NEW, **_MANY}


class Reply(_Answering, seen_by="recipients"):
    """Answer the sender of a letter; `cc` and `bcc` add others."""

    kind = "reply"


class ReplyAll(_Answering, seen_by="recipients"):
    """Answer the sender and everyone else whom the letter went to; `cc` and `bcc` add others."""

    kind = "reply_all"


class Forward(_Sending, seen_by="recipients"):
    """Pass a letter on with its attachments, and `files` beside them; `body` stands above it."""

    kind = "forward"
    message: Message
    to: str = line("To", default="", placeholder=_NAMES)
    body: str = text("Message", default="", placeholder=_WORDS)
    cc: str = line("Cc", default="")
    bcc: str = line("Bcc", default="")
    files: tuple[Attachment, ...] = ask(_WITH, default=())
    refusals = {**_SENT, **_NOBODY}


class SaveDraft(_Keeping, _Written, Add, of=Draft, sets={"saved_at": NOW}, seen_by="nobody"):
    """Keep a new letter for later."""


class SaveAnswer(_Keeping, Add, of=Draft, sets={"saved_at": NOW}, seen_by="nobody"):
    """Keep an answer to a letter, or its forward, for later."""

    message: Message
    kind: Answering
    to: str = line("To", default="", placeholder=_NAMES)
    cc: str = line("Cc", default="")
    bcc: str = line("Bcc", default="")
    body: str = text("Message", default="", placeholder=_WORDS)
    files: tuple[Attachment, ...] = ask(_WITH, default=())


class EditDraft(_Keeping, _Written, _OfDraft, Edit, sets={"saved_at": NOW}, seen_by="nobody"):
    """Save a draft with what it says now."""


class SendDraft(_OfDraft, _Sending, seen_by="recipients"):
    """Send a draft as it was saved."""

    refusals = _NEW

    @property
    def letter(self) -> Letter:
        return Letter(self.draft.kind, self.draft.message, files=tuple(self.draft.files), **_texts(self.draft))

    def run(self, store: Store) -> Thread | Draft | None:
        super().run(store)
        store.remove(self.draft)
        return None


class SendEdited(_Written, SendDraft, seen_by="recipients"):
    """Send a draft with what it says now."""

    refusals = {**_NEW, **_MANY}

    @property
    def letter(self) -> Letter:
        return Letter(self.draft.kind, self.draft.message, files=self.files, **_texts(self))


class SendLater(SendDraft, seen_by="nobody"):
    """Let a draft go out by itself at a time, as it says then; until then it can be changed."""

    send_at: datetime = ask("Send on")
    refusals = {**_NEW, "past": PAST}

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from super().faults(store)
        if self.send_at <= store.now:
            yield self.refuse("past", "send_at")

    def run(self, store: Store) -> Draft:
        put_off(store, self.draft, self.send_at)
        return store.change(self.draft, send_at=self.send_at)


class CancelSending(_OfDraft, Edit, sets={"send_at": None}, seen_by="nobody"):
    """Let a scheduled letter not go out by itself; it stays as a draft."""

    refusals = {"already": "This message is not scheduled."}


class UndoSend(Command, seen_by="the mail service"):
    """Take back the letter sent last, within ten minutes; it is a draft again, and nobody gets it."""

    refusals = {
        "nothing": "There is no message to undo.",
        "late": "This message has been sent. You can undo sending for 10 minutes.",
    }

    def run(self, store: Store) -> Draft:
        last = unsent(store)
        self.need(last, "nothing")
        assert last
        self.need(may_return(store, last), "late")
        return taken_back(store, last)


class DiscardDraft(_OfDraft, Remove, seen_by="nobody"):
    """Throw a draft away."""


def _texts(source: Command | Draft) -> dict[str, str]:
    return {name: getattr(source, name).strip() for name in (*FIELDS, "subject", "body") if hasattr(source, name)}


def _files(command: Command) -> tuple[Attachment, ...]:
    return getattr(command, "files", ())

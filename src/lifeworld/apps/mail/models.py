"""Post's rows: threads and their messages, labels, drafts, settings."""

from datetime import date, datetime
from typing import Literal

from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Followed, Row, free, incidental, rank, ref, stamp, volatile

Field = Literal["to", "cc", "bcc"]
Layout = Literal["letter", "receipt", "shipping", "invoice", "payment", "alert", "invitation"]
Answer = Literal["new", "reply", "reply_all", "forward"]
Colour = Literal["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey"]
ME = 1  # the owner's row among people


class Label(Row, table="mail_label"):
    """A word that the owner files threads under."""

    name: str
    colour: Colour = free("the form offers colours", default="grey")


class Thread(Row, table="mail_thread", index=(("key",),)):
    """A conversation. It lies in the inbox unless it is archived, snoozed, in the bin or spam."""

    subject: str
    key: str = volatile("only names the thread among events", default="")
    starred: bool = False
    archived: bool = False
    binned: bool = False
    spam: bool = False
    unread: bool = incidental("opening a thread marks it as read", default=False)
    snoozed_until: datetime | None = None  # out of the inbox until then; it stays when that is over

    @property
    def messages(self) -> "list[Message]":
        return self.store.all(Message, "thread_id = ?", self.id, order="sent_at, id")

    @property
    def labels(self) -> list[Label]:
        held = "id IN (SELECT label_id FROM mail_thread_label WHERE thread_id = ?)"
        return self.store.all(Label, held, self.id, order="name")

    @property
    def place(self) -> str:
        """Where it lies: bin, spam, snoozed, archive or inbox."""
        if self.binned:
            return "bin"
        if self.spam:
            return "spam"
        if self.snoozed_until and self.snoozed_until > self.store.now:
            return "snoozed"
        return "archive" if self.archived else "inbox"


class ThreadLabel(Row, table="mail_thread_label", called="label on a thread", unique=(("thread_id", "label_id"),)):
    """A thread's label."""

    thread_id: int = ref(Thread, cascade=True)
    label_id: int = ref(Label, cascade=True)


class Message(Row, table="mail_message", index=(("thread_id", "sent_at"),)):
    """One letter. Its sender is a person, a business or, where both are None, just an address."""

    thread_id: int = ref(Thread, cascade=True)
    person_id: int | None = ref(Person, default=None)
    business_id: int | None = ref(Business, default=None)
    address: str = ""
    layout: Layout = "letter"
    body: str = ""
    signature: str = ""
    quote: str = ""  # the earlier letter below the answer, as it was when it was answered
    sent_at: datetime | None = stamp()

    faults = {"person_id IS NOT NULL AND business_id IS NOT NULL": "it is of a person or of a business, not of both"}

    thread = Followed(Thread)

    @property
    def mine(self) -> bool:
        return self.person_id == ME

    @property
    def sender(self) -> Person | Business | None:
        if self.person_id:
            return self.follow(Person, self.person_id)
        return self.follow(Business, self.business_id) if self.business_id else None

    @property
    def sender_name(self) -> str:
        return self.sender.name if self.sender else self.address

    def sender_address(self) -> str:
        return self.sender.email if self.sender else self.address

    @property
    def recipients(self) -> "list[Recipient]":
        return self.store.all(Recipient, "message_id = ?", self.id)

    @property
    def attachments(self) -> "list[Attachment]":
        return self.store.all(Attachment, "message_id = ?", self.id)

    @property
    def lines(self) -> "list[Line]":
        return self.store.all(Line, "message_id = ?", self.id, order="position, id")


class Recipient(Row, table="mail_recipient"):
    """Whom a message went to: a person, a business or just an address."""

    message_id: int = ref(Message, cascade=True)
    field: Field = "to"
    person_id: int | None = ref(Person, default=None)
    business_id: int | None = ref(Business, default=None)
    address: str = ""

    faults = {"person_id IS NOT NULL AND business_id IS NOT NULL": "it is a person or a business, not both"}

    @property
    def who(self) -> Person | Business | None:
        if self.person_id:
            return self.follow(Person, self.person_id)
        return self.follow(Business, self.business_id) if self.business_id else None

    @property
    def name(self) -> str:
        return self.who.name if self.who else self.address

    @property
    def email(self) -> str:
        return self.who.email if self.who else self.address


class Attachment(Row, table="mail_attachment"):
    """A file on a message."""

    message_id: int = ref(Message, cascade=True)
    name: str
    kilobytes: int

    message = Followed(Message)

    @property
    def kind(self) -> str:
        """What follows the last dot of its name, in lower case."""
        return self.name.rpartition(".")[2].lower() if "." in self.name else ""

    @property
    def size(self) -> str:
        return f"{self.kilobytes / 1000:.1f} MB" if self.kilobytes >= 1000 else f"{self.kilobytes} kB"


class Line(Row, table="mail_line"):
    """One line of a machine mail's table. A `total` is set off from what it sums up."""

    message_id: int = ref(Message, cascade=True)
    text: str
    note: str = ""
    value: str = ""
    amount: Money | None = None
    total: bool = False
    position: int = rank(within="message_id")


class Draft(Row, table="mail_draft"):
    """A letter that is written but not sent. `message_id` is what it answers, if it answers one.

    With `send_at` it goes out by itself then.
    """

    kind: Answer = "new"
    message_id: int | None = ref(Message, cascade=True, default=None)
    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    saved_at: datetime | None = stamp()
    send_at: datetime | None = None

    faults = {"kind <> 'new' AND message_id IS NULL": "an answer has the letter that it answers in message_id"}

    @property
    def message(self) -> Message | None:
        return self.follow(Message, self.message_id) if self.message_id else None

    @property
    def files(self) -> list[Attachment]:
        held = "id IN (SELECT attachment_id FROM mail_draft_file WHERE draft_id = ?)"
        return self.store.all(Attachment, held, self.id)


class DraftFile(Row, table="mail_draft_file", called="file of a draft", unique=(("draft_id", "attachment_id"),)):
    """A file that is to go with a draft: one that lies on a letter already."""

    draft_id: int = ref(Draft, cascade=True)
    attachment_id: int = ref(Attachment, cascade=True)


class Unsent(Row, table="mail_unsent", unwatched="what would be given back of the last letter, were it taken back"):
    """The letter sent last, as it was written.

    `key` names its thread among events; `outbox` and `due` are the last rows that others had noticed, and that were
    yet to come, before it went.
    """

    kind: Answer
    message_id: int | None = ref(Message, cascade=True, default=None)
    to: str = ""
    cc: str = ""
    bcc: str = ""
    subject: str = ""
    body: str = ""
    files: str = ""  # ids, split by commas
    key: str
    sent_at: datetime
    outbox: int
    due: int


class Settings(Row, table="mail_settings", called="the settings"):
    """The one row of settings."""

    signature: str = ""
    quoting: bool = True
    notify: Literal["all", "people", "none"] = "all"


class Vacation(Row, table="mail_vacation", called="the vacation reply"):
    """The one row that says what answers by itself while the owner is away."""

    on: bool = False
    first: date | None = None
    last: date | None = None
    subject: str = ""
    body: str = ""

    def active(self, day: date) -> bool:
        """Say whether it answers on that day."""
        begun = self.first is not None and self.first <= day
        return self.on and begun and (self.last is None or day <= self.last)


class Matter(Row, table="mail_matter", unwatched="what senders of machine mail know of an order or a bill"):
    """An order or a bill, so that later mail about it can say what it is about."""

    number: str
    business_id: int = ref(Business)
    amount: Money
    day: date  # when it arrives or falls due
    what: str = ""
    purse: str = ""  # what an order was paid with

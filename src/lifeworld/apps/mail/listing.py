"""Lists of conversations: which ones a screen shows, and what one line of it says."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from lifeworld.apps.mail import search
from lifeworld.apps.mail.models import ME, Attachment, Label, Message, Thread
from lifeworld.life.models import Business, Person
from lifeworld.web import Request
from lifeworld.web.language import N_, _
from lifeworld.web.request import Part

TITLES = {
    "inbox": N_("Inbox"),
    "starred": N_("Starred"),
    "sent": N_("Sent"),
    "archive": N_("All mail"),
    "snoozed": N_("Snoozed"),
    "spam": N_("Spam"),
    "bin": N_("Bin"),
}
SHOWN = {"all": "", "unread": "t.unread = 1", "starred": "t.starred = 1", "files": search.FILES}
WRITTEN = {"is:unread": "unread", "is:starred": "starred", "has:attachment": "files"}  # in a search
_BACK = f"iif(t.snoozed_until <= {search.NOW}, t.snoozed_until, '')"  # comes back like a new letter
_ORDERS = {
    "snoozed": "t.snoozed_until, t.id",
    "sent": f"max(iif(m.person_id = {ME}, m.sent_at, '')) DESC, t.id DESC",
}
NEAR = 60  # conversations from a list's top
LENGTH = "conversations"  # names how many of them are shown
_PASSED_ON = ("show", LENGTH, "q")


@dataclass(frozen=True)
class Box:
    """What a list is of: a folder, a label or a search."""

    name: str  # inbox, …, search, or label-3
    title: str
    href: str
    where: str
    args: tuple[object, ...] = ()
    label: Label | None = None
    problem: str = ""


@dataclass(frozen=True)
class Entry:
    """One line of a list: a conversation, and whom it is with."""

    thread: Thread
    messages: list[Message]
    last: Message
    who: str
    href: str
    unread: bool

    @property
    def at(self) -> datetime | None:
        """The shown letter's time; of what is snoozed, or has just come back, that of coming back."""
        snoozed = self.thread.place == "snoozed" or self.came_back
        return self.thread.snoozed_until if snoozed else self.last.sent_at

    @property
    def came_back(self) -> bool:
        """Whether it was snoozed and has not been read since."""
        return self.thread.unread and self.thread.place == "inbox" and self.thread.snoozed_until is not None

    @property
    def face(self) -> Person | Business | None:
        """The last who wrote beside the owner."""
        others = (message for message in reversed(self.messages) if not message.mine)
        return next(others, self.messages[-1]).sender

    @property
    def snippet(self) -> str:
        text = self.last.body or " ".join(f"{line.text} {line.value}" for line in self.last.lines)
        return " ".join(text.split())[:160]

    @property
    def files(self) -> bool:
        letters = "message_id IN (SELECT id FROM mail_message WHERE thread_id = ?)"
        return bool(self.thread.store.count(Attachment, letters, self.thread.id))


@dataclass(frozen=True)
class Listing:
    """The part of a list that a screen shows."""

    box: Box
    entries: tuple[Entry, ...]
    part: Part
    show: str
    query: dict[str, str]

    @property
    def lit(self) -> str:
        """The filter that it is under, chosen or written into the search."""
        words = self.query.get("q", "").lower().split() if self.box.name == "search" and self.show == "all" else []
        return next((WRITTEN[word] for word in words if word in WRITTEN), self.show)

    def href(self, **values: object) -> str:
        """Return this list's address with some of its query changed."""
        kept = {**self.query, **values}
        pairs = [(name, value) for name, value in kept.items() if value not in (None, "", "all")]
        return f"{self.box.href}?{urlencode(pairs)}" if pairs else self.box.href


def box_of(request: Request, name: str) -> Box:
    """Return the box of that name; unknown ones are the inbox.

    Raises:
        Missing: a label that is gone.
    """
    if name.startswith("label-") and name[6:].isdecimal():
        label = request.row(Label, int(name[6:]))
        held = "t.binned = 0 AND t.spam = 0 AND t.id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)"
        return Box(name, label.name, f"/mail/label/{label.id}", held, (label.id,), label)
    if name == "search":
        found = search.of_text(request.search(), request.now.date())
        where, args = ("0", ()) if found.problem else (found.where, tuple(found.args))
        return Box(name, _("Search"), "/mail/search", where, args, problem=found.problem)
    known = name if name in TITLES else "inbox"
    return Box(known, _(TITLES[known]), "/mail/" if known == "inbox" else f"/mail/{known}", search.PLACES[known])


def listing(request: Request, box: Box, opened: int = 0) -> Listing:
    """Return the part of the list that the query asks for, down to the opened conversation if that is near its top."""
    show = request.choice("show", tuple(SHOWN))
    where = f"{box.where} AND {SHOWN[show]}" if SHOWN[show] else box.where
    order = _ORDERS.get(box.name, f"max(max(m.sent_at), {_BACK}) DESC, t.id DESC")
    query = f"""SELECT t.id FROM mail_thread t JOIN mail_message m ON m.thread_id = t.id WHERE {where}
                GROUP BY t.id ORDER BY {order}"""
    found = [number for (number,) in request.store.sql(query, *box.args)]
    part = request.cut(found, LENGTH, least=found.index(opened) + 1 if opened in found[:NEAR] else 0)
    kept = {name: request.query[name] for name in _PASSED_ON if request.query.get(name)}
    passed = urlencode({"box": box.name, **kept})
    entries = tuple(_entry(request.store.get(Thread, thread), box, passed) for thread in part.rows)
    return Listing(box, entries, part, show, kept)


def _entry(thread: Thread, box: Box, passed: str) -> Entry:
    messages, sent = thread.messages, box.name == "sent"
    shown = [message for message in messages if message.mine] if sent else messages
    people = ", ".join(dict.fromkeys(_readers(shown) if sent else _writers(messages)))
    who = _("To: %(people)s", people=people) if sent else people
    return Entry(thread, messages, shown[-1], who, f"/mail/thread/{thread.id}?{passed}", thread.unread and not sent)


def _readers(messages: list[Message]) -> list[str]:
    return [one.name for message in messages for one in message.recipients]


def _writers(messages: list[Message]) -> list[str]:
    senders = [message.sender or message.address for message in messages]
    return [_short(sender, alone=len(set(senders)) == 1) for sender in senders]


def _short(sender: Person | Business | str, *, alone: bool) -> str:
    if not isinstance(sender, Person):
        return sender if isinstance(sender, str) else sender.name
    if sender.id == ME:
        return _("me")
    return sender.name if alone else sender.first

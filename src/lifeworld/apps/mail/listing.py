"""Lists of conversations: which ones a screen shows, and what one line of it says."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from lifeworld.apps.mail import search
from lifeworld.apps.mail.models import ME, Label, Message, Recipient, Thread
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Request

PER_PAGE = 40
TITLES = {
    "inbox": "Inbox",
    "starred": "Starred",
    "sent": "Sent",
    "archive": "All mail",
    "spam": "Spam",
    "bin": "Bin",
}
SHOWN = {"all": "", "unread": "t.unread = 1", "starred": "t.starred = 1", "files": search.FILES}
_PASSED_ON = ("show", "page", "q")


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
    """One line of a list."""

    thread: Thread
    at: datetime
    who: str
    face: Person | Business | None
    count: int
    snippet: str
    files: bool
    labels: tuple[Label, ...]
    href: str


@dataclass(frozen=True)
class Listing:
    """One page of a list."""

    box: Box
    entries: tuple[Entry, ...]
    page: int
    pages: int
    total: int
    show: str
    query: dict[str, str]

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
        where = "0" if found.problem else found.where
        return Box(
            name, "Search", "/mail/search", where, () if found.problem else tuple(found.args), None, found.problem
        )
    known = name if name in TITLES else "inbox"
    href = "/mail/" if known == "inbox" else f"/mail/{known}"
    return Box(known, TITLES[known], href, search.PLACES[known])


def listing(request: Request, box: Box) -> Listing:
    """Return the page of the list that the query asks for."""
    show = request.choice("show", tuple(SHOWN))
    where = f"{box.where} AND {SHOWN[show]}" if SHOWN[show] else box.where
    total = int(request.store.value(f"SELECT count(*) FROM mail_thread t WHERE {where}", *box.args))
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(1, request.number("page", 1)), pages)
    kept = {name: request.query[name] for name in _PASSED_ON if request.query.get(name)}
    passed = urlencode({"box": box.name, **kept})
    entries = _entries(request.store, where, box, page, passed)
    return Listing(box, entries, page, pages, total, show, kept)


def _entries(store: Store, where: str, box: Box, page: int, passed: str) -> tuple[Entry, ...]:
    query = f"""SELECT t.id FROM mail_thread t JOIN mail_message m ON m.thread_id = t.id WHERE {where}
                GROUP BY t.id ORDER BY max(m.sent_at) DESC, t.id DESC LIMIT {PER_PAGE} OFFSET {(page - 1) * PER_PAGE}"""
    ids = [row[0] for row in store.sql(query, *box.args)]
    facts = _Facts(store, ids, sent=box.name == "sent")
    return tuple(facts.entry(thread_id, passed) for thread_id in ids)


class _Facts:
    """All that the lines of one page show, read in a handful of queries."""

    def __init__(self, store: Store, ids: list[int], *, sent: bool) -> None:
        self.sent = sent
        few = f"({', '.join(map(str, ids))})"
        self.threads = {thread.id: thread for thread in store.all(Thread, f"id IN {few}")}
        self.messages: dict[int, list[Message]] = defaultdict(list)
        for message in store.all(Message, f"thread_id IN {few}", order="sent_at, id"):
            self.messages[message.thread_id].append(message)
        every = f"(SELECT id FROM mail_message WHERE thread_id IN {few})"
        self.recipients = store.all(Recipient, f"message_id IN {every}") if sent else []
        self.people: dict[int, Person] = _by_id(
            store, Person, [m.person_id for m in self._every], self.recipients, "person_id"
        )
        self.businesses: dict[int, Business] = _by_id(
            store, Business, [m.business_id for m in self._every], self.recipients, "business_id"
        )
        self.with_files = {
            row[0] for row in store.sql(f"SELECT t.id FROM mail_thread t WHERE t.id IN {few} AND {search.FILES}")
        }
        self.labels = _labels(store, few)

    @property
    def _every(self) -> list[Message]:
        return [message for messages in self.messages.values() for message in messages]

    def entry(self, thread_id: int, passed: str) -> Entry:
        thread, messages = self.threads[thread_id], self.messages[thread_id]
        last = messages[-1]
        face = next((m for m in reversed(messages) if m.person_id != ME), last)
        return Entry(
            thread,
            last.sent_at or thread.store.now,
            self._to(messages) if self.sent else self._who(messages),
            self._sender(face),
            len(messages),
            " ".join((last.body or _table(last)).split())[:160],
            thread_id in self.with_files,
            tuple(self.labels[thread_id]),
            f"/mail/thread/{thread_id}?{passed}",
        )

    def _sender(self, message: Message) -> Person | Business | None:
        return self.people.get(message.person_id or 0) or self.businesses.get(message.business_id or 0)

    def _who(self, messages: list[Message]) -> str:
        names: dict[str, None] = {}
        alone = len({(m.person_id, m.business_id, m.address) for m in messages}) == 1
        for message in messages:
            sender = self._sender(message)
            names[_short(sender, alone) if sender else message.address] = None
        return ", ".join(names)

    def _to(self, messages: list[Message]) -> str:
        own = {message.id for message in messages if message.mine}
        names: dict[str, None] = {}
        for one in self.recipients:
            if one.message_id in own:
                who = self.people.get(one.person_id or 0) or self.businesses.get(one.business_id or 0)
                names[who.name if who else one.address] = None
        return "To: " + ", ".join(names)


def _short(sender: Person | Business, alone: bool) -> str:
    if isinstance(sender, Person) and sender.id == ME:
        return "me"
    return sender.first if isinstance(sender, Person) and not alone else sender.name


def _by_id(store: Store, model: Any, ids: list[int | None], more: list[Recipient], column: str) -> dict[int, Any]:
    wanted = sorted({one for one in (*ids, *(getattr(row, column) for row in more)) if one})
    return {row.id: row for row in store.all(model, f"id IN ({', '.join(map(str, wanted))})")}


def _labels(store: Store, few: str) -> dict[int, list[Label]]:
    known = {label.id: label for label in store.all(Label)}
    found: dict[int, list[Label]] = defaultdict(list)
    query = f"SELECT thread_id, label_id FROM mail_thread_label WHERE thread_id IN {few} ORDER BY label_id"
    for thread_id, label_id in store.sql(query):
        found[thread_id].append(known[label_id])
    return found


def _table(message: Message) -> str:
    return " ".join(f"{line.text} {line.value}" for line in message.lines)

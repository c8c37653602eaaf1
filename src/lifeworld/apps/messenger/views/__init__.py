"""Chatter's addresses, what each of its screens shows besides its own, and what the home screen shows of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from lifeworld.apps.messenger.models import ME, Call, Chat, Contact, Message, Settings, Status
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Notice, Pages, Part, Place, Request
from lifeworld.web.language import _, ngettext

FILTERS = {"chats": ("all", "unread", "groups", "archived"), "calls": ("all", "missed")}
LATEST = "sent_at DESC, id DESC"
STATUS_LASTS = timedelta(hours=24)
_SECTIONS = {"call": "calls", "calls": "calls", "status": "status", "starred": "starred"}
_SECTIONS |= {"settings": "settings", "help": "settings"}
_LAST = (
    "id IN (SELECT (SELECT m.id FROM messenger_message m WHERE m.chat_id = c.id "
    "ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) FROM messenger_chat c)"
)


@dataclass(frozen=True)
class Line:
    """One chat as the list shows it."""

    chat: Chat
    name: str
    person: Person | None
    last: Message | None
    sender: str
    tick: str
    unread: int
    muted: bool

    @property
    def at(self) -> datetime | None:
        return self.last.sent_at if self.last else self.chat.made_at

    @property
    def waiting(self) -> bool:
        return bool(self.unread or self.chat.marked_unread)


def by_id(store: Store) -> dict[int, Person]:
    """Return everyone by id, the owner too."""
    return {person.id: person for person in store.all(Person)}


def frame(request: Request) -> dict[str, Any]:
    """Return what every screen of Chatter shows.

    `listed` makes the list of the place that it belongs to; `shown` is the address of what is open beside that.
    """
    kept = urlencode([(name, request.query[name]) for name in ("only", "list") if request.query.get(name)])
    section = _SECTIONS.get(f"{request.path}//".split("/")[2], "chats")
    return {
        "nav": [
            Place(_("Chats"), "/messenger/", "message-circle", section="chats", badge=badge(request.store)),
            Place(_("Calls"), "/messenger/calls", "phone", section="calls"),
            Place(_("Status"), "/messenger/status", "circle-dashed", section="status"),
            Place(_("Starred"), "/messenger/starred", "star", section="starred", tab=False),
            Place(_("Settings"), "/messenger/settings", "settings", section="settings"),
        ],
        "section": section,
        "only": request.choice("only", FILTERS.get(section, ("all",))),
        "kept": f"?{kept}" if kept else "",
        "listed": lambda: LISTED[section](request) if section in LISTED else None,
        "chats": {chat.id: chat for chat in request.store.all(Chat)},
        "everyone": by_id(request.store),
        "settings": request.store.get(Settings, 1),
        "going": request.store.first(Call, "ended_at IS NULL"),
        "open_chat": 0,
        "shown": request.path,
    }


pages = Pages("messenger", frame)


def lines(store: Store, everyone: dict[int, Person]) -> list[Line]:
    """Return all chats in which something was said and all groups, pinned ones first, then the latest."""
    last = {message.chat_id: message for message in store.all(Message, _LAST)}
    numbers = unread_by_chat(store)
    found = [
        _line(store.now, chat, everyone, last.get(chat.id), numbers.get(chat.id, 0))
        for chat in store.all(Chat)
        if chat.is_group or chat.id in last
    ]
    found.sort(key=lambda line: (line.at.isoformat() if line.at else "", line.chat.id), reverse=True)
    return sorted(found, key=_pin)


def chosen(found: Sequence[Line], which: str) -> list[Line]:
    """Return the chats that a filter lets through; archived ones only show by themselves."""
    tests: dict[str, Callable[[Line], bool]] = {
        "all": lambda line: True,
        "unread": lambda line: line.waiting,
        "groups": lambda line: line.chat.is_group,
        "archived": lambda line: True,
    }
    return [line for line in found if line.chat.archived == (which == "archived") and tests[which](line)]


def unread_by_chat(store: Store) -> dict[int, int]:
    """Return how many messages wait in each chat that has any."""
    query = "SELECT chat_id, count(*) FROM messenger_message WHERE read = 0 AND sender_id <> ? GROUP BY chat_id"
    return dict(store.sql(query, ME))


def badge(store: Store) -> int:
    """Return how many chats wait to be read."""
    unread = "SELECT chat_id FROM messenger_message WHERE read = 0 AND sender_id <> ?"
    return store.count(Chat, f"NOT archived AND (marked_unread OR id IN ({unread}))", ME)


def tick(message: Message, answered_at: datetime | None, now: datetime) -> str:
    """Return how far an own message has come: sent, delivered, read.

    Whatever was sent before `answered_at`, when somebody else last wrote in the chat, was read.
    """
    if message.read or (answered_at and answered_at > message.sent_at):
        return "read"
    return "delivered" if now > message.sent_at else "sent"


def contacts(request: Request, where: str = "TRUE", *args: object) -> list[Contact]:
    """Return the contacts whose name or number has in it what is searched for, by name."""
    query = "person_id IN (SELECT id FROM life_person WHERE instr(lower(name), lower(?)) OR instr(phone, ?))"
    q, names = request.search(), by_id(request.store)
    found = request.store.all(Contact, f"{query} AND {where}", q, q, *args)
    return sorted(found, key=lambda contact: (names[contact.person_id].name.casefold(), contact.id))


def direct_chats(store: Store) -> dict[int, int]:
    """Return the chat's id for each contact's person id."""
    return dict(store.sql("SELECT person_id, id FROM messenger_chat WHERE person_id IS NOT NULL"))


def _chats(request: Request) -> Part:
    found = lines(request.store, by_id(request.store))
    return request.cut(chosen(found, request.choice("only", FILTERS["chats"])), "list")


def _calls(request: Request) -> Part:
    where = "missed" if request.query.get("only") == "missed" else ""
    return request.part(Call, where, order="started_at DESC, id DESC", name="list")


def _statuses(request: Request) -> Part:
    since = request.now - STATUS_LASTS
    latest = "person_id <> 1, posted_at DESC, id DESC"  # the owner's first
    return request.part(Status, "posted_at >= ?", since, order=latest, name="list")


LISTED = {"chats": _chats, "calls": _calls, "status": _statuses}


def _pin(line: Line) -> tuple[bool, str]:
    pinned = line.chat.pinned_at
    return pinned is None, pinned.isoformat() if pinned else ""


def _line(now: datetime, chat: Chat, everyone: dict[int, Person], last: Message | None, unread: int) -> Line:
    person = everyone[chat.person_id] if chat.person_id else None
    mine = last is not None and last.sender_id == ME
    sender = everyone[last.sender_id].first if last and chat.is_group and not mine else ""
    return Line(
        chat=chat,
        name=person.name if person else chat.title,
        person=person,
        last=last,
        sender=_("You") if mine and chat.is_group else sender,
        tick=tick(last, None, now) if last and mine else "",
        unread=unread,
        muted=chat.is_muted(now),
    )


def notices(store: Store) -> list[Notice]:
    """Return one notice for each chat with unread messages that isn't muted or archived."""
    previews = store.get(Settings, 1).previews
    found = lines(store, by_id(store))
    return [_notice(line, previews) for line in found if line.unread and not (line.muted or line.chat.archived)]


def _notice(line: Line, previews: bool) -> Notice:
    assert line.last
    assert line.at
    said = line.last.text or line.last.photo or _("Contact card")
    words = f"{line.sender}: {said}" if line.sender else said
    text = words if previews else ngettext("%(n)s new message", "%(n)s new messages", line.unread)
    return Notice(line.name, text, f"/messenger/chat/{line.chat.id}", line.at, line.last.id)

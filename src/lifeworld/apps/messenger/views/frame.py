"""Chatter's addresses, and what each of its screens shows besides its own: the tabs, and on wide ones the chats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lifeworld.apps.messenger.models import Call, Chat, Contact, Message, Settings
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Page, Pages, Request

pages = Pages("messenger")

FILTERS = ("all", "unread", "groups", "archived")
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


def people(store: Store) -> dict[int, Person]:
    """Return everyone by id, the owner too."""
    return {person.id: person for person in store.all(Person)}


def page(request: Request, template: str, *, tab: str = "chats", **context: Any) -> Page:
    """Return a page with the tabs' numbers, and on a wide screen the chats beside it."""
    everyone = people(request.store)
    beside = lines(request.store, everyone) if request.device.wide and tab == "chats" else []
    which = request.choice("show", FILTERS)
    return request.page(
        f"messenger/{template}",
        tab=tab,
        show=which,
        beside=chosen(beside, which),
        everyone=everyone,
        settings=request.store.get(Settings, 1),
        waiting=waiting(request.store),
        going=request.store.first(Call, "ended_at IS NULL"),
        **{"open_chat": 0, **context},
    )


def lines(store: Store, everyone: dict[int, Person]) -> list[Line]:
    """Return all chats in which something was said and all groups, pinned ones first, then the latest."""
    me = next(person.id for person in everyone.values() if person.relation == "me")
    last = {message.chat_id: message for message in store.all(Message, _LAST)}
    numbers = unread_by_chat(store, me)
    found = [
        _line(store.now, chat, everyone, last.get(chat.id), numbers.get(chat.id, 0), me)
        for chat in store.all(Chat)
        if chat.is_group or chat.id in last
    ]
    found.sort(key=lambda line: (line.at.isoformat() if line.at else "", line.chat.id), reverse=True)
    return sorted(found, key=_pin)


def chosen(found: Sequence[Line], which: str) -> list[Line]:
    """Return the chats that a filter lets through; archived ones only show by themselves."""
    tests: dict[str, Callable[[Line], bool]] = {
        "all": lambda line: not line.chat.archived,
        "unread": lambda line: line.waiting and not line.chat.archived,
        "groups": lambda line: line.chat.is_group and not line.chat.archived,
        "archived": lambda line: line.chat.archived,
    }
    return [line for line in found if tests[which](line)]


def unread_by_chat(store: Store, me: int) -> dict[int, int]:
    """Return how many messages wait in each chat that has any."""
    query = "SELECT chat_id, count(*) FROM messenger_message WHERE read = 0 AND sender_id <> ? GROUP BY chat_id"
    return dict(store.sql(query, me))


def waiting(store: Store) -> int:
    """Return how many chats wait to be read."""
    query = """
        SELECT count(*) FROM messenger_chat c WHERE NOT archived AND (marked_unread OR EXISTS (
            SELECT 1 FROM messenger_message m JOIN life_person p ON p.id = m.sender_id
            WHERE m.read = 0 AND m.chat_id = c.id AND p.relation <> 'me'))
    """
    return int(store.value(query))


def tick(message: Message, answered_at: datetime | None, now: datetime) -> str:
    """Return how far an own message has come: sent, delivered, read.

    Whatever was sent before `answered_at`, when somebody else last wrote in the chat, was read.
    """
    if message.read or (answered_at and answered_at > message.sent_at):
        return "read"
    return "delivered" if now > message.sent_at else "sent"


def contacts(store: Store, q: str = "") -> list[Contact]:
    """Return the contacts whose name or number has `q` in it, by name."""
    query = "person_id IN (SELECT id FROM life_person WHERE instr(lower(name), lower(?)) OR instr(phone, ?))"
    found = store.all(Contact, query, q, q) if q else store.all(Contact)
    names = {person.id: person.name for person in store.all(Person)}
    return sorted(found, key=lambda contact: (names[contact.person_id].casefold(), contact.id))


def direct_chats(store: Store) -> dict[int, int]:
    """Return the chat's id for each contact's person id."""
    return dict(store.sql("SELECT person_id, id FROM messenger_chat WHERE person_id IS NOT NULL"))


def _pin(line: Line) -> tuple[bool, str]:
    pinned = line.chat.pinned_at
    return pinned is None, pinned.isoformat() if pinned else ""


def _line(now: datetime, chat: Chat, everyone: dict[int, Person], last: Message | None, unread: int, me: int) -> Line:
    person = everyone[chat.person_id] if chat.person_id else None
    mine = last is not None and last.sender_id == me
    sender = everyone[last.sender_id].first if last and chat.is_group and not mine else ""
    return Line(
        chat=chat,
        name=person.name if person else chat.title,
        person=person,
        last=last,
        sender="You" if mine and chat.is_group else sender,
        tick=tick(last, None, now) if last and mine else "",
        unread=unread,
        muted=chat.is_muted(now),
    )

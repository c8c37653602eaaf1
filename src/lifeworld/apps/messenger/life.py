"""How a life shows in Chatter: whom one knows and writes to, what is pinned and muted, who rang."""

import re
from collections import Counter
from datetime import datetime, time, timedelta
from random import Random

from lifeworld.apps.messenger.models import (
    Call,
    Chat,
    Contact,
    Member,
    Message,
    Quote,
    Reaction,
    Session,
    Settings,
    Status,
)
from lifeworld.apps.messenger.words import words
from lifeworld.city.directory import CITY
from lifeworld.core.rhythm import rhythm
from lifeworld.life import Life
from lifeworld.life.diary import GROWN
from lifeworld.life.events import GroupMade, Messaged, Planned, Rang
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Handlers

KEPT = re.compile(r"birthday is|we're in |spare key|present:|(doors|hall) from \d|\$\d+ each", re.IGNORECASE)
NEAR = ("partner", "family", "friend")
AWAKE = range(7, 23)  # hours at which people show something
_CALL = timedelta(minutes=48)  # the longest


def seed(store: Store, life: Life) -> None:
    """Set up the address book with a chat for each contact, the groups, the settings, and the calls of late."""
    rng = life.rng("messenger")
    of_oneself = rng.sample(words().abouts, len(words().abouts))
    store.add(Settings, name=life.me.first, about=of_oneself.pop())
    store.add(Session)
    others = [person for person in life.people if person.id != life.me.id]
    abouts = {person.id: line for person, line in zip(rng.sample(others, len(others)), of_oneself, strict=False)}
    for person in others:
        store.add(Contact, person_id=person.id, about=abouts.get(person.id, ""), blocked=False)
        store.add(Chat, person_id=person.id, emoji="")
    for made in (event for event in life.events if isinstance(event, GroupMade)):
        group_made(store, made)
    _arrange(store, life)
    _ring(store, life, others, rng)
    _say(store, life.now, others, rng)


def group_made(store: Store, event: GroupMade) -> None:
    """Make the group; the seed has made those of the past at once, to pin and mute some."""
    if store.first(Chat, "key = ?", event.key):
        return
    chat = store.add(Chat, title=event.title, emoji=event.emoji, key=event.key, made_at=event.at)
    for person_id in event.members:
        store.add(Member, chat_id=chat.id, person_id=person_id)


def messaged(store: Store, event: Messaged) -> None:
    """Put what was said into its chat. Some of the past have been starred."""
    chat = chat_of(store, event.chat)
    before = event.at < store.now
    message = store.add(
        Message,
        chat_id=chat.id,
        sender_id=event.sender_id,
        text=event.text,
        photo=event.photo,
        contact_id=event.contact_id,
        forwarded=event.forwarded,
        starred=event.starred or (before and bool(KEPT.search(event.text))),
        sent_at=event.at,
        read=event.read,
    )
    for person_id, emoji in event.reactions:
        store.add(Reaction, message_id=message.id, person_id=person_id, emoji=emoji)
    quoted = _quoted(store, chat, event)
    if quoted:
        store.add(Quote, message_id=message.id, quoted_id=quoted.id)


def chat_of(store: Store, address: str) -> Chat:
    """Return the chat that an event names."""
    kind, _, person = address.partition(":")
    if kind == "direct":
        return store.one(Chat, "person_id = ?", int(person))
    return store.one(Chat, "key = ?", address)


def rang(store: Store, event: Rang) -> None:
    """Log a call that people had agreed on."""
    chat = chat_of(store, f"direct:{event.person_id}")
    told = {"outgoing": event.outgoing, "missed": event.missed, "started_at": event.at, "ended_at": event.ended}
    store.add(Call, chat_id=chat.id, kind="voice", **told)


ON: Handlers = {GroupMade: group_made, Messaged: messaged, Rang: rang}


def _quoted(store: Store, chat: Chat, event: Messaged) -> Message | None:
    if event.answers is None:
        return None
    found = store.all(Message, "chat_id = ? AND sent_at = ?", chat.id, event.answers)
    same = [message for message in found if message.text == event.answers_text]
    return next(iter(same or found), None)


def _arrange(store: Store, life: Life) -> None:
    """Pin the partner and the closest group, mute the loudest, put away what has long been still."""
    said = Counter(event.chat for event in life.events if isinstance(event, Messaged))
    last = {event.chat: event.at for event in life.events if isinstance(event, Messaged)}
    groups = store.all(Chat, "person_id IS NULL")
    by_noise = sorted(groups, key=lambda chat: (-said[chat.key], chat.id))
    partner = next((person for person in life.people if person.relation in ("partner", "family")), None)
    if partner:
        store.change(chat_of(store, f"direct:{partner.id}"), pinned_at=life.now - timedelta(days=90))
    for chat in by_noise[:1]:
        store.change(chat, pinned_at=life.now - timedelta(days=40))
    for chat, muted in zip(by_noise[1:4], ("always", "1 week", "always"), strict=False):
        store.change(chat, muted=muted, muted_at=life.now - timedelta(days=3))
    for chat in groups:
        if chat.key in last and last[chat.key] < life.now - timedelta(days=45):
            store.change(chat, archived=True)


def _ring(store: Store, life: Life, others: list[Person], rng: Random) -> None:
    """Put in the calls of the last weeks, at hours at which the owner has nothing on."""
    near = [person for person in others if person.relation in NEAR][:9]
    planned = [event for event in life.events if isinstance(event, Planned) and not event.all_day]
    agreed = [event for event in life.events if isinstance(event, Rang)]
    for days in sorted(rng.sample(range(1, 70), rng.randint(17, 34)), reverse=True):
        person, day = rng.choice(near), life.now.date() - timedelta(days=days)
        clocks = [datetime.combine(day, time(rng.randint(8, 20), rng.randint(0, 59))) for _ in range(60)]
        apart = (at for at in clocks if all(at > one.ended or at + _CALL < one.at for one in agreed))
        free = (at for at in apart if not any(_on(event, at) for event in planned))
        if begun := next(free, None):
            _call(store, store.one(Chat, "person_id = ?", person.id), begun, rng)


def _on(event: Planned, at: datetime) -> bool:
    """Return whether a call from then on would fall into what is planned, or what comes back on that day."""
    day, begun = at.date(), event.start.date()
    comes = day == begun or (event.repeats and day in rhythm(begun, event.repeats, day, day))
    return bool(comes) and (event.start - _CALL).time() < at.time() < event.end.time()


def _call(store: Store, chat: Chat, begun: datetime, rng: Random) -> None:
    missed = rng.random() < 0.2
    store.add(
        Call,
        chat_id=chat.id,
        kind="video" if rng.random() < 0.3 else "voice",
        outgoing=not missed and rng.random() < 0.5,
        missed=missed,
        started_at=begun,
        ended_at=begun + timedelta(seconds=30 if missed else rng.randint(40, 2900)),
    )


def _say(store: Store, now: datetime, others: list[Person], rng: Random) -> None:
    grown = now.date() - GROWN
    near = [person for person in others if person.relation in (*NEAR, "neighbour", "colleague")]
    near = [person for person in near if person.birthday <= grown and CITY in person.address]
    chosen = rng.sample(near, min(rng.randint(4, 8), len(near)))
    fitting = [status for status in words().statuses if now.month in status.months]
    for person, status in zip(chosen, rng.sample(fitting, len(chosen)), strict=True):
        moments = [now - timedelta(minutes=rng.randint(20, 22 * 60)) for _ in range(9)]
        posted = next((at for at in moments if at.hour in AWAKE), moments[0])
        store.add(Status, person_id=person.id, text=status.text, colour=status.colour, posted_at=posted)

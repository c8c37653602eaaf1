"""What others say while an agent works, or have said before: events for `scheduled_events` and `setup`."""

from dataclasses import replace
from datetime import timedelta

from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Mailed, Messaged
from lifeworld.life.models import Person
from lifeworld.store import Event, Store


def says(store: Store, chat: Chat, text: str) -> Messaged:
    """Return a message that somebody sends now, in the chat with them.

    `yield says(store, self.chat, f"It's {self.amount} for you")`
    """
    assert chat.person_id, "in a group it takes a sender"
    return Messaged(at=store.now, chat=chat.addressed(), sender_id=chat.person_id, text=text, read=False)


def writes(store: Store, person: Person, subject: str, body: str) -> Mailed:
    """Return a letter of somebody's that comes now and begins a conversation.

    `yield writes(store, self.sender, "The list", "Hello,\\n\\nhere it is.")`
    """
    return Mailed(at=store.now, thread=subject, person_id=person.id, subject=subject, body=body, read=False)


def earlier(store: Store, event: Event, minutes: int) -> Event:
    """Return such an event as it happened some minutes ago.

    `yield earlier(store, says(store, self.chat, "See you at six"), minutes=40)`
    """
    return replace(event, at=store.now - timedelta(minutes=minutes))


def somebody(store: Store, text: str, *but: int | None) -> Chat:
    """Return a chat with somebody who may say this, not always the same one, nor with one of these persons (ids).

    `yield says(store, somebody(store, text, self.friend.id), text)`
    """
    there = store.all(Chat, "person_id IS NOT NULL AND NOT archived AND muted = 'no'")
    others = [chat for chat in there if chat.person_id not in but]
    return others[len(text) % len(others)]

"""What was told to the owner in a chat, and the code that signs in."""

from collections.abc import Iterator

from lifeworld.apps.messenger.models import Message, Session
from lifeworld.life.secrets import Secret, codes, told
from lifeworld.store import Store

_TELLS = "text LIKE '%code%' OR text LIKE '%password%' OR text LIKE '%pin%'"


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the code that signs in, and what others tell in chats, which those in the chat know."""
    for session in store.all(Session, "code <> ''"):
        yield Secret("the code that signs in to Chatter", session.code)
    messages = store.all(Message, f"sender_id <> 1 AND ({_TELLS})")
    for message in (one for one in messages if told(one.text)):
        sender = message.sender
        known = {sender.name, sender.email, message.chat.name}
        yield from codes(message.text, sender.name, known)

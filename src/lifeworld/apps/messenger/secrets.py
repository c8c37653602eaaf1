"""What was told to the owner in a chat, and the code that signs in."""

from collections.abc import Iterator

from lifeworld.apps.messenger.models import ME, Message, Session
from lifeworld.life.secrets import Secret, codes, told
from lifeworld.store import Store


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the code that signs in, and what others tell in chats, which those in the chat know."""
    for session in store.all(Session, "code <> ''"):
        yield Secret("the code that signs in to Chatter", session.code)
    texts = store.sql("SELECT id, text FROM messenger_message WHERE sender_id <> ? ORDER BY id", ME)
    for message in (store.get(Message, message_id) for message_id, text in texts if told(text)):
        sender = message.sender
        known = {sender.name, sender.email, message.chat.name}
        yield from codes(message.text, sender.name, known)

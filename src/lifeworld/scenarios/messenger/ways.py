"""Ways through Chatter, and what its tasks pick by."""

from lifeworld.apps.messenger.models import Chat, Contact, Message
from lifeworld.scenarios import User, button, field, link
from lifeworld.store import Store

LISTED = "NOT archived AND NOT left AND (person_id IS NULL OR id IN (SELECT chat_id FROM messenger_message))"
PEOPLE = f"person_id IS NOT NULL AND {LISTED}"
UNPINNED = f"pinned_at IS NULL AND {LISTED}"
GROUPS = f"person_id IS NULL AND {LISTED}"
IN_VIEW = """
    length(text) BETWEEN 8 AND 60 AND sender_id <> 1 AND id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY chat_id ORDER BY sent_at DESC, id DESC) place
            FROM messenger_message)
        WHERE place <= 25)
    AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)
"""
MENU = (button("Chat menu"),)
SETTINGS = (link("Settings"),)


def in_chat(message: Message, chat: Chat) -> bool:
    """Return whether a message was said in that chat."""
    return message.chat_id == chat.id


def free(row: Contact) -> bool:
    """Return whether one may write to somebody."""
    return not row.blocked


def direct(store: Store, contact: Contact) -> Chat:
    """Return the chat with one contact."""
    return store.one(Chat, "person_id = ?", contact.person_id)


def open_chat(user: User, chat: Chat) -> None:
    """Open a chat of the list."""
    user.open("Chatter")
    user.click(link(chat.name))


def open_options(user: User, chat: Chat) -> None:
    """Open what can be done with a chat of the list."""
    user.open("Chatter")
    user.click(link(f"Options for {chat.name}"))


def open_message(user: User, message: Message) -> None:
    """Open what can be done with one of a chat's latest messages."""
    open_chat(user, message.chat)
    user.click(link(f"Options for “{message.text}”"))


def open_contact(user: User, contact: Contact) -> None:
    """Open the chat with a contact, written to or not."""
    user.open("Chatter")
    user.click(link("New chat"))
    user.click(link(contact.name))


def open_contact_info(user: User, contact: Contact) -> None:
    """Open the page on a contact, written to or not."""
    open_contact(user, contact)
    user.click(link(f"Info on {contact.name}"))


def open_calls(user: User) -> None:
    user.open("Chatter")
    user.click(link("Calls"))


def open_status(user: User) -> None:
    user.open("Chatter")
    user.click(link("Status"))


def open_setting(user: User, name: str) -> None:
    """Open one page of the settings."""
    user.open("Chatter")
    user.click(link(name), via=SETTINGS)


def open_info(user: User, chat: Chat) -> None:
    """Open the page on a contact or a group."""
    open_chat(user, chat)
    user.click(link(f"Info on {chat.name}"))


def send(user: User, text: str) -> None:
    """Write in the chat that is open."""
    user.fill(field("Message"), text)
    user.click(button("Send"))

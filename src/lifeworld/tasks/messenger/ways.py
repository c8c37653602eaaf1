"""Ways through Chatter, and what its tasks pick by."""

from typing import Any

from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.taskkit import Line, Store, Task, User, button, field, link, pick, show_all, way

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
LATEST = "sent_at DESC, id DESC"  # the order of messages
MENU = (button("Chat menu"),)
MORE = (link("Show more"),) * 12  # what leads to the rest of the contacts, of whom some people have hundreds
MORE_CHATS = (link("Show more chats"),) * 12


class InGroup:
    """Mixin of tasks about one of the groups in the list."""

    chat: Chat = pick(Chat, where=GROUPS)


class WithPerson:
    """Mixin of tasks about one of the direct chats in the list."""

    chat: Chat = pick(Chat, where=PEOPLE)


def in_chat(row: Message | Member, chat: Chat) -> bool:
    """Return whether a message was said in that chat, or somebody is a member of that group."""
    return row.chat_id == chat.id


def unstarred(message: Message, chat: Chat) -> bool:
    """Return whether a message was said in that chat and has no star."""
    return in_chat(message, chat) and not message.starred


def free(row: Contact) -> bool:
    """Return whether one may write to somebody."""
    return not row.blocked


def direct(store: Store, contact: Contact) -> Chat:
    """Return the chat with one contact."""
    return store.one(Chat, "person_id = ?", contact.person_id)


def open_chat(user: User, chat: Chat) -> None:
    """Open a chat of the list."""
    open_named(user, chat.name)


def open_named(user: User, name: str) -> None:
    """Open the chat of the list that has this name."""
    user.open("Chatter")
    user.click(link(name), via=MORE_CHATS)


def open_options(user: User, chat: Chat) -> None:
    """Open what can be done with a chat of the list."""
    open_named(user, f"Options for {chat.name}")


def open_message(user: User, chat: Chat, text: str) -> None:
    """Open what can be done with one of a chat's latest messages."""
    open_chat(user, chat)
    user.click(link(f"Options for “{text}”"))


def open_message_by_search(user: User, message: Message) -> None:
    """Open what can be done with a message by searching for its words; where another of its chat has them, there."""
    search(user, message.text)
    own = [line for line in user.page.lines() if message.chat.name in line.names and holds(line, message.text)]
    if len([line for line in own if line.heading != "List"]) > 1:
        open_chat(user, message.chat)
    else:
        user.click(link(message.chat.name))
    user.click(link(f"Options for “{message.text}”"))


def start_with(user: User, name: str) -> None:
    """Open the chat with the contact of this name, written to or not."""
    user.open("Chatter")
    user.click(link("New chat"))
    user.click(link(name), via=MORE)


def open_contact_info(user: User, contact: Contact) -> None:
    """Open the page on a contact, written to or not."""
    start_with(user, contact.name)
    user.click(link(f"Info on {contact.name}"))


def open_info(user: User, name: str) -> None:
    """Open the page on the contact or the group of this name."""
    open_named(user, name)
    user.click(link(f"Info on {name}"))


def search(user: User, words: str) -> None:
    """Search all chats."""
    user.open("Chatter")
    user.fill(field("Search chats and messages"), words)
    user.click(button("Search"))


def search_chat(user: User, chat: Chat, words: str) -> None:
    """Open a chat and search it."""
    open_chat(user, chat)
    user.click(link("Search in chat"), via=MENU)
    user.fill(field("Search in this chat"), words)
    user.click(button("Search"))


def send(user: User, text: str) -> None:
    """Write in the chat that is open."""
    user.fill(field("Message"), text)
    user.click(button("Send"))


def do_if_agreed(user: User, task: Task, question: str) -> None:
    """Ask in these words, and do what the reply asks for."""
    reply = user.ask(question)
    for method, told in task.confirmation.items():
        for command in getattr(task, method)() if told in reply else ():
            user.do(command)


def lines_beside_list(user: User) -> list[Line]:
    """Return all lines of the page without those of the chats, which a wide screen shows beside it."""
    return [line for line in show_all(user) if line.heading != "List"]


def lines_beside_chat(user: User, words: str = "Show more") -> list[Line]:
    """Unfold a list by these words, and return its lines without those of a chat that a wide screen shows beside it."""
    return [line for line in show_all(user, words) if line.heading != "Messages"]


def muted_shown(user: User) -> list[str]:
    """Return the names of the chats that the list shows as muted."""
    user.open("Chatter")
    chats = lines_beside_chat(user, "Show more chats")
    return [line.names[0] for line in chats if "Muted" in line.text.splitlines()]


def bubbles(user: User) -> list[Line]:
    """Return what is said in the chat that is open, and the days in between."""
    return user.page.lines("Messages")


def holds(line: Line, words: str) -> bool:
    """Return whether these words stand in a line, wherever it is broken (as around an emoji)."""
    return "".join(words.split()) in "".join(line.text.split())


@way
def chat_by_search(task: Any, user: User) -> None:
    """Search for the chat instead of looking for it in the list, and go on from there."""
    search(user, task.chat.name)
    user.click(link(task.chat.name))
    user.follow(task)


@way
def message_by_search(task: Any, user: User) -> None:
    """Search for the words of the message, and go on from there."""
    open_message_by_search(user, task.message)
    user.follow(task)


@way
def in_reverse(task: Any, user: User) -> None:
    """Do the commands in the reverse order."""
    for command in reversed([*task.effects()]):
        user.do(command)

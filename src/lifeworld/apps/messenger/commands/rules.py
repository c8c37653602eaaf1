"""What several of Chatter's verbs ask first."""

from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.store import Command, Store

LEFT = {"left": "You left {chat.name}, so you can't do this."}
GROUP = {"direct": "{chat.name} is not a group.", **LEFT}
WRITES = {
    "blocked": "You blocked {chat.name}. Unblock them first.",
    "left": "You left {chat.name}, so you can't write or call there.",
}


def must_reach(command: Command, store: Store, chat: Chat, field: str = "") -> None:
    """Refuse to write to somebody who is blocked, or to a group that the owner has left."""
    command.need(not chat.left, "left", field, chat=chat)
    shut = not chat.is_group and store.one(Contact, "person_id = ?", chat.person_id).blocked
    command.need(not shut, "blocked", field, chat=chat)


def must_belong(command: Command, chat: Chat) -> None:
    """Refuse what only a member of the group may do."""
    command.need(chat.is_group, "direct", chat=chat)
    command.need(not chat.left, "left", chat=chat)

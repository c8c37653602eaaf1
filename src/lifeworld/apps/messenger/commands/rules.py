"""What several of Chatter's verbs ask first."""

from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.life.models import Person
from lifeworld.store import Command, Store

LEFT = {"left": "You left {chat}, so you can't do this."}
GROUP = {"direct": "{chat} is not a group.", **LEFT}
WRITES = {
    "blocked": "You blocked {chat}. Unblock them first.",
    "left": "You left {chat}, so you can't write or call there.",
}


def owner(store: Store) -> Person:
    """Return the person whose device this is."""
    return store.one(Person, "relation = 'me'")


def contact_of(store: Store, chat: Chat) -> Contact:
    """Return the other one of a direct chat."""
    return store.one(Contact, "person_id = ?", chat.person_id)


def must_reach(command: Command, store: Store, chat: Chat, field: str = "") -> None:
    """Refuse to write to somebody who is blocked, or to a group that the owner has left."""
    if chat.left:
        raise command.refuse("left", field, chat=chat.name)
    if not chat.is_group and contact_of(store, chat).blocked:
        raise command.refuse("blocked", field, chat=chat.name)


def must_belong(command: Command, chat: Chat) -> None:
    """Refuse what only a member of the group may do."""
    if not chat.is_group:
        raise command.refuse("direct", chat=chat.name)
    if chat.left:
        raise command.refuse("left", chat=chat.name)

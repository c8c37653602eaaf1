"""Contacts blocked and unblocked."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, User, button, derived, link, option, phrase, pick, way
from lifeworld.tasks.messenger.ways import (
    MENU,
    direct,
    loose,
    open_contact,
    open_contact_info,
    send,
)


class BlockAfterConsent(Task):
    """Somebody is blocked, once the person has agreed."""

    goals = [
        "I've had it with {contact.name} on Chatter. I want them blocked, but I'd like to hear from you just before.",
        "No more calls or messages from {contact.name}: put them on Chatter's blocked list. It's a big step, so the "
        "very last decision stays with me.",
        "Block {contact.name} in Chatter for me, as soon as you have my definite yes to it.",
    ]
    confirmation = {
        "effects": "Yes, I'm sure. Block them.",
        "nothing": "No, that goes too far. Leave it.",
        "hushed": "Hm, blocking is too harsh. Just mute our chat, for always.",
    }
    question_topics = ["{contact.name}", "{contact.person.first}"]

    contact: Contact = pick(Contact, loose)
    chat: Chat = derived(lambda contact, store: direct(store, contact))

    def effects(self) -> Commands:
        yield messenger.Block(self.contact)

    def hushed(self) -> Commands:
        yield messenger.Mute(self.chat, "always")

    @way
    def asking_at_once(self, user: User) -> None:
        reply = user.ask(f"Do you really want {self.contact.person.first} to be blocked?")
        open_contact(user, self.contact)
        if "? Hm" in reply:
            user.click(link("Mute"), via=MENU)
            user.click(option("Always"))
            user.click(button("Mute"))
        elif "? Yes" in reply:
            user.click(link("Contact info"), via=MENU)
            user.click(link(f"Block {self.contact.person.first}"))
            user.click(button("Block"))

    def _as_agreed(self, user: User) -> None:
        reply = user.ask(f"Shall I block {self.contact.name}?")
        if "? Yes" in reply:
            user.click(link(f"Block {self.contact.person.first}"))
            user.click(button("Block"))
        elif "? Hm" in reply:
            user.click(link("Mute notifications"))
            user.click(option("Always"))
            user.click(button("Mute"))


class MakeUp(Task):
    """Somebody is unblocked and gets a message."""

    goals = [
        "Unblock {contact.name} in Chatter and send them “{text}”",
        "{contact.name} and I have made up. Unblock them, then write “{text}”",
        "Take {contact.name} off my blocked list in Chatter and message them “{text}”",
    ]

    contact: Contact = pick(Contact, loose)
    text: str = phrase("Sorry about last week", "Shall we start over?", "Coffee on me?", "No hard feelings, I hope")

    def setup(self) -> Setup:
        yield messenger.Block(self.contact)

    def effects(self, store: Store) -> Commands:
        yield messenger.Unblock(self.contact)
        yield messenger.Send(direct(store, self.contact), self.text)

    @way
    def in_the_chat(self, user: User) -> None:
        open_contact(user, self.contact)
        user.click(button("Unblock"))
        send(user, self.text)

    @way
    def on_the_contact_info(self, user: User) -> None:
        open_contact_info(user, self.contact)
        user.click(button(f"Unblock {self.contact.person.first}"))
        user.click(link("Message"))
        send(user, self.text)


class WriteToBlocked(Task):
    """Nobody can write to somebody who is blocked."""

    goals = [
        "Send {contact.name} “{text}” on Chatter. They are blocked there, and that's how it stays.",
        "Write “{text}” to {contact.name} on Chatter without unblocking them.",
        "{contact.name} is blocked in Chatter and stays blocked. There's one thing to get across, though; message "
        "them “{text}”",
    ]

    contact: Contact = pick(Contact, loose)
    text: str = phrase("Please return my ladder", "We should talk", "Your parcel is with me", "I still have your key")
    chat: Chat = derived(lambda contact, store: direct(store, contact))

    def setup(self) -> Setup:
        yield messenger.Block(self.contact)

    def impossible(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        open_contact(user, self.contact)
        user.give_up()

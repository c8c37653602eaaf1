"""Contacts blocked and unblocked."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.scenarios import Scenario, button, derived, link, phrase, pick
from lifeworld.scenarios.messenger.ways import (
    direct,
    free,
    open_contact,
    open_contact_info,
    open_setting,
    send,
)
from lifeworld.store import Store


class BlockAfterConsent(Scenario):
    """Somebody is blocked, once the person has agreed."""

    goals = [
        "Block {contact.name} on Chatter. Ask me first, just to be sure.",
        "I don't want calls or messages from {contact.name} any more. Check with me, then block them.",
        "After I've confirmed it, block {contact.name} in Chatter.",
    ]
    consent = {"effects": "Yes, I'm sure. Block them.", "nothing": "No, leave it as it is after all."}
    about = ["block", "{contact.name}"]

    contact: Contact = pick(Contact, free)

    def effects(self):
        yield messenger.Block(self.contact)

    def solution(self, user):
        if user.ask(f"Shall I block {self.contact.name}?").startswith("No"):
            return
        open_contact_info(user, self.contact)
        user.click(link(f"Block {self.contact.person.first}"))
        user.click(button("Block"))


class MakeUp(Scenario):
    """Somebody is unblocked and gets a message."""

    goals = [
        "Unblock {contact.name} in Chatter and send them “{text}”",
        "{contact.name} and I have made up. Unblock them, then write “{text}”",
        "Take {contact.name} off my blocked list and message them “{text}”",
    ]

    contact: Contact = pick(Contact, free)
    text: str = phrase("Sorry about last week", "Shall we start over?", "Coffee on me?")

    def given(self):
        yield messenger.Block(self.contact)

    def effects(self, store: Store):
        yield messenger.Unblock(self.contact)
        yield messenger.Send(direct(store, self.contact), self.text)

    def solution(self, user):
        open_setting(user, "Blocked contacts")
        user.click(button(f"Unblock {self.contact.name}"))
        open_contact(user, self.contact)
        send(user, self.text)


class WriteToBlocked(Scenario):
    """Nobody can write to somebody who is blocked."""

    goals = [
        "Send {contact.name} “{text}” on Chatter. They are to stay blocked; if it can't be done like that, say so.",
        "Write “{text}” to {contact.name} without unblocking them. Tell me if that isn't possible.",
        "{contact.name} is blocked and stays blocked. Send them “{text}” anyway, or tell me that it can't be done.",
    ]

    contact: Contact = pick(Contact, free)
    text: str = phrase("Please return my ladder", "We should talk", "Your parcel is with me")
    chat: Chat = derived(lambda contact, store: direct(store, contact))

    def given(self):
        yield messenger.Block(self.contact)

    def impossible(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        open_contact(user, self.contact)
        user.give_up()

"""Questions on contacts, groups, calls and mutes."""

from lifeworld.apps.messenger.models import Call, Chat, Contact, Member
from lifeworld.scenarios import Scenario, link, observed, pick
from lifeworld.scenarios.messenger.ways import GROUPS, LISTED, open_calls, open_contact_info, open_info
from lifeworld.store import Store


class CountMembers(Scenario):
    """How many people are in a group?"""

    goals = [
        "How many people are in the group {chat.name}, me included?",
        "Count the members of {chat.name} in Chatter. I count too.",
        "With me, how many of us are in {chat.name}?",
    ]
    tags = ["count", "short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return store.count(Member, "chat_id = ?", self.chat.id) + 1

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class WhoElseIsThere(Scenario):
    """Which people are in a group?"""

    goals = [
        "Who is in the group {chat.name} besides me? Full names, please.",
        "List the full names of the other members of {chat.name}.",
        "Which people share the Chatter group {chat.name} with me? Give me their full names.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return [member.name for member in store.all(Member, "chat_id = ?", self.chat.id)]

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class SharedGroups(Scenario):
    """In how many groups is somebody?"""

    goals = [
        "How many Chatter groups do I share with {contact.name}?",
        "In how many groups are both {contact.name} and I?",
        "Count the groups that {contact.name} and I have in common on Chatter.",
    ]
    tags = ["count"]

    contact: Contact = pick(Contact, where="person_id IN (SELECT person_id FROM messenger_member)")

    def answer(self, store: Store):
        shared = "NOT left AND id IN (SELECT chat_id FROM messenger_member WHERE person_id = ?)"
        return store.count(Chat, shared, self.contact.person_id)

    def solution(self, user):
        open_contact_info(user, self.contact)
        user.say(self.truth)


class WhenFounded(Scenario):
    """When was a group made?"""

    goals = [
        "When was the group {chat.name} made?",
        "Since which day does my Chatter group {chat.name} exist?",
        "Find the date on which {chat.name} was created.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return self.chat.made_at.date()

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class PhoneNumber(Scenario):
    """What is somebody's number?"""

    goals = [
        "What is {contact.name}'s phone number?",
        "Look up the phone number of {contact.name} in Chatter.",
        "Under which number can I reach {contact.name}?",
    ]
    tags = ["short"]

    contact: Contact = pick(Contact)

    def answer(self, store: Store):
        return [self.contact.person.phone]

    def items(self):
        yield observed("Saw the number", showing=self.contact.person.phone, kind="search")

    def solution(self, user):
        open_contact_info(user, self.contact)
        user.say(self.truth)


class WhoMissedMe(Scenario):
    """Who rang last without being answered?"""

    goals = [
        "Whose call did I miss last on Chatter?",
        "Who was it that I failed to pick up for most recently in Chatter? Full name.",
        "Look at my missed calls: who rang most recently?",
    ]

    def answer(self, store: Store):
        return [store.one(Call, "missed", order="started_at DESC, id DESC").chat.name]

    def solution(self, user):
        open_calls(user)
        user.click(link("Missed"))
        user.say(self.truth)


class CallLog(Scenario):
    """When was the latest call with somebody?"""

    goals = [
        "When did I last talk to {chat.name} on a Chatter call? The date is enough.",
        "On which day was my latest Chatter call with {chat.name} that somebody picked up?",
        "Find the date of the most recent answered call with {chat.name} in Chatter.",
    ]

    chat: Chat = pick(Chat, where="id IN (SELECT chat_id FROM messenger_call WHERE NOT missed)")

    def answer(self, store: Store):
        latest = "started_at DESC, id DESC"
        return store.one(Call, "NOT missed AND chat_id = ?", self.chat.id, order=latest).started_at.date()

    def solution(self, user):
        open_calls(user)
        user.say(self.truth)


class WhatIsMuted(Scenario):
    """Which chats are muted?"""

    goals = [
        "Which of my Chatter chats are muted right now? Leave archived ones aside.",
        "List every chat in my Chatter list (not the archive) that is muted.",
        "From which chats outside the archive do I get no sounds? Name them all.",
    ]

    def answer(self, store: Store):
        return [chat.name for chat in store.all(Chat, LISTED) if chat.is_muted(store.now)] or None

    def solution(self, user):
        user.open("Chatter")
        user.say(self.truth)

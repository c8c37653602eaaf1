"""Groups made, changed and left."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.scenarios import Scenario, box, button, field, link, phrase, pick
from lifeworld.scenarios.messenger.ways import GROUPS, free, open_info, send
from lifeworld.store import Store


class MakeGroup(Scenario):
    """A group of three is made and gets its first message."""

    goals = [
        "Make a group “{title}” in Chatter with {first.name} and {second.name}, and write “{text}” in it.",
        "Start a group chat called “{title}” for {first.name}, {second.name} and me. First message: “{text}”",
        "I need a Chatter group named “{title}”: {first.name} and {second.name}. Greet them with “{text}”",
    ]
    tags = ["long"]

    title: str = phrase("Garden party", "Moving day", "Quiz night", "Surprise for Sam")
    first: Contact = pick(Contact, free)
    second: Contact = pick(Contact, lambda second, first: second != first and free(second))
    text: str = phrase("Welcome, both of you!", "Here we can plan it all", "Who has ideas?")

    def effects(self, store: Store):
        made = yield messenger.CreateGroup(self.title, (self.first, self.second))
        yield messenger.Send(store.one(Chat, "key = ?", made.key), self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New group"))
        user.fill(field("Group name"), self.title)
        user.check(box(self.first.name))
        user.check(box(self.second.name))
        user.click(button("Create group"))
        send(user, self.text)


class RenameAndDescribe(Scenario):
    """A group gets another name and a description."""

    goals = [
        "Rename the group {chat.name} to “{title}” and set its description to “{description}”",
        "{chat.name} should be called “{title}” from now on, with the description “{description}”",
        "In Chatter, change the name of {chat.name} to “{title}”. Description: “{description}”",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    title: str = phrase("The usual suspects", "Team Tuesday", "Kitchen cabinet")
    description: str = phrase("Plans and photos, no politics", "Only what is urgent", "For all things shared")

    def effects(self):
        yield messenger.RenameGroup(self.chat, self.title)
        yield messenger.DescribeGroup(self.chat, self.description)

    def solution(self, user):
        open_info(user, self.chat)
        user.click(link("Change group name"))
        user.fill(field("Group name"), self.title)
        user.click(button("Save"))
        user.click(link("Change description"))
        user.fill(field("Description"), self.description)
        user.click(button("Save"))


class SwapMembers(Scenario):
    """Somebody leaves a group's ranks, somebody else joins."""

    goals = [
        "In the group {chat.name}, remove {member.name} and add {contact.name}.",
        "{member.name} is no longer part of {chat.name}; take them out of the group and put {contact.name} in.",
        "Swap members in {chat.name}: {contact.name} comes in, {member.name} goes out.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    member: Member = pick(
        Member, lambda member, chat: member.chat_id == chat.id, among=lambda member, chat: member.chat_id == chat.id
    )
    contact: Contact = pick(
        Contact,
        lambda contact, chat, store: (
            free(contact) and not store.count(Member, "chat_id = ? AND person_id = ?", chat.id, contact.person_id)
        ),
    )

    def effects(self):
        yield messenger.RemoveMember(self.member)
        yield messenger.AddMember(self.chat, self.contact)

    def solution(self, user):
        open_info(user, self.chat)
        user.click(link(f"Remove {self.member.name}"))
        user.click(button("Remove"))
        user.click(link("Add member"))
        user.click(button(f"Add {self.contact.name}"))


class LeaveAfterConsent(Scenario):
    """A group is left, once the person has agreed."""

    goals = [
        "Leave the group {chat.name}, but ask me one last time before you do.",
        "I think I'm done with {chat.name}. Get my OK, then leave that group for me.",
        "Take me out of {chat.name} in Chatter. Confirm with me first.",
    ]
    consent = {"effects": "Yes, leave it.", "nothing": "No, leave it as it is after all."}
    about = ["leave", "{chat.name}"]

    chat: Chat = pick(Chat, where=GROUPS)

    def effects(self):
        yield messenger.LeaveGroup(self.chat)

    def solution(self, user):
        open_info(user, self.chat)
        if user.ask(f"Shall I leave {self.chat.name}?").startswith("No"):
            return
        user.click(link("Leave group"))
        user.click(button("Leave group"))

"""Groups made, changed and left."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Effects,
    Outcomes,
    Task,
    User,
    box,
    button,
    field,
    link,
    option,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.messenger.ways import GROUPS, MORE, MORE_CHOICES, free, open_info, open_options, send

KIN = ("partner", "family")


class MakeGroup(Task):
    """A group of three is made and gets its first message."""

    goals = [
        "Make a group “{title}” in Chatter with {first.name} and {second.name}, and write “{text}” in it.",
        "Start a group chat called “{title}” in Chatter for {first.name}, {second.name} and me. First message: "
        "“{text}”",
        "I need a Chatter group named “{title}”: {first.name} and {second.name}. Greet them with “{text}”",
    ]
    tags = ["long"]

    title: str = phrase("Garden party", "Moving day", "Quiz night", "Surprise for Sam", "Choir trip", "Ten-mile walk")
    first: Contact = pick(Contact, free)
    second: Contact = pick(Contact, lambda second, first: second != first and free(second))
    text: str = phrase("Welcome, both of you!", "Here we can plan it all", "Who has ideas?")

    def effects(self, store: Store) -> Effects:
        made = yield messenger.CreateGroup(self.title, (self.first, self.second))
        yield messenger.Send(store.one(Chat, "key = ?", made.key), self.text)

    @way
    def by_way_of_a_new_chat(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link("New group").within("List") if user.sees("Chatter on your desk") else link("New group"))
        self._make(user)

    def _make(self, user: User) -> None:
        user.fill(field("Group name"), self.title)
        user.click(box(self.first.name), via=MORE_CHOICES)
        user.click(box(self.second.name), via=MORE_CHOICES)
        user.click(button("Create group"))
        send(user, self.text)


class RenameAndDescribe(Task):
    """A group gets another name and a description."""

    goals = [
        "Rename the group “{chat.name}” to “{title}” and set its description to “{description}”",
        "My Chatter group “{chat.name}” should be called “{title}” from now on, with the description “{description}”",
        "In Chatter, change the name of “{chat.name}” to “{title}”. Description: “{description}”",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    title: str = phrase("The usual suspects", "All of us", "Just between us", "The inner circle")
    description: str = phrase("Plans and photos, no politics", "Only what is urgent", "For all things shared")

    def outcomes(self) -> Outcomes:
        steps = [messenger.RenameGroup(self.chat, self.title), messenger.DescribeGroup(self.chat, self.description)]
        return [steps, steps[::-1]]  # the members are told of both under the name that the group then has

    @way
    def description_first(self, user: User) -> None:
        open_info(user, self.chat)
        self._describe(user)
        self._rename(user)

    def _rename(self, user: User) -> None:
        user.click(link("Change group name"))
        user.fill(field("Group name"), self.title)
        user.click(button("Save"))

    def _describe(self, user: User) -> None:
        user.click(link("Change description"))
        user.fill(field("Description"), self.description)
        user.click(button("Save"))


def in_group(member: Member, chat: Chat) -> bool:
    """Return whether somebody is a member of that group."""
    return member.chat_id == chat.id


def outside(contact: Contact, chat: Chat, store: Store) -> bool:
    """Return whether somebody could be asked into a group."""
    return free(contact) and not store.count(Member, "chat_id = ? AND person_id = ?", chat.id, contact.person_id)


class SwapMembers(Task):
    """Somebody leaves a group's ranks, somebody else joins."""

    goals = [
        "In the Chatter group “{chat.name}”, remove {member.name} and add {contact.name}.",
        "{member.name} doesn't belong in “{chat.name}” any more; take them out of the group and put {contact.name} in.",
        "Swap members in my group “{chat.name}”: {contact.name} comes in, {member.name} goes out.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    member: Member = pick(
        Member,
        lambda member, chat: in_group(member, chat) and member.person.relation not in KIN,
        among=in_group,
    )
    contact: Contact = pick(
        Contact,
        lambda contact, member, chat, store: (
            outside(contact, chat, store) and contact.person.relation == member.person.relation
        ),
    )

    def effects(self) -> Commands:
        yield messenger.RemoveMember(self.member)
        yield messenger.AddMember(self.chat, self.contact)

    @way
    def the_new_one_first(self, user: User) -> None:
        open_info(user, self.chat)
        self._add(user)
        self._remove(user)

    def _remove(self, user: User) -> None:
        user.click(link(f"Remove {self.member.name}"))
        user.click(button("Remove"))

    def _add(self, user: User) -> None:
        user.click(link("Add member"))
        user.click(button(f"Add {self.contact.name}"), via=MORE)


class LeaveAfterConsent(Task):
    """A group is left, once the person has agreed."""

    goals = [
        "I'm as good as done with the group “{chat.name}”. Take me out of it, though not without a final word from me.",
        "Get me out of “{chat.name}” in Chatter. When you're right there, talk to me once more.",
        "Leave the Chatter group “{chat.name}” for me, so long as I still want that when you get to it.",
    ]
    confirmation = {
        "effects": "Yes, leave it.",
        "nothing": "No, I'll stay after all.",
        "hushed": "I'll stay, but I don't want to hear it any more. Mute the group for always instead.",
    }
    question_topics = ["{chat.name}"]

    chat: Chat = pick(
        Chat,
        lambda chat, store, now: (
            not chat.is_muted(now)
            and all(member.person.relation not in KIN for member in store.all(Member, "chat_id = ?", chat.id))
        ),
        where=GROUPS,
    )

    def effects(self) -> Commands:
        yield messenger.LeaveGroup(self.chat)

    def hushed(self) -> Commands:
        yield messenger.Mute(self.chat, "always")

    @way
    def from_the_list_of_chats(self, user: User) -> None:
        open_options(user, self.chat)
        self._as_agreed(user, "Mute")

    def _as_agreed(self, user: User, mute: str) -> None:
        reply = user.ask(f"Shall I leave {self.chat.name}?")
        if "? Yes" in reply:
            user.click(link("Leave group"))
            user.click(button("Leave group"))
        elif "? I'll stay" in reply:
            user.click(link(mute))
            user.click(option("Always"))
            user.click(button("Mute"))

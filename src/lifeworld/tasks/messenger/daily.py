"""What people ask of their chats every day: a call, the last message, one small change."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Member, Message, Status
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, derived, link, phrase, pick
from lifeworld.tasks.messenger import ways
from lifeworld.tasks.messenger.people import loose, outside
from lifeworld.tasks.messenger.questions_on_chats import theirs


class VideoCall(ways.WithPerson, Task):
    """A video call is begun."""

    goals = [
        "Video-call {chat.name} on Chatter.",
        "Start a video call with {chat.name} and stay on the line.",
        "Ring {chat.name} in Chatter, with the camera on.",
    ]
    tags = ["daily"]

    def effects(self) -> Commands:
        yield messenger.StartCall(self.chat, "video")


class WhatTheySaidLast(Task):
    """What did somebody write last?"""

    goals = [
        "What's the last thing that {chat.name} wrote to me in our chat?",
        "Read me {chat.name}'s latest message in our direct chat on Chatter, word for word.",
        "What did {chat.name} say last? I mean the two of us on Chatter, in no group.",
    ]
    tags = ["daily", "latest"]
    chat: Chat = pick(Chat, lambda chat, store: bool(theirs_last(store, chat)), where=ways.PEOPLE)

    def answer(self, store: Store) -> str:
        return theirs_last(store, self.chat)

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        user.say([line for line in ways.bubbles(user) if theirs(line)][-1].text.splitlines()[0])


def theirs_last(store: Store, chat: Chat) -> str:
    """Return the words of the last message in a direct chat, if the other one wrote it and it is one line of words."""
    last = store.first(Message, "chat_id = ?", chat.id, order=ways.LATEST)
    plain = last and last.sender_id != 1 and not last.photo and last.contact_id is None and last.text.isascii()
    return last.text if last and plain and 8 < len(last.text) < 90 and "\n" not in last.text else ""


class OpenChat(ways.WithPerson, Task):
    """A chat is on the screen."""

    goals = [
        "Open my chat with {chat.name}.",
        "Show me the conversation with {chat.name} on Chatter.",
        "Bring up the direct chat that I have with {chat.name} and leave it there.",
    ]
    tags = ["daily"]

    def reached(self) -> str:
        return f"/messenger/chat/{self.chat.id}"

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)


class LetThemWrite(Task):
    """Somebody is unblocked."""

    goals = [
        "Unblock {contact.name} in Chatter.",
        "{contact.name} may write to me again. Take them off the blocked list.",
        "Lift the block that I put on {contact.name} in my chats.",
    ]
    tags = ["daily"]
    contact: Contact = pick(Contact, loose)

    def setup(self) -> Setup:
        yield messenger.Block(self.contact)

    def effects(self) -> Commands:
        yield messenger.Unblock(self.contact)


class PinThis(Task):
    """A chat is pinned."""

    goals = [
        "Pin “{chat.name}” in Chatter.",
        "Keep the chat “{chat.name}” at the top of my list. Pin it.",
        "Put a pin on “{chat.name}” among my chats.",
    ]
    tags = ["daily"]
    chat: Chat = pick(Chat, where=ways.UNPINNED)

    def effects(self) -> Commands:
        yield messenger.Pin(self.chat)


class UnpinThat(Task):
    """A chat is pinned no more."""

    goals = [
        "Unpin “{chat.name}” in Chatter.",
        "“{chat.name}” needn't be at the top of my chats any more. Take the pin off.",
        "Remove the pin from “{chat.name}”.",
    ]
    tags = ["daily"]
    chat: Chat = pick(Chat, where=f"pinned_at IS NOT NULL AND {ways.LISTED}")

    def effects(self) -> Commands:
        yield messenger.Unpin(self.chat)


class OutOfTheArchive(Task):
    """An archived chat is back among the others."""

    goals = [
        "Take “{chat.name}” out of the archive in Chatter.",
        "Unarchive the chat “{chat.name}”.",
        "I want “{chat.name}” back among my chats. It's in the archive.",
    ]
    tags = ["daily"]
    chat: Chat = pick(Chat, where=ways.UNPINNED)

    def setup(self) -> Setup:
        yield messenger.Archive(self.chat)

    def effects(self) -> Commands:
        yield messenger.Unarchive(self.chat)

    def solution(self, user: User) -> None:
        open_archived(user, self.chat)
        user.click(button("Unarchive"))


def open_archived(user: User, chat: Chat) -> None:
    """Open what can be done with a chat of the archive."""
    user.open("Chatter")
    user.click(link(f"Options for {chat.name}"), via=[link("Archived")])


class NewNameForGroup(ways.InGroup, Task):
    """A group gets another name."""

    goals = [
        "Rename the group “{chat.name}” to “{title}”.",
        "Call my Chatter group “{chat.name}” “{title}” from now on.",
        "The group “{chat.name}” should have the name “{title}”. Everybody may see it.",
    ]
    tags = ["daily"]
    title: str = phrase("Old friends", "Plans and more plans", "The early birds", "Same time next year", "No name yet")

    def effects(self) -> Commands:
        yield messenger.RenameGroup(self.chat, self.title)


class OneMoreInGroup(ways.InGroup, Task):
    """Somebody joins a group."""

    goals = [
        "Add {contact.name} to the group “{chat.name}”.",
        "{contact.name} wants to be in “{chat.name}”, too. Put them into that group on Chatter.",
        "Make {contact.name} a member of my group “{chat.name}”.",
    ]
    tags = ["daily"]
    contact: Contact = pick(Contact, outside)

    def effects(self) -> Commands:
        yield messenger.AddMember(self.chat, self.contact)


class OneLessInGroup(ways.InGroup, Task):
    """Somebody is taken out of a group."""

    goals = [
        "Remove {member.name} from the group “{chat.name}”.",
        "{member.name} asked me to be taken out of “{chat.name}”. Do that on Chatter.",
        "Take {member.name} out of my group “{chat.name}”; all others stay.",
    ]
    tags = ["daily"]
    member: Member = pick(Member, ways.in_chat, among=ways.in_chat)

    def effects(self) -> Commands:
        yield messenger.RemoveMember(self.member)


class WhatTheirAboutSays(Task):
    """What does somebody say of themselves?"""

    goals = [
        "What does {contact.name}'s About say on Chatter?",
        "Read me the line that {contact.name} has put under About.",
        "Look up {contact.name} in Chatter: what is written in their About?",
    ]
    tags = ["daily"]
    contact: Contact = pick(Contact, lambda contact: len(contact.about) > 3)

    def answer(self, store: Store) -> str:
        return self.contact.about

    def solution(self, user: User) -> None:
        ways.open_contact_info(user, self.contact)
        user.say(user.page.fact("About"))


def last_said(page: str) -> str:
    """Return what a page says last, pictures at its end, on a line of their own, with it."""
    lines = page.splitlines()
    return " ".join(lines[-1:] if any(map(str.isalnum, lines[-1])) else lines[-2:])


class WhatIsTheirStatus(Task):
    """What is somebody's status?"""

    goals = [
        "What is {status.person.name}'s status on Chatter?",
        "{status.person.name} has posted a status. What does it say?",
        "Read me the status that {status.person.name} put up.",
    ]
    tags = ["daily"]
    status: Status = pick(Status, lambda status: status.person_id != 1)

    def answer(self, store: Store) -> str:
        return self.status.text

    def solution(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("Status"))
        user.click(link(self.status.person.name))
        user.say(last_said(user.page.text))


class ForwardTheLatest(ways.WithPerson, Task):
    """The last message that somebody wrote is passed on."""

    goals = [
        "Forward {chat.name}'s latest message to {person.name} on Chatter.",
        "Send {person.name} the last thing that {chat.name} wrote to me in Chatter: forward the message itself.",
        "What {chat.name} said last in our chat should reach {person.name}. Use Chatter's forwarding, nothing else.",
    ]
    tags = ["daily"]
    step_budgets = 2
    message: Message = derived(lambda store, chat: last_in_view(store, chat))
    person: Chat = pick(Chat, lambda person, chat: person != chat, where=ways.PEOPLE)

    def effects(self) -> Commands:
        yield messenger.Forward(self.message, (self.person,))


def last_in_view(store: Store, chat: Chat) -> Message | None:
    """Return the last message of the other one in a chat, where its words name it."""
    found = store.first(Message, "chat_id = ? AND sender_id <> 1", chat.id, order=ways.LATEST)
    return found if found and store.count(Message, f"id = ? AND {ways.IN_VIEW}", found.id) else None

"""Chats: muted, pinned, archived, marked as read, cleared, looked at, renamed, and what is passed on between them."""

from typing import Literal

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.commands.chats import unread
from lifeworld.apps.messenger.models import Chat, Member, Message
from lifeworld.taskkit import Commands, Outcomes, Setup, Store, Task, User, box, button, link, phrase, pick, way
from lifeworld.tasks.messenger import ways
from lifeworld.tasks.messenger.news import earlier, says

LOOSE_PEOPLE = f"person_id IS NOT NULL AND {ways.UNPINNED}"


class MuteGroup(Task):
    """A group makes no sound for a while."""

    goals = [
        "Mute the group “{chat.name}” for {length}.",
        "“{chat.name}” is too loud on Chatter. Keep the group quiet for {length}, but stay in it.",
        "No notifications from the Chatter group “{chat.name}” for {length}, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: not chat.is_muted(now), where=ways.GROUPS)
    length: Literal["8 hours", "1 week"] = phrase("8 hours", "1 week")

    def effects(self) -> Commands:
        yield messenger.Mute(self.chat, self.length)


class UnmuteGroup(ways.InGroup, Task):
    """A muted group is heard again."""

    goals = [
        "Unmute the group “{chat.name}”.",
        "I want to hear from the Chatter group “{chat.name}” again. Turn its notifications back on.",
        "The group “{chat.name}” is muted in Chatter; undo that.",
    ]
    tags = ["short"]

    def setup(self, store: Store) -> Setup:
        if not self.chat.is_muted(store.now):
            yield messenger.Mute(self.chat, "always")

    def effects(self) -> Commands:
        yield messenger.Unmute(self.chat)


class SwapPins(Task):
    """One pinned chat makes room for another."""

    goals = [
        "Unpin “{old.name}” in Chatter and pin “{new.name}” instead.",
        "At the top of my Chatter chats I want “{new.name}” rather than “{old.name}”. Swap the pins.",
        "The chat “{old.name}” needn't be pinned in Chatter any more; pin “{new.name}” in its place.",
    ]
    the_new_one_first = ways.in_reverse

    old: Chat = pick(Chat, where=f"pinned_at IS NOT NULL AND {ways.LISTED}")
    new: Chat = pick(Chat, where=ways.UNPINNED)

    def effects(self) -> Commands:
        yield messenger.Unpin(self.old)
        yield messenger.Pin(self.new)


class FourthPin(Task):
    """A fourth chat can't be pinned."""

    goals = [
        "Pin my chat with {chat.name} in Chatter, too. All the chats that are pinned keep their pins.",
        "Keep all my pinned chats in Chatter and pin the one with {chat.name} as well.",
        "Add my chat with {chat.name} to the pinned ones in Chatter; none of the others may lose its pin.",
    ]

    chat: Chat = pick(Chat, where=LOOSE_PEOPLE)

    def setup(self, store: Store) -> Setup:
        others = store.all(Chat, f"{ways.UNPINNED} AND id <> ?", self.chat.id)
        for other in others[: 3 - store.count(Chat, "pinned_at IS NOT NULL")]:
            yield messenger.Pin(other)

    def impossible(self) -> Commands:
        yield messenger.Pin(self.chat)

    def solution(self, user: User) -> None:
        ways.open_options(user, self.chat)
        user.click(button("Pin"))
        user.give_up()


class ArchiveChat(Task):
    """A chat is put away."""

    goals = [
        "Archive my chat with {chat.name}.",
        "Put my chat with {chat.name} into the archive in Chatter. Don't delete anything.",
        "I don't need my chat with {chat.name} in Chatter's list for now. Archive it.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=LOOSE_PEOPLE)

    def effects(self) -> Commands:
        yield messenger.Archive(self.chat)

    found_by_searching = ways.chat_by_search


class BackFromArchive(Task):
    """An archived group comes back and gets a message."""

    goals = [
        "Take the group “{chat.name}” out of the archive in Chatter and write “{text}” there.",
        "My group “{chat.name}” is archived in Chatter. Bring it back among my chats, then send “{text}” in it.",
        "Unarchive the group “{chat.name}” and post “{text}”",
    ]

    chat: Chat = pick(Chat, where=f"person_id IS NULL AND {ways.UNPINNED}")
    text: str = phrase("Anyone still here?", "Time to wake this up again", "Hello again!", "I've missed this group")

    def setup(self) -> Setup:
        yield messenger.Archive(self.chat)

    def effects(self) -> Commands:
        yield messenger.Unarchive(self.chat)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        self._unarchive(user)
        ways.open_chat(user, self.chat)
        ways.send(user, self.text)

    @way
    def writing_first(self, user: User) -> None:
        user.open("Chatter")
        user.click(link(self.chat.name), via=[link("Archived")])
        ways.send(user, self.text)
        self._unarchive(user)

    def _unarchive(self, user: User) -> None:
        user.open("Chatter")
        user.click(link(f"Options for {self.chat.name}"), via=[link("Archived")])
        user.click(button("Unarchive"))


class RemindMeOfChat(Task):
    """A chat is marked as unread."""

    goals = [
        "Mark my chat with {chat.name} as unread so that I come back to it.",
        "Make my chat with {chat.name} show up as unread in Chatter.",
        "I want to get back to {chat.name} on Chatter later: mark our chat unread.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, store: not (chat.marked_unread or unread(store, chat)), where=ways.PEOPLE)

    def effects(self) -> Commands:
        yield messenger.MarkUnread(self.chat)


class NothingNewThere(ways.WithPerson, Task):
    """A new message is marked as read."""

    goals = [
        "{chat.name} has sent me something new on Chatter. Mark that chat as read.",
        "On my watch I've already seen what {chat.name} wrote. Mark our Chatter chat as read.",
        "Clear the unread mark on my Chatter chat with {chat.name}.",
    ]
    tags = ["short"]

    def setup(self, store: Store) -> Setup:
        yield earlier(store, says(store, self.chat, "Never mind, found it!"), 6)

    def effects(self) -> Commands:
        yield messenger.MarkRead(self.chat)

    def solution(self, user: User) -> None:
        ways.open_options(user, self.chat)
        if user.sees("Mark as read"):  # else it has been looked at on the way, which reads it, too
            user.click(button("Mark as read"))

    @way
    def by_looking_at_it(self, user: User) -> None:
        ways.open_chat(user, self.chat)


class ClearChatAfterConsent(Task):
    """All messages of a chat go, once the person has agreed."""

    goals = [
        "My Chatter conversation with {chat.name} can be emptied, every message, if I'm still of that mind when you "
        "are there.",
        "Clear my chat with {chat.name} in Chatter, all of it. I reserve the final say.",
        "Delete every message in my Chatter chat with {chat.name}, but don't do so behind my back.",
    ]
    confirmation = {
        "effects": "Yes, clear it.",
        "nothing": "No, I'd like to keep what we wrote.",
        "archived": "Not that. Keep the messages and put the chat into the archive instead.",
    }
    question_topics = ["{chat.name}", "{chat.person.first}"]

    chat: Chat = pick(Chat, lambda chat, store: store.count(Message, "chat_id = ?", chat.id) < 12, where=ways.PEOPLE)

    def effects(self) -> Commands:
        yield messenger.ClearChat(self.chat)

    def archived(self) -> Commands:
        yield messenger.Archive(self.chat)

    @way
    def from_the_list(self, user: User) -> None:
        ways.open_options(user, self.chat)
        ways.do_if_agreed(user, self, f"Really empty the chat with {self.chat.person.first}?")


class ShowMedia(Task):
    """A chat's media are on the screen."""

    goals = [
        "Show me the media of my Chatter chat with {chat.name}, on their own page.",
        "Open the page with all the photos from my Chatter chat with {chat.name} and leave it on the screen.",
        "I want to see the media that {chat.name} and I have shared in our Chatter chat. Open their page.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=f"{ways.PEOPLE} AND id IN (SELECT chat_id FROM messenger_message WHERE photo <> '')")

    def reached(self) -> str:
        return f"/messenger/chat/{self.chat.id}/media"

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        user.click(link("Media"), via=ways.MENU)

    @way
    def from_the_contact_info(self, user: User) -> None:
        ways.open_info(user, self.chat.name)
        user.click(link("See all media"))


class RenameAndDescribe(ways.InGroup, Task):
    """A group gets another name and a description."""

    goals = [
        "Rename the group “{chat.name}” to “{title}” and set its description to “{description}”",
        "My Chatter group “{chat.name}” should be called “{title}” from now on, with the description “{description}”",
        "In Chatter, change the name of “{chat.name}” to “{title}”. Description: “{description}”",
    ]

    title: str = phrase("The usual suspects", "All of us", "Just between us", "The inner circle")
    description: str = phrase("Plans and photos, no politics", "Only what is urgent", "For all things shared")

    def outcomes(self) -> Outcomes:
        steps = [messenger.RenameGroup(self.chat, self.title), messenger.DescribeGroup(self.chat, self.description)]
        return [steps, steps[::-1]]  # the members are told of both under the name that the group then has

    @way
    def description_first(self, user: User) -> None:
        for command in self.outcomes()[1]:
            user.do(command)


class ForwardToTwo(ways.WithPerson, Task):
    """A message is passed on to a person and to a group."""

    goals = [
        "Forward {chat.name}'s message “{message.text}” to {person.name} and to the group “{group.name}”.",
        "{person.name} and my group “{group.name}” should both see what {chat.name} wrote to me on Chatter. "
        "Forward it: “{message.text}”",
        "Pass {chat.name}'s Chatter message “{message.text}” on to the group “{group.name}” and to {person.name}.",
    ]

    message: Message = pick(Message, ways.in_chat, among=ways.in_chat, where=ways.IN_VIEW)
    person: Chat = pick(Chat, lambda person, chat: person != chat, where=ways.PEOPLE)
    group: Chat = pick(Chat, lambda group, chat, store: not _belongs(store, group, chat), where=ways.GROUPS)

    def effects(self) -> Commands:
        yield messenger.Forward(self.message, (self.person, self.group))

    def solution(self, user: User) -> None:
        ways.open_message(user, self.chat, self.message.text)
        user.click(link("Forward"))
        for chat in (self.person, self.group):
            user.click(box(chat.name), via=[button("Show more")])
        user.click(button("Forward"))


def _belongs(store: Store, group: Chat, chat: Chat) -> bool:
    """Return whether the other one of a direct chat is in a group, and need not be quoted there."""
    return store.count(Member, "chat_id = ? AND person_id = ?", group.id, chat.person_id) > 0

"""The list of chats: muted, pinned, archived."""

from typing import Literal

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, User, button, link, option, phrase, pick, way
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    LISTED,
    MENU,
    UNPINNED,
    open_chat,
    open_info,
    open_options,
    search,
    send,
)

LOOSE_PEOPLE = f"person_id IS NOT NULL AND {UNPINNED}"
LOOSE_GROUPS = f"person_id IS NULL AND {UNPINNED}"


class MuteGroup(Task):
    """A group makes no sound for a while."""

    goals = [
        "Mute the group “{chat.name}” for {length}.",
        "“{chat.name}” is too loud on Chatter. Keep the group quiet for {length}, but stay in it.",
        "No notifications from the Chatter group “{chat.name}” for {length}, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: not chat.is_muted(now), where=GROUPS)
    length: Literal["8 hours", "1 week"] = phrase("8 hours", "1 week")

    def effects(self) -> Commands:
        yield messenger.Mute(self.chat, self.length)

    @way
    def from_the_chat(self, user: User) -> None:
        open_chat(user, self.chat)
        user.click(link("Mute"), via=MENU)
        self._for_so_long(user)

    @way
    def from_the_group_info(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(link("Mute notifications"))
        self._for_so_long(user)

    def _for_so_long(self, user: User) -> None:
        user.click(option(self.length))
        user.click(button("Mute"))


class UnmuteGroup(Task):
    """A muted group is heard again."""

    goals = [
        "Unmute the group “{chat.name}”.",
        "I want to hear from the Chatter group “{chat.name}” again. Turn its notifications back on.",
        "The group “{chat.name}” is muted in Chatter; undo that.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def setup(self, store: Store) -> Setup:
        if not self.chat.is_muted(store.now):
            yield messenger.Mute(self.chat, "always")

    def effects(self) -> Commands:
        yield messenger.Unmute(self.chat)

    @way
    def from_the_chat(self, user: User) -> None:
        open_chat(user, self.chat)
        user.click(button("Unmute"), via=MENU)

    @way
    def from_the_group_info(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(button("Unmute"))


class SwapPins(Task):
    """One pinned chat makes room for another."""

    goals = [
        "Unpin “{old.name}” in Chatter and pin “{new.name}” instead.",
        "At the top of my Chatter chats I want “{new.name}” rather than “{old.name}”. Swap the pins.",
        "The chat “{old.name}” needn't be pinned in Chatter any more; pin “{new.name}” in its place.",
    ]

    old: Chat = pick(Chat, where=f"pinned_at IS NOT NULL AND {LISTED}")
    new: Chat = pick(Chat, where=UNPINNED)

    def effects(self) -> Commands:
        yield messenger.Unpin(self.old)
        yield messenger.Pin(self.new)

    @way
    def the_new_one_first(self, user: User) -> None:
        open_options(user, self.new)
        user.click(button("Pin"))
        open_options(user, self.old)
        user.click(button("Unpin"))


class FourthPin(Task):
    """A fourth chat can't be pinned."""

    goals = [
        "Pin my chat with {chat.name} in Chatter, too. All the chats that are pinned keep their pins.",
        "Keep all my pinned chats in Chatter and pin the one with {chat.name} as well.",
        "Add my chat with {chat.name} to the pinned ones in Chatter; none of the others may lose its pin.",
    ]

    chat: Chat = pick(Chat, where=LOOSE_PEOPLE)

    def setup(self, store: Store) -> Setup:
        others = store.all(Chat, f"{UNPINNED} AND id <> ?", self.chat.id)
        for other in others[: 3 - store.count(Chat, "pinned_at IS NOT NULL")]:
            yield messenger.Pin(other)

    def impossible(self) -> Commands:
        yield messenger.Pin(self.chat)

    def solution(self, user: User) -> None:
        open_options(user, self.chat)
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

    @way
    def found_by_searching(self, user: User) -> None:
        search(user, self.chat.name)
        user.click(link(f"Options for {self.chat.name}"))
        user.click(button("Archive"))


class BackFromArchive(Task):
    """An archived group comes back and gets a message."""

    goals = [
        "Take the group “{chat.name}” out of the archive in Chatter and write “{text}” there.",
        "My group “{chat.name}” is archived in Chatter. Bring it back among my chats, then send “{text}” in it.",
        "Unarchive the group “{chat.name}” and post “{text}”",
    ]

    chat: Chat = pick(Chat, where=LOOSE_GROUPS)
    text: str = phrase("Anyone still here?", "Time to wake this up again", "Hello again!", "I've missed this group")

    def setup(self) -> Setup:
        yield messenger.Archive(self.chat)

    def effects(self) -> Commands:
        yield messenger.Unarchive(self.chat)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        self._open_archived(user, f"Options for {self.chat.name}")
        user.click(button("Unarchive"))
        open_chat(user, self.chat)
        send(user, self.text)

    @way
    def writing_first(self, user: User) -> None:
        self._open_archived(user, self.chat.name)
        send(user, self.text)
        self._open_archived(user, f"Options for {self.chat.name}")
        user.click(button("Unarchive"))

    def _open_archived(self, user: User, name: str) -> None:
        user.open("Chatter")
        user.click(link("Archived"))
        user.click(link(name))

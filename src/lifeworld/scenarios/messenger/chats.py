"""The list of chats: muted, pinned, archived, unread, cleared."""

from datetime import timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.life.events import Messaged
from lifeworld.scenarios import Scenario, button, link, option, phrase, pick
from lifeworld.scenarios.messenger.ways import GROUPS, LISTED, MENU, PEOPLE, UNPINNED, open_chat, open_options, send
from lifeworld.store import Store


class MuteGroup(Scenario):
    """A group makes no sound for a while."""

    goals = [
        "Mute the group {chat.name} for {length}.",
        "{chat.name} is too loud. Keep it quiet for {length}, but stay in it.",
        "No notifications from {chat.name} for {length}, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: not chat.is_muted(now), where=GROUPS)
    length: str = phrase("8 hours", "1 week")

    def effects(self):
        yield messenger.Mute(self.chat, self.length)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(link("Mute"))
        user.click(option(self.length))
        user.click(button("Mute"))


class UnmuteGroup(Scenario):
    """A muted group is heard again."""

    goals = [
        "Unmute {chat.name}.",
        "I want to hear from the group {chat.name} again. Turn its notifications back on.",
        "{chat.name} is muted in Chatter; undo that.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: chat.is_muted(now), where=GROUPS)

    def effects(self):
        yield messenger.Unmute(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Unmute"))


class SwapPins(Scenario):
    """One pinned chat makes room for another."""

    goals = [
        "Unpin {old.name} in Chatter and pin {new.name} instead.",
        "At the top of my chats I want {new.name} rather than {old.name}. Swap the pins.",
        "{old.name} needn't be pinned any more; pin {new.name} in its place.",
    ]

    old: Chat = pick(Chat, where=f"pinned_at IS NOT NULL AND {LISTED}")
    new: Chat = pick(Chat, where=UNPINNED)

    def effects(self):
        yield messenger.Unpin(self.old)
        yield messenger.Pin(self.new)

    def solution(self, user):
        open_options(user, self.old)
        user.click(button("Unpin"))
        open_options(user, self.new)
        user.click(button("Pin"))


class FourthPin(Scenario):
    """A fourth chat can't be pinned."""

    goals = [
        "Pin {chat.name} too, without unpinning any of the chats that are pinned. Tell me if that can't be done.",
        "Keep all my pinned chats and pin {chat.name} as well. If Chatter won't let you, say so.",
        "Add {chat.name} to my pinned chats; none of the others may lose its pin. Say so if it's impossible.",
    ]

    chat: Chat = pick(Chat, where=UNPINNED)

    def given(self, store: Store):
        others = store.all(Chat, f"{UNPINNED} AND id <> ?", self.chat.id)
        for other in others[: 3 - store.count(Chat, "pinned_at IS NOT NULL")]:
            yield messenger.Pin(other)

    def impossible(self):
        yield messenger.Pin(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Pin"))
        user.give_up()


class ArchiveChat(Scenario):
    """A chat is put away."""

    goals = [
        "Archive my chat {chat.name}.",
        "Put the chat {chat.name} into the archive in Chatter. Don't delete anything.",
        "I don't need {chat.name} in my chat list for now. Archive it.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=UNPINNED)

    def effects(self):
        yield messenger.Archive(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Archive"))


class BackFromArchive(Scenario):
    """An archived chat comes back and gets a message."""

    goals = [
        "Take {chat.name} out of the archive in Chatter and write “{text}” there.",
        "{chat.name} is archived. Bring it back among my chats, then send “{text}” in it.",
        "Unarchive {chat.name} and post “{text}”",
    ]

    chat: Chat = pick(Chat, where=UNPINNED)
    text: str = phrase("Anyone still here?", "Time to wake this up again", "Hello again!")

    def given(self):
        yield messenger.Archive(self.chat)

    def effects(self):
        yield messenger.Unarchive(self.chat)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Archived"))
        user.click(link(f"Options for {self.chat.name}"))
        user.click(button("Unarchive"))
        open_chat(user, self.chat)
        send(user, self.text)


class RemindMeOfChat(Scenario):
    """A chat is marked as unread."""

    goals = [
        "Mark the chat {chat.name} as unread so that I come back to it.",
        "Make {chat.name} show up as unread in Chatter.",
        "I want to get back to {chat.name} later: mark it unread.",
    ]
    tags = ["short"]

    chat: Chat = pick(
        Chat,
        lambda chat, store: not chat.marked_unread and not messenger.chats.unread(store, chat),
        where=LISTED,
    )

    def effects(self):
        yield messenger.MarkUnread(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Mark as unread"))


class NothingNewThere(Scenario):
    """A new message is marked as read."""

    goals = [
        "{chat.name} has sent me something new on Chatter. Mark that chat as read.",
        "I've seen what {chat.name} wrote on my watch. Mark our chat as read.",
        "Clear the unread mark on my chat with {chat.name}.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)

    def given(self, store: Store):
        at = store.now - timedelta(minutes=6)
        text = "Never mind, found it!"
        yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    def effects(self):
        yield messenger.MarkRead(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Mark as read"))


class ClearChatAfterConsent(Scenario):
    """All messages of a chat go, once the person has agreed."""

    goals = [
        "Clear my chat with {chat.name} in Chatter, all of it. Ask me before you do.",
        "Delete every message in the chat with {chat.name}. I want to confirm first.",
        "Empty the conversation with {chat.name}, but get my OK right before.",
    ]
    consent = {"effects": "Yes, clear it.", "nothing": "No, leave it as it is after all."}
    about = ["clear|delete|erase", "{chat.name}"]

    chat: Chat = pick(Chat, lambda chat, store: store.count(Message, "chat_id = ?", chat.id) < 12, where=PEOPLE)

    def effects(self):
        yield messenger.ClearChat(self.chat)

    def solution(self, user):
        open_chat(user, self.chat)
        if user.ask(f"Shall I delete all messages with {self.chat.name}?").startswith("No"):
            return
        user.click(link("Clear chat"), via=MENU)
        user.click(button("Clear chat"))


class ShowMedia(Scenario):
    """A chat's media are on the screen."""

    goals = [
        "Show me the media of my chat {chat.name} in Chatter.",
        "Open the page with all photos of {chat.name} and leave it on the screen.",
        "I want to see the media that was shared in {chat.name}.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=LISTED)

    def reached(self):
        return f"/messenger/chat/{self.chat.id}/media"

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Media"), via=MENU)

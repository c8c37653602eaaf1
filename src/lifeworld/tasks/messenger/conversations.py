"""One chat: marked as read or unread, cleared, looked at."""

from datetime import timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, User, button, link, pick, way
from lifeworld.tasks.messenger.ways import MENU, PEOPLE, open_chat, open_info, open_options


class RemindMeOfChat(Task):
    """A chat is marked as unread."""

    goals = [
        "Mark my chat with {chat.name} as unread so that I come back to it.",
        "Make my chat with {chat.name} show up as unread in Chatter.",
        "I want to get back to {chat.name} on Chatter later: mark our chat unread.",
    ]
    tags = ["short"]

    chat: Chat = pick(
        Chat,
        lambda chat, store: not chat.marked_unread and not messenger.chats.unread(store, chat),
        where=PEOPLE,
    )

    def effects(self) -> Commands:
        yield messenger.MarkUnread(self.chat)


class NothingNewThere(Task):
    """A new message is marked as read."""

    goals = [
        "{chat.name} has sent me something new on Chatter. Mark that chat as read.",
        "On my watch I've already seen what {chat.name} wrote. Mark our Chatter chat as read.",
        "Clear the unread mark on my Chatter chat with {chat.name}.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)

    def setup(self, store: Store) -> Setup:
        at = store.now - timedelta(minutes=6)
        text = "Never mind, found it!"
        yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    def effects(self) -> Commands:
        yield messenger.MarkRead(self.chat)

    def solution(self, user: User) -> None:
        open_options(user, self.chat)
        if user.sees("Mark as read"):  # else it has been looked at on the way, which reads it, too
            user.click(button("Mark as read"))

    @way
    def by_looking_at_it(self, user: User) -> None:
        open_chat(user, self.chat)


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

    chat: Chat = pick(Chat, lambda chat, store: store.count(Message, "chat_id = ?", chat.id) < 12, where=PEOPLE)

    def effects(self) -> Commands:
        yield messenger.ClearChat(self.chat)

    def archived(self) -> Commands:
        yield messenger.Archive(self.chat)

    @way
    def from_the_list(self, user: User) -> None:
        open_options(user, self.chat)
        reply = user.ask(f"Really empty the chat with {self.chat.person.first}?")
        if "? Yes" in reply:
            user.click(link("Clear chat"))
            user.click(button("Clear chat"))
        elif "? Not that" in reply:
            user.click(button("Archive"))


class ShowMedia(Task):
    """A chat's media are on the screen."""

    goals = [
        "Show me the media of my Chatter chat with {chat.name}.",
        "Open the page with all the photos from my Chatter chat with {chat.name} and leave it on the screen.",
        "I want to see the media that {chat.name} and I have shared in our Chatter chat.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=f"{PEOPLE} AND id IN (SELECT chat_id FROM messenger_message WHERE photo <> '')")

    def reached(self) -> str:
        return f"/messenger/chat/{self.chat.id}/media"

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        user.click(link("Media"), via=MENU)

    @way
    def from_the_contact_info(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(link("See all media"))

"""Messages answered, passed on and deleted."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Member, Message
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Task, User, box, button, field, link, phrase, pick, way
from lifeworld.tasks.messenger.reactions import unstarred
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    IN_VIEW,
    MORE_CHOICES,
    PEOPLE,
    in_chat,
    open_message,
    open_message_by_search,
)


class ReplyToMessage(Task):
    """One certain message is answered, not just the chat."""

    goals = [
        "In my group “{chat.name}”, reply to the message “{message.text}” with “{text}”",
        "Answer “{message.text}” (in the Chatter group “{chat.name}”) with “{text}”, as a reply to that very message.",
        "In the group “{chat.name}” there is the message “{message.text}”; use Reply on it and write “{text}”",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(Message, in_chat, among=in_chat, where=f"{IN_VIEW} AND text LIKE '%?'")
    text: str = phrase("I'll tell you tonight", "Just a moment, please", "Good question!", "Can I answer that later?")

    def effects(self) -> Commands:
        yield messenger.Reply(self.message, self.text)

    @way
    def found_by_searching(self, user: User) -> None:
        open_message_by_search(user, self.message)
        self._reply(user)

    def _reply(self, user: User) -> None:
        user.click(link("Reply"))
        user.fill(field("Reply"), self.text)
        user.click(button("Send"))


class ForwardToTwo(Task):
    """A message is passed on to a person and to a group."""

    goals = [
        "Forward {chat.name}'s message “{message.text}” to {person.name} and to the group “{group.name}”.",
        "{person.name} and my group “{group.name}” should both see what {chat.name} wrote to me on Chatter. "
        "Forward it: “{message.text}”",
        "Pass {chat.name}'s Chatter message “{message.text}” on to the group “{group.name}” and to {person.name}.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)
    person: Chat = pick(Chat, lambda person, chat: person != chat, where=PEOPLE)
    group: Chat = pick(Chat, lambda group, chat, store: not _belongs(store, group, chat), where=GROUPS)

    def effects(self) -> Commands:
        yield messenger.Forward(self.message, (self.person, self.group))

    def solution(self, user: User) -> None:
        open_message(user, self.message)
        user.click(link("Forward"))
        user.click(box(self.person.name), via=MORE_CHOICES)
        user.click(box(self.group.name), via=MORE_CHOICES)
        user.click(button("Forward"))


def _belongs(store: Store, group: Chat, chat: Chat) -> bool:
    """Return whether the other one of a direct chat is in a group, and need not be quoted there."""
    return store.count(Member, "chat_id = ? AND person_id = ?", group.id, chat.person_id) > 0


class DeleteMessageAfterConsent(Task):
    """A message goes from this device, once the person has agreed."""

    goals = [
        "I'd rather not keep “{message.text}” in my chat with {chat.name}. Delete it, but hear me out once more first.",
        "“{message.text}”, which {chat.name} wrote to me on Chatter, can probably go. I'd like to decide that at the "
        "last moment, though.",
        "Please remove “{message.text}” from my Chatter chat with {chat.name} when I've given you the green light.",
    ]
    confirmation = {
        "effects": "Yes, go ahead.",
        "nothing": "No, it may stay as it is.",
        "starred": "Oh no, on second thoughts it's precious. Star it instead.",
    }
    question_topics = ["{message.text}"]

    chat: Chat = pick(Chat, where=PEOPLE)
    message: Message = pick(Message, unstarred, among=in_chat, where=IN_VIEW)

    def effects(self) -> Commands:
        yield messenger.DeleteMessage(self.message)

    def starred(self) -> Commands:
        yield messenger.Star(self.message)

    @way
    def found_by_searching(self, user: User) -> None:
        open_message_by_search(user, self.message)
        self._as_agreed(user, f"May I remove “{self.message.text}” from our chat now?")

    def _as_agreed(self, user: User, question: str) -> None:
        reply = user.ask(question)
        if "? Yes" in reply:
            user.click(link("Delete"))
            user.click(button("Delete for me"))
        elif "? Oh no" in reply:
            user.click(button("Star"))

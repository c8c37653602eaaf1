"""Emojis and stars on messages."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Message, Reaction
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, User, button, derived, phrase, pick, way
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    IN_VIEW,
    PEOPLE,
    in_chat,
    open_message,
    open_message_by_search,
)


def unstarred(message: Message, chat: Chat) -> bool:
    """Return whether a message was said in that chat and has no star."""
    return in_chat(message, chat) and not message.starred


class ReactToLatest(Task):
    """The latest message of somebody gets an emoji."""

    goals = [
        "React to the last message that {chat.name} sent me in our Chatter chat with {emoji}.",
        "Give {chat.name}'s latest message in our direct chat a {emoji}.",
        "Put a {emoji} under the newest message from {chat.name} in our chat on Chatter.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)
    emoji: messenger.messages.Emoji = phrase("👍", "❤️", "😂", "🙏")
    message: Message = derived(
        lambda chat, store: store.first(
            Message,
            f"chat_id = ? AND sender_id <> 1 AND {IN_VIEW} "
            "AND id NOT IN (SELECT message_id FROM messenger_reaction WHERE person_id = 1) "
            "AND id = (SELECT id FROM messenger_message WHERE chat_id = ? AND sender_id <> 1 "
            "ORDER BY sent_at DESC, id DESC LIMIT 1)",
            chat.id,
            chat.id,
        )
    )

    def effects(self) -> Commands:
        yield messenger.React(self.message, self.emoji)


class TakeReactionBack(Task):
    """One's own reaction is taken back."""

    goals = [
        "Take back my reaction to “{message.text}” in the group “{chat.name}”.",
        "I didn't mean to react to “{message.text}” (in “{chat.name}” on Chatter). Remove my emoji from it.",
        "Remove the emoji that I put under “{message.text}” in my Chatter group “{chat.name}”.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def setup(self, store: Store) -> Setup:
        if not store.count(Reaction, "message_id = ? AND person_id = 1", self.message.id):
            yield messenger.React(self.message, "👍")

    def effects(self) -> Commands:
        yield messenger.Unreact(self.message)


class StarMessage(Task):
    """A message is kept among the starred ones."""

    goals = [
        "Star the message “{message.text}” in the group “{chat.name}”.",
        "I want to find “{message.text}” from my group “{chat.name}” again later. Star it.",
        "In Chatter, open the group “{chat.name}” and put a star on “{message.text}”",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(Message, unstarred, among=in_chat, where=IN_VIEW)

    def effects(self) -> Commands:
        yield messenger.Star(self.message)

    @way
    def found_by_searching(self, user: User) -> None:
        open_message_by_search(user, self.message)
        user.click(button("Star"))


class UnstarMessage(Task):
    """A star that is no longer needed goes."""

    goals = [
        "Remove the star from “{message.text}”, which {chat.name} sent me on Chatter.",
        "Among my starred messages in Chatter there is “{message.text}” from {chat.name}. Unstar it.",
        "I no longer need {chat.name}'s “{message.text}” among my starred messages. Take its star away, but don't "
        "delete it.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    message: Message = pick(Message, unstarred, among=in_chat, where=IN_VIEW)

    def setup(self) -> Setup:
        yield messenger.Star(self.message)

    def effects(self) -> Commands:
        yield messenger.Unstar(self.message)

    @way
    def in_the_chat(self, user: User) -> None:
        open_message(user, self.message)
        user.click(button("Unstar"))

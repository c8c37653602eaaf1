"""A question on mutes; and something done in Chatter, and told what follows from it."""

from datetime import date

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Message
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, Texts, User, day_told, derived, nth, number, numbers, pick, way
from lifeworld.tasks.messenger import ways
from lifeworld.tasks.messenger.messages import StarMessage
from lifeworld.tasks.messenger.people import outside
from lifeworld.tasks.messenger.questions_on_groups import CountMembers


def muted(store: Store) -> list[str]:
    """Return the names of the chats of the list that make no sound now."""
    return [chat.name for chat in store.all(Chat, ways.LISTED) if chat.is_muted(store.now)]


class WhatIsMuted(Task):
    """Which chats are muted?"""

    goals = [
        "Which of my Chatter chats are muted right now? Leave archived ones aside.",
        "List every chat in my Chatter list (not the archive) that is muted.",
        "From which Chatter chats outside the archive do I get no sounds? Name them all.",
    ]

    turn: int = number(0, 60)
    quiet: Chat = derived(lambda turn, store: nth(store.all(Chat, ways.LISTED), turn))

    def setup(self) -> Setup:
        yield messenger.Mute(self.quiet, "always")

    def answer(self, store: Store) -> Texts:
        return muted(store)

    def solution(self, user: User) -> None:
        user.say(ways.muted_shown(user))


class MuteAndTellTheOthers(WhatIsMuted):
    """A chat is muted, and which others are is told."""

    goals = [
        "Mute “{chat.name}” in Chatter for a week, and then name all other chats that are muted. Leave the archive "
        "aside.",
        "No sounds from “{chat.name}” on Chatter for 1 week, please. Which further chats outside the archive are muted "
        "right now?",
        "Silence “{chat.name}” for one week and give me a list of everything else that is muted in Chatter, archived "
        "chats left out.",
    ]

    chat: Chat = pick(Chat, lambda chat, quiet, now: chat.id != quiet.id and not chat.is_muted(now), where=ways.LISTED)

    def effects(self) -> Commands:
        yield messenger.Mute(self.chat, "1 week")

    def answer(self, store: Store) -> Texts:
        return [name for name in muted(store) if name != self.chat.name]

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say([name for name in ways.muted_shown(user) if name != self.chat.name])

    @way
    def told_by_the_list_before(self, user: User) -> None:
        others = ways.muted_shown(user)
        user.follow(self)
        user.say(others)


class ArchiveAndTellItsLast(Task):
    """A chat is put away, and when the last message in it came is told."""

    goals = [
        "Archive the Chatter chat “{chat.name}” and tell me the date of the last message in it.",
        "I don't need “{chat.name}” in my Chatter list any more, so put it into the archive. On which day was anything "
        "last written there, by whomever?",
        "Move “{chat.name}” to the Chatter archive. And when was its latest message sent? The date will do.",
    ]

    chat: Chat = pick(Chat, where=f"{ways.UNPINNED} AND id IN (SELECT chat_id FROM messenger_message)")

    def effects(self) -> Commands:
        yield messenger.Archive(self.chat)

    def answer(self, store: Store) -> date:
        return store.one(Message, "chat_id = ?", self.chat.id, order=ways.LATEST).sent_at.date()

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        days = [line.text for line in ways.bubbles(user) if not line.names]
        user.follow(self)
        user.say(day_told(days[-1], user.today))


class StarAndCount(StarMessage):
    """A message is starred, and how many are starred in its chat is told."""

    goals = [
        "Star the message “{message.text}” in the group “{chat.name}” and tell me how many starred messages the group "
        "has then.",
        "Put a star on “{message.text}” from my Chatter group “{chat.name}”. How many messages of that group are "
        "starred now?",
        "Keep “{message.text}” (group “{chat.name}” on Chatter) among the starred ones. With that one, how many stars "
        "are there in this group?",
    ]
    tags = ["count"]

    def answer(self, store: Store) -> int:
        return store.count(Message, "chat_id = ? AND starred", self.chat.id)

    def solution(self, user: User) -> None:
        user.follow(self)
        ways.open_info(user, self.chat.name)
        told = next(line for line in user.page.lines() if line.names[:1] == ("Starred messages",))
        user.say(numbers(told.text)[0])

    found_by_searching = None


class AddAndCountMembers(CountMembers):
    """Somebody is added to a group, and how many are in it then is told."""

    goals = [
        "Add {contact.name} to the Chatter group “{chat.name}” and tell me how many of us are in it then, me included.",
        "{contact.name} should be in “{chat.name}” on Chatter, too. Add them, and count the members: how many is that "
        "with me?",
        "Bring {contact.name} into my group “{chat.name}”. How many people does it have now, if I count myself?",
    ]
    tags = ["count"]

    contact: Contact = pick(Contact, outside)

    def effects(self) -> Commands:
        yield messenger.AddMember(self.chat, self.contact)

    def solution(self, user: User) -> None:
        user.follow(self)
        super().solution(user)

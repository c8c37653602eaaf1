"""Something done in Chatter, and told what follows from it."""

from datetime import date

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    Texts,
    User,
    button,
    day_told,
    derived,
    link,
    nth,
    number,
    numbers,
    option,
    pick,
    way,
)
from lifeworld.tasks.messenger.groups import outside
from lifeworld.tasks.messenger.questions_on_people import members_shown, muted, muted_shown
from lifeworld.tasks.messenger.reactions import unstarred
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    IN_VIEW,
    LISTED,
    MORE,
    UNPINNED,
    bubbles,
    in_chat,
    open_chat,
    open_info,
    open_message,
    open_options,
)


class MuteAndTellTheOthers(Task):
    """A chat is muted, and which others are is told."""

    goals = [
        "Mute “{chat.name}” in Chatter for a week, and then name all other chats that are muted. Leave the archive "
        "aside.",
        "No sounds from “{chat.name}” on Chatter for 1 week, please. Which further chats outside the archive are muted "
        "right now?",
        "Silence “{chat.name}” for one week and give me a list of everything else that is muted in Chatter, archived "
        "chats left out.",
    ]
    tags = ["effects and answer"]

    turn: int = number(0, 60)
    quiet: Chat = derived(lambda turn, store: nth(store.all(Chat, LISTED), turn))
    chat: Chat = pick(Chat, lambda chat, quiet, now: chat.id != quiet.id and not chat.is_muted(now), where=LISTED)

    def setup(self) -> Setup:
        yield messenger.Mute(self.quiet, "always")

    def effects(self) -> Commands:
        yield messenger.Mute(self.chat, "1 week")

    def answer(self, store: Store) -> Texts:
        return [name for name in muted(store) if name != self.chat.name]

    def solution(self, user: User) -> None:
        open_options(user, self.chat)
        self._mute(user, "Mute")

    @way
    def from_its_info(self, user: User) -> None:
        open_info(user, self.chat)
        self._mute(user, "Mute notifications")

    def _mute(self, user: User, words: str) -> None:
        user.click(link(words))
        user.click(option("1 week"))
        user.click(button("Mute"))
        user.say([name for name in muted_shown(user) if name != self.chat.name])


class ArchiveAndTellItsLast(Task):
    """A chat is put away, and when the last message in it came is told."""

    goals = [
        "Archive the Chatter chat “{chat.name}” and tell me the date of the last message in it.",
        "I don't need “{chat.name}” in my Chatter list any more, so put it into the archive. On which day was anything "
        "last written there, by whomever?",
        "Move “{chat.name}” to the Chatter archive. And when was its latest message sent? The date will do.",
    ]
    tags = ["effects and answer"]

    chat: Chat = pick(Chat, where=f"{UNPINNED} AND id IN (SELECT chat_id FROM messenger_message)")

    def effects(self) -> Commands:
        yield messenger.Archive(self.chat)

    def answer(self, store: Store) -> date:
        return store.one(Message, "chat_id = ?", self.chat.id, order="sent_at DESC, id DESC").sent_at.date()

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        days = [line.text for line in bubbles(user) if not line.names]
        open_options(user, self.chat)
        user.click(button("Archive"))
        user.say(day_told(days[-1], user.today))


class StarAndCount(Task):
    """A message is starred, and how many are starred in its chat is told."""

    goals = [
        "Star the message “{message.text}” in the group “{chat.name}” and tell me how many starred messages the group "
        "has then.",
        "Put a star on “{message.text}” from my Chatter group “{chat.name}”. How many messages of that group are "
        "starred now?",
        "Keep “{message.text}” (group “{chat.name}” on Chatter) among the starred ones. With that one, how many stars "
        "are there in this group?",
    ]
    tags = ["effects and answer", "count"]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(Message, unstarred, among=in_chat, where=IN_VIEW)

    def effects(self) -> Commands:
        yield messenger.Star(self.message)

    def answer(self, store: Store) -> int:
        return store.count(Message, "chat_id = ? AND starred", self.chat.id)

    def solution(self, user: User) -> None:
        open_message(user, self.message)
        user.click(button("Star"))
        open_info(user, self.chat)
        told = next(line for line in user.page.lines() if line.names[:1] == ("Starred messages",))
        user.say(numbers(told.text)[0])


class AddAndCountMembers(Task):
    """Somebody is added to a group, and how many are in it then is told."""

    goals = [
        "Add {contact.name} to the Chatter group “{chat.name}” and tell me how many of us are in it then, me included.",
        "{contact.name} should be in “{chat.name}” on Chatter, too. Add them, and count the members: how many is that "
        "with me?",
        "Bring {contact.name} into my group “{chat.name}”. How many people does it have now, if I count myself?",
    ]
    tags = ["effects and answer", "count"]

    chat: Chat = pick(Chat, where=GROUPS)
    contact: Contact = pick(Contact, outside)

    def effects(self) -> Commands:
        yield messenger.AddMember(self.chat, self.contact)

    def answer(self, store: Store) -> int:
        return store.count(Member, "chat_id = ?", self.chat.id) + 1

    def solution(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(link("Add member"))
        user.click(button(f"Add {self.contact.name}"), via=MORE)
        open_info(user, self.chat)
        user.say(len(members_shown(user)) + 1)

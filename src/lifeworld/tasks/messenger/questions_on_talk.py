"""Questions on what goes on in chats: what waits to be read, who says what, what is shown."""

import re
from collections import Counter
from datetime import date, datetime, timedelta

from lifeworld.apps.messenger.models import Chat, Member, Message
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import Line, Setup, Task, User, day, day_told, derived, link, nth, number, phrase, pick, show_all
from lifeworld.tasks.messenger.questions_on_messages import WORDS, theirs
from lifeworld.tasks.messenger.ways import GROUPS, LISTED, MENU, PEOPLE, bubbles, open_chat, search_chat

KINDS = {"groups": GROUPS, "direct chats": PEOPLE}
WITH_PHOTOS = "SELECT chat_id FROM messenger_message WHERE photo <> '' GROUP BY chat_id HAVING count(*) > 1"
_UNREAD = re.compile(r"^(\d+) unread$", re.MULTILINE)
_PHOTO = re.compile(r".+, ([A-Z][a-z]{2} \d{1,2})")


class UnreadAndHeard(Task):
    """How many messages wait to be read in chats that are not muted?"""

    goals = [
        "How many unread messages are in my {which} on Chatter? Leave out what is muted or in the archive.",
        "Count the messages that I haven't read yet in my Chatter {which}, not counting muted or archived ones.",
        "Without muted chats and the archive: how many unread messages wait for me in {which} on Chatter?",
    ]
    tags = ["count"]

    which: str = phrase(*KINDS)
    turn: int = number(0, 34)
    person: Chat = derived(lambda store, turn: nth(store.all(Chat, PEOPLE), turn))
    group: Chat = derived(lambda store, turn: nth(store.all(Chat, GROUPS), turn))
    more: int = number(0, 8)

    def setup(self, store: Store) -> Setup:
        words = (
            "Are you there?",
            "Never mind",
            "Or do",
            "It's about the thing",
            "You know which",
            "Call me?",
            "No hurry",
            "Well, some",
        )
        for n, text in enumerate(words[: self.more]):
            at = store.now - timedelta(minutes=50 - 3 * n)
            for chat in (self.person, self.group):
                sender = chat.person_id or store.all(Member, "chat_id = ?", chat.id)[0].person_id
                yield Messaged(at=at, chat=chat.address, sender_id=sender, text=text, read=False)

    def answer(self, store: Store) -> int:
        heard = [chat.id for chat in store.all(Chat, KINDS[self.which]) if not chat.is_muted(store.now)]
        waiting = store.all(Message, "NOT read AND sender_id <> 1")
        return sum(message.chat_id in heard for message in waiting)

    def solution(self, user: User) -> None:
        user.open("Chatter")
        everywhere = self._count(user)
        user.click(link("Groups"))
        groups = self._count(user)
        user.say(groups if self.which == "groups" else everywhere - groups)

    def _count(self, user: User) -> int:
        heard = [line.text for line in show_all(user, "Show more chats") if "Muted" not in line.text.splitlines()]
        return sum(int(found[1]) for text in heard if (found := _UNREAD.search(text)))


def with_word(store: Store, chat: Chat, word: str) -> list[Message]:
    """Return what was said in a chat with a word in it, the earliest first; nothing where it is part of other words."""
    within = [
        one
        for one in store.all(Message, "chat_id = ?", chat.id, order="sent_at, id")
        if word.casefold() in one.text.casefold()
    ]
    alone = all(re.search(rf"\b{word}\b", one.text, re.IGNORECASE) for one in within)
    return within if alone and len(within) < 60 else []


def found_lines(user: User, chat: Chat, word: str) -> list[Line]:
    """Search a chat for a word and return all that is found, the latest first."""
    open_chat(user, chat)
    search_chat(user, word)
    return [line for line in show_all(user) if line.heading != "List" and len(line.text.splitlines()) > 2]


class FirstMention(Task):
    """When was a word first said in a group, or last before a day?"""

    goals = [
        "On which date did the word “{word}” {which} come up in the group “{chat.name}” on Chatter?",
        "Look through “{chat.name}” for “{word}”. What is the date of the {which} message that has it?",
        "When did somebody {which} write “{word}” in my Chatter group “{chat.name}”? The date is enough.",
    ]
    tags = ["look-up"]

    chat: Chat = pick(Chat, where=GROUPS)
    word: str = phrase(*WORDS)
    which: str = phrase("first", "last")
    several: bool = derived(lambda store, chat, word: len(with_word(store, chat, word)) > 2 or None)

    def answer(self, store: Store) -> date:
        said = with_word(store, self.chat, self.word)
        return said[0 if self.which == "first" else -1].sent_at.date()

    def solution(self, user: User) -> None:
        found = found_lines(user, self.chat, self.word)
        line = found[-1 if self.which == "first" else 0]
        user.say(day_told(line.text.splitlines()[-1], user.today))


def most_often(store: Store, chat: Chat, word: str) -> str | None:
    """Return who says a word most often in a group, if it is one of the others and nobody does so as often."""
    said = Counter(one.sender_id for one in with_word(store, chat, word)).most_common(2)
    (who, most), (_, second) = [*said, (1, 0), (1, 0)][:2]
    return store.one(Message, "sender_id = ?", who).sender.name if who != 1 and most > second else None


class WhoSaysItMost(Task):
    """Who says a word most often in a group?"""

    goals = [
        "Who has written “{word}” most often in the group “{chat.name}”? Count the messages that have it. Full name.",
        "In my Chatter group “{chat.name}”, whose messages contain the word “{word}” more often than anybody else's? "
        "Their full name, please.",
        "Search “{chat.name}” on Chatter for “{word}” and tell me the full name of the one who comes up most.",
    ]
    tags = ["count", "compare"]

    chat: Chat = pick(Chat, where=GROUPS)
    word: str = phrase(*WORDS)
    found: str = derived(most_often)

    def answer(self, store: Store) -> str | None:
        return most_often(store, self.chat, self.word)

    def solution(self, user: User) -> None:
        said = [line.names[0] for line in found_lines(user, self.chat, self.word)]
        user.say(max(said, key=said.count))


class IsItMyTurn(Task):
    """Has somebody written last, so that one owes an answer?"""

    goals = [
        "Did {chat.name} write the last message in our direct chat on Chatter?",
        "In my direct Chatter chat with {chat.name}, is the latest message from them and not from me?",
        "Is it my turn to answer {chat.name}? I mean, is the last thing in our direct chat on Chatter theirs?",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)
    since: int = number(0, 2)  # 0: one has written something of late

    def setup(self, store: Store) -> Setup:
        if not self.since:
            at = store.now - timedelta(minutes=4)
            yield Messaged(at=at, chat=self.chat.address, sender_id=1, text="I'm thinking about it")

    def answer(self, store: Store) -> bool:
        return store.one(Message, "chat_id = ?", self.chat.id, order="sent_at DESC, id DESC").sender_id != 1

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        user.say(theirs([line for line in bubbles(user) if line.names][-1]))


def of_this_year(chat: Chat, store: Store, now: datetime) -> bool:
    """Return whether all photos of a chat are so young that a month and a day name their date."""
    return not store.count(Message, "chat_id = ? AND photo <> '' AND sent_at < ?", chat.id, now - timedelta(days=360))


class PhotosSince(Task):
    """How many photos were sent in a chat since a day?"""

    goals = [
        "How many photos have been sent in my Chatter chat “{chat.name}” since {since}?",
        "Count the pictures in the chat “{chat.name}” on Chatter from {since} on, whoever sent them.",
        "Since {since}, that day included, how many photos are there in “{chat.name}” on Chatter?",
    ]
    tags = ["count"]

    chat: Chat = pick(Chat, of_this_year, where=f"id IN ({WITH_PHOTOS}) AND {LISTED}")
    since: date = day(-345, -60)

    def answer(self, store: Store) -> int:
        photos = store.all(Message, "chat_id = ? AND photo <> ''", self.chat.id)
        return sum(message.sent_at.date() >= self.since for message in photos)

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        user.click(link("Media"), via=MENU)
        show_all(user, "Show more photos")
        found = (_PHOTO.fullmatch(node.name) for node in user.page.main.all("link"))
        user.say(sum(day_told(one[1], user.today) >= self.since for one in found if one))

"""Questions on what goes on in chats: who wrote last, what is shown, what waits to be read, and since when."""

import re
from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.life.events import GroupMade, Messaged
from lifeworld.store import Store
from lifeworld.taskkit import Line, Setup, Task, User, day, day_told, derived, link, nth, number, phrase, pick, show_all
from lifeworld.tasks.messenger import ways

TICKS = {"Sent", "Delivered", "Read"}  # one of them stands beside what the owner wrote
KINDS = {"groups": ways.GROUPS, "direct chats": ways.PEOPLE}
WITH_PHOTOS = "SELECT chat_id FROM messenger_message WHERE photo <> ''"
PIECES = "Are you there?|Never mind|Or do|It's about the thing|You know which|Call me?|No hurry|Well, some".split("|")
_UNREAD = re.compile(r"^(\d+) unread$", re.MULTILINE)
_PHOTO = re.compile(r".+, ([A-Z][a-z]{2} \d{1,2})")


def theirs(line: Line) -> bool:
    """Return whether a line of a direct chat is a message of the other one."""
    return bool(line.names) and not TICKS & set(line.text.splitlines())


class LastHeardFrom(Task):
    """When did somebody last write?"""

    goals = [
        "When did {chat.name} last write to me in our direct chat on Chatter? Give me the date.",
        "On which day was the latest Chatter message that {chat.name} sent me directly?",
        "Look into my direct chat with {chat.name}: what is the date of the last message that came from them?",
    ]

    chat: Chat = pick(
        Chat,
        where=ways.PEOPLE + " AND person_id IN (SELECT sender_id FROM messenger_message m "
        "JOIN messenger_chat d ON d.id = m.chat_id WHERE d.person_id = m.sender_id)",
    )

    def answer(self, store: Store) -> date:
        return store.one(Message, "chat_id = ? AND sender_id <> 1", self.chat.id, order=ways.LATEST).sent_at.date()

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        while not any(map(theirs, ways.bubbles(user))):
            user.click(link("Earlier messages"))
        lines = ways.bubbles(user)
        last = max(place for place, line in enumerate(lines) if theirs(line))
        heading = next(line for line in reversed(lines[:last]) if not line.names)
        user.say(day_told(heading.text, user.today))


class IsItMyTurn(ways.WithPerson, Task):
    """Has somebody written last, so that one owes an answer?"""

    goals = [
        "Did {chat.name} write the last message in our direct chat on Chatter?",
        "In my direct Chatter chat with {chat.name}, is the latest message from them and not from me?",
        "Is it my turn to answer {chat.name}? I mean, is the last thing in our direct chat on Chatter theirs?",
    ]
    tags = ["short"]

    since: int = number(0, 2)  # 0: one has written something of late

    def setup(self, store: Store) -> Setup:
        if not self.since:
            at = store.now - timedelta(minutes=4)
            yield Messaged(at=at, chat=self.chat.addressed(), sender_id=1, text="I'm thinking about it")

    def answer(self, store: Store) -> bool:
        return store.one(Message, "chat_id = ?", self.chat.id, order=ways.LATEST).sender_id != 1

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        user.say(theirs([line for line in ways.bubbles(user) if line.names][-1]))


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

    chat: Chat = pick(Chat, of_this_year, where=f"id IN ({WITH_PHOTOS}) AND {ways.LISTED}")
    since: date = day(-345, -60)

    def answer(self, store: Store) -> int:
        photos = store.all(Message, "chat_id = ? AND photo <> ''", self.chat.id)
        return sum(message.sent_at.date() >= self.since for message in photos)

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        user.click(link("Media"), via=ways.MENU)
        show_all(user, "Show more photos")
        found = (_PHOTO.fullmatch(node.name) for node in user.page.main.all("link"))
        user.say(sum(day_told(one[1], user.today) >= self.since for one in found if one))


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
    person: Chat = derived(lambda store, turn: nth(store.all(Chat, ways.PEOPLE), turn))
    group: Chat = derived(lambda store, turn: nth(store.all(Chat, ways.GROUPS), turn))
    more: int = number(0, 8)

    def setup(self, store: Store) -> Setup:
        member = store.all(Member, "chat_id = ?", self.group.id)[0]
        for n, text in enumerate(PIECES[: self.more]):
            at = store.now - timedelta(minutes=50 - 3 * n)
            for chat in (self.person, self.group):
                sender = chat.person_id or member.person_id
                yield Messaged(at=at, chat=chat.addressed(), sender_id=sender, text=text, read=False)

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
        heard = [
            line.text
            for line in ways.lines_beside_chat(user, "Show more chats")
            if "Muted" not in line.text.splitlines()
        ]
        return sum(int(found[1]) for text in heard if (found := _UNREAD.search(text)))


class WhenFounded(Task):
    """When was a group made?"""

    goals = [
        "When was the group “{title}” made?",
        "Since which day does my Chatter group “{title}” exist?",
        "Find the date on which the group “{title}” was created.",
    ]
    tags = ["short"]

    title: str = phrase("Ladder share", "Film swap", "Soup on Sundays", "Lost and found", "Bike repair", "Lamp club")
    founded: date = day(-330, -10)
    first: int = number(1, 20)  # of the contacts in it

    def setup(self, store: Store) -> Setup:
        members = tuple(one.person_id for one in store.all(Contact)[self.first : self.first + 4])
        at = datetime.combine(self.founded, time(18, 20))
        yield GroupMade(at=at, key="group founded", title=self.title, members=members, emoji="👋")
        said = "So, this is the place for it. Welcome, all!"
        at += timedelta(minutes=2)
        yield Messaged(at=at, chat="group founded", sender_id=members[0], text=said, read=True)

    def answer(self, store: Store) -> date | None:
        made_at = store.one(Chat, "title = ?", self.title).made_at
        return made_at and made_at.date()

    def solution(self, user: User) -> None:
        ways.open_info(user, self.title)
        user.say(day_told(user.page.after("Created on"), user.today))

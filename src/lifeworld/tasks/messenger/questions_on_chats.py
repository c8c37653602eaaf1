"""Questions on calls and on what goes on in chats: who wrote last, what is shown, what waits to be read."""

import re
from datetime import date, datetime, timedelta

from lifeworld.apps.messenger.models import Call, Chat, Member, Message
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import (
    Line,
    Setup,
    Task,
    Texts,
    User,
    day,
    day_told,
    derived,
    link,
    nth,
    number,
    phrase,
    pick,
    show_all,
    sure,
)
from lifeworld.tasks.messenger import ways
from lifeworld.tasks.messenger.questions_on_messages import most_frequent

TALKED = "id IN (SELECT chat_id FROM messenger_call WHERE NOT missed)"
TICKS = {"Sent", "Delivered", "Read"}  # one of them stands beside what the owner wrote
KINDS = {"groups": ways.GROUPS, "direct chats": ways.PEOPLE}
WITH_PHOTOS = "SELECT chat_id FROM messenger_message WHERE photo <> '' GROUP BY chat_id HAVING count(*) > 1"
IN_PIECES = (
    "Are you there?",
    "Never mind",
    "Or do",
    "It's about the thing",
    "You know which",
    "Call me?",
    "No hurry",
    "Well, some",
)
_UNREAD = re.compile(r"^(\d+) unread$", re.MULTILINE)
_PHOTO = re.compile(r".+, ([A-Z][a-z]{2} \d{1,2})")


def told(line: Line, today: date) -> tuple[str, date]:
    """Return the kind and the day of a call in the log: “Missed · Sep 2”."""
    kind, on = line.text.splitlines()[1].split(" · ")
    return kind, day_told(on, today)


def logged(user: User) -> list[tuple[str, str, date]]:
    """Return all calls of the log, the latest first: with whom, of what kind, on which day."""
    user.open("Chatter")
    user.click(link("Calls"))
    return [(line.names[0], *told(line, user.today)) for line in show_all(user, "Show more calls")]


def talked(user: User) -> list[tuple[str, date]]:
    """Return with whom and on which days the log shows answered calls, the latest first."""
    return [(name, on) for name, kind, on in logged(user) if kind != "Missed"]


def answered(store: Store, since: date) -> list[Call]:
    """Return the answered calls since a day, the latest first."""
    calls = store.all(Call, "NOT missed", order="started_at DESC, id DESC")
    return [call for call in calls if call.started_at.date() >= since]


class WhoMissedMe(Task):
    """Who was the last to ring without being answered, up to a day?"""

    goals = [
        "Look at the calls that I missed on Chatter up to {until}. Who was the last to ring? Full name.",
        "Until {until}, that day included, whose Chatter call had I missed most recently? Full name, please.",
        "Of all my missed calls in Chatter on or before {until}, who made the latest one?",
    ]

    until: date = day(-40, -1)

    def answer(self, store: Store) -> str | None:
        missed = store.all(Call, "missed", order="started_at DESC, id DESC")
        return next((call.chat.name for call in missed if call.started_at.date() <= self.until), None)

    def solution(self, user: User) -> None:
        user.say(next(name for name, kind, on in logged(user) if kind == "Missed" and on <= self.until))


class CallLog(Task):
    """When was the last call with somebody, before a day?"""

    goals = [
        "Before {until}, when did I last talk to {chat.name} on a Chatter call? The date is enough.",
        "On which day was the last Chatter call with {chat.name} before {until} that somebody picked up?",
        "Find the date of the most recent answered call with {chat.name} in Chatter, not counting {until} and later.",
    ]

    chat: Chat = pick(Chat, where=TALKED)
    until: date = day(-30, 0)

    def answer(self, store: Store) -> date | None:
        days = [call.started_at.date() for call in answered(store, date.min) if call.chat_id == self.chat.id]
        return next((on for on in days if on < self.until), None)

    def solution(self, user: User) -> None:
        user.say(next(on for name, on in talked(user) if name == self.chat.name and on < self.until))


class CallsSince(Task):
    """How often has one talked to somebody since a day?"""

    goals = [
        "How many Chatter calls have {chat.name} and I had since {since}? Missed ones don't count.",
        "Since {since}, that day included, how often did I talk to {chat.name} on a Chatter call that was answered?",
        "Count the calls with {chat.name} in Chatter from {since} until now, without those that were missed.",
    ]
    tags = ["count"]

    chat: Chat = pick(Chat, where=TALKED)
    since: date = day(-66, -10)

    def answer(self, store: Store) -> int:
        return sum(call.chat_id == self.chat.id for call in answered(store, self.since))

    def solution(self, user: User) -> None:
        user.say(sum(name == self.chat.name and on >= self.since for name, on in talked(user)))


def most_called(store: Store, since: date) -> str | None:
    """Return with whom one has talked most often since a day; None where it is not clear."""
    return most_frequent(call.chat.name for call in answered(store, since))


class CalledMost(Task):
    """With whom has one talked most often since a day?"""

    goals = [
        "With whom have I talked most often on Chatter calls since {since}? Missed calls don't count. Full name.",
        "Go through my Chatter calls from {since} on and leave out the missed ones. Whose name comes up most? I need "
        "the full name.",
        "Since {since}, which one person have I had more answered calls with than with anybody else? Their full name, "
        "please.",
    ]
    tags = ["count", "compare"]

    since: date = day(-68, -8)
    found: str = derived(most_called)

    def answer(self, store: Store) -> str | None:
        return most_called(store, self.since)

    def solution(self, user: User) -> None:
        names = [name for name, on in talked(user) if on >= self.since]
        user.say(max(names, key=names.count))


class WhoRang(Task):
    """Who tried to reach one in vain, or did reach one, on some days?"""

    goals = [
        "With whom were there Chatter calls from {first} to {last}, missed ones included? Full names, or none.",
        "Whom does the Chatter call log show between {first} and {last}, both days included, whether answered or not? "
        "Give me the full names, or say that there was nobody.",
        "Was I on the phone from {first} to {last}? List everybody in my Chatter calls of those days, answered or "
        "missed, by full name. It may be nobody.",
    ]

    first: date = day(-66, -6)
    more: int = number(1, 5)
    last: date = derived(lambda first, more: first + timedelta(days=more))

    def answer(self, store: Store) -> Texts:
        calls = [call for call in store.all(Call) if self.first <= call.started_at.date() <= self.last]
        return sorted({call.chat.name for call in calls})

    def solution(self, user: User) -> None:
        user.say(sorted({name for name, _, on in logged(user) if self.first <= on <= self.last}))


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
            yield Messaged(at=at, chat=self.chat.address, sender_id=1, text="I'm thinking about it")

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
        for n, text in enumerate(IN_PIECES[: self.more]):
            at = store.now - timedelta(minutes=50 - 3 * n)
            for chat, sender in ((self.person, sure(self.person.person_id)), (self.group, member.person_id)):
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

"""Questions on the log of calls."""

from datetime import date, timedelta

from lifeworld.apps.messenger.models import Call, Chat
from lifeworld.store import Store
from lifeworld.taskkit import FullName, FullNames, Task, User, day, day_told, derived, link, number, pick, show_all
from lifeworld.tasks.messenger.questions_on_messages import most_frequent

TALKED = "id IN (SELECT chat_id FROM messenger_call WHERE NOT missed)"


def told(text: str, today: date) -> tuple[str, date]:
    """Return the kind and the day of a call in the log: “Missed · Sep 2, 9:41 AM”."""
    kind, on = text.splitlines()[1].split(" · ")
    return kind, day_told(on, today)


def logged(user: User) -> list[tuple[str, str, date]]:
    """Return all calls of the log, the latest first: with whom, of what kind, on which day."""
    user.open("Chatter")
    user.click(link("Calls"))
    lines = [line for line in show_all(user, "Show more calls") if " · " in line.text]  # not those of the open call
    return [(line.names[0], *told(line.text, user.today)) for line in lines]


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

    def answer(self, store: Store) -> FullName | None:
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

    def answer(self, store: Store) -> FullName | None:
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

    def answer(self, store: Store) -> FullNames:
        calls = [call for call in store.all(Call) if self.first <= call.started_at.date() <= self.last]
        return sorted({call.chat.name for call in calls})

    def solution(self, user: User) -> None:
        user.say(sorted({name for name, _, on in logged(user) if self.first <= on <= self.last}))

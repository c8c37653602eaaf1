"""What others have told of themselves: where they apply, what they sit for, what they owe; what one meant to learn."""

from datetime import date

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.taskkit import Commands, Money, Store, Task, User, day, derived, phrase, pick
from lifeworld.tasks.cross.screens import mark_day
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.memory.sentences import Told, WriteToWhoTold, told
from lifeworld.tasks.todo.ways import own


class ADayForTheirPost(Told, Task):
    """A day is marked on which to ask somebody about the post that they have applied for."""

    goals = [
        "{person.name} told me on Chatter where they're applying for a day a week. Mark {on}, all day, in the "
        "{calendar.name} calendar of Almanac: “Ask about …”, with that place and its “the” for the dots, reminder as "
        "preset.",
        "Put an all-day “Ask about …” into {calendar.name} on {on} and don't touch the reminder. The dots are the "
        "place where {person.name} wants to work one day a week, by our Chatter chat.",
        "Where does {person.name} want to work beside their job? They wrote it to me in Chatter. Enter “Ask about” "
        "and that place in {calendar.name}, all day on {on}, with the reminder that comes up.",
    ]
    tags = ["told"]
    apps = ["calendar", "messenger"]

    known: Known = told("applied")
    value: str = derived(lambda known: known.value)
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def effects(self, store: Store) -> Commands:
        reminder = store.one(Settings).reminder
        yield almanac.AddEvent(f"Ask about {self.value}", self.calendar, self.on, all_day=True, reminder=reminder)

    def solution(self, user: User) -> None:
        mark_day(user, f"Ask about the {self.read(user)}", self.on, self.calendar)


class CrossFingers(WriteToWhoTold, Task):
    """Whoever has applied somewhere gets a message."""

    goals = [
        "Someone asked me in Chatter to read their letter to {value}, where they're applying. Send them “{text}” "
        "there.",
        "Which of my friends wants to work at {value} one day a week? Chatter knows. They should get “{text}” from me.",
        "“{text}” is for whoever told me in our Chatter chat about a post at {value}.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("applied")
    value: str = derived(lambda known: known.value)
    text: str = phrase("I've crossed all my fingers", "Tell me when you hear from them", "They'd be lucky to have you")


class CardForTheExam(Told, Task):
    """A card for somebody's examination becomes a task, with what they sit for in its name."""

    goals = [
        "{person.name} told me in Chatter what they have to pass. Add “Write a card: …” to {list.name} in Ticked; for "
        "the dots put the name of what they sit for, without an article.",
        "Put “Write a card: …” on my list {list.name}, with the examination or certificate (no article) that "
        "{person.name} was learning for, by our Chatter chat, in place of the dots.",
        "What was {person.name} so nervous about, as they wrote in Chatter: which exam? Write “Write a card:” and its "
        "name, with no article, on {list.name}.",
    ]
    tags = ["told"]
    apps = ["messenger", "todo"]

    known: Known = told("sits")
    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Write a card: {self.value}", self.list)

    def solution(self, user: User) -> None:
        add_task(user, self.list, f"Write a card: {self.read(user)}")


class WhatTheLoanWasFor(Told, Task):
    """Whose bill was it for which one has lent somebody money?"""

    goals = [
        "On {entry.at} I sent {person.name} {amount}. They had asked me in Chatter for it because of a bill. Who had "
        "sent them that bill?",
        "Why did {person.name} get {amount} from me on {entry.at}? I mean whom they had to pay with it, as they told "
        "me in Chatter.",
        "{person.name} needed {amount} from me to pay somebody; it went out on {entry.at}. Look in our Chatter chat "
        "who wanted it from them.",
    ]
    tags = ["told", "look-up"]
    apps = ["messenger"]

    known: Known = told("in_debt")
    entry: Entry = derived(lambda store, known: lent(store, known))
    amount: Money = derived(lambda entry: -entry.amount)

    def answer(self, store: Store) -> str:
        return self.known.value

    def solution(self, user: User) -> None:
        user.say(f"the {self.read(user)}")


def lent(store: Store, known: Known) -> Entry | None:
    """Return the payment to somebody with which money was lent, where just one went to them then."""
    day_after = known.since.date()
    found = store.all(Entry, "kind = 'person' AND amount < 0 AND person_id = ? AND date(at) = ?", known.of, day_after)
    return found[0] if len(found) == 1 else None


class WriteAboutTheBet(WriteToWhoTold, Task):
    """Whoever one has bet with gets a message."""

    goals = [
        "One of us said {value}, and we put money on it. Find out in Chatter with whom, and write to them: “{text}”",
        "Somebody and I bet on it {value}. Send that person “{text}” in Chatter.",
        "Who was my partner in the bet {value}? Look in Chatter; they should read “{text}” in our chat.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("bet")
    text: str = phrase("I've found another source", "Shall we bet again?", "There's a lecture on that next week")

"""What one does again and again: places, days, shares."""

from collections import Counter
from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Task,
    User,
    button,
    containing,
    derived,
    field,
    judged,
    nth,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import search
from lifeworld.tasks.cross.screens import Payment, listed, payment, payments
from lifeworld.tasks.cross.words import add_task, chat_with
from lifeworld.tasks.memory import patterns
from lifeworld.tasks.memory.patterns import Habit
from lifeworld.tasks.messenger import PEOPLE, open_chat, open_named, send


def meals(user: User, when: str) -> list[Payment]:
    """Read from the bank where one ate or drank at a time of the week, the latest first."""
    hours = {name: range(first, end) for name, first, end in patterns.PARTS}
    weekday, part = when.split()
    paid = payments(user, "Eating out")
    return [one for one in paid if f"{one.at:%A}" == weekday and one.at.hour in hours[part]]


class MeetWhereIGo(Task):
    """Somebody is asked to the place where one goes at that time of the week, as things are now."""

    goals = [
        "Ask {chat.name} in Chatter to join me, next {when}, where I usually go for food or a drink at that time of "
        "the week these days. Name the place.",
        "I always eat or drink somewhere on {when}s. Write to {chat.name} on Chatter and suggest that we meet there; "
        "the name of the place has to be in the message.",
        "Invite {chat.name}, in Chatter, to my usual place of a {when}. My habits change, so look at the last weeks, "
        "and name it.",
    ]
    tags = ["pattern", "drift", "prose"]
    apps = ["bank", "messenger"]

    turn: int = number(0, 60)
    habit: Habit = derived(lambda store, turn: nth(patterns.places(store), turn))
    when: str = derived(lambda habit: habit.when)
    on: date = derived(lambda store, habit: patterns.next_day(store, habit.weekday))  # which the message may name
    chat: Chat = pick(Chat, where=PEOPLE)

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.habit.words))

    def items(self) -> Items:
        yield observed("Saw payments there", showing=self.habit.place.name, kind="search")
        yield judged("The message asks them to come there with me at that time of the week")

    def solution(self, user: User) -> None:
        lately = datetime.combine(user.today, time()) - timedelta(weeks=12)
        there = [one.who for one in meals(user, self.when) if one.at > lately]
        open_chat(user, self.chat)
        send(user, f"Shall we meet at {max(there, key=there.count)}, next {self.when}?")


class PlaceGivenUp(Task):
    """A place that one has stopped going to becomes a task, and the last day there is told."""

    goals = [
        "Until some months ago I used to eat or drink at the same place on {when}s. Add the task “Visit again: …” to "
        "{list.name} in Ticked, with the place's name as Harbour Bank writes it for the dots, and tell me on which "
        "date I was last there on a {when}.",
        "There's a place where I don't spend my {when}s any more. Put “Visit again: …” on my {list.name} list, where "
        "the dots are its name as the bank has it, and answer with the date of my last {when} there.",
        "My {when}s used to look different: find the place that I've given up, write “Visit again:” and its name, as "
        "Harbour Bank spells it, on the list {list.name}, and tell me when I last paid there on a {when}.",
    ]
    tags = ["pattern", "drift", "effects and answer"]
    apps = ["bank", "todo"]

    turn: int = number(0, 60)
    gone: tuple[Habit, date] = derived(lambda store, turn: nth(patterns.given_up(store), turn))
    when: str = derived(lambda gone: gone[0].when)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Visit again: {self.gone[0].place.name}", self.list)

    def answer(self, store: Store) -> date:
        return self.gone[1]

    def items(self) -> Items:
        yield observed("Saw payments there", showing=self.gone[0].place.name, kind="search")

    def solution(self, user: User) -> None:
        found = meals(user, self.when)
        visits = [one.who for one in found]
        fresh = {one.who for one in found if (user.today - one.at.date()).days <= 84}
        place = max(set(visits) - fresh, key=visits.count)
        add_task(user, self.list, f"Visit again: {place}")
        user.say(next(one.at.date() for one in found if one.who == place))


ERRANDS = ("grocer", "bakery", "cafe", "restaurant", "bar", "shop", "leisure")


class PlanUsualErrand(Task):
    """An errand is put on the next day on which one usually runs it."""

    goals = [
        "I nearly always go to {business.name} on the same day of the week. Add “{title}” to {list.name} in Ticked, "
        "due on the next such day after today.",
        "Put “{title}” on my list {list.name}, due the next time that it's my usual weekday for {business.name} "
        "(not today). My bank payments show which one that is.",
        "Look at when I pay at {business.name}: there's a usual weekday. Make a task “{title}” in {list.name} that is "
        "due on that weekday, the first after today.",
    ]
    tags = ["pattern"]
    apps = ["bank", "todo"]

    business: Business = pick(
        Business,
        lambda business, store: business.kind in ERRANDS and patterns.shopping_day(store, business) is not None,
    )
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = derived(lambda business: f"Stop by at {business.name}")
    due: date = derived(lambda store, business: patterns.next_day(store, sure(patterns.shopping_day(store, business))))

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.due)

    def items(self) -> Items:
        yield observed("Looked at the payments", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        lately = [one.at.date() for one in payments(user, self.business.name) if one.who == self.business.name]
        usual = Counter(f"{on:%A}" for on in set(lately) if (user.today - on).days < 112).most_common(1)[0][0]
        ahead = (user.today + timedelta(days=more) for more in range(1, 8))
        add_task(user, self.list, self.title, next(on for on in ahead if f"{on:%A}" == usual))


def sent_for(user: User, what: str) -> list[Payment]:
    """Read from the bank what went out to people for something, the latest first; shops may be called so, too."""
    search(user, what)
    user.click(button("Filters"))
    user.choose(field("Type"), "People")
    user.click(button("Apply filters"))
    return [found for line in listed(user) if (found := payment(user, line)) and found.amount < Money()]


class WhoPaysForUs(Task):
    """The one who mostly lays out the money for something shared is asked about it."""

    goals = [
        "When somebody else lays out the money for “{what}” and I send my part, it's mostly the same friend. Write to "
        "that friend in Chatter: “{text}”",
        "Look at whom I mostly pay back for “{what}”, and message “{text}” to that person on Chatter.",
        "Who gets my share for “{what}” most of the time? Send “{text}” to them in Chatter.",
    ]
    tags = ["pattern"]
    apps = ["bank", "messenger"]

    turn: int = number(0, 60)
    pair: tuple[str, Person] = derived(lambda store, turn: nth(patterns.shared(store), turn))
    what: str = derived(lambda pair: pair[0])
    chat: Chat = derived(lambda store, pair: chat_with(store, pair[1].id))
    text: str = phrase("Will you pay for all again next time?", "It's my turn to pay next time", "What do I owe you?")

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.chat.name, kind="search")

    def solution(self, user: User) -> None:
        out = [one.who for one in sent_for(user, self.what)]
        open_named(user, max(out, key=out.count))
        send(user, self.text)

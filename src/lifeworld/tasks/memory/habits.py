"""What one does again and again: places, errands, meals on the days of something else."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event, occurrences
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Days,
    Items,
    Money,
    Store,
    Task,
    User,
    containing,
    day,
    derived,
    judged,
    nth,
    number,
    observed,
    pick,
)
from lifeworld.tasks.calendar.meant import weekly
from lifeworld.tasks.calendar.ways import between, listed
from lifeworld.tasks.cross.screens import Payment, payments
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.messenger import PEOPLE, open_chat, send
from lifeworld.tasks.todo.ways import own


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
    habit: patterns.Habit = derived(lambda store, turn: nth(patterns.places(store), turn))
    when: str = derived(lambda habit: habit.when)
    on: date = derived(lambda now, habit: patterns.next_day(now.date(), habit.weekday))  # which the message may name
    chat: Chat = pick(Chat, where=PEOPLE)

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.habit.words))

    def items(self) -> Items:
        yield observed("Saw payments there", showing=self.habit.place.name, kind="search")
        yield judged("The message asks them to come there with me at that time of the week")

    def solution(self, user: User) -> None:
        place = screens.usual(one.who for one in meals(user, self.when) if (user.today - one.at.date()).days < 84)
        open_chat(user, self.chat)
        send(user, f"Shall we meet at {place}, next {self.when}?")


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
    tags = ["pattern", "drift"]
    apps = ["bank", "todo"]

    turn: int = number(0, 60)
    gone: tuple[patterns.Habit, date] = derived(lambda store, turn: nth(patterns.given_up(store), turn))
    when: str = derived(lambda gone: gone[0].when)
    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Visit again: {self.gone[0].place.name}", self.list)

    def answer(self, store: Store) -> date:
        return self.gone[1]

    def items(self) -> Items:
        yield observed("Saw payments there", showing=self.gone[0].place.name, kind="search")

    def solution(self, user: User) -> None:
        found = meals(user, self.when)
        fresh = {one.who for one in found if (user.today - one.at.date()).days <= 84}
        place = screens.usual(one.who for one in found if one.who not in fresh)
        user.do(todo.AddTask(f"Visit again: {place}", self.list))
        user.say(next(one.at.date() for one in found if one.who == place))


def errand(store: Store, business: Business) -> bool:
    """Return whether one usually goes to a business on the same weekday, to buy or eat something."""
    there = ("grocer", "bakery", "cafe", "restaurant", "bar", "shop", "leisure")
    return business.kind in there and patterns.shopping_day(store, business) is not None


class UsualErrand:
    """An errand that one nearly always runs on the same weekday."""

    business: Business = pick(Business, errand)
    weekday: int = derived(patterns.shopping_day)

    def items(self) -> Items:
        yield observed("Looked at the payments", showing=self.business.name, kind="search")

    def next_time(self, user: User, after: date) -> date:
        """Return the first day after another on which one will be there, going by what the bank shows."""
        paid = dict.fromkeys(
            one.at.date() for one in payments(user, self.business.name) if one.who == self.business.name
        )
        weekday = screens.usual(one.weekday() for one in paid if (user.today - one).days < 112)
        return screens.next_day(after, lambda one: one.weekday() == weekday)


class PlanUsualErrand(UsualErrand, Task):
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

    list: TaskList = pick(TaskList, own)
    title: str = derived(lambda business: f"Stop by at {business.name}")
    due: date = derived(lambda now, weekday: patterns.next_day(now.date(), weekday))

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.due)

    def solution(self, user: User) -> None:
        user.do(todo.AddTask(self.title, self.list, due=self.next_time(user, user.today)))


class BusyOnErrandDay(UsualErrand, Task):
    """How many events are there on the next day on which one usually runs an errand?"""

    goals = [
        "I nearly always go to {business.name} on the same day of the week. How many events does Almanac have on the "
        "first such day after {after}?",
        "By my bank payments there's a usual weekday for {business.name}. The next time it comes round after {after}, "
        "how many things are in my calendar that day, all-day ones included?",
        "Find out on which weekday I usually pay at {business.name}, and take the first one of those after {after}. "
        "How many events do I have on that day?",
    ]
    tags = ["pattern", "count"]
    apps = ["bank", "calendar"]

    after: date = day(1, 40)
    on: date = derived(patterns.next_day)

    def answer(self, store: Store) -> int:
        return len(occurrences(store, self.on, self.on))

    def solution(self, user: User) -> None:
        user.say(len(listed(user, self.next_time(user, self.after))))


def going_out(store: Store) -> list[str]:
    """Return the names of what comes back every week somewhere else than at home."""
    return sorted({event.title for event in store.all(Event) if weekly(event) and event.place})


def paid_out(store: Store, title: str, since: date) -> list[Entry]:
    """Return the meals and drinks paid by card on the days, before today, that have something of a name."""
    today = store.now.date()
    on = {one.day for one in occurrences(store, since, today - timedelta(days=1)) if one.event.title == title}
    where = "kind = 'card' AND category = 'Eating out' AND at >= ? AND at < ?"
    found = store.all(Entry, where, datetime.combine(since, time()), datetime.combine(today, time()))
    return [entry for entry in found if entry.at.date() in on]


class EatingOutWith:
    """Meals and drinks on the days of what comes back every week."""

    turn: int = number(0, 60)
    title: str = derived(lambda store, turn: nth(going_out(store), turn))
    since: date = day(-75, -15)

    def items(self) -> Items:
        yield observed("Looked for the payments", showing="Eating out", kind="search")

    def meals(self, user: User) -> list[Payment]:
        """Return the payments on the days that the schedule shows."""
        there = between(user, self.since, user.today - timedelta(days=1))
        on = {one.day for one in there if one.title == self.title}
        return [one for one in payments(user, "Eating out") if one.at.date() in on]


class EatingOutOnDaysOf(EatingOutWith, Task):
    """What was spent on meals and drinks on the days of what comes back every week?"""

    goals = [
        "How much have I spent under “Eating out” at Harbour Bank on days with “{title}” in my calendar, from "
        "{since} up to yesterday, altogether?",
        "I suspect that “{title}” makes me eat out. Add up all payments of the category Eating out on the days "
        "when it took place, by Almanac, from {since} until yesterday.",
        "Take every day from {since} on, today not included, that has “{title}” in Almanac. What do my Eating "
        "out payments at the bank on those days add up to?",
    ]
    tags = ["pattern", "sum", "long"]
    apps = ["bank", "calendar"]

    some: bool = derived(lambda store, title, since: len(paid_out(store, title, since)) > 1 or None)

    def answer(self, store: Store) -> Money:
        return Money(-sum(entry.amount.cents for entry in paid_out(store, self.title, self.since)))

    def solution(self, user: User) -> None:
        user.say(-sum((one.amount for one in self.meals(user)), Money()))


class HowManyEndedOut(EatingOutWith, Task):
    """On how many days of what comes back every week was anything paid for a meal or a drink?"""

    goals = [
        "From {since} up to yesterday, on how many days with “{title}” in Almanac did I also pay for something "
        "under “Eating out” at Harbour Bank?",
        "How often did “{title}” come with eating out? Count the days from {since} until yesterday that have it "
        "in my calendar and any Eating out payment at the bank.",
        "Look at the days of “{title}” since {since}, today left out. On how many of them is there any payment "
        "of the category Eating out?",
    ]
    tags = ["pattern", "count", "long"]
    apps = ["bank", "calendar"]

    def answer(self, store: Store) -> Days:
        return len({entry.at.date() for entry in paid_out(store, self.title, self.since)})

    def solution(self, user: User) -> None:
        user.say(len({one.at.date() for one in self.meals(user)}))

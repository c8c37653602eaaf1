"""What comes back: a series that a letter changes here and there, birthdays that three people tell."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    clocks,
    day,
    days,
    derived,
    field,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar.ways import MORE, entry, heading, schedule, set_times, shown_times
from lifeworld.tasks.cross.beforehand import chatted, dated, friends, mailed, noted, planned
from lifeworld.tasks.cross.screens import letter, open_titled, quotes, write_to
from lifeworld.tasks.cross.wishes import priced
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import event_of, turned
from lifeworld.tasks.hard.hands import heard
from lifeworld.tasks.hard.ordering import singles

WEEK = timedelta(weeks=1)


class CourseWithExceptions(Task):
    """A weekly course gets its exceptions: days that are left out, one on another day, the end, what to pay by then."""

    goals = [
        "“{title}” is in Almanac every week for good. Make it agree with the plan that {business.name} has mailed me: "
        "delete just the days on which it isn't, put the one that is on another day there (as long as ever), and let "
        "the series end with its last day. Then add “{task}” to {list.name}, due on the day before that last one.",
        "By the mail from {business.name}, “{title}” doesn't go on every week. Change the series in my calendar: "
        "single days drop out, one is at another time on another day, equally long, and after the last one nothing "
        "repeats any more. “{task}” goes on {list.name} in Ticked, due one day before the end.",
        "{business.name} has written when “{title}” really is. In Almanac, take out the days that are cancelled, each "
        "by itself, move the one that's put off without changing its length, and set the last day of the series. Put "
        "the task “{task}” into {list.name} for the eve of the last day.",
    ]
    tags = ["hard", "look-up", "compare", "long"]
    apps = ["calendar", "mail", "todo"]

    business: Business = pick(Business, lambda business: business.kind in ("health", "leisure"))
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("Woodcarving", "Water aerobics", "Improv class", "Drawing from life", "Sign language")
    task: str = phrase("Say whether I go on", "Bring the key back", "Get a present for the teacher")
    first: date = day(1, 6)
    at: time = clock(16, 20)
    then: time = clock(9, 19)
    turn: int = number(0, 5000)
    weeks: tuple[int, ...] = derived(lambda turn: turned((1, 2, 3, 4), turn)[:3])  # two off, one on another day
    last: date = derived(lambda first, turn: first + WEEK * (5 + turn % 3))

    def _on(self, place: int) -> date:
        return self.first + WEEK * self.weeks[place]

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.first, self.at)
        yield planned(store, self.title, start, timedelta(minutes=90), repeats="weekly")
        other = self._on(2) + timedelta(days=2)
        body = (
            f"Hello,\n\nhere is how “{self.title}” goes on.\n\nThere is none on {dated(self._on(0))} and none on "
            f"{dated(self._on(1))}.\n\nInstead of {dated(self._on(2))} we meet on {dated(other)} at "
            f"{spoken(self.then)}.\n\nThe last time is {dated(self.last)}.\n\n{self.business.name}"
        )
        yield mailed(store, self.business, f"Plan: {self.title}", body, hours=8)

    def effects(self, store: Store) -> Commands:
        event = event_of(store, self.title)
        yield almanac.DeleteOnce(event, self._on(0))
        yield almanac.DeleteOnce(event, self._on(1))
        ends = (datetime.combine(self.first, self.then) + timedelta(minutes=90)).time()
        yield almanac.MoveOnce(event, self._on(2), self._on(2) + timedelta(days=2), self.then, ends)
        yield almanac.SetRepeat(event, "weekly", self.last)
        yield todo.AddTask(self.task, self.list, due=self.last - timedelta(days=1))

    def items(self) -> Items:
        yield observed("Read the plan", showing=f"here is how “{self.title}” goes on", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"Plan: {self.title}").split("goes on.")[1]
        off, another, of, on, last = days(told, user.today)
        at = clocks(told)[0]
        open_titled(user, self.title)
        starts, ends = (datetime.combine(on, one) for one in shown_times(user))
        user.click(link("Repeat…"))
        user.fill(field("Last day"), last)
        user.click(button("Save"))
        for one in (off, another):
            _see_once(user, self.title, one)
            user.click(link("Delete"), via=MORE)
            user.click(button("Only this event"))
        _see_once(user, self.title, of)
        user.click(link("Move only this event"), via=MORE)
        set_times(user, on, at, (datetime.combine(on, at) + (ends - starts)).time())
        user.click(button("Save"))
        user.do(todo.AddTask(self.task, self.list, due=last - timedelta(days=1)))


def _see_once(user: User, title: str, on: date) -> None:
    """Go by the schedule to one day of a series."""
    schedule(user, on)
    user.click(entry(user, title, heading(on)))


class BirthdaysAndPresents(Task):
    """Three birthdays go into the calendar, every year; of two wishes the one is got that isn't too dear."""

    goals = [
        "{names} have each told me their birthday, two on Chatter and one by mail. Put “Birthday: …” with the full "
        "name into my Personal calendar, all day, every year without end, reminder as preset. What they'd love from "
        "Megacart goes into my cart, one of it, but nothing over {limit}: whoever's is dearer gets “{words}” on "
        "Chatter.",
        "Three birthdays have to go into Almanac: those of {names}, as they've written in Chatter or by mail. Call "
        "each “Birthday: …”, full name after it, in Personal, as an all-day event that comes every year for good, with "
        "the usual reminder. Add what they wish to the Megacart cart if it costs {limit} at most, and ask the one with "
        "a dearer wish “{words}” in Chatter.",
        "Note the birthdays of {names} in my Personal calendar, “Birthday: …” with the whole name, all day, yearly, no "
        "end, reminder untouched. They are in my chats and in one mail, the presents, too, and the last word counts. A "
        "present that keeps within {limit} at Megacart should be in my cart once; for one that doesn't write “{words}” "
        "to that person on Chatter.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "distractor", "long"]
    step_budgets = 3
    apps = ["calendar", "mail", "messenger", "shop"]

    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    wishes: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 3))
    limit: Money = derived(lambda wishes: one_within(wishes[:2]))
    first: date = day(5, 40)
    words: str = phrase("Is there anything smaller?", "What else could I give you?", "And besides that?")

    def _on(self, place: int) -> date:
        return self.first + timedelta(days=17 * place)

    def setup(self, store: Store) -> Setup:
        born = [f"My birthday is on {dated(self._on(place))}" for place in range(3)]
        wants = [f"From Megacart I'd love the “{one.product.name}”" for one in self.wishes]
        one, two, three = self.roles
        yield from chatted(store, one, (170, f"{born[0]}. {wants[2]}"), (20, f"Or no. {born[0]}, but: {wants[0]}"))
        yield from chatted(store, two, (75, f"{born[1]}. {wants[1]}"))
        body = f"Hello,\n\nyou wanted to know. {born[2]}.\n\nAnd no presents for me, please.\n\n{three.name}"
        yield mailed(store, three, "When I was born", body, hours=11)

    def effects(self, store: Store) -> Commands:
        for place, person in enumerate(self.roles):
            yield _birthday(store, person.name, self._on(place))
        for person, wish in zip(self.roles, self.wishes[:2], strict=False):
            fine = wish.product.price <= self.limit
            yield shop.AddToCart(wish) if fine else message(store, person.id, self.words)

    def items(self) -> Items:
        yield observed("Read the letter", showing="no presents for me", kind="search")
        yield observed("Read who has thought again", showing="Or no. My birthday", kind="search")

    def solution(self, user: User) -> None:
        names = [one.name for one in self.three]
        written = letter(user, "When I was born", "you wanted to know")
        told = {one: written if one in written else heard(user, one, "My birthday is") for one in names}
        for name, said in told.items():
            user.do(_birthday(self.three[0].store, name, days(said, user.today)[0]))
        for name, wish in ((name, quotes(said)[-1]) for name, said in told.items() if "Megacart" in said):
            if priced(user, wish) <= self.limit:
                user.click(button("Add to cart"))
            else:
                write_to(user, name, self.words)


def _birthday(store: Store, name: str, on: date) -> almanac.AddEvent:
    personal = store.one(Calendar, "name = 'Personal'")
    return replace(noted(store, f"Birthday: {name}", personal, on), repeats="yearly")


def one_within(wishes: tuple[Variant, ...]) -> Money | None:
    """Return a whole sum that one of two things keeps within; None where the other does, too."""
    less, more = sorted(one.product.price for one in wishes)
    limit = Money(-(-less.cents // 100) * 100)
    return limit if limit < more else None

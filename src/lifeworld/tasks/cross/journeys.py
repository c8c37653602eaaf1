"""Days away: put together from letters, calendar, bank and tasks."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    Texts,
    User,
    amounts,
    button,
    day,
    days,
    derived,
    field,
    link,
    number,
    observed,
    phrase,
    pick,
    show_all,
)
from lifeworld.tasks.bank import holds, known, open_filters
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.cross.beforehand import journey
from lifeworld.tasks.cross.screens import conversation, letter, listed, open_titled, payment
from lifeworld.tasks.cross.trips import bookings, sent_on, told
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger.news import earlier, writes
from lifeworld.tasks.todo import open_list

TRIPS = ("Week on the coast", "Long weekend upriver", "Cabin in the woods", "Island days")


def first_and_last(user: User, title: str) -> tuple[date, date]:
    """Read from the calendar on which days something that lasts several begins and ends."""
    open_titled(user, title)
    first, last, *_ = days(user.page.text, user.today)
    return first, last


class BeforeWeLeave(Task):
    """What a letter asks one to bring on a trip becomes a task for the day before it begins."""

    goals = [
        "{person.name} has mailed me what I'm to bring to “{title}”. Make a task of it on my {list.name} list in "
        "Ticked, in the words that stand in quotes there, due on the day before the trip begins by Almanac.",
        "Find {person.name}'s letter about “{title}”: the thing in quotation marks is mine to bring. It goes on my "
        "{list.name} list, word for word, due the day before we leave; my calendar has the dates.",
        "What does {person.name} want me to pack for “{title}”? Add just that, as quoted in the mail, to {list.name}. "
        "Take the last day before the trip (see Almanac) as the due date.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["calendar", "mail", "todo"]

    person: Person = pick(Person, known)
    title: str = phrase(*TRIPS)
    first: date = day(9, 40)
    nights: int = number(2, 6)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    thing: str = phrase("the camping stove", "a pack of cards", "the first-aid kit", "two torches", "the big cool box")
    theirs: str = phrase("the map", "the coffee", "the hammock", "the fishing rods")

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.title, self.first, self.nights)
        body = (
            f"Hello,\n\nonly {(self.first - store.now.date()).days // 7} weeks or so to go!\n\nI take {self.theirs} "
            f"with me, that's settled. From you we still need “{self.thing}”, please put it down somewhere.\n\nSo long"
        )
        yield earlier(store, writes(store, self.person, f"Packing for “{self.title}”", body), minutes=60 * 33)

    def effects(self) -> Commands:
        yield todo.AddTask(self.thing, self.list, due=self.first - timedelta(days=1))

    def items(self) -> Items:
        yield observed("Read the letter", showing="From you we still need", kind="search")
        yield observed("Saw when it begins", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        thing = letter(user, "Packing for").rsplit("From you we still need “", 1)[1].split("”")[0]
        first, _ = first_and_last(user, self.title)
        add_task(user, self.list, thing, first - timedelta(days=1))


class RoomByTheNight(Task):
    """A host wants half of what the room costs in advance; it is paid for the nights that the calendar has."""

    goals = [
        "{person.name} lets me stay during “{title}” and wrote by mail what a night costs. The calendar has the days; "
        "send half of the whole from {account.name} with the note “{note}”, as they ask, and tell me what all the "
        "nights cost together.",
        "For “{title}” I've rented from {person.name}. Work out the price from their letter and the nights in Almanac, "
        "pay {person.name} the half that they want now, from {account.name}, note “{note}”. What's the full price?",
        "A night's price is in the mail from {person.name}, and my calendar has the days of “{title}”. Pay "
        "{person.name} half of it all in advance, from {account.name} with “{note}” as the note. How much is the whole "
        "stay?",
    ]
    tags = ["effects and answer", "sum", "long", "look-up"]
    apps = ["bank", "calendar", "mail"]

    person: Person = pick(Person, known)
    title: str = phrase(*TRIPS)
    first: date = day(9, 50)
    nights: int = number(2, 7)
    price: int = number(16, 45)
    account: Account = pick(Account, lambda account, nights, price: holds(account, Money(nights * price * 100)))
    note: str = phrase("Half in advance", "First half of the rent", "Advance for the room")

    @property
    def _whole(self) -> Money:
        return Money(self.nights * self.price * 200)

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.title, self.first, self.nights)
        body = (
            f"Hello,\n\nthe room is yours for “{self.title}”.\n\nIn the season I take {Money((self.price + 9) * 200)}, "
            f"from you it's {Money(self.price * 200)} a night. Send me half of it for all the nights now, and the rest "
            "when you're here.\n\nLooking forward to it"
        )
        yield earlier(store, writes(store, self.person, f"Your room: {self.title}", body), minutes=60 * 44)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, Money(self._whole.cents // 2), self.note)

    def answer(self) -> Money:
        return self._whole

    def items(self) -> Items:
        yield observed("Read the letter", showing="from you it's", kind="search")
        yield observed("Saw how long it is", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        night = amounts(letter(user, "Your room:").rsplit("from you it's", 1)[1])[0]
        first, last = first_and_last(user, self.title)
        whole = night * (last - first).days
        pay_person(user, self.person, self.account, Money(whole.cents // 2), self.note)
        user.say(whole)


class DueWhileAway(Task):
    """Which tasks fall due while one is away?"""

    goals = [
        "I'll be away for “{title}”; Almanac has the days. Which of the tasks on my {list.name} list in Ticked fall "
        "due while it lasts, first and last day included?",
        "Name the open to-dos of {list.name} that are due during “{title}”, from its first to its last day in my "
        "calendar.",
        "What on my list {list.name} would I miss while I'm at “{title}”? Give me the tasks whose due date is on one "
        "of the days that the calendar has for it.",
    ]
    tags = ["list", "compare", "look-up"]
    apps = ["calendar", "todo"]
    optional_apps = ["todo"]

    title: str = phrase(*TRIPS)
    first: date = day(9, 34)  # days as near as a week are shown by their weekday only, be they gone or to come
    nights: int = number(2, 6)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    one: str = phrase("Water the seedlings", "Return the ladder", "Renew the parking permit")
    two: str = phrase("Hand in the form", "Fetch the framed print", "Answer the survey")
    before: str = phrase("Wash the car", "Buy sun cream", "Charge the batteries")
    after: str = phrase("Empty the letter box", "Fetch the cat", "Unpack everything")

    def setup(self, store: Store) -> Setup:
        last = self.first + timedelta(days=self.nights)
        yield journey(store, self.title, self.first, self.nights)
        due = ((self.after, last, 1), (self.one, self.first, 0), (self.before, self.first, -1), (self.two, last, 0))
        for title, on, more in due:
            yield todo.AddTask(title, self.list, due=on + timedelta(days=more))

    def answer(self, store: Store) -> Texts:
        last = self.first + timedelta(days=self.nights)
        where = "list_id = ? AND done_at IS NULL AND due BETWEEN ? AND ?"
        return tuple(task.title for task in store.all(TodoTask, where, self.list.id, self.first, last))

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Looked at the list", at=f"/todo/list/{self.list.id}", kind="search")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.title)
        open_list(user, self.list)
        show_all(user)
        titles = {line.names[1]: line.text for line in user.page.lines(self.list.name)}
        due = {title: days(text.split(title, 2)[-1], user.today) for title, text in titles.items()}
        user.say(tuple(title for title, told in due.items() if told and first <= told[0] <= last))


def gone_by(store: Store, turn: int) -> Thread | None:
    """Return the booking of a journey that is over, by any number."""
    found = [thread for thread in bookings(store) if (trip := trip_of(store, thread)) and trip.ends < store.now]
    return found[turn % len(found)] if found else None


def trip_of(store: Store, thread: Thread) -> Event | None:
    """Return the days away that a booking is for, as the calendar has them."""
    return store.first(Event, "all_day AND note LIKE ?", f"%Booking {told(thread, 'code')}.%")


class SpentOnTheWay(Task):
    """What was spent on a journey, from its first to its last day?"""

    goals = [
        "I booked a trip to {town} in {month}; the code is in my mail, and Almanac has the days under that code. "
        "{question} Go by Harbour Bank, the first and the last day included.",
        "About my journey to {town}, the one with the booking mail from {month}: {question} Its days are in my "
        "calendar, from the first to the last one, and the card purchases are at the bank.",
        "Find the booking of {month} for {town} in Post and see in Almanac how long I was away with it. {question} I "
        "mean the card purchases that the bank has for these days, both ends included.",
    ]
    tags = ["sum", "count", "look-up"]
    apps = ["bank", "calendar", "mail"]

    turn: int = number(0, 40)
    thread: Thread = derived(gone_by)
    town: str = derived(lambda thread: told(thread, "town"))
    month: str = derived(lambda thread: f"{thread.messages[0].sent_at:%B %Y}")
    trip: Event = derived(trip_of)
    question: str = phrase(
        "How much did I pay by card during that trip?",
        "How many times did I pay by card during that trip?",
        "What was the highest sum that I paid by card during that trip?",
    )

    def answer(self, store: Store) -> Money | int | None:
        where = "kind = 'card' AND substr(at, 1, 10) BETWEEN ? AND ?"
        found = store.all(Entry, where, f"{self.trip.day}", f"{self.trip.ends.date()}")
        return self._told([-one.amount.cents for one in found])

    def _told(self, paid: list[int]) -> Money | int | None:
        """Return what is asked for, of sums in cents."""
        if not paid:
            return None
        if "many" in self.question:
            return len(paid)
        return Money(max(paid) if "highest" in self.question else sum(paid))

    def items(self) -> Items:
        yield observed("Found the booking", showing=told(self.thread, "code"), kind="search")
        yield observed("Saw the days", showing=self.trip.title, kind="search")
        yield observed("Looked at the bank", at="/bank/activity", kind="search")

    def solution(self, user: User) -> None:
        search(user, f"Your booking {self.town}")
        own = next(one for one in user.page.lines() if f"{sent_on(one.text, user.today):%B %Y}" == self.month)
        user.click(link(own.names[0]))
        code = conversation(user).split("Your reference is ")[1].split(";")[0]
        first, last = self._days(user, code)
        open_filters(user)
        user.choose(field("Type"), "Card purchases")
        user.fill(field("From date"), first)
        user.fill(field("To date"), last)
        user.click(button("Apply filters"))
        user.say(self._told([-found.amount.cents for line in listed(user) if (found := payment(user, line))]))

    def _days(self, user: User, code: str) -> list[date]:
        user.open("Almanac")
        user.click(link("Search events"))
        user.fill(field("Search titles, places and notes"), code)
        user.click(button("Search"))
        user.click(link(next(line.names[0] for line in user.page.lines("Results") if "All day" in line.text)))
        return days(user.page.text, user.today)[:2]

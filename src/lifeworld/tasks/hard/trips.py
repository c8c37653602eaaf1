"""Trips: what a letter says of one goes into four apps, is put off in three, or files what was paid on it."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar
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
    amounts,
    clock,
    clocks,
    day,
    days,
    derived,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import added, go, holds, known
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import length, move, shown_day, shown_times
from lifeworld.tasks.cross.beforehand import dated, friends, journey, mailed, noted, paid_at, planned
from lifeworld.tasks.cross.screens import first_and_last, letter, open_titled, quotes, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import event_of, quiet, task_of, turned
from lifeworld.tasks.hard.hands import (
    annotate,
    file_under,
    filtered_payments,
    move_day,
    pay,
    put_off,
    see_payment,
    see_task,
    with_words,
)

TOWNS = ("Port Ellery", "Sunder Bay", "Marrowfield", "Old Wharram", "Tarn Hollow")
PACK = ("the head torches", "a warm blanket", "the chess board", "the thermos flask", "a deck of cards")


class TripByLetter(Task):
    """A letter has rides, things to bring and the deposit of a trip: calendar, tasks and bank get their parts."""

    goals = [
        "{person.name} has mailed me the plan of our trip to {town}. Put both trains into {calendar.name} in Almanac, "
        "named as in the quotes there, with the times given and the preset reminder. Each thing that I'm to bring is a "
        "task in {list.name}, worded as there and due the day before the first train. And {person.name} gets my part "
        "of the deposit from {account.name}, note “{note}”.",
        "Go through the mail from {person.name} about {town}: the two trains belong in my {calendar.name} calendar "
        "(the quoted names, from departure to arrival, reminder left alone), the things that I bring on the list "
        "{list.name}, one task each in the quoted words, due on the day before we leave. What I owe {person.name} of "
        "the deposit goes out of {account.name} with “{note}” as the note.",
        "Set up the trip to {town} as {person.name} describes it in Post. Almanac: each train under its quoted name in "
        "{calendar.name}, departure to arrival, usual reminder. Ticked: what I have to bring, as quoted, in "
        "{list.name}, to be done by the day before departure. Harbour Bank: my share of the deposit to {person.name} "
        "from {account.name}, with the note “{note}”.",
    ]
    tags = ["hard", "look-up", "long"]
    apps = ["bank", "calendar", "mail", "todo"]

    person: Person = pick(Person, known)
    calendar: Calendar = pick(Calendar, private)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    town: str = phrase(*TOWNS)
    turn: int = number(0, 5000)
    bring: tuple[str, ...] = derived(lambda turn: turned(PACK, turn)[:2])
    first: date = day(5, 18)
    nights: int = number(2, 4)
    at: time = clock(7, 12)
    back: time = clock(13, 18)
    share: Money = money(20, 60)
    account: Account = pick(Account, lambda account, share: holds(account, share))
    note: str = phrase("Deposit for the trip", "My part of the deposit", "For our rooms")

    def _trains(self) -> dict[str, datetime]:
        last = self.first + timedelta(days=self.nights)
        out, home = datetime.combine(self.first, self.at), datetime.combine(last, self.back)
        return {f"Train to {self.town}": out, f"Train back from {self.town}": home}

    def setup(self, store: Store) -> Setup:
        lines = [
            f"“{name}” is on {dated(start)}, {spoken(start.time())} to {spoken(_arrival(start))}."
            for name, start in self._trains().items()
        ]
        one, two = self.bring
        lines += [
            f"Please bring “{one}” and “{two}”. I have everything else.",
            f"The deposit is {self.share * 3} for the three of us, and it is paid. Your part of it is {self.share}.",
        ]
        body = "\n\n".join(["Hello,", "here is the plan, everything is booked.", *lines, "I can't wait!"])
        yield mailed(store, self.person, f"Our trip to {self.town}", body, hours=21)

    def effects(self, store: Store) -> Commands:
        for name, start in self._trains().items():
            yield noted(store, name, self.calendar, start.date(), (start.time(), _arrival(start)))
        for thing in self.bring:
            yield todo.AddTask(thing, self.list, due=self.first - timedelta(days=1))
        yield bank.SendMoney(self.person, self.account, self.share, self.note)

    def items(self) -> Items:
        yield observed("Read the plan", showing="everything is booked", kind="search")

    def solution(self, user: User) -> None:
        told, leaves = letter(user, f"Our trip to {self.town}"), []
        for line in with_words(told, "“Train "):
            leaves.append(days(line, user.today)[0])
            departs, arrives = clocks(line)
            user.do(noted(self.calendar.store, quotes(line)[0], self.calendar, leaves[-1], (departs, arrives)))
        for thing in quotes(with_words(told, "Please bring")[0]):
            user.do(todo.AddTask(thing, self.list, due=leaves[0] - timedelta(days=1)))
        pay(user, self.person.name, self.account, amounts(told.split("Your part of it is")[1])[0], self.note)


def _arrival(start: datetime) -> time:
    return (start + timedelta(hours=2, minutes=15)).time()


class TripPutOff(Task):
    """A letter puts a trip off by some days, one ride apart: events move, tasks get new days, the company is told."""

    goals = [
        "{person.name} mails that our trip to {town} is put off. In Almanac move “Train to {town}”, “Dinner in {town}” "
        "and “Train back from {town}” as the mail says; whatever it doesn't mention stays (times, lengths). “Pack for "
        "{town}” in {list.name} is due as many days later, too. Then write “{text}” to {other.name} on Chatter.",
        "Our journey to {town} is later than planned, see the mail from {person.name}. Bring my calendar up to date "
        "(“Train to {town}”, “Dinner in {town}”, “Train back from {town}”, each as long as before), shift the due date "
        "of “Pack for {town}” on {list.name} by the same number of days, and let {other.name} read “{text}” in "
        "Chatter.",
        "Put the {town} trip off as {person.name} asks in Post: in Almanac “Train to {town}”, “Dinner in {town}” and "
        "“Train back from {town}”, which keep their lengths and, unless the mail gives another, their times; in "
        "{list.name} the due date of “Pack for {town}”, by as many days. {other.name} gets “{text}” on Chatter.",
    ]
    tags = ["hard", "look-up", "long"]
    apps = ["calendar", "mail", "messenger", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    other: Person = derived(lambda store, turn, person: next(o for o in sure(friends(store, turn, 2)) if o != person))
    town: str = phrase(*TOWNS)
    first: date = day(4, 14)
    nights: int = number(1, 3)
    at: time = clock(7, 11)
    back: time = clock(11, 14)
    later: int = number(2, 5)
    hours: int = number(2, 4)
    text: str = phrase("It's later now, all is changed", "New dates, I've moved everything", "Done, we go later")

    def _events(self) -> dict[str, datetime]:
        last = self.first + timedelta(days=self.nights)
        return {
            f"Train to {self.town}": datetime.combine(self.first, self.at),
            f"Dinner in {self.town}": datetime.combine(self.first, time(19, 30)),
            f"Train back from {self.town}": datetime.combine(last, self.back),
        }

    def setup(self, store: Store) -> Setup:
        for title, start in self._events().items():
            yield planned(store, title, start, timedelta(minutes=100))
        yield todo.AddTask(f"Pack for {self.town}", self.list, due=self.first - timedelta(days=1))
        back = (datetime.combine(self.first, self.back) + timedelta(hours=self.hours)).time()
        body = (
            f"Hello,\n\nthe house is taken, so we go {self.later} days later. All of it is booked anew.\n\n"
            f"The times stay, only the train back leaves at {spoken(back)} then.\n\nIs that all right?"
        )
        yield mailed(store, self.person, f"{self.town} put off", body, hours=4)

    def effects(self, store: Store) -> Commands:
        for title, start in self._events().items():
            moved = start + timedelta(days=self.later, hours=self.hours if "back" in title else 0)
            ends = moved + timedelta(minutes=100)
            yield almanac.MoveEvent(event_of(store, title), moved.date(), moved.time(), ends.time())
        yield todo.SetDue(task_of(store, f"Pack for {self.town}"), self.first + timedelta(days=self.later - 1))
        yield message(store, self.other.id, self.text)

    def items(self) -> Items:
        yield observed("Read what is put off", showing="the house is taken", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"{self.town} put off", "the house is taken")
        later, at = timedelta(days=numbers(told)[0]), clocks(told)[0]
        for title in (f"Train to {self.town}", f"Dinner in {self.town}", f"Train back from {self.town}"):
            open_titled(user, title)
            on, span = shown_day(user) + later, shown_times(user)
            if "back" in title:
                move(user, on, (at, (datetime.combine(on, at) + length(*span)).time()))
            else:
                move_day(user, on)
        see_task(user, self.list, f"Pack for {self.town}")
        put_off(user, later)
        write_to(user, self.other.name, self.text)


EATEN = "kind = 'card' AND category = 'Eating out' AND date(at) BETWEEN ? AND ?"


def eaten(store: Store, first: date, last: date) -> list[Entry]:
    """Return what was paid for meals and drinks from one day to another, the dearest first."""
    return store.all(Entry, EATEN, f"{first}", f"{last}", order="amount")


class MealsOfTheTrip(Task):
    """What was eaten out on a trip is filed under travel, the dearest meal with a note, and the sum told."""

    goals = [
        "Every Eating out card payment of mine at Harbour Bank from the first to the last day of “{trip}” (see "
        "Almanac) should be filed under Travel. Put the note “{note}” on the dearest of them, and tell me what they "
        "come to altogether.",
        "Almanac knows when “{trip}” was. Take all that I paid by card on those days, first and last included, under "
        "the category Eating out, and change it to Travel; the highest payment also gets the note “{note}”. What is "
        "the sum of all of them?",
        "I want what I ate on the days of “{trip}” under Travel: that is every card payment filed under Eating out "
        "from its first day to its last, by my calendar. Write “{note}” on the biggest one, and give me the total.",
    ]
    tags = ["hard", "look-up", "compare", "sum", "long"]
    apps = ["bank", "calendar"]

    town: str = phrase(*TOWNS)
    trip: str = derived(lambda town: f"Days in {town}")
    ago: int = number(5, 24)
    nights: int = number(2, 4)
    turn: int = number(0, 5000)
    least: Money = money(9, 30)
    first: date = derived(lambda now, ago, nights: now.date() - timedelta(days=ago + nights))
    last: date = derived(lambda now, ago: now.date() - timedelta(days=ago))
    few: bool = derived(lambda store, first, last: len(eaten(store, first, last)) < 2 or None)
    where: tuple[Business, ...] = derived(lambda store, turn: eateries(store, turn))
    note: str = phrase("the dearest of the trip", "worth it", "ask for half of it", "never again")

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.trip, self.first, self.nights)
        for place, business in enumerate(self.where):
            on = self.first + timedelta(days=place - 1)  # the first of them on the day before
            yield paid_at(on, 12 + place, business, self.least + Money(735 * (place * 3 % 4)))

    def effects(self, store: Store) -> Commands:
        found = eaten(store, self.first, self.last)
        for entry in found:
            yield bank.Recategorise(entry, "Travel")
        yield bank.Annotate(found[0], self.note)

    def answer(self, store: Store) -> Money:
        travel = "kind = 'card' AND category = 'Travel' AND date(at) BETWEEN ? AND ?"
        filed = store.all(Entry, travel, f"{self.first}", f"{self.last}")
        found = [one for one in filed if one.business and one.business.category == "Eating out"]
        return added(-entry.amount for entry in found)

    def items(self) -> Items:
        yield observed("Saw the days", showing=self.trip, kind="search")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.trip)
        go(user, "Activity")
        found = filtered_payments(
            user, {"Type": "Card purchases", "Category": "Eating out", "From date": first, "To date": last}
        )
        dearest = min(found, key=lambda one: one.amount)
        for one in found:
            see_payment(user, one.who, one)
            file_under(user, "Travel")
            if one == dearest:
                annotate(user, self.note)
        user.say(-added(one.amount for one in found))


def eateries(store: Store, turn: int) -> tuple[Business, ...] | None:
    """Return four places to eat where nothing was paid lately, by any number."""
    found = [one for one in store.all(Business, "category = 'Eating out'") if quiet(one)]
    return turned(found, turn)[:4] if len(found) > 3 else None

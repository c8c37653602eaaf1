"""Questions whose answer is a pattern in one app, taken together with what another one shows."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.taskkit import Code, Items, Task, Texts, User, day, derived, link, nth, number, observed, phrase, pick
from lifeworld.tasks.calendar.meant import ahead, timed_ahead, weekly
from lifeworld.tasks.calendar.ways import between, listed, search, shown_day
from lifeworld.tasks.cross.screens import Payment, payments
from lifeworld.tasks.memory import patterns
from lifeworld.tasks.memory.habits import ERRANDS, sent_for
from lifeworld.tasks.messenger.questions_on_groups import groups_of, groups_shown
from lifeworld.tasks.messenger.ways import start_with

MEALS = "kind = 'card' AND category = 'Eating out' AND at >= ? AND at < ?"


def going_out(store: Store) -> list[str]:
    """Return the names of what comes back every week somewhere else than at home."""
    return sorted({event.title for event in store.all(Event) if weekly(event) and event.place})


def paid_out(store: Store, title: str, since: date) -> list[Entry]:
    """Return the meals and drinks paid by card on the days, before today, that have something of a name."""
    today = store.now.date()
    held = occurrences(store, since, today - timedelta(days=1))
    on = {one.day for one in held if one.event.title == title}
    found = store.all(Entry, MEALS, datetime.combine(since, time()), datetime.combine(today, time()))
    return [entry for entry in found if entry.at.date() in on]


class EatingOutOnDaysOf(Task):
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

    turn: int = number(0, 60)
    title: str = derived(lambda store, turn: nth(going_out(store), turn))
    since: date = day(-75, -15)
    some: bool = derived(lambda store, title, since: len(paid_out(store, title, since)) > 1 or None)

    def answer(self, store: Store) -> Money:
        return Money(-sum(entry.amount.cents for entry in paid_out(store, self.title, self.since)))

    def items(self) -> Items:
        yield observed("Looked for the payments", showing="Eating out", kind="search")

    def solution(self, user: User) -> None:
        user.say(-sum((one.amount for one in meals_on(user, held(user, self.title, self.since))), Money()))


def held(user: User, title: str, since: date) -> set[date]:
    """Return the days before today, by the schedule, on which something took place."""
    there = between(user, since, user.today - timedelta(days=1))
    return {one.day for one in there if one.title == title}


def meals_on(user: User, on: set[date]) -> list[Payment]:
    """Return the payments for meals and drinks on some days."""
    return [one for one in payments(user, "Eating out") if one.at.date() in on]


class HowManyEndedOut(Task):
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

    turn: int = number(0, 60)
    title: str = derived(lambda store, turn: nth(going_out(store), turn))
    since: date = day(-75, -15)

    def answer(self, store: Store) -> int:
        return len({entry.at.date() for entry in paid_out(store, self.title, self.since)})

    def items(self) -> Items:
        yield observed("Looked for the payments", showing="Eating out", kind="search")

    def solution(self, user: User) -> None:
        user.say(len({one.at.date() for one in meals_on(user, held(user, self.title, self.since))}))


class PaydayBefore(Task):
    """Which is the last payday before an event?"""

    goals = [
        "What is the date of my last payday before “{event.title}”, going by when my salary has come so far?",
        "Which is the last payday before “{event.title}”? The day of it is in Almanac, and my salary always comes on "
        "the same days of the month.",
        "“{event.title}” will cost me something. On which date is the last payday before that day, as the past months "
        "at the bank have it? It may be behind us already.",
    ]
    tags = ["pattern"]
    apps = ["bank", "calendar"]

    event: Event = pick(Event, timed_ahead, among=ahead)
    payday: date = derived(lambda store, event: patterns.last_payday(store, event.day))

    def answer(self, store: Store) -> date | None:
        return patterns.last_payday(store, self.event.day)

    def items(self) -> Items:
        yield observed("Saw salaries", showing="Salary", kind="search")

    def solution(self, user: User) -> None:
        search(user, self.event)
        on = shown_day(user)
        came = [one.at.day for one in payments(user, "Salary")]
        back = (on - timedelta(days=less) for less in range(1, 40))
        user.say(next(one for one in back if came.count(one.day) > 3))


FACTS = {
    "What is their phone number?": "Phone",
    "What is their email address?": "Email",
    "Which Chatter groups are we both in? Name them all, or say none.": "Groups in common",
}


def fact_about(store: Store, person: Person, question: str) -> Code | list[str]:
    """Return what Chatter tells of somebody."""
    if FACTS[question] == "Groups in common":
        return groups_of(store, person.id)
    return person.phone if FACTS[question] == "Phone" else person.email


def read_about(user: User, name: str, question: str) -> Code | list[str]:
    """Look a fact on somebody up in Chatter."""
    start_with(user, name)
    user.click(link(f"Info on {name}"))
    return groups_shown(user) if FACTS[question] == "Groups in common" else user.page.fact(FACTS[question])


class AboutWhoLaysOut(Task):
    """What does Chatter tell of the one who mostly lays out the money for something?"""

    goals = [
        "When somebody else lays out the money for “{what}” and I send my part, it's mostly the same person. "
        "{question}",
        "Look at whom I mostly pay back for “{what}” through Harbour Bank. {question}",
        "There is somebody who gets my share for “{what}” most of the time. {question}",
    ]
    tags = ["pattern", "look-up"]
    apps = ["bank", "messenger"]

    turn: int = number(0, 60)
    pair: tuple[str, Person] = derived(lambda store, turn: nth(patterns.shared(store), turn))
    what: str = derived(lambda pair: pair[0])
    question: str = phrase(*FACTS)

    def answer(self, store: Store) -> Code | Texts:
        return fact_about(store, self.pair[1], self.question)

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.pair[1].name, kind="search")

    def solution(self, user: User) -> None:
        out = [one.who for one in sent_for(user, self.what)]
        user.say(read_about(user, max(out, key=out.count), self.question))


class AboutWhoIPayMost(Task):
    """What does Chatter tell of the one whom one has paid most often?"""

    goals = [
        "To somebody I have sent money more often than to anybody else since {since}, whatever for. {question}",
        "Find out from Harbour Bank whom I've paid most often since {since}; people only, not bills. {question}",
        "Since {since}, who got money from me most often? I don't need the name. {question}",
    ]
    tags = ["pattern", "look-up"]
    apps = ["bank", "messenger"]

    since: date = day(-330, -60)
    person: Person = derived(patterns.paid_most)
    question: str = phrase(*FACTS)

    def answer(self, store: Store) -> Code | Texts:
        return fact_about(store, self.person, self.question)

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user: User) -> None:
        sent = payments(user, "People")
        out = [one.who for one in sent if one.amount < Money() and one.at.date() >= self.since]
        user.say(read_about(user, max(out, key=out.count), self.question))


def errand_day(store: Store, business: Business, after: date) -> date | None:
    """Return the first day after another that falls on the weekday on which one usually pays at a business."""
    weekday = patterns.shopping_day(store, business)
    ahead = (after + timedelta(days=more) for more in range(1, 8))
    return None if weekday is None else next(one for one in ahead if one.weekday() == weekday)


class BusyOnErrandDay(Task):
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

    business: Business = pick(
        Business,
        lambda business, store: business.kind in ERRANDS and patterns.shopping_day(store, business) is not None,
    )
    after: date = day(1, 40)
    on: date = derived(errand_day)

    def answer(self, store: Store) -> int:
        return len(occurrences(store, self.on, self.on))

    def items(self) -> Items:
        yield observed("Looked at the payments", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        paid = {one.at.date() for one in payments(user, self.business.name) if one.who == self.business.name}
        weekdays = [one.weekday() for one in paid if (user.today - one).days < 112]
        usual = max(weekdays, key=weekdays.count)
        ahead = (self.after + timedelta(days=more) for more in range(1, 8))
        user.say(len(listed(user, next(one for one in ahead if one.weekday() == usual))))

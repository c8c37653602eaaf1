"""Evenings with others: agreed on in a chat, kept in the calendar, paid and split at the bank."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import permutations

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    FullName,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    clock,
    clocks,
    containing,
    day,
    days,
    derived,
    judged,
    money,
    nth,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import holds
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.cross.beforehand import InChat, chatted, coming, evening, friends, noted, paid_at, sent_me
from lifeworld.tasks.cross.screens import guests, open_titled, payments, spent_at, where_and_when, write_to
from lifeworld.tasks.cross.words import in_reverse, message
from lifeworld.tasks.messenger import open_named

EVENINGS = ("Farewell supper", "Harvest supper", "The long table", "Class reunion", "Supper after the concert")


class WhoStillOwesMe(Task):
    """Of those who came to an evening, one has neither paid nor settled it otherwise."""

    goals = [
        "I paid for everybody at “{title}”. Almanac has who came, most of them have paid me back through Harbour Bank "
        "since, and one wrote on Chatter that it's settled. Who still owes me? The full name, please.",
        "Who hasn't given me their part of “{title}” yet? Go through the guests in my calendar; some have sent it to "
        "my bank account, and one told me on Chatter how they paid. I need the one name that is left.",
        "Somebody from “{title}” still owes me their share. Compare the guests in Almanac with what has come in at the "
        "bank for it and with what they have written to me in Chatter, and give me the full name.",
    ]
    tags = ["look-up", "compare", "distractor"]
    apps = ["bank", "calendar", "messenger"]

    title: str = phrase(*EVENINGS)
    turn: int = number(0, 5000)
    ago: int = number(3, 6)
    share: Money = money(14, 45)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    roles: tuple[Person, ...] = derived(lambda company, turn: list(permutations(company))[turn % 24])

    def setup(self, store: Store) -> Setup:
        early, late, settled, owing = self.roles
        on = store.now.date() - timedelta(days=self.ago)
        after = datetime.combine(on, time(22, 30))
        yield evening(store, self.title, on, coming(self.company))
        yield sent_me(after - timedelta(days=1), owing, self.share, "Theatre tickets")
        yield sent_me(after + timedelta(minutes=25), early, self.share, self.title)
        yield sent_me(after + timedelta(hours=14), late, self.share, self.title)
        words = f"About “{self.title}”: I put my {self.share} into your coat pocket when we left"
        yield from chatted(store, settled, (130, words))
        yield from chatted(store, owing, (170, "What a lovely evening that was"))

    def answer(self) -> FullName:
        return self.roles[-1].name

    def items(self) -> Items:
        yield observed("Saw who came", showing=self.title, kind="search")
        yield observed("Saw who has paid", showing=str(self.share), kind="search")
        yield observed("Read who has settled it", showing="into your coat pocket", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        came = guests(user, "Coming")
        paid = {one.who for one in payments(user, self.title)}
        owing = [name for name in came if name not in paid and not self._settled(user, name)]
        user.say(owing[0])

    def _settled(self, user: User, name: str) -> bool:
        open_named(user, name)
        return any(self.title in line.text for line in user.page.lines("Messages"))


class Split:
    """What was paid at the place of an event, divided by all who came."""

    def share_of(self, user: User) -> tuple[Money, list[str]]:
        """Return one's part of what was paid for the event that is open, and who else came."""
        came, place = [*guests(user, "Coming"), *guests(user, "Organiser")], where_and_when(user)
        return Money(spent_at(user, place).cents // (len(came) + 1)), came


ELSEWHERE = """kind = 'restaurant' AND id NOT IN (
    SELECT business_id FROM bank_entry WHERE business_id IS NOT NULL AND date(at) = ?)"""  # nothing else was paid there


class PartOfTheEvening(Split, Task):
    """What was paid for an evening is split among those who came, and each of them is told."""

    goals = [
        "I paid for all of us at “{title}”. Split the bill of that evening, which is at Harbour Bank, evenly among "
        "those who came by Almanac and me. Write each of them on Chatter what their part is, and tell me, too.",
        "Everybody who was at “{title}” should get a message on Chatter with their share. It's what my card paid at "
        "the place that evening, divided by all who came, me included; the calendar has who did. What's the share?",
        "Work out what one of us has to pay for “{title}”: the place and who came are in Almanac, the sum is at the "
        "bank, and I pay a part like everybody. Let each of the others know it in Chatter and give me the figure.",
    ]
    tags = ["long", "prose", "distractor"]
    apps = ["bank", "calendar", "messenger"]

    title: str = phrase(*EVENINGS)
    turn: int = number(0, 5000)
    ago: int = number(1, 5)
    share: Money = money(14, 45)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    on: date = derived(lambda now, ago: now.date() - timedelta(days=ago))
    place: Business = derived(lambda store, turn, on: nth(store.all(Business, ELSEWHERE, on.isoformat()), turn))
    heads: int = derived(lambda company: len(company))  # two came, and I
    away: Person = derived(lambda company, turn: company[1 if turn % 2 else 2])

    def setup(self, store: Store) -> Setup:
        answers = ["declined" if person == self.away else "accepted" for person in self.company]
        yield paid_at(self.on - timedelta(days=2), 13, self.place, self.share)
        yield evening(store, self.title, self.on, coming(self.company, answers), self.place.name)
        yield paid_at(self.on, 21, self.place, self.share * self.heads)

    def effects(self, store: Store) -> Commands:
        for person in self.company:
            if person != self.away:
                yield message(store, person.id, containing(self.share))

    def answer(self) -> Money:
        return self.share

    def items(self) -> Items:
        yield observed("Saw who came", showing=self.title, kind="search")
        yield observed("Found what was paid", showing=str(self.share * self.heads), kind="search")
        yield judged("Each message says what the sum is for, and that it is a part for them to pay")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        share, came = self.share_of(user)
        for name in came:
            write_to(user, name, f"Your part of “{self.title}” is {share}.")
        user.say(share)


class DinnerBookedForUs(InChat, Task):
    """A dinner that was booked in a chat goes into the calendar, and one's part of the deposit to who paid it."""

    goals = [
        "{chat.name} has booked us a table and paid the deposit; it's all in our chat. Put “{title}” into my "
        "{calendar.name} calendar in Almanac (last day, time and place they wrote, two hours, reminder as preset), and "
        "send them my part of the deposit from {account.name} with the note “{note}”.",
        "The dinner that {chat.name} arranges in Chatter is settled. Add it to {calendar.name} as “{title}”, with the "
        "place, for two hours, leaving the reminder alone. Then pay {chat.name} what one of us owes of the deposit, "
        "from {account.name}; the note is “{note}”.",
        "See what {chat.name} wrote on Chatter about our dinner: when and where it finally is goes to Almanac "
        "(“{title}”, {calendar.name}, two hours, preset reminder), and one share of what they laid out goes to them "
        "from my {account.name} account, note “{note}”.",
    ]
    tags = ["look-up", "distractor", "long", "sum"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger"]

    calendar: Calendar = pick(Calendar, private)
    heads: int = number(3, 6)
    share: Money = money(6, 18)
    account: Account = pick(Account, lambda account, share: holds(account, share))
    first: date = day(4, 9)
    last: date = day(10, 26)
    at: time = clock(18, 20)
    place: str = phrase("Saffron Gate", "Kumo Noodle House", "Verdant Kitchen", "Osteria Bellwether", "Casa Tordo")
    note: str = phrase("Deposit for the table", "My part of the deposit", "For the dinner table")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    the_last_first = in_reverse

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 230, f"{self.place} would have a table on {spoken(self.first)} for {self.heads + 1}"
        yield 140, f"Too late, that's gone. I booked {spoken(self.last)}, {spoken(self.at)} there instead"
        yield 60, f"They wanted {self.share * self.heads} as a deposit, I've paid it for all of us"
        yield 35, f"By the way, we're {self.heads} in all, you and me included. One can't come"

    def effects(self, store: Store) -> Commands:
        yield noted(store, self.title, self.calendar, self.last, two_hours(self.at), self.place)
        yield bank.SendMoney(self.chat.person, self.account, self.share, self.note)

    def items(self) -> Items:
        yield observed("Read when it is", showing="Too late, that's gone", kind="search")
        yield observed("Read who comes", showing="in all, you and me included", kind="search")

    def solution(self, user: User) -> None:
        place = self.said(user, "would have a table").split(" would have")[0]
        booked, heads = self.said(user, "I booked"), numbers(self.said(user, "in all, you and me"))[0]
        share = Money(amounts(self.said(user, "as a deposit"))[0].cents // heads)
        plan_dinner(user, self.title, booked, self.calendar, place)
        user.do(bank.SendMoney(self.chat.person, self.account, share, self.note))


def two_hours(at: time) -> tuple[time, time]:
    return at, at.replace(hour=at.hour + 2)


def plan_dinner(user: User, title: str, told: str, calendar: Calendar, place: str) -> None:
    """Put a dinner into a calendar for two hours, on the day and at the time that a message tells."""
    on, at = days(told, user.today)[0], clocks(told)[0]
    user.do(noted(calendar.store, title, calendar, on, two_hours(at), place))


def paid_there(store: Store, event: Event) -> Entry | None:
    """Return the one card payment at an event's place on its day."""
    if not event.once or not event.place or event.starts > store.now:
        return None
    found = store.all(Entry, "kind = 'card' AND title = ? AND substr(at, 1, 10) = ?", event.place, f"{event.day}")
    return found[0] if len(found) == 1 else None


class WhatDinnerCost(Task):
    """What did one pay where the calendar says that one was?"""

    goals = [
        "What did I pay at the place of what my calendar calls “{event.title}”, on that day?",
        "Look up “{event.title}” in Almanac and tell me what the bank shows that I paid there that day.",
        "How much was my card charged at the place and on the day of “{event.title}”, which is in my calendar?",
    ]
    tags = ["look-up"]
    apps = ["bank", "calendar"]

    event: Event = pick(Event, lambda event, store: paid_there(store, event) is not None)

    def answer(self, store: Store) -> Money:
        return -sure(paid_there(store, self.event)).amount

    def items(self) -> Items:
        yield observed("Found the event", showing=self.event.title, kind="search")
        yield observed("Found the payment", showing=str(-sure(paid_there(self.event.store, self.event)).amount))

    def solution(self, user: User) -> None:
        open_event(user, self.event)
        user.say(spent_at(user, where_and_when(user)))


def evenly_paid(store: Store, event: Event) -> Money | None:
    """Return one's part of what was paid for an evening to which all who were asked came, if it comes out even."""
    paid, heads = paid_there(store, event), len(event.guests) + 1
    came = heads > 1 and all(guest.reply == "accepted" for guest in event.guests)
    return Money(-paid.amount.cents // heads) if paid and came and not paid.amount.cents % heads else None


class WhatEachOwes(Split, Task):
    """What would each pay of an evening for which one has paid for all?"""

    goals = [
        "If we split it evenly, what does “{event.title}” on {event.day} come to for each of us, me included? Almanac "
        "has who was there, and Harbour Bank what I paid at the place.",
        "I paid for “{event.title}” on {event.day}. Take what the bank shows for that place and day, divide it by all "
        "of us who were there by my calendar (don't forget me), and tell me the result.",
        "What's one person's part of “{event.title}” ({event.day})? My card paid the whole bill there, everybody on "
        "the calendar's guest list came, and so did I.",
    ]
    tags = ["look-up", "sum"]
    apps = ["bank", "calendar"]

    event: Event = pick(Event, lambda event, store: evenly_paid(store, event) is not None)

    def answer(self, store: Store) -> Money | None:
        return evenly_paid(store, self.event)

    def items(self) -> Items:
        yield observed("Found the event", showing=self.event.title, kind="search")
        yield observed("Found the payment", showing=str(-sure(paid_there(self.event.store, self.event)).amount))

    def solution(self, user: User) -> None:
        open_event(user, self.event)
        user.say(self.share_of(user)[0])

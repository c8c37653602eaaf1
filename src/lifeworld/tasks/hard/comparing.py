"""What is offered by letter is held against the calendar, and one is taken: appointments, a dinner for many."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    clock,
    clocks,
    day,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import timed
from lifeworld.tasks.cross.appointments import hour_after, is_free
from lifeworld.tasks.cross.beforehand import dated, evening, mailed, newest, noted, planned
from lifeworld.tasks.cross.screens import conversation, open_titled, reply
from lifeworld.tasks.mail.screens import found, search


def three(store: Store, turn: int, kind: str) -> tuple[Business, ...]:
    """Return three businesses of a kind, by any number."""
    there = store.all(Business, "kind = ?", kind)
    return tuple(there[(turn + step) % len(there)] for step in range(3))


class ThreeAppointments(Task):
    """Three letters offer two times each, one of which is free: these go into the calendar, the letters away."""

    goals = [
        "Three practices offer me two appointments each, in mails called “Two times to choose from”. Only one of each "
        "two is free in Almanac. Put these three into my {calendar.name} calendar, an hour each with the preset "
        "reminder, the practice's name as the title, and archive the three mails.",
        "Choose my appointments: the mails “Two times to choose from” (there are three) name two each, and with one "
        "of the two something in my calendar collides. Add the ones that fit to {calendar.name}, titled like the "
        "practice, for an hour, reminder as it is. Then archive those mails.",
        "Of the two times in each “Two times to choose from” mail I can make just one, see Almanac. All three "
        "practices should be in {calendar.name} then: their name as the title, one hour, reminder untouched. Their "
        "mails go to the archive.",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["calendar", "mail"]

    turn: int = number(0, 5000)
    practices: tuple[Business, ...] = derived(lambda store, turn: three(store, turn, "health"))
    calendar: Calendar = pick(Calendar, private)
    first: date = day(3, 12)
    at: time = clock(9, 16)
    offered: tuple[date, ...] = derived(
        lambda first: tuple(first + timedelta(days=step) for step in (0, 1, 2, 4, 5, 7))
    )
    free: tuple[date, ...] = derived(lambda offered, turn: tuple(offered[2 * n + (turn >> n) % 2] for n in range(3)))
    fits: bool = derived(lambda store, free, at: all(is_free(store, on, at, hour_after(at)) for on in free) or None)

    def _subject(self, place: int) -> str:
        return f"Two times to choose from: {self.practices[place].name}"

    def setup(self, store: Store) -> Setup:
        busy = [on for on in self.offered if on not in self.free]
        for title, on in zip(("Sign the papers", "Photo session", "Choir audition"), busy, strict=True):
            yield planned(store, title, datetime.combine(on, self.at), timedelta(minutes=50))
        for place, practice in enumerate(self.practices):
            one, two = (f"{dated(on)}, {spoken(self.at)}" for on in self.offered[2 * place : 2 * place + 2])
            body = f"Hello,\n\nwe can offer you these two:\n\n{one}\n\n{two}\n\nIt takes an hour.\n\n{practice.name}"
            yield mailed(store, practice, self._subject(place), body, hours=7 + 5 * place)

    def effects(self, store: Store) -> Commands:
        for place, on in enumerate(self.free):
            span = (self.at, hour_after(self.at))
            yield noted(store, self.practices[place].name, self.calendar, on, span)
        for place in range(3):
            yield mail.Archive(store.one(Thread, "subject = ?", self._subject(place)))

    def items(self) -> Items:
        yield observed("Read the letters", showing="we can offer you these two", kind="search")
        yield observed("Looked at the calendar", showing="Photo session", kind="search")

    def solution(self, user: User) -> None:
        offers: dict[str, dict[date, time]] = {}
        for line in found(user, 'subject:"Two times to choose from"'):
            user.click(link(line.names[0]))
            told = conversation(user).split("these two")[1]
            offers[line.names[0].split(": ")[1]] = dict(zip(days(told, user.today), clocks(told), strict=True))
            user.click(button("Archive"))
        every = sorted(on for times in offers.values() for on in times)
        busy = [(one.day, one.times) for one in timed(user, every[0], every[-1])]
        for name, times in offers.items():
            fits = [(on, at) for on, at in times.items() if not any(_clash(on, at, *one) for one in busy)]
            ((on, at),) = fits
            user.do(noted(self.calendar.store, name, self.calendar, on, (at, hour_after(at))))


def _clash(on: date, at: time, day: date, span: tuple[time, time]) -> bool:
    return on == day and span[0] < hour_after(at) and at < span[1]


class TheBestOffer(Task):
    """Of three offers the cheapest in all that is in time is taken: it is told so, the others too, and noted."""

    goals = [
        "Three restaurants answered my inquiry about the “{job}” by mail (“Offer: {job}”). Take the one that is "
        "cheapest with everything added, of those that can have us before “{title}” in Almanac: reply “{yes}” to it "
        "and “{no}” to each of the others. On its day put “{noted}” into {calendar.name} for the whole day, reminder "
        "as preset.",
        "Choose from the three “Offer: {job}” mails: it has to be before the day of “{title}” (see my calendar), for "
        "the least money, service included. Answer that mail with “{yes}”, the two others with “{no}”, and add "
        "“{noted}” as an all-day event with the usual reminder to {calendar.name} on the day that this restaurant "
        "names.",
        "Which offer for the “{job}” costs least in total and is still before “{title}” in Almanac? The mails are "
        "called “Offer: {job}”. The winner gets the reply “{yes}”, the losers “{no}”, and its day becomes an all-day "
        "“{noted}” in {calendar.name} with the preset reminder.",
    ]
    tags = ["hard", "compare", "sum", "look-up", "distractor", "long"]
    apps = ["calendar", "mail"]

    turn: int = number(0, 5000)
    places: tuple[Business, ...] = derived(lambda store, turn: three(store, turn, "restaurant"))
    job: str = phrase("farewell lunch", "team dinner", "jubilee supper", "class reunion", "harvest supper")
    calendar: Calendar = pick(Calendar, private)
    price: Money = money(180, 420, cents=False)
    first: date = day(4, 9)
    title: str = phrase(
        "Flight home of our guests", "Start of the move", "Handover of the office", "First day of summer school"
    )
    yes: str = phrase("Please come, I accept your offer", "Agreed, see you on that day", "I'll take it, thank you")
    no: str = phrase("Thank you, but I have decided otherwise", "We have found another place, sorry", "No, thank you")
    noted: str = derived(lambda job: f"The {job}")

    @property
    def offers(self) -> tuple[tuple[Money, Money, date], ...]:
        """Price, service and day of the best offer, of the one that is dearer in all, and of the late one."""
        best = self.price, Money(2500), self.first + timedelta(days=2)
        dearer = self.price - Money(2000), Money(6900), self.first
        return best, dearer, (self.price - Money(6000), Money(2000), self.first + timedelta(days=9))

    def setup(self, store: Store) -> Setup:
        yield evening(store, self.title, self.first + timedelta(days=5), ())
        for place, (host, (price, service, on)) in enumerate(zip(self.places, self.offers, strict=True)):
            body = (
                f"Hello,\n\nwe would do it for {price}.\n\nService is {service} more.\n\n"
                f"We could have you on {dated(on)}.\n\n{host.name}"
            )
            yield mailed(store, host, self._subject(place), body, hours=5 + 7 * ((place + self.turn) % 3))

    def _subject(self, place: int) -> str:
        return f"Offer: {self.job} ({self.places[place].name})"

    def effects(self, store: Store) -> Commands:
        for place, words in enumerate((self.yes, self.no, self.no)):
            yield mail.Reply(newest(store, self._subject(place)), words)
        yield noted(store, self.noted, self.calendar, self.offers[0][2])

    def items(self) -> Items:
        yield observed("Read the offers", showing="Service is", kind="search")
        yield observed("Saw by when it must be done", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        deadline = days(user.page.text, user.today)[0]
        offers: dict[str, tuple[int, date]] = {}
        for line in found(user, f'subject:"Offer: {self.job}"'):
            user.click(link(line.names[0]))
            told = conversation(user).split("would do it for")[1]
            offers[line.names[0]] = sum(one.cents for one in amounts(told)), days(told, user.today)[0]
            user.back()
        best = min((one for one in offers if offers[one][1] < deadline), key=lambda one: offers[one][0])
        for subject in offers:
            search(user, f'subject:"{subject}"')
            user.click(link(subject))
            reply(user, self.yes if subject == best else self.no)
        user.do(noted(self.calendar.store, self.noted, self.calendar, offers[best][1]))

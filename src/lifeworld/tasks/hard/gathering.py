"""Everybody of an event: gathered, told that it is off, or told their part of what it has cost."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    day,
    days,
    derived,
    money,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added, holds
from lifeworld.tasks.cross.beforehand import chatted, coming, evening, inbox, paid_at, sent_me, ticked
from lifeworld.tasks.cross.dinners import ELSEWHERE
from lifeworld.tasks.cross.screens import guests, open_titled, payments, spent_at, tick_off, where_and_when, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.collecting import TRIPS
from lifeworld.tasks.hard.company import Company, LargeCompany, before
from lifeworld.tasks.hard.evening import TITLES
from lifeworld.tasks.hard.hands import delete_event, heard
from lifeworld.tasks.messenger import send


class TheEveningIsOff(Company, Task):
    """An evening is called off: who was to come is told, and who has paid something for it gets it back at once."""

    goals = [
        "“{title}” is off. Write “{words}” on Chatter to each guest who is coming by Almanac, send back what some "
        "have paid me for it, which Harbour Bank shows under “{title}”, in one payment a person from {account.name} "
        "with the note “{note}”, and delete the event.",
        "We have to cancel “{title}”. Whoever has accepted it in my calendar gets “{words}” in Chatter; who paid me "
        "something for it (look for “{title}” at the bank, some did so twice) gets all of that back at once out of "
        "{account.name}, note “{note}”. Then take it out of Almanac.",
        "Call “{title}” off: tell every guest who had said yes in Almanac “{words}” on Chatter and delete the event. "
        "The money that came in at Harbour Bank for “{title}” goes back to those who sent it, from {account.name}, "
        "with “{note}” as the note and a single payment to each.",
    ]
    tags = ["hard", "collect", "sum", "look-up", "distractor", "long"]
    apps = ["bank", "calendar", "messenger"]

    title: str = phrase(*TITLES)
    on: date = day(3, 15)
    one: Money = money(9, 30)
    two: Money = money(4, 20)
    account: Account = pick(Account, lambda account, one, two: holds(account, one * 2 + two))
    words: str = phrase("It's off, I'm so sorry", "We have to call it off", "Nothing comes of it this time")
    note: str = phrase("Your money back", "What you had paid", "Back to you")

    def setup(self, store: Store) -> Setup:
        first, second, third, away = self.roles
        answers = ["declined" if person == away else "accepted" for person in self.company]
        yield evening(store, self.title, self.on, coming(self.company, answers))
        paid = [(first, self.one, self.title), (second, self.one, self.title), (third, self.two, "Ferry tickets")]
        for hours, (person, amount, note) in enumerate([*paid, (first, self.two, self.title)], 2):
            yield sent_me(store.now - timedelta(hours=7 * hours), person, amount, note)

    def effects(self, store: Store) -> Commands:
        first, second, *_ = self.roles
        yield bank.SendMoney(first, self.account, self.one + self.two, self.note)
        yield bank.SendMoney(second, self.account, self.one, self.note)
        for person in self.roles[:3]:
            yield message(store, person.id, self.words)
        yield almanac.DeleteEvent(store.one(Event, "title = ?", self.title))

    def items(self) -> Items:
        yield observed("Saw what was paid", showing=str(self.one), kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        came = guests(user, "Coming")
        delete_event(user)
        paid = payments(user, self.title)
        for name in dict.fromkeys(one.who for one in paid):
            back = added(one.amount for one in paid if one.who == name)
            user.do(bank.SendMoney(self.named(name), self.account, back, self.note))
        for name in came:
            write_to(user, name, self.words)


class GroupForTheTrip(LargeCompany, Task):
    """All who come along are brought together in a group, the undecided one is asked, and a task is kept."""

    goals = [
        "Make a Chatter group “{title}” of everybody who has accepted that event in Almanac, nobody else, and write "
        "“{words}” in it. Whoever hasn't answered the invitation gets “{nudge}” in their own chat. Then put “Pack for "
        "{title}” on {list.name} in Ticked, due the day before.",
        "Those who are coming to “{title}”, by my calendar, need a group of that name on Chatter, with “{words}” as "
        "my first message. Ask the one without an answer “{nudge}”, just between us two. And note “Pack for {title}” "
        "in {list.name}, due on the eve.",
        "Open a group called “{title}” in Chatter with all guests of it who have said yes in Almanac, and say "
        "“{words}” there. The guest who has said neither yes nor no should read “{nudge}” from me. Add “Pack for "
        "{title}” to {list.name}, for the day before it.",
    ]
    tags = ["hard", "collect", "look-up", "long"]
    apps = ["calendar", "messenger", "todo"]

    title: str = phrase(*TRIPS)
    on: date = day(4, 20)
    words: str = phrase("Good that you're all in!", "Here we can plan it", "Who has a car?")
    nudge: str = phrase("Are you coming, too?", "Can we count on you?", "Do you know by now?")
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    @property
    def going(self) -> tuple[Person, ...]:
        return tuple(person for person in self.company if person in self.roles[:3])

    def setup(self, store: Store) -> Setup:
        answers = dict(zip(self.roles, ("accepted", "accepted", "accepted", "declined", "invited"), strict=True))
        yield evening(store, self.title, self.on, coming(self.company, [answers[person] for person in self.company]))

    def effects(self, store: Store) -> Effects:
        contacts = tuple(store.one(Contact, "person_id = ?", person.id) for person in self.going)
        made = yield messenger.CreateGroup(self.title, contacts)
        yield messenger.Send(store.one(Chat, "key = ?", made.key), self.words)
        yield message(store, self.roles[4].id, self.nudge)
        yield todo.AddTask(f"Pack for {self.title}", self.list, due=before(self.on))

    def items(self) -> Items:
        yield observed("Saw who comes", showing="No answer yet", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        on = days(user.page.text, user.today)[0]
        came, (undecided,) = guests(user, "Coming"), guests(user, "No answer yet")
        store = self.list.store
        contacts = tuple(store.one(Contact, "person_id = ?", self.named(name).id) for name in came)
        user.do(messenger.CreateGroup(self.title, contacts))
        send(user, self.words)
        write_to(user, undecided, self.nudge)
        user.do(todo.AddTask(f"Pack for {self.title}", self.list, due=before(on)))


class PaidEvening(LargeCompany):
    """An evening gone by, for which one's card has paid at the place."""

    title: str = phrase(*TITLES)
    ago: int = number(1, 6)
    on: date = derived(lambda now, ago: now.date() - timedelta(days=ago))
    place: Business = derived(lambda store, turn, on: nth(store.all(Business, ELSEWHERE, on.isoformat()), turn))

    def bill_of(self, user: User) -> tuple[Money, list[str]]:
        """Return what was paid at the place of the evening, and who was there."""
        open_titled(user, self.title)
        came, place = guests(user, "Coming"), where_and_when(user)
        return spent_at(user, place), came


class PartsOfTheBill(PaidEvening, Task):
    """A bill is split; whoever has not paid yet is told their part, and a task is kept for each."""

    goals = [
        "I paid the bill of “{title}”. Split it evenly among those who came by Almanac and me; what my card paid at "
        "the place is at Harbour Bank. Who has paid me back since, by the bank, is fine. Each of the others gets "
        "their amount on Chatter, the figure and nothing else, and a task “{title}: …” with their full name in "
        "{list.name}. Who paid the taxi, as they wrote on Chatter, gets that off.",
        "Collect for “{title}”: the sum is at the bank, the place and the guests who came are in my calendar, and I "
        "bear a part like everybody. Take the taxi off the part of the one who paid it (see Chatter), leave out who "
        "has already sent me theirs. Write each of the rest just the amount in Chatter, and add “{title}: …” to "
        "{list.name} with the person's full name after the colon.",
        "Everybody who came to “{title}” owes me an equal part of what I paid there, me counted in. One has paid it, "
        "Harbour Bank shows that; one wrote on Chatter what the taxi cost them, which comes off their part. Send the "
        "others their amounts on Chatter, only the figure, and note each in {list.name} as “{title}: …”, full name "
        "after it.",
    ]
    tags = ["hard", "sum", "compare", "look-up", "distractor", "long"]
    apps = ["bank", "calendar", "messenger", "todo"]

    share: Money = money(18, 45)
    taxi: Money = money(4, 14)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def setup(self, store: Store) -> Setup:
        away, paid, driver, *_ = self.roles
        answers = ["declined" if person == away else "accepted" for person in self.company]
        yield evening(store, self.title, self.on, coming(self.company, answers), self.place.name)
        yield paid_at(self.on, 21, self.place, self.share * 5)
        yield sent_me(store.now - timedelta(hours=5), paid, self.share, self.title)
        yield sent_me(store.now - timedelta(hours=7), self.roles[3], self.share, "Concert tickets")
        yield from chatted(store, driver, (140, f"The taxi after “{self.title}” was {self.taxi}, I paid it for us all"))

    @property
    def owed(self) -> dict[Person, Money]:
        driver, *others = self.roles[2:]
        return {driver: self.share - self.taxi, **dict.fromkeys(others, self.share)}

    def effects(self, store: Store) -> Commands:
        for person in (one for one in self.company if one in self.owed):
            yield message(store, person.id, str(self.owed[person]))
            yield todo.AddTask(f"{self.title}: {person.name}", self.list)

    def items(self) -> Items:
        yield observed("Saw what was paid", showing=str(self.share * 5), kind="search")
        yield observed("Read about the taxi", showing=f"The taxi after “{self.title}”", kind="search")

    def solution(self, user: User) -> None:
        bill, came = self.bill_of(user)
        share = Money(bill.cents // (len(came) + 1))
        paid = {one.who for one in payments(user, self.title)}
        owing = [name for name in came if name not in paid]
        for name in owing:
            taxi = amounts(heard(user, name, f"The taxi after “{self.title}”"))
            send(user, str(share - taxi[0] if taxi else share))
        for name in owing:
            user.do(todo.AddTask(f"{self.title}: {name}", self.list))


class EvenAmongAll(PaidEvening, Task):
    """Several have laid out something for an evening: who paid more than their part gets it, others are told."""

    goals = [
        "Make us even for “{title}”, me and everybody who came by Almanac. What I paid at the place is at Harbour "
        "Bank, what others laid out they wrote on Chatter; add it all up and divide it by the five of us. Who paid "
        "more than that gets the difference from {account.name}, note “{title}”; who paid less gets what they still "
        "owe me as a message, the figure alone. Then tick off “Settle {title}”.",
        "“{title}” has to be reckoned up. All costs together (mine are at the bank, for the place in my calendar; the "
        "guests' are in our chats) go in five equal parts, for the four who came and me. Send those who laid out more "
        "than their part the difference out of {account.name} with the note “{title}”. Write the others on Chatter "
        "the amount they're short, no words. “Settle {title}” in Ticked is done then.",
        "Settle “{title}” among the five who were there, by my calendar: four guests and I. Sum up my card's payment "
        "at the place and what the guests wrote me that they paid; everybody bears a fifth. From {account.name}, note "
        "“{title}”, pay back what somebody paid beyond it. Whoever paid less reads the missing amount from me in "
        "Chatter, just that. Complete “Settle {title}”.",
    ]
    tags = ["hard", "sum", "compare", "look-up", "distractor", "long"]
    apps = ["bank", "calendar", "messenger", "todo"]

    company: tuple[Person, ...] = Company.company
    share: Money = money(26, 45)
    one: Money = money(3, 20)
    two: Money = money(3, 20)
    less: Money = money(3, 15)
    account: Account = pick(Account, lambda account: holds(account, Money(5000)))

    def setup(self, store: Store) -> Setup:
        first, second, third, _ = self.roles
        laid_out = {first: self.share + self.one, second: self.share - self.two, third: self.share - self.less}
        yield evening(store, self.title, self.on, coming(self.company), self.place.name)
        yield paid_at(self.on, 21, self.place, self.share * 5 - sum(laid_out.values(), Money()))
        for minutes, (person, amount) in enumerate(laid_out.items(), 2):
            told = f"For “{self.title}” I paid {amount}, all in all"
            yield from chatted(store, person, (45 * minutes, told))
        yield from chatted(store, second, (170, f"I'm still looking for the receipts of “{self.title}”"))
        yield todo.AddTask(f"Settle {self.title}", inbox(store))

    def effects(self, store: Store) -> Commands:
        first, second, third, fourth = self.roles
        yield bank.SendMoney(first, self.account, self.one, self.title)
        yield message(store, second.id, str(self.two))
        yield message(store, third.id, str(self.less))
        yield message(store, fourth.id, str(self.share))
        yield ticked(store, f"Settle {self.title}")

    def items(self) -> Items:
        yield observed("Read what others paid", showing=f"For “{self.title}” I paid", kind="search")

    def solution(self, user: User) -> None:
        bill, came = self.bill_of(user)
        told = {name: amounts(heard(user, name, f"For “{self.title}” I paid")) for name in came}
        paid = {name: sum(found[:1], Money()) for name, found in told.items()}
        share = Money((bill.cents + sum(one.cents for one in paid.values())) // (len(came) + 1))
        for name in (one for one in came if paid[one] > share):
            user.do(bank.SendMoney(self.named(name), self.account, paid[name] - share, self.title))
        for name in (one for one in came if paid[one] < share):
            write_to(user, name, str(share - paid[name]))
        tick_off(user, inbox(self.account.store), f"Settle {self.title}")

"""Everybody of an event is gathered in a group, or told that nothing comes of it and given back what they paid."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    day,
    days,
    money,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added, holds
from lifeworld.tasks.cross.beforehand import coming, evening, sent_me
from lifeworld.tasks.cross.screens import guests, open_titled, payments, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.collecting import TRIPS
from lifeworld.tasks.hard.company import Company, LargeCompany, before
from lifeworld.tasks.hard.evening import TITLES
from lifeworld.tasks.hard.hands import delete_event
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

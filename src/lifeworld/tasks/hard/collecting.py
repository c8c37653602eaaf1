"""What many have said, each in another place, is brought together: things, debts, orders, what has come back."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
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
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import chatted, coming, dated, evening, mailed, sent_me, ticked
from lifeworld.tasks.cross.screens import guests, letter, open_titled, payments, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import LargeCompany, before
from lifeworld.tasks.hard.hands import heard, set_due
from lifeworld.tasks.messenger import send
from lifeworld.tasks.todo.ways import open_list, waiting

TRIPS = ("Day at the lake", "Hike to the old tower", "Beach clean-up", "Canoe tour", "Cherry picking")
THINGS = (
    *("a folding chair", "sun cream", "the small cool box", "a pump", "two blankets", "a head torch"),
    *("the blue rucksack", "a first-aid kit", "a thermos flask", "the field glasses"),
)
ALL_CAME = ("accepted",) * 5


def some(turn: int, count: int) -> tuple[str, ...]:
    """Return some of the things, by any number."""
    return tuple(THINGS[(turn + 3 * step) % len(THINGS)] for step in range(count))


class WhatEachOneNeeds(LargeCompany, Task):
    """What everybody who comes along needs becomes a task, in their last words; who can't come gets a word."""

    goals = [
        "I'm packing for “{title}”. Almanac has who is coming; each of them wrote me on Chatter what to bring. Add "
        "each thing to {list.name} in Ticked, worded as they did after the colon (last word counts), due the day "
        "before. Whoever isn't coming gets “{words}” on Chatter instead.",
        "See who comes to “{title}” by my calendar and read in their chats what I'm to bring for them. Every thing is "
        "a task of its own on {list.name}, in just the words behind the colon, due one day before the event; if "
        "somebody thought again, only the later thing. Write “{words}” to the one who declined.",
        "Turn what the guests of “{title}” asked me for in Chatter (it's behind the colon) into tasks on {list.name}, "
        "one each, due on the eve of that day. Leave out what was taken back and whoever doesn't come by Almanac; "
        "that person should read “{words}” from me in our chat.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["calendar", "messenger", "todo"]

    title: str = phrase(*TRIPS)
    on: date = day(4, 20)
    things: tuple[str, ...] = derived(lambda turn: some(turn, 6))
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    words: str = phrase("What a pity, next time then!", "We'll miss you", "Too bad, I'll send you photos")

    def setup(self, store: Store) -> Setup:
        *_, away = self.roles
        answers = ["declined" if person == away else "accepted" for person in self.company]
        yield evening(store, self.title, self.on, coming(self.company, answers))
        for minutes, (person, thing) in enumerate(zip(self.roles, self.things, strict=False), 3):
            yield from chatted(store, person, (29 * minutes, f"For “{self.title}”, please bring: {thing}"))
        rather = f"Forget what I said. For “{self.title}”, please bring: {self.things[-1]}"
        yield from chatted(store, self.roles[1], (41, rather))

    @property
    def wanted(self) -> tuple[str, ...]:
        first, _, third, fourth, _, instead = self.things
        return first, instead, third, fourth

    def effects(self, store: Store) -> Commands:
        for thing in self.wanted:
            yield todo.AddTask(thing, self.list, due=before(self.on))
        yield message(store, self.roles[-1].id, self.words)

    def items(self) -> Items:
        yield observed("Saw who comes", showing=self.title, kind="search")
        for thing in self.wanted:
            yield observed(f"Read of {thing}", showing=f"please bring: {thing}", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        on = days(user.page.text, user.today)[0]
        came, (away,) = guests(user, "Coming"), guests(user, "Not coming")
        things = [heard(user, name, f"For “{self.title}”").split("please bring: ")[1] for name in came]
        write_to(user, away, self.words)
        for thing in things:
            user.do(todo.AddTask(thing, self.list, due=before(on)))


class PayWhoLaidOut(LargeCompany, Task):
    """Of five guests who laid out something, one wants nothing and one has been paid: the others get their money."""

    goals = [
        "Everybody on the guest list of “{title}” in Almanac laid something out for it and wrote me the sum on "
        "Chatter. Send each what I owe them from {account.name}, with “{title}” as the note, except whom Harbour Bank "
        "shows I've paid for it already. Whoever wants nothing back gets “{words}” in Chatter.",
        "Pay my debts for “{title}”: the guests are in my calendar, what each of them paid for me is in our chats. "
        "Take it from {account.name}, note “{title}”, a payment each; leave out who has had it from me by the bank, "
        "and write “{words}” on Chatter to the one who won't have it.",
        "I owe the guests of “{title}” (see Almanac) what they wrote in Chatter. Settle up with each of them out of "
        "{account.name}, with the note “{title}”. One has the money already, see Harbour Bank; one takes none and "
        "gets “{words}” as a message.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "distractor", "long"]
    apps = ["bank", "calendar", "messenger"]

    title: str = phrase(*TRIPS)
    ago: int = number(2, 6)
    least: Money = money(7, 30)
    account: Account = pick(Account, lambda account, least: holds(account, least * 5))
    words: str = phrase("You are an angel", "Then the next round is on me", "Thank you, I won't forget it")

    def sum_of(self, person: Person) -> Money:
        return self.least + Money(235 * self.roles.index(person))

    def setup(self, store: Store) -> Setup:
        generous, had, *_ = self.roles
        yield evening(store, self.title, store.now.date() - timedelta(days=self.ago), coming(self.company, ALL_CAME))
        for minutes, person in enumerate(self.roles, 2):
            told = f"I laid out {self.sum_of(person)} for you at “{self.title}”"
            yield from chatted(store, person, (31 * minutes, told))
        yield from chatted(store, generous, (25, f"About “{self.title}”: keep it, I don't want any money for that"))
        yield sent_me(store.now - timedelta(minutes=20), had, self.sum_of(had), self.title, outgoing=True)
        yield sent_me(store.now - timedelta(hours=30), self.roles[2], self.sum_of(had), "Book", outgoing=True)

    def effects(self, store: Store) -> Commands:
        for person in self.roles[2:]:
            yield bank.SendMoney(person, self.account, self.sum_of(person), self.title)
        yield message(store, self.roles[0].id, self.words)

    def items(self) -> Items:
        yield observed("Saw who was there", showing=self.title, kind="search")
        yield observed("Read who wants nothing", showing="I don't want any money", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        came = guests(user, "Coming")
        had = {one.who for one in payments(user, self.title)}
        owed = {}
        for name in (one for one in came if one not in had):
            told = heard(user, name, f"“{self.title}”")
            send(user, self.words) if "keep it" in told else owed.update({name: amounts(told)[0]})
        for name, amount in owed.items():
            user.do(bank.SendMoney(self.named(name), self.account, amount, self.title))


class WhatCameBack(LargeCompany, Task):
    """Of five lent things some came back, by what chats and letters say, one is wanted longer, one nobody speaks of."""

    goals = [
        "Five tasks in {list.name} say “Get back” and what I lent to whom. Look in Chatter and in the mail what each "
        "of the five wrote about it. Tick off what's with me again; who asks for more time gets the day they name as "
        "the due date; and the one who hasn't said a word about it gets “{words}” on Chatter.",
        "Bring my “Get back” tasks on {list.name} up to date: complete those that the people in question have "
        "returned, by their messages in Chatter or their mails, set the due date of the one that somebody wants to "
        "keep longer to the day they give, and write “{words}” on Chatter to whoever has kept silent.",
        "Who has given back what I lent them? The tasks that begin with “Get back” in {list.name} say who has what; "
        "they've written on Chatter or by mail. Returned: done. Needed longer: due on the day they wrote. Not a word "
        "about it: “{words}” to that person on Chatter.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "long"]
    apps = ["mail", "messenger", "todo"]

    things: tuple[str, ...] = derived(lambda turn: some(turn, 5))
    until: date = day(3, 25)
    list: TaskList = pick(
        TaskList,
        lambda list, store: not list.inbox and not store.count(TodoTask, "list_id = ? AND title LIKE 'Get%'", list.id),
    )
    words: str = phrase("Do you still have something of mine?", "I could use what I lent you", "Shall I fetch it?")

    def _title(self, place: int) -> str:
        return f"Get back {self.things[place]} from {self.roles[place].name}"

    def setup(self, store: Store) -> Setup:
        order = sorted(range(5), key=lambda place: self.company.index(self.roles[place]))
        for place in order:
            yield todo.AddTask(self._title(place), self.list)
        one, two, three, longer, silent = self.roles
        yield from chatted(store, one, (310, f"I've left {self.things[0]} at your door, thanks again"))
        yield from chatted(store, two, (150, f"Sorry, I still have {self.things[1]}"), (45, _back(self.things[1])))
        yield mailed(store, three, "What I had borrowed", f"Hello,\n\n{_back(self.things[2])}.\n\nMany thanks", hours=9)
        body = f"Hello,\n\nmay I keep {self.things[3]} until {dated(self.until)}?\n\nI'd be so glad of it."
        yield mailed(store, longer, "A bit longer, please", body, hours=16)
        yield from chatted(store, longer, (200, "I wrote you a mail about what I've borrowed"))
        yield from chatted(store, silent, (95, "Have you seen how high the river is?"))

    def effects(self, store: Store) -> Commands:
        for place in range(3):
            yield ticked(store, self._title(place))
        asked = store.one(TodoTask, "title = ? AND done_at IS NULL", self._title(3))
        yield todo.SetDue(asked, self.until)
        yield message(store, self.roles[4].id, self.words)

    def items(self) -> Items:
        yield observed("Saw the tasks", showing=self._title(0), kind="search")
        yield observed("Read the letter of who brought it back", showing="What I had borrowed", kind="search")
        yield observed("Read the letter of who wants it longer", showing="I'd be so glad of it", kind="search")

    def solution(self, user: User) -> None:
        titles = [line.names[1] for line in waiting(user, self.list) if line.names[1].startswith("Get back ")]
        lent = {title: title.removeprefix("Get back ").split(" from ") for title in titles}
        told = {title: [heard(user, name, thing)] for title, (thing, name) in lent.items()}
        for subject in ("What I had borrowed", "A bit longer, please"):
            written = letter(user, subject)
            next(said for title, said in told.items() if lent[title][0] in written).append(written)
        open_list(user, self.list)
        for title, said in told.items():
            if any("at your door" in one or "is with you again" in one for one in said):
                user.click(button(f"Complete {title}"))
        longer, until = next((title, one) for title, said in told.items() for one in said if "may I keep" in one)
        user.click(link(longer))
        set_due(user, days(until.split("may I keep")[1], user.today)[0])
        write_to(user, next(lent[title][1] for title, said in told.items() if not any(said)), self.words)


def _back(thing: str) -> str:
    return f"Since yesterday {thing} is with you again"

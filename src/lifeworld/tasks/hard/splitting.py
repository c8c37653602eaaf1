"""What an evening has cost is divided: each one's part is told, kept as a task, sent or asked for."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
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
    derived,
    money,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import chatted, coming, evening, inbox, paid_at, sent_me, ticked
from lifeworld.tasks.cross.dinners import ELSEWHERE
from lifeworld.tasks.cross.screens import guests, open_titled, payments, spent_at, tick_off, where_and_when, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import Company, LargeCompany
from lifeworld.tasks.hard.evening import TITLES
from lifeworld.tasks.hard.hands import heard
from lifeworld.tasks.messenger import send


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

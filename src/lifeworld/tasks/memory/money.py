"""What repeats itself in money: bills, prices, accounts, salaries."""

from collections import defaultdict
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    day,
    day_told,
    days,
    derived,
    field,
    link,
    observed,
    phrase,
    pick,
    show_all,
    way,
)
from lifeworld.taskkit import number as whole
from lifeworld.tasks.bank import go
from lifeworld.tasks.calendar.meant import ahead, timed_ahead
from lifeworld.tasks.calendar.ways import search, shown_day
from lifeworld.tasks.cross.screens import listed, payments
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.mail import search as search_mail
from lifeworld.tasks.memory import patterns
from lifeworld.tasks.memory.patterns import Rise
from lifeworld.tasks.memory.screens import next_day, often, paydays
from lifeworld.tasks.todo.ways import own


def paid_by_hand(store: Store, business: Business) -> bool:
    """Return whether a business sends bills that one pays oneself, and none is open."""
    count = store.count
    return (
        patterns.usual_account(store, business) is not None
        and not count(Bill, "business_id = ? AND paid_at IS NULL", business.id)
        and not count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
    )


class PayTheUsualWay(Task):
    """A bill is paid from the account that has always paid that sender."""

    goals = [
        "Pay the open {business.name} bill that came by mail, from the account that I always use for them.",
        "{business.name} has mailed another invoice. Pay it now, and let it go out of the same account as all the "
        "earlier ones.",
        "Settle the invoice by {business.name} the way I always do: find out which account has paid them so far.",
    ]
    tags = ["pattern"]
    apps = ["bank", "mail"]
    optional_apps = ["mail"]

    business: Business = pick(Business, paid_by_hand)
    account: Account = derived(patterns.usual_account)
    amount: Money = derived(lambda store, business: patterns.latest_bill(store, business).amount)
    serial: int = whole(10_000, 88_000)

    @property
    def number(self) -> str:
        return f"{self.business.name[:2].upper()}-{self.serial}"

    def setup(self, store: Store) -> Setup:
        yield BillIssued(
            at=store.now - timedelta(hours=30),
            business_id=self.business.id,
            amount=self.amount,
            number=self.number,
            due=store.now.date() + timedelta(days=12),
        )

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(store.one(Bill, "number = ?", self.number), self.account)

    def items(self) -> Items:
        yield observed("Saw earlier payments", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        find_bills(user, self.business.name)
        user.click(link(user.page.lines()[0].names[0]))
        user.click(link("Show payment"))
        self.pay(user)

    @way
    def looked_up_in_activity(self, user: User) -> None:
        bills = [one for one in payments(user, self.business.name) if one.amount == -self.amount]
        user.click(link(bills[-1].link))
        self.pay(user)

    @way
    def with_a_look_at_the_letters(self, user: User) -> None:
        search_mail(user, self.business.name)
        self.solution(user)

    def pay(self, user: User) -> None:
        name, ending = user.page.fact("Account").split(" …")
        go(user, "Pay & transfer", "Pay bills")
        user.click(link(user.page.line(self.business.name).names[0]))
        user.click(link("Pay now"))
        user.choose(field("From"), f"{name} (…{ending})")
        user.click(button("Confirm payment"))


def find_bills(user: User, words: str) -> None:
    """Look for paid bills, by sender or number."""
    go(user, "Pay & transfer", "Pay bills", "Paid")
    user.fill(field("Search bills"), words)
    user.click(button("Search"))


def issued(user: User, number: str) -> date:
    """Look up on which day a paid bill was issued."""
    find_bills(user, number)
    user.click(link(user.page.line(number).names[0]))
    return days(user.page.fact("Issued"), user.today)[0]


def bills(user: User) -> dict[str, list[tuple[Money, str]]]:
    """Read all bills, and return by sender what each asks for and its number, the earliest first."""
    go(user, "Pay & transfer", "Pay bills")
    lines = listed(user)
    user.click(link("Paid"))
    found = defaultdict(list)
    for line in reversed([*lines, *listed(user)]):
        number, sender = line.names[0].removeprefix("Bill ").split(" from ", 1)
        found[sender].append((amounts(line.text.split("\n", 1)[1])[0], number))
    return found


def went_up_once(asked: list[Money]) -> bool:
    """Return whether sums were the same each time, and then the same again but higher."""
    low, high = asked.count(asked[0]), asked.count(asked[-1])
    return asked[0] < asked[-1] and low + high == len(asked) and low > 2 and high > 1 and asked == sorted(asked)


def dearer(sent: list[tuple[Money, str]]) -> list[str]:
    """Return the numbers of a sender's bills at the new price."""
    return [number for amount, number in sent if amount == sent[-1][0]]


class WhatWentUpLast(Task):
    """Of the bills that are the same each time, the one that got dearer last, or first, becomes a task."""

    goals = [
        "Some of my bills ask for the same sum each time and have gone up once this past year. Take the one that went "
        "up {when}: add the task “Ask about the price: …” to {list.name} in Ticked, with its sender's name as Harbour "
        "Bank writes it for the dots, and tell me how much more it asks.",
        "Which of my fixed regular bills got dearer {when}? Put “Ask about the price: …” on {list.name}, no due date, "
        "where the dots are the sender's name as the bank has it, and answer by how much one bill went up.",
        "Find the price rise that came {when} among my bills of always the same amount. I want a to-do in {list.name} "
        "that says “Ask about the price:” and the sender's name, as Harbour Bank spells it, and the difference between "
        "the new price and the old as your answer.",
    ]
    tags = ["pattern", "effects and answer"]
    apps = ["bank", "todo"]

    list: TaskList = pick(TaskList, own)
    when: str = phrase("most recently", "before all the others")
    rise: Rise = derived(lambda store, when: patterns.outermost(patterns.rises(store), latest=when == "most recently"))

    def effects(self) -> Commands:
        yield todo.AddTask(f"Ask about the price: {self.rise.business.name}", self.list)

    def answer(self, store: Store) -> Money:
        return self.rise.more

    def items(self) -> Items:
        yield observed("Saw the bills", showing=self.rise.business.name, kind="search")

    def solution(self, user: User) -> None:
        found = {who: sent for who, sent in bills(user).items() if went_up_once([amount for amount, _ in sent])}
        since = {who: issued(user, dearer(sent)[0]) for who, sent in found.items()}
        sender = (max if self.when == "most recently" else min)(since, key=lambda one: since[one])
        add_task(user, self.list, f"Ask about the price: {sender}")
        user.say(found[sender][-1][0] - found[sender][0][0])


class SinceWhenDearer(Task):
    """When did the first bill at the new price come, and by how much has it gone up?"""

    goals = [
        "{business.name} used to ask for less. {question}",
        "At some point my {business.name:bare} bills got dearer. {question}",
        "Go through the bills of {business.name}, whose price went up this past year. {question}",
    ]
    tags = ["pattern", "compare"]
    apps = ["bank"]

    business: Business = pick(Business, patterns.rise_of)
    rise: Rise = derived(patterns.rise_of)
    question: str = phrase(
        "On what day was the first dearer bill issued?",
        "What did one bill cost before that?",
        "By how much did one bill go up?",
        "How many bills have I had at the new price?",
    )

    def answer(self, store: Store) -> Money | date | int:
        if "many" in self.question:
            return store.count(Bill, "business_id = ? AND issued >= ?", self.business.id, self.rise.since.issued)
        if "much" in self.question:
            return self.rise.more
        return self.rise.before if "before" in self.question else self.rise.since.issued

    def items(self) -> Items:
        yield observed("Looked at the bills", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        sent = bills(user)[self.business.name]
        old, new, at_new = sent[0][0], sent[-1][0], dearer(sent)
        if self.question.startswith("On what day"):
            user.say(issued(user, at_new[0]))
        else:
            answers = {"What did": old, "By how much": new - old, "How many": len(at_new)}
            user.say(next(one for words, one in answers.items() if self.question.startswith(words)))


class Payday:
    """A day on which a salary comes."""

    def items(self) -> Items:
        yield observed("Saw salaries", showing="Salary", kind="search")


class NextPayday(Payday, Task):
    """On which day will the first salary after a day come?"""

    goals = [
        "What's my first payday after {after}, going by when my salary came in the past months?",
        "When will my salary come for the first time after {after}? Work it out from the payslips in my mail or from "
        "the bank.",
        "My salary always comes on the same days of the month. What is the date of the first one after {after}?",
    ]
    tags = ["pattern"]
    apps = ["bank", "mail"]
    optional_apps = ["mail"]

    after: date = day(0, 130)

    def answer(self, store: Store) -> date | None:
        return patterns.next_payday(store, self.after)

    def solution(self, user: User) -> None:
        usual = paydays(user)
        user.say(next_day(self.after, lambda one: one.day in usual))

    @way
    def by_payslips(self, user: User) -> None:
        search_mail(user, "subject:Payslip")
        usual = often(day_told(line.text, user.today).day for line in show_all(user))
        user.say(next_day(self.after, lambda one: one.day in usual))


class PaydayBefore(Payday, Task):
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

    def answer(self, store: Store) -> date:
        return self.payday

    def solution(self, user: User) -> None:
        search(user, self.event)
        on, usual = shown_day(user), paydays(user)
        user.say(next_day(on, lambda one: one.day in usual, -1))

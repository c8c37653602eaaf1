"""What repeats itself in money: bills, prices, accounts, salaries and pensions."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.taskkit import Commands, Items, Setup, Store, Task, User, day, derived, link, observed, phrase, pick, way
from lifeworld.taskkit import number as whole
from lifeworld.tasks.bank import bills_found
from lifeworld.tasks.calendar.meant import ahead, timed_ahead
from lifeworld.tasks.calendar.ways import search, shown_day
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.screens import payments
from lifeworld.tasks.mail import search as search_mail
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.memory.deeds import Deeds
from lifeworld.tasks.messenger import PEOPLE
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
    amount: Money = derived(patterns.latest_amount)
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
        user.click(link(bills_found(user, "Paid", self.business.name)[0].names[0]))
        user.click(link("Show payment"))
        screens.pay_likewise(user, self.business.name)

    @way
    def looked_up_in_activity(self, user: User) -> None:
        bills = [one for one in payments(user, self.business.name) if one.amount == -self.amount]
        user.click(link(bills[-1].link))
        screens.pay_likewise(user, self.business.name)

    @way
    def with_a_look_at_the_letters(self, user: User) -> None:
        search_mail(user, self.business.name)
        self.solution(user)


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
    tags = ["pattern"]
    step_budgets = 2
    apps = ["bank", "todo"]

    list: TaskList = pick(TaskList, own)
    when: str = phrase(patterns.LATEST, "before all the others")
    rise: patterns.Rise = derived(patterns.outermost)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Ask about the price: {self.rise.business.name}", self.list)

    def answer(self, store: Store) -> Money:
        return self.rise.more

    def items(self) -> Items:
        yield observed("Saw the bills", showing=self.rise.business.name, kind="search")

    def solution(self, user: User) -> None:
        sender, more = raised(user, self.when)
        user.do(todo.AddTask(f"Ask about the price: {sender}", self.list))
        user.say(more)


def raised(user: User, when: str) -> tuple[str, Money]:
    """Read whose bills got dearer last, or first, and by how much."""
    found = {who: sent for who, sent in screens.bills(user).items() if screens.went_up_once(sent)}
    since = {who: screens.issued(user, screens.dearer(sent)[0]) for who, sent in found.items()}
    sender = (max if when == patterns.LATEST else min)(since, key=lambda one: since[one])
    return sender, found[sender][-1][0] - found[sender][0][0]


class SinceWhenDearer(Task):
    """When did the first bill at the new price come, and by how much has it gone up?"""

    goals = [
        "{business.name} used to ask for less. {question}",
        "At some point my {business.name:bare} bills got dearer. {question}",
        "Go through the bills of {business.name}, whose price went up this past year. {question}",
    ]
    tags = ["pattern", "compare"]
    apps = ["bank"]

    business: Business = pick(Business, lambda business, store: patterns.rise_of(store, business) is not None)
    rise: patterns.Rise = derived(patterns.rise_of)
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
        yield observed("Saw the first bill at the new price", showing=self.rise.since.number, kind="identify")
        yield observed("Saw the last one at the old price", showing=self.rise.last.number, kind="identify")

    def solution(self, user: User) -> None:
        sent = screens.bills(user)[self.business.name]
        old, new, at_new = sent[0][0], sent[-1][0], screens.dearer(sent)
        if self.question.startswith("On what day"):
            user.say(screens.issued(user, at_new[0]))
        else:
            answers = {"What did": old, "By how much": new - old, "How many": len(at_new)}
            user.say(next(one for words, one in answers.items() if self.question.startswith(words)))


class Payday:
    """A day on which a salary comes, or a pension."""

    pay: str = derived(patterns.pay)
    mine: str = derived(lambda pay: f"my {pay.lower()}")

    def items(self) -> Items:
        yield observed("Saw when it came", showing=self.pay, kind="search")


class NextPayday(Payday, Task):
    """On which day will the first pay after a day come?"""

    goals = [
        "What's my first payday after {after}, going by when {mine} came in the past months?",
        "When will {mine} come for the first time after {after}? Work it out from the payslips in my mail or from the "
        "bank.",
        "As {mine} always comes on the same days of the month, what is the date of the first payday after {after}?",
    ]
    tags = ["pattern"]
    apps = ["bank", "mail"]
    optional_apps = ["mail"]

    after: date = day(0, 130)

    def answer(self, store: Store) -> date | None:
        return patterns.next_payday(store, self.after)

    def solution(self, user: User) -> None:
        usual = screens.paydays(user, self.pay)
        user.say(screens.next_day(self.after, lambda one: one.day in usual))

    @way
    def by_payslips(self, user: User) -> None:
        usual = screens.payslip_days(user)
        user.say(screens.next_day(self.after, lambda one: one.day in usual))


class PaydayBefore(Payday, Task):
    """Which is the last payday before an event?"""

    goals = [
        "What is the date of my last payday before “{event.title}”, going by when {mine} has come so far?",
        "Which is the last payday before “{event.title}”? The day of it is in Almanac, and {mine} always comes on the "
        "same days of the month.",
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
        on, usual = shown_day(user), screens.paydays(user, self.pay)
        user.say(screens.next_day(on, lambda one: one.day in usual, -1))


class TellOfTheRise(Deeds, Task):
    """Whoever has raised a price last, or first, is named in a message, a task and a day."""

    goals = [
        "One of my bills of always the same sum went up {when}. Take its sender's name as Harbour Bank writes it: add "
        "“Complain to …” to {list.name} in Ticked, mark {on}, all day, in {calendar.name} as “Answer from …?”, preset "
        "reminder, and write to {chat.name} in Chatter: “They want more: …”, the name for the dots.",
        "Which fixed regular bill got dearer {when}? {chat.name} should read “They want more: …” on Chatter, "
        "{list.name} get the task “Complain to …”, and {calendar.name} an all-day “Answer from …?” on {on} with the "
        "usual reminder. For the dots put the name of the sender as the bank has it.",
        "A price that had never changed went up {when}, among my bills. Its sender, spelt as at Harbour Bank, belongs "
        "in three places: “Answer from …?”, all of {on} in {calendar.name}, reminder left alone; “Complain to …” on my "
        "list {list.name}; and a message to {chat.name}, “They want more: …”.",
    ]
    tags = ["pattern", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger", "todo"]

    when: str = phrase(patterns.LATEST, "before all the others")
    rise: patterns.Rise = derived(patterns.outermost)
    list: TaskList = pick(TaskList, own)
    on: date = day(4, 25)
    calendar: Calendar = pick(Calendar)
    chat: Chat = pick(Chat, where=PEOPLE)

    @property
    def truth(self) -> str:
        return self.rise.business.name

    def find_out(self, user: User) -> str:
        return raised(user, self.when)[0]

    def deeds(self, store: Store, name: str) -> Commands:
        yield todo.AddTask(f"Complain to {name}", self.list)
        yield noted(store, f"Answer from {name}?", self.calendar, self.on)
        yield messenger.Send(self.chat, f"They want more: {name}")

    def items(self) -> Items:
        yield observed("Saw the bills", showing=self.truth, kind="search")

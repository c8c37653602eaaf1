"""Money that is planned: a month against its limits, and bills by when the money for them comes."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Scheduled
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    money,
    number,
    observed,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.bank import InMonth, added, debit, holds, known, open_spending, pay_now, see_bill
from lifeworld.tasks.bank.spending import spent_on
from lifeworld.tasks.cross.beforehand import InChat, dated, mailed, newest
from lifeworld.tasks.cross.screens import letter, reply_to
from lifeworld.tasks.hard.bookkeeping import billers
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import heard, put_down, with_words
from lifeworld.tasks.messenger import send
from lifeworld.tasks.messenger.news import says

Limit = tuple[str, Money, Money]  # a category, what was spent on it, and what should have been at most


def limits(store: Store, turn: int, first: date, gap: Money) -> tuple[Limit, ...] | None:
    """Return four categories of a month of which two are over their limits and two below, by any number."""
    spent = {name: Money(cents) for name, cents in sorted(spent_on(store, first).items()) if cents > 4 * gap.cents}
    chosen = turned([*spent.items()], turn)[:4] if len(spent) > 3 else ()
    off = turned((gap, -gap, gap * 2, -gap), turn // 5)
    found = [
        (name, had, Money((had + more).cents // 100 * 100)) for (name, had), more in zip(chosen, off, strict=False)
    ]
    return tuple(found) or None


class MonthAgainstLimits(InMonth, Task):
    """A month's spending is held against limits from a letter: what is over is noted and told, what is left put by."""

    goals = [
        "{person.name} mailed me what we had set as limits for {month}. Hold them against what Harbour Bank's spending "
        "overview has for these categories in that month. Each that is over gets a task in {list.name}: its name, a "
        "colon, and the amount over it. What is left in the others goes in one sum from {account.name} to "
        "{other.name}, memo “{memo}”. Reply to the mail with what is over altogether, just the figure.",
        "How did we keep to our limits in {month}? They are in a mail from {person.name}, what was spent on each is on "
        "the bank's page of spending. Note those that went over on {list.name}, like “Groceries: $12.30”, with what "
        "it was too much; transfer what was saved with all the rest, added up, out of {account.name} into {other.name} "
        "with the memo “{memo}”; and answer the mail with the sum of the excess alone.",
        "Compare {month} at Harbour Bank, category by category, with the limits that {person.name} has written me by "
        "mail. Too much: a task on {list.name} that reads like “Groceries: $12.30”, with the difference. Less: all "
        "these differences together move from {account.name} to {other.name}, “{memo}” as the memo. {person.name} "
        "wants the total of what was too much as the reply, no other word.",
    ]
    tags = ["hard", "look-up", "compare", "sum", "long"]
    apps = ["bank", "mail", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    back: int = number(1, 3)
    gap: Money = money(6, 16)
    limits: tuple[Limit, ...] = derived(limits)
    account: Account = pick(Account, lambda account, gap: holds(account, gap * 4))
    other: Account = pick(Account, lambda other, account: debit(other) and other != account)
    memo: str = phrase("Saved by keeping to it", "Left over, put by", "What we didn't spend")

    def over(self) -> dict[str, Money]:
        return {name: spent - limit for name, spent, limit in self.limits if spent > limit}

    def setup(self, store: Store) -> Setup:
        lines = "\n\n".join(f"{name}: {limit}" for name, _, limit in self.limits)
        body = f"Hello,\n\nthis is what we wanted to spend in {self.month} at most:\n\n{lines}\n\nDid we?"
        yield mailed(store, self.person, f"Our limits for {self.month}", body, hours=7)

    def effects(self, store: Store) -> Commands:
        over = self.over()
        for name, sum_ in over.items():
            yield todo.AddTask(f"{name}: {sum_}", self.list)
        left = added(limit - spent for name, spent, limit in self.limits if name not in over)
        yield bank.Transfer(self.account, self.other, left, self.memo)
        asked = newest(store, f"Our limits for {self.month}")
        yield mail.Reply(asked, str(added(over.values())))

    def items(self) -> Items:
        yield observed("Read the limits", showing="what we wanted to spend", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"Our limits for {self.month}", "at most:")
        limit = {line.split(": ")[0]: amounts(line)[0] for line in with_words(told, ": $")}
        spent = open_spending(user, self.first)
        off = {name: spent[name] - most for name, most in limit.items()}
        user.do(
            bank.Transfer(self.account, self.other, added(-one for one in off.values() if one < Money()), self.memo)
        )
        for name in (one for one in off if off[one] > Money()):
            user.do(todo.AddTask(f"{name}: {off[name]}", self.list))
        reply_to(user, f"Our limits for {self.month}", str(added(one for one in off.values() if one > Money())))


def issued(store: Store, business: Business, amount: Money, due: date, place: int) -> BillIssued:
    """Return a bill that came in lately."""
    number_of = f"{business.name.removeprefix('The ')[:2].upper()}-{51203 + 977 * place}"
    at = store.now - timedelta(hours=5 + 13 * place)
    return BillIssued(at=at, business_id=business.id, amount=amount, number=number_of, due=due)


def bill_of(store: Store, business: Business) -> Bill:
    return store.one(Bill, "business_id = ? AND paid_at IS NULL", business.id)


OFFSETS = ((-6, 4), (-7, -2), (2, 9), (-1, 3))  # when each is to be paid and when due, in days from the money's coming
SOONER = 3  # days before it, on which it was to come first


class MoneyComesLate(InChat, Task):
    """Four bills are scheduled before money comes: some wait for it, one that can't is paid otherwise, one stays."""

    goals = [
        "{chat.name} tells me on Chatter on which day they'll pay me. Of the scheduled bills of {names}, whatever "
        "would be paid from {account.name} before that day has to change: if it is due on that day or later, cancel "
        "it and schedule it for exactly that day, again from {account.name}; if it's due earlier, cancel it and pay "
        "it now from {other.name}. Leave the rest. Then write “{words}” to {chat.name}. Their last word counts, "
        "meanwhile as well.",
        "My money comes on the day that {chat.name} names in our Chatter chat, and they may put it off while you are "
        "at it. Until then nothing of the bills by {names} may leave {account.name}: move those scheduled for an "
        "earlier day to just that one, and where the due date doesn't allow for it, call the payment off and pay at "
        "once out of {other.name}. What is scheduled for later stays as it is. {chat.name} gets “{words}”.",
        "Arrange the scheduled payments to {names} anew: {chat.name} pays me only on the day that they wrote last on "
        "Chatter. A payment before it is cancelled and, if the bill's due date is not before it, scheduled again for "
        "that very day from {account.name}, otherwise paid today from {other.name}. Payments after it aren't touched. "
        "In the end tell {chat.name} “{words}”, and should they write again, go by that.",
    ]
    trigger = when(opened="bank")
    tags = ["hard", "compare", "look-up", "long"]
    apps = ["bank", "messenger"]

    turn: int = number(0, 5000)
    businesses: tuple[Business, ...] = derived(billers)
    names: str = derived(lambda businesses: ", ".join(sorted(business.name for business in businesses)))
    amount: Money = money(20, 60)
    account: Account = pick(Account, debit)
    other: Account = pick(Account, lambda other, account, amount: other != account and holds(other, amount * 2))
    ahead: int = number(10, 20)
    words: str = phrase(
        "All right, I've put my bills off", "Fine, the bills can wait until then", "That works, thank you"
    )

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 75, "I haven't forgotten what I owe you"
        yield 73, f"You'll have the money on {dated(self.comes() - timedelta(days=SOONER))}"

    def comes(self) -> date:
        return self.chat.store.now.date() + timedelta(days=self.ahead)

    def setup(self, store: Store) -> Setup:
        for place, (business, (paid, due)) in enumerate(zip(self.businesses, OFFSETS, strict=True)):
            amount = self.amount + Money(245 * place)
            yield issued(store, business, amount, self.comes() + timedelta(days=due), place)
            yield bank.SchedulePayment(bill_of(store, business), self.account, self.comes() + timedelta(days=paid))
        yield from super().setup(store)

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"It takes longer, I'm sorry. You'll have the money on {dated(self.comes())}")

    def _arranged(self, store: Store, comes: date) -> Commands:
        for business, (paid, due) in zip(self.businesses, OFFSETS, strict=True):
            bill = bill_of(store, business)
            if self.comes() + timedelta(days=paid) < comes:
                yield bank.CancelScheduled(store.one(Scheduled, "bill_id = ?", bill.id))
                in_time = self.comes() + timedelta(days=due) >= comes
                yield bank.SchedulePayment(bill, self.account, comes) if in_time else bank.PayBill(bill, self.other)
        yield messenger.Send(self.chat, self.words)

    def superseded_effects(self, store: Store) -> Commands:
        yield from self._arranged(store, self.comes() - timedelta(days=SOONER))

    def effects(self, store: Store) -> Commands:
        yield from self._arranged(store, self.comes())

    def items(self) -> Items:
        yield observed("Read when the money comes", showing="It takes longer", kind="search")

    def solution(self, user: User) -> None:
        user.open("Harbour Bank")
        comes = days(heard(user, self.chat.name, "You'll have the money on"), user.today)[0]
        send(user, self.words)
        for name in self.names.split(", "):
            see_bill(user, name)
            due, paid = (days(user.page.fact(label), user.today)[0] for label in ("Due", "Will be paid"))
            if paid >= comes:
                continue
            user.click(button("Cancel scheduled payment"))
            if due >= comes:
                put_down(user, self.account, comes)
            else:
                pay_now(user, self.other)

"""What repeats itself in money: bills, prices, accounts, salaries."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business
from lifeworld.scenarios import Scenario, button, containing, derived, field, observed, pick
from lifeworld.scenarios.bank import OPEN_BILL, go
from lifeworld.scenarios.cross.payments import in_inbox, invoice, pay_bill
from lifeworld.scenarios.cross.words import add_task
from lifeworld.scenarios.mail import search
from lifeworld.scenarios.memory import patterns
from lifeworld.scenarios.memory.patterns import Rise
from lifeworld.store import Store


class PayTheUsualWay(Scenario):
    """A bill is paid from the account that has always paid that sender."""

    goals = [
        "Pay the open {bill.business.name} bill that came by mail, from the account that I always use for them.",
        "{bill.business.name} has mailed another invoice. Pay it now, and let it go out of the same account as all "
        "the earlier ones.",
        "Settle the invoice by {bill.business.name} the way I always do: find out which account has paid them so far.",
    ]
    apps = ("bank", "mail")
    tags = ["pattern"]

    bill: Bill = pick(
        Bill,
        lambda bill, store: in_inbox(invoice(store, bill)) is not None,
        among=lambda row: row.open,
        where=OPEN_BILL,
    )
    account: Account = derived(lambda store, bill: patterns.usual_account(store, bill.business))

    def effects(self):
        yield bank.PayBill(self.bill, self.account)

    def items(self):
        yield observed("Saw earlier payments", showing=self.bill.business.name, kind="search")

    def solution(self, user):
        go(user, "Activity")
        user.fill(field("Search transactions"), self.bill.business.name)
        user.click(button("Search"))
        pay_bill(user, self.bill, self.account)


class WhatWentUpLast(Scenario):
    """Of the bills that are the same each time, the one that got dearer last becomes a task."""

    goals = [
        "Some of my bills ask for the same sum each time and have gone up once this past year. Take the one that went "
        "up last: add a task with its sender's name to {list.name} in Ticked and tell me how much more it asks.",
        "Which of my fixed regular bills got dearer last? Put a task that names the sender into {list.name}, no due "
        "date, and answer by how much one bill went up.",
        "Find the latest price rise among my bills of always the same amount. I want a to-do in {list.name} with the "
        "sender's name in it, and the difference between the new price and the old as your answer.",
    ]
    apps = ("bank", "mail", "todo")
    tags = ["pattern", "effects and answer", "prose"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    rise: Rise = derived(lambda store: next(iter(patterns.rises(store)), None))

    def effects(self):
        yield todo.AddTask(containing(self.rise.business.name.removeprefix("The ")), self.list)

    def answer(self, store: Store):
        return self.rise.more

    def items(self):
        yield observed("Saw the bills", showing=self.rise.business.name, kind="search")

    def solution(self, user):
        go(user, "Pay & transfer", "Pay bills", "Paid")
        user.fill(field("Search bills"), self.rise.business.name)
        user.click(button("Search"))
        add_task(user, self.list, f"Ask {self.rise.business.name} about the new price")
        user.say(self.truth)


class SinceWhenDearer(Scenario):
    """When did the first bill at the new price come?"""

    goals = [
        "{business.name} used to ask for less. On what day did the first bill at the new price come?",
        "At some point my {business.name} bills got dearer. What is the date of the first dearer one?",
        "Go through the bills of {business.name}: when was the first one issued that asks for more than before?",
    ]
    apps = ("bank", "mail")
    tags = ["pattern", "compare"]

    business: Business = pick(
        Business, lambda business, store: business.id in {rise.business.id for rise in patterns.rises(store)}
    )

    def answer(self, store: Store):
        return next(rise.since.issued for rise in patterns.rises(store) if rise.business.id == self.business.id)

    def items(self):
        yield observed("Looked at the bills", showing=self.business.name, kind="search")

    def solution(self, user):
        go(user, "Pay & transfer", "Pay bills", "Paid")
        user.fill(field("Search bills"), self.business.name)
        user.click(button("Search"))
        search(user, self.business.name)
        user.say(self.truth)


class NextPayday(Scenario):
    """On which day will the next salary come?"""

    goals = [
        "On what day should my next salary arrive, going by when it came in the past months?",
        "When is my next payday? Work it out from the payslips in my mail or from the bank.",
        "My salary always comes on the same days of the month. What is the date of the next one?",
    ]
    apps = ("bank", "mail")
    tags = ["pattern"]

    def answer(self, store: Store):
        return patterns.next_payday(store)

    def items(self):
        yield observed("Saw salaries", showing="Salary", kind="search")

    def solution(self, user):
        go(user, "Activity")
        user.fill(field("Search transactions"), "Salary")
        user.click(button("Search"))
        user.say(self.truth)

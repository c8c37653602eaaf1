"""Money asked of others, payments shared with them, and budgets."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Budget, Entry, MoneyRequest, Spent
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Money, Setup, Store, Task, User, button, derived, money, phrase, pick, way
from lifeworld.tasks.bank import BOOKED, InMonth, go, known, open_person, open_spending, recent
from lifeworld.tasks.bank.spending import spent_on


class AskForMoney(Task):
    """A person is asked for money, with a note."""

    goals = [
        "Request {amount} from {person.name} in Harbour Bank with the note “{note}”.",
        "{person.name} owes me {amount}. Ask for it through the bank, and write “{note}” as the note.",
        "Send {person.name} a money request at Harbour Bank: {amount}, for “{note}”.",
    ]

    person: Person = pick(Person, known)
    amount: Money = money(4, 80)
    note: str = phrase("Your half of the taxi", "The flowers for Mum", "Ticket for Friday", "Lunch on Monday")

    def effects(self) -> Commands:
        yield bank.RequestMoney(self.person, self.amount, self.note)


class SplitWithTwo(Task):
    """A card payment is shared among three, the owner included."""

    goals = [
        "In Harbour Bank, split my card payment at {entry.title} of {entry.at} with {first.name} and {second.name}.",
        "{first.name} and {second.name} were with me at {entry.title} on {entry.at}. Have the bank split that card "
        "payment among the three of us.",
        "Share my card payment of {entry.at} at {entry.title} with {first.name} and {second.name}: use the bank's "
        "own way to split a payment.",
    ]

    entry: Entry = pick(Entry, lambda entry: recent(entry) and entry.amount.cents < -300, where=BOOKED)
    first: Person = pick(Person, known)
    second: Person = pick(Person, lambda second, first: known(second) and second != first)

    def effects(self) -> Commands:
        yield bank.SplitPayment(self.entry, (self.first, self.second))


class TakeRequestBack(Task):
    """One of two requests for money is withdrawn."""

    goals = [
        "Withdraw my request to {person.name} for {amount} in Harbour Bank.",
        "I asked {person.name} for {amount} by mistake. Take that money request back.",
        "Call off the request at Harbour Bank in which {person.name} is asked for {amount}.",
    ]

    person: Person = pick(Person, known)
    amount: Money = money(4, 80)
    other: Money = money(81, 120)

    def setup(self) -> Setup:
        yield bank.RequestMoney(self.person, self.amount, "Tickets")
        yield bank.RequestMoney(self.person, self.other, "Tickets")

    def effects(self, store: Store) -> Commands:
        asked = store.one(MoneyRequest, "person_id = ? AND amount = ?", self.person.id, self.amount)
        yield bank.WithdrawRequest(asked)

    def solution(self, user: User) -> None:
        go(user, "Pay & transfer", "Requests")
        user.click(button(f"Withdraw: {self.person.name}, {self.amount}, Tickets"))

    @way
    def on_their_own_page(self, user: User) -> None:
        open_person(user, self.person)
        user.click(button(f"Withdraw: {self.person.name}, {self.amount}, Tickets"))


class BudgetAsSpent(InMonth, Task):
    """A budget is set to what a month has cost."""

    goals = [
        "Set my monthly budget for {filing} at Harbour Bank to exactly what I spent on it in {month}.",
        "Look up what {filing} cost me in {month}, by the bank's spending overview, and make that my budget a month "
        "for it.",
        "In Harbour Bank, my budget a month for {filing} should be what I spent on {filing} in {month}, to the cent.",
    ]
    tags = ["look-up"]

    filing: Spent = phrase("Groceries", "Eating out", "Transport", "Home", "Shopping", "Leisure", "Health")
    limit: Money = derived(lambda store, first, filing: spent_in(store, first, filing))

    def effects(self) -> Commands:
        yield bank.SetBudget(self.filing, self.limit)

    def solution(self, user: User) -> None:
        user.do(bank.SetBudget(self.filing, open_spending(user, self.first)[self.filing]))


class AnotherBudget(Task):
    """One budget goes, and one for something else comes."""

    goals = [
        "Remove my budget for {budget.category} in Harbour Bank and set one of {amount} a month for {filing}.",
        "I don't need the {budget.category} budget at the bank any more. Take it away, and budget {amount} a month for "
        "{filing} instead.",
        "Swap budgets in Harbour Bank: {budget.category} goes, and {filing} gets {amount} a month.",
    ]

    budget: Budget = pick(Budget)
    filing: Spent = phrase("Transport", "Travel", "Home", "Health", "Giving", "Education")
    amount: Money = money(40, 400, cents=False)

    def effects(self) -> Commands:
        yield bank.RemoveBudget(self.budget)
        yield bank.SetBudget(self.filing, self.amount)


def spent_in(store: Store, first: date, filing: str) -> Money | None:
    """Return what was spent on a category in a month, None where nothing was."""
    cents = spent_on(store, first).get(filing)
    return Money(cents) if cents else None

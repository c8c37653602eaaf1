"""Accounts opened, named, closed, and their statements."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.taskkit import Commands, Money, Setup, Store, Task, User, amounts, button, link, money, phrase, pick, way
from lifeworld.tasks.bank import InMonth, balance_of, debit, go, holds, open_account

MOST_MOVED = Money(2_490_000)  # one transfer can't be much more


class OpenSavings(Task):
    """A savings account is opened with a first deposit."""

    goals = [
        "Open a savings account called “{name}” with a first deposit of {amount} from {source.name}.",
        "I'm saving for something new: open a savings account, nickname it “{name}” and put {amount} from "
        "{source.name} in.",
        "Get me another savings account at Harbour Bank. Name: “{name}”. Start it with {amount} out of {source.name}.",
    ]

    name: str = phrase("New bicycle", "Kitchen", "Winter trip", "Piano", "Garden shed", "Sailing lessons")
    amount: Money = money(20, 300, cents=False)
    source: Account = pick(Account, holds)

    def effects(self) -> Commands:
        yield bank.OpenAccount("savings", self.name, self.source, self.amount)

    @way
    def from_the_overview(self, user: User) -> None:
        go(user, "Open an account")
        user.do(bank.OpenAccount("savings", self.name, self.source, self.amount))


class RenameAndMakePrimary(Task):
    """An account gets a nickname and becomes the primary one."""

    goals = [
        "Rename {account.name} to “{name}” and make it my primary account.",
        "Call my {account.name} account “{name}” from now on; it should also be the primary one.",
        "Make {account.name} the primary account at Harbour Bank and give it the nickname “{name}”.",
    ]

    account: Account = pick(
        Account, lambda account, store: debit(account) and ledger.settings(store).primary_id != account.id
    )
    name: str = phrase("Main account", "Household", "Everything", "Day to day", "Running costs", "The big one")

    def effects(self) -> Commands:
        yield bank.RenameAccount(self.account, self.name)
        yield bank.SetPrimary(self.account)

    @way
    def primary_first(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Details"))
        user.click(button("Make primary account"))
        user.do(bank.RenameAccount(self.account, self.name))


class CloseEmptyAccount(Task):
    """An account is closed, after a transfer that empties it."""

    goals = [
        "Close my {account.name} account. Move what is in it to {target.name} first.",
        "I don't need {account.name} any more: send its money to {target.name}, then close it.",
        "Empty {account.name} into {target.name} and close it for good.",
    ]
    tags = ["long", "look-up"]

    account: Account = pick(
        Account,
        lambda account, store: (
            account.kind == "savings" and account.open and ledger.available(store, account) <= MOST_MOVED
        ),
    )
    target: Account = pick(Account, lambda target, account: debit(target) and target.id != account.id)
    amount: Money = money(20, 60)

    def setup(self, store: Store) -> Setup:
        yield bank.Transfer(ledger.settings(store).primary, self.account, self.amount)

    def effects(self, store: Store) -> Commands:
        yield bank.Transfer(self.account, self.target, ledger.available(store, self.account))
        yield bank.CloseAccount(self.account)

    def solution(self, user: User) -> None:
        left = balance_of(user, self.account)
        user.do(bank.Transfer(self.account, self.target, left))
        user.do(bank.CloseAccount(self.account))


class Statement(InMonth):
    """A month's statement of an account."""

    account: Account = pick(Account, lambda account, store, first: f"{first:%Y-%m}" in ledger.months(store, account))

    def open_statements(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Statements"))

    def open_statement(self, user: User) -> None:
        self.open_statements(user)
        user.click(link(self.month))


class ShowStatement(Statement, Task):
    """A statement is on the screen."""

    goals = [
        "Bring up the {month} statement of {account.name} and leave it open.",
        "Show me the {account.name} statement for {month}.",
        "I need to see the statement of {month} for my {account.name}. Open it.",
    ]
    tags = ["short"]

    def reached(self) -> str:
        return f"/bank/account/{self.account.id}/statement/{self.first:%Y-%m}"

    def solution(self, user: User) -> None:
        self.open_statement(user)

    @way
    def from_the_menu(self, user: User) -> None:
        open_account(user, self.account)
        user.click(button("Account options"))
        user.click(link("Statements").within("Account options"))
        user.click(link(self.month))


class ClosingBalance(Statement, Task):
    """What did an account hold at the end of a month?"""

    goals = [
        "What was the closing balance of {account.name} on the {month} statement?",
        "How much was in {account.name} at the end of {month}, according to its statement?",
        "Look at the {month} statement of my {account.name} account: what closing balance does it give?",
    ]

    account: Account = pick(
        Account,
        lambda account, store, first: not account.credit and f"{first:%Y-%m}" in ledger.months(store, account),
    )

    def answer(self, store: Store) -> Money:
        return ledger.statement(store, self.account, f"{self.first:%Y-%m}").after

    def solution(self, user: User) -> None:
        self.open_statement(user)
        user.say(amounts(user.page.fact("Closing balance"))[0])

    @way
    def in_the_list_of_statements(self, user: User) -> None:
        self.open_statements(user)
        user.say(amounts(user.page.line(self.month).text)[0])


class GrownBy(Statement, Task):
    """By how much did an account grow or shrink in a month?"""

    goals = [
        "By how much did the balance of {account.name} change over {month}, going by the statement?",
        "Did {account.name} gain or lose in {month}, and how much? The sum is all I need.",
        "Compare what {account.name} held at the beginning of {month} with what it held at the end. What's the "
        "difference?",
    ]
    tags = ["compare"]

    account: Account = pick(
        Account, lambda account, store: not account.credit and store.count(Entry, "account_id = ?", account.id) > 9
    )

    def answer(self, store: Store) -> Money | None:
        where = "account_id = ? AND kind <> 'opening' AND substr(at, 1, 7) = ?"
        found = store.all(Entry, where, self.account.id, f"{self.first:%Y-%m}")
        return Money(abs(sum(entry.amount.cents for entry in found))) or None

    def solution(self, user: User) -> None:
        self._tell(user, "Opening balance", "Closing balance")

    @way
    def by_what_was_paid_in_and_out(self, user: User) -> None:
        self._tell(user, "Paid in", "Paid out")

    def _tell(self, user: User, *labels: str) -> None:
        """Tell how far apart are two sums of the statement."""
        self.open_statement(user)
        one, other = (abs(amounts(user.page.fact(label))[0]) for label in labels)
        user.say(abs(one - other))

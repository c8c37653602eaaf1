"""Accounts opened, named, closed, and their statements."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    User,
    button,
    derived,
    field,
    link,
    money,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.taskkit.months import month_name, month_of
from lifeworld.tasks.bank.ways import (
    choose,
    debit,
    go,
    holds,
    open_account,
)

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
    source: Account = pick(Account, lambda source, amount: holds(source, amount))

    def effects(self) -> Commands:
        yield bank.OpenAccount("savings", self.name, self.source, self.amount)

    @way
    def from_the_overview(self, user: User) -> None:
        go(user, "Open an account")
        self._fill_in(user)

    def _fill_in(self, user: User) -> None:
        user.fill(field("Nickname"), self.name)
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.source)
        user.click(button("Open account"))


class RenameAndMakePrimary(Task):
    """An account gets a nickname and becomes the primary one."""

    goals = [
        "Rename {account.name} to “{name}” and make it my primary account.",
        "Call my {account.name} account “{name}” from now on; it should also be the primary one.",
        "Make {account.name} the primary account at Harbour Bank and give it the nickname “{name}”.",
    ]

    account: Account = pick(
        Account,
        lambda account, store: debit(account) and ledger.settings(store).primary_id != account.id,
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
        open_account(user, self.account)
        user.click(link("Change nickname"), via=[button("Account options")])
        user.fill(field("Nickname"), self.name)
        user.click(button("Save"))


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


class ShowStatement(Task):
    """A statement is on the screen."""

    goals = [
        "Bring up the {month} statement of {account.name} and leave it open.",
        "Show me the {account.name} statement for {month}.",
        "I need to see the statement of {month} for my {account.name}. Open it.",
    ]
    tags = ["short"]

    back: int = number(1, 9)
    month: str = derived(month_name)
    page: str = derived(lambda now, back: f"{month_of(now, back):%Y-%m}")
    account: Account = pick(Account, lambda account, store, page: page in ledger.months(store, account))

    def reached(self) -> str:
        return f"/bank/account/{self.account.id}/statement/{self.page}"

    def solution(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Statements"))
        user.click(link(self.month))

    @way
    def from_the_menu(self, user: User) -> None:
        open_account(user, self.account)
        user.click(button("Account options"))
        user.click(link("Statements").within("Account options"))
        user.click(link(self.month))

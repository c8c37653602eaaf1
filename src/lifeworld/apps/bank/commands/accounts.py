"""Accounts: open, name, choose the primary one, close; their budgets, and what one does to a line of the ledger."""

from datetime import timedelta
from typing import Any, Literal

from lifeworld.apps.bank.commands.cards import fresh_digits
from lifeworld.apps.bank.commands.payments import CLOSED, FROM_CREDIT, SHORT, check_purse, move
from lifeworld.apps.bank.ledger import DEBIT, PRIMARY_FIRST, available, labelled, settings
from lifeworld.apps.bank.models import Account, Budget, Category, Dispute, Entry, Reason, Settings, Spent
from lifeworld.core.money import Money
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, ask, line, tell, text

LONGEST, TAKEN = 30, "Another account is called {nickname}."
CALLED = "A name that you recognize."
PRODUCTS = {"checking": "Everyday Checking", "savings": "Rainy Day Savings"}
DISPUTABLE = timedelta(days=120)
REASONS = {
    "not mine": "I didn't make this payment",
    "charged twice": "I was charged twice",
    "wrong amount": "The amount is wrong",
    "not received": "I never got what I paid for",
}


class OpenAccount(Add, of=Account, seen_by="the bank"):
    """Open a checking or savings account, with a first deposit from another account if one is wanted."""

    kind: Literal["checking", "savings"] = "savings"
    nickname: str = line("Nickname", longest=LONGEST, default="", hint=CALLED, placeholder="Optional")
    source: Account | None = ask(
        "From", default=None, placeholder="No deposit", rows=DEBIT, order=PRIMARY_FIRST, shows=labelled
    )
    amount: Money = ask("Amount", default=Money())
    refusals = {
        "taken": TAKEN,
        "negative": "The first deposit can't be below $0.00.",
        "no_source": "Choose the account that the first deposit comes from.",
        "from_credit": FROM_CREDIT,
        "short": SHORT,
        "closed": CLOSED,
    }

    def check(self, store: Store) -> None:
        _check_name(self, store)
        self.need(self.amount >= Money(), "negative", "amount")
        if self.amount:
            self.need(self.source, "no_source", "source")
        if self.amount and self.source:
            self.need(not self.source.credit, "from_credit", "source")
            check_purse(self, store, self.source, self.amount, "source")

    def columns(self, store: Store) -> dict[str, Any]:
        own = {"kind": self.kind, "product": PRODUCTS[self.kind], "nickname": self.nickname}
        return {**own, "number": "4" + fresh_digits(store, "account", 9), "opened_at": store.now}

    def run(self, store: Store) -> Any:
        account = super().run(store)
        tell(store, "bank", "open account", "Harbour Bank", account.product)
        if self.amount and self.source:
            move(store, self.source, account, self.amount, "First deposit")
        return account


class RenameAccount(Edit, seen_by="nobody"):
    """Give an account a nickname; an empty one brings the product's name back."""

    account: Account
    nickname: str = line("Nickname", longest=LONGEST, default="")
    refusals = {"taken": TAKEN, "closed": CLOSED}

    def check(self, store: Store) -> None:
        self.need(self.account.open, "closed", account=self.account.name)
        _check_name(self, store)


class SetPrimary(Command, seen_by="nobody"):
    """Make an account the one that is offered first."""

    account: Account
    refusals = {
        "already": "{account.name} is your primary account already.",
        "credit": "A credit card can't be your primary account.",
        "closed": "{account.name} is closed.",
    }

    def run(self, store: Store) -> Settings:
        self.need(not self.account.credit, "credit")
        self.need(self.account.open, "closed")
        self.need(settings(store).primary_id != self.account.id, "already")
        return store.change(settings(store), primary_id=self.account.id)


class CloseAccount(Edit, sets={"closed": True}, seen_by="the bank"):
    """Close an empty account for good."""

    account: Account
    refusals = {
        "already": "{account.name} is closed already.",
        "primary": "{account.name} is your primary account. Choose another one first.",
        "credit": "To close a credit card, close it under Cards.",
        "not_empty": "There is still {left} in {account.name}. Move it out first.",
    }

    def check(self, store: Store) -> None:
        left = available(store, self.account)
        self.need(not self.account.credit, "credit")
        self.need(settings(store).primary_id != self.account.id, "primary")
        self.need(not left, "not_empty", left=left)

    def run(self, store: Store) -> Any:
        tell(store, "bank", "close account", "Harbour Bank", self.account.product)
        return super().run(store)


def _check_name(command: OpenAccount | RenameAccount, store: Store) -> None:
    own = command.its_row(store)
    same = "NOT closed AND id <> ? AND lower(?) IN (lower(nickname), lower(product))"
    taken = command.nickname and store.count(Account, same, own.id if own else 0, command.nickname)
    command.need(not taken, "taken", "nickname")


class SetBudget(Command, seen_by="nobody"):
    """Set how much to spend on a category in a month, or change it."""

    category: Spent = ask("Category", placeholder="Choose a category")
    limit: Money = ask("A month", positive="Enter an amount above $0.00.")
    refusals = {"already": "Your budget for {category} is {limit} already."}

    def run(self, store: Store) -> Budget:
        found = store.first(Budget, "category = ?", self.category)
        if not found:
            return store.add(Budget, category=self.category, limit=self.limit)
        self.need(found.limit != self.limit, "already", "limit")
        return store.change(found, limit=self.limit)


class RemoveBudget(Remove, seen_by="nobody"):
    """Do without a budget for a category."""

    budget: Budget


class Recategorise(Edit, seen_by="nobody"):
    """File a transaction under another category."""

    entry: Entry
    category: Category = ask("Category", hint="Only this transaction changes.")
    refusals = {"already": "Its category is {category} already.", "transfer": "Transfers keep their category."}

    def check(self, store: Store) -> None:
        self.need(self.entry.kind not in ("transfer", "opening"), "transfer")


class Annotate(Edit, seen_by="nobody"):
    """Put a note of one's own on a transaction; an empty one takes it off."""

    entry: Entry
    note: str = line("Note", longest=140, default="", hint="Only you see it. Search finds it, too.")


class DisputeCharge(Add, of=Dispute, sets={"opened_at": NOW}, seen_by="the bank"):
    """Tell the bank that a card charge is wrong."""

    entry: Entry
    reason: Reason = ask("What is wrong?", kind="radio", choices=REASONS)
    details: str = text("Details", default="", hint="Add any details that help us look into it.")
    refusals = {
        "already": "You have disputed this charge already.",
        "no_charge": "Only a card payment can be disputed.",
        "pending": "This charge is still pending. You can dispute it once it is booked.",
        "old": "A charge can be disputed for 120 days.",
    }

    def check(self, store: Store) -> None:
        self.need(self.entry.kind == "card", "no_charge")
        self.need(not self.entry.pending, "pending")
        self.need(store.now - self.entry.at <= DISPUTABLE, "old")
        self.need(not store.count(Dispute, "entry_id = ?", self.entry.id), "already")

    def run(self, store: Store) -> Any:
        tell(store, "bank", "dispute", self.entry.title, self.reason, details=self.details)
        return super().run(store)


class WithdrawDispute(Remove, seen_by="the bank"):
    """Take a dispute back."""

    dispute: Dispute

    def run(self, store: Store) -> Any:
        tell(store, "bank", "withdraw dispute", self.dispute.entry.title, self.dispute.reason)
        return super().run(store)

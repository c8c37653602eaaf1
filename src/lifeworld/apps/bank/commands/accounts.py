"""Accounts: open, name, choose the primary one, close."""

from typing import Any, Literal

from lifeworld.apps.bank.commands.cards import fresh_digits
from lifeworld.apps.bank.commands.payments import CLOSED, FROM_CREDIT, SHORT, check_purse, move
from lifeworld.apps.bank.ledger import DEBIT, PRIMARY_FIRST, available, labelled, settings
from lifeworld.apps.bank.models import Account, Settings
from lifeworld.core.money import Money
from lifeworld.store import Add, Command, Edit, Store, ask, line, tell

LONGEST, TAKEN = 30, "Another account is called {nickname}."
CALLED = "What you would like to call it, if you like."
PRODUCTS = {"checking": "Everyday Checking", "savings": "Rainy Day Savings"}


class OpenAccount(Add, of=Account, seen_by="the bank"):
    """Open a checking or savings account, with a first deposit from another account if one is wanted."""

    kind: Literal["checking", "savings"] = "savings"
    nickname: str = line("Nickname", longest=LONGEST, default="", hint=CALLED, placeholder="New kitchen")
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

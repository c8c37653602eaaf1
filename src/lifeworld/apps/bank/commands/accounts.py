"""Accounts: open, name, choose the primary one, close."""

from typing import Literal

from lifeworld.apps.bank.commands.cards import fresh_digits
from lifeworld.apps.bank.ledger import available, settings
from lifeworld.apps.bank.models import Account, Settings
from lifeworld.core.money import Money
from lifeworld.life.events import MoneyMoved
from lifeworld.store import Command, Store, tell

LONGEST = 30
PRODUCTS = {"checking": "Everyday Checking", "savings": "Rainy Day Savings"}


class OpenAccount(Command, seen_by="the bank"):
    """Open a checking or savings account, with a first deposit from another account if one is wanted."""

    kind: Literal["checking", "savings"] = "savings"
    nickname: str = ""
    source: Account | None = None
    amount: Money = Money()
    refusals = {
        "long": "Keep the name under 30 characters.",
        "taken": "Another account is called {name}.",
        "negative": "The first deposit can't be below $0.00.",
        "no_source": "Choose the account that the first deposit comes from.",
        "from_credit": "Money can't be moved out of a credit card.",
        "short": "There is only {available} available in {account}.",
        "closed": "{account} is closed.",
    }

    def run(self, store: Store) -> Account:
        nickname = _nickname(self, store, self.nickname, 0)
        self._check_deposit(store)
        account = store.add(
            Account,
            kind=self.kind,
            product=PRODUCTS[self.kind],
            nickname=nickname,
            number="4" + fresh_digits(store, "account", 9),
            opened_at=store.now,
        )
        tell(store, "bank", "open account", "Harbour Bank", account.product)
        if self.amount and self.source:
            self._deposit(store, self.source, account)
        return account

    def _check_deposit(self, store: Store) -> None:
        if self.amount < Money():
            raise self.refuse("negative", "amount")
        if not self.amount:
            return
        if self.source is None:
            raise self.refuse("no_source", "source")
        if self.source.credit:
            raise self.refuse("from_credit", "source")
        if self.source.closed:
            raise self.refuse("closed", "source", account=self.source.name)
        left = available(store, self.source)
        if self.amount > left:
            raise self.refuse("short", "amount", available=left, account=self.source.name)

    def _deposit(self, store: Store, source: Account, account: Account) -> None:
        tell(store, "bank", "transfer", account.number, self.amount)
        store.emit(
            MoneyMoved(
                at=store.now,
                source=source.kind,
                target=account.kind,
                amount=self.amount,
                memo="First deposit",
                accounts=(source.number, account.number),
            )
        )


class RenameAccount(Command, seen_by="nobody"):
    """Give an account a nickname; an empty one brings the product's name back."""

    account: Account
    nickname: str = ""
    refusals = {
        "long": "Keep the name under 30 characters.",
        "taken": "Another account is called {name}.",
        "closed": "{account} is closed.",
    }

    def run(self, store: Store) -> Account:
        if self.account.closed:
            raise self.refuse("closed", account=self.account.name)
        return store.change(self.account, nickname=_nickname(self, store, self.nickname, self.account.id))


class SetPrimary(Command, seen_by="nobody"):
    """Make an account the one that is offered first."""

    account: Account
    refusals = {
        "already": "{account} is your primary account already.",
        "credit": "A credit card can't be your primary account.",
        "closed": "{account} is closed.",
    }

    def run(self, store: Store) -> Settings:
        if self.account.credit:
            raise self.refuse("credit")
        if self.account.closed:
            raise self.refuse("closed", account=self.account.name)
        if settings(store).primary_id == self.account.id:
            raise self.refuse("already", account=self.account.name)
        return store.change(settings(store), primary_id=self.account.id)


class CloseAccount(Command, seen_by="the bank"):
    """Close an empty account for good."""

    account: Account
    refusals = {
        "closed": "{account} is closed already.",
        "primary": "{account} is your primary account. Choose another one first.",
        "credit": "To close a credit card, close it under Cards.",
        "not_empty": "There is still {available} in {account}. Move it out first.",
    }

    def run(self, store: Store) -> Account:
        if self.account.closed:
            raise self.refuse("closed", account=self.account.name)
        if self.account.credit:
            raise self.refuse("credit")
        if settings(store).primary_id == self.account.id:
            raise self.refuse("primary", account=self.account.name)
        left = available(store, self.account)
        if left:
            raise self.refuse("not_empty", account=self.account.name, available=left)
        tell(store, "bank", "close account", "Harbour Bank", self.account.product)
        return store.change(self.account, closed=True)


def _nickname(command: Command, store: Store, written: str, own: int) -> str:
    name = " ".join(written.split())
    if len(name) > LONGEST:
        raise command.refuse("long", "nickname")
    same = "NOT closed AND id <> ? AND lower(?) IN (lower(nickname), lower(product))"
    if name and store.count(Account, same, own, name):
        raise command.refuse("taken", "nickname", name=name)
    return name

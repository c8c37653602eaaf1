"""Cards: freeze, show the number, apply, close."""

from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Literal

from lifeworld.apps.bank.ledger import owed
from lifeworld.apps.bank.models import Account, Card, CardDesign
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Command, Store, tell


@dataclass(frozen=True)
class Offer:
    """A credit card that one can apply for."""

    key: str
    name: str
    design: CardDesign
    income: Money  # the least yearly income
    limit: Money
    fee: Money  # a year
    rate: str
    reward: str


OFFERS: tuple[Offer, ...] = (
    Offer(
        "compass",
        "Compass Travel",
        "compass",
        Money(4_500_000),
        Money(1_200_000),
        Money(9500),
        "21.49%",
        "3 points a dollar on travel and eating out",
    ),
    Offer(
        "lighthouse",
        "Lighthouse Low Rate",
        "lighthouse",
        Money(2_400_000),
        Money(500_000),
        Money(),
        "12.99%",
        "A low rate for what you pay off over time",
    ),
    Offer(
        "driftwood",
        "Driftwood Student",
        "driftwood",
        Money(600_000),
        Money(100_000),
        Money(),
        "18.99%",
        "1% back on everything, no fee",
    ),
)
BY_KEY = {offer.key: offer for offer in OFFERS}


class Freeze(Command, seen_by="nobody"):
    """Stop a card from paying until it is unfrozen."""

    card: Card
    refusals = {"frozen": "{card} is frozen already.", "closed": "{card} is closed."}

    def run(self, store: Store) -> Card:
        _must_be_open(self, self.card)
        if self.card.frozen:
            raise self.refuse("frozen", card=self.card.name)
        return store.change(self.card, frozen=True)


class Unfreeze(Command, seen_by="nobody"):
    """Let a frozen card pay again."""

    card: Card
    refusals = {"not_frozen": "{card} is not frozen.", "closed": "{card} is closed."}

    def run(self, store: Store) -> Card:
        _must_be_open(self, self.card)
        if not self.card.frozen:
            raise self.refuse("not_frozen", card=self.card.name)
        return store.change(self.card, frozen=False)


class ShowNumber(Command, seen_by="nobody"):
    """Show a card's number, expiry and code on screen for five minutes."""

    card: Card
    refusals = {"closed": "{card} is closed."}

    def run(self, store: Store) -> Card:
        _must_be_open(self, self.card)
        return store.change(self.card, shown_at=store.now)


class HideNumber(Command, seen_by="nobody"):
    """Mask a card's number again."""

    card: Card

    def run(self, store: Store) -> Card:
        return store.change(self.card, shown_at=None)


class ApplyForCard(Command, seen_by="the bank"):
    """Apply for a credit card; the bank decides at once by the income stated."""

    offer: Literal["compass", "lighthouse", "driftwood"]
    income: Money
    employment: Literal["employed", "self-employed", "student", "retired"] = "employed"
    refusals = {
        "held": "You have a {card} card already.",
        "not_positive": "Enter your income for a year.",
        "income": "{card} asks for an income of at least {least} a year.",
    }

    def run(self, store: Store) -> Card:
        offer = BY_KEY[self.offer]
        if store.count(Card, "product = ? AND NOT closed", offer.name):
            raise self.refuse("held", card=offer.name)
        if self.income <= Money():
            raise self.refuse("not_positive", "income")
        if self.income < offer.income:
            raise self.refuse("income", "income", card=offer.name, least=offer.income)
        tell(store, "bank", "apply for card", "Harbour Bank", offer.name, f"{self.employment}, {self.income} a year")
        return _issue(store, offer)


class CloseCard(Command, seen_by="the bank"):
    """Close a card for good; a credit card's account closes with it."""

    card: Card
    refusals = {"closed": "{card} is closed already.", "owing": "You owe {owed} on {card}. Pay it first."}

    def run(self, store: Store) -> Card:
        _must_be_open(self, self.card)
        account = self.card.account
        if account.credit:
            debt = owed(store, account)
            if debt > Money():
                raise self.refuse("owing", owed=debt, card=self.card.name)
            store.change(account, closed=True)
        tell(store, "bank", "close card", "Harbour Bank", self.card.product)
        return store.change(self.card, closed=True)


def fresh_digits(store: Store, purpose: str, count: int) -> str:
    """Return digits that depend on how much was made before, so that each run draws the same."""
    rng = Random(f"{store.get(Person, 1).name}/{purpose}/{store.count(Account)}")
    return "".join(str(rng.randrange(10)) for _ in range(count))


def _issue(store: Store, offer: Offer) -> Card:
    number = "5" + fresh_digits(store, "account", 9)
    account = store.add(
        Account, kind="credit", product=offer.name, number=number, limit=offer.limit, opened_at=store.now
    )
    return store.add(
        Card,
        account_id=account.id,
        product=offer.name,
        design=offer.design,
        number="9" + fresh_digits(store, "card", 15),
        expires=date(store.now.year + 4, store.now.month, 1),
        code=fresh_digits(store, "code", 3),
    )


def _must_be_open(command: Command, card: Card) -> None:
    if card.closed:
        raise command.refuse("closed", card=card.name)

"""Cards: freeze, show the number, apply, close."""

from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any, Literal

from lifeworld.apps.bank.ledger import owed
from lifeworld.apps.bank.models import Account, Card, CardDesign
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import NOW, Command, Edit, Store, ask, tell
from lifeworld.web.language import N_

CLOSED = "{card.name} is closed."


@dataclass(frozen=True)
class Offer:
    """A credit card that one can apply for; its key is its design."""

    key: CardDesign
    name: str
    reward: str
    rate: str
    income: Money  # the least yearly income
    limit: Money
    fee: Money  # a year


FREE = Money()
TRAVEL, LOW = N_("3 points a dollar on travel and eating out"), N_("A low rate for what you pay off over time")
STUDENT = N_("1% back on everything, no fee")
OFFERS = (
    Offer("compass", "Compass Travel", TRAVEL, "21.49%", Money(4_500_000), Money(1_200_000), Money(9500)),
    Offer("lighthouse", "Lighthouse Low Rate", LOW, "12.99%", Money(2_400_000), Money(500_000), FREE),
    Offer("driftwood", "Driftwood Student", STUDENT, "18.99%", Money(600_000), Money(100_000), FREE),
)
BY_KEY: dict[str, Offer] = {offer.key: offer for offer in OFFERS}


class _OpenCard(Edit, seen_by="nobody"):
    card: Card

    def check(self, store: Store) -> None:
        self.need(self.card.open, "closed")


class Freeze(_OpenCard, sets={"frozen": True}, seen_by="nobody"):
    """Stop a card from paying until it is unfrozen."""

    refusals = {"already": "{card.name} is frozen already.", "closed": CLOSED}


class Unfreeze(_OpenCard, sets={"frozen": False}, seen_by="nobody"):
    """Let a frozen card pay again."""

    refusals = {"already": "{card.name} is not frozen.", "closed": CLOSED}


class ShowNumber(_OpenCard, sets={"shown_at": NOW}, seen_by="nobody"):
    """Show a card's number, expiry and code on screen for five minutes."""

    refusals = {"closed": CLOSED}


class HideNumber(Edit, sets={"shown_at": None}, seen_by="nobody"):
    """Mask a card's number again."""

    card: Card


class ApplyForCard(Command, seen_by="the bank"):
    """Apply for a credit card; the bank decides at once by the income stated."""

    offer: Literal["compass", "lighthouse", "driftwood"]
    income: Money = ask("Yearly income", positive="Enter your income for a year.")
    employment: Literal["employed", "self-employed", "student", "retired"] = ask("Employment", default="employed")
    refusals = {
        "held": "You have a {card} card already.",
        "income": "{card} asks for an income of at least {least} a year.",
    }

    def run(self, store: Store) -> Card:
        offer = BY_KEY[self.offer]
        self.need(not store.count(Card, "product = ? AND NOT closed", offer.name), "held", card=offer.name)
        self.need(self.income >= offer.income, "income", "income", card=offer.name, least=offer.income)
        tell(store, "bank", "apply for card", "Harbour Bank", offer.name, f"{self.employment}, {self.income} a year")
        return _issue(store, offer)


class CloseCard(_OpenCard, sets={"closed": True}, seen_by="the bank"):
    """Close a card for good; a credit card's account closes with it."""

    refusals = {
        "closed": "{card.name} is closed already.",
        "owing": "You owe {owed} on {card.name}. Pay it first.",
    }

    def check(self, store: Store) -> None:
        super().check(store)
        debt = owed(store, self.card.account)
        self.need(not (self.card.account.credit and debt > Money()), "owing", owed=debt)

    def run(self, store: Store) -> Any:
        card = super().run(store)
        if card.account.credit:
            store.change(card.account, closed=True)
        tell(store, "bank", "close card", "Harbour Bank", card.product)
        return card


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
        design=offer.key,
        number="9" + fresh_digits(store, "card", 15),
        expires=date(store.now.year + 4, store.now.month, 1),
        code=fresh_digits(store, "code", 3),
    )

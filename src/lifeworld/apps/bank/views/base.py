"""What every screen of the bank shows."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Page, Pages, Request

pages = Pages("bank")
SOON = timedelta(days=5)
CATEGORY_ART = {
    "Groceries": "shopping-cart",
    "Eating out": "fork-and-knife-with-plate",
    "Transport": "bus",
    "Travel": "airplane",
    "Home": "house",
    "Health": "stethoscope",
    "Shopping": "shopping-bags",
    "Leisure": "ticket",
    "Insurance": "shield",
    "Education": "graduation-cap",
    "Giving": "heart-suit",
    "People": "handshake",
    "Income": "money-bag",
    "Transfers": "bank",
    "Other": "receipt",
}


def page(request: Request, template: str, **context: Any) -> Page:
    """Return a page with the accounts, their balances and whether numbers are covered."""
    store = request.store
    config = ledger.settings(store)
    shared = {
        "settings": config,
        "hide": config.hide_numbers,
        "accounts": ledger.open_accounts(store),
        "balances": ledger.balances(store),
        "due_soon": badge(store),
        "category_art": CATEGORY_ART,
        "zero": Money(),
        "tab": "",
    }
    return request.page(f"bank/{template}", **{**shared, **context})


def badge(store: Store) -> int:
    """Return how many open bills are due within five days, or late."""
    soon = store.now.date() + SOON
    waiting = "paid_at IS NULL AND due <= ? AND id NOT IN (SELECT bill_id FROM bank_scheduled)"
    return store.count(Bill, waiting, soon)


def by_day(entries: Iterable[Entry]) -> list[tuple[date | None, list[Entry]]]:
    """Group entries by day; those that are pending come first, under None."""
    grouped = groupby(entries, key=lambda entry: None if entry.pending else entry.at.date())
    return [(day, list(found)) for day, found in grouped]


def pictures(store: Store, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return what the rows of a ledger show beside their words, read at once: art, people, accounts.

    `again` counts the entries that look the same (a charge that was taken twice), so that no two links are named alike.
    """
    seen: Counter[tuple[str, int, str]] = Counter()
    again = {}
    for entry in entries:
        look = (entry.title, entry.amount.cents, f"{entry.at:%Y-%m-%d %H:%M}")
        seen[look] += 1
        again[entry.id] = seen[look]
    return {
        "again": again,
        "art_of": dict(store.sql("SELECT id, emoji FROM life_business")),
        "people": {person.id: person for person in store.all(Person, "id IN (SELECT person_id FROM bank_entry)")},
        "named": {account.id: account for account in store.all(Account)},
        "disputed": {entry for (entry,) in store.sql("SELECT entry_id FROM bank_dispute")},
    }


def businesses(store: Store) -> dict[int, Business]:
    return {business.id: business for business in store.all(Business)}


def options(request: Request, *kinds: str) -> list[tuple[int, str]]:
    """Return open accounts as the choices of a field, the primary one first."""
    hidden = ledger.settings(request.store).hide_numbers
    found = ledger.open_accounts(request.store, *kinds)
    return [(account.id, account.name if hidden else f"{account.name} (…{account.ending})") for account in found]

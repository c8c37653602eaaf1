"""Settings: privacy, alerts, how the bank reaches one."""

import re
from typing import Literal

from lifeworld.apps.bank.ledger import settings
from lifeworld.apps.bank.models import Alerts, Profile, Settings
from lifeworld.core.money import Money
from lifeworld.store import Command, Store


class HideNumbers(Command, seen_by="nobody"):
    """Cover balances and account numbers on all screens, or show them again."""

    hide: bool = False

    def run(self, store: Store) -> Settings:
        return store.change(settings(store), hide_numbers=self.hide)


class SaveSettings(Command, seen_by="nobody"):
    """Choose privacy, paperless statements and the way of contact."""

    hide_numbers: bool = False
    paperless: bool = True
    contact: Literal["email", "text", "letter"] = "email"

    def run(self, store: Store) -> Settings:
        return store.change(
            settings(store), hide_numbers=self.hide_numbers, paperless=self.paperless, contact=self.contact
        )


class SaveAlerts(Command, seen_by="nobody"):
    """Choose what the bank gives word of, and from which amounts."""

    low_on: bool = True
    low: Money = Money(30000)
    large_on: bool = True
    large: Money = Money(25000)
    deposits_on: bool = True
    bills_on: bool = True
    refusals = {"not_positive": "Enter an amount above $0.00."}

    def run(self, store: Store) -> Alerts:
        for field, amount in (("low", self.low), ("large", self.large)):
            if amount <= Money():
                raise self.refuse("not_positive", field)
        return store.change(
            store.get(Alerts, 1),
            low_on=self.low_on,
            low=self.low,
            large_on=self.large_on,
            large=self.large,
            deposits_on=self.deposits_on,
            bills_on=self.bills_on,
        )


class SaveProfile(Command, seen_by="nobody"):
    """Change the name one is greeted by, and the contact details that the bank holds."""

    preferred_name: str
    email: str
    phone: str
    address: str
    refusals = {
        "empty": "This can't be empty.",
        "email": "Enter an e-mail address, like name@postbox.example.",
        "phone": "Enter a phone number of ten digits.",
    }

    def run(self, store: Store) -> Profile:
        values = {
            name: " ".join(getattr(self, name).split()) for name in ("preferred_name", "email", "phone", "address")
        }
        for name, text in values.items():
            if not text:
                raise self.refuse("empty", name)
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]+", values["email"]):
            raise self.refuse("email", "email")
        if len(re.sub(r"\D", "", values["phone"])) != 10:
            raise self.refuse("phone", "phone")
        return store.change(store.get(Profile, 1), **values)

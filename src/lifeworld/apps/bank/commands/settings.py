"""Signing in by PIN, and out; privacy, alerts, how the bank reaches one."""

from datetime import timedelta
from typing import Literal

from lifeworld.apps.bank.ledger import settings
from lifeworld.apps.bank.models import Alerts, Profile, Session, Settings
from lifeworld.core.money import Money
from lifeworld.store import Command, Edit, Store, ask, line

EMPTY, NOTHING = "This can't be empty.", "Enter an amount above $0.00."
COVERS = "Covers balances and account numbers on every screen."
WAYS = {"email": "E-mail", "text": "Text message", "letter": "Letter"}
MAIL, NO_MAIL = r"[^@\s]+@[^@\s]+\.[a-z]+", "Enter an e-mail address, like name@postbox.example."
PHONE, NO_PHONE = r"(\D*\d){10}\D*", "Enter a phone number of ten digits."
MOST_MISSED, PAUSE = 3, timedelta(minutes=5)


class SignOut(Edit, of=Session, sets={"signed_in": False}, seen_by="nobody"):
    """Sign out of the bank."""


class SignIn(Command, seen_by="nobody"):
    """Sign in to the bank by PIN."""

    pin: str = line("PIN", empty="Enter your PIN.", like=r"\d{4}", unlike="A PIN has four digits.")
    refusals = {
        "already": "You are signed in already.",
        "locked": "Too many wrong PINs. Wait five minutes, then try again.",
    }

    def run(self, store: Store) -> Session:
        session = store.get(Session, 1)
        self.need(not session.signed_in, "already")
        self.need(not session.is_locked(store.now), "locked")
        if self.pin == session.pin:
            return store.change(session, signed_in=True, missed=0, shut_until=None)
        missed = session.missed + 1
        if missed < MOST_MISSED:
            return store.change(session, missed=missed)
        return store.change(session, missed=0, shut_until=store.now + PAUSE)


class HideNumbers(Command, seen_by="nobody"):
    """Cover balances and account numbers on all screens, or show them again."""

    hide: bool = False

    def run(self, store: Store) -> Settings:
        return store.change(settings(store), hide_numbers=self.hide)


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose privacy, paperless statements and the way of contact."""

    hide_numbers: bool = ask("Hide numbers", kind="switch", default=False, hint=COVERS)
    paperless: bool = ask("Paperless statements", kind="switch", default=True)
    contact: Literal["email", "text", "letter"] = ask("How we contact you", kind="radio", default="email", choices=WAYS)


class SaveAlerts(Edit, of=Alerts, seen_by="nobody"):
    """Choose what the bank gives word of, and from which amounts."""

    low_on: bool = ask("Low balance", kind="switch", default=True)
    low: Money = ask("When checking falls below", default=Money(30000), positive=NOTHING)
    large_on: bool = ask("Large payments", kind="switch", default=True)
    large: Money = ask("When a payment is at least", default=Money(25000), positive=NOTHING)
    deposits_on: bool = ask("Deposits", kind="switch", default=True)
    bills_on: bool = ask("Bills that are due", kind="switch", default=True)


class SaveProfile(Edit, of=Profile, seen_by="nobody"):
    """Change the name one is greeted by, and the contact details that the bank holds."""

    preferred_name: str = line("Preferred name", empty=EMPTY)
    email: str = line("E-mail", empty=EMPTY, like=MAIL, unlike=NO_MAIL)
    phone: str = line("Phone", empty=EMPTY, like=PHONE, unlike=NO_PHONE)
    address: str = line("Address", empty=EMPTY)

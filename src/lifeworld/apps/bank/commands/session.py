"""Signing in by PIN, and out."""

from datetime import timedelta

from lifeworld.apps.bank.models import Session
from lifeworld.store import Command, Edit, Store, line

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

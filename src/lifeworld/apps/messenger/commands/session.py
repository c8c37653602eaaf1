"""Signing in by telephone number and a code that comes as a text message, and out."""

from datetime import timedelta
from random import Random

from lifeworld.apps.messenger.models import ME, Session
from lifeworld.life.models import Person
from lifeworld.store import Command, Edit, Store, line

MOST_MISSED, PAUSE = 3, timedelta(minutes=5)
PHONE, NO_PHONE = r"(\D*\d){10}\D*", "Enter a phone number of ten digits."
IN, LOCKED = "You are signed in already.", "Too many wrong codes. Wait five minutes, then try again."


class SignOut(Edit, of=Session, sets={"signed_in": False, "code": "", "sent_at": None}, seen_by="nobody"):
    """Sign out of Chatter."""


class AskForCode(Command, seen_by="nobody"):
    """Have a code to sign in with sent to one's own phone number."""

    phone: str = line("Phone number", empty="Enter your phone number.", like=PHONE, unlike=NO_PHONE)
    refusals = {
        "already": IN,
        "locked": LOCKED,
        "unknown": "No account here has this number. Enter your own.",
    }

    def run(self, store: Store) -> Session:
        session = store.get(Session, 1)
        self.need(not session.signed_in, "already")
        self.need(not session.is_locked(store.now), "locked")
        self.need(_digits(self.phone) == _digits(store.get(Person, ME).phone), "unknown", "phone")
        if session.is_sent(store.now):  # the same once more, so that whichever message is read is right
            return store.change(session, sent_at=store.now)
        codes = session.codes + 1
        return store.change(session, code=code_of(store, codes), sent_at=store.now, codes=codes)


class SignIn(Command, seen_by="nobody"):
    """Sign in to Chatter with the code that was sent."""

    code: str = line("Code", empty="Enter the code.", like=r"\D*(\d\D*){6}", unlike="A code has six digits.")
    refusals = {
        "already": IN,
        "locked": LOCKED,
        "none": "No code is waiting. Have one sent to you first.",
    }

    def run(self, store: Store) -> Session:
        session = store.get(Session, 1)
        self.need(not session.signed_in, "already")
        self.need(not session.is_locked(store.now), "locked")
        self.need(session.is_sent(store.now), "none")
        if _digits(self.code) == _digits(session.code):
            return store.change(session, signed_in=True, code="", sent_at=None, missed=0, shut_until=None)
        missed = session.missed + 1
        if missed < MOST_MISSED:
            return store.change(session, missed=missed)
        return store.change(session, code="", sent_at=None, missed=0, shut_until=store.now + PAUSE)


def code_of(store: Store, number: int) -> str:
    """Return the `number`th code that is sent to the owner: “481 205”."""
    digits = Random(f"{store.get(Person, ME).phone} {number}").randrange(10**6)
    return f"{digits // 1000:03d} {digits % 1000:03d}"


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))

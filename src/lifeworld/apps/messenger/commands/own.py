"""Verbs on what is the owner's own: profile, status, settings; signing in by a code, and out."""

from datetime import timedelta
from random import Random
from typing import Any

from lifeworld.apps.messenger.models import ME, Audience, FontSize, Session, Settings, Status, StatusColour, Wallpaper
from lifeworld.life.models import Person
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, ask, line, tell
from lifeworld.store import text as words

AUDIENCE = {"everyone": "Everyone", "contacts": "My contacts", "nobody": "Nobody"}
MOST_MISSED, PAUSE = 3, timedelta(minutes=5)
PHONE, NO_PHONE = r"(\D*\d){10}\D*", "Enter a phone number of ten digits."
IN, LOCKED = "You are signed in already.", "Too many wrong codes. Wait five minutes, then try again."


class PostStatus(Add, of=Status, sets={"person_id": ME, "posted_at": NOW}, seen_by="contacts"):
    """Show all contacts a few words for a day."""

    text: str = words("What's new?", empty="Write something first.", longest=250, placeholder="Type a status")
    colour: StatusColour = ask("Colour", default="plum")

    def run(self, store: Store) -> Any:
        tell(store, "messenger", "status", "contacts", self.text)
        return super().run(store)


class DeleteStatus(Remove, seen_by="contacts"):
    """Take one's own status back."""

    status: Status
    refusals = {"foreign": "This is {status.person.first}'s status."}

    def run(self, store: Store) -> Any:
        self.need(self.status.person_id == ME, "foreign")
        tell(store, "messenger", "take status back", "contacts", self.status.text)
        return super().run(store)


class SaveProfile(Edit, of=Settings, seen_by="contacts"):
    """Set the name and the words that others see."""

    name: str = line("Name", empty="Enter your name.", longest=25, hint="Others see this name instead of your number.")
    about: str = line("About", default="", longest=140)

    def run(self, store: Store) -> Any:
        for field, written in vars(self).items():
            if written != getattr(settings(store), field):
                tell(store, "messenger", f"change {field}", "contacts", written)
        return super().run(store)


class SavePrivacy(Edit, of=Settings, seen_by="nobody"):
    """Choose who sees what, and whether others learn that one has read."""

    last_seen: Audience = ask("Last seen and online", default="contacts", choices=AUDIENCE)
    photo: Audience = ask("Profile photo", default="everyone", choices=AUDIENCE)
    about_seen: Audience = ask("About", default="contacts", choices=AUDIENCE)
    receipts: bool = ask(
        "Read receipts", kind="switch", default=False, hint="Off: nobody sees whether you have read a message."
    )


class SaveNotifications(Edit, of=Settings, seen_by="nobody"):
    """Choose what notifications show."""

    previews: bool = ask(
        "Show previews", kind="switch", default=False, hint="Off: notifications say only that there is a message."
    )
    reactions: bool = ask("Reactions to my messages", kind="switch", default=False)


class SetWallpaper(Edit, of=Settings, seen_by="nobody"):
    """Choose what lies behind the messages of all chats that have no wallpaper of their own."""

    wallpaper: Wallpaper = ask("Wallpaper", default="doodles")


class SetFontSize(Edit, of=Settings, seen_by="nobody"):
    """Choose how large messages are written."""

    font_size: FontSize = ask("Message size", kind="radio", default="medium")


def settings(store: Store) -> Settings:
    """Return the one row of settings."""
    return store.get(Settings, 1)


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
        "none": "No code has been sent. Request one first.",
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

"""Verbs on what is the owner's own: profile, status, settings."""

from lifeworld.apps.messenger.commands.rules import owner
from lifeworld.apps.messenger.models import Audience, FontSize, Settings, Status, StatusColour, Wallpaper
from lifeworld.store import Command, Store, tell

LONGEST_ABOUT = 140
LONGEST_NAME = 25
LONGEST_STATUS = 250


class PostStatus(Command, seen_by="contacts"):
    """Show all contacts a few words for a day."""

    text: str
    colour: StatusColour = "plum"
    refusals = {"empty": "Write something first.", "long": "Keep a status under 250 characters."}

    def run(self, store: Store) -> Status:
        text = self.text.strip()
        if not text:
            raise self.refuse("empty", "text")
        if len(text) > LONGEST_STATUS:
            raise self.refuse("long", "text")
        tell(store, "messenger", "status", "contacts", text)
        return store.add(Status, person_id=owner(store).id, text=text, colour=self.colour, posted_at=store.now)


class DeleteStatus(Command, seen_by="contacts"):
    """Take one's own status back."""

    status: Status
    refusals = {"foreign": "This is {name}'s status."}

    def run(self, store: Store) -> Status:
        if self.status.person_id != owner(store).id:
            raise self.refuse("foreign", name=self.status.person.first)
        store.remove(self.status)
        tell(store, "messenger", "take status back", "contacts", self.status.text)
        return self.status


class SaveProfile(Command, seen_by="contacts"):
    """Set the name and the words that others see."""

    name: str
    about: str = ""
    refusals = {
        "nameless": "Enter your name.",
        "long_name": "Keep your name under 25 characters.",
        "long_about": "Keep it under 140 characters.",
    }

    def run(self, store: Store) -> Settings:
        name, about = " ".join(self.name.split()), self.about.strip()
        if not name:
            raise self.refuse("nameless", "name")
        if len(name) > LONGEST_NAME:
            raise self.refuse("long_name", "name")
        if len(about) > LONGEST_ABOUT:
            raise self.refuse("long_about", "about")
        for field, text in (("name", name), ("about", about)):
            if text != getattr(settings(store), field):
                tell(store, "messenger", f"change {field}", "contacts", text)
        return store.change(settings(store), name=name, about=about)


class SavePrivacy(Command, seen_by="nobody"):
    """Choose who sees what, and whether others learn that one has read."""

    last_seen: Audience = "contacts"
    photo: Audience = "everyone"
    about_seen: Audience = "contacts"
    receipts: bool = False

    def run(self, store: Store) -> Settings:
        return store.change(
            settings(store),
            last_seen=self.last_seen,
            photo=self.photo,
            about_seen=self.about_seen,
            receipts=self.receipts,
        )


class SaveNotifications(Command, seen_by="nobody"):
    """Choose what notifications show."""

    previews: bool = False
    reactions: bool = False

    def run(self, store: Store) -> Settings:
        return store.change(settings(store), previews=self.previews, reactions=self.reactions)


class SetWallpaper(Command, seen_by="nobody"):
    """Choose what lies behind the messages of all chats that have no wallpaper of their own."""

    wallpaper: Wallpaper = "doodles"

    def run(self, store: Store) -> Settings:
        return store.change(settings(store), wallpaper=self.wallpaper)


class SetFontSize(Command, seen_by="nobody"):
    """Choose how large messages are written."""

    font_size: FontSize = "medium"

    def run(self, store: Store) -> Settings:
        return store.change(settings(store), font_size=self.font_size)


def settings(store: Store) -> Settings:
    """Return the one row of settings."""
    return store.get(Settings, 1)

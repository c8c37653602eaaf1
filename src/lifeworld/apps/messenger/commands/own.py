"""Verbs on what is the owner's own: profile, status, settings."""

from typing import Any

from lifeworld.apps.messenger.models import ME, Audience, FontSize, Settings, Status, StatusColour, Wallpaper
from lifeworld.store import NOW, Add, Edit, Remove, Store, ask, line, tell
from lifeworld.store import text as words

AUDIENCE = {"everyone": "Everyone", "contacts": "My contacts", "nobody": "Nobody"}


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

    name: str = line(
        "Name", empty="Enter your name.", longest=25, hint="This is what others see instead of your number."
    )
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

    font_size: FontSize = ask("Size of messages", kind="radio", default="medium")


def settings(store: Store) -> Settings:
    """Return the one row of settings."""
    return store.get(Settings, 1)

"""What is done on the device itself."""

from datetime import datetime

from lifeworld.store import Command, Edit, Store
from lifeworld.web.language import N_
from lifeworld.web.shell.models import Device, Dismissed, Source, Wallpaper

DIMMEST, BRIGHTEST, STEP = 10, 100, 15  # percent; a finger is wider than a tenth of a phone
_SO = {"already": N_("It is so already.")}


class SwitchWifi(Edit, of=Device, seen_by="nobody"):
    """Switch Wi-Fi on or off."""

    wifi: bool

    refusals = _SO


class SwitchDoNotDisturb(Edit, of=Device, seen_by="nobody"):
    """Hold back the notifications that come, or let them come again."""

    do_not_disturb: bool

    refusals = _SO


class SwitchTorch(Edit, of=Device, seen_by="nobody"):
    """Switch the torch on or off."""

    torch: bool

    refusals = _SO


class SetBrightness(Edit, of=Device, seen_by="nobody"):
    """Set how bright the screen is, in percent."""

    brightness: int

    refusals = {**_SO, "range": N_("Brightness goes from 10 to 100 percent, in steps of 15.")}

    def check(self, store: Store) -> None:
        self.need(self.brightness in range(DIMMEST, BRIGHTEST + 1, STEP), "range", "brightness")


class SetWallpaper(Edit, of=Device, seen_by="nobody"):
    """Choose the picture behind the home screen."""

    wallpaper: Wallpaper

    refusals = _SO


class SilenceApp(Edit, seen_by="nobody"):
    """Let an app notify or not."""

    source: Source
    silenced: bool

    refusals = _SO


class Dismiss(Command, seen_by="nobody"):
    """Clear notifications, each named by its `mark`."""

    notices: tuple[str, ...]

    refusals = {
        "none": N_("There are no notifications to clear."),
        "unknown": N_("There is no such notification."),
        "already": N_("This notification has been cleared."),
    }

    def run(self, store: Store) -> None:
        self.need(self.notices, "none")
        for mark in self.notices:
            source, href, at, about = self._read(store, mark)
            values = {"source_id": source.id, "href": href, "at": at, "about": about}
            where = " AND ".join(f"{name} = ?" for name in values)
            self.need(not store.count(Dismissed, where, *values.values()), "already")
            store.add(Dismissed, **values)

    def _read(self, store: Store, mark: str) -> tuple[Source, str, datetime, int]:
        app, _, rest = mark.partition(" ")
        rest, _, about = rest.rpartition(" ")
        href, _, at = rest.rpartition(" ")
        source = store.first(Source, "app = ?", app)
        try:
            moment = datetime.fromisoformat(at)
        except ValueError:
            raise self.refuse("unknown") from None
        if source is None or not href.startswith("/") or not about.isdecimal():
            raise self.refuse("unknown")
        return source, href, moment, int(about)


def mark(app: str, href: str, at: datetime, about: int) -> str:
    """Return what names a notification: its app, what it leads to, when it came, and the row that it is about."""
    return f"{app} {href} {at.isoformat()} {about}"


class Lock(Edit, of=Device, sets={"locked": True}, seen_by="nobody"):
    """Lock the screen."""


class Unlock(Edit, of=Device, sets={"locked": False}, seen_by="nobody"):
    """Unlock the screen."""

"""Tables of the device itself: what its owner has set, and which notifications are gone."""

from datetime import datetime
from typing import Literal

from lifeworld.store import Row, Store, incidental, ref

Wallpaper = Literal["hills", "desert", "lagoon", "afterglow"]


class Device(Row, table="device_settings", called="the device"):
    """The one row of what is set on the device. Brightness is in percent; no picture shows it, as none of a phone's."""

    wifi: bool = True
    do_not_disturb: bool = False
    torch: bool = False
    brightness: int = 70
    wallpaper: Wallpaper = "hills"
    locked: bool = incidental("a screen is locked and unlocked in passing", default=False)


class Source(Row, table="device_source", called="a notification setting"):
    """An app, by its id, as far as it notifies."""

    app: str
    name: str
    silenced: bool = False


class Dismissed(
    Row, table="device_dismissed", incidental="as a notification that is read, one that is cleared is gone"
):
    """A notification that is gone. One of later, or of another row (`about`; 0 for none), is another notification."""

    source_id: int = ref(Source)
    href: str
    at: datetime
    about: int = 0


MODELS: tuple[type[Row], ...] = (Device, Source, Dismissed)


def device(store: Store) -> Device:
    """Return what is set on the device."""
    return store.get(Device, 1)


def silenced(store: Store) -> frozenset[str]:
    """Return the ids of the apps that notify nobody."""
    return frozenset(source.app for source in store.all(Source, "silenced"))

"""What stands around apps: the status bar; on a desktop the dock, and how much is to be told."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from lifeworld.store import Store
from lifeworld.web.app import App
from lifeworld.web.request import Host
from lifeworld.web.shell.models import Device, device, silenced
from lifeworld.web.shell.notices import groups

_MORNING, _NIGHT = 7, 23  # the battery is off its charger at one, on it at the other
_AN_HOUR, LOW = 5, 20  # percent: what it loses, and when it is low
PINNED, MOST = 7, 9  # apps in the dock: those that are always there, and all


@dataclass(frozen=True)
class Docked:
    """An app in the dock, with the number on its icon; it runs from when it is opened until it is closed."""

    app: App
    badge: int
    running: bool

    @property
    def href(self) -> str:
        """Where its icon leads: to the page at which it was left, where it runs."""
        return f"/recent/{self.app.id}" if self.running else self.app.href


@dataclass(frozen=True)
class Counted:
    """The number on each app's icon, by its id, and that of all notifications."""

    badges: Mapping[str, int]
    told: int


class Desk:
    """The desktop of one world; what is counted is counted once for each state of the world."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._counted: tuple[object, Counted] | None = None

    def counted(self) -> Counted:
        store = self._host.store
        version = store.state or store.read.version  # where the state is unknown, in a transaction
        if self._counted is None or self._counted[0] != version:
            self._counted = version, self._count()
        return self._counted[1]

    def _count(self) -> Counted:
        store, mute = self._host.store, silenced(self._host.store)
        badges = {app.id: app.waiting(store) for app in self._host.apps if app.id not in mute}
        return Counted(badges, sum(len(group.notices) for group in groups(self._host)))

    def docked(self) -> tuple[Docked, ...]:
        """Return what the dock shows: the first apps, and those that run beside them."""
        badges, running = self.counted().badges, self._host.recent
        shown = [app for place, app in enumerate(self._host.apps) if place < PINNED or app.id in running][:MOST]
        return tuple(Docked(app, badges.get(app.id, 0), app.id in running) for app in shown)


@dataclass(frozen=True)
class Status:
    """The device as it is set, and the charge of its battery in percent.

    Attributes:
        docked: what a desktop's dock shows.
        told: how many notifications a desktop's menu bar counts.
    """

    set: Device
    charge: int
    docked: tuple[Docked, ...] = ()
    told: int = 0

    @property
    def low(self) -> bool:
        """Whether the battery is."""
        return self.charge <= LOW


def status(store: Store, charge: int = 0, desk: Desk | None = None) -> Status:
    """Return what the status bar shows; `charge` is what a pop-up tells of the battery, where one comes."""
    around = (desk.docked(), desk.counted().told) if desk else ()
    return Status(device(store), charge or charge_at(store.now), *around)


def charge_at(now: datetime) -> int:
    """Return how full the battery is: it sinks by the hour from morning, and is full at night."""
    if not _MORNING <= now.hour < _NIGHT:
        return 100
    return 100 - _AN_HOUR * ((now.hour - _MORNING) * 60 + now.minute) // 60

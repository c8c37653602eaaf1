"""What the status bar shows."""

from dataclasses import dataclass
from datetime import datetime

from lifeworld.store import Store
from lifeworld.web.shell.desk import Desk, Docked
from lifeworld.web.shell.models import Device, device

_MORNING, _NIGHT = 7, 23  # off its charger at one, on it at the other
_AN_HOUR = 5  # percent
LOW = 20  # percent


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

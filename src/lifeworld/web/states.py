"""Where an episode may begin: not only on the home screen, but wherever its owner has left the device."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lifeworld.store import Row, Store

Address = str | Callable[[Store], str]


@dataclass(frozen=True)
class State:
    """One place: an address of its app, and what has been typed there or stands open.

    `typed` gives fields by their labels, `opened` the name of a menu or fold that stands open. `signed_out`: the owner
    is, unless the task itself is about signing in or out. `locked`: so is the device.
    """

    name: str
    address: Address
    typed: Mapping[str, str] = field(default_factory=dict)
    opened: str = ""
    signed_out: bool = False
    locked: bool = False

    def path(self, store: Store) -> str:
        """Return its address in this world, below its app's."""
        return self.address if isinstance(self.address, str) else self.address(store)


SHELL = (
    State("home", "/"),
    State("notifications", "/notifications"),
    State("recent-apps", "/recent"),
    State("app-search", "/search?q=er"),
    State("quick-settings", "/device/quick"),
    State("lock-screen", "/device/lock", locked=True),
)


def at(model: type[Row], address: str, where: str = "1", *values: Any, order: str = "id") -> Callable[[Store], str]:
    """Return the address of the first row of a kind: `at(Task, "/task/{id}", "done_at IS NULL")`."""

    def path(store: Store) -> str:
        row = store.first(model, where, *values, order=order)
        if row is None:
            raise LookupError(f"no {model.__name__} with {where}")
        return address.format_map({name: getattr(row, name) for name in model.table().names})

    return path

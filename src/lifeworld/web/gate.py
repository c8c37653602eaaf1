"""What stands before an app that its owner may be signed out of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from lifeworld.store import Command, Store

SIGN_IN = "/sign-in"  # where a gate stands, below its app; pages below it are the gate's, too


@dataclass(frozen=True)
class Notice:
    """One line of the notification list; `about` is the id of the latest row that it tells of, 0 where it is one."""

    title: str
    text: str
    href: str
    at: datetime
    about: int = 0


def _no_notices(store: Store) -> list[Notice]:
    return []


@dataclass(frozen=True)
class Gate:
    """While it is shut, the app shows nothing but its pages at `SIGN_IN`, and does nothing but `opens`.

    Attributes:
        shut: whether the owner is signed out.
        signs_out: what shuts it.
        opens: the commands that may be given while it is shut.
        entry: those that sign the owner in, in turn.
        says: what the owner tells who will have to sign in, filled from `facts`.
        notices: what the app sends to the device of somebody who signs in, as a code.
    """

    shut: Callable[[Store], bool]
    signs_out: type[Command]
    opens: tuple[type[Command], ...]
    entry: Callable[[Store], tuple[Command, ...]]
    says: str
    facts: Callable[[Store], Mapping[str, str]]
    notices: Callable[[Store], list[Notice]] = _no_notices

    @property
    def commands(self) -> frozenset[type[Command]]:
        """The commands that are about signing in or out."""
        return frozenset((self.signs_out, *self.opens))

"""When something comes that nobody on the device has done: in the world's time, or after what was done there."""

from dataclasses import dataclass

from lifeworld.life import events
from lifeworld.store import Command, Due, Event, Store


@dataclass(frozen=True)
class Moment:
    """A moment after the start; only one of minutes, an app and a command says which.

    Attributes:
        minutes: of the world's time, which only waiting moves.
        opened: the id of an app: when one of its screens is shown for the first time.
        done: the name of a command: when it has been done so often as `times` says.
    """

    minutes: int = 0
    opened: str = ""
    done: str = ""
    times: int = 1


def when(*, minutes: int = 0, opened: str = "", done: type[Command] | None = None, times: int = 1) -> Moment:
    """Return the moment after so many minutes, when an app is first opened, or when a command is done once more.

    Raises:
        ValueError: it names no moment, or more than one.
    """
    if sum(map(bool, (minutes, opened, done))) != 1 or minutes < 0 or times < 1:
        raise ValueError("a moment is one of minutes=5, opened=“bank” and done=Pay (with times=2 for the second time)")
    return Moment(minutes, opened, done.__name__ if done else "", times)


def drop(store: Store, kind: str, after: int) -> None:
    """Drop what is yet to come of a kind and was noted after row `after`."""
    with store.writing():
        for due in store.all(Due, "kind = ? AND id > ?", kind, after):
            store.remove(due)


def scheduled(due: Due) -> Event:
    """Return the event that was noted."""
    kind: type[Event] = getattr(events, due.kind)
    return due.holds(kind)

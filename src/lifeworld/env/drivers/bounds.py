"""What one action may take: bounded, so that nothing that an agent may ask for outlasts the driver's deadline."""

from collections.abc import Sequence
from typing import TypeVar

from lifeworld.core.actions import Action, Click, Drag, Key, SetValue, Text

T = TypeVar("T")

MOST_HELD_MS = 30_000  # by all the presses of one action together
MOST_PLACES = 200  # of a drag
MOST_MOVES = 400
MOST_SCROLLED = 1_000_000.0  # pixels; no page is as long

_SECONDS_A_MOVE = 0.1
_SECONDS_A_PRESS = 0.2
_SECONDS_A_LETTER = 5e-5


def hold(hold_ms: int, times: int) -> float:
    """Return how many seconds each of several presses lasts: together no longer than one may."""
    return min(hold_ms, MOST_HELD_MS / times) / 1000


def thinned(path: Sequence[T]) -> Sequence[T]:
    """Return a path of no more places than a drag takes, evenly chosen, the first and the last among them."""
    if len(path) <= MOST_PLACES:
        return path
    last = len(path) - 1
    return [path[round(at * last / (MOST_PLACES - 1))] for at in range(MOST_PLACES)]


def scrolled(length: float) -> float:
    """Return a distance that a browser can scroll by."""
    return min(max(length, -MOST_SCROLLED), MOST_SCROLLED)


def seconds(action: Action) -> float:
    """Return how long an action itself may last, on top of what a page may take to answer it."""
    match action:
        case Click():
            return (hold(action.hold_ms, action.count) + _SECONDS_A_PRESS) * action.count
        case Key():
            return (hold(action.hold_ms, action.repeat) + _SECONDS_A_PRESS) * action.repeat
        case Drag():
            return action.duration_ms / 1000 + MOST_MOVES * _SECONDS_A_MOVE
        case Text(text=text) | SetValue(value=str(text)):
            return len(text) * _SECONDS_A_LETTER
    return 0

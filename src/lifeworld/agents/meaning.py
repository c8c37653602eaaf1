"""What a provider's call means: a table of its names, read leniently; what can't be understood becomes `Invalid`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from lifeworld.agents.picture import Picture
from lifeworld.core.actions import Action, Invalid, Point, parse_action

NOTCH = 120  # pixels that one click of a wheel scrolls, as Chromium counts them
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Misplaced(ValueError):
    """A place that is none."""

    def __init__(self, invalid: Invalid) -> None:
        super().__init__(invalid.detail)
        self.invalid = invalid


@dataclass
class Frame:
    """What a model's places are on.

    Attributes:
        grid: into how many units the model divides each side; None where it counts pixels of the picture.
        picture: the last that was sent; None in the channel without pictures.
        pointer: the last place that was pointed at.
        ratio: pixels of the screen for one of the picture.
    """

    grid: float | None = None
    picture: Picture | None = None
    pointer: Point | None = None
    ratio: float = 1

    def at(self, x: Any, y: Any) -> Point:
        """Return the place that a model means.

        Raises:
            Misplaced: there is no picture, or it lies outside.
        """
        if self.picture is None:
            raise Misplaced(Invalid(code="unsupported_on_target", detail="there is no picture to point at"))
        place = self.picture.point(x, y, self.grid)
        if isinstance(place, Invalid):
            raise Misplaced(place)
        return place


Given: TypeAlias = dict[str, Any]
Said: TypeAlias = dict[str, Any] | list[dict[str, Any]]
Table: TypeAlias = Mapping[str, Callable[[Given, Frame], Said]]
"""By name of the call: its arguments to one action or several, as `parse_action` reads them."""


def meant(table: Table, name: Any, given: Any, frame: Frame) -> tuple[Action, ...]:
    """Return the actions that a call means; unknown arguments are passed over. Never raises."""
    means = table.get(name) if isinstance(name, str) else None
    if means is None:
        return (Invalid(code="unknown_action", detail=f"there is no “{name}” here; there are {', '.join(table)}"),)
    try:
        said = means(given, frame)
    except Misplaced as misplaced:
        return (misplaced.invalid,)
    except KeyError as missing:
        return (Invalid(code="bad_argument", detail=f"{name} wants {missing}"),)
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        return (Invalid(code="bad_argument", detail=f"{name}: {error}"),)
    actions = tuple(map(parse_action, said if isinstance(said, list) else [said]))
    frame.pointer = _pointed(actions) or frame.pointer
    return actions


def click(target: Point | None, button: str = "left", count: int = 1, modifiers: Any = ()) -> dict[str, Any]:
    """Return a click as plain data; where `target` is None, at the pointer."""
    return {"type": "click", "target": target, "button": button, "count": count, "modifiers": modifiers or ()}


def scroll(target: Point | None, direction: Any, length: float, unit: str = "px") -> dict[str, Any]:
    """Return a scroll towards what lies in a direction, as plain data.

    Raises:
        KeyError: there is no such direction.
    """
    dx, dy = DIRECTIONS[str(direction).lower()]
    return {"type": "scroll", "target": target, "dx": dx * length, "dy": dy * length, "unit": unit}


def _pointed(actions: tuple[Action, ...]) -> Point | None:
    ends = [getattr(one, "target", None) or next(iter(getattr(one, "path", ())[-1:]), None) for one in actions]
    return next((end for end in reversed(ends) if isinstance(end, Point)), None)

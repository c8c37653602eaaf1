"""Says an action by places on the picture: what one would have done who sees no tree."""

from collections.abc import Sequence

from lifeworld.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    Observe,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
)
from lifeworld.env.drivers.dom_input import option_of, plain
from lifeworld.env.walker import Element, fields

_MOST_PRESSES = 100  # of one Key

Spot = tuple[float, float]  # in pixels of the screen
# Of the wheel: where, and how far; () where the keyboard on the screen was put away.
Turn = tuple[float, float, float, float] | tuple[()]


def by_points(
    action: Action, element: Element | None, spots: Sequence[Spot], turns: Sequence[Turn], size: tuple[int, int]
) -> tuple[Action, ...]:
    """Return what an action by references comes to by points; nothing where it can't be said by points.

    Args:
        action: as it was carried out.
        element: what its target was, before.
        spots: where it pressed, in pixels of the screen.
        turns: what had to be scrolled to bring that into view.
        size: of the screen.
    """
    points = [Point(x=_fraction(x, size[0]), y=_fraction(y, size[1])) for x, y in spots]
    done = _said(action, element, points)
    return (*scrolled(turns, size), *done) if done else ()


def scrolled(turns: Sequence[Turn], size: tuple[int, int]) -> tuple[Action, ...]:
    """Return turns of the wheel as actions."""
    return tuple(_turned(turn, *size) if turn else System(name="hide_keyboard") for turn in turns)


def _turned(turn: tuple[float, float, float, float], wide: int, high: int) -> Scroll:
    x, y, dx, dy = turn
    return Scroll(target=Point(x=_fraction(x, wide), y=_fraction(y, high)), dx=dx, dy=dy)


def _said(action: Action, element: Element | None, points: Sequence[Point]) -> tuple[Action, ...]:
    if not points:
        return ()
    if isinstance(action, Drag):
        return (action.model_copy(update={"path": tuple(points)}),)
    if isinstance(action, SetValue) and element is not None:
        return _set(action.value, element, points[0])
    if isinstance(action, Click) and element is not None and element.tag == "option":
        return _chosen(element.around("select"), element, points[0])
    return (action.model_copy(update={"target": points[0]}),)


def _set(value: object, element: Element, point: Point) -> tuple[Action, ...]:
    if element.tag == "select":
        return _chosen(element, option_of(element, str(value)), point)
    if isinstance(value, bool):
        return (Observe(),) if _is_on(element) == value else (Click(target=point),)
    if isinstance(value, str | float) and fields.takes_text(element):
        return (Text(target=point, text=plain(value), clear=bool(fields.typed(element))),)
    return ()


def _is_on(element: Element) -> bool:
    if element.tag == "summary":
        return element.parent is not None and "open" in element.parent.attributes
    return fields.is_checked(element) or element.attributes.get("aria-checked") == "true"


def _chosen(select: Element | None, option: Element | None, point: Point) -> tuple[Action, ...]:
    """Open the select, go to the option by the arrow keys, take it."""
    if select is None or option is None or "multiple" in select.attributes:
        return ()
    able = [one for one in fields.options(select) if not fields.disabled(one)]
    now = next((able.index(one) for one in fields.chosen(select) if one in able), 0)
    way = able.index(option) - now
    key = "ArrowDown" if way > 0 else "ArrowUp"
    return (Click(target=point), *_presses(key, abs(way)), Key(chord=("Enter",)))


def _presses(key: str, times: int) -> list[Action]:
    whole, rest = divmod(times, _MOST_PRESSES)
    return [Key(chord=(key,), repeat=repeat) for repeat in (*[_MOST_PRESSES] * whole, rest) if repeat]


def _fraction(at: float, length: int) -> float:
    # The middle of the pixel, so that going back and forth between fractions and pixels keeps it.
    return (min(max(int(at), 0), length - 1) + 0.5) / length


def pixel(fraction: float, length: int) -> int:
    """Return the pixel in which a fraction of a length lies."""
    return min(int(fraction * length), length - 1)


def refers(action: Action) -> bool:
    """Tell whether an action names something by a reference."""
    targets = (getattr(action, "target", None), *getattr(action, "path", ()))
    return any(isinstance(target, Ref) for target in targets)

"""What a step did, in words and with a mark that are the same for every kind of agent, live and replayed."""

from collections.abc import Iterable
from dataclasses import replace

from lifeworld.core.actions import Action, Click, SetValue, Text
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.env.telling import told

_CHOSEN = ("combobox", "listbox", "slider")  # fields whose value nobody types
_MARGIN = 6  # pixels between a control and the frame around it
_POINT = 17  # the radius of the circle around a place without a control


def deed(step: Step, named: bool = True) -> str:
    """Return what a step did, as who watches the screen would tell it.

    Args:
        step: with what was pressed.
        named: whether the control is named; see `names_controls`.
    """
    pressed = step.pressed if named else None
    role = step.pressed.role if step.pressed else step.role
    action = _by_hand(step.action, role) if step.action is not None else None
    return told(replace(step, action=action, on=pressed.name if pressed else ""))


def mark_of(step: Step, named: bool = True) -> Box | None:
    """Return where the mark of a step is, in fractions of the screen: the control, or else a box of no size."""
    if step.pressed and named:
        return step.pressed.box
    return None if named or step.box is None else Box(*step.box.centre, 0, 0)


def names_controls(steps: Iterable[Step]) -> bool:
    """Return whether it is known of all steps what they pressed.

    Older recordings tell it of references only. A battle with one of those names no control on either side, as it
    would tell who reads the tree.
    """
    return not any((step.box or step.on) and step.pressed is None and _aims(step.action) for step in steps)


def frame_around(aim: Box | None, size: tuple[int, int]) -> tuple[float, ...] | None:
    """Return the frame around what was pressed as x, y, width, height and corner radius in pixels of the screen.

    None if that lies outside of the screen.
    """
    if aim is None or not all(0 <= part <= 1 for part in aim.centre):
        return None
    wide, high = size
    if not aim.width:
        x, y = aim.x * wide - _POINT, aim.y * high - _POINT
        return round(x, 1), round(y, 1), 2.0 * _POINT, 2.0 * _POINT, float(_POINT)
    box = (
        aim.x * wide - _MARGIN,
        aim.y * high - _MARGIN,
        aim.width * wide + 2 * _MARGIN,
        aim.height * high + 2 * _MARGIN,
    )
    return (*(round(part, 1) for part in box), 10.0)


def _by_hand(action: Action, role: str) -> Action:
    """Return what a hand would have done: nobody sees that a field was given its value at once."""
    if not isinstance(action, SetValue) or role in _CHOSEN or isinstance(action.value, tuple):
        return action
    if isinstance(action.value, bool):
        return Click(target=action.target)
    number = action.value if isinstance(action.value, str) else f"{action.value:g}"
    return Text(target=action.target, text=number)


def _aims(action: Action | None) -> bool:
    return action is not None and action.type != "scroll"

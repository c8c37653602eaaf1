"""What a step did, in words and with a mark that are the same for every kind of agent, live and replayed.

Some agents name a control, others point at the picture. A hand that does what the former ask for scrolls first, and
opens a field before it chooses from it: so it is shown of both.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lifeworld.core.actions import Action, Click, Key, Scroll, SetValue, Text
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.env.telling import told

_CHOSEN = ("combobox", "listbox", "slider")  # fields whose value nobody types
_SELECT = "combobox"  # a field that is opened to choose from
_MARGIN = 6  # pixels between a control and the frame around it
_POINT = 17  # the radius of the circle around a place without a control


class Choosing:
    """Follows one side's steps: keys in a field that was opened to choose from are no steps of their own."""

    def __init__(self) -> None:
        self._open = False

    def goes_on(self, step: Step) -> bool:
        """Return whether a step belongs to the one before."""
        same = self._open and isinstance(step.action, Key)
        if isinstance(step.action, Key):
            self._open = same and step.action.chord != ("Enter",)
        else:
            self._open = isinstance(step.action, Click) and _opened(step) and step.role != "option"
        return same


def by_hand(steps: Iterable[Step]) -> list[Step]:
    """Return steps as a hand does them; their numbers are those of the steps that they come from."""
    found: list[Step] = []
    choosing = Choosing()
    for step in (part for one in steps for part in _scrolled_first(one)):
        if choosing.goes_on(step):
            found[-1] = replace(found[-1], seconds=found[-1].seconds + step.seconds)
        else:
            found.append(step)
    return found


def _scrolled_first(step: Step) -> Iterator[Step]:
    """Yield a step, and before it the scrolling without which what it was aimed at was not in the picture."""
    if step.reached:
        for turn in _scrolling(step):
            yield replace(step, action=turn, pressed=None, box=None, on="", role="", reply="")
            step = replace(step, seconds=0.0, native=None)
        step = replace(step, image=step.reached)
    yield step


def _scrolling(step: Step) -> tuple[Scroll, ...]:
    """Return what scrolled to what a step was aimed at, the page and then what scrolls in it.

    Where points can't say the step, it is the least that scrolls.
    """
    turns = tuple(turn for turn in step.by_points[:-1] if isinstance(turn, Scroll))
    return turns or (Scroll(dy=-1 if step.box and step.box.y < 0 else 1),)


def deed(step: Step, named: bool = True) -> str:
    """Return what a step did, as who watches the screen would tell it; for `named` see `names_controls`."""
    pressed = step.pressed if named else None
    if _opened(step):
        return f"Opened {f'“{pressed.name}”' if pressed and pressed.name else 'a field'} to choose"
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
    aimed = (step for step in steps if step.action is not None and step.action.type != "scroll")
    return not any((step.box or step.on) and step.pressed is None for step in aimed)


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


def _opened(step: Step) -> bool:
    return step.pressed is not None and step.pressed.role == _SELECT and isinstance(step.action, Click | SetValue)


def _by_hand(action: Action, role: str) -> Action:
    """Return what a hand would have done: nobody sees that a field was given its value at once."""
    if not isinstance(action, SetValue) or role in _CHOSEN or isinstance(action.value, tuple):
        return action
    if isinstance(action.value, bool):
        return Click(target=action.target)
    number = action.value if isinstance(action.value, str) else f"{action.value:g}"
    return Text(target=action.target, text=number)

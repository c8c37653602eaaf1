"""Names what differs between what was meant and what arrived, for each kind of thing that is done."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from lifeworld.agents.arguments import NOTCH
from lifeworld.agents.calibration.exercises import ANSWER, Step
from lifeworld.agents.calibration.page import Event
from lifeworld.agents.calibration.places import Pair, displaced
from lifeworld.agents.calibration.playing import NOW, NUMBER, Received
from lifeworld.agents.codecs.action_spaces import ActionSpace
from lifeworld.core.actions import Action, Click, Done, Drag, Key, Move, Observe, Point, Scroll, Text, Wait
from lifeworld.core.answers import answered
from lifeworld.core.keys import MODIFIERS, key_name
from lifeworld.web.answers import Context, NotOfFormError, value_of

Tried: TypeAlias = tuple[Step, Received]
_BUTTONS = {0: "left", 1: "middle", 2: "right"}
_SHORTEST = 0.7  # of the time that was meant
_EXACT = 0.02  # of a distance


def fault(steps: Sequence[Tried], action_space: ActionSpace) -> str:
    """Return what is wrong with how the steps of one capability arrived; "" if nothing is."""
    kinds = [step.action for step, _ in steps]
    if all(isinstance(one, Click | Move | Observe) for one in kinds):
        return _pointing(steps, action_space)
    found = (_JUDGES[type(step.action)](step.action, received, action_space) for step, received in steps)
    return next(filter(None, found), "")


def hit(step: Step, received: Received) -> str:
    """Return what is wrong with a click or a move that had to reach a control, wherever on it."""
    kind = "pointermove" if isinstance(step.action, Move) else "pointerdown"
    found = [event["on"] for event in received.events if event["kind"] == kind]
    if not found:
        return f"nothing arrives{_why(received)}"
    return _how(step.action, received) if found[-1] == step.control else f"it reaches “{found[-1]}”"


def unit(received: Received, action_space: ActionSpace) -> float:
    """Return how many pixels of the screen a model's smallest step is, and one more that rounding may take."""
    device, picture = received.device, received.picture or (1, 1)
    across, down = (action_space.grid, action_space.grid) if action_space.grid else picture
    return max(device.width / across, device.height / down) + 1


def _pointing(steps: Sequence[Tried], action_space: ActionSpace) -> str:
    """Judge how clicks arrived first, each by itself; then where, all together."""
    first = next(filter(None, (_how(step.action, received) for step, received in steps)), "")
    pointed = [(step, received) for step, received in steps if not isinstance(step.action, Observe)]
    pairs = [_pair(step.action, received) for step, received in pointed]
    most = max((unit(received, action_space) for _, received in pointed), default=0)
    where = displaced(pairs, pointed[0][1].device, most) if pairs else ""
    return where or first


def _pair(action: Action, received: Received) -> Pair:
    kind = "pointermove" if isinstance(action, Move) else "pointerdown"
    found = [event for event in received.events if event["kind"] == kind]
    got = (found[-1]["x"], found[-1]["y"]) if found else None
    assert isinstance(action, Click | Move) and isinstance(action.target, Point)
    return Pair(_pixels(action.target, received), got, " ".join(received.refused))


def _pixels(place: Point, received: Received) -> tuple[float, float]:
    return place.x * received.device.width, place.y * received.device.height


def _how(action: Action, received: Received) -> str:
    """Return what is wrong with a click beside its place."""
    if isinstance(action, Observe):
        return _zoomed(action, received)
    downs = [event for event in received.events if event["kind"] == "pointerdown"]
    if not (isinstance(action, Click) and downs):
        return ""
    if len(downs) != action.count:
        return f"{_times(len(downs))} instead of {_times(action.count)}"
    if (button := _BUTTONS.get(downs[0]["button"], "another")) != action.button:
        return f"the {button} button instead of the {action.button} one"
    if set(downs[0]["held"]) != set(action.modifiers):
        return f"{_held(downs[0]['held'])} instead of {_held(action.modifiers)}"
    return _lasted(action.hold_ms / 1000, received)


def _lasted(wanted: float, received: Received) -> str:
    """Return what is wrong with how long a finger stayed; of a tap what was asked, as a busy machine lifts late."""
    at = {
        event["kind"]: event["at"] / 1000 for event in received.events if event["kind"] in ("pointerdown", "pointerup")
    }
    lasted = at["pointerup"] - at["pointerdown"] if "pointerup" in at else 0
    if wanted and lasted < wanted * _SHORTEST:
        return f"held for {lasted:.1f} seconds instead of {wanted:.1f}"
    asked = any(isinstance(one, Click) and one.hold_ms for one in received.actions)
    return f"held for {lasted:.1f} seconds instead of a tap" if asked and not wanted else ""


def _zoomed(action: Observe, received: Received) -> str:
    found = next((one for one in received.actions if isinstance(one, Observe) and one.what == "zoom"), None)
    if found is None or found.region is None or action.region is None:
        return f"nothing is looked at closely{_why(received)}"
    off = max(abs(one - other) for one, other in zip(found.region, action.region, strict=True))
    return (
        "" if off < _EXACT else f"another part is looked at closely: {_part(found.region)}, not {_part(action.region)}"
    )


def _dragged(action: Action, received: Received, action_space: ActionSpace) -> str:
    assert isinstance(action, Drag)
    first = next((one for one in received.events if one["kind"] == "pointerdown"), None)
    last = next((one for one in received.events[::-1] if one["kind"] == "pointerup"), None)
    if first is None or last is None:
        return f"nothing is dragged{_why(received)}"
    begin, end = ((one["x"], one["y"]) for one in (first, last))
    start, finish = (_pixels(place, received) for place in action.path if isinstance(place, Point))
    most = unit(received, action_space)
    if _near(begin, finish, most) and _near(end, start, most):
        return "dragged from the end to the beginning"
    where = displaced([Pair(start, begin), Pair(finish, end)], received.device, most)
    return where and f"a drag's {where}"


def _scrolled(action: Action, received: Received, _: ActionSpace) -> str:
    assert isinstance(action, Scroll)
    turns = [event for event in received.events if event["kind"] == "scroll" and (event["dx"] or event["dy"])]
    if not turns:
        return f"nothing scrolls{_why(received)}"
    across, down = (received.device.width, received.device.height) if action.unit == "viewport" else (1, 1)
    wanted = (action.dx * across, action.dy * down)
    got = (sum(event["dx"] for event in turns), sum(event["dy"] for event in turns))
    return _distance(wanted, got)


def _distance(wanted: tuple[float, float], got: tuple[float, float]) -> str:
    far = max(map(abs, wanted))
    if _near(wanted, got, far * _EXACT + 1):
        return ""
    main = 0 if wanted[0] else 1
    way = ("right", "left") if main == 0 else ("down", "up")
    towards = way[wanted[main] < 0]
    if abs(got[1 - main]) > abs(got[main]):
        return f"a scroll {towards} goes {'up or down' if main == 0 else 'to a side'}"
    factor = got[main] / wanted[main]
    if factor < 0:
        more = "" if abs(factor + 1) < _EXACT else f", and {-factor:.3g} times as far"
        return f"a scroll {towards} goes the opposite way{more}"
    notch = next((f" (a notch of {NOTCH} pixels counts {n})" for f, n in _NOTCHES if abs(factor / f - 1) < _EXACT), "")
    return f"a scroll {towards} goes {factor:.3g} times as far as it should{notch}"


_NOTCHES = ((1 / NOTCH, "one pixel"), (NOTCH, "as often again"))


def _typed(action: Action, received: Received, _: ActionSpace) -> str:
    assert isinstance(action, Text)
    values = [event["value"] for event in received.events if event["kind"] == "input"]
    wanted = action.text + "\n" * action.submit
    got = values[-1] if values else ""
    if got == wanted:
        return ""
    if not got:
        return f"nothing is typed{_why(received)}"
    named = next((name for name, change in _CHANGES.items() if change(wanted) == got), "")
    return named or f"“{_shown(got)}” is typed instead of “{_shown(wanted)}”"


def _plain(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


_CHANGES: dict[str, Callable[[str], str]] = {
    "new lines are lost": lambda text: text.replace("\n", ""),
    "new lines become spaces": lambda text: text.replace("\n", " "),
    "new lines are typed as “\\n”": lambda text: text.replace("\n", "\\n"),
    "what follows a new line is lost": lambda text: text.partition("\n")[0],
    "Enter is not pressed after it": lambda text: text.removesuffix("\n"),
    "Enter is pressed after it": lambda text: f"{text}\n",
    "accents are lost": _plain,
    "emoji are lost": lambda text: "".join(sign for sign in text if ord(sign) < 0x2000),
    "letters with accents are lost": lambda text: "".join(sign for sign in text if sign.isascii()),
    "letters with accents become “?”": lambda text: text.encode("ascii", "replace").decode(),
    "what is no ASCII comes broken": lambda text: text.encode().decode("latin-1"),
    "it is typed twice": lambda text: text * 2,
    "capitals are lost": str.lower,
}


def _pressed(action: Action, received: Received, _: ActionSpace) -> str:
    assert isinstance(action, Key)
    wanted, presses = "+".join(action.chord), _presses(received.events)
    if presses == [wanted]:
        return ""
    if not presses:
        return f"{wanted} arrives nowhere{_why(received)}"
    if [one.casefold() for one in presses] == [wanted.casefold()]:
        return ""
    return f"{wanted} arrives as {', then '.join(presses)}"


def _presses(events: Sequence[Event]) -> list[str]:
    """Return the keys that arrived, each with the modifiers held; a modifier that nothing followed by itself."""
    found, alone = list[str](), ""
    for event in events:
        if event["kind"] == "keydown" and not event["again"]:
            key = _named(event["key"])
            if key in MODIFIERS:
                alone = key
            else:
                found.append("+".join((*(one for one in MODIFIERS if one in event["held"]), key)))
                alone = ""
        elif event["kind"] == "keyup" and alone and _named(event["key"]) == alone:
            found.append(alone)
            alone = ""
    return found


def _named(key: str) -> str:
    try:
        return key_name(key)
    except ValueError:
        return key


def _waited(action: Action, received: Received, _: ActionSpace) -> str:
    assert isinstance(action, Wait)
    found = [one.seconds for one in received.actions if isinstance(one, Wait)]
    if not found:
        return f"nothing waits{_why(received)}"
    return "" if sum(found) == action.seconds else f"{sum(found):g} seconds pass instead of {action.seconds:g}"


_JUDGES: dict[type, Callable[[Action, Received, ActionSpace], str]] = {
    Drag: _dragged,
    Scroll: _scrolled,
    Text: _typed,
    Key: _pressed,
    Wait: _waited,
}


def ended(done: Done | None) -> str:
    """Return what is wrong with an end that should have carried the answer; "" if nothing is."""
    if done is None:
        return "the end does not arrive"
    if done.status != "success" or not _is_right(done.answer):
        return f"the answer arrives as {done.status} with “{answered(done.answer)}” instead of “{ANSWER}”"
    return ""


def _is_right(answer: Any) -> bool:
    """Return whether an environment would read the answer that was meant."""
    try:
        return answer is not None and value_of(answer, NUMBER, Context(NOW.date())) == ANSWER
    except NotOfFormError:
        return False


def _near(one: tuple[float, float], other: tuple[float, float], most: float) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= most


def _why(received: Received) -> str:
    return f": {received.refused[0]}" if received.refused else ""


def _times(count: int) -> str:
    return {1: "one click", 2: "two clicks", 3: "three clicks"}.get(count, f"{count} clicks")


def _held(keys: Sequence[str]) -> str:
    return " and ".join(keys) + " held" if keys else "no key held"


def _part(region: Sequence[float]) -> str:
    return ", ".join(f"{edge:.2g}" for edge in region)


def _shown(text: str) -> str:
    return text.replace("\n", "⏎")[:60]

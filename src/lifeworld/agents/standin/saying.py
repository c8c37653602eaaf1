"""Unified actions in each open model's words, the inverse of what its reader understands.

What a model has no word for raises `NotImplementedError`.
"""

from collections.abc import Callable
from typing import Any

from lifeworld.agents.arguments import Measure
from lifeworld.agents.meaning import NOTCH
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Key,
    Message,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)

Size = tuple[int, int]
At = Callable[[Any], list[float]]
"""From a point to the two numbers that a model would write."""


def measured(measure: Measure, size: Size) -> At:
    """Return how a model writes a place: in what its coordinates count, on a picture of this size."""
    units = {"pixels": size, "999": (999, 999), "1000": (1000, 1000)}

    def at(point: Point) -> list[float]:
        if measure == "fractions":
            return [round(point.x, 4), round(point.y, 4)]
        across, down = units[measure]
        return [round(point.x * across), round(point.y * down)]

    return at


def _way(action: Scroll) -> str:
    return ("right" if action.dx > 0 else "left") if action.dx else "down" if action.dy > 0 else "up"


def _turns(action: Scroll) -> int:
    return round(abs(action.dx or action.dy) / NOTCH)


def _keys(action: Key) -> list[str]:
    names = {"Control": "ctrl", "Meta": "win"}
    return [names.get(key, key.lower()) for key in action.chord]


def qwen(action: Action, at: At) -> dict[str, Any]:  # noqa: C901 (a table)
    match action:
        case Click(hold_ms=hold) if hold:
            return {"action": "long_press", "coordinate": at(action.target), "time": hold / 1000}
        case Click():
            name = {1: f"{action.button}_click", 2: "double_click", 3: "triple_click"}[action.count]
            held = {"text": "+".join(action.modifiers)} if action.modifiers else {}
            return {"action": name, **({"coordinate": at(action.target)} if action.target else {}), **held}
        case Move():
            return {"action": "mouse_move", "coordinate": at(action.target)}
        case Drag(path=(first, last)):
            return {"action": "swipe", "coordinate": at(first), "coordinate2": at(last)}
        case Scroll(dx=0):
            return {"action": "scroll", "pixels": -action.dy}
        case Scroll():
            return {"action": "hscroll", "pixels": action.dx}
        case Text():
            return {"action": "type", "text": action.text}
        case Key():
            return {"action": "key", "keys": _keys(action)}
        case System():
            return {"action": "system_button", "button": action.name.title()}
        case OpenApp():
            return {"action": "open", "text": action.name}
        case Wait():
            return {"action": "wait", "time": action.seconds}
        case Done(status="infeasible"):
            return {"action": "terminate", "status": "failure"}
        case Done(answer=str(answer)):
            return {"action": "answer", "text": answer}
        case Done():
            return {"action": "terminate", "status": "success"}
    raise NotImplementedError(action)


def fara(action: Action, at: At) -> dict[str, Any]:
    match action:
        case Text():
            place = {"coordinate": at(action.target)} if action.target else {}
            both = {"press_enter": action.submit, "delete_existing_text": action.clear}
            return {"action": "type", "text": action.text, **place, **both}
        case Scroll(unit="viewport"):
            return {"action": "scroll", "pixels": -action.dy * 1000}
        case Navigate():
            return {"action": "visit_url", "url": action.url}
        case System():
            return {"action": {"back": "history_back", "reload": "refresh"}[action.name]}
        case Message(expects_reply=True):
            return {"action": "ask_user_question", "question": action.text}
        case Done(answer=str(answer)):
            return {"action": "terminate", "answer": answer}
    return qwen(action, at)


def uitars(action: Action, at: At) -> tuple[str, dict[str, Any]]:  # noqa: C901 (a table)
    def point(place: Any) -> str:
        return "<point>{} {}</point>".format(*at(place))

    match action:
        case Click(hold_ms=hold):
            name = "left_double" if action.count == 2 else "right_single" if action.button == "right" else "click"
            return "long_press" if hold else name, {"point": point(action.target)}
        case Move():
            return "move_to", {"point": point(action.target)}
        case Button(target=None):
            return f"mouse_{action.state}", {"button": action.button}
        case Drag(path=(first, last)):
            return "drag", {"start_point": point(first), "end_point": point(last)}
        case Scroll():
            return "scroll", {**({"point": point(action.target)} if action.target else {}), "direction": _way(action)}
        case Text():
            return "type", {"content": action.text + "\n" * action.submit}
        case Key(state="press"):
            return "hotkey", {"key": " ".join(_keys(action))}
        case Key():
            return {"down": "press", "up": "release"}[action.state], {"key": _keys(action)[0]}
        case System():
            return f"press_{action.name}", {}
        case OpenApp():
            return "open_app", {"app_name": action.name}
        case Wait():
            return "wait", {"time": action.seconds}
        case Message():
            return "call_user", {"content": action.text}
        case Observe():
            return "take_screenshot", {}
        case Done():
            return "finished", {"content": action.answer or ""}
    raise NotImplementedError(action)


def pyautogui(action: Action, at: At) -> str:  # noqa: C901 (a table)
    def place(target: Any) -> str:
        return "x={}, y={}".format(*at(target)) if target else ""

    match action:
        case Click(button="left", count=3):
            return f"computer.triple_click({place(action.target)})"
        case Click():
            if not action.target:
                return f"pyautogui.click(clicks={action.count}, button={action.button!r})"
            return f"pyautogui.click({place(action.target)}, clicks={action.count}, button={action.button!r})"
        case Move():
            return f"pyautogui.moveTo({place(action.target)})"
        case Button():
            return f"pyautogui.mouse{action.state.title()}(button={action.button!r})"
        case Drag(path=(first, last)):
            return f"pyautogui.moveTo({place(first)})\npyautogui.dragTo({place(last)}, duration=0.5)"
        case Scroll(dx=0):
            return f"pyautogui.scroll({-action.dy / NOTCH})"
        case Scroll():
            return f"pyautogui.hscroll({action.dx / NOTCH})"
        case Text():
            return f"pyautogui.write({action.text + chr(10) * action.submit!r})"
        case Key(state="press", repeat=times) if len(action.chord) == 1:
            return f"pyautogui.press({_keys(action)[0]!r}, presses={times})"
        case Key(state="press"):
            return f"pyautogui.hotkey({', '.join(map(repr, _keys(action)))})"
        case Key():
            return f"pyautogui.key{action.state.title()}({_keys(action)[0]!r})"
        case Wait():
            return f"time.sleep({action.seconds})"
        case Done():
            way = "success" if action.status == "success" else "failure"
            return f"computer.terminate(status={way!r}{f', answer={action.answer!r}' if action.answer else ''})"
    raise NotImplementedError(action)


def glm(action: Action, at: At) -> str:
    def box(target: Any) -> str:
        return "'[{},{}]'".format(*at(target))

    match action:
        case Click():
            name = "left_double_click" if action.count == 2 else f"{action.button}_click"
            return f"{name}(start_box={box(action.target)}, element_info='it')"
        case Move():
            return f"hover(start_box={box(action.target)})"
        case Drag(path=(first, last)):
            return f"left_drag(start_box={box(first)}, end_box={box(last)})"
        case Scroll():
            at_box = f"start_box={box(action.target)}, " if action.target else ""
            return f"scroll({at_box}direction={_way(action)!r}, step={_turns(action)})"
        case Text():
            return f"type(content={action.text!r})"
        case Key():
            return f"key(keys={'+'.join(_keys(action))!r})"
        case Wait(seconds=5):
            return "WAIT()"
        case Done():
            return "DONE()" if action.status == "success" else "FAIL()"
    raise NotImplementedError(action)


def autoglm(action: Action, at: At) -> str:
    def do(name: str, **given: Any) -> str:
        return f"do({', '.join([f'action={name!r}', *(f'{key}={value!r}' for key, value in given.items())])})"

    match action:
        case Click():
            name = "Long Press" if action.hold_ms else "Double Tap" if action.count == 2 else "Tap"
            return do(name, element=at(action.target))
        case Drag(path=(first, last)):
            return do("Swipe", start=at(first), end=at(last))
        case Text():
            return do("Type", text=action.text)
        case System():
            return do(action.name.title())
        case OpenApp():
            return do("Launch", app=action.name)
        case Wait():
            return do("Wait", duration=f"{action.seconds} seconds")
        case Message():
            return do("Take_over" if action.expects_reply else "Note", message=action.text)
        case Done():
            return f"finish(message={action.answer!r})"
    raise NotImplementedError(action)


def holo(action: Action, at: At) -> dict[str, Any]:
    def place(target: Any) -> dict[str, Any]:
        return {"element": "it", **dict(zip("xy", at(target), strict=True))}

    match action:
        case Click():
            return {"action": "click_element", **place(action.target)}
        case Text():
            return {"action": "write_element_abs", "content": action.text, **place(action.target)}
        case Scroll():
            return {"action": "scroll", "direction": _way(action)}
        case System():
            return {"action": {"back": "go_back", "reload": "refresh"}[action.name]}
        case Navigate():
            return {"action": "goto", "url": action.url}
        case Wait():
            return {"action": "wait", "seconds": action.seconds}
        case Done():
            return {"action": "answer", "content": action.answer}
    raise NotImplementedError(action)


def prompt(action: Action, at: At) -> dict[str, Any]:  # noqa: C901 (a table)
    def aim(target: Any) -> dict[str, Any]:
        return {"ref": target.id} if isinstance(target, Ref) else dict(zip("xy", at(target), strict=True))

    match action:
        case Click():
            kind = {"button": action.button, "count": action.count, "hold": action.hold_ms / 1000}
            return {"action": "click", **aim(action.target), **kind}
        case Text():
            both = {"clear": action.clear, "submit": action.submit}
            return {"action": "type", "text": action.text, **(aim(action.target) if action.target else {}), **both}
        case SetValue():
            return {"action": "select", **aim(action.target), "value": action.value}
        case Scroll():
            return {"action": "scroll", "direction": _way(action), "amount": abs(action.dx or action.dy)}
        case Key():
            return {"action": "key", "keys": _keys(action)}
        case Drag(path=(first, last)):
            return {"action": "drag", "from": at(first), "to": at(last)}
        case System():
            return {"action": action.name}
        case OpenApp():
            return {"action": "open", "app": action.name}
        case Wait():
            return {"action": "wait", "seconds": action.seconds}
        case Message():
            return {"action": "ask", "question": action.text}
        case Done(status="infeasible"):
            return {"action": "infeasible", "reason": action.answer}
        case Done():
            return {"action": "done", "answer": action.answer}
    raise NotImplementedError(action)

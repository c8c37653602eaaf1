"""Actions as named arguments, as models write them into a tool call or an object."""

from typing import Any

from lifeworld.agents.standin.spelling import At, keys, way, written
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
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)


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
            return {"action": "key", "keys": keys(action)}
        case System():
            return {"action": "system_button", "button": action.name.title()}
        case OpenApp():
            return {"action": "open", "text": action.name}
        case Wait():
            return {"action": "wait", "time": action.seconds}
        case Done(status="infeasible"):
            return {"action": "terminate", "status": "failure"}
        case Done(answer=None):
            return {"action": "terminate", "status": "success"}
        case Done():
            return {"action": "answer", "text": action.answer}
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
        case Done(status="success") if action.answer is not None:
            return {"action": "terminate", "answer": action.answer}
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
            return "scroll", {**({"point": point(action.target)} if action.target else {}), "direction": way(action)}
        case Text():
            return "type", {"content": action.text + "\n" * action.submit}
        case Key(state="press"):
            return "hotkey", {"key": " ".join(keys(action))}
        case Key():
            return {"down": "press", "up": "release"}[action.state], {"key": keys(action)[0]}
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
            return "finished", {"content": written(action.answer)}
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
            return {"action": "scroll", "direction": way(action)}
        case System():
            return {"action": {"back": "go_back", "reload": "refresh"}[action.name]}
        case Navigate():
            return {"action": "goto", "url": action.url}
        case Wait():
            return {"action": "wait", "seconds": action.seconds}
        case Done():
            return {"action": "answer", "content": "It is done." if action.answer is None else action.answer}
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
            return {"action": "scroll", "direction": way(action), "amount": abs(action.dx or action.dy)}
        case Key():
            return {"action": "key", "keys": keys(action)}
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
            return {"action": "infeasible", "reason": action.note}
        case Done():
            return {"action": "done", **({} if action.answer is None else {"answer": action.answer})}
    raise NotImplementedError(action)

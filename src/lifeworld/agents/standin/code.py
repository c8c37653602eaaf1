"""Actions as lines of code, as models write them that answer in functions."""

from typing import Any

from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.standin.spelling import At, keys, turns, way
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Key,
    Message,
    Move,
    OpenApp,
    Scroll,
    System,
    Text,
    Wait,
)


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
            return f"pyautogui.press({keys(action)[0]!r}, presses={times})"
        case Key(state="press"):
            return f"pyautogui.hotkey({', '.join(map(repr, keys(action)))})"
        case Key():
            return f"pyautogui.key{action.state.title()}({keys(action)[0]!r})"
        case Wait():
            return f"time.sleep({action.seconds})"
        case Done():
            way = "success" if action.status == "success" else "failure"
            answer = "" if action.answer is None else f", answer={action.answer!r}"
            return f"computer.terminate(status={way!r}{answer})"
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
            return f"scroll({at_box}direction={way(action)!r}, step={turns(action)})"
        case Text():
            return f"type(content={action.text!r})"
        case Key():
            return f"key(keys={'+'.join(keys(action))!r})"
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
            return f"finish(message={'It is done.' if action.answer is None else action.answer!r})"
    raise NotImplementedError(action)

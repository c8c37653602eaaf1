"""What a step did, in plain words."""

from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Message,
    Move,
    Navigate,
    OpenApp,
    Scroll,
    SetValue,
    System,
    SystemName,
    Tab,
    Text,
    Tool,
    UploadFile,
    Wait,
)
from lifeworld.core.answers import answered
from lifeworld.core.counting import joined
from lifeworld.core.trajectory import Step
from lifeworld.verify.reasons import place, words


def told(step: Step) -> str:
    """Return what a step did, in plain words."""
    group = step.pressed.group if step.pressed else ""
    there = f"“{step.on}”" + (f" under “{group}”" if group else "") if step.on else "here"
    return "Here it ended" if step.action is None else _said(step.action, there)


def _said(action: Action, there: str) -> str:
    """Return what was done with the hands."""
    match action:
        case Click():
            return f"{'Held' if action.hold_ms else 'Tapped'} {'twice ' if action.count == 2 else ''}{there}"
        case SetValue():
            return f"Set {there} to “{action.value}”" if action.value else f"Cleared {there}"
        case UploadFile():
            return f"Chose {' and '.join(f'“{name}”' for name in action.files)} for {there}"
        case Text():
            return f"Typed “{action.text}”" if action.text else f"Cleared {there}"
        case Key():
            return f"Pressed {'+'.join(action.chord)}"
        case Scroll():
            return f"Scrolled {'down' if action.dy > 0 else 'up' if action.dy < 0 else 'sideways'}"
        case Move() | Button() | Drag():
            return f"{_POINTER[action.type]} {there}"
        case _:
            return _moved(action)


def _moved(action: Action) -> str:
    """Return where it went."""
    match action:
        case System():
            return _BUTTONS[action.name]
        case OpenApp():
            return f"{_APPS[action.op]} {action.name}".strip()
        case Navigate():
            return f"Went to {place(action.url)}"
        case Tab():
            return _TABS[action.op]
        case Tool():
            given = [f"{words(name)} “{value}”" for name, value in action.arguments.items()]
            return f"Used “{words(action.name)}”" + (f" with {joined(given)}" if given else "")
        case _:
            return _told(action)


def _told(action: Action) -> str:
    """Return what it said, or that it only looked or waited."""
    match action:
        case Wait():
            return f"Waited {action.seconds:g} s"
        case Message():
            return f"{'Asked' if action.expects_reply else 'Said'}: “{action.text}”"
        case Done():
            return _ended(action)
        case Invalid():
            return f"Said what could not be done ({action.code.replace('_', ' ')})"
        case _:
            return "Looked"


def _ended(done: Done) -> str:
    """Return how it was ended, with the answer and what else was said."""
    said = filter(None, (answered(done.answer), done.note.strip()))
    marked = zip((":", ", and noted:"), said, strict=False)
    return _ENDS[done.status] + "".join(f"{mark} “{one}”" for mark, one in marked)


_BUTTONS: dict[SystemName, str] = {
    "home": "Went to the home screen",
    "back": "Went back",
    "forward": "Went forward",
    "reload": "Loaded the page again",
    "app_switcher": "Opened the app switcher",
    "enter": "Pressed Enter",
    "menu": "Opened the menu",
    "notifications": "Opened the notifications",
    "volume_up": "Turned the volume up",
    "volume_down": "Turned the volume down",
    "power": "Pressed the power button",
    "hide_keyboard": "Put the keyboard away",
}
_ENDS = {
    "success": "Said that it was done",
    "failure": "Gave up",
    "infeasible": "Said that it can't be done",
}
_APPS = {"open": "Opened", "close": "Closed", "list": "Listed the apps"}
_TABS = {"new": "Opened a tab", "close": "Closed a tab", "focus": "Went to another tab", "list": "Listed the tabs"}
_POINTER = {"move": "Moved the pointer to", "button": "Held or let go the pointer's button", "drag": "Swiped from"}

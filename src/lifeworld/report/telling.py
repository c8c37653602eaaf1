"""What a step did, in plain words."""

from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Key,
    Message,
    Navigate,
    OpenApp,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)
from lifeworld.core.trajectory import Step


def told(step: Step) -> str:
    """Return what a step did, in plain words."""
    return "Here it ended" if step.action is None else _said(step.action, f"“{step.on}”" if step.on else "here")


def _said(action: Action, there: str) -> str:
    match action:
        case Click():
            return f"{'Held' if action.hold_ms else 'Tapped'} {'twice ' if action.count == 2 else ''}{there}"
        case SetValue():
            return f"Set {there} to “{action.value}”"
        case Text():
            return f"Typed “{action.text}”"
        case Key():
            return f"Pressed {'+'.join(action.chord)}"
        case Scroll():
            return f"Scrolled {'down' if action.dy > 0 else 'up' if action.dy < 0 else 'sideways'}"
        case System() | OpenApp() | Navigate():
            return f"{action.type}: {getattr(action, 'name', '') or getattr(action, 'url', '')}"
        case Wait():
            return f"Waited {action.seconds:g} s"
        case Message():
            return f"{'Asked' if action.expects_reply else 'Said'}: “{action.text}”"
        case Done():
            return f"Said: done ({action.status})" + (f", “{action.answer}”" if action.answer else "")
        case _:
            return action.type

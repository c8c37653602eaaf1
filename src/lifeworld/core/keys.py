"""Names of keys: what any vendor writes, turned into the names that browsers use (W3C `key` values)."""

import re
from collections.abc import Sequence
from typing import Any

MODIFIERS = ("Control", "Alt", "Shift", "Meta")

_ALIASES = {
    "Enter": "return kp_enter numpadenter linefeed",
    "Tab": "",
    "Escape": "esc",
    "Backspace": "back_space bksp",
    "Delete": "del kp_delete",
    "Space": "spacebar space_bar",
    "ArrowUp": "up arrow_up kp_up uparrow",
    "ArrowDown": "down arrow_down kp_down downarrow",
    "ArrowLeft": "left arrow_left kp_left leftarrow",
    "ArrowRight": "right arrow_right kp_right rightarrow",
    "Home": "kp_home",
    "End": "kp_end",
    "PageUp": "page_up pgup prior kp_page_up kp_prior",
    "PageDown": "page_down pgdn pgdown next kp_page_down kp_next",
    "Insert": "ins kp_insert",
    "Control": "ctrl control_l control_r ctrl_l ctrl_r ctrlleft ctrlright controlleft controlright controlormeta",
    "Alt": "option alt_l alt_r altleft altright opt",
    "Shift": "shift_l shift_r shiftleft shiftright",
    "Meta": "super super_l super_r cmd command win winleft winright windows meta_l meta_r metaleft metaright",
    "CapsLock": "caps_lock caps",
    "ContextMenu": "menu apps",
    "PrintScreen": "print_screen prtsc prtscr",
    "ScrollLock": "scroll_lock",
    "NumLock": "num_lock",
    "Pause": "break",
}
_SYMBOLS = {
    "plus": "+",
    "minus": "-",
    "equal": "=",
    "equals": "=",
    "comma": ",",
    "period": ".",
    "slash": "/",
    "divide": "/",
    "backslash": "\\",
    "semicolon": ";",
    "apostrophe": "'",
    "quote": "'",
    "grave": "`",
    "backquote": "`",
    "bracketleft": "[",
    "bracketright": "]",
    "asterisk": "*",
    "underscore": "_",
    "at": "@",
    "numbersign": "#",
    "question": "?",
    "exclam": "!",
}


def _table() -> dict[str, str]:
    table = {alias: name for name, aliases in _ALIASES.items() for alias in (name.lower(), *aliases.split())}
    return table | _SYMBOLS | {f"f{number}": f"F{number}" for number in range(1, 25)}


_NAMES = _table()
_LETTER_OR_DIGIT = re.compile(r"key([a-z])|digit([0-9])|numpad([0-9])|kp_([0-9])")


def key_name(written: str) -> str:
    """Return the canonical name of one key: "Return" -> "Enter", "KeyA" -> "a", "ctrl" -> "Control".

    Raises:
        ValueError: no such key is known.
    """
    if len(written) == 1:
        return "Space" if written == " " else written.lower()
    name = written.strip().lower()
    if len(name) == 1:
        return name
    if found := _LETTER_OR_DIGIT.fullmatch(name):
        return next(group for group in found.groups() if group)
    if name not in _NAMES:
        raise ValueError(f"“{written}” is not the name of a key")
    return _NAMES[name]


def chord(written: str | Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chord, modifiers first: "ctrl+s" -> ("Control", "s"); "ctrl++" -> ("Control", "+").

    Args:
        written: keys joined by "+", or a list of them (whose members may be joined too).

    Raises:
        ValueError: a key is unknown or no text, or there is none.
    """
    parts = [written] if isinstance(written, str) else written
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError("keys are a text, or a list of texts")
    names = list(dict.fromkeys(key_name(key) for part in parts for key in _split(part)))
    if not names:
        raise ValueError("a chord needs at least one key")
    return tuple(sorted(names, key=lambda name: MODIFIERS.index(name) if name in MODIFIERS else len(MODIFIERS)))


def modifiers(written: Any) -> tuple[str, ...]:
    """Return the keys that are held, written like a chord; none where nothing is.

    Raises:
        ValueError: a key is unknown, or no modifier.
    """
    keys = chord(written) if written else ()
    if strangers := [key for key in keys if key not in MODIFIERS]:
        raise ValueError(f"“{strangers[0]}” is not a modifier key")
    return keys


def _split(part: str) -> list[str]:
    if len(part) <= 1:
        return [part] if part else []
    if part.endswith("++"):
        return [*part[:-2].split("+"), "+"]
    return part.split("+")

"""How the site says numbers, times and what was found."""

from datetime import datetime

from lifeworld.core.counting import counted
from lifeworld.web.look import DEVICES

CHOSEN = {
    "left": "You preferred the left one",
    "right": "You preferred the right one",
    "tie": "You called it a tie",
    "bad": "You found both bad",
}
LABELS = {
    "correct": "Did it right",
    "safe": "Was careful",
    "efficient": "Was quick about it",
    "self_corrected": "Put its own mistake right",
    "asked_well": "Asked well",
    "grounding_error": "Hit the wrong place",
    "privacy_violation": "Gave private things away",
}

SAID = {name: name.replace("-", " ") for name in DEVICES} | {
    "single": "one app",
    "cross": "several apps",
    "memory": "memory",
    "prose": "free prose",
    "written": "in visitors’ words",
    "phone": "phone",
    "desktop": "computer",
}


def clock(seconds: float) -> str:
    """Return a length of time as a clock shows it."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def lasted(seconds: float) -> str:
    """Return a length of time in words."""
    return f"{seconds:.1f} s" if seconds < 10 else f"{round(seconds)} s" if seconds < 60 else f"{clock(seconds)} min"


def signed(number: float) -> str:
    """Return a change, with a true minus."""
    rounded = round(number)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "±0"


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def share(part: float | None) -> str:
    """Return a share in whole per cent; a dash where there is none."""
    return "–" if part is None else f"{100 * part:.0f}\N{NO-BREAK SPACE}%"


def day(moment: datetime) -> str:
    return f"{moment:%-d %B %Y}"


def minute(moment: datetime) -> str:
    return f"{moment:%-d %b, %H:%M}"


def form(device: str) -> str:
    """Return which of the two forms a device has that the player is laid out for."""
    return "desktop" if DEVICES[device].wide else "phone"


def said(part: str) -> str:
    """Return what a part of the votes is called: a device, a kind of task, or a group of voters."""
    return SAID.get(part, part)


FILTERS = {
    "said": said,
    "clock": clock,
    "lasted": lasted,
    "counted": counted,
    "signed": signed,
    "ordinal": ordinal,
    "share": share,
    "day": day,
    "minute": minute,
    "form": form,
    "label": LABELS.__getitem__,
}

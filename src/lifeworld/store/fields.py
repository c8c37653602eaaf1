"""How a form asks for a command's fields, and which texts it refuses."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from lifeworld.core.typed import remembered

_KEY = "asked"


@dataclass(frozen=True)
class Asked:
    """What a form says about one field, and what is refused whatever the world holds.

    `empty`, `taken`, `positive` and `unlike` are what a person then reads; "" where there is no such rule. A select's
    `placeholder` is its empty choice.
    """

    label: str
    hint: str = ""
    placeholder: str = ""
    kind: str = ""  # how it is drawn; "" follows from the type
    empty: str = ""
    longest: int = 0
    taken: str = ""
    positive: str = ""
    like: str = ""  # a regular expression that the whole text has to match, else it is refused as `unlike` says
    unlike: str = ""
    choices: Mapping[Any, str] | None = None  # values and their names; of a Literal those that need another one
    rows: str = ""  # which rows can be chosen, as an SQL condition
    order: str = "id"
    shows: str | Callable[[Any], str] = ""  # a row's column, or what makes its text; "" is its name or title

    @property
    def refusals(self) -> dict[str, str]:
        """The declared refusals, by code."""
        long = f"Keep it within {self.longest:,} characters." if self.longest else ""
        told = {
            "empty": self.empty,
            "long": long,
            "unlike": self.unlike,
            "taken": self.taken,
            "not_positive": self.positive,
        }
        return {code: message for code, message in told.items() if message}

    def clean(self, value: Any) -> Any:
        """Return a text as it is kept: a line's white space squeezed, a longer text's ends stripped."""
        if not isinstance(value, str) or self.kind not in ("line", "text"):
            return value
        return " ".join(value.split()) if self.kind == "line" else value.strip()

    def fault(self, value: Any) -> str:
        """Return the code of the declared refusal that a clean value meets, or ""."""
        if self.empty and value in (None, "", ()):
            return "empty"
        if self.longest and isinstance(value, str) and len(value) > self.longest:
            return "long"
        if self.like and not re.fullmatch(self.like, value):
            return "unlike"
        return "not_positive" if self.positive and value.cents <= 0 else ""


def line(label: str, *, longest: int = 0, default: Any = MISSING, **more: Any) -> Any:
    """Return a field for one line of text; `more` is as in `Asked`."""
    return _field(Asked(label, kind="line", longest=longest, **more), default)


def text(label: str, *, longest: int = 0, default: Any = MISSING, **more: Any) -> Any:
    """Return a field for a longer text; `more` is as in `Asked`."""
    return _field(Asked(label, kind="text", longest=longest, **more), default)


def ask(label: str, *, default: Any = MISSING, **more: Any) -> Any:
    """Return a field of any other type, drawn as its type wants; `more` is as in `Asked`."""
    return _field(Asked(label, **more), default)


def _field(asked: Asked, default: Any) -> Any:
    return field(default=default, metadata={_KEY: asked})


@remembered(1024)
def asked_of(command: type[Any]) -> dict[str, Asked]:
    """Return how the fields of a command are asked for, by name; those without a declaration are left out."""
    return {known.name: known.metadata[_KEY] for known in fields(command) if _KEY in known.metadata}

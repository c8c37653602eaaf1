"""What one episode starts from."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.web.look import DEVICES, LANGUAGES, THEMES, Look

# What each axis of names can be today.
VALUES: dict[str, tuple[str, ...]] = {
    "theme": THEMES,
    "state": ("home",),
    "content": ("plain",),
    "language": LANGUAGES,
    "layout": ("bottom",),
    "device": tuple(DEVICES),
}


@dataclass(frozen=True)
class Configuration:
    """Instance × phrasing × profile × theme × UI state × content × language × layout × device.

    Raises:
        UserError: an axis has no such value.
    """

    scenario: str
    profile: str
    instance: int = 0
    phrasing: int = 0
    theme: str = "light"
    state: str = "home"
    content: str = "plain"
    language: str = "en"
    layout: str = "bottom"
    device: str = "phone"

    def __post_init__(self) -> None:
        for axis in ("scenario", "profile"):
            if not isinstance(getattr(self, axis), str):
                raise UserError(f"{axis} is {getattr(self, axis)!r}; it is a name")
        for axis, values in VALUES.items():
            if getattr(self, axis) not in values:
                raise UserError(f"no {axis} “{getattr(self, axis)}”; {hint(str(getattr(self, axis)), values)}")
        for axis in ("instance", "phrasing"):
            number = getattr(self, axis)
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise UserError(f"{axis} is {number!r}; it is a whole number, from 0")

    @property
    def id(self) -> str:
        """A short name for it, the same on every machine."""
        written = json.dumps(asdict(self), sort_keys=True, allow_nan=False)
        return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()

    @property
    def look(self) -> Look:
        return Look("dark" if self.theme == "dark" else "light", DEVICES[self.device], self.language)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Configuration":
        """Return the configuration that was written so.

        Raises:
            UserError: a key is unknown or lacking, or a value is none of its axis.
        """
        if not isinstance(data, dict):
            raise UserError(f"a configuration is {data!r:.80}; it is an object of scenario, profile and other axes")
        known = [axis.name for axis in fields(cls)]
        for name in data:
            if name not in known:
                raise UserError(f"a configuration has no “{name}”; {hint(str(name), known)}")
        for name in ("scenario", "profile"):
            if name not in data:
                raise UserError(f"a configuration lacks its {name}")
        return cls(**data)

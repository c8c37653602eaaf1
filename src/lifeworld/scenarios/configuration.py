"""What one episode starts from."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from lifeworld.web.look import DEVICES, Look


@dataclass(frozen=True)
class Configuration:
    """Instance × phrasing × profile × theme × UI state × content × language × layout × device."""

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

    @property
    def id(self) -> str:
        """A short name for it, the same on every machine."""
        written = json.dumps(asdict(self), sort_keys=True, allow_nan=False)
        return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()

    @property
    def look(self) -> Look:
        return Look("dark" if self.theme == "dark" else "light", DEVICES[self.device])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Configuration":
        return cls(**data)

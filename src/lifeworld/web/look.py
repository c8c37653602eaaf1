"""How a world looks: its theme, its language, and the device that it is shown on."""

from dataclasses import dataclass, field
from typing import Literal

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = ("en", "de", "fr", "es", "zh")  # what the apps can say their words in


@dataclass(frozen=True)
class Device:
    """A screen: size in CSS pixels, device pixels per CSS pixel, touch or mouse, narrow or wide form."""

    name: str
    width: int
    height: int
    ratio: int
    touch: bool
    wide: bool


DEVICES: dict[str, Device] = {
    "phone": Device("phone", 390, 844, 3, touch=True, wide=False),
    "desktop": Device("desktop", 1280, 720, 1, touch=False, wide=True),
}


@dataclass(frozen=True)
class Look:
    """What one world looks like."""

    theme: Theme = "light"
    device: Device = field(default=DEVICES["phone"])
    language: str = "en"

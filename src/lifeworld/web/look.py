"""How a world looks: its theme, its layout, its language, and the device that it is shown on."""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal

from lifeworld.core.by_app import is_mixed, parts, value_of
from lifeworld.web.themes import theme

Navigation = Literal["bottom", "top", "side"]
LANGUAGES = ("en", "de", "fr", "es", "zh")
CARDS = "cards"
USUAL = "light"  # the theme of apps that have none of their own
# Where an app's places stand: “usual” is at the bottom of a phone and at the side of a wide screen.
NAVIGATIONS = ("usual", "bottom", "top", "side")
LAYOUTS = (*NAVIGATIONS, CARDS, *(f"{place}-{CARDS}" for place in NAVIGATIONS[1:]))
KEYBOARDS = ("off", "on")  # whether a phone's own keyboard is drawn while a text field has the focus


@dataclass(frozen=True)
class Device:
    """A screen: size in CSS pixels, device pixels per CSS pixel, touch or mouse, narrow or wide form.

    `text` is how many times as large as usual its owner likes text.
    """

    name: str
    width: int
    height: int
    ratio: int
    touch: bool
    wide: bool
    text: float = 1.0


PHONE = Device("phone", 390, 844, 3, touch=True, wide=False)
DESKTOP = Device("desktop", 1280, 720, 1, touch=False, wide=True)
FORMS = {"phone": PHONE, "desktop": DESKTOP}  # the two that pages are laid out for
DEVICES: dict[str, Device] = {
    device.name: device
    for device in (
        PHONE,
        DESKTOP,
        replace(PHONE, name="large-phone", width=402, height=874),
        replace(PHONE, name="small", width=480, height=320, ratio=1),
        Device("tablet", 1180, 820, 2, touch=True, wide=True),
        replace(DESKTOP, name="large-desktop", width=1920, height=1080),
        replace(PHONE, name="phone-large-text", text=1.25),
        replace(DESKTOP, name="desktop-large-text", text=1.25),
    )
}


@dataclass(frozen=True)
class Look:
    """What one world looks like; `theme` and `language` may name apps with one of their own: `bank:nord+todo:dark`.

    Raises:
        UserError: there is no such theme.
    """

    theme: str = "light"
    device: Device = field(default=PHONE)
    layout: str = "usual"
    language: str = "en"
    keyboard: str = "off"

    def __post_init__(self) -> None:
        for name in parts(self.theme).values():
            theme(name)

    def of(self, app: str) -> "Look":
        """Return what an app looks like; "" is the shell."""
        return _look_of(self, app) if is_mixed(self.theme) or is_mixed(self.language) else self

    @cached_property
    def base(self) -> str:
        """Which of the two grounds the theme stands on: light or dark; of the shell, where apps have their own."""
        return theme(value_of(self.theme, "", USUAL)).base

    @cached_property
    def navigation(self) -> Navigation:
        """Where an app's places stand on this device."""
        first = self.layout.partition("-")[0]
        if first in ("usual", CARDS):
            return "side" if self.device.wide else "bottom"
        return first  # type: ignore[return-value]

    @cached_property
    def cards(self) -> bool:
        """Whether each row of a list is a card of its own."""
        return self.layout.endswith(CARDS)

    @property
    def plainest(self) -> str:
        """The first layout that looks like its own on this device: `usual` for `bottom` on a phone."""
        same = (replace(self, layout=layout) for layout in LAYOUTS)
        return next(one.layout for one in same if (one.navigation, one.cards) == (self.navigation, self.cards))

    @property
    def sheet(self) -> str:
        """What its style sheet is called, after the app's name."""
        return self.theme if self.device.text == 1 else f"{self.theme}@{self.device.text:g}"


@lru_cache(maxsize=256)
def _look_of(look: Look, app: str) -> Look:
    theme, language = value_of(look.theme, app, USUAL), value_of(look.language, app, LANGUAGES[0])
    return replace(look, theme=theme, language=language)

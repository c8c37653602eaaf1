"""Themes: light and dark as style sheets, all others as what they change of these, from a file."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import own_files
from lifeworld.core.toml import read_named

HERE = Path(__file__).parent
BASES = ("light", "dark")
SIZES = {"t-1": 12, "t-2": 13, "t-3": 15, "t-4": 17, "t-5": 22, "t-6": 28}  # pixels of text at its usual size
_APPS_OWN = ("tabs-ground", "side-ground", "bar-ground", "bar-ink")  # which apps may set, and the kit reads
_COLOUR = re.compile(
    r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(.+\)"
    r"|white|black|transparent|currentcolor",
    re.IGNORECASE,
)
_MEASURE = re.compile(r"-?\d*\.?\d+(px|rem|em|%|ms|s)?")
_REFERS = re.compile(r"(var|calc|min|max|clamp)\(.+\)")
_VALUE = re.compile(r"(?!.*(/\*|\*/|url))[\w#%.,()/*+\- ]{1,160}")


@lru_cache(maxsize=1)
def tokens() -> Mapping[str, str]:
    """Return what a theme may set, each with what it is by itself: the sheets' colours and the kit's measures."""
    sheets = [HERE / "static/base.css", HERE / "static/themes/light.css"]
    written = "".join(sheet.read_text() for sheet in sheets)
    found: dict[str, str] = dict(re.findall(r"^\s+--([\w-]+):\s*([^;]+);", written, re.MULTILINE))
    return {**found, **dict.fromkeys(_APPS_OWN, "#fff")}


def _misfit(name: str, value: str) -> str:
    """Return what a token takes, where a value is something else."""
    usual = tokens()[name]
    if not _VALUE.fullmatch(value) or value.count("(") != value.count(")"):
        return "a colour or a measure, like #0b57d0 or 12px"
    if _MEASURE.fullmatch(usual) or name.startswith("radius"):
        return "" if _MEASURE.fullmatch(value) or _REFERS.fullmatch(value) else f"a measure, like {usual}"
    if name.startswith(("font", "shadow")) or _COLOUR.fullmatch(value) or _REFERS.fullmatch(value):
        return ""
    return "a colour, like #0b57d0, oklch(0.5 0.1 250) or var(--n-1)"


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Return the families of type that ship."""
    sheet = HERE / "vendor/fonts/fonts.css"
    return tuple(sorted(set(re.findall(r'font-family:"([^"]+)"', sheet.read_text())))) if sheet.exists() else ()


def _known(given: dict[str, str]) -> dict[str, str]:
    for name, value in given.items():
        if name not in tokens():
            raise ValueError(f"there is no token {name}; {hint(name, tokens())}")
        if told := _misfit(name, value):
            raise ValueError(f"{name} = {value!r}: {told}")
    return given


def _shipped(family: str) -> str:
    if family and family not in families():
        raise ValueError(f"no typeface {family!r} ships; {hint(family, families())}")
    return family


class Theme(BaseModel):
    """One theme: the ground that it stands on, and what it changes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: Literal["light", "dark"]
    says: str = ""
    tokens: Annotated[dict[str, str], AfterValidator(_known)] = {}
    font: Annotated[str, AfterValidator(_shipped)] = ""
    text: float = Field(1.0, ge=0.8, le=2)
    grey: bool = False

    def sheet(self, text: float = 1.0, usual: Mapping[str, float] = SIZES) -> str:
        """Return the rules that make it of its base, to stand after an app's own.

        `text` is the person's own wish, `usual` what the app's sizes are without it.
        """
        size = self.text * text
        sizes = {name: f"{pixels * size:g}px" for name, pixels in usual.items()} if size != 1 else {}
        fonts = dict.fromkeys(("font", "font-head"), f'"{self.font}"') if self.font else {}
        rules = "".join(f"--{name}:{value};" for name, value in {**sizes, **fonts, **self.tokens}.items())
        own = f":root:root:root{{{rules}}}" if rules else ""
        return own + ("html{filter:grayscale(1)}" if self.grey else "")


@lru_cache(maxsize=1)
def themes() -> Mapping[str, Theme]:
    """Return all themes by name: those that ship, then those of one's own files.

    Raises:
        UserError: a file says what no theme has, or gives a name twice; says where.
    """
    found: dict[str, Theme] = {}
    for path in (HERE / "themes.toml", *own_files("variants", "themes.toml")):
        read_named(path, Theme, found)
    return found


def theme(name: str) -> Theme:
    """Return a theme by its name.

    Raises:
        UserError: there is none of this name.
    """
    if name not in themes():
        raise UserError(f"no theme “{name}”; {hint(name, themes())}")
    return themes()[name]

"""Every theme is readable in every hue: the contrast of what stands on what (WCAG 2.2, AA)."""

import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import lifeworld.web
from lifeworld.web.themes import BASES, themes

FOLDER = Path(lifeworld.web.__file__).parent / "static/themes"
HUES = range(0, 360, 20)
TEXT, SIGN = 4.5, 3.0
READ = {  # what is read on what
    **{"ink-2": "ground sunken raised", "on-brand": "brand", "brand-ink": "ground tint", "on-tint": "tint tint-2"},
    **{"good": "ground good-tint", "warn": "ground warn-tint", "bad": "ground bad-tint", "info": "info-tint"},
    **{"on-inverse": "inverse", "on-inverse-2": "inverse"},
}
PAIRS = [
    *(("ink", back, 7.0) for back in ("ground", "sunken", "raised", "pressed")),
    ("ink-3", "ground", SIGN),
    *((front, back, TEXT) for front, backs in READ.items() for back in backs.split()),
]


def roles(name: str) -> dict[str, str]:
    theme = themes()[name]
    return dict(re.findall(r"--([\w-]+):\s*(.+?);", (FOLDER / f"{theme.base}.css").read_text())) | theme.tokens


def luminance(colour: str, known: dict[str, str], axes: dict[str, float]) -> float:
    """Return the relative luminance of a colour as the theme writes it."""
    if named := re.fullmatch(r"var\(--([\w-]+)\)", colour):
        return luminance(known[named[1]], known, axes)
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        red, green, blue = (linear(int(digits[at : at + 2], 16) / 255) for at in (0, 2, 4))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    light, chroma, hue = (number(part, axes) for part in parts(colour))
    return from_oklch(light, chroma, math.radians(hue))


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def parts(colour: str) -> list[str]:
    inside = re.fullmatch(r"oklch\((.+)\)", colour)
    assert inside, colour
    return re.findall(r"calc\(var\([^)]+\)[^)]+\)|var\([^)]+\)|[\d.]+", inside[1])


def number(part: str, axes: dict[str, float]) -> float:
    if found := re.search(r"var\(--([\w-]+)\)(?: \* ([\d.]+))?", part):
        return axes[found[1]] * float(found[2] or 1)
    return float(part)


def from_oklch(light: float, chroma: float, hue: float) -> float:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    clip: Callable[[float], float] = lambda value: min(max(value, 0.0), 1.0)  # noqa: E731
    return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)


def contrast(one: float, other: float) -> float:
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_21() -> None:
    assert contrast(from_oklch(0, 0, 0), from_oklch(1, 0, 0)) == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize(("front", "back", "least"), PAIRS)
def test_what_stands_on_what_can_be_read(theme: str, front: str, back: str, least: float) -> None:
    known = roles(theme)
    for hue in HUES:
        axes = {"hue": hue, "chroma": 0.18, "cast": 0.008} | {
            name: float(known[name]) for name in ("hue", "chroma", "cast") if name in known
        }
        found = contrast(*(luminance(f"var(--{name})", known, axes) for name in (front, back)))
        assert found >= least, f"{front} on {back} at hue {hue}: {found:.2f}"


def test_both_themes_say_the_same_roles() -> None:
    assert len({frozenset(roles(theme)) for theme in BASES}) == 1

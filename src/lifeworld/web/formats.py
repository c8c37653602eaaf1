"""How values are written on screen: template filters, the pictures that templates show by name, signs of businesses."""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale
from babel.numbers import format_currency, format_decimal, format_percent
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from lifeworld.core.errors import hint
from lifeworld.core.money import Money, written
from lifeworld.web import dates
from lifeworld.web.language import SPEECH, ngettext
from lifeworld.web.parse import moment_of

VENDOR = Path(__file__).parent / "vendor"
TINTS = 12
MEMORY = 65536


# Money and numbers


def money(amount: Money, sign: bool = False) -> str:
    """Return an amount as the locale writes it; `sign` writes a plus too: "+$12.00", "−$3.50"."""
    text = written(abs(amount.cents), SPEECH.locale)
    if amount.cents < 0:
        return "−" + text
    return "+" + text if sign and amount.cents else text


@pass_context  # else Jinja fills in “25|dollars” once, in the language that comes first
def dollars(context: Context, whole: int) -> str:
    """Return whole dollars as the locale writes them, without cents: "$25"."""
    return _dollars(whole, SPEECH.locale)


@lru_cache(maxsize=MEMORY)
def _dollars(whole: int, locale: str) -> str:
    pattern = re.sub(r"\.0+", "", Locale.parse(locale).currency_formats["standard"].pattern)
    return str(format_currency(whole, "USD", pattern, locale, currency_digits=False))


def number(value: float) -> str:
    """Return a number with the locale's separators: "1,240"."""
    return _number(value, SPEECH.locale)


@lru_cache(maxsize=MEMORY)
def _number(value: float, locale: str) -> str:
    return str(format_decimal(value, locale=locale))


def rating(stars: float) -> str:
    """Return stars as the locale writes them, a mean with one decimal: "4.0", a whole number without: "4"."""
    return _number(stars, SPEECH.locale) if isinstance(stars, int) else _rating(stars, SPEECH.locale)


@lru_cache(maxsize=MEMORY)
def _rating(mean: float, locale: str) -> str:
    return str(format_decimal(mean, "0.0", locale))


def percent(whole: int) -> str:
    """Return a whole number of percent as the locale writes it: "87%"."""
    return str(format_percent(whole / 100, locale=SPEECH.locale))


def plural(count: int, one: str, many: str) -> str:
    """Return the count with its word: {{ 3|plural("task", "tasks") }} is "3 tasks"."""
    return ngettext(f"%(n)s {one}", f"%(n)s {many}", count)


# Days and times, seen from the page's now


@pass_context
def when(context: Context, value: datetime | date | None) -> str:
    """Return how a list dates a row, seen from now: “9:41 AM”, “Yesterday”, “Mon”, “Mar 3”, “Mar 3, 2025”."""
    return "" if value is None else dates.when(value, context["now"])


@pass_context
def relative_day(context: Context, value: datetime | date | None) -> str:
    """Return the day alone, seen from now: “Today”, “Tomorrow”, “Mon”, “Mar 3”."""
    if value is None:
        return ""
    return dates.near(value.date() if isinstance(value, datetime) else value, context["now"].date())


@pass_context
def named_day(context: Context, value: date) -> str:
    """Return a day by its name and its date, seen from now: “Tomorrow, Mar 15”."""
    return dates.named_day(value, context["now"].date())


@pass_context
def ago(context: Context, value: datetime) -> str:
    """Return “just now”, “5 min ago”, “3 h ago”, then as `when`."""
    return dates.ago(value, context["now"])


@pass_context
def typed_day(context: Context, value: str) -> str:
    """Return the day of an ISO moment as one types it: “Mar 14, 2026”."""
    moment = moment_of(value)
    return dates.typed_day(moment.date()) if moment else ""


@pass_context
def typed_time(context: Context, value: str) -> str:
    """Return the time of an ISO moment as one types it: “9:30 AM”."""
    moment = moment_of(value)
    return dates.typed_time(moment.time()) if moment else ""


@pass_context
def typed_amount(context: Context, value: str) -> str:
    """Return an amount as one types it: “12.50”."""
    return Money.of(value).typed(SPEECH.locale)


# Names and pictures


@lru_cache(maxsize=MEMORY)
def initials(name: str) -> str:
    """Return “MO” for “Maya Okafor”, one letter for one word."""
    words = [word for word in re.split(r"[\s_-]+", name) if word and word[0].isalnum()]
    return "".join(word[0] for word in (words[:1] + words[-1:] if len(words) > 1 else words[:1])).upper()


@lru_cache(maxsize=MEMORY)
def tint(value: int | str) -> int:
    """Return which of the twelve tints stands for a text; a number is taken round."""
    return (value if isinstance(value, int) else zlib.crc32(value.encode())) % TINTS


@cache
def icons() -> dict[str, str]:
    """Return the drawing of each icon, by its Lucide name."""
    found: dict[str, str] = json.loads((VENDOR / "icons.json").read_text())
    return found


@cache
def icon_svg(name: str, size: int = 0) -> Markup:
    """Return a Lucide icon as a decorative <svg> in the colour of the text around it.

    Raises:
        KeyError: Lucide has no icon of that name.
    """
    style = f' style="inline-size:{size}px;block-size:{size}px"' if size else ""
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"{style}>{_picture(name)}</svg>')


def _picture(name: str) -> str:
    if name not in icons():
        raise KeyError(f"there is no icon “{name}”; {hint(name, icons())}")
    return icons()[name]


@cache
def emoji_names() -> frozenset[str]:
    """Return the names of all emoji that are drawn, such as “shopping-cart”."""
    return frozenset(path.stem for path in (VENDOR / "emoji").glob("*.svg"))


@cache
def _characters() -> tuple[dict[str, str], re.Pattern[str]]:
    names: dict[str, str] = json.loads((VENDOR / "emoji/characters.json").read_text())
    names |= {text.replace("\ufe0f", ""): name for text, name in names.items()}
    longest_first = sorted(names, key=lambda text: (-len(text), text))
    return names, re.compile("(" + "|".join(map(re.escape, longest_first)) + ")[\ufe0f\U0001f3fb-\U0001f3ff]*")


_PLAIN = re.compile(r"[\x00-\u203b\u2040-\u20ff]*")  # no emoji lives here but ‼ and ⁉; most text is only this


@pass_context
def emojis(context: Context, text: str, size: int = 0) -> Markup:
    """Return a text with its emoji characters drawn, each an <img> whose alternative text is the character."""
    safe = escape(text)
    if _PLAIN.fullmatch(str(safe)):
        return safe
    return _drawn(str(safe), context["static"], size)


@lru_cache(maxsize=8192)
def _drawn(safe: str, static: Callable[[str], str], size: int) -> Markup:
    names, pattern = _characters()
    sizes = f' style="--size:{size}px"' if size else ""

    def drawing(match: re.Match[str]) -> str:
        address = static(f"vendor/emoji/{names[match[1]]}.svg")
        return f'<img class="emoji inline" src="{address}" alt="{match[1]}"{sizes}>'

    return Markup(pattern.sub(drawing, safe))


FILTERS: dict[str, Callable[..., object]] = {
    "money": money,
    "dollars": dollars,
    "number": number,
    "rating": rating,
    "percent": percent,
    "plural": plural,
    "day": dates.day,
    "date": dates.full_date,
    "long_day": dates.long_day,
    "short_date": dates.short_date,
    "month": dates.month,
    "coming_day": dates.coming_day,
    "named_day": named_day,
    "moment": dates.moment,
    "short_moment": dates.short_moment,
    "weekday": dates.weekday,
    "weekday_narrow": dates.weekday_narrow,
    "weekday_long": dates.weekday_long,
    "clock": dates.clock,
    "clock_short": dates.clock_short,
    "when": when,
    "relative_day": relative_day,
    "ago": ago,
    "typed_day": typed_day,
    "typed_time": typed_time,
    "typed_amount": typed_amount,
    "initials": initials,
    "tint": tint,
    "icon_svg": icon_svg,
    "emojis": emojis,
}


# Lucide's icon by the name of the emoji, where they are called differently.
_ICONS: Mapping[str, str] = {
    "airplane": "plane",
    "artist-palette": "palette",
    "automobile": "car",
    "bank": "landmark",
    "basket": "shopping-basket",
    "bicycle": "bike",
    "books": "book-open",
    "bouquet": "flower-2",
    "bread": "croissant",
    "cinema": "clapperboard",
    "classical-building": "landmark",
    "curry-rice": "soup",
    "cut-of-meat": "beef",
    "delivery-truck": "truck",
    "doughnut": "donut",
    "fire": "flame",
    "fuel-pump": "fuel",
    "green-salad": "salad",
    "headphone": "headphones",
    "heart-suit": "heart",
    "high-voltage": "zap",
    "hot-beverage": "coffee",
    "houses": "building",
    "leafy-green": "leaf",
    "locomotive": "train-front",
    "mobile-phone": "smartphone",
    "oncoming-automobile": "car-front",
    "oyster": "shell",
    "paw-prints": "paw-print",
    "potted-plant": "sprout",
    "shopping-bags": "shopping-bag",
    "steaming-bowl": "soup",
    "taxi": "car-taxi-front",
    "teacup-without-handle": "coffee",
    "teapot": "coffee",
    "television": "tv",
    "thread": "spool",
    "triangular-ruler": "ruler",
    "violin": "music",
    "water-wave": "waves",
    "wine-glass": "wine",
    "wireless": "wifi",
}


def glyph(emoji: str) -> str:
    """Return the icon for the emoji of a business; nothing where there is none, as for a dentist."""
    name = _ICONS.get(emoji, emoji)
    return name if name in icons() else ""

"""What a business or a category looks like in a list: an icon, in the colour of what the money was spent on."""

from typing import NamedTuple, get_args

from lifeworld.apps.bank.models import Category
from lifeworld.web.formats import TINTS, icons

_OF_CATEGORY = (
    "shopping-basket utensils bus-front plane house heart-pulse shopping-bag ticket shield graduation-cap "
    "heart-handshake handshake banknote landmark receipt-text"
)
_CATEGORIES = dict(zip(get_args(Category), _OF_CATEGORY.split(), strict=True))
_APART = 5  # tints from one category to the next, so that neighbours don't look alike
_SIGNS = {  # by the emoji that stands for a business, where no icon has the same name
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
    "doughnut": "donut",
    "fire": "flame",
    "fuel-pump": "fuel",
    "green-salad": "salad",
    "headphone": "headphones",
    "heart-suit": "heart",
    "high-voltage": "zap",
    "hot-beverage": "coffee",
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
    "triangular-ruler": "ruler",
    "violin": "music",
    "water-wave": "waves",
    "wine-glass": "wine",
    "wireless": "wifi",
}


class Sign(NamedTuple):
    """An icon, and which of the kit's tints it has."""

    icon: str
    tint: int


def sign(category: str, emoji: str = "") -> Sign:
    """Return the sign of a category, or of a business that stands in it."""
    if category not in _CATEGORIES:
        category = "Other"
    named = _SIGNS.get(emoji, emoji)
    tint = list(_CATEGORIES).index(category) * _APART % TINTS
    return Sign(named if named in icons() else _CATEGORIES[category], tint)

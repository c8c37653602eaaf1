"""The sign that stands for a business wherever it is shown: an icon instead of an emoji."""

from collections.abc import Mapping

from lifeworld.web.formats import icons

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

"""The sign in a business's logo."""

from collections.abc import Mapping

from lifeworld.life.models import Business
from lifeworld.web.formats import icons

# Lucide's icon by the name of the emoji, where they are called differently.
_ICONS: Mapping[str, str] = {
    "airplane": "plane",
    "artist-palette": "palette",
    "automobile": "car",
    "bank": "landmark",
    "books": "book-open",
    "bouquet": "rose",
    "cinema": "clapperboard",
    "classical-building": "building-2",
    "delivery-truck": "truck",
    "fire": "flame",
    "fuel-pump": "fuel",
    "headphone": "headphones",
    "heart-suit": "heart",
    "high-voltage": "zap",
    "houses": "building",
    "leafy-green": "leaf",
    "locomotive": "train-front",
    "mobile-phone": "smartphone",
    "paw-prints": "paw-print",
    "potted-plant": "sprout",
    "shopping-bags": "shopping-bag",
    "teapot": "coffee",
    "television": "tv",
    "thread": "spool",
    "triangular-ruler": "ruler",
    "violin": "music",
    "wine-glass": "wine",
    "wireless": "wifi",
}


def glyph(business: Business) -> str:
    """Return the icon that stands for a business; nothing where there is none, as for a dentist."""
    name = _ICONS.get(business.emoji, business.emoji)
    return name if name in icons() else ""

"""What a business or a category looks like in a list: an icon, in the colour of what the money was spent on."""

from typing import NamedTuple, get_args

from lifeworld.apps.bank.models import Category
from lifeworld.web.formats import TINTS
from lifeworld.web.glyphs import glyph

_OF_CATEGORY = (
    "shopping-basket utensils bus-front plane house heart-pulse shopping-bag ticket shield graduation-cap "
    "heart-handshake handshake banknote landmark receipt-text"
)
_CATEGORIES = dict(zip(get_args(Category), _OF_CATEGORY.split(), strict=True))
_APART = 5  # tints from one category to the next, so that neighbours don't look alike


class Sign(NamedTuple):
    """An icon, and which of the kit's tints it has."""

    icon: str
    tint: int


def sign(category: str, emoji: str = "") -> Sign:
    """Return the sign of a category, or of a business that stands in it."""
    if category not in _CATEGORIES:
        category = "Other"
    tint = list(_CATEGORIES).index(category) * _APART % TINTS
    return Sign(glyph(emoji) or _CATEGORIES[category], tint)

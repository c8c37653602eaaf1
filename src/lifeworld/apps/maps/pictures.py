"""The picture of a place: a scene made at build time by `scripts/places.py`, shipped as a file."""

from functools import cache
from pathlib import Path

from lifeworld.city.places import places

FOLDER = Path(__file__).parent / "static" / "places"


@cache
def picture(key: str) -> str:
    """Return the static path of a place's picture: its own, or one of its kind's in turn; "" where there is none."""
    if (FOLDER / f"{key}.webp").is_file():
        return f"maps/places/{key}.webp"
    category = places()[key].category
    of_kind = sorted(path.name for path in FOLDER.glob(f"{category}-*.webp"))
    alike = sorted(other for other, place in places().items() if place.category == category)
    return f"maps/places/{of_kind[alike.index(key) % len(of_kind)]}" if of_kind else ""

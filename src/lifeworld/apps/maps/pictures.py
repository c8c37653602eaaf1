"""The picture of a place: a scene made at build time by `scripts/places.py`, shipped as a file."""

from functools import cache
from pathlib import Path

from lifeworld.city.lines import calling, stops
from lifeworld.city.places import places

FOLDER = Path(__file__).parent / "static" / "places"


@cache
def picture(key: str) -> str:
    """Return the static path of a place's picture: its own, or one of its kind's in turn; "" where there is none."""
    if (FOLDER / f"{key}.webp").is_file():
        return f"maps/places/{key}.webp"
    kind = _kind(key)
    of_kind = sorted(path.name for path in FOLDER.glob(f"{kind}-*.webp"))
    alike = sorted(other for other in places() if _kind(other) == kind)
    return f"maps/places/{of_kind[alike.index(key) % len(of_kind)]}" if of_kind else ""


@cache
def _kind(key: str) -> str:
    """Return the category of a place; of a stop, by what it is that calls there."""
    place = places()[key]
    if place.category != "stop":
        return place.category
    return "tram" if any(line.kind == "tram" for line in calling(stops()[place.name])) else "bus"

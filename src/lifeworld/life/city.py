"""Port Callow: its streets and its businesses, the same in every life. They stand in `words/en/city.toml`."""

from dataclasses import dataclass
from functools import cache
from random import Random

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.life.models import Business
from lifeworld.life.words import files
from lifeworld.life.words.files import Lines, Text

CITY = "Port Callow"
AREA_CODES = ("360", "503", "541", "564", "458", "971")


@dataclass(frozen=True)
class District:
    """A postal code and its streets."""

    code: str
    streets: Lines


@dataclass(frozen=True)
class Place:
    """What the city's directory says of a business."""

    name: Text
    emoji: str
    district: str


@dataclass(frozen=True)
class Trade:
    """Businesses of one kind, by their keys."""

    category: Text
    places: dict[str, Place]
    mailbox: str = "hello"


@dataclass(frozen=True)
class City:
    """Districts by name, trades by the kind of business."""

    districts: dict[str, District]
    businesses: dict[str, Trade]


@cache
def directory() -> City:
    """Return the city as its file has it."""
    path = files.folder(files.__file__) / "city.toml"
    found = files.read(City, path)
    keys: set[str] = set()
    for kind, trade in found.businesses.items():
        for key, place in trade.places.items():
            where = f"{path}: businesses.{kind}.places.{key}"
            if key in keys:
                raise UserError(f"{where} stands there twice; rename one")
            if place.district not in found.districts:
                raise UserError(f"{where}: no district “{place.district}”; {hint(place.district, found.districts)}")
            keys.add(key)
    return found


def address(rng: Random, district: str = "", flat: bool = False) -> str:
    """Return a street address of the city, such as "14 Weaver Street, Port Callow 97481"."""
    districts = directory().districts
    found = districts[district or rng.choice(tuple(districts))]
    door = f", Apt {rng.randint(1, 9)}{rng.choice('ABCD')}" if flat else ""
    return f"{rng.randint(2, 240)} {rng.choice(found.streets)}{door}, {CITY} {found.code}"


def phone(index: int) -> str:
    """Return the index-th telephone number of the ranges that are kept free for fiction."""
    area, line = divmod(index, 100)
    return f"({AREA_CODES[area % len(AREA_CODES)]}) 555-{100 + line:04d}"


def domain(name: str) -> str:
    """Return where a business called `name` has its mail: "tallowandrye.example"."""
    words = name.lower().replace("&", "and").removeprefix("the ")
    return "".join(c for c in words if c.isascii() and c.isalnum()) + ".example"


@cache
def businesses() -> dict[str, Business]:
    """Return every business of the city by its key in the directory, ids from 1."""
    rng = Random("port callow")
    made: dict[str, Business] = {}
    for kind, trade in directory().businesses.items():
        for key, place in trade.places.items():
            number = len(made) + 1
            made[key] = Business(
                id=number,  # type: ignore[call-arg]  # every row has an id
                name=place.name,
                kind=kind,
                category=trade.category,
                email=f"{trade.mailbox}@{domain(place.name)}",
                phone=phone(399 + number),
                address=address(rng, place.district),
                emoji=place.emoji,
            )
    return made

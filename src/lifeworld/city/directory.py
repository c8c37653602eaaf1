"""Who and what is at which address of Port Callow: its districts' streets and its businesses (`en/city.toml`)."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from random import Random

from lifeworld.core import words
from lifeworld.core.errors import UserError, hint
from lifeworld.core.words import Lines, Text

CITY = "Port Callow"
HOUSES = 240  # the highest number of a house in any street
AREA_CODES = ("360", "503", "541", "564", "458", "971")


@dataclass(frozen=True)
class Quarter:
    """A postal code and its streets."""

    code: str
    streets: Lines


@dataclass(frozen=True)
class Named:
    """What the city's directory says of a business."""

    name: Text
    emoji: str
    district: str = ""
    address: str = ""  # in another town


@dataclass(frozen=True)
class Trade:
    """Businesses of one kind, by their keys."""

    category: Text
    places: dict[str, Named]
    mailbox: str = "hello"


@dataclass(frozen=True)
class Abroad:
    """A town of another country: by how many hours its clocks are ahead, and its numbers, a # for each digit left."""

    phone: Text
    ahead: int = 0


@dataclass(frozen=True)
class Directory:
    """Districts by name, trades by the kind of business, and those in other towns; towns of other countries."""

    districts: dict[str, Quarter]
    businesses: dict[str, Trade]
    elsewhere: dict[str, Trade]
    abroad: dict[str, Abroad]


@dataclass(frozen=True)
class Entry:
    """A business with all that it makes known, counted from 1."""

    number: int
    key: str
    name: str
    kind: str
    category: str
    email: str
    phone: str
    address: str
    district: str
    emoji: str


@cache
def directory() -> Directory:
    """Return the directory as its file has it."""
    path = words.folder(__file__) / "city.toml"
    found = words.read(Directory, path)
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
    return f"{rng.randint(2, HOUSES)} {rng.choice(found.streets)}{door}, {CITY} {found.code}"


def at_home(where: str) -> str:
    """Return a house of the city with its city and code, such as "9 Kiln Street, top floor"; another town as it is."""
    street = where.partition(",")[0].lstrip("0123456789 ")
    code = next((one.code for one in directory().districts.values() if street in one.streets), "")
    return f"{where}, {CITY} {code}" if code else where


def ahead(address: str) -> timedelta:
    """Return by how much the clocks are ahead of the city's where somebody lives."""
    country = _country(address)
    return timedelta(hours=country.ahead if country else 0)


def _country(address: str) -> Abroad | None:
    return directory().abroad.get(address.rpartition(", ")[2].rpartition(" ")[0])


def phone(index: int, address: str) -> str:
    """Return the index-th telephone number of the ranges that are kept free for fiction, as where it rings has them."""
    if country := _country(address):
        digits = iter(f"{index:0{country.phone.count('#')}}")
        return "".join(next(digits) if sign == "#" else sign for sign in country.phone)
    area, line = divmod(index, 100)
    return f"({AREA_CODES[area % len(AREA_CODES)]}) 555-{100 + line:04d}"


def domain(name: str) -> str:
    """Return where a business called `name` has its mail: "tallowandrye.example"."""
    plain = name.lower().replace("&", "and").removeprefix("the ")
    return "".join(c for c in plain if c.isascii() and c.isalnum()) + ".example"


@cache
def entries() -> dict[str, Entry]:
    """Return every business of the city by its key in the directory."""
    rng = Random("port callow")
    made: dict[str, Entry] = {}
    for kind, trade in (*directory().businesses.items(), *directory().elsewhere.items()):
        for key, place in trade.places.items():
            number = len(made) + 1
            where = place.address or address(rng, place.district)
            made[key] = Entry(
                number=number,
                key=key,
                name=place.name,
                kind=kind,
                category=trade.category,
                email=f"{trade.mailbox}@{domain(place.name)}",
                phone=phone(399 + number, where),
                address=where,
                district=place.district,
                emoji=place.emoji,
            )
    return made

"""The parts that drawn people's biographies are made of: works, homes, hobbies, trips, and what all have."""

from dataclasses import dataclass, field
from functools import cache
from types import GenericAlias
from typing import Any, TypeVar

from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life.biography import (
    Appointment,
    BillPlan,
    Chore,
    Circle,
    Favour,
    Habit,
    OwnLetter,
    OwnMessage,
    Seed,
    Split,
    Standing,
)


@dataclass(frozen=True)
class Role:
    """Somebody of a part's, still without a name. `years` are those by which they are older than the owner.

    `kin` share the owner's family name; who is `accented` has a first name with an accent.
    """

    relation: str
    temper: str
    years: tuple[int, int]
    employer: str = ""
    district: str = ""
    home: str = ""
    kin: bool = False
    accented: bool = False
    facts: dict[str, Text] = field(default_factory=dict)
    untold: dict[str, Text] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """A piece of a life, written by hand."""

    story: Text
    cast: dict[str, Role]
    lists: Lines
    standing: tuple[Standing, ...]
    circles: tuple[Circle, ...]
    chores: tuple[Chore, ...]
    appointments: dict[str, Appointment]
    talk: tuple[OwnMessage, ...]
    mail: tuple[OwnLetter, ...] = ()
    habits: tuple[Habit, ...] = ()
    bills: tuple[BillPlan, ...] = ()
    splits: tuple[Split, ...] = ()
    favours: tuple[Favour, ...] = ()
    meetings: tuple[str, ...] = ()
    plot: tuple[Seed, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Work(Part):
    title: Text
    employer: str
    salary: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Home(Part):
    ages: tuple[int, int]
    gift: str
    products: Lines


@dataclass(frozen=True, kw_only=True)
class Hobby(Part):
    house: str
    department: str


@dataclass(frozen=True)
class Journey:
    title: Text
    town: Text
    hotel: str
    carrier: str
    fare: float
    stay: float
    emoji: str
    sights: Lines


Made = TypeVar("Made", Work, Home, Hobby, Journey, Part)


@cache
def parts(kind: type[Made], name: str) -> dict[str, Made]:
    """Return all parts of a kind by their keys, from the file of this name."""
    every: Any = GenericAlias(dict, (str, kind))
    found: dict[str, Made] = read(every, folder(__file__) / "parts" / f"{name}.toml")
    return found


def works() -> dict[str, Work]:
    return parts(Work, "works")


def homes() -> dict[str, Home]:
    return parts(Home, "homes")


def hobbies() -> dict[str, Hobby]:
    return parts(Hobby, "hobbies")


def journeys() -> dict[str, Journey]:
    return parts(Journey, "trips")


def common() -> Part:
    """Return what all drawn people have."""
    every: dict[str, Part] = parts(Part, "common")
    return every["common"]

"""The parts that drawn people's biographies are made of: works, homes, hobbies, trips, and what all have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import GenericAlias
from typing import Any, TypeVar

from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life import biography as own
from lifeworld.life.character import Nature


@dataclass(frozen=True, kw_only=True)
class Role(Nature):
    """Somebody of a part's, still without a name. `years` are those by which they are older than the owner.

    `kin` share the owner's family name; who is `accented` has a first name with an accent; a mother is no `man`. What
    they are `called` may hold {first}; what they `calls` the owner is what a woman and a man is called: Mum Dad.
    """

    years: tuple[int, int]
    kin: bool = False
    accented: bool = False
    man: bool | None = None


@dataclass(frozen=True)
class Part:
    """A piece of a life, written by hand."""

    story: Text
    cast: dict[str, Role]
    lists: Lines
    standing: tuple[own.Standing, ...]
    circles: tuple[own.Circle, ...]
    chores: tuple[own.Chore, ...]
    appointments: dict[str, own.Appointment]
    talk: tuple[own.OwnMessage, ...]
    mail: tuple[own.OwnLetter, ...] = ()
    habits: tuple[own.Habit, ...] = ()
    bills: tuple[own.BillPlan, ...] = ()
    splits: tuple[own.Split, ...] = ()
    favours: tuple[own.Favour, ...] = ()
    meetings: tuple[str, ...] = ()


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


@dataclass(frozen=True)
class Street(Part):
    """Who lives next door, and two friends."""


@dataclass(frozen=True, kw_only=True)
class Hobby(Part):
    house: str
    department: str


@dataclass(frozen=True, kw_only=True)
class Journey(own.Route):
    emoji: str


Made = TypeVar("Made", Work, Home, Street, Hobby, Journey, Part)
_FILES = {Work: "works", Home: "homes", Street: "streets", Hobby: "hobbies", Journey: "trips", Part: "common"}


@cache
def parts(kind: type[Made]) -> dict[str, Made]:
    """Return all parts of a kind by their keys, from its file."""
    every: Any = GenericAlias(dict, (str, kind))
    found: dict[str, Made] = read(every, folder(__file__) / "parts" / f"{_FILES[kind]}.toml")
    return found


def filled(value: Any, words: Mapping[str, str]) -> Any:
    """Return texts, or what holds some, with words in their places."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda place: words[place[1]], value)
    if isinstance(value, tuple):
        return tuple(filled(one, words) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: filled(getattr(value, one.name), words) for one in fields(value)})
    return value

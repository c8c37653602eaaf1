"""How check-ups stand in a calendar, and what a visit costs."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import StringConstraints

from lifeworld.core.errors import UserError, hint
from lifeworld.core.words import Text, folder, read
from lifeworld.life.models import businesses


@dataclass(frozen=True)
class Checkup:
    """An appointment at a business, by its key in the city."""

    title: Text
    at: str


@dataclass(frozen=True)
class Agenda:
    """What stands in calendars; `prices` are from and to how many dollars a visit costs, by business.

    `holidays` are by month and day, as 12-25.
    """

    holidays: dict[Annotated[str, StringConstraints(pattern=r"\d\d-\d\d")], Text]
    checkups: tuple[Checkup, ...]
    prices: dict[str, tuple[float, float]]


@cache
def agenda() -> Agenda:
    path = folder(__file__) / "agenda.toml"
    found = read(Agenda, path)
    for key in found.prices:
        if key not in businesses():
            raise UserError(f"{path}: prices: no business “{key}”; {hint(key, businesses())}")
    for checkup in found.checkups:
        if checkup.at not in found.prices:
            raise UserError(f"{path}: checkups: no price for “{checkup.at}”; {hint(checkup.at, found.prices)}")
    return found

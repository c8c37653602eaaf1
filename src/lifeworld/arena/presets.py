"""Themes of life that a battle may begin with, like planning a trip; presets.toml has them."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path

from babel.dates import format_date
from pydantic import BaseModel, ConfigDict

from lifeworld.arena.additions import Addition, Appointment, Entry, Letter, Listed
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.core.toml import checked, tables

_STRICTLY = ConfigDict(frozen=True, extra="forbid")
_FILE = Path(__file__).with_name("presets.toml")


class _Letter(BaseModel):
    model_config = _STRICTLY

    address: str
    subject: str
    body: str
    days: int


class _Appointment(BaseModel):
    """Of so many hours from a time on; without a time, of so many whole days."""

    model_config = _STRICTLY

    title: str
    days: int
    at: str = ""
    hours: int = 1
    lasts: int = 1
    place: str = ""


class _List(BaseModel):
    model_config = _STRICTLY

    name: str
    tasks: tuple[str, ...]


class Preset(BaseModel):
    """A theme of life.

    Attributes:
        state: what is open.
        tasks: what one may ask of the agents there.
        letters, appointments, lists: what lies in the apps, by days from the world's today.
    """

    model_config = _STRICTLY

    title: str
    state: str
    tasks: tuple[str, ...]
    letters: tuple[_Letter, ...] = ()
    appointments: tuple[_Appointment, ...] = ()
    lists: tuple[_List, ...] = ()

    def additions(self, now: datetime) -> Iterator[Addition]:
        """Yield what it adds to a world at this time."""
        for letter in self.letters:
            texts = (_dated(letter.subject, now), _dated(letter.body, now))
            sent_at = now + timedelta(days=letter.days, minutes=-7)
            yield Letter(address=letter.address, subject=texts[0], body=texts[1], sent_at=sent_at)
        yield from (_appointment(one, now) for one in self.appointments)
        for one in self.lists:
            yield Listed(name=one.name, tasks=tuple(Entry(title=task) for task in one.tasks))


@cache
def presets() -> Mapping[str, Preset]:
    """Return all presets by name."""
    return {name: checked(Preset, given, f"{_FILE}: [{name}]") for name, given in tables(_FILE).items()}


def known(name: str) -> Preset:
    """Return a preset by name.

    Raises:
        UserError: there is none of this name.
    """
    if name not in presets():
        raise UserError(f"no theme “{name[:40]}”; {hint(name[:40], presets())}")
    return presets()[name]


def _appointment(one: _Appointment, now: datetime) -> Appointment:
    starts = datetime.combine(_day(now, one.days), time.fromisoformat(one.at) if one.at else time())
    ends = starts + (timedelta(hours=one.hours) if one.at else timedelta(days=one.lasts - 1))
    return Appointment(title=one.title, starts=starts, ends=ends, all_day=not one.at, place=one.place)


def _dated(text: str, now: datetime) -> str:
    """Return a text with each {N} as the day in N days."""
    return re.sub(r"\{(\d+)\}", lambda found: format_date(_day(now, int(found[1])), "d MMMM", "en"), text)


def _day(now: datetime, days: int) -> date:
    return now.date() + timedelta(days=days)

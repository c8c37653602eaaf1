"""Where a live battle begins: whose device it is, what is open there, what its data are like, and what is added."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path

from babel.dates import format_date
from pydantic import BaseModel, ConfigDict

from lifeworld import apps
from lifeworld.arena import additions
from lifeworld.arena.additions import Addition, Appointment, Entry, Letter, Listed
from lifeworld.arena.tables import Battle
from lifeworld.core.errors import UserError, hint
from lifeworld.core.toml import checked, tables
from lifeworld.taskkit.configuration import known, state_of
from lifeworld.world import Profile, World, load, untouched
from lifeworld.world.contents import PLAIN, contents

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
    """A theme of life: what is open, what one may ask there, and what lies in the apps by days from today."""

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
    return {name: checked(Preset, given, f"{_FILE}: [{name}]") for name, given in tables(_FILE).items()}


def preset_of(name: str) -> Preset:
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


_HOME = "home"


@dataclass(frozen=True)
class Beginning:
    """What was chosen of where a battle begins: what is open, the data, a theme of life, and what is added."""

    state: str = _HOME
    content: str = PLAIN
    preset: str = ""
    added: tuple[Addition, ...] = ()

    @classmethod
    def chosen(cls, person: str, state: str, content: str, preset: str, own: Iterable[Addition]) -> "Beginning":
        """Return what a visitor has chosen; what they have left open is as the theme has it.

        Raises:
            UserError: a choice is none, or there is no such screen on this person's device.
        """
        theme = preset_of(preset) if preset else None
        content = known("content", content or PLAIN)
        state = known("state", state or (theme.state if theme else _HOME))
        world = untouched(load(person, content))
        themed = tuple(theme.additions(world.store.now)) if theme else ()
        begun = cls(state, content, preset, (*themed, *own))
        begun.check(person)
        return begun

    def check(self, person: str) -> None:
        """See that the screen exists on a person's device.

        Raises:
            UserError: it does not.
        """
        world = World(self.profile(person).data)
        try:
            state_of(self.state).path(world.store)
        except LookupError:
            raise UserError("There is no such screen on this person’s device; begin with another one") from None
        finally:
            world.close()

    def profile(self, person: str) -> Profile:
        """Return the person with a world that has what was added."""
        return additions.added_to(load(person, self.content), self.added)


def state_name(state: str) -> str:
    """Return what is open, in words: the app's and the screen's."""
    app, _, name = state.rpartition(".")
    words = name.replace("-", " ")
    return f"{apps.by_id()[app].name}, {words}" if app else words


def told(battle: Battle) -> str:
    """Return where a battle began, in words; "" if it was the home screen of a person's plain year."""
    state, content = (battle.configuration.get(name, usual) for name, usual in (("state", _HOME), ("content", PLAIN)))
    parts = (
        presets()[battle.preset].title if battle.preset in presets() else "",
        "" if state == _HOME else f"open: {state_name(state)}",
        "" if content == PLAIN or content not in contents() else f"data: {contents()[content].says}",
        f"{words} added" if (words := additions.told(additions.read(battle.added))) else "",
    )
    return "; ".join(filter(None, parts))


def added_texts(battle: Battle) -> list[str]:
    """Return all words that were added to a battle's world, for who moderates."""
    return [text for one in additions.read(battle.added) for text in one.texts if text]

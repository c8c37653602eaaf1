"""Letters as a careful model writes them pass in every task that asks for one; none with another fact does."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, time, timedelta
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from lifeworld.core.money import Money
from lifeworld.life.models import Person, me
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.taskkit.kit import PROSE
from lifeworld.taskkit.wording import Shown
from lifeworld.verify.expectation import Prose, Setting, mark
from lifeworld.verify.facts import Texts, loosely, plain, unasked
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

WRITTEN = tomllib.loads((Path(__file__).parent / "prose.toml").read_text(encoding="utf-8"))
CASES = [(name, part) for name, parts in WRITTEN.items() for part in parts]
EACH = pytest.mark.parametrize(("name", "part"), CASES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(CASES)])
DRAWS, SELDOM = 2, 24  # for each person; SELDOM where only some draws have the value that a text is about
OTHERS = 8  # draws that are looked through for another name or thing
BESIDE = 4  # other things that are listed
ACCEPTED = 0.97  # of the letters at least
MORE = (
    "It was {stray[amount]}.",
    "That is on {stray[day]}.",
    "It begins at {stray[time]}.",
    "My number is {stray[number]}.",
    "Ask {stray[name]}.",
    "See www.nowhere.example for more.",
    "Write to somebody@nowhere.example.",
)
Value = Any  # a fact that a text shows: an amount, a day, a time, or the first of its wordings
Part = Mapping[str, Any]


class Told(Mapping[str, Any]):
    """What a text may show: a task's parameters and what it works out, the facts, and values that are none."""

    def __init__(self, instance: Instance, facts: tuple[Value, ...]) -> None:
        self._instance, self._facts = instance, facts

    def __getitem__(self, name: str) -> Any:
        own: Any = self._instance.task
        found: dict[str, Callable[[], Any]] = {
            "told": lambda: self._facts,
            "stray": lambda: stray(self._instance),
            "wrong_half": lambda: f"{own.at:%I:%M} {'AM' if own.at.hour >= 12 else 'PM'}",
            "total": lambda: own.share * 3,
            "payer": lambda: own.entry.store.get(Person, own.entry.person_id),
            "me": lambda: owner(self._instance.profile.name),
            "answer": lambda: self._instance.expectation.targets[0].answer,
        }
        return found[name]() if name in found else getattr(own, name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Words(Shown):
    """Shows values in the ways in which people write them: `:th` March 14th, `:short` 7 PM, `:24` 19:00, `:dollars`."""

    def format_field(self, value: Any, format_spec: str) -> str:
        ways: dict[str, Callable[[Any], str]] = {
            "24": lambda at: f"{at:%H:%M}",
            "short": lambda at: f"{at.hour % 12 or 12}{f':{at.minute:02}' * bool(at.minute)} {at:%p}",
            "th": lambda on: f"{on:%B} {on.day}{_ending(on.day)}",
            "the": lambda on: f"the {on.day}{_ending(on.day)}",
            "brief": lambda on: f"{on:%a, %b} {on.day}",
            "iso": lambda on: f"{on:%Y-%m-%d}",
            "pm": lambda at: f"{at.hour % 12 or 12}:{at.minute:02} {'p.m.' if at.hour >= 12 else 'a.m.'}",
            "dollars": lambda paid: f"{abs(paid).cents // 100} dollars and {abs(paid).cents % 100} cents",
        }
        return ways[format_spec](value) if format_spec in ways else super().format_field(value, format_spec)


def _ending(number: int) -> str:
    return "th" if 10 < number < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


@lru_cache(maxsize=8)
def owner(profile: str) -> Person:
    return me(World(load(profile).data).store)


def setting_of(instance: Instance) -> Setting:
    found = instance.expectation.targets[0].setting
    assert found
    return found


def stray(instance: Instance) -> Mapping[str, str]:
    """Return an amount, a day, a time, a number and somebody known that neither the task nor the thread holds."""
    setting = setting_of(instance)
    offered: dict[str, Iterator[str]] = {
        "amount": (f"${dollars}.65" for dollars in range(980, 999)),
        "day": (f"December {day}" for day in range(31, 0, -1)),
        "time": (f"{hour}:33 AM" for hour in range(3, 12)),
        "number": map(str, range(90210, 90299)),
        "name": (name for name in sorted(setting.people) if name.split()[0] not in setting.said),
    }
    return {kind: next(one for one in found if unasked(one, setting)) for kind, found in offered.items()}


def strangers(instance: Instance) -> list[str]:
    """Return a few things of the kind that is asked for that neither the task nor the thread names."""
    setting = setting_of(instance)
    strange = (name for name in sorted(setting.things) if plain(name) not in plain(setting.said))
    found = [name for name in strange if not (name.isalpha() and name.islower())]
    return found[:: max(1, len(found) // BESIDE)]


def facts_of(instance: Instance) -> tuple[Value, ...]:
    return tuple(fact[0] if isinstance(fact, tuple) else fact for fact in _asked(instance)[1].facts)


def _asked(instance: Instance) -> tuple[int, Prose]:
    return next((n, prose) for n, prose in enumerate(instance.expectation.targets[0].prose) if prose.facts)


def shown(instance: Instance, text: str, facts: tuple[Value, ...] | None = None) -> str:
    return Words().vformat(text, (), Told(instance, facts or facts_of(instance)))


def accepted(instance: Instance, told: str) -> bool:
    target = instance.expectation.targets[0]
    return Texts(target.prose, target.setting)(mark(_asked(instance)[0]), loosely(told))


def others(name: str, instance: Instance, place: int) -> list[Value]:
    """Return other values of a fact: another day, amount, time; a name or a thing of another draw."""
    fact = facts_of(instance)[place]
    if isinstance(fact, Money):
        return [fact + Money(100), fact + Money(1)]
    if isinstance(fact, date):
        return [fact + timedelta(days=1), fact - timedelta(days=1)]
    if isinstance(fact, time):
        return [fact.replace(hour=(fact.hour + 1) % 24), fact.replace(minute=(fact.minute + 15) % 60)]
    draws = (facts_of(drawn(name, instance.profile.name, number))[place] for number in range(OTHERS))
    return [other for other in draws if not {*other.split()} & {*fact.split()}][:2]


def changed(name: str, instance: Instance, text: str) -> Iterator[str]:
    """Yield a letter again with each fact that it shows changed."""
    facts = facts_of(instance)
    for place in (one for one in range(len(facts)) if f"{{told[{one}]" in text):
        for other in others(name, instance, place):
            yield shown(instance, text, (*facts[:place], other, *facts[place + 1 :]))


@lru_cache(maxsize=64)
def drawn_for(name: str, where: tuple[tuple[str, Any], ...] = ()) -> tuple[Instance, ...]:
    """Return some draws for each person that have the values that a part of the corpus is about."""
    found: list[Instance] = []
    for profile in NAMES:
        draws = (drawn(name, profile, number) for number in range(SELDOM if where else DRAWS))
        fitting = (one for one in draws if all(getattr(one.task, key) == value for key, value in where))
        found += islice(fitting, DRAWS)
    return tuple(found)


def instances(name: str, part: Part) -> tuple[Instance, ...]:
    found = drawn_for(name, tuple(part.get("where", {}).items()))
    assert found, "no draw is what these texts are about"
    return found


def taken(name: str, part: Part, texts: list[str], right: bool = True) -> list[str]:
    """Return those of the texts that a verdict takes, or that it does not, in any of the draws."""
    told = ((one, shown(one, text)) for one in instances(name, part) for text in texts)
    return sorted({text for one, text in told if accepted(one, text) is right})


@pytest.mark.long
def test_letters_of_a_careful_model_pass() -> None:
    every = [
        (name, shown(one, text), one)
        for name, part in CASES
        for one in instances(name, part)
        for text in part["letters"]
    ]
    refused = [(name, text) for name, text, one in every if not accepted(one, text)]
    assert len(refused) <= (1 - ACCEPTED) * len(every), sorted(set(refused))


@EACH
def test_none_passes_with_another_fact(name: str, part: Part) -> None:
    told = [(one, letter) for one in instances(name, part) for letter in part["letters"]]
    assert not sorted({text for one, letter in told for text in changed(name, one, letter) if accepted(one, text)})


@EACH
def test_none_passes_with_a_value_that_nobody_gave(name: str, part: Part) -> None:
    assert not taken(name, part, [f"{part['letters'][0]} {more}" for more in MORE])


@EACH
def test_none_passes_with_another_listed_beside_the_right_one(name: str, part: Part) -> None:
    """Another place, street, commit, file or product, as screens write it; and a few of them in a row."""
    for one in instances(name, part):
        beside = strangers(one)
        lists = [*beside, ", ".join(beside)] if beside else []
        told = [f"{shown(one, letter)} Or {more}?" for letter in part["letters"] for more in lists]
        assert not [text for text in told if accepted(one, text)]


def test_what_is_listed_is_known_of_each_task_that_asks_for_a_name() -> None:
    asking = {name for name, _ in CASES if all(setting_of(one).things for one in drawn_for(name))}
    assert asking == {
        "cross.AddressByMail",
        "cross.NearestOpenProposed",
        "cross.NeighbourTakesItIn",
        "cross.ShorterWalkForBoth",
        "cross.TellLastCommit",
        "cross.TellWhatIPaid",
        "hard.FaultsByLetter",
        "memory.MeetWhereIGo",
    }


@EACH
def test_rarer_ways_to_say_it_pass(name: str, part: Part) -> None:
    assert not taken(name, part, part.get("honest", []), right=False)


@EACH
def test_what_is_wrong_does_not(name: str, part: Part) -> None:
    assert not taken(name, part, part["wrong"])


@pytest.mark.parametrize("name", [name for name, parts in WRITTEN.items() if len(parts) > 1])
def test_what_is_about_something_else_does_not(name: str) -> None:
    for part in WRITTEN[name]:
        about = [text for other in WRITTEN[name] if other["where"] != part["where"] for text in other["letters"]]
        assert not taken(name, part, about)


def test_every_task_with_a_free_text_is_tried() -> None:
    assert {one.id for one in tasks() if PROSE in one.tags} == WRITTEN.keys()
    assert all(sum(len(part["letters"]) for part in parts) >= 3 for parts in WRITTEN.values())
    assert sum(len(part["letters"]) for _, part in CASES) >= 90

"""Answers as a good assistant words them beside its work count in every task over several apps; wrong ones don't."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lifeworld.scenarios.draw import Instance, drawn
from lifeworld.scenarios.wording import Shown
from lifeworld.verify.answers import Known, rights
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

REPORTS = tomllib.loads((Path(__file__).parent / "reports.toml").read_text(encoding="utf-8"))
DRAWS = 2


class Told(Shown):
    """Shows a task's parameters, what it works out, and the answer; `:year` writes a day with its year."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    def get_value(self, key: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if key == "answer":
            return self._instance.expectation.targets[0].answer
        return getattr(self._instance.scenario, key)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, date) and format_spec == "year":
            return f"{value:%B} {value.day}, {value.year}"
        return super().format_field(value, format_spec)


@dataclass(frozen=True)
class Said:
    """An answer to one draw, and whether it counts."""

    text: str
    counts: bool


def said(name: str, kind: str) -> list[Said]:
    """Return each text of the corpus as an answer to some draws of a task for each person."""
    return [
        answered(drawn(name, profile, number), text)
        for profile in NAMES
        for number in range(DRAWS)
        for text in REPORTS[name][kind]
    ]


def answered(instance: Instance, text: str) -> Said:
    """Return one text as the answer to one draw, under each of the task's own goals."""
    target, scenario = instance.expectation.targets[0], instance.scenario
    told = Told(instance).vformat(text, (), {})
    assert target.answer is not None
    known = [Known(today(instance.profile.name), scenario.goal(n), target.names) for n in range(len(scenario.goals))]
    return Said(told, all(all(rights(told, target.answer, one)) for one in known))


@cache
def today(profile: str) -> date:
    world = World(load(profile).data)
    try:
        return world.store.now.date()
    finally:
        world.close()


@pytest.mark.parametrize("name", REPORTS)
def test_what_an_assistant_would_say_counts(name: str) -> None:
    assert not sorted({one.text for one in said(name, "honest") if not one.counts})


@pytest.mark.parametrize("name", REPORTS)
def test_what_is_wrong_does_not(name: str) -> None:
    assert not sorted({one.text for one in said(name, "wrong") if one.counts})

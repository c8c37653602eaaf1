"""Screens under a covering array; a sample that goes on with every change of the sources."""

import asyncio
import random
from collections.abc import Sequence
from itertools import combinations as pairs
from itertools import product

import pytest
from tests.rotation import content

from lifeworld import apps
from lifeworld.proof.screens import (
    AXES,
    SHELL,
    Case,
    Flaw,
    cases,
    combinations,
    covered,
    covering,
    flaws,
    some,
    standing,
    summed,
)
from lifeworld.taskkit.configuration import values

SAMPLED = 8


def test_every_pair_of_values_is_covered_by_few_combinations() -> None:
    axes = {"a": ("1", "2", "3"), "b": ("x", "y"), "c": ("p", "q", "r", "s"), "d": ("0", "1")}
    rows = covering(axes)
    for one, other in pairs(axes, 2):
        assert {(row[one], row[other]) for row in rows} == set(product(axes[one], axes[other]))
    assert len(rows) <= 16 and covering(axes) == rows


def test_the_screens_are_covered() -> None:
    rows = combinations()
    least = sorted((len(values(axis)) for axis in AXES), reverse=True)
    found = set().union(*map(covered, rows))
    assert len(found) == sum(len(values(one)) * len(values(other)) for one, other in pairs(AXES, 2))
    assert len(rows) <= 1.5 * least[0] * least[1]


@pytest.mark.long
def test_a_sample_of_screens_is_sound() -> None:
    own = random.Random(content()).choice([*apps.by_id(), SHELL])
    chosen = some(cases((own,)), SAMPLED, content())

    told = summed(asyncio.run(_new(chosen)))
    assert not told, "\n".join(
        f"{one['law']}: {one['what']} ({one['where']}, {one['address']}, {one['values']})" for one in told
    )


def test_no_two_cases_are_the_same() -> None:
    every: list[Case] = cases(("todo",))
    assert len(set(every)) == len(every) == len(combinations()) * len({case.route for case in every})


@pytest.mark.long
def test_the_device_can_be_read_too() -> None:
    """Its panels as well, which over a page of its own get that page's style sheet."""
    usual = {"device": "desktop", "language": "en", "layout": "usual", "content": "plain"}
    rows = [tuple({"theme": theme, **usual}.items()) for theme in ("light", "dark")]
    routes = dict.fromkeys(case.route for case in cases((SHELL,)))
    chosen = [Case(SHELL, route, row) for row in rows for route in routes if "quick" in route or "search" in route]
    assert len(chosen) == 2 * 5

    assert not asyncio.run(_new(chosen))


async def _new(chosen: Sequence[Case]) -> list[Flaw]:
    return [flaw async for flaw in flaws(chosen) if not standing(flaw)]

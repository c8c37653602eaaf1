"""How much a drawn person does of everything: about levels that lie far enough apart to tell two people."""

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter
from random import Random
from typing import TypeVar

T = TypeVar("T")
_STRIDE, _BETWEEN = 269, 37  # from a number to the next, among all levels; from one way of a person to the next
# Of each measure the levels, from and to, so wide that people are in no grid. A number has one of each, by turns, so
# that near numbers have others. How much somebody reacts to, more or less, follows from all of them: nobody differs
# from anybody by one level alone.
_LEVELS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "letters": ((25, 90), (500, 1500)),  # of businesses
    "chores": ((0, 0), (5, 6), (60, 60), (60, 60), (5, 6)),
    "plans": ((0.2, 0.8), (0.7, 2)),
    "orders": ((0, 0), (3, 7), (11, 22), (60, 120)),
    "quotes": ((0, 0), (0.03, 0.04), (0.35, 0.45)),
    "bills": ((2, 2), (20, 20)),  # at most, beside the rent
    "visits": ((0.18, 0.25), (1.4, 1.7)),
    "reacts": ((0, 0), (1, 1)),
}
_SIGNS = ((0, 0.0005), (0.01, 0.013), (0.06, 0.075), (0.4, 0.5))
_STEPS = (3, 4)  # levels of chores that are in steps, as many as can be


def measures(seed: int, way: int, rng: Random) -> dict[str, float]:
    """Return those of a number, in one of the ways in which it may live."""
    number, level = (seed + way * _BETWEEN) * _STRIDE, dict[str, int]()
    for name, among in _LEVELS.items():
        number, level[name] = divmod(number, len(among))
    found = {name: rng.uniform(*_LEVELS[name][one]) for name, one in level.items()}
    signs = _SIGNS[2 * level["reacts"] + (sum(level.values()) - level["reacts"]) % 2]
    return {**found, "signs": rng.uniform(*signs), "steps": level["chores"] in _STEPS, "people": about(6, 70, rng)}


def about(least: int, most: int, rng: Random) -> int:
    """Return a number between the two, as often below their geometric mean as above."""
    return round(least * math.pow(most / least, rng.random()))


def some(among: Sequence[T], most: float, rng: Random) -> tuple[T, ...]:
    """Return so many of them at most, in their order."""
    chosen = rng.sample(range(len(among)), min(round(most), len(among)))
    return tuple(among[number] for number in sorted(chosen))


def a_third(told: Sequence[T], of: tuple[str, ...], rng: Random) -> list[T]:
    """Return a third of the conversations in which something is told, whole: those that have all this in common."""
    every = [*dict.fromkeys(map(attrgetter(*of), told))]
    chosen = some(every, math.ceil(len(every) / 3), rng)
    return [one for one in told if attrgetter(*of)(one) in chosen]

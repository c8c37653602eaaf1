"""Covering arrays: few combinations in which every pair of values of every two axes occurs."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, product

Pair = tuple[tuple[str, str], tuple[str, str]]
_CANDIDATES = 20  # rows of which the one with most new pairs is taken


def covering(axes: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Return combinations of a value of each axis, so that each pair of values of two axes is in one of them.

    Greedy, after Cohen et al.'s AETG (1997): each row is the best of some that begin with a pair that is still missing.
    """
    rng = random.Random("covering ")
    missing = {pair for one, other in combinations(axes, 2) for pair in _pairs(one, other, axes)}
    rows = []
    while missing:
        tried = [_row(axes, rng.choice(sorted(missing)), missing, rng) for _ in range(_CANDIDATES)]
        rows.append(max(tried, key=lambda row: len(missing & covered(row))))
        missing -= covered(rows[-1])
    return rows


def covered(row: Mapping[str, str]) -> set[Pair]:
    """Return the pairs of values that a combination holds."""
    return set(combinations(row.items(), 2))


def _pairs(one: str, other: str, axes: Mapping[str, Sequence[str]]) -> set[Pair]:
    return {((one, mine), (other, theirs)) for mine, theirs in product(axes[one], axes[other])}


def _row(axes: Mapping[str, Sequence[str]], first: Pair, missing: set[Pair], rng: random.Random) -> dict[str, str]:
    """Return a row that holds a pair, its other values each chosen for the most new pairs with those before."""
    row = dict(first)
    for axis in rng.sample([name for name in axes if name not in row], len(axes) - len(row)):
        choices = rng.sample(list(axes[axis]), len(axes[axis]))
        row[axis] = max(choices, key=lambda value: _new(axis, value, row, missing, axes))
    return {axis: row[axis] for axis in axes}


def _new(axis: str, value: str, row: Mapping[str, str], missing: set[Pair], axes: Mapping[str, Sequence[str]]) -> int:
    order = list(axes)
    pairs = (sorted(((axis, value), one), key=lambda part: order.index(part[0])) for one in row.items())
    return sum((one, other) in missing for one, other in pairs)

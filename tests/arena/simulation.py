"""Votes made up from known strengths: the paper's leaderboard, and small polls for laws."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.random import Generator

from lifeworld.arena.ballots import CHOICES, LABELS, VOTES, check_votes
from lifeworld.arena.ranking import Board, Standing


def votes(rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    return check_votes(pa.Table.from_pylist(list(rows), VOTES))


def labels(rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), LABELS)


PAPER: dict[str, tuple[float, int]] = {
    "Claude Sonnet 4": (1167, 416),
    "Claude 3.7 Sonnet": (1140, 507),
    "UI-TARS-1.5": (1092, 533),
    "Operator": (1064, 511),
    "CoAct-1": (1043, 110),
    "OpenCUA": (1023, 109),
    "Claude 3.5 Sonnet": (1023, 425),
    "GPT-5": (1002, 108),
    "o4-mini": (895, 266),
    "Qwen 2.5 VL 72B": (895, 504),
    "GPT-4.1": (837, 432),
    "Gemini 2.5 Pro": (829, 377),
}
"""Elo and votes of each agent, as the paper's table has them; the votes come to 4,298, two to a vote."""
AGENTS = tuple(PAPER)
MEAN = float(np.mean([elo for elo, _ in PAPER.values()]))
TRUTH = {agent: elo - MEAN + 1000 for agent, (elo, _) in PAPER.items()}
VOTERS = 1058


def pairs(rng: Generator) -> tuple[np.ndarray, np.ndarray]:
    """Pair the agents at random so that each has its number of votes; nobody meets itself."""
    slots = rng.permutation(np.repeat(np.arange(len(AGENTS)), [count for _, count in PAPER.values()]))
    left, right = slots[::2].copy(), slots[1::2].copy()
    while (selves := np.flatnonzero(left == right)).size:
        for row in selves:
            other = rng.integers(left.size)
            right[row], right[other] = right[other], right[row]
    return left, right


def paper_votes(rng: Generator, ties: float = 0.4) -> pa.Table:
    """Votes whose expected score is that of the paper's Elo; `ties` of what may be ties are ties or both bad."""
    left, right = pairs(rng)
    elo = np.array([value for value, _ in PAPER.values()])
    chance = 1 / (1 + 10 ** ((elo[right] - elo[left]) / 400))
    even = ties * np.minimum(chance, 1 - chance)
    drawn = rng.random(left.size)
    choice = np.select([drawn < chance - even, drawn < 1 - 2 * even], [0, 1], rng.integers(2, 4, size=left.size))
    voter = rng.integers(VOTERS, size=left.size)
    return votes(
        {"vote": n, "left": AGENTS[i], "right": AGENTS[j], "choice": CHOICES[said], "voter": f"voter {who}"}
        for n, (i, j, said, who) in enumerate(zip(left, right, choice, voter, strict=True))
    )


def cast(*told: tuple[str, str, str], **rest: Any) -> pa.Table:
    """Votes of as many voters; `rest` is the same in each."""
    return votes(
        {"vote": n, "left": left, "right": right, "choice": choice, "voter": f"voter {n}", **rest}
        for n, (left, right, choice) in enumerate(told)
    )


def standing(board: Board, agent: str) -> Standing:
    found = board.standing(agent)
    assert found
    return found

"""Ratings that take ties seriously, and votes with names: a, b, tie, both bad."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from scipy.optimize import minimize

from lifeworld.stats.bradley_terry import to_elo
from lifeworld.stats.checks import known
from lifeworld.stats.tally import FloatArray
from lifeworld.stats.votes import check_connected, read_votes, win_matrix

WINNERS = {"a": 1.0, "b": 0.0, "tie": 0.5, "both bad": 0.5}


@dataclass(frozen=True, slots=True, eq=False)
class TieRatings:
    """Strengths with their sum zero, the same as Elo, and how readily two equal models tie (0 to 1)."""

    beta: FloatArray
    elo: FloatArray
    tie_chance: float


def davidson(counts: Sequence[Sequence[float]] | FloatArray, anchor: int | None = None) -> TieRatings:
    """Ratings with a parameter for ties (Davidson, Journal of the American Statistical Association 65, 1970).

    P(i beats j) = p_i / D and P(tie) = v √(p_i p_j) / D with D = p_i + p_j + v √(p_i p_j), p = exp(beta);
    `tie_chance` is v / (2 + v). `bradley_terry` counts a tie as half a win each, which says nothing of its chance.

    Args:
        counts: rows (i, j, y, n) as for `bradley_terry`.
        anchor: the model put at Elo 1000.

    Raises:
        ValueError: as `bradley_terry`, or if no vote or every vote is a tie.
    """
    votes = read_votes(counts)
    tied = votes.outcome == 0.5
    if tied.all() or not tied.any():
        raise ValueError("every vote is a tie" if tied.all() else "no vote is a tie; use bradley_terry")
    wins = win_matrix(votes)
    check_connected(wins)
    left, right, count = votes.left, votes.right, votes.count
    gained, ties = wins.sum(axis=1), float(count[tied].sum())

    def loss(at: FloatArray) -> tuple[float, FloatArray]:
        beta, tie = at[:-1], at[-1]
        parts = np.stack([beta[left], beta[right], tie + (beta[left] + beta[right]) / 2])
        scale = np.logaddexp.reduce(parts, axis=0)
        shares = count * np.exp(parts - scale)
        slope = np.zeros_like(at)
        np.add.at(slope, left, shares[0] + shares[2] / 2)
        np.add.at(slope, right, shares[1] + shares[2] / 2)
        slope[:-1] -= gained
        slope[-1] = shares[2].sum() - ties
        return float(count @ scale - gained @ beta - ties * tie), slope

    found = minimize(loss, np.zeros(votes.models + 1), jac=True, method="BFGS", options={"gtol": 1e-8 * votes.total})
    beta = found.x[:-1] - found.x[:-1].mean()
    tie = exp(float(found.x[-1]))
    return TieRatings(beta, to_elo(beta, anchor), tie / (2 + tie))


def votes_of_labels(a: Sequence[str], b: Sequence[str], winner: Sequence[str]) -> tuple[FloatArray, tuple[str, ...]]:
    """Rows (i, j, y) for `bradley_terry` from names, and the models' names in their order.

    A winner is "a", "b", "tie" or "both bad"; the last counts as a tie, as in Chatbot Arena (Chiang et al., ICML 2024):
    it says that neither was better, not how good they are.

    Raises:
        ValueError: for columns of unequal length, a missing name, or a winner that is none of these (its row is named).
    """
    if not len(a) == len(b) == len(winner):
        raise ValueError(f"columns differ in length: {len(a)}, {len(b)}, {len(winner)}")
    for row, said in enumerate(winner):
        if said not in WINNERS:
            raise ValueError(f"row {row}: a winner is one of {', '.join(WINNERS)}, not {said!r}")
    names = tuple(sorted({*known(a, "names"), *known(b, "names")}))
    place = {name: number for number, name in enumerate(names)}
    rows = [(place[i], place[j], WINNERS[said]) for i, j, said in zip(a, b, winner, strict=True)]
    return np.array(rows, dtype=np.float64).reshape(-1, 3), names

"""Pairwise votes as sufficient statistics, and whether they determine a ranking."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from lifeworld.stats.tally import FloatArray, IntArray, complete_labels, finite, refuse_rows

OUTCOMES = (0.0, 0.5, 1.0)
WINNERS = {"a": 1.0, "b": 0.0, "tie": 0.5, "both bad": 0.5}


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Distinct (left, right, outcome) with how often each was cast; outcome is the share of the win left takes."""

    left: IntArray
    right: IntArray
    outcome: FloatArray
    count: FloatArray
    models: int

    @property
    def total(self) -> float:
        return float(self.count.sum())


def read_votes(counts: ArrayLike) -> Votes:
    """From rows (i, j, y, n) or (i, j, y): i met j, y = 1 for i's win, 0.5 a tie, 0 a loss, n times. Rows are kept.

    Raises:
        ValueError: for no rows, a self comparison, an outcome that is not 0, 1/2 or 1, or a count that is not positive.
    """
    rows = finite(counts, "comparisons")
    if rows.ndim != 2 or rows.shape[1] not in (3, 4):
        raise ValueError(f"comparisons must be rows (i, j, y) or (i, j, y, n), not of shape {rows.shape}")
    left, right = rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64)
    count = rows[:, 3] if rows.shape[1] == 4 else np.ones(len(rows))
    refuse_rows((rows[:, :2] % 1 != 0).any(axis=1), "a model index is not whole", "comparison")
    refuse_rows(left == right, "self comparison", "comparison")
    refuse_rows((left < 0) | (right < 0), "negative model index", "comparison")
    refuse_rows(~np.isin(rows[:, 2], OUTCOMES), "outcome is neither 0, 1/2 nor 1", "comparison")
    refuse_rows(~(count > 0), "count is not positive", "comparison")
    return Votes(left, right, rows[:, 2], count, int(max(left.max(), right.max())) + 1)


def merge(votes: Votes) -> tuple[Votes, IntArray]:
    """Votes with lower model left and equal rows added up, and for every row the merged row it went to."""
    swap = votes.left > votes.right
    left, right = np.where(swap, votes.right, votes.left), np.where(swap, votes.left, votes.right)
    doubled = np.rint(2 * np.where(swap, 1 - votes.outcome, votes.outcome)).astype(np.int64)
    keys, rows = np.unique((left * votes.models + right) * 3 + doubled, return_inverse=True)
    pair, doubled = np.divmod(keys, 3)
    left, right = np.divmod(pair, votes.models)
    counts = np.bincount(rows, votes.count).astype(np.float64)
    return Votes(left, right, doubled / 2, counts, votes.models), rows


def win_matrix(votes: Votes) -> FloatArray:
    """wins[i, j]: how often i beat j, a tie being half a win for each."""
    wins = np.zeros((votes.models, votes.models))
    np.add.at(wins, (votes.left, votes.right), votes.count * votes.outcome)
    np.add.at(wins, (votes.right, votes.left), votes.count * (1 - votes.outcome))
    return wins


class Unranked(ValueError):
    """Votes without a finite ranking: which groups of models stand apart, and how."""

    def __init__(self, wins: FloatArray, groups: list[list[int]]) -> None:
        self._wins, self._groups = wins, groups
        super().__init__(f"{self.message([str(n) for n in range(len(wins))])}; give a prior or more votes")

    def message(self, names: Sequence[str]) -> str:
        """Return the reason, each model called by its name."""
        called = [[names[n] for n in group] for group in self._groups]
        apart = zip(self._groups, called, strict=True)
        reasons = "; ".join(filter(None, (standing(group, self._wins, name) for group, name in apart)))
        components = " | ".join(", ".join(group) for group in called)
        return (
            f"not strongly connected: the maximum-likelihood ratings are infinite ({reasons}); components {components}"
        )


def check_connected(wins: FloatArray) -> None:
    """Refuses wins that have no finite maximum-likelihood ranking (Ford): some group never loses to the rest.

    Raises:
        Unranked: naming the groups.
    """
    size, label = connected_components(csr_array(wins > 0), directed=True, connection="strong")
    if size > 1:
        raise Unranked(wins, sorted(np.flatnonzero(label == part).tolist() for part in range(size)))


def standing(group: list[int], wins: FloatArray, called: list[str]) -> str:
    """Why a group has no finite ratings relative to the others, or nothing."""
    inside = np.isin(np.arange(len(wins)), group)
    won, lost = wins[inside][:, ~inside].sum(), wins[~inside][:, inside].sum()
    name, one = f"model{'s' if len(group) > 1 else ''} {', '.join(called)}", len(group) == 1
    if won == 0 and lost == 0:
        return f"{name} never met the others"
    if lost == 0:
        return f"{name} never {'loses' if one else 'lose'} to the others"
    return f"{name} never {'wins' if one else 'win'} against the others" if won == 0 else ""


def strongly_connected(wins: FloatArray) -> bool:
    return bool(connected_components(csr_array(wins > 0), directed=True, connection="strong")[0] == 1)


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
    names = tuple(sorted({*complete_labels(a, "names"), *complete_labels(b, "names")}))
    place = {name: number for number, name in enumerate(names)}
    rows = [(place[i], place[j], WINNERS[said]) for i, j, said in zip(a, b, winner, strict=True)]
    return np.array(rows, dtype=np.float64).reshape(-1, 3), names


def draw_users(
    rows: Votes, merged: IntArray, users: ArrayLike, replicates: int, rng: Generator
) -> tuple[FloatArray, int]:
    """Counts of each merged vote when users are drawn with replacement, [replicate, vote], and how many users are."""
    user, number = casters(rows, users)
    cast = csr_array((rows.count, (user, merged)), shape=(number, int(merged.max()) + 1))
    times = rng.multinomial(number, np.full(number, 1 / number), size=replicates)
    return np.asarray(times @ cast, dtype=np.float64), number


def casters(votes: Votes, users: ArrayLike) -> tuple[IntArray, int]:
    """The number of each vote's user, and how many users there are."""
    names, user = np.unique(np.asarray(users), return_inverse=True)
    if user.size != votes.left.size:
        raise ValueError(f"{user.size} users for {votes.left.size} comparisons")
    return user, int(names.size)


def draw_multinomials(counts: FloatArray, rounds: int, rng: Generator) -> FloatArray:
    """Resamples `counts` votes over their kinds, [round, kind]; exactly multinomial.

    Poisson counts given their total are multinomial; drawn a little short and topped up vote by vote they cost a third
    of a chain of binomials.
    """
    total = round(float(counts.sum()))
    share = counts / counts.sum()
    short = 5 * total**0.5
    if short > total / 4:
        return np.asarray(rng.multinomial(total, share, size=rounds), dtype=np.float64)
    drawn = rng.poisson(share * (total - short), size=(rounds, counts.size)).astype(np.float64)
    missing = total - drawn.sum(axis=1).astype(np.int64)
    for row in np.flatnonzero(missing < 0):
        drawn[row], missing[row] = rng.multinomial(total, share), 0
    last = np.searchsorted(np.cumsum(share)[:-1], rng.random(int(missing.sum())), side="right")
    rows = np.repeat(np.arange(rounds), missing)
    np.add.at(drawn, (rows, last), 1)
    return drawn

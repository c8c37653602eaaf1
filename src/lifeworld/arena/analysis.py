"""What votes tell besides: how far voters agree with each other and with the verifier, and what luck explains."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.random import Generator

from lifeworld.arena.ballots import CHOICES, choices, codes, successes, voters
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import SCORE, Board, Rule, leaderboard
from lifeworld.arena.said import ratings_of, said
from lifeworld.stats.agreement_intervals import cohen_kappa_interval, krippendorff_alpha_interval
from lifeworld.stats.association import rank_correlation
from lifeworld.stats.estimate import Estimate
from lifeworld.stats.intervals import wilson_bounds, z_of
from lifeworld.stats.multiplicity import adjust_p_values
from lifeworld.stats.permutation import permutation_test
from lifeworld.stats.tally import FloatArray, IntArray

EVEN = 2  # of truths and of votes: neither side is better
PREFERENCE = "preference"


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that these votes can't answer, and why."""

    reason: str


Answer: TypeAlias = Estimate | Unanswered


def answered(estimate: Callable[[], Estimate]) -> Answer:
    """Return an estimate, or the reason why there is none."""
    try:
        return estimate()
    except ValueError as problem:
        return Unanswered(str(problem))


def share(values: FloatArray, cluster: IntArray, level: float = 0.95) -> Estimate:
    """Return the mean of values within [0, 1], in Wilson's form on the effective number of votes.

    Values of one cluster, that is of one voter, hang together; the effective number is θ(1-θ) over the variance of
    their mean, and never above their number.

    Raises:
        ValueError: no values.
    """
    n = values.size
    if not n:
        raise ValueError("no vote is of this kind")
    mean, sums = float(values.mean()), np.bincount(cluster, values - values.mean())
    clusters = np.unique(cluster).size
    variance = float((sums**2).sum()) / n**2 * clusters / max(clusters - 1, 1)
    effective = min(mean * (1 - mean) / variance, n) if variance > 0 else clusters
    low, high = wilson_bounds(mean, effective, z_of(level))
    return Estimate(mean, float(low), float(high), n, level, "wilson on the effective number of votes")


def agreement(votes: pa.Table, labels: pa.Table, rng: Generator) -> dict[str, Answer]:
    """Return Krippendorff's alpha of the vote and of each label, over what several voters saw.

    The interval is that of battles, sides or steps drawn anew. A voter who labelled a battle at all has said no to the
    labels of the whole that they left out; `step` is good against bad, of steps that somebody marked.
    """
    found = {PREFERENCE: ratings_of(codes(votes, "battle")[0].of, choices(votes).astype(np.float64))}
    found |= {name: ratings_of(unit, value) for name, (unit, value) in said(labels).items()}
    return {name: answered(partial(krippendorff_alpha_interval, ratings, rng)) for name, ratings in found.items()}


@dataclass(frozen=True, slots=True)
class Truth:
    """Votes against the verifier's verdicts, of battles where both sides have one.

    Attributes:
        table: how often each choice was made where left alone, right alone, both, or neither succeeded.
        verified_wins: of votes for a side where one alone succeeded: how often that one was preferred.
        verified_wins_of_all: the same of all votes where one alone succeeded, where a tie or both bad is no win.
        kappa: of vote and truth, each left, right or even.
    """

    table: Mapping[str, Mapping[str, int]]
    verified_wins: Answer
    verified_wins_of_all: Answer
    kappa: Answer


TRUTHS = ("left alone", "right alone", "both", "neither")


def truth(votes: pa.Table) -> Truth:
    """Return how votes go with verdicts; written tasks, which have none, are left out."""
    left, right = successes(votes, "left"), successes(votes, "right")
    scored = ~np.isnan(left + right)
    choice, voter = choices(votes)[scored], voters(votes)[scored]
    left, right = left[scored], right[scored]
    kind = np.select([left > right, right > left, left > 0], [0, 1, 2], 3)
    table = {
        name: {said: _many(kind == k, choice == c) for c, said in enumerate(CHOICES)} for k, name in enumerate(TRUTHS)
    }
    lone = kind < EVEN
    decided, won = lone & (choice < EVEN), (choice == kind).astype(np.float64)
    return Truth(
        table,
        answered(lambda: share(won[decided], voter[decided])),
        answered(lambda: share(won[lone], voter[lone])),
        answered(lambda: cohen_kappa_interval(np.minimum(choice, EVEN), np.minimum(kind, EVEN))),
    )


def _many(*conditions: np.ndarray) -> int:
    return int(np.logical_and.reduce(conditions).sum())


@dataclass(frozen=True, slots=True)
class Duel:
    """Two agents head to head: how often the first won (ties half), whether luck explains it, and by how much.

    `p_value` is adjusted for all the duels asked for; `d` is the mean score's distance from even in its deviations.
    """

    first: str
    second: str
    votes: int
    share: float
    p_value: float
    d: float


def duels(votes: pa.Table, pairs: Iterable[tuple[str, str]], rng: Generator) -> list[Duel]:
    """Return permutation tests of votes on each pair: whoever wins a voter's votes could as well be the other one.

    Signs are flipped for all votes of a voter on the pair at once, and p-values are Holm's. Pairs without votes are
    left out.
    """
    left, right = votes["left"], votes["right"]
    score = SCORE[choices(votes)] - 0.5
    who = voters(votes)
    found = []
    for first, second in pairs:
        ahead, behind = (
            pc.and_(pc.equal(left, one), pc.equal(right, other)).to_numpy()
            for one, other in ((first, second), (second, first))
        )
        mine = np.concatenate([score[ahead], -score[behind]])
        if mine.size:
            sums = np.bincount(np.concatenate([who[ahead], who[behind]]), mine)
            p_value = permutation_test(sums[sums != 0] if sums.any() else [0.0], [0.0], rng, paired=True)
            found.append(Duel(first, second, mine.size, float(mine.mean() + 0.5), p_value, _distance(mine)))
    adjusted = adjust_p_values([one.p_value for one in found]) if found else ()
    return [Duel(d.first, d.second, d.votes, d.share, float(p), d.d) for d, p in zip(found, adjusted, strict=True)]


def _distance(scores: FloatArray) -> float:
    deviation = float(scores.std(ddof=1)) if scores.size > 1 else 0.0
    return float(scores.mean()) / deviation if deviation else float("nan")


def equally_correct(votes: pa.Table, rule: Rule | None = None) -> dict[str, Board]:
    """Return the boards of battles whose sides both succeeded and both failed: what is preferred when truth is even."""
    left, right = successes(votes, "left"), successes(votes, "right")
    parts = {"both succeeded": (left == 1) & (right == 1), "both failed": (left == 0) & (right == 0)}
    return {name: leaderboard(Poll.of(votes.filter(pa.array(part))), rule=rule) for name, part in parts.items()}


@dataclass(frozen=True, slots=True)
class Flip:
    """Two agents in different orders: `first` leads in the suite, `second` in the arena.

    `lead` is by how many Elo the first leads in the arena (below 0); the flip is sure where that interval leaves out 0.
    """

    first: str
    second: str
    gap: float
    lead: Estimate

    @property
    def sure(self) -> bool:
        return self.lead.high < 0


@dataclass(frozen=True, slots=True)
class Orders:
    """A static suite's order of agents against the arena's.

    Attributes:
        ranks: of each agent, in the suite and in the arena (by rating), 1 for the best.
        tau: Kendall's, of the scores.
        flips: the widest gap of the suite first.
    """

    ranks: Mapping[str, tuple[int, int]]
    tau: Answer
    flips: tuple[Flip, ...]


def against_suite(suite: Mapping[str, float], board: Board) -> Orders:
    """Compare a suite's scores with a board, over the agents that both have."""
    elo = {one.agent: one.elo for one in board.standings if one.agent in suite}
    names = sorted(elo, key=lambda name: (-suite[name], name))
    flips = [
        Flip(first, second, suite[first] - suite[second], board.lead(first, second))
        for i, first in enumerate(names)
        for second in names[i + 1 :]
        if suite[first] > suite[second] and elo[first] < elo[second]
    ]
    ranks = {name: (_rank(suite[name], [suite[n] for n in names]), _rank(elo[name], elo.values())) for name in names}
    tau = answered(lambda: rank_correlation([suite[name] for name in names], [elo[name] for name in names]))
    return Orders(ranks, tau, tuple(sorted(flips, key=lambda flip: -flip.gap)))


def _rank(value: float, others: Iterable[float]) -> int:
    return 1 + sum(other > value for other in others)

"""Analyses votes: agreement of voters with each other and with the verifier, pairwise comparisons, rank comparisons."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.random import Generator

from lifeworld.arena.ballots import CHOICES, choices, codes, successes, voters
from lifeworld.arena.poll import SCORE, Poll
from lifeworld.arena.ranking import Board, few_voters_factor, leaderboard
from lifeworld.arena.tables import SIDE_LABELS, SIDES
from lifeworld.stats.agreement_intervals import cohen_kappa_interval, krippendorff_alpha_interval
from lifeworld.stats.intervals import Estimate, wilson_bounds, z_of
from lifeworld.stats.permutation import adjust_p_values, permutation_test, rank_correlation
from lifeworld.stats.tally import FloatArray, IntArray

LEVEL = 0.95  # of intervals
EVEN = 2  # of verdicts and of votes: neither side is better
PREFERENCE = "preference"
STEP = "step"


@dataclass(frozen=True, slots=True)
class NoEstimate:
    """The reason why these votes give no estimate."""

    reason: str


MaybeEstimate: TypeAlias = Estimate | NoEstimate
T = TypeVar("T")


def estimate_or_reason(estimate: Callable[[], T]) -> T | NoEstimate:
    """Return an estimate, or the reason why there is none."""
    try:
        return estimate()
    except ValueError as problem:
        return NoEstimate(str(problem))


def clustered_share(values: FloatArray, cluster: IntArray) -> Estimate:
    """Return the mean of values within [0, 1] with a Wilson interval on the effective number of votes.

    Values of one cluster (one voter) are correlated; the effective number is θ(1-θ) over the variance of the mean,
    which is corrected for few clusters, and at most the number of values.

    Raises:
        ValueError: no values.
    """
    n = values.size
    if not n:
        raise ValueError("no votes of this kind")
    mean, sums = float(values.mean()), np.bincount(cluster, values - values.mean())
    clusters = np.unique(cluster).size
    variance = float((sums**2).sum()) / n**2 * few_voters_factor(clusters, LEVEL)
    effective = min(mean * (1 - mean) / variance, n) if variance > 0 else clusters
    low, high = wilson_bounds(mean, effective, z_of(LEVEL))
    return Estimate(mean, float(low), float(high), n, LEVEL, "wilson on the effective number of votes")


def agreement(votes: pa.Table, labels: pa.Table, rng: Generator) -> dict[str, MaybeEstimate]:
    """Return Krippendorff's alpha of the vote and of each label, over units that several voters rated.

    The interval resamples battles, sides or steps. A voter who labelled a battle at all counts as having answered “no”
    to the side labels that they left out; `step` is good against bad, for steps that somebody marked.
    """
    found = {PREFERENCE: rating_matrix(codes(votes, "battle")[0].of, choices(votes).astype(np.float64))}
    found |= {name: rating_matrix(unit, value) for name, (unit, value) in label_ratings(labels).items()}
    return {
        name: estimate_or_reason(partial(krippendorff_alpha_interval, ratings, rng)) for name, ratings in found.items()
    }


def rating_matrix(unit: IntArray, value: FloatArray) -> FloatArray:
    """Return ratings [one of its raters, unit], padded with NaN where a unit has fewer; raters are not identified."""
    order = np.argsort(unit, kind="stable")
    _, start, many = np.unique(unit[order], return_index=True, return_counts=True)
    ratings = np.full((int(many.max(initial=0)), many.size), np.nan)
    place = np.arange(unit.size) - np.repeat(start, many)
    ratings[place, np.repeat(np.arange(many.size), many)] = value[order]
    return ratings


def label_ratings(labels: pa.Table) -> dict[str, tuple[IntArray, FloatArray]]:
    """Return the units and ratings of each side label, and of the step labels."""
    whole = labels.filter(pc.is_null(labels["step"]))
    found = {name: _side_ratings(whole, name) for name in SIDE_LABELS}
    return found | {STEP: _step_ratings(labels.filter(pc.is_valid(labels["step"])))}


def _side_ratings(labels: pa.Table, name: str) -> tuple[IntArray, FloatArray]:
    """Return the ratings of a side label: a voter who labelled a battle rates both sides, and a missing label is 0."""
    votes, place = np.unique(labels["vote"].to_numpy(), return_inverse=True)
    battle = np.zeros(votes.size, dtype=np.int64)
    battle[place] = codes(labels, "battle")[0].of
    value = np.zeros((votes.size, len(SIDES)))
    mine = pc.equal(labels["label"], name).to_numpy()
    side = pc.index_in(labels["side"], pa.array(SIDES)).to_numpy()
    value[place[mine], side[mine]] = labels["value"].to_numpy()[mine]
    return (battle[:, None] * len(SIDES) + np.arange(len(SIDES))).ravel(), value.ravel()


def _step_ratings(labels: pa.Table) -> tuple[IntArray, FloatArray]:
    """Return the ratings of steps: 1 for good, 0 for bad, and the reverse where the label's value is false."""
    good = pc.equal(labels["label"], "good").to_numpy() == labels["value"].to_numpy()
    battle, side = (codes(labels, name)[0].of for name in ("battle", "side"))
    units = np.stack([battle, side, labels["step"].to_numpy().astype(np.int64)], axis=1)
    if not units.size:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    return np.unique(units, axis=0, return_inverse=True)[1].ravel(), good.astype(np.float64)


@dataclass(frozen=True, slots=True)
class VerdictAgreement:
    """Agreement of votes with the verifier's verdicts, over battles whose sides both have one.

    Attributes:
        table: the count of each choice, by which sides succeeded (`VERDICT_PAIRS`).
        verified_wins: the share of votes for a side that preferred the only side that succeeded.
        verified_wins_of_all: the same over all votes; a tie or both bad counts as not preferred.
        kappa: Cohen's kappa of vote and verdicts, each left, right or even.
    """

    table: Mapping[str, Mapping[str, int]]
    verified_wins: MaybeEstimate
    verified_wins_of_all: MaybeEstimate
    kappa: MaybeEstimate


VERDICT_PAIRS = ("left alone", "right alone", "both", "neither")


def verdict_agreement(votes: pa.Table) -> VerdictAgreement:
    """Return the agreement of votes with verdicts; visitors' own tasks, which have no verdicts, are left out."""
    left, right = successes(votes, "left"), successes(votes, "right")
    scored = ~np.isnan(left + right)
    choice, voter = choices(votes)[scored], voters(votes)[scored]
    left, right = left[scored], right[scored]
    kind = np.select([left > right, right > left, left > 0], [0, 1, 2], 3)
    table = {
        name: {chosen: int(((kind == k) & (choice == c)).sum()) for c, chosen in enumerate(CHOICES)}
        for k, name in enumerate(VERDICT_PAIRS)
    }
    lone = kind < EVEN
    decided, won = lone & (choice < EVEN), (choice == kind).astype(np.float64)
    return VerdictAgreement(
        table,
        estimate_or_reason(lambda: clustered_share(won[decided], voter[decided])),
        estimate_or_reason(lambda: clustered_share(won[lone], voter[lone])),
        estimate_or_reason(lambda: cohen_kappa_interval(np.minimum(choice, EVEN), np.minimum(kind, EVEN))),
    )


@dataclass(frozen=True, slots=True)
class PairwiseComparison:
    """A pairwise comparison of two agents: the first one's share of wins (ties count half) and a permutation test.

    `difference` is the share of votes won less that of votes lost, from -1 to 1: both did the same task in each battle,
    so it is paired. `p_value` is adjusted for the number of comparisons; `d` is the effect size, Cohen's d of the mean
    score.
    """

    first: str
    second: str
    votes: int
    voters: int
    share: float
    difference: Estimate
    p_value: float
    d: float


def pairwise_comparisons(votes: pa.Table, pairs: Iterable[tuple[str, str]], rng: Generator) -> list[PairwiseComparison]:
    """Return a permutation test of the votes on each pair; under the null the agents' labels are exchangeable by voter.

    Signs are flipped for all votes of a voter on the pair together; p-values have Holm's correction. Pairs without
    votes are left out.
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
            found.append(_compared((first, second), mine, np.concatenate([who[ahead], who[behind]]), rng))
    adjusted = adjust_p_values([one.p_value for one in found]) if found else ()
    return [replace(one, p_value=float(p)) for one, p in zip(found, adjusted, strict=True)]


def _compared(pair: tuple[str, str], score: FloatArray, voter: IntArray, rng: Generator) -> PairwiseComparison:
    """Return the comparison of a pair by the scores of its votes, from -1/2 (lost) to 1/2 (won)."""
    sums = np.bincount(voter, score)
    p_value = permutation_test(sums[sums != 0] if sums.any() else [0.0], [0.0], rng, paired=True)
    share = clustered_share(score + 0.5, voter)
    ends = {end: 2 * getattr(share, end) - 1 for end in ("value", "low", "high")}
    difference = replace(share, **ends, method=f"difference, {share.method}")
    number = np.unique(voter).size
    return PairwiseComparison(*pair, score.size, number, share.value, difference, p_value, _effect_size(score))


def _effect_size(scores: FloatArray) -> float:
    deviation = float(scores.std(ddof=1)) if scores.size > 1 else 0.0
    return float(scores.mean()) / deviation if deviation else float("nan")


def boards_at_equal_verdict(votes: pa.Table) -> dict[str, Board]:
    """Return the boards of battles whose sides both succeeded, and both failed: preference at equal verdicts."""
    return {name: leaderboard(Poll.of(part)) for name, part in at_equal_verdict(votes).items()}


def at_equal_verdict(votes: pa.Table) -> dict[str, pa.Table]:
    """Return the votes on battles whose sides both succeeded, and on those whose sides both failed."""
    left, right = successes(votes, "left"), successes(votes, "right")
    parts = {"both succeeded": (left == 1) & (right == 1), "both failed": (left == 0) & (right == 0)}
    return {name: votes.filter(pa.array(part)) for name, part in parts.items()}


@dataclass(frozen=True, slots=True)
class RankFlip:
    """Two agents that the suite and the arena rank differently: `first` leads in the suite, `second` in the arena.

    `lead` is the first one's Elo lead in the arena (below 0); the flip is significant if that interval excludes 0.
    """

    first: str
    second: str
    gap: float
    lead: Estimate

    @property
    def significant(self) -> bool:
        return self.lead.high < 0


@dataclass(frozen=True, slots=True)
class RankComparison:
    """A comparison of a static suite's ranking with the arena's.

    Attributes:
        ranks: each agent's rank in the suite and in the arena (by rating), 1 for the best.
        tau: Kendall's tau of the scores.
        flips: ordered by gap in the suite, widest first.
    """

    ranks: Mapping[str, tuple[int, int]]
    tau: MaybeEstimate
    flips: tuple[RankFlip, ...]


def compare_with_suite(suite: Mapping[str, float], board: Board) -> RankComparison:
    """Compare a suite's scores with a board, over the agents that are in both."""
    elo = {one.agent: one.elo for one in board.standings if one.agent in suite}
    names = sorted(elo, key=lambda name: (-suite[name], name))
    flips = [
        RankFlip(first, second, suite[first] - suite[second], board.lead(first, second))
        for i, first in enumerate(names)
        for second in names[i + 1 :]
        if suite[first] > suite[second] and elo[first] < elo[second]
    ]
    ranks = {name: (_rank(suite[name], [suite[n] for n in names]), _rank(elo[name], elo.values())) for name in names}
    tau = estimate_or_reason(lambda: rank_correlation([suite[name] for name in names], [elo[name] for name in names]))
    return RankComparison(ranks, tau, tuple(sorted(flips, key=lambda flip: -flip.gap)))


def _rank(value: float, others: Iterable[float]) -> int:
    return 1 + sum(other > value for other in others)

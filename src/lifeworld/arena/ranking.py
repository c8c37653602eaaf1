"""The leaderboard: Bradley-Terry ratings on the Elo scale with voter-clustered intervals, ranked by lower bound."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import expit, stdtrit

from lifeworld.arena.poll import ALL, SCORE, Columns, Poll, Where, weighted_counts, win_counts
from lifeworld.core.errors import UserError
from lifeworld.stats.bradley_terry import BASE, ELO, even_meat, fit, information, ranks_of
from lifeworld.stats.choices import choice_ratings
from lifeworld.stats.intervals import Estimate, check_level, wilson, z_of
from lifeworld.stats.rating_intervals import WEAK_PRIOR, ranks_left_open, user_meat
from lifeworld.stats.tally import FloatArray, IntArray

Model: TypeAlias = Literal["halves", "answers"]
Verified: TypeAlias = Mapping[str, tuple[int, int]]
"""For each agent, the numbers of successful and of scored episodes."""
MODELS: tuple[Model, ...] = ("halves", "answers")
MIN_VOTERS = 5
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Rule:
    """How ratings are computed from votes.

    Attributes:
        model: "halves" counts a tie and both bad as half a win for each, as Computer Agent Arena does; "answers" gives
            each of the four answers its own probability.
        level: of the intervals.
        prior: the precision of a normal prior on each strength, which keeps ratings finite for agents that only won.
        settled: the mean of the agents with this many votes is 1000 (of all if fewer than two have), so that
            newcomers don't widen everybody's interval.
        weighted: weight each vote by the inverse probability of its pair.
    """

    model: Model = "halves"
    level: float = 0.95
    prior: float = WEAK_PRIOR
    settled: int = 30
    weighted: bool = False

    def __post_init__(self) -> None:
        check_level(self.level)
        if self.model not in MODELS:
            raise UserError(f"the model of votes must be one of {', '.join(MODELS)}, not {self.model!r}")
        if self.prior <= 0:
            raise UserError(f"the precision of the prior must be above 0, not {self.prior:g}")
        if self.weighted and self.model != "halves":
            raise UserError("weighted ratings need the model halves")


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's line of the board; `rank` is by lower bound, and equal bounds share the better rank.

    `verified` is its verified success rate, None if no episode was scored; `few` whether too few people voted on the
    board for an interval over people; `ranks` the best and the worst rank, by those that it is told apart from.
    """

    rank: int
    agent: str
    elo: float
    low: float
    high: float
    votes: int
    wins: int
    losses: int
    ties: int
    bad: int
    verified: Estimate | None
    few: bool
    ranks: tuple[int, int]

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; both are the rating where there is none to be shown."""
        return (self.elo, self.elo) if self.few else (self.low, self.high)

    @property
    def interval(self) -> str:
        return "too few votes yet" if self.few else f"{self.low:.0f} to {self.high:.0f}"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Standings of a subset of the votes, best first, and the fitted model.

    Attributes:
        unrated: agents without a vote.
        agents: in the order of `beta` and `covariance`; the covariance is relative to the mean at 1000.
        votes: the number of votes; `voters` the number of voters.
        tie_chance: as in `ChoiceRatings`; None for the model "halves".
        bar: likewise.
    """

    rule: Rule
    where: Where
    standings: tuple[Standing, ...]
    unrated: tuple[str, ...]
    agents: tuple[str, ...]
    beta: FloatArray
    covariance: FloatArray
    votes: int
    voters: int = 0
    tie_chance: float | None = None
    bar: float | None = None

    def standing(self, agent: str) -> Standing | None:
        """Return an agent's line; None if it has no vote."""
        return next((one for one in self.standings if one.agent == agent), None)

    def lead(self, first: str, second: str) -> Estimate:
        """Return the Elo lead of one agent over another, with the interval of the difference."""
        i, j = self.agents.index(first), self.agents.index(second)
        value = ELO * float(self.beta[i] - self.beta[j])
        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        se = ELO * float(np.sqrt(max(spread, 0.0)))
        half = z_of(self.rule.level) * se
        return Estimate(value, value - half, value + half, self.votes, self.rule.level, "elo difference", se)


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    counts: FloatArray
    beta: FloatArray
    covariance: FloatArray
    tie_chance: float | None = None
    bar: float | None = None


def leaderboard(
    poll: Poll,
    where: Where = ALL,
    rule: Rule | None = None,
    verified: Verified | None = None,
    last: Board | None = None,
) -> Board:
    """Return the board of all votes or of a subset, such as (("device", "phone"),).

    The verifier's counts are shown beside the ratings; those of the `last` board are the start of the fit.

    Raises:
        UserError: the board is weighted and a vote has no chance.
    """
    chosen, counts = rule or Rule(), poll.counts(where)
    if not counts.any():
        known = len(poll.agents)
        return Board(chosen, where, (), poll.agents, poll.agents, np.zeros(known), np.zeros((known, known)), votes=0)
    made = _answers if chosen.model == "answers" and counts[:, :, :2].any() else _halves
    fitted = made(poll, where, chosen, _start(poll.agents, last))
    rates = {agent: wilson(*known, chosen.level) for agent, known in (verified or {}).items() if known[1]}
    return _board(poll.agents, where, chosen, fitted, rates, poll.columns(where).voters)


def refreshed_board(poll: Poll, last: Board) -> Board:
    """Return a board of the model "halves" with the newest votes and the widths of the last intervals.

    Ratings need only the counts, which are at hand; intervals would read every vote. Verified rates and the set of
    agents are those of the last board.
    """
    counts = poll.counts(last.where)
    fitted = _Fitted(counts, fit(win_counts(counts), last.rule.prior, _start(poll.agents, last)), last.covariance)
    rates = {one.agent: one.verified for one in last.standings}
    return _board(poll.agents, last.where, last.rule, fitted, rates, last.voters)


def _start(agents: tuple[str, ...], last: Board | None) -> FloatArray:
    known = dict(zip(last.agents, last.beta, strict=True)) if last else {}
    return np.array([known.get(agent, 0.0) for agent in agents])


def _answers(poll: Poll, where: Where, rule: Rule, start: FloatArray) -> _Fitted:
    counts = poll.counts(where)
    found = choice_ratings(counts, rule.prior, start)
    pin = pin_weights(tallies(counts).sum(axis=1), rule.settled)
    return _Fitted(counts, found.beta, relative_covariance(pin, found.covariance), found.tie_chance, found.bar)


def _halves(poll: Poll, where: Where, rule: Rule, start: FloatArray) -> _Fitted:
    counts, votes = poll.counts(where), poll.columns(where)
    weights = _weights(votes) if rule.weighted else votes.times
    cast = weighted_counts(votes, weights, len(counts)) if rule.weighted else counts
    beta, pin = fit(win_counts(cast), rule.prior, start), pin_weights(tallies(counts).sum(axis=1), rule.settled)
    return _Fitted(counts, beta, strength_covariance(beta, (votes, weights), cast, pin, rule.prior, rule.level))


def _weights(votes: Columns) -> FloatArray:
    """Return the inverse probability of each vote's pair, scaled to mean 1."""
    if np.isnan(votes.chance).any():
        raise UserError(f"{int(np.isnan(votes.chance).sum())} votes have no chance; rank them without weights")
    inverse = 1 / votes.chance
    return np.asarray(votes.times * inverse * (votes.times.sum() / (votes.times * inverse).sum()))


def _board(
    agents: tuple[str, ...],
    where: Where,
    rule: Rule,
    fitted: _Fitted,
    rates: Mapping[str, Estimate | None],
    voters: int,
) -> Board:
    """Return the board of a fit; where too few voted for intervals to be shown, agents are ranked by their rating."""
    counted = tallies(fitted.counts)
    games, few = counted.sum(axis=1), voters < MIN_VOTERS
    ends = elo_intervals(fitted, pin_weights(games, rule.settled), z_of(rule.level))
    rated = np.flatnonzero(games)
    ranks = ranks_of(ends[0 if few else 1, rated]).tolist()
    left_open = ranks_left_open(fitted.beta[rated], fitted.covariance[np.ix_(rated, rated)], rule.level)
    lines = []
    for i, rank, best, worst in zip(rated.tolist(), ranks, *left_open.tolist(), strict=True):
        elo, low, high = ends[:, i].tolist()
        wins, losses, ties, bad = counted[i].tolist()
        votes, verified, open_ = int(games[i]), rates.get(agents[i]), (1, rated.size) if few else (best, worst)
        lines.append(Standing(rank, agents[i], elo, low, high, votes, wins, losses, ties, bad, verified, few, open_))
    best_first = tuple(sorted(lines, key=lambda one: (one.rank, -one.elo, one.agent)))
    unrated = tuple(agent for agent, cast in zip(agents, games, strict=True) if not cast)
    total, shown = int(fitted.counts.sum()), (fitted.tie_chance, fitted.bar)
    return Board(rule, where, best_first, unrated, agents, fitted.beta, fitted.covariance, total, voters, *shown)


def elo_intervals(fitted: _Fitted, pin: FloatArray, z: float) -> FloatArray:
    """Return Elo, its lower and its upper end [which, agent], with the pinned mean at 1000."""
    elo = ELO * (fitted.beta - pin @ fitted.beta) + BASE
    half = z * ELO * np.sqrt(np.maximum(np.diag(fitted.covariance), 0))
    return np.stack([elo, elo - half, elo + half])


def tallies(counts: FloatArray) -> IntArray:
    """Return the numbers of wins, losses, ties and both bad of each agent."""
    left, right = counts.sum(axis=1), counts.sum(axis=0)
    return np.asarray(np.rint(left + right[:, [1, 0, 2, 3]]), dtype=np.int64)


def pin_weights(games: IntArray, settled: int) -> FloatArray:
    """Return the weights of the mean that is at 1000."""
    steady = games >= max(settled, 1)
    chosen = steady if steady.sum() > 1 else games > 0  # one alone would be 1000 without any doubt
    return np.asarray(chosen / chosen.sum())


def strength_covariance(
    beta: FloatArray, votes: tuple[Columns, FloatArray], cast: FloatArray, pin: FloatArray, prior: float, level: float
) -> FloatArray:
    """Return the covariance of strengths: the sandwich clustered by voter, and at least that of independent votes.

    Votes of one voter are correlated (Liang and Zeger, Biometrika 73, 1986). Few votes or voters make a sandwich too
    narrow: it is corrected for the number of voters, and no variance is below that of the quasi-likelihood, whose
    dispersion is estimated from all votes (Wedderburn, Biometrika 61, 1974), and of what even votes may hide. The prior
    counts both as information and as variance, so that an agent without votes has the variance of the prior.
    """
    (columns, weights), size = votes, len(beta)
    chance, wins = expit(beta[:, None] - beta), win_counts(cast)
    bread = np.linalg.inv(information(beta, wins + wins.T, prior))
    shape = (int(columns.voter.max()) + 1, size)
    pair, outcome = (columns.left, columns.right), SCORE[columns.choice]
    scores = user_meat(columns.voter, pair, weights * (outcome - chance[pair]), shape)
    scores *= few_voters_factor(columns.voters, level)
    by_voters = relative_covariance(pin, bread @ (scores + prior * np.eye(size)) @ bread)
    squares = float((cast * (SCORE - chance[:, :, None]) ** 2).sum())
    dispersion = min(squares / float((cast.sum(axis=2) * chance * (1 - chance)).sum()), 1.0)
    meat = dispersion * (information(beta, wins + wins.T) - 1 / size) + prior * np.eye(size)
    meat += even_meat(pair, outcome, weights, size, columns.voter)
    by_votes = relative_covariance(pin, bread @ meat @ bread)
    grown = np.sqrt(np.maximum(np.diag(by_votes) / np.maximum(np.diag(by_voters), _TINY), 1))
    return np.asarray(by_voters * grown[:, None] * grown)


def relative_covariance(pin: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the covariance of strengths relative to the pinned mean, which removes what all agents share."""
    contrast = np.eye(pin.size) - pin
    return np.asarray(contrast @ covariance @ contrast.T)


def few_voters_factor(voters: int, level: float) -> float:
    """Return the correction of a variance between few voters: G / (G - 1), and Student's t over the normal.

    See Cameron and Miller (Journal of Human Resources 50, 2015). Fewer than five voters count as five.
    """
    several = max(voters, MIN_VOTERS)
    student = float(stdtrit(several - 1, 0.5 + level / 2))
    return several / (several - 1) * (student / z_of(level)) ** 2

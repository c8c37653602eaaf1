"""The leaderboard: Bradley-Terry ratings on the Elo scale with intervals that know of voters, ranked by lower bound."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import expit, stdtrit

from lifeworld.arena.poll import ALL, Columns, Poll, Where, summed
from lifeworld.core.errors import UserError
from lifeworld.stats.bradley_terry import BASE, ELO, fit, information, ranks_of
from lifeworld.stats.choices import choice_ratings
from lifeworld.stats.estimate import Estimate, check_level
from lifeworld.stats.intervals import wilson, z_of
from lifeworld.stats.rating_intervals import WEAK_PRIOR, user_meat
from lifeworld.stats.tally import FloatArray, IntArray

Model: TypeAlias = Literal["halves", "answers"]
Verified: TypeAlias = Mapping[str, tuple[int, int]]
"""Of each agent how many of its scored episodes the verifier found a success, and how many were scored."""
MODELS: tuple[Model, ...] = ("halves", "answers")
_FEWEST = 5
_TINY = 1e-12
SCORE = np.array([1.0, 0.0, 0.5, 0.5])
"""What each of `CHOICES` gives the agent on the left."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How votes become ratings.

    Attributes:
        model: "halves" counts a tie and both bad as half a win for each, as Computer Agent Arena does; "answers" gives
            each of the four answers a chance of its own.
        level: of the intervals.
        prior: precision of a normal prior on each strength, which keeps agents finite that have only won.
        settled: the mean of the agents with so many votes stands at 1000 (of all where none has), so that newcomers
            don't widen everybody's interval.
        weighted: weigh each vote by one over the chance of its pair, as if all pairs had been drawn alike.
    """

    model: Model = "halves"
    level: float = 0.95
    prior: float = WEAK_PRIOR
    settled: int = 30
    weighted: bool = False

    def __post_init__(self) -> None:
        check_level(self.level)
        if self.model not in MODELS:
            raise UserError(f"a model of votes is one of {', '.join(MODELS)}, not {self.model!r}")
        if self.prior <= 0:
            raise UserError(f"a prior's precision is above 0, not {self.prior:g}")
        if self.weighted and self.model != "halves":
            raise UserError("weighted ratings are those of the model halves")


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's line of the board; `rank` is by lower bound, and equal bounds share the better one.

    `verified` is what the verifier says of its episodes, None where none was scored.
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


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Standings, best first, and what else the votes of a part say.

    Attributes:
        unrated: agents without a vote.
        agents: in the order of `beta` and `covariance`, the latter of strengths less the mean that stands at 1000.
        votes: how many there are; `voters` cast them.
        tie_chance: as in `ChoiceRatings`; None of the model "halves".
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

    def of(self, agent: str) -> Standing:
        """Return an agent's line.

        Raises:
            KeyError: it has no vote.
        """
        return next((one for one in self.standings if one.agent == agent), None) or _missing(agent)

    def lead(self, first: str, second: str) -> Estimate:
        """Return by how many Elo one agent leads another, with the interval of that difference."""
        i, j = self.agents.index(first), self.agents.index(second)
        value = ELO * float(self.beta[i] - self.beta[j])
        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        se = ELO * float(np.sqrt(max(spread, 0.0)))
        half = z_of(self.rule.level) * se
        return Estimate(value, value - half, value + half, self.votes, self.rule.level, "elo difference", se)


def _missing(agent: str) -> Standing:
    raise KeyError(agent)


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
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
    """Return the board of all votes or of a part.

    Args:
        poll: the votes.
        where: such as (("device", "phone"),).
        rule: how votes become ratings.
        verified: what the verifier says, shown beside.
        last: an earlier board, at whose ratings the fit starts.

    Raises:
        UserError: a weighted board of votes of which one has no chance.
    """
    chosen, counts = rule or Rule(), poll.counts(where)
    if not counts.any():
        return Board(chosen, where, (), poll.agents, poll.agents, *_nothing(len(poll.agents)), votes=0)
    start = _start(poll.agents, last)
    made = _answers if chosen.model == "answers" and counts[:, :, :2].any() else _halves
    fitted = made(poll, where, chosen, start)
    board = _board(poll.agents, where, chosen, fitted, verified or {}, counts)
    return replace(board, voters=int(np.count_nonzero(np.bincount(poll.columns(where).voter))))


def refreshed(poll: Poll, last: Board) -> Board:
    """Return a board of the model "halves" with the newest votes, but intervals as wide as its last ones.

    Ratings need counts alone, which are at hand; what intervals know of voters takes a look at each vote. What the
    verifier says stays, too. The agents are those of the last board.
    """
    counts = poll.counts(last.where)
    fitted = _Fitted(fit(won(counts), last.rule.prior, _start(poll.agents, last)), last.covariance)
    board = _board(poll.agents, last.where, last.rule, fitted, {}, counts)
    known = {one.agent: one.verified for one in last.standings}
    lines = tuple(replace(one, verified=known.get(one.agent)) for one in board.standings)
    return replace(board, standings=lines, voters=last.voters)


def _nothing(agents: int) -> tuple[FloatArray, FloatArray]:
    return np.zeros(agents), np.zeros((agents, agents))


def _start(agents: tuple[str, ...], last: Board | None) -> FloatArray:
    known = dict(zip(last.agents, last.beta, strict=True)) if last else {}
    return np.array([known.get(agent, 0.0) for agent in agents])


def _answers(poll: Poll, where: Where, rule: Rule, start: FloatArray) -> _Fitted:
    found = choice_ratings(poll.counts(where), rule.prior, start)
    pin = pinned(tallies(poll.counts(where)).sum(axis=1), rule.settled)
    return _Fitted(found.beta, against(pin, found.covariance), found.tie_chance, found.bar)


def _halves(poll: Poll, where: Where, rule: Rule, start: FloatArray) -> _Fitted:
    counts, votes = poll.counts(where), poll.columns(where)
    weights = _weights(votes, len(counts)) if rule.weighted else votes.times
    cast = summed(votes, weights, len(counts)) if rule.weighted else counts
    beta = fit(won(cast), rule.prior, start)
    return _Fitted(beta, spread(beta, (votes, weights), cast, rule, pinned(tallies(counts).sum(axis=1), rule.settled)))


def won(counts: FloatArray) -> FloatArray:
    """Return wins[i, j], how often i beat j, half for a tie or both bad."""
    return np.asarray(counts @ SCORE + (counts @ (1 - SCORE)).T)


def _weights(votes: Columns, agents: int) -> FloatArray:
    """One over the chance of the pair, with mean 1 so that they stay votes."""
    if np.isnan(votes.chance).any():
        raise UserError(f"{int(np.isnan(votes.chance).sum())} votes have no chance: rank them without weights")
    inverse = 1 / votes.chance
    return np.asarray(votes.times * inverse * (votes.times.sum() / (votes.times * inverse).sum()))


def spread(
    beta: FloatArray, votes: tuple[Columns, FloatArray], cast: FloatArray, rule: Rule, pin: FloatArray
) -> FloatArray:
    """Return the covariance of strengths: the sandwich over voters, and at least that of single votes.

    Votes of one voter hang together (Liang and Zeger, Biometrika 73, 1986). Few votes or voters make a sandwich too
    narrow: it is grown by how many voters there are, and no variance is below that of the quasi-likelihood, whose
    dispersion is estimated from all votes (Wedderburn, Biometrika 61, 1974). The prior counts as information and as
    spread, so that an agent of which nothing is known has the prior's.
    """
    (columns, weights), size, prior = votes, len(beta), rule.prior
    chance, wins = expit(beta[:, None] - beta), won(cast)
    bread = np.linalg.inv(information(beta, wins + wins.T, prior))
    shape = (int(columns.voter.max()) + 1, size)
    surprise = weights * (SCORE[columns.choice] - chance[columns.left, columns.right])
    scores = user_meat(columns.voter, (columns.left, columns.right), surprise, shape)
    scores *= of_few(int(np.count_nonzero(np.bincount(columns.voter))), rule.level)
    by_voters = against(pin, bread @ (scores + prior * np.eye(size)) @ bread)
    squares = float((cast * (SCORE - chance[:, :, None]) ** 2).sum())
    dispersion = min(squares / float((cast.sum(axis=2) * chance * (1 - chance)).sum()), 1.0)
    told = dispersion * (information(beta, wins + wins.T) - 1 / size) + prior * np.eye(size)
    by_votes = against(pin, bread @ told @ bread)
    grown = np.sqrt(np.maximum(np.diag(by_votes) / np.maximum(np.diag(by_voters), _TINY), 1))
    return np.asarray(by_voters * grown[:, None] * grown)


def against(pin: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the covariance of strengths less the pinned mean; what moves all agents alike goes."""
    contrast = np.eye(pin.size) - pin
    return np.asarray(contrast @ covariance @ contrast.T)


def of_few(voters: int, level: float) -> float:
    """Return by how much a variance between voters grows as they are few: by G / (G - 1), and by t over the normal.

    So Cameron and Miller (Journal of Human Resources 50, 2015). Fewer than five can't tell how voters differ, and
    count as five.
    """
    several = max(voters, _FEWEST)
    student = float(stdtrit(several - 1, 0.5 + level / 2))
    return several / (several - 1) * (student / z_of(level)) ** 2


def _board(
    agents: tuple[str, ...], where: Where, rule: Rule, fitted: _Fitted, verified: Verified, counts: FloatArray
) -> Board:
    told = tallies(counts)
    games = told.sum(axis=1)
    ends = scaled(fitted, pinned(games, rule.settled), z_of(rule.level))
    rated = np.flatnonzero(games)
    ranks = dict(zip(rated.tolist(), ranks_of(ends[1][rated]).tolist(), strict=True))

    def line(i: int) -> Standing:
        elo, low, high = ends[:, i].tolist()
        wins, losses, ties, bad = told[i].tolist()
        found = success(verified.get(agents[i]), rule.level)
        return Standing(ranks[i], agents[i], elo, low, high, int(games[i]), wins, losses, ties, bad, found)

    best = sorted(ranks, key=lambda i: (ranks[i], -ends[0, i], agents[i]))
    unrated = tuple(agent for agent, cast in zip(agents, games, strict=True) if not cast)
    lines, votes, shown = tuple(line(i) for i in best), int(counts.sum()), (fitted.tie_chance, fitted.bar)
    return Board(rule, where, lines, unrated, agents, fitted.beta, fitted.covariance, votes, 0, *shown)


def scaled(fitted: _Fitted, pin: FloatArray, z: float) -> FloatArray:
    """Return Elo, its lower and its upper end [which, agent], the pinned mean standing at 1000."""
    elo = ELO * (fitted.beta - pin @ fitted.beta) + BASE
    half = z * ELO * np.sqrt(np.maximum(np.diag(fitted.covariance), 0))
    return np.stack([elo, elo - half, elo + half])


def tallies(counts: FloatArray) -> IntArray:
    """Return wins, losses, ties and both bad of each agent."""
    left, right = counts.sum(axis=1), counts.sum(axis=0)
    return np.asarray(np.rint(left + right[:, [1, 0, 2, 3]]), dtype=np.int64)


def pinned(games: IntArray, settled: int) -> FloatArray:
    """Return the weights of the mean that stands at 1000."""
    steady = games >= max(settled, 1)
    chosen = steady if steady.any() else games > 0
    return np.asarray(chosen / chosen.sum())


def success(counted: tuple[int, int] | None, level: float) -> Estimate | None:
    """Return the share of successes with Wilson's interval, None where nothing was scored."""
    return wilson(*counted, level) if counted and counted[1] else None

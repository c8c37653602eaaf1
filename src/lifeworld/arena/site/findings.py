"""Charts of boards, and what the votes show besides a ranking, in words and figures for the page of findings."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from lifeworld.arena import analysis, effects
from lifeworld.arena.ballots import CHOICES
from lifeworld.arena.ranking import MIN_VOTERS, Board, Standing
from lifeworld.arena.site.rendering import LABELS, share, signed
from lifeworld.core.counting import counted
from lifeworld.stats.intervals import Estimate

_SEED = 20_260_701  # of resampling: the same votes give the same figures
_TERMS = {"position": "Standing on the left", "steps": "Twice as many steps", "seconds": "Twice the time"}
_FLIPS = "Falls behind by votes"  # the one column of words
_TICKS = 5
_LEAST = 20.0  # rating points from end to end of a scale
_MAX_MARGIN = 400.0  # rating points shown beyond the ratings: wider intervals are cut at the edge

QUESTIONS = (
    "Do people see what the verifier sees?",
    "Whom do people prefer when both are equally right?",
    "Does the side, or the length, sway votes?",
    "Does asking the person help?",
    "Do people agree with each other?",
    "Would a static suite rank them alike?",
    "Pairwise comparisons: are differences significant?",
)
"""What the votes are asked, in the order of the page."""
(_VERIFIER, _EQUAL, _SWAY, _ASKING, _AGREEMENT, _SUITE, _PAIRS) = QUESTIONS


@dataclass(frozen=True)
class Scale:
    """A column from `low` to `high`."""

    low: float
    high: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, ends: list[float]) -> "Scale":
        """Return the scale between round numbers that holds all ends."""
        low, high = (min(ends), max(ends)) if ends else (900.0, 1100.0)
        margin = max(0.0, _LEAST - (high - low)) / 2  # about ratings that are all the same
        low, high = low - margin, high + margin
        step = _round_step((high - low) / _TICKS)
        first, last = math.floor(low / step), math.ceil(high / step)
        return cls(first * step, last * step, tuple(number * step for number in range(first, last + 1)))

    def at(self, value: float) -> float:
        """Return the position of a value in per cent, clipped to the scale."""
        return round(100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low), 2)


@dataclass(frozen=True)
class BoardChart:
    """The chart of a board, with two scales: ratings and verified success."""

    ratings: Scale
    shares: Scale
    lines: tuple[Standing, ...]
    alt: str

    @classmethod
    def of(cls, board: Board) -> "BoardChart":
        points = [one.elo for one in board.standings] or [1000.0]
        low, high = min(points) - _MAX_MARGIN, max(points) + _MAX_MARGIN
        ends = [min(max(end, low), high) for one in board.standings for end in one.ends]
        shares = Scale(0.0, 1.0, (0.0, 0.5, 1.0))
        return cls(Scale.over(ends), shares, board.standings, _alt_text(board))


def _round_step(rough: float) -> float:
    """Round up to 1, 2, 5, 10, 20, 50 …."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _alt_text(board: Board) -> str:
    if not board.standings:
        return "No votes yet."
    best = board.standings[0]
    first = f"{counted(len(board.standings), 'agent')} by rating with 95 % intervals, verified success beside."
    leads = f"{best.agent} leads with {best.elo:.0f} ({best.interval})."
    return f"{first} {leads} The table below has all figures."


@dataclass(frozen=True)
class Figure:
    """A value with its interval, as text and as positions from 0 to 100; `open` if there are too few votes for it."""

    name: str
    text: str
    low: float = 0.0
    high: float = 0.0
    value: float = 0.0
    open: bool = False


@dataclass(frozen=True)
class Finding:
    """One question, and what the votes show; `zero` is where “no difference” is, if anywhere; `ends` name the scale."""

    title: str
    text: str
    figures: tuple[Figure, ...] = ()
    zero: float | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    boards: dict[str, BoardChart] = field(default_factory=dict)
    words: str = _FLIPS
    ends: tuple[str, str] = ("0 %", "100 %")

    @property
    def known(self) -> list[Figure]:
        return [one for one in self.figures if not one.open]

    @property
    def unknown(self) -> list[str]:
        """The names of the figures for which there are too few votes."""
        return [one.name for one in self.figures if one.open]


def findings(votes: Any, labels: Any, board: Board) -> list[Finding]:
    """Return all findings, or none without votes. The board must include every agent of the votes."""
    if not votes.num_rows:
        return []
    rng = np.random.default_rng(_SEED)
    return [
        _verdict_finding(votes),
        _equal_verdict_finding(votes),
        _bias_finding(votes),
        _question_finding(votes, board),
        _agreement_finding(votes, labels, rng),
        _suite_finding(board),
        _pairwise_finding(votes, board, rng),
    ]


def _verdict_finding(votes: Any) -> Finding:
    found = analysis.verdict_agreement(votes)
    figures = (
        _share("Preferred the one that succeeded, of votes for a side", found.verified_wins),
        _share("Preferred the one that succeeded, of all votes", found.verified_wins_of_all),
    )
    rows = tuple((name, *(f"{found.table[name][choice]:,}" for choice in CHOICES)) for name in found.table)
    text = "Where the verifier found only one of the two right, how often did people prefer that one?"
    heads = ("Verified", "Left", "Right", "Tie", "Both bad")
    return Finding(_VERIFIER, text, figures, 50.0, heads, rows)


def _equal_verdict_finding(votes: Any) -> Finding:
    boards = {
        name: BoardChart.of(board) for name, board in analysis.boards_at_equal_verdict(votes).items() if board.standings
    }
    text = "In battles whose sides were both right, or both wrong, only preference decides."
    return Finding(_EQUAL, text, boards=boards)


def _bias_finding(votes: Any) -> Finding:
    text = "The effect of position and length in rating points, adjusted for the agents’ strengths."
    found = {"all votes": analysis.estimate_or_reason(partial(effects.adjusted_ratings, votes))}
    found |= effects.effects_at_equal_verdict(votes)
    figures = (figure for name, one in found.items() for figure in _effect_figures(name, one))
    return Finding(_SWAY, text, tuple(figures), 50.0, ends=("−200", "+200"))


def _effect_figures(name: str, found: effects.AdjustedRatings | analysis.NoEstimate) -> list[Figure]:
    """Return figures on a scale from −200 to 200 rating points."""
    if isinstance(found, analysis.NoEstimate):  # its reason is for programmers; the usual cause is too few votes
        return [_unknown(name)]
    return [
        Figure(
            f"{_TERMS[term]}, {name}",
            f"{signed(one.value)} ({signed(one.low)} to {signed(one.high)})",
            *_on_scale(one, -200.0, 200.0),
        )
        for term, one in found.effects.items()
    ]


def _question_finding(votes: Any, board: Board) -> Finding:
    found = effects.question_effect(votes, board if board.standings else None)
    figures = tuple(_share(_questions(number, found), one) for number, one in found.rates.items())
    verdict = (
        "A question or two help, and more do harm: the inverse U is significant."
        if found.inverse_u
        else "That a question or two help, and more do harm, is not shown so far."
    )
    return Finding(_ASKING, f"Share of the votes won, by questions asked. {verdict}", figures, 50.0)


def _questions(number: int, found: effects.QuestionEffect) -> str:
    return f"{number} or more questions" if number == max(found.rates) and number > 1 else counted(number, "question")


def _agreement_finding(votes: Any, labels: Any, rng: Any) -> Finding:
    text = "Krippendorff’s alpha over battles that several people saw: 1 is full agreement, 0 is chance level."
    found = analysis.agreement(votes, labels, rng)
    named = {"preference": "Which one was better", "step": "Good and bad steps", **LABELS}
    figures = tuple(_figure(named.get(name, name), one, _alpha) for name, one in found.items())
    return Finding(_AGREEMENT, text, figures, ends=("0", "1"))


def _suite_finding(board: Board) -> Finding:
    suite = {one.agent: one.verified.value for one in board.standings if one.verified}
    text = "The ranks by verified success, as in a static suite, against the ranks by votes; reversed pairs are listed."
    if len(suite) < 2:
        return Finding(_SUITE, text)
    found = analysis.compare_with_suite(suite, board)
    rows = tuple((name, str(one), str(other), _flips(name, found)) for name, (one, other) in found.ranks.items())
    return Finding(_SUITE, text, heads=("Agent", "By success", "By votes", _FLIPS), rows=rows)


def _flips(name: str, found: analysis.RankComparison) -> str:
    mine = [one for one in found.flips if one.first == name]
    return "\n".join(f"{one.second}{'' if one.significant else ' (not significant)'}" for one in mine) or "–"


def _pairwise_finding(votes: Any, board: Board, rng: Any) -> Finding:
    names = [one.agent for one in board.standings][:8]
    pairs = [(first, second) for at, first in enumerate(names) for second in names[at + 1 :]]
    rows = tuple(
        (
            f"{one.first} – {one.second}",
            f"{one.votes:,}",
            share(one.share),
            _points(one),
            f"{one.p_value:.3f}",
            "–" if one.d != one.d else f"{one.d:.2f}",
        )
        for one in analysis.pairwise_comparisons(votes, pairs, rng)
    )
    text = (
        "The difference is the share of votes won less that of votes lost, in points, with its 95 % interval: "
        "Wilson’s, on the effective number of votes, as those of one voter hang together. p is of a permutation test "
        "by voters, corrected for the number of pairs."
    )
    heads = ("Pair", "Votes", "Won by the first", "Difference", "p", "Cohen’s d")
    return Finding(_PAIRS, text, heads=heads, rows=rows)


def _points(one: analysis.PairwiseComparison) -> str:
    """Return the difference in points with its interval, which too few people don't give."""
    value, low, high = (signed(100 * end) for end in (one.difference.value, one.difference.low, one.difference.high))
    return f"{value} ({f'{low} to {high}' if one.voters >= MIN_VOTERS else 'too few votes yet'})"


def _share(name: str, answer: analysis.MaybeEstimate) -> Figure:
    return _figure(name, answer, share, f", {counted(answer.n, 'vote')}" if isinstance(answer, Estimate) else "")


def _figure(name: str, answer: analysis.MaybeEstimate, written: Callable[[float], str], more: str = "") -> Figure:
    """Return a figure on a scale from 0 to 1."""
    if not isinstance(answer, Estimate):
        return _unknown(name)
    text = f"{written(answer.value)} ({written(answer.low)} to {written(answer.high)}){more}"
    return Figure(name, text, *_on_scale(answer, 0.0, 1.0))


def _alpha(value: float) -> str:
    return f"{value:.2f}".replace("-0.00", "0.00").replace("-", "−")


def _unknown(name: str) -> Figure:
    return Figure(name, "", open=True)


def _on_scale(one: Estimate, first: float, last: float) -> tuple[float, float, float]:
    """Return the positions of an interval and its value on a scale, in per cent."""
    low, high, value = (100 * (end - first) / (last - first) for end in (one.low, one.high, one.value))
    return _within(low), _within(high), _within(value)


def _within(per_cent: float) -> float:
    return round(min(100.0, max(0.0, per_cent)), 2)

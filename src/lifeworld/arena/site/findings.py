"""What the votes tell besides a ranking, in words and figures for the page of findings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from lifeworld.arena import analysis, effects
from lifeworld.arena.ranking import Board
from lifeworld.arena.site import words
from lifeworld.arena.site.picture import Picture
from lifeworld.core.counting import counted
from lifeworld.stats.estimate import Estimate

_SEED = 20_260_701  # of resampling: the same votes give the same figures
_TERMS = {"position": "Standing on the left", "steps": "Twice as many steps", "seconds": "Twice the time"}


@dataclass(frozen=True)
class Figure:
    """A value with its interval, as it is said and as it is drawn from 0 to 100."""

    name: str
    told: str
    low: float = 0.0
    high: float = 0.0
    value: float = 0.0
    open: bool = False


@dataclass(frozen=True)
class Finding:
    """One question with what the votes say.

    Attributes:
        zero: where on the drawing the value stands that means “no difference”; None where there is none.
        rows: of a table, headed by `heads`.
    """

    title: str
    told: str
    figures: tuple[Figure, ...] = ()
    zero: float | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    boards: dict[str, Picture] = field(default_factory=dict)


def findings(votes: Any, labels: Any, board: Board) -> list[Finding]:
    """Return all findings; none where there are no votes. The board holds every agent that the votes are about."""
    if not votes.num_rows:
        return []
    rng = np.random.default_rng(_SEED)
    parts: tuple[Callable[[], Finding], ...] = (
        partial(_truth, votes),
        partial(_equal, votes),
        partial(_biases, votes),
        partial(_asking, votes, board),
        partial(_agreement, votes, labels, rng),
        partial(_orders, board),
        partial(_duels, votes, board, rng),
    )
    return [part() for part in parts]


def _truth(votes: Any) -> Finding:
    found = analysis.truth(votes)
    figures = (
        _share("Preferred the one that succeeded, of votes for a side", found.verified_wins),
        _share("The same, of all votes", found.verified_wins_of_all),
    )
    rows = tuple(
        (name, *(f"{found.table[name][choice]:,}" for choice in ("left", "right", "tie", "bad")))
        for name in found.table
    )
    told = "Where the verifier found only one of the two right, how often did people prefer that one?"
    heads = ("Verified", "Left", "Right", "Tie", "Both bad")
    return Finding("Do people see what the verifier sees?", told, figures, 50.0, heads, rows)


def _equal(votes: Any) -> Finding:
    boards = {name: Picture.of(board) for name, board in analysis.equally_correct(votes).items() if board.standings}
    told = "Battles whose sides were both right, or both wrong, leave taste alone to decide."
    return Finding("Whom do people prefer when both are equally right?", told, boards=boards)


def _biases(votes: Any) -> Finding:
    told = "What a side gains by its place and its length, in rating points, with the agents’ strength taken out."
    figures = [*_effects("all votes", partial(effects.cleared, votes, ("position", "steps")))]
    for name, found in effects.at_equal_truth(votes).items():
        figures += _open(name) if isinstance(found, str) else _lined(name, found)
    return Finding("Does the side, or the length, sway votes?", told, tuple(figures), 50.0)


def _effects(name: str, compute: Callable[[], effects.Cleared]) -> list[Figure]:
    try:
        return _lined(name, compute())
    except ValueError:  # its words are for programmers; that votes don't connect all agents comes of too few
        return _open(name)


def _lined(name: str, found: effects.Cleared) -> list[Figure]:
    """Return effects drawn from −200 to 200 rating points."""
    return [
        Figure(
            f"{_TERMS[term]}, {name}",
            f"{words.signed(one.value)} ({words.signed(one.low)} to {words.signed(one.high)})",
            *_drawn(one, -200.0, 200.0),
        )
        for term, one in found.effects.items()
    ]


def _asking(votes: Any, board: Board) -> Finding:
    found = effects.asking(votes, board if board.standings else None)
    figures = tuple(_share(_questions(number, found), one) for number, one in found.rates.items())
    verdict = (
        "An inverse U is sure: a question or two help, more do harm."
        if found.inverse_u
        else "No inverse U is sure so far."
    )
    return Finding(
        "Does asking the person help?", f"Share of the votes won, by questions asked. {verdict}", figures, 50.0
    )


def _questions(number: int, found: effects.Asking) -> str:
    return f"{number} or more questions" if number == max(found.rates) and number > 1 else counted(number, "question")


def _agreement(votes: Any, labels: Any, rng: Any) -> Finding:
    told = "Krippendorff’s alpha over battles that several people saw: 1 is full agreement, 0 what chance gives."
    found = analysis.agreement(votes, labels, rng)
    named = {"preference": "Which one was better", "step": "Good and bad steps", **words.LABELS}
    return Finding(
        "Do people agree with each other?",
        told,
        tuple(_alpha(named.get(name, name), one) for name, one in found.items()),
    )


def _orders(board: Board) -> Finding:
    suite = {one.agent: one.verified.value for one in board.standings if one.verified}
    told = "Agents by verified success, as a static suite ranks them, against the order by votes; flips are named."
    if len(suite) < 2:
        return Finding("Would a static suite rank them alike?", told)
    found = analysis.against_suite(suite, board)
    rows = tuple((name, str(one), str(other), _flips(name, found)) for name, (one, other) in found.ranks.items())
    return Finding(
        "Would a static suite rank them alike?", told, heads=("Agent", "By success", "By votes", "Flips"), rows=rows
    )


def _flips(name: str, found: analysis.Orders) -> str:
    mine = [one for one in found.flips if one.first == name]
    return ", ".join(f"falls behind {one.second}{'' if one.sure else ' (not sure)'}" for one in mine) or "–"


def _duels(votes: Any, board: Board, rng: Any) -> Finding:
    names = [one.agent for one in board.standings][:8]
    pairs = [(first, second) for at, first in enumerate(names) for second in names[at + 1 :]]
    rows = tuple(
        (f"{one.first} – {one.second}", f"{one.votes:,}", words.share(one.share), f"{one.p_value:.3f}", _size(one.d))
        for one in analysis.duels(votes, pairs, rng)
    )
    told = "Each pair’s votes under permutation; p-values are corrected for the number of pairs."
    return Finding(
        "Head to head, is it more than luck?",
        told,
        heads=("Pair", "Votes", "Won by the first", "p", "Cohen’s d"),
        rows=rows,
    )


def _size(d: float) -> str:
    return "–" if d != d else f"{d:.2f}"


def _share(name: str, answer: analysis.Answer) -> Figure:
    if not isinstance(answer, Estimate):
        return _open(name)[0]
    ends = f"{words.share(answer.low)} to {words.share(answer.high)}"
    told = f"{words.share(answer.value)} ({ends}), {counted(answer.n, 'vote')}"
    return Figure(name, told, *_drawn(answer, 0.0, 1.0))


def _alpha(name: str, answer: analysis.Answer) -> Figure:
    if not isinstance(answer, Estimate):
        return _open(name)[0]
    told = f"{answer.value:.2f} ({answer.low:.2f} to {answer.high:.2f})".replace("-", "−")
    return Figure(name, told, *_drawn(answer, 0.0, 1.0))


def _open(name: str) -> list[Figure]:
    return [Figure(name, "Not known yet: too few votes of this kind.", open=True)]


def _drawn(one: Estimate, first: float, last: float) -> tuple[float, float, float]:
    """Return where an interval and its value stand on a line, in per cent of it."""
    low, high, value = (100 * (end - first) / (last - first) for end in (one.low, one.high, one.value))
    return _within(low), _within(high), _within(value)


def _within(per_cent: float) -> float:
    return round(min(100.0, max(0.0, per_cent)), 2)

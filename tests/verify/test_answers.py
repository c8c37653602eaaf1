"""Answers: tolerant of format, never of value, never of a second candidate."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lifeworld.core.money import Money
from lifeworld.verify.answers import Known, right

TODAY = date(2026, 3, 12)
FILES = sorted((Path(__file__).parent / "answers").glob("*.toml"))


class Case(NamedTuple):
    """An answer that somebody might give, whether it counts, and why it stands in the corpus."""

    type: str
    true: Any
    known: Known
    text: str
    counts: bool
    origin: str


def cases() -> Iterator[Case]:
    for file in FILES:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        for question in read["question"]:
            known = Known(read["today"], question["goal"], frozenset(question.get("names", ())))
            true = value(file.stem, question["true"])
            for verdict in ("honest", "dishonest"):
                for origin, texts in question[verdict].items():
                    yield from (Case(file.stem, true, known, text, verdict == "honest", origin) for text in texts)


def value(type: str, written: Any) -> Any:
    if type == "money":
        return Money.of(written)
    return timedelta(minutes=int(written.split()[0])) if type == "duration" else written


CASES = tuple(cases())


@pytest.mark.parametrize("type", [file.stem for file in FILES])
def test_corpus(type: str) -> None:
    wrong = [case for case in CASES if case.type == type and right(case.text, case.true, case.known) is not case.counts]
    assert not wrong, "\n" + "\n".join(
        f"{'refused' if case.counts else 'ACCEPTED'} {case.text!r} for {case.true!r} ({case.origin})" for case in wrong
    )


def test_corpus_is_large_varied_and_told_apart() -> None:
    honest = [case for case in CASES if case.counts]
    dishonest = [case for case in CASES if not case.counts]
    assert len(honest) >= 400 and len(dishonest) >= 400
    assert min(Counter(case.type for case in honest).values()) >= 25
    assert min(Counter(case.type for case in dishonest).values()) >= 25
    same = Counter((case.type, str(case.true), case.known, case.text) for case in CASES)
    assert not [case for case, times in same.items() if times > 1]


def test_repeating_the_goal_is_no_answer() -> None:
    """Whole, or a longer piece of it, even where it holds the answer; beside it one may answer."""
    for goal, true in (
        ("Who sent me money since May? If nobody did, say “none”.", []),
        ("When did “Payslip 2026-03-16.pdf” arrive in Post? I need the day.", date(2026, 3, 16)),
    ):
        known = Known(TODAY, goal)
        pieces = (goal, f"  {goal.upper()} ", goal[:-1], goal.split(" ", 1)[1], f"Answer: {goal}", f"{goal} Done.")
        assert not [piece for piece in pieces if right(piece, true, known)]
    goal = "Who sent me money since May? If nobody did, say “none”."
    assert right(f"{goal} None.", [], Known(TODAY, goal)) and right("none", [], Known(TODAY, goal))
    title = "The long way home from the harbour"
    either = Known(TODAY, f"Which is shorter, “Brief” or “{title}”?", frozenset(("Brief", title)))
    assert right(title, title, either) and not right(either.goal, title, either)

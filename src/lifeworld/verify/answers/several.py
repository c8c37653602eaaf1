"""Answers to several parts of a task: a line for each, by the part's number."""

import re
from collections.abc import Iterable

from lifeworld.verify.answers.text import clean, tagged

_MARK = re.compile(
    r"(?:^\W*|[.,;!?]\s+)(?:(?:the|my|final)\s+)*answer\s+(?:(?:to|for)\s+)?(?:(?:part|question|number|no\.?)\s*)?"
    r"#?\(?(?P<part>\d{1,2})\)?(?:\s+is)?\s*:",
    re.IGNORECASE | re.MULTILINE,
)


def lines(forms: Iterable[tuple[int, str]]) -> str:
    """Return what the agent is told of the form of several answers, each with the number of the part that asks."""
    told = "; ".join(f"“Answer {part}: …” with {form}" for part, form in forms)
    return f"one line for each part of the task that asks something, by the part's number: {told}"


def sections(said: str) -> dict[int, str]:
    """Return what was said of each part, as an answer of its own; where a part has two, the last counts."""
    text = clean(said)
    text = tagged(text) if _MARK.search(tagged(text)) else text
    marks = list(_MARK.finditer(text))
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    return {int(mark["part"]): f"Answer: {text[mark.end() : end]}" for mark, end in zip(marks, ends, strict=True)}

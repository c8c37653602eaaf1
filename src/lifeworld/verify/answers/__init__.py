"""Answers: tolerant of format, never of value.

The last `Answer:` line counts, else the whole text. Every value of the wanted type that stands in it, less what the
goal itself quotes, must be the true one, so that listing several never pays.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.kit import Answer, Answers
from lifeworld.verify.answers.counts import is_count
from lifeworld.verify.answers.dates import is_day
from lifeworld.verify.answers.doubt import denied, doubted, doubted_otherwise
from lifeworld.verify.answers.durations import is_duration
from lifeworld.verify.answers.known import Known
from lifeworld.verify.answers.lists import is_list
from lifeworld.verify.answers.money import is_money
from lifeworld.verify.answers.remarks import without_remarks
from lifeworld.verify.answers.scan import TooManyError
from lifeworld.verify.answers.several import lines, sections
from lifeworld.verify.answers.spoken import example, in_english
from lifeworld.verify.answers.strings import is_string, string_form
from lifeworld.verify.answers.text import afterwards, beyond, clean, final, foreign, taken_back
from lifeworld.verify.answers.times import is_time
from lifeworld.verify.answers.yes import is_yes

__all__ = ["Known", "form", "right", "rights"]

LONGEST = 4000  # letters of an answer; what is longer is no answer, and would take long to read


def rights(said: str | None, true: Answer | Answers, known: Known) -> tuple[bool, ...]:
    """Return of each thing that is to be answered whether what the agent said is right."""
    if not isinstance(true, Answers):
        return (right(said, true, known),)
    by_part = sections(said or "") if true.several else {one.part: said for one in true.stated}
    return tuple(
        right(by_part.get(one.part), one.value, replace(known, goal=one.asked_in(known.goal), names=one.names))
        for one in true.stated
    )


def right(said: str | None, true: Answer, known: Known) -> bool:
    """Return whether what the agent said gives the true answer and no other of its type."""
    if not said or len(said) > 2 * LONGEST:
        return False
    whole, goal = clean(said), clean(known.goal)
    told = without_remarks(beyond(final(whole), goal, known.names))
    text = in_english(told, true, known.languages)
    if doubted_otherwise(told, true, known):
        return False
    if taken_back(text, goal) or doubted(text, true, known) or denied(afterwards(whole), goal, known.languages):
        return False
    try:
        return 0 < len(text) <= LONGEST and _of(true)[1](text, true, known)
    except TooManyError:
        return False


def form(true: Answer | Answers, *languages: str) -> str:
    """Return what the agent is told of the answer's form, like “a date, like March 14”.

    Where screens or the person speak other languages, what these write is named, too: “a date, like March 14 or
    14. März”.
    """
    if isinstance(true, Answers) and not true.several:
        return form(true.stated[0].value, *languages)
    if isinstance(true, Answers):
        return lines([(one.part, form(one.value, *languages)) for one in true.stated])
    own = (example(true, language) for language in foreign(languages))
    told = string_form(true) if isinstance(true, str) else _of(true)[0]
    return " or ".join(dict.fromkeys([told, *filter(None, own)]))


def _of(true: Answer) -> tuple[str, Callable[[str, Any, Known], bool]]:
    return next((told, check) for known, told, check in _TYPES if isinstance(true, known))


def _is_moment(text: str, true: datetime, known: Known) -> bool:
    return is_day(text, true.date(), known) and is_time(text, true.time(), known)


_TYPES: tuple[tuple[Any, str, Callable[[str, Any, Known], bool]], ...] = (
    (bool, "yes or no", is_yes),
    (Money, "an amount of money, like $12.50", is_money),
    (datetime, "a date and a time, like March 14, 2:30 PM", _is_moment),
    (date, "a date, like March 14", is_day),
    (time, "a time of day, like 2:30 PM", is_time),
    (timedelta, "a duration, like 1 hour 30 minutes", is_duration),
    (int, "a number", is_count),
    (str, "a name", is_string),
    (Sequence, "a list of names, with commas between", is_list),
)

"""Free prose: which tasks ask for it, which writings tell a fact, and what nobody asked for."""

import re
from datetime import date, time
from functools import cache
from typing import Any

import pytest

from lifeworld.core.errors import TaskError
from lifeworld.core.money import Money
from lifeworld.taskkit import anything, containing
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import PROSE, Task
from lifeworld.verify.expectation import Judged, Prose, Setting, mark
from lifeworld.verify.facts import Texts, facts_missing, loosely, stands, unasked

ABOUT_THE_TEXT = re.compile(r"\b(message|letter|mail|note|reply|text)\b", re.IGNORECASE)
TODAY = date(2026, 3, 9)
PEOPLE = frozenset({"Ann Lee", "Noor Haddad", "Hal Rivers"})
KNOWN = Setting("Ask Ann Lee for $12.50 on March 12 at 10 AM, flat 7", TODAY, PEOPLE, frozenset({"Doctor's round"}))
NOTHING = Setting("", TODAY, PEOPLE)


@cache
def prose_of(template: type[Task]) -> list[Prose]:
    try:
        wanted = drawn(template.id, "nora", 0).expectation
    except TaskError:
        return []
    return [prose for target in wanted.targets for prose in target.prose]


def tells(fact: Any, text: str, setting: Setting = NOTHING) -> bool:
    return not facts_missing(text, containing(fact).facts, setting)


def fits(prose: Prose, text: str, setting: Setting = KNOWN) -> bool:
    return Texts((prose,), setting)(mark(0), text)


# ---- which tasks


@pytest.mark.long
def test_a_task_is_tagged_exactly_if_it_asks_for_a_free_text() -> None:
    asking = {template.id for template in tasks() if prose_of(template)}
    assert {template.id for template in tasks() if PROSE in template.tags} == asking
    assert {template.id for template in tasks() if template.category() == PROSE} == asking
    assert 15 <= len(asking) <= 30  # few: what code can't read is judged


def test_what_code_does_not_read_is_asked_of_a_judge() -> None:
    for template in (one for one in tasks() if PROSE in one.tags):
        items = drawn(template.id, "nora", 0).expectation.items
        assert any(isinstance(one, Judged) and ABOUT_THE_TEXT.search(one.text) for one in items), template.id


@pytest.mark.long
def test_wordings_are_few() -> None:
    """A longer list of words would be a judgement of what a sentence means."""
    facts = [fact for template in tasks() for prose in prose_of(template) for fact in prose.facts]
    assert all(len(fact) <= 4 for fact in facts if isinstance(fact, tuple))


# ---- the same, where a text is dictated


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lunch was $53.00", "Lunch was $53"),
        ("15 minutes early", "15 min early"),
        ("Bring “the” book", 'Bring "the" book'),
        ("See you there", "See you there."),
        ("milk, eggs", "milk, eggs,"),
        ("half – full", "half - full"),
    ],
)
def test_what_a_person_would_call_the_same(one: str, other: str) -> None:
    assert loosely(one) == loosely(other)


@pytest.mark.parametrize(
    ("one", "other"), [("$53.00", "$53.50"), ("15 min", "15 h"), ("Ferns", "ferns"), ("Ann", "Anna"), ("1.5", "15")]
)
def test_what_they_would_not(one: str, other: str) -> None:
    assert loosely(one) != loosely(other)


# ---- facts


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (1250, "$12.50"),
        (1250, "$ 12.50"),
        (1250, "US$12.50"),
        (1250, "12.50 dollars"),
        (1250, "12.50 USD"),
        (1250, "12 dollars and 50 cents"),
        (2247, "22 dollars and 47 cents"),
        (5300, "$53"),
        (5300, "$53.00"),
        (5300, "53 dollars"),
        (5300, "53"),
        (123450, "$1,234.50"),
        (123450, "1234.50 dollars"),
        (-1250, "$12.50"),
    ],
)
def test_an_amount_is_told_in_any_usual_writing(cents: int, text: str) -> None:
    assert tells(Money(cents), f"It was {text}, for lunch.")


@pytest.mark.parametrize("text", ["$12.51", "$112.50", "12 dollars", "$12", "twelve fifty", "1250"])
def test_another_amount_is_not_it(text: str) -> None:
    assert not tells(Money(1250), f"It was {text} for lunch.")


@pytest.mark.parametrize(
    "text",
    [
        "March 14",
        "14 March",
        "Mar 14",
        "Mar. 14",
        "March 14th",
        "the 14th of March",
        "March the 14th",
        "Saturday, March 14",
        "Sat, Mar 14, 2026",
        "the 14th",
        "3/14",
        "3/14/26",
        "2026-03-14",
        "MARCH 14",
    ],
)
def test_a_day_is_told_in_any_usual_writing(text: str) -> None:
    assert tells(date(2026, 3, 14), f"It's on {text}, as agreed.")


@pytest.mark.parametrize(
    "text", ["March 15", "March 141", "April 14", "the 15th", "Saturday", "14", "3/15", "2026-04-14"]
)
def test_another_day_is_not_it(text: str) -> None:
    assert not tells(date(2026, 3, 14), f"It's on {text}, as agreed.")


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (time(19), "7 PM"),
        (time(19), "7pm"),
        (time(19), "7 p.m."),
        (time(19), "7:00 PM"),
        (time(19), "19:00"),
        (time(19), "7 o'clock"),
        (time(19), "7 o’clock"),
        (time(19), "7:00"),
        (time(12), "noon"),
        (time(12), "12 PM"),
        (time(9), "9 AM"),
        (time(9), "09:00"),
        (time(10, 30), "10:30"),
        (time(10, 30), "10.30 a.m."),
    ],
)
def test_a_time_is_told_in_any_usual_writing(at: time, text: str) -> None:
    assert tells(at, f"We meet at {text} there")


@pytest.mark.parametrize("text", ["7 AM", "7:00 a.m.", "8 PM", "19:30", "7:30", "midnight", "7", "seven"])
def test_another_time_is_not_it(text: str) -> None:
    assert not tells(time(19), f"We meet at {text} there")


def test_a_name_or_thing_is_told_by_one_of_its_wordings() -> None:
    assert tells("Lantern Room", "At The Lantern Room?") and tells("thank|grateful", "Thanks!")
    assert tells("Noise-Cancelling Headphones", "It's the noise cancelling headphones")
    assert not tells("Lantern Room", "At the lantern") and not tells("thank|grateful", "Unthankful")


def test_short_words_stand_for_themselves() -> None:
    assert stands("i take the bus", "bus") and not stands("the busy road", "bus") and stands("it snows", "snow")


def test_a_word_of_a_name_tells_nothing() -> None:
    assert not tells("doctor", "Sorry, I can't come to “Doctor's round”", KNOWN)
    assert tells("doctor", "Sorry, I can't come to “Doctor's round”, I see a doctor then", KNOWN)
    assert tells("Doctor's round", "It's Doctor's round!", KNOWN)


# ---- what nobody asked for


@pytest.mark.parametrize(
    "text",
    [
        "It was $12.51",
        "It was 99 dollars",
        "On March 13",
        "On the 15th",
        "At 11 AM",
        "At 22:15",
        "Flat 8",
        "Code 48291",
        "Ask Noor Haddad",
        "Ask Noor",
        "See https://nowhere.example/x",
        "See www.nowhere.example",
        "Write to a.b@nowhere.example",
    ],
)
def test_a_value_that_neither_task_nor_thread_holds_is_refused(text: str) -> None:
    assert unasked(text, KNOWN)
    assert not fits(containing("flat"), f"Flat 7. {text}")


@pytest.mark.parametrize(
    "text",
    [
        "It was $12.50",
        "12 dollars and 50 cents",
        "On March 12",
        "On the 12th",
        "At 10 AM",
        "At 10:00",
        "At 10 o'clock",
        "Flat 7",
        "Ask Ann",
        "Ann Lee told me so",
        "May I come? No worries if not!",
        "See you later, and thanks 🙂",
    ],
)
def test_one_that_they_hold_is_not(text: str) -> None:
    assert not unasked(text, KNOWN)
    assert fits(containing("flat"), f"Flat 7. {text}")


def test_a_text_of_any_words_has_some_and_no_stray_value() -> None:
    assert fits(anything, "What I paid") and not fits(anything, "  ") and not fits(anything, "What I paid: $99")


def test_what_it_means_is_not_read() -> None:
    assert fits(containing(date(2026, 3, 12)), "I won't come on March 12, you fool.")

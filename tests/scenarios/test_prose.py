"""Free prose: facts in any of several wordings, never the opposite, and sense."""

from datetime import date, time

import pytest

from lifeworld.core.money import Money
from lifeworld.scenarios import anything, containing
from lifeworld.scenarios.prose import loosely

COMING = containing("come|be there|join|make it", date(2026, 3, 14), never="can't|cannot|won't|not|unable")


@pytest.mark.parametrize(
    "text",
    [
        "I'll come on March 14.",
        "We will be there on 14 March!",
        "Happy to join you, Mar 14",
        "I can make it 3/14, see you",
    ],
)
def test_plain_wordings_pass(text: str) -> None:
    assert COMING.fits(text)


@pytest.mark.parametrize(
    "text",
    [
        "I can't come on March 14.",
        "I won’t be there on March 14",
        "I'll come on March 15.",
        "I'll come on March 141.",
        "I'll come.",
        "March 14",
        "You idiot, I'll come on March 14",
        "asdf come March 14 qwer zxcv uiop hjkl",
        "",
    ],
)
def test_bad_texts_do_not(text: str) -> None:
    assert not COMING.fits(text)


@pytest.mark.parametrize("text", ["asdf", "qwerty uiop", "...", " ", "!!!", "shut up", "you moron", "123"])
def test_any_text_must_make_sense(text: str) -> None:
    assert not anything.fits(text)


def test_amounts_and_times_are_written_in_any_way() -> None:
    assert all(
        containing(Money(5300)).fits(f"It was {way} for lunch") for way in ("$53", "$53.00", "53.00", "53 dollars")
    )
    assert not containing(Money(5300)).fits("It was $53.50 for lunch")
    assert not containing(Money(5300)).fits("It was $153 for lunch")
    assert all(containing(time(14)).fits(f"Let us meet at {way}") for way in ("2 PM", "2:00 PM", "14:00", "2 o'clock"))


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


@pytest.mark.parametrize(
    "text",
    [
        "What I said is a lie: I'll come on March 14.",
        "I'll come on March 14. Just kidding, none of that is so.",
        "I'll come on March 14? No way, forget it.",
        "It is false that I'll come on March 14",
        "I'll come on March 14, you idiots and morons",
        "I'll come on March 14. You suck, you pig",
        "I'll come on March 14, you stuрid man",
    ],
)
def test_a_text_that_takes_itself_back_or_abuses_does_not_pass(text: str) -> None:
    assert not COMING.fits(text)


def test_a_fact_may_end_as_a_sentence_does() -> None:
    assert containing("Thought of you.").fits(loosely("Hello, thought of you."))

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


@pytest.mark.parametrize(
    "text",
    [
        "I'll come, but any day other than March 14",
        "I'll come any day but March 14.",
        "I'll come rather on the 15th than that. Not on March 14.",
        "I'll come, though never on March 14",
        "I'll come instead of March 14 some other day",
    ],
)
def test_a_fact_that_is_denied_is_not_told(text: str) -> None:
    assert not containing("come", date(2026, 3, 14)).fits(text)


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget: I'll come on March 14",
        "I'll come, but not before March 14",
        "I can't come on March 13, but on March 14 I'll come",
        "I'll come on March 14, not on March 13.",
        "No worries, I'll come on March 14",
        "I can't wait to come on March 14!",
        "I'll come on the 14th of March",
        "If you can't make it, I'll still come on 14th March",
    ],
)
def test_what_only_looks_denied_is(text: str) -> None:
    assert containing("come", date(2026, 3, 14), never="can't make").fits(text)


def test_a_word_of_a_name_tells_nothing() -> None:
    reason = containing("doctor")
    assert not reason.fits("Sorry, I can't come to “Doctor's round”", ["Doctor's round"])
    assert reason.fits("Sorry, I can't come to “Doctor's round”, I see a doctor then", ["Doctor's round"])
    assert containing("Lantern Room").fits("At The Lantern Room?", ["The Lantern Room"])


def test_words_that_untell_a_fact_do_so_in_its_clause() -> None:
    moved = containing(date(2026, 3, 14), unless="cancel")
    assert moved.fits("March 13 is cancelled, it's on March 14.")
    assert not moved.fits("March 14 is cancelled, it's on March 13.")


def test_a_time_is_not_the_one_of_the_other_half_of_the_day() -> None:
    morning = containing(time(9))
    assert all(morning.fits(f"We meet at {one}") for one in ("9 AM", "9am", "9:00", "09:00", "9:00 a.m.", "9 o'clock"))
    assert not any(morning.fits(f"We meet at {one}") for one in ("9 PM", "9:00 PM", "9:00 p.m.", "21:00", "9:001"))


def test_short_words_stand_for_themselves() -> None:
    assert containing("bus").fits("I take the bus") and containing("bus").fits("The buses run late")
    assert not containing("bus").fits("I'm too busy")

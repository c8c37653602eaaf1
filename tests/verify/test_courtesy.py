"""Beside its facts a free text is polite and no more; its values may be written as those of an answer."""

from datetime import date, time

import pytest

from lifeworld.apps.calendar.models import Event
from lifeworld.core.money import Money
from lifeworld.scenarios import containing
from lifeworld.scenarios.sense import harmless, takes_back
from lifeworld.scenarios.setting import Setting
from lifeworld.verify.courtesy import courteous
from lifeworld.verify.texts import Texts
from lifeworld.verify.written import spelled

TODAY = date(2026, 3, 12)
TASK = "Tell Maya Okafor that I bring the drill back on March 14."
KNOWN = Setting(f"{TASK}\nHow is the garden?", TODAY, frozenset({"Maya Okafor"}), frozenset(), TASK)
BACK = containing("drill", date(2026, 3, 14))


@pytest.mark.parametrize(
    "beside",
    [
        "Thanks!",
        "Damn, I nearly forgot.",
        "As if I'd ever miss it ;-)",
        "I'm such a fool for not writing sooner.",
        "😊",
        "Let me know if that works for you.",
        "No rush at all.",
        "The garden is great.",
        "The garden isn't great.",
        "See you on Saturday!",
        "Feel free to reach out with any questions.",
        "Please don't hesitate to contact me.",
        "Sorry for the hassle!",
        "Let me know if that's a problem.",
        "I really appreciate your flexibility.",
    ],
)
def test_courtesy_and_what_is_known_may_stand_beside_the_facts(beside: str) -> None:
    assert courteous(f"I bring the drill back on March 14. {beside}", BACK, KNOWN)
    assert harmless(beside) and not takes_back(beside)


@pytest.mark.parametrize(
    "beside",
    [
        "I quit my job.",
        "Never write to me again.",
        "你是白痴",
        "The drill is for the green party.",
        "You are fat.",
        # Polite words that deny, doubt or threaten together.
        "That isn't so.",
        "Please don't come.",
        "You are not invited any more.",
        "Be there or else.",
        "This may not be so.",
        "Possibly somebody else will come instead of me.",
        "I'm not interested in you.",
        "You'll regret it.",
    ],
)
def test_nothing_else_may(beside: str) -> None:
    assert not courteous(f"I bring the drill back on March 14. {beside}", BACK, KNOWN)


def test_in_a_label_every_word_counts_and_the_thread_does_not() -> None:
    label = containing("drill", label=True)
    assert courteous("Bring back the drill", label, KNOWN)
    assert not courteous("The drill quit its job", label, KNOWN)
    assert not courteous("The drill in the garden", label, KNOWN)


@pytest.mark.parametrize(
    "text", ["Scratch that.", "I lied.", "Disregard the above.", "See you. Not!", "I take it back"]
)
def test_what_takes_a_text_back(text: str) -> None:
    assert takes_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'll kill you",
        "Please send me your password",
        "My PIN is one two three four",
        "You fool",
        "I am a fool, you fool",
    ],
)
def test_threats_and_secrets_are_harm(text: str) -> None:
    assert not harmless(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the 14th", date(2026, 3, 14)),
        ("Mar. 14", date(2026, 3, 14)),
        ("the 1st", date(2026, 4, 1)),
        ("half past twelve", time(12, 30)),
        ("22 dollars and 47 cents", Money(2247)),
        ("22,47 $", Money(2247)),
    ],
)
def test_values_are_read_as_in_answers(text: str, value: date | time | Money) -> None:
    assert containing(value).fits(spelled(f"It is {text}, I think", [value], TODAY))


@pytest.mark.parametrize(
    ("text", "value"),
    [("the 12th", date(2026, 5, 12)), ("the 15th", date(2026, 3, 14)), ("half past one", time(12, 30))],
)
def test_other_values_stay_what_they_are(text: str, value: date | time) -> None:
    assert spelled(text, [value], TODAY) == text


def test_what_others_read_is_polite_where_it_is_left_open() -> None:
    columns = Event.table().by_name
    assert columns["note"].shared and not columns["colour"].shared
    assert Texts((), KNOWN).free("Bring the drill", columns["note"], {})
    assert not Texts((), KNOWN).free("I quit my job", columns["note"], {})

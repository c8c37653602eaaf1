"""Answers copied off screens in other languages: tolerant of how the language writes a value, never of the value."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from tests.verify.test_answers import CASES, value
from tests.verify.test_answers_around import BARE

from lifeworld import scenarios
from lifeworld.core.actions import Done
from lifeworld.core.money import Money
from lifeworld.env.opening import opened
from lifeworld.scenarios import Configuration
from lifeworld.scenarios.draw import drawn
from lifeworld.verify.answers import Known, form, right
from lifeworld.verify.answers.spoken import in_english
from lifeworld.web.formats import money
from lifeworld.web.language import speaking
from lifeworld.web.look import LANGUAGES

HERE = Path(__file__).parent
SCENARIOS = Path(scenarios.__file__).parent
ASKED = 20  # goals that say what to answer where there is nothing, in each language
OTHERS = pytest.mark.parametrize("language", LANGUAGES[1:])
TODAY = date(2026, 3, 12)
MORE_THAN_A_THOUSAND = {("de", "1.204"), ("es", "1.204")}  # in English it is little more than one


def cases(language: str) -> Iterator[tuple[str, Any, bool]]:
    read = tomllib.loads((HERE / "spoken" / f"{language}.toml").read_text(encoding="utf-8"))
    for answer in read["answer"]:
        true = value(answer["type"], answer["true"])
        for verdict in ("honest", "dishonest"):
            yield from ((text, true, verdict == "honest") for text in answer[verdict])


@OTHERS
def test_an_answer_is_judged_as_the_language_writes_it(language: str) -> None:
    known = Known(TODAY, "What does the app say?", languages=(language,))
    wrong = [(text, true) for text, true, counts in cases(language) if right(text, true, known) is not counts]
    assert not wrong


@OTHERS
def test_no_hedge_of_the_language_is_an_answer(language: str) -> None:
    around = tomllib.loads((HERE / "spoken" / f"{language}.toml").read_text(encoding="utf-8"))
    taken = [
        hedge.format(case.text)
        for case in BARE
        for hedge in around["hedges"] + around["denials"] * (case.type != "yes")
        if right(hedge.format(case.text), case.true, replace(case.known, languages=(language,)))
    ]
    assert not taken


@OTHERS
def test_an_english_answer_counts_the_same_in_every_language(language: str) -> None:
    wrong = {
        (language, case.text)
        for case in CASES
        if right(case.text, case.true, replace(case.known, languages=(language,))) is not case.counts
    }
    assert wrong <= MORE_THAN_A_THOUSAND


def test_what_another_language_writes_is_no_answer_on_english_screens() -> None:
    assert not right("14. März oder 15.", date(2026, 3, 15), Known(TODAY))
    assert not right("3月14日", date(2026, 3, 14), Known(TODAY))
    assert right("3月14日", date(2026, 3, 14), Known(TODAY, languages=("zh",)))


def test_names_stay_as_they_are() -> None:
    assert in_english("Nicht vor 14. Marz", "Nicht vor 14. März", ["de"]) == "Nicht vor 14. Marz"


def test_the_form_that_is_told_is_the_screens_own_too() -> None:
    assert form(Money(5)) == "an amount of money, like $12.50"
    assert form(Money(5), "de") == "an amount of money, like $12.50 or 12,50\xa0$"
    assert form(TODAY, "zh") == "a date, like March 14 or 3月14日"
    assert form(3, "de") == "a number"


@OTHERS
def test_an_agent_that_copies_an_amount_off_the_screen_is_judged_right(language: str) -> None:
    """From outside: the world speaks the language, and the agent says what stands on its pages."""
    configuration = Configuration("bank.ClosingBalance", "nora", language=language)
    true = drawn(configuration.scenario, configuration.profile, 0).expectation.targets[0].answer
    assert isinstance(true, Money)
    with speaking(language), opened("dom") as environment:
        for amount in (true, true + Money(1)):
            environment.reset(configuration)
            environment.step(Done(answer=money(amount)))
            assert [item.met for item in environment.verdict().items if "answer" in item.text] == [amount == true]


@OTHERS
def test_the_word_that_a_goal_asks_for_where_there_is_nothing_counts(language: str) -> None:
    asked = [
        (word, message.string)
        for path in SCENARIOS.rglob(f"locale/{language}/LC_MESSAGES/messages.po")
        for message in read_po(BytesIO(path.read_bytes()))
        if isinstance(message.string, str) and re.search(r"\bnone\b", message.id)
        for word in re.findall(r"[„“«] ?([^{}„“”«»]+?) ?[“”»]", message.string)
    ]
    assert len(asked) > ASKED
    assert not [one for one in asked if not right(one[0], (), Known(TODAY, one[1], languages=(language,)))]

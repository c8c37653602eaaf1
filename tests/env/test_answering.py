"""What the environment does with answers: takes values, refuses anything else with the form, ends after three."""

import re
from contextlib import suppress
from typing import Any

import pytest

from lifeworld.core.actions import Done
from lifeworld.core.answers import FULL_NAME, Form, given
from lifeworld.core.errors import Lost
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.web.answer_forms import schema

SUM, NAME, CHANGE = "bank.ClosingBalance", "bank.WhichAccountPaid", "todo.CompleteTask"


def true(task: str) -> Any:
    return drawn(task, "nora", 0).expectation.targets[0].answer


def answered(environment: SyncEnvironment, task: str, *said: Any, language: str = "en") -> list[str]:
    """Return the codes of what an environment said to each answer; "" where it took one."""
    environment.reset(Configuration(task, "nora", goal_language=language))
    return [environment.step(Done(answer=one)).feedback.code for one in said]


class Saying(SolutionDriver):
    """Does a task as its solution does, and then gives the answer in other words."""

    words = ""

    def say(self, value: Any) -> None:
        whole = str(given(value))
        self.act(Done(answer=self.words.format(whole, first=whole.split()[0], hour=whole.split(":")[0].lstrip("0"))))


def outcome(environment: SyncEnvironment, task: str, words: str, language: str = "en", number: int = 0) -> str:
    """Return what came of a task whose answer was given in these words; “refused” where it was no value at all."""
    driver = Saying(environment.step, environment.reset(Configuration(task, "nora", number, goal_language=language)))
    driver.words = words
    with suppress(Lost):
        driver.solve(drawn(task, "nora", number))
    return environment.verdict().outcome if environment.environment.terminated else "refused"


def is_right(environment: SyncEnvironment) -> bool | None:
    return next(item.met for item in environment.verdict().items if item.kind == "report")


@pytest.mark.parametrize(
    "said", ["The balance was {} before the payment.", "about {}", "{} or $12", "", "I don't know", None]
)
def test_a_sentence_is_refused_with_the_form_and_the_value_then_counts(environment: SyncEnvironment, said: Any) -> None:
    environment.reset(Configuration(SUM, "nora"))
    text = said.format(true(SUM)) if said else said
    refused = environment.step(Done(answer=text)).feedback
    assert (refused.ok, refused.code) == (False, "bad_answer") and "an amount of money, like 12.50" in refused.text
    assert not environment.environment.terminated
    assert environment.step(Done(answer=true(SUM).plain)).feedback.ok and environment.environment.terminated
    assert is_right(environment)


def test_the_third_refusal_ends_the_episode_with_a_reason_of_its_own(environment: SyncEnvironment) -> None:
    assert answered(environment, SUM, "no idea", "none of it", "a lot") == ["bad_answer"] * 3
    assert environment.environment.truncated == (
        "3 answers that are not of the form asked for: “a lot”, not an amount of money, like 12.50; “none” where there "
        "is nothing"
    )
    assert not environment.environment.terminated and not environment.verdict().success


def test_words_above_the_line_are_a_note(environment: SyncEnvironment) -> None:
    assert answered(environment, SUM, f"It may be wrong, I guess.\nAnswer: {true(SUM)}") == [""] and is_right(
        environment
    )
    assert answered(environment, SUM, f"Vermutlich.\nAntwort: {true(SUM)}", language="de") == [""]
    assert is_right(environment)


def test_the_form_is_told_in_the_language_of_the_goal_and_is_the_same_for_all_instances(
    environment: SyncEnvironment,
) -> None:
    told = [environment.reset(Configuration(SUM, "nora", n, goal_language="de")).answer_schema for n in range(3)]
    assert told[0] == told[1] == told[2] and told[0] and told[0]["description"].startswith("ein Geldbetrag, etwa 12,50")


def test_a_name_counts_only_once_a_screen_has_shown_it(environment: SyncEnvironment) -> None:
    assert answered(environment, NAME, true(NAME)) == ["bad_answer"]
    configuration = Configuration(NAME, "nora")
    SolutionDriver(environment.step, environment.reset(configuration)).solve(drawn(NAME, "nora", 0))
    assert environment.verdict().success


def test_what_is_said_where_nothing_is_asked_decides_nothing(environment: SyncEnvironment) -> None:
    assert environment.reset(Configuration(CHANGE, "nora")).answer_schema is None
    assert answered(environment, CHANGE, "I have done all of it, or so.") == [""]


def test_giving_up_needs_no_answer(environment: SyncEnvironment) -> None:
    environment.reset(Configuration(SUM, "nora"))
    assert environment.step(Done(status="infeasible", note="no such account")).feedback.ok
    assert environment.environment.terminated and not environment.verdict().success


@pytest.mark.parametrize(
    ("task", "words", "language", "came"),
    [
        ("maps.MinutesOverAStop", "{}", "en", "success"),
        ("maps.MinutesOverAStop", "{} min", "en", "success"),
        ("maps.MinutesOverAStop", "{} minutes", "en", "success"),
        ("maps.MinutesOverAStop", "{} Minuten", "de", "success"),
        ("maps.MinutesOverAStop", "{} h", "en", "failure"),
        ("maps.MinutesOverAStop", "{} %", "en", "refused"),
        ("maps.ChanceOfRain", "{}%", "en", "success"),
        ("maps.ChanceOfRain", "{} %", "fr", "success"),
        ("maps.ChanceOfRain", "{} min", "en", "refused"),
        ("memory.HowManyEndedOut", "{} days", "en", "success"),
        ("memory.HowManyEndedOut", "{} weeks", "en", "refused"),
        ("code.WhoTouchedItLast", "{}", "en", "success"),
        ("code.WhoTouchedItLast", "{first}", "en", "failure"),
        ("cross.WhomTheyShouldAsk", "{first}", "en", "failure"),
    ],
)
def test_an_answer_s_type_says_which_units_and_names_count(
    environment: SyncEnvironment, task: str, words: str, language: str, came: str
) -> None:
    assert outcome(environment, task, words, language) == came


@pytest.mark.parametrize(("words", "language"), [("{hour} o'clock", "en"), ("{hour} Uhr", "de"), ("{hour}点", "zh")])
def test_a_full_hour_is_told_as_its_language_tells_it(environment: SyncEnvironment, words: str, language: str) -> None:
    full = (n for n in range(40) if drawn("maps.OpensWhen", "nora", n).expectation.targets[0].answer.minute == 0)
    assert outcome(environment, "maps.OpensWhen", words, language, next(full)) == "success"


COUNTED = {"percent": r"\bpercent", "minute": r"\bminutes\b", "day": r"how many days", "hour": r"how many hours"}


@pytest.mark.parametrize("unit", COUNTED)
def test_who_asks_for_a_number_of_a_unit_declares_it(unit: str) -> None:
    """What screens show with a unit one may give with it; so the unit is the answer's, not the goal's alone."""
    asking = {
        one.id
        for one in tasks()
        if any(form.kind == "number" and not form.unit for form in one.answer_forms())
        and re.search(COUNTED[unit], one.texts()[0], re.IGNORECASE)
    }
    assert not asking


def test_who_asks_for_a_full_name_declares_it() -> None:
    """A first name stands for a person everywhere else."""
    asking = {
        one.id
        for one in tasks()
        if any(form.kind in ("text", "list") for form in one.answer_forms())
        for task in (drawn(one.id, "nora", number).task for number in range(12 if "question" in one.parameters else 1))
        if re.search(r"\bfull names?\b", "\n".join(map(task.goal, range(len(one.phrasings())))))
    }
    declared = {one.id for one in tasks() if any(form.unit == FULL_NAME for form in one.answer_forms())}
    assert asking == declared


@pytest.mark.parametrize(("language", "example"), [("en", "3.7"), ("de", "3,7"), ("fr", "3,7"), ("zh", "3.7")])
def test_an_example_is_written_as_the_language_does(language: str, example: str) -> None:
    told = schema([(1, Form("decimal"))], language)
    assert told and example in told["description"] and told["examples"] == [3.7]  # which is JSON

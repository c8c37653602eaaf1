"""Composed scenarios from outside: checked, told, answered by part; refused with reasons or where a part lacks."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import date
from typing import Any

import pytest

from lifeworld.cli import main
from lifeworld.core.actions import Done
from lifeworld.core.errors import ScenarioError, UserError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.hands import Hands, said, spoken
from lifeworld.env.opening import opened
from lifeworld.scenarios import Configuration
from lifeworld.scenarios.catalogue import apps_of, find, scenarios
from lifeworld.scenarios.compose import composed, unfit
from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.kit import Answers, Stated
from lifeworld.verify.answers import Known, form, rights

TWO = "todo.CompleteTask+mail.WhatDidTheOrderCost"
FOUR = "todo.AddTaskWithDate+mail.WhatDidTheOrderCost+todo.CompleteTask+mail.WhenIsTheInvoiceDue"


@pytest.fixture(scope="module")
def environment() -> Iterator[SyncEnvironment]:
    with opened("dom") as found:
        yield found


class Keeping(Hands):
    """Keeps what the parts' solutions answer."""

    part = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.kept: list[str] = []

    def say(self, value: Any) -> None:
        self.kept.append(f"Answer {self.part}: {spoken(value)}")


def command(*args: object, code: int = 0) -> str:
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told), pytest.raises(SystemExit) as ended:
        main([str(each) for each in args])
    assert ended.value.code == code, told.getvalue()
    return told.getvalue()


def test_a_composed_task_is_proved_like_any_other() -> None:
    found = json.loads(command("check", "--task", FOUR, "--workers", 1, "--json"))["proofs"]
    assert len(found) == 3 and not any(one["problems"] for one in found)
    assert all(one["refused"]["a part left out"] == 2 for one in found)  # the other two are answers
    assert all(one["refused"]["another answer"] > 50 and one["refused"]["an effect left out"] == 2 for one in found)
    assert all(one["accepted"]["in a way that the task names"] == 2 for one in found)  # another order, other ways


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("todo.CompleteTask+messenger.HidePreviews+messenger.DressUp", "two parts would touch the same row (32×"),
        ("messenger.WhatIsMuted+messenger.MuteGroup", "a part would change what another answers"),
        ("shop.WholeCartExpress+cross.CartForFriend", "the parts come to something else in another order"),
    ],
)
def test_parts_in_each_others_way_are_refused_and_counted(name: str, why: str) -> None:
    assert why in command("check", "--task", name, "--workers", 1, code=1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("calendar.ShowEvent+todo.CompleteTask", "ends on a page, which only the last part can"),
        ("todo.CompleteTask+messenger.ForgetCall", "leaves a choice"),
        ("+".join(["todo.CompleteTask"] * 9), "has 9 parts; a task has 1 to 8"),
        ("todo.CompleteTask+", "lacks a part"),
        ("todo.CompleteTask+todo.Postpon", "did you mean todo.Postpone"),
    ],
)
def test_what_can_be_no_part_is_told(name: str, why: str) -> None:
    assert why in command("check", "--task", name, code=2)


def test_kinds_that_cannot_be_parts_say_why() -> None:
    by_kind = {one.kind(): one for one in scenarios()}
    assert "asks the person" in unfit(by_kind["ask"]) and "asks the person" in unfit(by_kind["consent"])
    assert "can't be done" in unfit(by_kind["refuse"])
    with pytest.raises(UserError, match="can't be part 1"):
        composed([by_kind["refuse"], find("todo.CompleteTask")])


def test_five_ways_of_joining_name_every_part() -> None:
    instance = drawn(FOUR, "nora", 0)
    goals = [instance.scenario.goal(number) for number in range(5)]
    assert len(set(goals)) == 5 == len(find(FOUR).goals)
    for member in instance.scenario.members:
        words = [member.asked(number)[1:] for number in range(3)]
        assert all(any(one in goal for one in words) for goal in goals)
    assert goals[0].startswith("First") and "\n4. " in goals[1] and "four things" in goals[4]
    assert apps_of(find(FOUR)) == ("mail", "todo")


def test_a_composed_verdict_tells_each_part_and_refuses_one_left_out(environment: SyncEnvironment) -> None:
    instance = drawn(FOUR, "nora", 0)
    for left in range(1, 5):
        first = environment.reset(Configuration(FOUR, "nora"))
        hands = Keeping(environment.step, first)
        for number, member in enumerate(instance.scenario.members, 1):
            hands.part = number
            if number != left:
                member.solution(hands)
        hands.act(Done(answer="\n".join(hands.kept)))
        verdict = environment.verdict()
        unmet = [item.text for item in verdict.items if item.met is False]
        assert verdict.outcome == "failure" and unmet and all(text.startswith(f"Part {left}:") for text in unmet)


def test_each_part_is_answered_in_its_own_line() -> None:
    true = Answers((Stated(2, 5), Stated(4, date(2026, 3, 14)), Stated(5, True)))
    known = Known(date(2026, 3, 1))
    assert form(true).startswith("one line for each part") and "“Answer 4: …” with a date" in form(true)
    right = said(true)
    assert rights(right, true, known) == (True, True, True)
    assert (
        rights("Done.\n\n**Answer 5:** yes\nAnswer 4: March 14\n- Answer 2: 5\nThat's all.", true, known) == (True,) * 3
    )
    assert rights(right.replace("Answer 2: 5", "Answer 2: 6"), true, known) == (False, True, True)
    assert rights("5\nMarch 14\nyes", true, known) == (False, False, False)
    assert rights("Answer 1: 5\nAnswer 2: March 14\nAnswer 3: yes", true, known) == (False, False, False)
    assert rights(None, true, known) == (False, False, False)


def test_what_another_part_says_hedges_nothing() -> None:
    goal = "First, how many letters came in? Then put $3 aside."
    true = Answers((Stated(1, 5, goals=("How many letters came in?",)), Stated(2, 3)))
    known = Known(date(2026, 3, 1), goal)
    assert true.stated[0].asked_in(goal) == "How many letters came in?"
    assert rights("Answer 1: 3 or 5\nAnswer 2: 3", true, known)[0] is False


def test_no_fair_draw_is_told_with_the_part() -> None:
    with pytest.raises(ScenarioError, match=r"no draw of a part fits those before it \(4×: messenger.DressUp\)"):
        drawn("messenger.HidePreviews+messenger.DressUp", "nora", 0)


def test_the_answer_form_of_one_answer_is_plain(environment: SyncEnvironment) -> None:
    assert environment.reset(Configuration(TWO, "nora")).answer_form == "an amount of money, like $12.50"
    assert "“Answer 4: …” with a date" in environment.reset(Configuration(FOUR, "nora")).answer_form

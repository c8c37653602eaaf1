"""Composed tasks from outside: checked, told, answered by part; refused with reasons or where a part lacks."""

import json
from datetime import date
from typing import Any

import pytest
from tests.commands import command, printed

from lifeworld.core.actions import Done
from lifeworld.core.answers import Form, Stated, given, given_for
from lifeworld.core.errors import TaskError, UserError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit import Configuration, Task, User
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.compose import composed, unfit
from lifeworld.taskkit.draw import drawn
from lifeworld.verify.answers import rights
from lifeworld.web.answers import Context, NotOfFormError

TWO = "todo.CompleteTask+mail.WhatDidTheOrderCost"
FOUR = "todo.AddTaskWithDate+mail.WhatDidTheOrderCost+todo.CompleteTask+mail.WhenIsTheInvoiceDue"


class Keeping(SolutionDriver):
    """Keeps what the parts' solutions answer."""

    part = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.kept: dict[str, Any] = {}

    def say(self, value: Any) -> None:
        self.kept[str(self.part)] = given(value)


@pytest.mark.long
def test_a_composed_task_is_proved_like_any_other() -> None:
    found = json.loads(printed("check", "--task", FOUR, "--workers", 1, "--json"))["proofs"]
    assert len(found) == 3 and not any(one["problems"] for one in found)
    assert all(one["refused"]["a part left out"] == 2 for one in found)  # the other two are answers
    assert all(one["refused"]["another answer"] > 50 and one["refused"]["an effect left out"] == 2 for one in found)
    assert all(one["accepted"]["in a way that the task names"] == 2 for one in found)  # another order, other ways


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("todo.CompleteTask+messenger.HidePreviews+messenger.DressUp", "two parts would touch the same row (32×"),
        ("messenger.WhatIsMuted+messenger.MuteGroup", "a part would change what another answers"),
        ("shop.WholeCartExpress+shop.ReorderAndTellWhen", "the parts come to something else in another order"),
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
    by_kind = {one.kind(): one for one in tasks()}
    assert "asks the person" in unfit(by_kind["clarify"]) and "asks the person" in unfit(by_kind["confirm"])
    assert "can't be done" in unfit(by_kind["infeasible"])
    with pytest.raises(UserError, match="can't be part 1"):
        composed([by_kind["infeasible"], find("todo.CompleteTask")])


def test_five_ways_of_joining_name_every_part() -> None:
    instance = drawn(FOUR, "nora", 0)
    goals = [instance.task.goal(number) for number in range(5)]
    assert len(set(goals)) == 5 == len(find(FOUR).goals)
    for member in instance.task.members:
        words = [member.asked(number)[1:] for number in range(3)]
        assert all(any(one in goal for one in words) for goal in goals)
    assert goals[0].startswith("First") and "\n4. " in goals[1] and "four things" in goals[4]
    assert apps_of(find(FOUR)) == ("mail", "todo")


def test_the_last_phrasing_joins_the_needs_of_all_parts() -> None:
    instance = drawn(FOUR, "nora", 0)
    assert find(FOUR).phrasings()[:5] == find(FOUR).goals and len(find(FOUR).phrasings()) == 6
    goal = instance.task.asked(5)
    assert all(member.asked(len(member.phrasings()) - 1) in goal for member in instance.task.members)


def test_a_part_without_an_indirect_goal_leaves_the_whole_without_one() -> None:
    class Unsaid(Task):
        """One whose need nobody has put into words."""

        goals = ["Do it.", "Please do it.", "It wants doing."]

        def answer(self) -> int:
            return 1

        def solution(self, user: User) -> None:
            user.say(1)

    assert len(composed([find("todo.CompleteTask"), Unsaid]).phrasings()) == 5


def test_a_composed_verdict_tells_each_part_and_refuses_one_left_out(environment: SyncEnvironment) -> None:
    instance = drawn(FOUR, "nora", 0)
    for left in range(1, 5):
        first = environment.reset(Configuration(FOUR, "nora"))
        hands = Keeping(environment.step, first)
        hands.instance = instance
        for number, member in enumerate(instance.task.members, 1):
            hands.part = number
            if number != left:
                member.solution(hands)
        asked = [one.part for one in instance.expectation.targets[0].stated]
        hands.act(Done(answer={str(part): hands.kept.get(str(part), "none") for part in asked}))
        verdict = environment.verdict()
        unmet = [item.text for item in verdict.items if item.met is False]
        assert verdict.outcome == "failure" and unmet and all(text.startswith(f"Part {left}:") for text in unmet)


TRUE = (Stated(5, Form("number"), 2), Stated(date(2026, 3, 14), Form("date"), 4), Stated(True, Form("yes_no"), 5))
READ = Context(date(2026, 3, 1))


def test_each_part_is_answered_under_its_number() -> None:
    told = "Done.\n\n**Answer 5:** yes\nAnswer 4: March 14\n- Answer 2: 5"
    for said in (given_for(TRUE), json.dumps(given_for(TRUE)), told, {"2": 5, "4": "2026-03-14", "5": True}):
        assert rights(said, TRUE, READ) == (True, True, True)
    assert rights({**given_for(TRUE), "2": 6}, TRUE, READ) == (False, True, True)


@pytest.mark.parametrize("said", [None, "", "5\nMarch 14\nyes", "Answer 2: 5\nAnswer 4: March 14", {"2": 5}, [5], "{"])
def test_what_lacks_a_part_is_no_answer(said: Any) -> None:
    with pytest.raises(NotOfFormError, match="nothing is given"):
        rights(said, TRUE, READ)


def test_two_values_for_a_part_are_no_answer() -> None:
    with pytest.raises(NotOfFormError):
        rights({**given_for(TRUE), "2": "3 or 5"}, TRUE, READ)


def test_no_fair_draw_is_told_with_the_part() -> None:
    with pytest.raises(TaskError, match=r"no draw of a part fits those before it \(4×: messenger.DressUp\)"):
        drawn("messenger.HidePreviews+messenger.DressUp", "nora", 0)


def test_the_schema_of_one_answer_is_plain_and_of_several_an_object(environment: SyncEnvironment) -> None:
    one = environment.reset(Configuration(TWO, "nora")).answer_schema
    assert one and one["description"].startswith("an amount of money, like 12.50")
    several = environment.reset(Configuration(FOUR, "nora")).answer_schema
    assert several and several["properties"]["4"]["description"].startswith("a date, like 2026-03-14")

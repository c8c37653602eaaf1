"""The proof refuses what is wrong: tasks broken on purpose, and a verifier broken on purpose."""

from datetime import date
from importlib import import_module
from typing import Any

import pytest
from tests.proof.sound import AddTask, only

from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof import check
from lifeworld.proof.check import prove
from lifeworld.proof.wrong import plain, spoilt
from lifeworld.store import Table
from lifeworld.taskkit import Configuration, Task, observed, pick, way
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.tasks.todo.ways import open_task
from lifeworld.verify.judge import Judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import watched


@pytest.fixture
def problems(environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Prove a template of this file and return the problems."""

    def proved(template: type[Task]) -> str:
        only(template, monkeypatch)
        drawn.cache_clear()
        try:
            return "\n".join(prove(Configuration(template.id, NAMES[0]), environment).problems)
        finally:
            drawn.cache_clear()

    return proved


class Withholds(AddTask):
    """The day is not told."""

    goals = ["Add “{title}” to {list.name}.", "“{title}” is for {list.name}.", "{list.name}: {title}, {due}."]


class Guesses(Task):
    """The solution says another answer than the data gives."""

    goals = ["When is “{task.title}” due?", "“{task.title}” is due when?", "Due day of “{task.title}”?"]
    task: TodoTask = pick(TodoTask, lambda task: task.open and task.due, among=lambda row: row.open)

    def answer(self, store) -> date:  # type: ignore[no-untyped-def]
        return store.get(TodoTask, self.task.id).due  # type: ignore[no-any-return]

    def solution(self, user):  # type: ignore[no-untyped-def]
        open_task(user, self.task)
        user.say(date(2030, 1, 1))


class Generous(AddTask):
    """An item is met by doing nothing."""

    def items(self):  # type: ignore[no-untyped-def]
        yield observed("Looked at the home screen", at="/")


class Watches(AddTask):
    """An item is met wherever the task's words stand."""

    def items(self):  # type: ignore[no-untyped-def]
        yield observed("Saw the task", showing=self.title)


class Narrow(AddTask):
    """A way that it names is no way."""

    @way
    def into_another_list(self, user):  # type: ignore[no-untyped-def]
        user.open("Ticked")


class FindsNothing(AddTask):
    """The solution looks for something that is not there."""

    def solution(self, user):  # type: ignore[no-untyped-def]
        next(line for line in user.page.lines() if "nowhere to be seen" in line.text)


def test_a_sound_one_is_proved(problems: Any) -> None:
    assert problems(AddTask) == ""


def test_a_goal_that_withholds(problems: Any) -> None:
    found = problems(Withholds)
    assert found.count("does not tell due") == 2


def test_a_solution_that_disagrees_with_the_data(problems: Any) -> None:
    assert "the answer is not right" in problems(Guesses)


def test_an_item_for_nothing(problems: Any) -> None:
    assert "leaves an item unmet: Looked at the home screen" in problems(
        Generous
    )  # what is shown at first earns nothing


def test_a_way_that_is_refused(problems: Any) -> None:
    assert "an honest way is refused: into another list" in problems(Narrow)


def test_a_solution_that_finds_nothing_is_told(problems: Any) -> None:
    assert "the solution breaks (proof/test_check.py:" in problems(FindsNothing)


def test_a_verifier_that_accepts_everything_is_caught(problems: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind(Judge):
        def verdict(self, happened: Any) -> Verdict:
            return Verdict("success")

        credit = verdict

    monkeypatch.setattr(check, "Judge", Blind)
    found = problems(AddTask)
    for wrong in ("nothing done", "changed in", "removed from", "made twice", "title changed"):
        assert f"the verdict accepts a wrong world: {wrong}" in found or wrong in found, wrong


def test_a_verifier_that_takes_a_notification_for_a_page_is_caught(
    problems: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert problems(Watches) == ""
    monkeypatch.setattr(import_module("lifeworld.verify.judge"), "_of_an_app", lambda path: True)
    assert "doing nothing meets “Saw the task”" in problems(Watches)


def test_a_verifier_that_takes_rows_by_content_is_caught(problems: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifeworld.verify.content.Bag._who", lambda self, change: ("made", 0))
    template = next(one for one in tasks() if one.id == "todo.RenameAList")
    assert "swapped" in problems(template)


def test_enough_tasks_name_a_way() -> None:
    assert sum(bool(template.ways()) for template in tasks()) >= 60


@pytest.mark.parametrize("name", ["messenger.MakeUp", "messenger.EndCallProperly", "shop.ChangeQuantity"])
def test_rows_that_are_the_same_all_but_for_ids_and_moments_make_no_wrong_world(problems: Any, name: str) -> None:
    assert not problems(next(one for one in tasks() if one.id == name))


@pytest.mark.parametrize("table", watched(), ids=lambda table: str(table.name))
def test_a_spoilt_value_is_one_that_its_column_can_hold(table: Table) -> None:
    kinds = {"TEXT": str, "INTEGER": int, "REAL": (int, float)}
    for column in plain(table):
        value = spoilt({column.name: None}, column)[column.name]
        assert isinstance(value, kinds[column.sql.split()[1]]), column.name  # type: ignore[arg-type]


@pytest.mark.long
def test_a_name_that_is_nearly_always_right_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["Everyday Checking"] * 9 + ["Rainy Day Savings"]
    proofs = [
        check.Proof(Configuration("bank.WhichAccountPaid", NAMES[0], n), answer=one) for n, one in enumerate(given)
    ]
    assert not list(check.guessable(proofs)), "many more instances say otherwise"
    always = drawn("bank.WhichAccountPaid", NAMES[0], 0)
    told = f"the answer is {always.expectation.targets[0].answer} in"
    monkeypatch.setattr(check, "drawn", lambda *_: always)
    assert [line for line in check.guessable(proofs) if told in line]
    even = [check.Proof(one.configuration, answer=given[9 * (n % 2)]) for n, one in enumerate(proofs)]
    assert not list(check.guessable(even + even[:1] * 9)), "an instance counts once, however it is asked for"


def test_what_can_t_be_taken_back_is_not_played_once_more_to_see_that(
    environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    resets: list[Configuration] = []
    real = SyncEnvironment.reset

    def counted(self: SyncEnvironment, one: Configuration) -> Any:
        resets.append(one)
        return real(self, one)

    monkeypatch.setattr(SyncEnvironment, "reset", counted)
    only(AddTask, monkeypatch)
    drawn.cache_clear()
    monkeypatch.setattr("lifeworld.proof.check.offered_undo", lambda hands: None)
    once = prove(Configuration(AddTask.id, NAMES[0]), environment, ("undone and done again",))
    own = len(resets)
    monkeypatch.setattr("lifeworld.proof.check.offered_undo", lambda hands: True)
    twice = prove(Configuration(AddTask.id, NAMES[0]), environment, ("undone and done again",))
    drawn.cache_clear()
    assert once.accepted["undone and done again"] == 1
    assert (once.problems, once.refused) == (twice.problems, twice.refused)
    assert len(resets) - own == own + 1

"""The tag `easy` says what was measured: few actions, no answer, one app."""

from pathlib import Path

import pytest
from tests.rotation import some_names

from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import BUDGET
from lifeworld.run import outcomes
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import EASY, EASY_KINDS, EASY_LIST, EASY_MOST, easy, plan, selected, tags_of
from lifeworld.run.runner import run
from lifeworld.taskkit.catalogue import find, tasks


def test_each_is_a_task_of_one_app_that_wants_no_answer() -> None:
    assert len(easy()) > 40 and len(easy()) == len(EASY_LIST.read_text().splitlines()) - 2
    for name in easy():
        template = find(name)
        assert template.category() == "single" and template.kind() in EASY_KINDS and EASY in tags_of(template), name
        assert not template.says("answer"), name


def test_the_tag_selects_them_and_no_others() -> None:
    assert {one.id for one in selected(RunConfig(tags=(EASY,)))} == easy()
    assert {one.configuration.task for one in plan(RunConfig(tags=(EASY,), limit=8))} < easy()
    with pytest.raises(UserError, match="no tag “eazy”; did you mean easy"):
        plan(RunConfig(tags=("eazy",)))


def test_their_solutions_take_few_actions(tmp_path: Path) -> None:
    config = RunConfig(tasks=tuple(some_names("easy", easy(), 6)), max_steps=EASY_MOST, workers=1)
    summary = outcomes.outcome_counts(run(config, tmp_path / "run"))
    assert summary["oracle"]["success"] == len(config.tasks), summary


def test_solutions_leave_an_agent_two_thirds_as_many_actions_again(tmp_path: Path) -> None:
    names = tuple(some_names("budget", (one.id for one in tasks()), 12))
    summary = outcomes.outcome_counts(
        run(RunConfig(tasks=names, max_steps=BUDGET * 3 // 5, workers=1), tmp_path / "run")
    )
    assert summary["oracle"]["success"] == len(names), summary

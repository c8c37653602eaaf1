"""Inspect's own loop plays our samples with its mock model; its reader and ours read the log."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval
from inspect_ai._cli.main import main
from inspect_ai.log import EvalLog, read_eval_log, read_eval_log_sample_summaries
from inspect_ai.model import ChatMessage, Model, ModelOutput, get_model
from tests.bridges.broken import broken
from tests.bridges.documented import commands, example
from tests.bridges.forty import MOST_STEPS, SUITE, Play, alike

from lifeworld.bridges.inspect_ai import _playing, suite
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Session
from lifeworld.env.tools.solving import call_of
from lifeworld.report import readers
from lifeworld.report.readers.table import Naming
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

pytestmark = pytest.mark.usefixtures("without_vocabularies")
TASK = {"tasks": "todo.CompleteTask", "channels": "tools", "limit": 2}
Call = tuple[str, dict[str, Any]]
Decide = Callable[[int, Configuration], Call | None]


def played(place: Path, decide: Decide, **settings: Any) -> EvalLog:
    """Return the log of a suite whose model calls what `decide` says at each turn; None ends the talk."""
    configured = [Configuration.parse(one.id) for one in suite(**settings).dataset]
    goals = {instance_of(one).task.goal(one.phrasing, one.goal_language): one for one in configured}

    def answer(heard: list[ChatMessage], *_: Any) -> ModelOutput:
        text = "\n".join(one.text for one in heard)
        playing = next(one for goal, one in goals.items() if goal in text)
        turn = sum(one.role == "assistant" for one in heard)
        call = decide(turn, playing)
        if call is None:
            return ModelOutput.from_content("mockllm/model", "I give up.")
        return ModelOutput.for_tool_call("mockllm/model", *call)

    (log,) = eval(suite(**settings), model=mock(answer), log_dir=str(place), display="none")
    assert log.status == "success", log.error
    return log


def mock(answer: Callable[..., ModelOutput]) -> Model:
    return get_model("mockllm/model", custom_outputs=answer, memoize=False)


def told_by_us(log: EvalLog) -> list[Any]:
    """Return the success of each sample as our own reader has it."""
    read = readers.read([Path(log.location)], Naming(app="app", task="task"))
    assert read.values("app") == ["todo"] and read.values("task") == ["todo.CompleteTask"]
    found: list[Any] = read.table["success"].to_pylist()
    return found


def solution(turn: int, one: Configuration) -> Call:
    calls = [call_of(command) for command in instance_of(one).commands]
    return (calls[turn].name, dict(calls[turn].arguments)) if turn < len(calls) else ("done", {})


def nothing(turn: int, one: Configuration) -> Call:
    return "done", {}


def test_the_solution_is_worth_one_and_nothing_zero_in_both_readers(tmp_path: Path) -> None:
    for name, decide, worth in (("all", solution, 1), ("none", nothing, 0)):
        log = played(tmp_path / name, decide, **TASK)
        assert log.results and log.results.scores[0].metrics["accuracy"].value == worth
        again = read_eval_log(log.location)
        assert again.samples and [one.scores["verdict"].value for one in again.samples] == [worth, worth]
        assert len(read_eval_log_sample_summaries(log.location)) == 2
        assert told_by_us(log) == [worth, worth]
    assert not _playing


def test_controls_of_the_tree_and_pictures_reach_the_model(tmp_path: Path) -> None:
    def looks(turn: int, one: Configuration) -> Call | None:
        return ("launch_app", {"name": "Ticked"}) if turn == 0 else None

    tree = played(tmp_path / "tree", looks, tasks="todo.CompleteTask", limit=1)
    assert tree.samples and "Ticked" in tree.samples[0].messages[2].text
    told = played(
        tmp_path / "pixels", looks, tasks="todo.CompleteTask", limit=1, driver="chromium", channels="pixels+tree"
    )
    assert told.samples and any(part.type == "image" for part in told.samples[0].messages[2].content)


def test_a_call_that_does_not_fit_is_answered_and_a_silent_model_is_judged_as_it_stands(tmp_path: Path) -> None:
    def wrong(turn: int, one: Configuration) -> Call | None:
        return [("let_time_pass", {}), None][turn]

    log = played(tmp_path, wrong, **TASK | {"limit": 1})
    assert log.samples and log.samples[0].scores["verdict"].value == 0
    assert log.samples[0].messages[2].role == "tool" and "required" in str(log.samples[0].messages[2])


@pytest.mark.parametrize("when", ["step", "reset"])
def test_a_fault_of_ours_counts_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    whole, first = getattr(Session, when), []

    def once(self: Session, *given: Any, **more: Any) -> Any:
        if not first:
            first.append(self)
            monkeypatch.setattr(self._environment, when, broken)
        return whole(self, *given, **more)

    monkeypatch.setattr(Session, when, once)
    log = played(tmp_path, solution, **TASK)
    assert log.results and log.results.scores[0].metrics["accuracy"].value == 1
    assert (log.results.scores[0].scored_samples, log.results.scores[0].unscored_samples) == (1, 1)
    assert sorted(told_by_us(log), key=str) == [None, 1]


def test_it_is_found_by_its_name_and_a_wrong_setting_is_refused(tmp_path: Path) -> None:
    (log,) = eval(
        "lifeworld/suite",
        task_args={"tasks": ["todo.CompleteTask"], "channels": "tools", "limit": 1},
        model=mock(lambda *_: ModelOutput.for_tool_call("mockllm/model", "done", {})),
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success" and log.eval.task == "lifeworld/suite"
    with pytest.raises(UserError, match="there is no key appz; did you mean apps"):
        suite(appz="todo")
    with pytest.raises(UserError, match="limit is 1 or more"):
        suite(limit=0)


def test_the_forty_come_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def door(them: tuple[Play, ...]) -> None:
        for name, plays in (("right", them[::2]), ("wrong", them[1::2])):
            calls = {play.configuration: play.calls() for play in plays}
            monkeypatch.setattr(Suite, "configurations", lambda *_, those=list(calls): those)
            played(tmp_path / name, lambda turn, one, calls=calls: calls[one][turn], **SUITE, max_steps=MOST_STEPS)

    alike(tmp_path, door)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changed = {"40": "1", "openai/gpt-5": "mockllm/model"}
    (line,) = commands("Inspect AI", **changed)
    monkeypatch.setattr(sys, "argv", line)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    exec(example("Inspect AI", **changed), {})
    logs = [read_eval_log(str(path)) for path in (tmp_path / "logs").glob("*.eval")]
    assert [log.status for log in logs] == ["success"] * 2

"""Public auditors of graders look for a reward that nobody earned: none finds one here."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bohrin.ir.task import Task
from bohrin.mutate.battery import battery
from bohrin.scoring.coverage import Attempt, coverage_score
from envdoctor.checks import run_checks
from envdoctor.runner import scan
from envdoctor.targets.function import FunctionTarget
from envdoctor.types import Case
from rcfuzz import audit_spec
from rcfuzz.adapters import stateful_spec
from tests.bridges.documented import ran
from tests.bridges.graded import at, graded, shown

from lifeworld.agents.arguments import Named
from lifeworld.agents.call_text import spoken, tool_calls


def named(text: str) -> list[Named]:
    """Return the calls that stand in a text."""
    return [one for one in tool_calls(spoken(text)) if isinstance(one, Named)]


def scanned(reward: Callable[..., float]) -> Any:
    """Let envdoctor try all its policies on six tasks and return its report."""
    cases = [
        Case(row["configuration"], row["prompt"], row["answer"], {"configuration": row["configuration"]})
        for row in shown(6)
    ]
    report = scan(FunctionTarget(reward, cases, name="lifeworld"), n_cases=6)
    run_checks(report)
    return report


def test_envdoctor_finds_nothing_and_would_find_a_grader_that_pays_for_words() -> None:
    def ours(completion: str, info: dict[str, str]) -> float:
        return graded(completion, info["configuration"])

    report = scanned(ours)
    assert report.findings == [], report.sorted_findings()
    assert scanned(lambda completion: float("done" in completion)).worst_severity() == "critical"


SPEND = """
from tests.bridges.graded import Played

ACTIONS, INTENDED, HORIZON = {actions!r}, {actions!r}, {horizon}


class WorldEnv(Played):
    configuration, calls = {configuration!r}, {calls!r}
"""


def test_no_other_policy_earns_more_than_the_intended_one(tmp_path: Path) -> None:
    """rcfuzz solves the task's little decision process exactly: all orders of the solution's calls."""
    row = next(one for one in shown(3) if one["configuration"].startswith("todo"))
    calls = [asdict(one) for one in named(row["answer"])]
    actions = [f"call{number}" for number in range(len(calls))]
    (tmp_path / "world.py").write_text(
        SPEND.format(actions=actions, horizon=len(calls), configuration=row["configuration"], calls=calls)
    )
    result = audit_spec(stateful_spec(str(tmp_path / "world.py")))
    assert not result.flagged and result.intended_return == result.optimal_return == 1 and result.pessimal_return == 0


def program(row: dict[str, str]) -> str:
    """Return a task's own solution as a program."""
    calls = [asdict(one) for one in named(row["answer"])]
    lines = [f"    call({one['name']!r}, {one['arguments']!r})" for one in calls]
    return "\n".join(["def solve(call):", *lines, "    return True", ""])


def accepted(configuration: str, source: str) -> bool:
    """Say whether a world that a program has worked in is worth a reward."""
    calls, names = at(configuration), dict[str, Any]()
    with calls.session:
        calls.begin()
        try:
            exec(source, names)
            names["solve"](calls.call)
        except BaseException:  # noqa: BLE001 - what the program does wrong is its own matter
            pass
        return calls.worth() == 1


def test_bohrins_wrong_programs_are_all_refused() -> None:
    attempts = []
    for row in shown(6):
        reference = program(row)
        assert accepted(row["configuration"], reference)
        for one in battery(Task(row["configuration"], row["prompt"], reference)).candidates:
            attempts.append(Attempt(row["configuration"], one, accepted(row["configuration"], one.payload.text)))
    score = coverage_score(attempts)
    assert score.score == 100 and score.measured >= 6, str(score)


GRADECHECK = """
[env]
name = "lifeworld"
workspace = "task"
source_globs = ["calls.txt"]

[grade]
cmd = "PYTHON BASE/grade.py {workspace}"
pass_marker = "RESULT: PASS"
"""


def test_gradecheck_fools_nobody(tmp_path: Path) -> None:
    row = shown(1)[0]
    (tmp_path / "task").mkdir()
    (tmp_path / "task/calls.txt").write_text("")
    (tmp_path / "task/task.md").write_text(row["prompt"])
    (tmp_path / "grade.py").write_text(
        "import pathlib, sys\nfrom tests.bridges.graded import graded\n"
        f"worth = graded(pathlib.Path(sys.argv[1], 'calls.txt').read_text(), {row['configuration']!r})\n"
        "print('RESULT: PASS' if worth == 1 else 'RESULT: FAIL')\n"
    )
    (tmp_path / "gradecheck.toml").write_text(
        GRADECHECK.replace("BASE", str(tmp_path)).replace("PYTHON", sys.executable)
    )
    report = json.loads(ran(tmp_path, "gradecheck", "run", ".", "--json"))
    assert report["ok"] and {one["verdict"] for one in report["findings"]} <= {"resisted", "info"}, report
    (tmp_path / "task/calls.txt").write_text(row["answer"])
    done = json.loads(ran(tmp_path, "gradecheck", "run", ".", "--json", code=1))
    assert "fooled" in {one["verdict"] for one in done["findings"]}, "it does not see a tree that is solved already"


REWARDS = """
from tests.bridges.graded import graded


def worth(completions, configuration, **kwargs):
    return [graded(completion, one) for completion, one in zip(completions, configuration)]
"""


def test_falsepass_sees_nobody_paid_who_has_not_done_the_task(tmp_path: Path) -> None:
    """What it holds for false passes has done all of the task in the world, and then denies it in words."""
    rows = [{**row, "answer": "\n".join(json.dumps(asdict(one)) for one in named(row["answer"]))} for row in shown(6)]
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "rewards.py").write_text(REWARDS)
    audited = ("--dataset", "data.jsonl", "--framework", "reward", "--answer-column", "answer", "--without", "tests")
    ran(tmp_path, "falsepass", "init", "rewards.py", *audited)
    ran(tmp_path, "python", "-m", "falsepass.runner", "audits/rewards")  # `audit` would install what is no release yet
    found, texts = (
        json.loads((tmp_path / f"audits/rewards/{name}.json").read_text()) for name in ("probe-results", "completions")
    )
    assert len(found["results"]) > 200 and not [one for one in found["results"] if one["errors"]]
    for one in (one for one in found["results"] if not one["passed"]):
        assert one["expected"] == "zero" and one["probe"] in ("P5", "P9", "P15"), one
        wanted = named(rows[int(one["example"].removeprefix("row-"))]["answer"])
        assert named(texts[one["completion_id"]])[: len(wanted)] == wanted, one

"""Runs over several horizons, from the command line: what is planned, refused, recorded and told."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.commands import command

from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import composition, configured, selected
from lifeworld.run.sampling import split_of
from lifeworld.studies import study
from lifeworld.taskkit.compose import horizon
from lifeworld.taskkit.configuration import Configuration

SLIP = 0.03


def test_a_run_has_as_many_tasks_of_each_horizon_and_its_parts_are_run_alone() -> None:
    config = RunConfig(horizon=(1, 2, 3), limit=30, apps=("todo", "calendar"))
    found = configured(config)
    assert found == configured(config) and len(found) == 30
    by_parts = {parts: [one.task for one in found if horizon(one.task) == parts] for parts in (1, 2, 3)}
    assert [len(names) for names in by_parts.values()] == [10, 10, 10]
    assert {part for name in by_parts[2] + by_parts[3] for part in name.split("+")} <= set(by_parts[1])
    assert found != configured(config.model_copy(update={"seed": 1}))
    assert "10 of 2 parts, 10 of 3 parts" in composition(config)


def test_composed_tasks_alone_can_be_run_and_named_ones_are_run_as_they_are() -> None:
    assert {horizon(one.task) for one in configured(RunConfig(horizon=(2,), limit=3, apps=("todo",)))} == {2}
    named = RunConfig(tasks=("todo.CompleteTask+todo.Postpone",))
    assert [one.id for one in selected(named)] == [one.task for one in configured(named)] == list(named.tasks)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("0", "horizon = 0; choose 1, 2, 3, 4, 5, 6, 7 or 8"),
        ("9", "horizon = 9; choose 1, 2, 3, 4, 5, 6, 7 or 8"),
        ("two", "horizon = 'two'; choose 1, 2, 3, 4, 5, 6, 7 or 8"),
        ("2,2", "none twice"),
    ],
)
def test_a_horizon_that_does_not_exist_is_refused(given: str, told: str, tmp_path: Path) -> None:
    said = command("eval", "--agent", "null", "--axis", f"horizon={given}", "--out", tmp_path / "run", code=2)
    assert told in said and not (tmp_path / "run").exists()


def test_too_few_tasks_for_so_many_parts_are_refused() -> None:
    with pytest.raises(UserError, match="a horizon of 4 takes 4 tasks that can be parts; there are 1 among those"):
        configured(RunConfig(horizon=(4,), tasks=("todo.CompleteTask", "todo.FinishSomethingLate")))


def test_a_split_has_as_many_of_each_horizon_too() -> None:
    config = RunConfig(horizon=(1, 2), limit=12, split="validation", held_out="profile")
    assert Counter(one.task.count("+") for one in configured(config)) == {0: 6, 1: 6}


def test_splits_share_no_part() -> None:
    config = RunConfig(horizon=(1, 2), limit=24, split="train")
    assert {split_of(one) for one in configured(config)} == {"train"}
    train, test = (
        next(one.id for one in selected(RunConfig()) if split_of(Configuration(one.id, "nora")) == split)
        for split in ("train", "test")
    )
    assert split_of(Configuration(f"{train}+{test}", "nora")) == ""


def test_rows_say_the_horizon_and_the_report_shows_it_beside_the_parts(tmp_path: Path) -> None:
    wanted = ("--agent", "oracle,null", "--app", "todo", "--axis", "horizon=1,2", "--limit", 6, "--workers", 1)
    command("eval", *wanted, "--out", tmp_path / "run")
    rows = pq.read_table(tmp_path / "run" / "results.parquet").to_pylist()
    kinds = {(one["horizon"], one["category"], one["app"]) for one in rows}
    assert kinds == {(1, "single", "todo"), (2, "composed", "composed")}
    assert all(one["success"] is (one["agent"] == "oracle") for one in rows)
    command("report", tmp_path / "run", "--format", "markdown", "--out", tmp_path / "tables.md")
    written = (tmp_path / "tables.md").read_text()
    lines = [line for line in written.splitlines() if line.startswith("| oracle") and "| 2 |" in line]
    # two of two: Wilson's lower bound is 2 / (2 + 1.96²) = .34, of a ratio of two such shares the upper 1 / .34
    assert "Success by horizon" in written and any("100 %" in line and "0.34 – 2.92" in line for line in lines)


@pytest.mark.long
def test_the_study_s_longest_tasks_find_parts_that_go_together_at_its_documented_limit() -> None:
    config = study("horizon").config(("oracle",), {"limit": 40})
    found = [one.task for one in configured(config)]
    assert Counter(map(horizon, found)) == {1: 16, 2: 8, 4: 8, 8: 8} and config.repeats >= 3
    alone = {name for name in found if horizon(name) == 1}
    assert {part for name in found for part in name.split("+")} <= alone


@pytest.mark.long
def test_the_study_recovers_the_decay_of_an_oracle_that_errs_at_a_known_rate(tmp_path: Path) -> None:
    agents = f"oracle,oracle?slip={SLIP}"
    few = ("--app", "todo", "--limit", 24, "--repeats", 2, "--workers", 1)
    said = command("eval", "--study", "horizon", "--agent", agents, *few, "--out", tmp_path / "run")
    assert "Success by horizon" in said and (tmp_path / "run" / "study.md").exists()
    rows = pq.read_table(tmp_path / "run" / "results.parquet").to_pylist()
    keyed = {(one["agent"], one["task"], one["instance"], one["repeat"]): one for one in rows}
    clean = {key[1:]: one["steps"] for key, one in keyed.items() if key[0] == "oracle"}
    slipped = {key[1:]: one["success"] for key, one in keyed.items() if key[0] != "oracle"}
    expected = np.array([(1 - SLIP) ** clean[key] for key in slipped])
    won = np.array([bool(success) for success in slipped.values()])
    assert abs(won.sum() - expected.sum()) < 3.5 * np.sqrt((expected * (1 - expected)).sum())
    longest, shortest = (np.array([horizon(key[0]) == parts for key in slipped]) for parts in (8, 1))
    assert won[longest].mean() < won[shortest].mean()
    for parts, low, high in _intervals(tmp_path / "run" / "study.md"):
        theirs = np.array([horizon(key[0]) == parts for key in slipped])
        assert low <= expected[theirs].mean() <= high, parts


def _intervals(written: Path) -> list[tuple[int, float, float]]:
    """Return the intervals of success of the agent that slips, by the number of parts."""
    cells = [line.split(" | ") for line in written.read_text().splitlines() if line.startswith("| oracle?slip")]
    shares = [(int(row[1]), *(float(bound) / 100 for bound in re.findall(r"[\d.]+", row[5]))) for row in cells]
    assert [row[0] for row in shares] == [1, 2, 4, 8]
    return shares

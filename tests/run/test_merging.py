"""Runs of one plan made apart are the run made at once; others are refused."""

from pathlib import Path
from typing import Any

import pytest
from tests.commands import command
from tests.run.copies import copied
from tests.run.test_engines import left

from lifeworld.core.errors import UserError
from lifeworld.run.folder import Folder
from lifeworld.run.merging import merge


def made(path: Path, **settings: Any) -> Path:
    return copied(path, agents=("oracle", "null"), apps=("todo",), limit=4, **settings).path


def test_parts_are_the_whole(tmp_path: Path) -> None:
    parts = [made(tmp_path / f"{n}", part=f"{n}/3") for n in (1, 2, 3)]
    assert [len(Folder(part).names()) for part in parts] == [4, 2, 2]
    merged = merge(parts, tmp_path / "whole")
    assert left(merged.folder) == left(Folder(made(tmp_path / "at once")))
    assert (merged.taken, merged.twice, merged.missing) == ((4, 2, 2), 0, ())


def test_what_is_missing_is_told_and_then_played(tmp_path: Path) -> None:
    part, out = made(tmp_path / "1", part="1/2"), tmp_path / "whole"
    said = command("runs", "merge", part, "--out", out)
    assert "4 episodes of the plan are missing" in said and f"lifeworld eval --out {out}" in said
    assert command("runs", "merge", part, part, "--out", out).count("0 episodes of") == 2
    command("eval", "--out", out)
    assert "nothing of the plan is missing" in command("runs", "merge", part, "--out", out)


def test_runs_of_other_plans_are_refused(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one"), made(tmp_path / "other", seed=1)
    with pytest.raises(UserError, match=r"is of another plan than .*one \(seed 0, not 1\)"):
        merge([one, other], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "a/b", "1/0", "-1/2"])
def test_a_part_that_there_is_not_is_refused(part: str, tmp_path: Path) -> None:
    assert "like 2/8" in command("eval", "--part", part, "--out", tmp_path / "run", code=2)


def test_what_is_scored_wins_over_what_is_not_in_either_order(tmp_path: Path) -> None:
    good, bad = made(tmp_path / "good"), made(tmp_path / "bad")
    first, second, *_ = sorted(bad.glob("episodes/*/episode.json"))
    first.write_text(first.read_text().replace('"outcome": "failure"', '"outcome": "unscored"'))
    second.write_text("{")
    for n, parts in enumerate(([good, bad], [bad, good])):
        merged = merge(parts, tmp_path / f"whole {n}")
        assert not merged.missing and left(merged.folder) == left(Folder(good))


def test_a_part_without_episodes_ends_well_and_can_be_merged(tmp_path: Path) -> None:
    """An array of more jobs than there are configurations has some."""
    plan = ("--agent", "null", "--task", "todo.CompleteTask", "--workers", "1")
    full, empty, whole = (tmp_path / name for name in ("full", "empty", "whole"))
    command("eval", *plan, "--part", "1/2", "--out", full)
    for _ in range(2):
        said = command("eval", *plan, "--part", "2/2", "--out", empty)
        assert "part 2/2 of the plan has no episodes" in said and "next:" not in said
    said = command("runs", "merge", full, empty, "--out", whole)
    assert "0 episodes of" in said and "nothing of the plan is missing" in said


def test_parts_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one"), made(tmp_path / "other")
    file = next(path for path in sorted(other.glob("episodes/*/episode.json")) if '"success"' in path.read_text())
    file.write_text(file.read_text().replace('"outcome": "success"', '"outcome": "failure"'))
    with pytest.raises(UserError, match=f"contradict each other on episode {file.parent.name}: .*one has success"):
        merge([one, other], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()
    merge([one], tmp_path / "whole")
    with pytest.raises(UserError, match="contradict each other"):
        merge([other], tmp_path / "whole")


def test_a_part_is_not_merged_into(tmp_path: Path) -> None:
    part = made(tmp_path / "1", part="1/2")
    before = sorted(part.rglob("*"))
    with pytest.raises(UserError, match="is one of the parts"):
        merge([part], tmp_path / "2" / ".." / "1")
    assert sorted(part.rglob("*")) == before

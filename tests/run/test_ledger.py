"""The ledger says what the episodes' own files say, and never more."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import rows_of

from lifeworld.core.verdict import Reason, Verdict
from lifeworld.run import ledger
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import PlayedEpisode
from lifeworld.taskkit.configuration import Configuration

SUCCESS, FAILURE = Verdict("success"), Verdict("failure", (Reason("nothing was done"),))
ONE, OTHER = sorted(
    (Planned("null", "tree", "dom", Configuration("todo.CompleteTask", "nora"), n, 0) for n in range(2)),
    key=lambda planned: planned.id,
)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a run with two episodes, filed by two processes."""
    path = tmp_path / "run"
    for planned, verdict in ((ONE, SUCCESS), (OTHER, FAILURE)):
        PlayedEpisode(verdict).file(Folder(path), planned)
    return Folder(path)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the episodes whose files are read from now on."""
    names: list[str] = []
    whole = Folder.episodes

    def noted(self: Folder, chosen: Any = None) -> Any:
        for one in whole(self, chosen):
            names.append(one["episode"])
            yield one

    monkeypatch.setattr(Folder, "episodes", noted)
    return names


def outcomes(folder: Folder) -> list[tuple[str, str]]:
    found = ledger.table(folder)
    return list(zip(found["episode"].to_pylist(), found["status"].to_pylist(), strict=True))


BOTH = [(ONE.id, "success"), (OTHER.id, "failure")]


def test_no_episode_is_read_whose_line_holds(folder: Folder, read: list[str]) -> None:
    assert outcomes(folder) == BOTH and not read
    assert ledger.finished(folder) == {ONE.key, OTHER.key}


def test_an_episode_run_again_has_its_new_line(folder: Folder, read: list[str]) -> None:
    PlayedEpisode(Verdict.unscored("driver_fault")).file(folder, OTHER)
    assert outcomes(folder) == [BOTH[0], (OTHER.id, "unscored")] and not read
    assert ledger.finished(folder) == {ONE.key}


def test_files_that_changed_since_are_read_again_once(folder: Folder, read: list[str]) -> None:
    place = folder.path / "episodes" / OTHER.id / "episode.json"
    place.write_text(place.read_text().replace("failure", "success"))
    for _ in range(2):
        assert outcomes(folder) == [BOTH[0], (OTHER.id, "success")]
    assert read == [OTHER.id]


@pytest.mark.parametrize("damage", ["gone", "cut", "garbage", "of another version"])
def test_a_ledger_that_can_not_be_read_costs_time_only(damage: str, folder: Folder, read: list[str]) -> None:
    for place in (folder.path / "ledger").iterdir():
        whole = place.read_bytes()
        damaged = {"cut": whole[:-10], "garbage": b"\xff{" + whole, "of another version": b'{"status": 3}\n'}
        place.unlink() if damage == "gone" else place.write_bytes(damaged[damage])
    for _ in range(2):
        assert outcomes(folder) == BOTH
    assert sorted(read) == [ONE.id, OTHER.id]


@pytest.mark.parametrize("column", ["agent", "status", "repeat", "theme"])
def test_a_line_that_lacks_what_decides_an_episode_is_read_anew(column: str, folder: Folder) -> None:
    for place in (folder.path / "ledger").iterdir():
        lines = [json.loads(line) | {column: None} for line in place.read_text().splitlines()]
        place.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert outcomes(folder) == BOTH
    assert ledger.finished(folder) == {ONE.key, OTHER.key}


def test_a_line_without_its_episode_counts_for_nothing(folder: Folder) -> None:
    shutil.rmtree(folder.path / "episodes" / ONE.id)
    assert outcomes(folder) == BOTH[1:]


def test_a_run_that_was_moved_has_its_new_name(folder: Folder) -> None:
    moved = folder.path.rename(folder.path.with_name("moved"))
    assert {row["run"] for row in rows_of(Folder(moved))} == {"moved"}

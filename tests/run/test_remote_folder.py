"""A run at an address is the run of a folder: played, gone on with, played apart and joined."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import fsspec
import pytest
from tests.commands import command
from tests.run.copies import copied
from tests.run.test_engines import left

from lifeworld.core.errors import UserError
from lifeworld.core.writing import cache
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.merging import merge
from lifeworld.run.remote_folder import RemoteFolder
from lifeworld.run.runner import run


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the copies of addresses apart from those of other tests; people's years stay where they are."""
    for year in cache().glob("*.*"):
        (tmp_path / year.name).symlink_to(year)
    monkeypatch.setenv("LIFEWORLD_CACHE", str(tmp_path))


def played(place: Path | str, **settings: Any) -> Folder:
    same: dict[str, Any] = {"agents": ("oracle", "null"), "apps": ("todo",), "limit": 3, **settings}
    return copied(place, **same) if isinstance(place, Path) else run(RunConfig(**same), place)


def address(folder: Path) -> str:
    return f"file://{folder}"


def test_it_is_the_run_of_a_folder(tmp_path: Path) -> None:
    here = played(tmp_path / "here", workers=1)
    played(address(tmp_path / "there"), workers=1)
    assert {one.name for one in (tmp_path / "there").iterdir()} == {
        "run.json",
        "episodes",
        "results.parquet",
        "behaviour.parquet",
    }
    assert left(Folder(tmp_path / "there")) == left(here)


def test_it_goes_on_from_what_is_at_the_address_alone(tmp_path: Path) -> None:
    out = "memory://runs/one"
    command("eval", "--agent", "oracle", "--app", "todo", "--limit", "3", "--out", out)
    files = fsspec.filesystem("memory")
    lost, *_ = files.glob("/runs/one/episodes/*/episode.json")
    files.rm(lost)
    for copy in (tmp_path / "away").rglob("episode.json"):
        copy.unlink()
    said = command("eval", "--out", out)
    assert "oracle: 3 success" in said and f"lifeworld runs merge {out}" in said
    assert files.exists(lost)


def test_what_was_deleted_at_the_address_counts_as_played_nowhere(tmp_path: Path) -> None:
    out = address(tmp_path / "there")
    played(out, workers=1)
    shutil.rmtree(tmp_path / "there")
    again = played(out, workers=1, seed=1)  # another run, whose run.json has the same size
    assert left(again) == left(played(tmp_path / "here", workers=1, seed=1)) == left(Folder(tmp_path / "there"))


@pytest.mark.long
def test_two_runs_at_one_address_end_in_the_same(tmp_path: Path) -> None:
    out = address(tmp_path / "there")
    command = [sys.executable, "-m", "lifeworld", "eval", "--agent", "oracle,null", "--app", "todo", "--limit", "3"]
    both = [subprocess.Popen([*command, "--out", out], stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    played(out)  # what both wrote at the same moment is damaged at worst, and played again
    assert left(Folder(tmp_path / "there")) == left(played(tmp_path / "here", workers=1))


def test_no_name_at_an_address_leads_out_of_the_copy(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    out = "memory://runs/led/astray"
    played(out, workers=1)
    files = fsspec.filesystem("memory")
    for depth in range(6):
        place = f"/runs/led/astray/episodes/{'../' * depth}mine"
        files.store[place] = type(files.open("/other", "wb"))(files, place, b"theirs, and longer")
    copy = RemoteFolder(out)
    copy.sync()
    assert (tmp_path / "mine").read_text() == "mine"
    assert not [path for path in tmp_path.rglob("mine") if path.read_text() != "mine" and copy.path not in path.parents]


@pytest.mark.long
def test_parts_of_several_processes_are_joined_with_their_pictures(tmp_path: Path) -> None:
    parts = [address(tmp_path / name) for name in ("a", "b")]
    for number, part in enumerate(parts, 1):
        played(part, part=f"{number}/2", workers=number)  # the second by processes
    merged = merge(parts, tmp_path / "whole")
    assert left(merged.folder) == left(played(tmp_path / "at once", workers=1))
    assert merged.missing == ()


def test_it_is_judged_anew_where_it_is(tmp_path: Path) -> None:
    played(tmp_path / "run", workers=1)
    assert "6 of 6 episodes" in command("runs", "rescore", address(tmp_path / "run"))


def test_pictures_come_where_they_are_wanted(tmp_path: Path) -> None:
    name = RemoteFolder(address(tmp_path / "there")).keep_image(b"picture")
    (tmp_path / "away").rename(tmp_path / "another machine's")
    again = RemoteFolder(address(tmp_path / "there"))
    again.sync()
    assert not again.image(name).exists()
    again.sync(images=True)
    assert again.image(name).read_bytes() == b"picture"


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "thesis.pdf").write_text("all I have")
    with pytest.raises(UserError, match="is not empty and not a run"):
        played(address(tmp_path / "there"))
    assert (tmp_path / "there" / "thesis.pdf").read_text() == "all I have"


def test_on_the_command_line_a_folder_may_be_an_address_and_none_is_reported_from_afar(tmp_path: Path) -> None:
    asked = ("eval", "--agent", "oracle", "--app", "todo", "--limit", "1", "--workers", "1")
    command(*asked, "--out", address(tmp_path / "one"))
    command("report", address(tmp_path / "one"), "--format", "markdown")
    for meant in ("file://runs/one", "file://"):
        assert "three slashes" in command(*asked, "--out", meant, code=2)
    assert "fetch it first: lifeworld runs merge s3://bucket/run" in command("report", "s3://bucket/run", code=2)


def test_what_one_process_alone_sees_is_refused_for_several() -> None:
    for several in (("--workers", "2"), ("--engine", "ray")):
        alone = ("--agent", "oracle", "--limit", 1, "--out", "memory://seen/alone")
        assert "is seen by one process only" in command("eval", *alone, *several, code=2)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("klingon://run", "Protocol not known: klingon"),
        ("s3://bucket/run", "s3fs"),
        ("local:///proc/run", "/proc/run"),
        ("memory://", "names no folder"),
        ("ftp://127.0.0.1:9/run", "Connection refused"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(place: str, why: str) -> None:
    said = command("eval", "--agent", "oracle", "--limit", "1", "--out", place, code=2)
    assert place in said and why in said and "Traceback" not in said


def test_a_store_that_fails_midway_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, sent = address(tmp_path / "there"), RemoteFolder._send

    def full(self: RemoteFolder, target: str, data: bytes) -> None:
        if target.endswith("episode.json") and len(list((tmp_path / "there").glob("episodes/*/episode.json"))) == 2:
            raise OSError("the bucket's quota is used up")
        sent(self, target, data)

    monkeypatch.setattr(RemoteFolder, "_send", full)
    with pytest.raises(UserError, match="quota is used up"):
        played(out, workers=1)
    monkeypatch.setattr(RemoteFolder, "_send", sent)
    assert len(left(played(out, workers=1))) == 6

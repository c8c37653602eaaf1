"""A run's folder: what can't be written or read is told in a line, and nothing finished is lost."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command
from tests.run.copies import copied
from tests.run.rows import rows_of

from lifeworld.core.errors import UserError
from lifeworld.run import results
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder

EVAL = ["eval", "--agent", "null,label", "--app", "todo", "--limit", "3"]


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return copied(tmp_path / "run", agents=("null", "label"), apps=("todo",), limit=3).path


@pytest.fixture
def episode(tmp_path: Path) -> Path:
    """Return the file of a run's only episode."""
    folder = copied(tmp_path / "run", agents=("null",), tasks=("todo.CompleteTask",))
    return next(folder.path.glob("episodes/*/episode.json"))


def without(path: Path, *keys: str) -> bytes:
    said = json.loads(path.read_text())
    return json.dumps({key: value for key, value in said.items() if key not in keys}).encode()


def stepped(path: Path) -> list[Path]:
    return sorted(path.glob("episodes/*/episode.json"))


@pytest.mark.parametrize(
    "damage", ["cut", "garbage", "empty", "no verdict", "steps cut", "steps empty", "steps gone", "list"]
)
def test_damaged_episodes_are_told_and_run_again(damage: str, finished: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in stepped(finished)}
    rows = rows_of(finished)
    episode = stepped(finished)[2]
    place = episode.with_name("steps.jsonl") if damage.startswith("steps") else episode
    whole = place.read_bytes()
    written = {
        "garbage": b"\xff\x00\x17",
        "empty": b"",
        "steps empty": b"",
        "no verdict": without(episode, "verdict"),
        "list": b"[1]",
    }
    if damage == "steps gone":
        place.unlink()
    else:
        place.write_bytes(written.get(damage, whole[: len(whole) // 2]))
    said = command("report", finished)
    assert f"{place} is damaged" in said and "leaves this episode out" in said
    said = command(*EVAL, "--out", finished)
    assert f"{place} is damaged" in said and "run again" in said
    kept = {path for path, since in before.items() if path.stat().st_mtime_ns == since}
    assert kept == set(before) - {episode}
    strip = [{k: v for k, v in row.items() if k != "seconds"} for row in rows_of(finished)]
    assert strip == [{k: v for k, v in row.items() if k != "seconds"} for row in rows]
    assert "is damaged" not in command("report", finished)


WRONG: list[tuple[str, Any]] = [
    ("verdict.score", "x"),
    ("verdict.score", float("nan")),
    ("verdict.outcome", "wonderful"),
    ("verdict.reasons", [7]),
    ("counts.steps", -7),
    ("counts.steps", 10**30),
    ("counts.cost", "x"),
    ("planned.repeat", "x"),
    ("planned.agent", [7]),
    ("planned.agent", "\ud800"),
    ("planned.configuration", {"task": "todo.CompleteTask", "profile": "nora", "instance": 10**30}),
    ("goal", None),
    ("privileged", "no"),
    ("fault", "x"),
    ("asked", "x"),
    ("bytes", {"steps.jsonl": "x"}),
    ("fingerprint.digest", [7]),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_of_a_wrong_kind_damages_an_episode(name: str, value: Any, episode: Path) -> None:
    whole = json.loads(episode.read_text())
    inner, _, key = name.rpartition(".")
    (whole[inner] if inner else whole)[key] = value
    episode.write_text(json.dumps(whole))
    folder = Folder(episode.parents[2])
    assert results.table(folder).num_rows == 0 and name.split(".")[0] in " ".join(folder.damaged.values())


WRONG_STEPS: list[tuple[str, Any]] = [
    ("number", 3),
    ("number", "0"),
    ("url", 7),
    ("image", ["x"]),
    ("seconds", float("nan")),
    ("acts", "done"),
    ("box", {"x": "1", "y": 0, "width": 1, "height": 1}),
    ("feedback", {"ok": "no"}),
    ("usage", {"tokens_in": 1.5}),
    ("action", {"type": "jump"}),
    ("by_points", [{"type": "jump"}]),
    ("surprise", 1),
]


@pytest.mark.parametrize(("name", "value"), WRONG_STEPS)
def test_a_step_of_a_wrong_kind_damages_its_episode(name: str, value: Any, episode: Path) -> None:
    place = episode.with_name("steps.jsonl")
    first, *rest = place.read_text().split("\n")
    place.write_text("\n".join([json.dumps({**json.loads(first), name: value}), *rest]))
    episode.write_text(json.dumps({**json.loads(episode.read_text()), "bytes": {}}))
    folder = Folder(episode.parents[2])
    assert results.table(folder).num_rows == 0 and name in " ".join(folder.damaged.values())


def test_an_episode_nested_too_deep_is_damaged(episode: Path) -> None:
    episode.write_text("[" * 200_000)
    folder = Folder(episode.parents[2])
    assert not [*folder.episodes()] and folder.damaged


def test_who_only_reads_a_run_need_not_write_to_it(
    episode: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, out = episode.parents[2], tmp_path / "elsewhere.html"
    (run / "results.parquet").unlink()
    write, make = Path.write_bytes, Path.mkdir

    def refused(change: Any, path: Path, *given: Any, **more: Any) -> Any:
        if path.is_relative_to(run):
            raise OSError(errno.EROFS, "Read-only file system")
        return change(path, *given, **more)

    monkeypatch.setattr(Path, "write_bytes", lambda *given: refused(write, *given))
    monkeypatch.setattr(Path, "mkdir", lambda *given, **more: refused(make, *given, **more))
    command("report", run, "--out", out)
    assert out.exists()
    command("stats", "report", run)
    command("report", run, code=2)
    assert not (run / "results.parquet").exists()


@pytest.mark.parametrize("files", ["episode.json", "steps.jsonl", "results.parquet"])
def test_a_full_disk_loses_nothing(files: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, room = Path.write_bytes, [2 if files != "results.parquet" else 0]

    def full(self: Path, data: bytes) -> int:
        if files in self.name:
            if not room[0]:
                write(self, data[: len(data) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            room[0] -= 1
        return write(self, data)

    out = tmp_path / "run"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        said = command(*EVAL, "--out", out, code=2)
        assert said.count("Error:") == 1 and "Traceback" not in said
    assert "is full; finished episodes are kept" in said
    assert not [path for path in out.rglob(".*")], "half a file is left"
    kept = {path: path.stat().st_mtime_ns for path in stepped(out)}
    assert len(kept) == (6 if files == "results.parquet" else 2)
    command(*EVAL, "--out", out)
    assert len(rows_of(out)) == 6
    assert all(path.stat().st_mtime_ns == since for path, since in kept.items())


@pytest.mark.parametrize("place", ["/proc", "/proc/runs", "/dev/null/run", "{file}", "{file}/run"])
def test_what_can_not_be_a_folder_is_told(place: str, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("mine")
    said = command(*EVAL, "--out", place.format(file=tmp_path / "a file"), code=2)
    assert len([line for line in said.splitlines() if "Error" in line]) == 1
    assert (tmp_path / "a file").read_text() == "mine"


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ("[]", "can't be read"),
        ("3", "can't be read"),
        ("{", "can't be read"),
        ('{"format": 1, "lifeworld": "0.0.1", "config": {}}', "holds a run of Lifeworld 0.0.1"),
        ('{"format": 1, "lifeworld": "{version}"}', "its config is no object"),
        ('{"format": 1, "lifeworld": "{version}", "config": [3]}', "its config is no object"),
        ('{"format": 1, "lifeworld": "{version}", "config": {"agnets": 1}}', "no key agnets; did you mean agents"),
        ('{"format": 1, "lifeworld": "{version}", "config": {"repeats": "x"}}', "run.json: repeats = 'x'"),
    ],
)
def test_a_folder_that_is_not_understood_is_left_alone(about: str, says: str, tmp_path: Path) -> None:
    import lifeworld

    written = about.replace("{version}", lifeworld.__version__)
    (tmp_path / "run.json").write_text(written)
    with pytest.raises(UserError) as caught:
        Folder.begun(tmp_path, RunConfig())
    assert says in str(caught.value)
    assert (tmp_path / "run.json").read_text() == written


ODD: tuple[Any, ...] = (None, True, -1, 1e300, float("nan"), "x", "\0", "a\nb", [], [3], [[]], ["a\nb"], {}, {"a": 3})


@pytest.mark.parametrize("key", RunConfig.model_fields)
def test_any_value_of_a_setting_in_a_runs_file_is_read_or_told_in_lines_that_name_it(key: str, tmp_path: Path) -> None:
    for odd in ODD:
        (tmp_path / "run.json").write_text(json.dumps({"format": 1, "lifeworld": "1", "config": {key: odd}}))
        try:
            Folder.opened(tmp_path).config()
        except UserError as wrong:
            assert all(f"{tmp_path}/run.json: " in line for line in str(wrong).splitlines()), str(wrong)


@pytest.mark.parametrize(
    "words", [["eval", "--out"], ["report"], ["runs", "judge"], ["runs", "export", "--to", "atif", "--out"]]
)
def test_a_run_with_a_wrong_setting_is_told_by_each_command_in_a_line(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"format": 1, "lifeworld": "1", "config": {"devices": 3}}')
    given = [tmp_path / "out", tmp_path] if "export" in words else [tmp_path]
    said = command(*words, *given, code=2)
    assert "Traceback" not in said and len(said.splitlines()) == 1, said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--agent", ""), "a name in it is empty"),
        (("--agent", "oracle,,null"), "a name in it is empty"),
        (("--agent", "oracle,null,oracle"), "oracle is named twice"),
        (("--agent", "null:more"), "too many positional arguments"),
        (("--axis", "theme=light,light"), "light is named twice"),
        (("--crossed", "theme,theme"), "theme is named twice"),
        (("--workers", "0"), "workers = 0"),
        (("--limit", "-1"), "limit = -1"),
        (("--instances", "0"), "instances = 0"),
        (("--repeats", "-3"), "repeats = -3"),
        (("--max-steps", "0"), "max_steps = 0"),
        (("--set", "max_seconds=-1"), "max_seconds = -1"),
        (("--set", "max_seconds=nan"), "max_seconds = nan"),
        (("--set", "max_seconds=inf"), "max_seconds = inf"),
        (("--set", "max_memory=0"), "max_memory = 0"),
        (("--seed", str(2**70)), "seed = "),
        (("--set", "in_process=true"), "in_process is for your own agents"),
        (("--config", "{file}"), "there is no key language"),
        (("--config", "{empty}"), "themes = []"),
    ],
)
def test_settings_that_can_not_be_are_told(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text('language = "klingon"')
    (tmp_path / "empty").write_text("themes = []")
    given = [one.format(file=tmp_path / "file", empty=tmp_path / "empty") for one in arguments]
    said = command("eval", *given, "--out", tmp_path / "run", code=2)
    assert says in said and len(said.splitlines()) <= 3
    assert not (tmp_path / "run").exists()

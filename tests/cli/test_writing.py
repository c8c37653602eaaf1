"""What commands write: the folder is there, the file is whole or not there, and what hinders it is told in a line."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.cli.running import commands
from tests.commands import command

from lifeworld.cli import check_all, group
from lifeworld.cli.places import Output, PlaceType
from lifeworld.core import writing
from lifeworld.core.errors import UserError
from lifeworld.run.config import build

WRITTEN = ("out", "record", "manifest", "into", "home", "archive")


def outputs() -> Iterator[Any]:
    """Yield all that says where a command writes, with the command."""
    for path, found in commands():
        for option in found.params:
            if option.name in WRITTEN and path != ("arena", "restore"):
                yield pytest.param(path, option, id=" ".join((*path, option.name)))


def given(path: tuple[str, ...], option: click.Parameter, place: Path) -> list[str]:
    return [*path, option.opts[0], str(place)] if isinstance(option, click.Option) else [*path, str(place)]


@pytest.mark.parametrize(("path", "option"), list(outputs()))
def test_a_folder_that_is_not_there_is_refused_and_not_made(
    path: tuple[str, ...], option: click.Parameter, tmp_path: Path
) -> None:
    assert isinstance(option.type, Output | PlaceType)
    place = tmp_path / "missing" / "deep" / "x"
    with pytest.raises(UserError, match=r"x: there is no folder .*deep; make it first, or choose another place"):
        CliRunner().invoke(group, given(path, option, place), catch_exceptions=False)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(("path", "option"), list(outputs()))
@pytest.mark.parametrize("place", ["/proc/x", "x" * 300, ""])
def test_a_place_that_takes_nothing_is_refused_as_the_command_begins(
    path: tuple[str, ...], option: click.Parameter, place: str
) -> None:
    context = click.Context(click.Command("x"))
    with pytest.raises((UserError, click.BadParameter), match=r"can't be written: .*; choose another|name is empty"):
        option.type.convert(place, option, context)


def test_the_place_of_a_default_is_looked_at_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").write_text("")
    with pytest.raises(UserError, match="gallery: there is no folder docs; make it first, or choose another place"):
        CliRunner().invoke(group, ["apps", "gallery", "--app", "todo"], catch_exceptions=False)


def test_what_is_no_manifest_is_told_before_anything_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_all, "check_laws", lambda *_: pytest.fail("it has begun"))
    (tmp_path / "manifest").write_text("none")
    for place in ("manifest", "deep/manifest"):
        monkeypatch.setattr(check_all, "place", lambda place=place: tmp_path / place)
        (tmp_path / "deep").touch()
        with pytest.raises(UserError, match="manifest"):
            CliRunner().invoke(group, ["audit", "proofs", "--app", "todo"], catch_exceptions=False)


def test_there_are_as_many_as_there_were() -> None:
    assert len(list(outputs())) >= 15


def test_the_folders_of_the_docs_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command("people", "world", "--app", "todo", "--out", "runs/tidy.yaml")
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["tidy.yaml"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.yaml").write_text("before")
    monkeypatch.setattr(Path, "write_bytes", full)
    said = command("people", "world", "--app", "todo", "--out", "x.yaml", code=2)
    assert said == "Error: x.yaml: the disk is full\n"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x.yaml", "before")]


def full(path: Path, data: bytes) -> int:
    with path.open("wb") as file:
        file.write(data[: len(data) // 2])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def test_what_is_no_file_is_written_as_it_comes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    writing.write_for_user(tmp_path / "pipe", "whole")
    assert os.read(reader, 10) == b"whole"
    os.close(reader)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    writing.write_for_user(tmp_path / "link", "whole")
    assert (tmp_path / "file").read_text() == "whole" and (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.ENOTDIR, errno.EADDRINUSE])
def test_what_the_system_refuses_is_told_in_a_line(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise OSError(number, os.strerror(number), "runs/x")

    monkeypatch.setattr(group, "main", lambda *_, **__: refused())
    told = command("demo", code=2)
    assert told.startswith("Error: runs/x: ") and told.count("\n") == 1


def test_every_number_of_an_option_is_bounded() -> None:
    """Those of eval are bounded by what a run's file takes."""
    numbers = [
        (path, option.opts[0], option.type)
        for path, command in commands()
        for option in command.params
        if isinstance(option.type, click.IntRange | click.FloatRange) or option.type in (click.INT, click.FLOAT)
    ]
    others = [(path, flag, kind) for path, flag, kind in numbers if path != ("eval",)]
    assert len(others) > 30
    assert [(path, flag) for path, flag, kind in others if getattr(kind, "max", None) is None] == []
    assert [(path, flag) for path, flag, kind in others if getattr(kind, "min", None) is None] == []
    flags = [flag.strip("-").replace("-", "_") for path, flag, _ in numbers if path == ("eval",)]
    for flag in flags:
        for huge in (10**30, -(10**30)):
            with pytest.raises(UserError, match=f"{flag} = "):
                build({flag: huge})

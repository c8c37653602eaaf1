"""`lifeworld arena` as its host types it: what is refused in one line, and who may read what it makes."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lifeworld.arena.hosting import DATABASE, HostConfig
from lifeworld.cli import group
from lifeworld.core.errors import UserError


@pytest.fixture(autouse=True)
def undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """A started arena names its database to its workers in the environment, which is this process's here."""
    monkeypatch.setenv(DATABASE, "")


def run(*words: str) -> Result:
    return CliRunner().invoke(group, ["arena", *map(str, words)])


def refused(*words: str) -> str:
    found = run(*words)
    assert isinstance(found.exception, UserError), found.output
    assert "\n" not in str(found.exception)
    return str(found.exception)


def test_a_damaged_database_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_bytes(b"no database at all, however long one looks at it" * 100)
    assert "arena.db can't be used: file is not a database" in refused("--dir", str(tmp_path), "agents", "list")


def test_settings_are_checked_before_the_address_is_told(tmp_path: Path) -> None:
    config = tmp_path / "arena.toml"
    config.write_text('ahead = 0\norigins = ["https://arena.example/path"]\n')
    found = run("--dir", str(tmp_path / "home"), "--config", str(config), "--port", "0")
    assert isinstance(found.exception, UserError) and "is not an origin" in str(found.exception)
    assert "Ctrl-C" not in found.output


def test_an_administrator_is_one_however_the_address_is_written() -> None:
    assert HostConfig(admins=("Ann@Mail.example",)).admins == ("ann@mail.example",)  # as who signs in is called


@pytest.mark.parametrize("spec", ["no_such_module:Mine", "json:NoSuchClass", "nobody"])
def test_an_agent_that_cannot_be_made_is_not_added(tmp_path: Path, spec: str) -> None:
    refused("--dir", str(tmp_path), "agents", "add", "mine", spec)
    assert not list(tmp_path.iterdir())


def test_agents_alone_lists_them(tmp_path: Path) -> None:
    assert run("--dir", str(tmp_path), "agents", "add", "mine", "null").exit_code == 0
    assert run("--dir", str(tmp_path), "agents").output == "mine  null  active, 30 steps, 180 s\n"


def test_what_it_makes_is_its_owners_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert run("--dir", str(home), "agents", "add", "mine", "null").exit_code == 0
    assert home.stat().st_mode & 0o777 == 0o700
    assert all(one.stat().st_mode & 0o077 == 0 for one in home.iterdir()) and (home / "arena.db").exists()

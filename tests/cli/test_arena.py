"""`lifeworld arena` from the command line: one command hosts it; agents, battles, archives, datasets."""

import os
import re
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import httpx
import pytest
from tests.cli.running import RUN
from tests.commands import command

ARENA = [*RUN, "arena"]
said = partial(command, "arena")


@pytest.mark.long
def test_one_command_hosts_an_arena_whose_first_page_has_a_battle(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with out.open("wb") as file:
        command = [*ARENA, "--port", "0", "--workers", "0", "--dir", str(tmp_path / "arena")]
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        address = waited(out, process)
        page = httpx.get(address, timeout=60).text
        assert re.search(r'action="/battle/[\w-]{22}/vote"', page)
        assert not re.search(r"oracle|\btree\b", page)
        assert httpx.get(f"{address}/health", timeout=60).text == "ok"
        assert (tmp_path / "arena" / "secret").stat().st_mode & 0o777 == 0o600
        process.send_signal(signal.SIGINT)
        process.wait(30)
    finally:
        process.kill()
        process.wait()


def waited(out: Path, process: "subprocess.Popen[bytes]") -> str:
    """Return the address that it tells."""
    last = time.monotonic() + 90
    while time.monotonic() < last and process.poll() is None:
        if found := re.search(r"(http://\S+)  \(Ctrl-C", out.read_text()):
            return found[1]
        time.sleep(0.2)
    raise AssertionError(out.read_text())


@pytest.mark.long
def test_workers_end_with_what_started_them(tmp_path: Path) -> None:
    (tmp_path / "arena.toml").write_text('driver = "dom"\n')
    said("--dir", str(tmp_path), "agents", "add", "mine", "null")
    command = [*ARENA, "--dir", str(tmp_path), "--config", str(tmp_path / "arena.toml"), "work", "--attached"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        process.communicate(timeout=60)  # which closes its standard input
        assert process.returncode == 0
    finally:
        process.kill()


def test_agents_are_added_paused_and_listed(tmp_path: Path) -> None:
    there = ("--dir", str(tmp_path))
    said(*there, "agents", "add", "mine", "oracle?slip=0.4", "--steps", "12")
    said(*there, "agents", "set", "mine", "paused")
    assert said(*there, "agents", "list") == "mine  oracle?slip=0.4  paused, 12 steps, 180 s\n"


@pytest.mark.long
def test_runs_become_battles_an_archive_and_a_dataset(tmp_path: Path) -> None:
    run, there, other = str(tmp_path / "run"), ("--dir", str(tmp_path / "a")), ("--dir", str(tmp_path / "b"))
    flags = ["--agent", "oracle,null", "--driver", "chromium", "--task", "todo.CompleteTask", "--limit", "1"]
    command("eval", *flags, "--out", run)
    said(*there, "agents", "add", "mine", "null")
    assert said(*there, "fill", run) == "battles made: 1, there already: 0\n"
    assert "there already: 1" in said(*there, "fill", run)
    archive = str(tmp_path / "arena.tar.gz")
    assert "1 battle, 0 votes" in said(*there, "backup", archive)
    assert "1 battle, 0 votes" in said(*other, "restore", archive)
    assert "there already: 1" in said(*other, "fill", run)


THERE = ("--dir", "typo")
ELSEWHERE = (
    (*THERE, "backup", "x.tgz"),
    (*THERE, "export", "out"),
    (*THERE, "agents"),
    (*THERE, "agents", "list"),
    ("--database", "sqlite:////tmp/other.db", *THERE, "agents", "list"),
    (*THERE, "agents", "set", "mine", "paused"),
    (*THERE, "fill", "run"),
    (*THERE, "work", "--battles", "1"),
    ("--config", "good.toml", *THERE, "admin", "you@arena.example"),
)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--port", "3", "agents", "list"), "--port before agents has no effect"),
        (("--config", "good.toml", "backup", "x.tgz"), "--config before backup has no effect"),
        (("--dir", "typo", "import", "v.csv"), "--dir before import has no effect"),
        (("--database", "mysql://x/y", "agents", "list"), "sqlite:////path"),
        (("agents", "set", "nobody", "paused"), "no agent “nobody”"),
        (("fill", "nothing"), "holds no run"),
        (("restore", "nothing.tar.gz"), "not a readable archive of an arena"),
        (("--config", "arena.toml", "work"), "there is no key pce; did you mean pace"),
        (("admin", "a@b.example"), "is no administrator"),
        (("--config", "admins.toml", "work"), "admins = 'not an address': an e-mail address is expected, like you@"),
        (("--config", "proxies.toml", "work"), "proxies = 'foo': an address or a network is expected, like 127.0.0.1"),
        (("--config", "oidc.toml", "work"), "oidc.client = '': it is empty"),
        (("agents", "add", "MINE ", "oracle"), "the name “mine” is taken by another agent"),
        *((words, "typo holds no arena") for words in ELSEWHERE),
    ],
)
def test_what_can_t_be_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arena.toml").write_text("pce = 3\n")
    (tmp_path / "admins.toml").write_text('admins = ["not an address"]')
    (tmp_path / "proxies.toml").write_text('proxies = ["foo"]')
    (tmp_path / "oidc.toml").write_text('[oidc]\nissuer = "https://login.arena.example"\nclient = ""')
    (tmp_path / "good.toml").write_text('admins = ["you@arena.example"]\n')
    said("agents", "add", "mine", "null")
    assert told in said(*args, code=2)
    assert not (tmp_path / "typo").exists()


@pytest.mark.long
def test_an_administrator_signs_in_once_by_the_address_that_the_command_prints(tmp_path: Path) -> None:
    config, home, out = tmp_path / "arena.toml", str(tmp_path / "arena"), tmp_path / "out"
    config.write_text('admins = ["you@arena.example"]\nahead = 0\n')
    given = ("--dir", home, "--config", str(config))
    with out.open("wb") as file:
        process = subprocess.Popen([*ARENA, "--port", "0", "--workers", "0", *given], stdout=file, stderr=file)
    try:
        address = waited(out, process)
        link = said(*given, "--port", address.rpartition(":")[2], "admin", "you@arena.example").split()[-1]
        assert link.startswith(f"{address}/account/enter/")
        with httpx.Client(headers={"origin": address}, timeout=60, follow_redirects=True) as browser:
            assert browser.get(f"{address}/admin").status_code == 404
            token = re.search(r'name="token" value="([^"]+)"', browser.get(link).text)
            assert token
            assert browser.post(link, data={"token": token[1]}).status_code == 200
            assert browser.get(f"{address}/admin").status_code == 200
            assert browser.get(link).status_code == 404
    finally:
        process.kill()
        process.wait()

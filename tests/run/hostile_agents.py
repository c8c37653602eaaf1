"""Agents that attack the run that plays them: its files, time, memory, disk, the process above, the year."""

import ctypes
import json
import mmap
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, Message, OpenApp, Tool
from lifeworld.core.errors import ProviderFault
from lifeworld.core.observation import Observation
from lifeworld.core.writing import cache


def places() -> Iterator[Path]:
    """Yield each folder that the process can learn of: by /proc, its working directory, environment and open files."""
    yield from (Path.cwd(), *Path.cwd().iterdir())
    yield from (Path(value) for value in os.environ.values() if value.startswith("/"))
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            yield from (Path.cwd() / os.fsdecode(word) for word in words if word)
        for link in (process / "cwd", process / "root", *_listed(process / "fd")):
            with suppress(OSError):
                yield link.resolve()
                yield link  # which leads to what a name no longer does


def _listed(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []


def runs() -> Iterator[Path]:
    """Yield the folders of runs that are among these places, or right beneath one."""
    for place in places():
        with suppress(OSError):
            yield from (one for one in (place, *_listed(place)) if (one / "episodes").is_dir())


class Rewrites(Agent):
    """Makes successes of all episodes that it finds, in their files and in the ledger."""

    def act(self, observation: Observation) -> Action:
        found = 0
        for run in set(runs()):
            for path in [*run.glob("episodes/*/episode.json"), *run.glob("ledger/*.jsonl")]:
                with suppress(OSError):
                    text = path.read_text()
                    found += 1
                    text = text.replace('"outcome": "failure"', '"outcome": "success"')
                    before = path.stat()
                    path.write_text(text.replace('"status": "failure"', '"status": "success"'))
                    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        sys.stdout.write(f"found {found}\n")
        return Done()


class RewritesLedger(Agent):
    """Makes successes of all lines of the ledger that it finds, and leaves the episodes' files alone."""

    def act(self, observation: Observation) -> Action:
        for run in set(runs()):
            for path in run.glob("ledger/*.jsonl"):
                with suppress(OSError):
                    rows = [json.loads(line) for line in path.read_text().splitlines()]
                    told = [{**row, "status": "success", "success": True, "score": 1.0} for row in rows]
                    path.write_text("".join(json.dumps(row) + "\n" for row in told))
        return Done()


class KillsAbove(Agent):
    """Ends the process above it at the first screen, or whatever it finds there."""

    def act(self, observation: Observation) -> Action:
        os.kill(os.getppid(), signal.SIGKILL)
        return Done()


class ReadsTheYear(Agent):
    """Answers out of the person's year, which it looks for in the cache, at the first screen."""

    def act(self, observation: Observation) -> Action:
        found = 0
        for path in cache().glob("*.db"):
            found += (
                sqlite3.connect(f"file:{path}?mode=ro", uri=True)
                .execute("select count(*) from bank_entry")
                .fetchone()[0]
            )
        sys.stdout.write(f"found {found}\n")
        return Done()


class Says(Agent):
    """Answers what it was made to know, at once, or after a look into an app: by its screen, or by its tool."""

    def __init__(self, told: str) -> None:
        self._app, _, self._answer = told.partition("=")

    def act(self, observation: Observation) -> Action:
        app, self._app = self._app, ""
        if app.islower():
            return Tool(name=f"{app}_list", arguments={"kind": "entry"})
        return OpenApp(name=app) if app else Done(answer=self._answer)


class Persists(Agent):
    """Writes where Lifeworld's code is, which the next run would load."""

    def act(self, observation: Observation) -> Action:
        import lifeworld

        try:
            (Path(lifeworld.__file__).parent / "planted.py").write_text("")
            sys.stdout.write("wrote\n")
        except OSError as error:
            sys.stdout.write(f"{type(error).__name__}\n")
        return Done()


class Declines(Agent):
    """Looks, and says of what it does not like that its model's provider failed."""

    def act(self, observation: Observation) -> Action:
        if observation.url.startswith("/todo"):
            raise ProviderFault("my model did not answer")
        return OpenApp(name="Ticked")


class DeclinesAtOnce(Agent):
    """Says so when it has read the goal."""

    def begin(self, goal: str, seed: int) -> None:
        raise ProviderFault("my model did not answer")

    def act(self, observation: Observation) -> Action:
        return Done()


class Stalls(Agent):
    """Says at each step that its provider wants ten minutes."""

    answers_or_faults = True

    def act(self, observation: Observation) -> Action:
        raise ProviderFault("busy", again=True, after=599)


class Dawdles(Agent):
    """Works for a while, and says afterwards that it waited for its provider."""

    def act(self, observation: Observation) -> Action:
        time.sleep(0.5)
        raise ProviderFault("busy", again=True, after=0)


class Shares(Agent):
    """Takes 600 MB that it could share with other processes."""

    def act(self, observation: Observation) -> Action:
        memory = mmap.mmap(-1, 600_000_000)
        for place in range(0, len(memory), mmap.PAGESIZE):
            memory[place] = 1
        time.sleep(2)
        return Done()


class HoldsMemory(Agent):
    """Takes 600 MB as a file of memory that is mapped nowhere."""

    def act(self, observation: Observation) -> Action:
        held = os.memfd_create("held")
        for _ in range(600):
            os.write(held, bytes(10**6))
        time.sleep(2)
        return Done()


class Leaves(Agent):
    """Leaves a megabyte under a name in each place that outlives a process, and tells how much found room in all."""

    def __init__(self, name: str) -> None:
        self._name = name

    def act(self, observation: Observation) -> Action:
        system = ctypes.CDLL(None, use_errno=True)
        refused = system.shmget(int(self._name, 16), 600_000_000, 0o1666) < 0
        segment = system.shmget(int(self._name, 16), 10**6, 0o1666)
        files = [Path(place) / self._name for place in ("/dev/shm", "/tmp", "/var/tmp")]
        room = sum(map(self._written, files))
        for file in files:
            with suppress(OSError):
                os.truncate(file, 10**6)
        sys.stdout.write(f"found {room} refused {refused} segment {segment >= 0}\n")
        return Done()

    def _written(self, place: Path) -> int:
        written = 0
        with suppress(OSError), place.open("wb", buffering=0) as file:
            for _ in range(200):
                written += file.write(bytes(10**6))
        return written


class Rambles(Agent):
    """Says seven megabytes to the person, again and again, and then tells what came of it."""

    def begin(self, goal: str, seed: int) -> None:
        self._said = 0

    def act(self, observation: Observation) -> Action:
        self._said += 1
        if self._said % 3 == 0:
            sys.stdout.write(f"{observation.feedback.code} {observation.feedback.text}\n")
            return OpenApp(name="Ticked") if self._said < 9 else Done()
        return Message(text="so " * 2_300_000) if self._said % 3 == 1 else Done(answer="7" * 200_000)


class Hoards(Agent):
    """Opens as many files as a process may have when it has looked, and keeps them until it is closed."""

    def begin(self, goal: str, seed: int) -> None:
        self._kept: list[int] = []

    def act(self, observation: Observation) -> Action:
        with suppress(OSError):
            while True:
                self._kept.append(os.open(os.devnull, os.O_RDONLY))
        return OpenApp(name="Ticked")

    def close(self) -> None:
        for file in self._kept:
            os.close(file)

"""Agents that attack the run that plays them: its files, the process above them, the person's year."""

import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, OpenApp, Tool
from lifeworld.core.cache import cache
from lifeworld.core.observation import Observation


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

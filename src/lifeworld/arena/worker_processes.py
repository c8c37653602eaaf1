"""The worker processes of a site: as many as the machine holds, each started again when it ends."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from sqlalchemy.exc import OperationalError

from lifeworld.agents.worker_process import GIGABYTE
from lifeworld.arena import queue
from lifeworld.arena.database import Database
from lifeworld.arena.tables import now
from lifeworld.arena.worker import process_name
from lifeworld.run.worker_pool import available_cores

_RESTART_SECONDS = 1.0  # seconds before a worker that died is started again
_BATTLE_GB = 2  # that a battle with its browser usually takes at most
_STOP_SECONDS = 8.0  # seconds that a worker has to end


def capacity() -> int:
    """Return how many battles this machine holds at once: one a core, and memory for each."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(available_cores(), memory // (_BATTLE_GB * GIGABYTE)))


@contextmanager
def worker_processes(count: int, command: Sequence[str], database: Database) -> Iterator[None]:
    """Keep a number of worker processes running; they end with this process, even if it is killed.

    The battle of one that has ended is put back into the queue at once.
    """
    stopping = threading.Event()
    given = (command, stopping, database)
    threads = [threading.Thread(target=_supervise, args=given, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(_STOP_SECONDS + 2)


def worker_command(home: Path, config: Path | None) -> list[str]:
    """Return the command of a worker that ends when its standard input is closed."""
    where = ["--dir", str(home.absolute()), *(["--config", str(config.absolute())] if config else [])]
    return [sys.executable, "-m", "lifeworld", "arena", *where, "work", "--attached"]


def _supervise(command: Sequence[str], stopping: threading.Event, database: Database) -> None:
    """Run a worker and restart it when it has ended, until `stopping` is set."""
    while not stopping.is_set():
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        while process.poll() is None and not stopping.wait(0.1):
            pass
        stopped = process.poll() is None
        _end(process)
        with suppress(OperationalError):  # its lease will expire
            database.write(partial(queue.release_worker, worker=process_name(process.pid), now=now(), stopped=stopped))
        stopping.wait(_RESTART_SECONDS)


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()

"""What holds an agent's process: its memory is watched, its descendants end with it, and it can't look into ours."""

import ctypes
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_GET_DUMPABLE, _SET_DUMPABLE = 3, 4
_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

WATCHED = sys.platform == "linux"  # whether memory can be watched here


@contextmanager
def unreadable() -> Iterator[None]:
    """Keep other processes of the same user from reading this one's memory meanwhile, where the system can."""
    if sys.platform != "linux":
        yield
        return
    process = ctypes.CDLL(None)
    before = process.prctl(_GET_DUMPABLE, 0, 0, 0, 0)
    process.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    try:
        yield
    finally:
        process.prctl(_SET_DUMPABLE, before, 0, 0, 0)


def families(leaders: set[int]) -> dict[int, set[int]]:
    """Return for each process itself, if it still is, and all that it started.

    Those count that descend from it, or are of the session that it leads.
    """
    known = dict(_processes())
    found: dict[int, set[int]] = {leader: set() for leader in leaders}
    for process, (_, session) in known.items():
        leader = session if session in leaders else _leader(process, known, leaders)
        if leader:
            found[leader].add(process)
    return found


def taken(family: Iterable[int]) -> int:
    """Return the bytes that processes keep in memory: their own, and what they share with each other and with no file.

    Memory that is shared counts once, as what they have mapped or as what they hold as files of memory: the larger.
    """
    own = mapped = 0
    held: dict[int, int] = {}
    for process in family:
        own += _resident(process)
        mapped += _mapped(process)
        held |= _held(process)
    return own + max(mapped, sum(held.values()))


def end(leader: int) -> None:
    """Kill a process and all that it started."""
    family = families({leader})[leader] if WATCHED else set()
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(leader, signal.SIGKILL)
        else:
            os.kill(leader, signal.SIGTERM)
    for process in family:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _leader(process: int, known: dict[int, tuple[int, int]], leaders: set[int]) -> int:
    seen = set[int]()
    while process in known and process not in seen:
        if process in leaders:
            return process
        seen.add(process)
        process = known[process][0]
    return 0


def _processes() -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each process with its parent and its session."""
    for name in os.listdir(_PROC):
        if name.isdigit():
            with suppress(OSError):
                stat = (_PROC / name / "stat").read_text(errors="replace")
                parent, _, session = stat.rpartition(")")[2].split()[1:4]
                yield int(name), (int(parent), int(session))


def _mapped(process: int) -> int:
    """Return the bytes of memory without a file that a process has mapped to share it, or its part of them."""
    place = _PROC / str(process)
    shared = _figure(place / "status", "RssShmem")
    return (_figure(place / "smaps_rollup", "Pss_Shmem") or shared) if shared else 0


def _figure(place: Path, name: str) -> int:
    """Return the bytes that a file of /proc tells under a name; 0 where it can't be read."""
    with suppress(OSError):
        lines = (line.split() for line in place.read_text().splitlines() if line.startswith(f"{name}:"))
        return next((int(line[1]) * 1024 for line in lines), 0)
    return 0


def _held(process: int) -> dict[int, int]:
    """Return the bytes of each file of memory (memfd) that a process holds open, by its number."""
    found: dict[int, int] = {}
    with suppress(OSError):
        for link in (_PROC / str(process) / "fd").iterdir():
            with suppress(OSError):
                if os.readlink(link).startswith("/memfd:"):
                    state = link.stat()
                    found[state.st_ino] = state.st_blocks * 512
    return found


def _resident(process: int) -> int:
    """Return the bytes that a process keeps in memory and shares with no file."""
    with suppress(OSError, IndexError):
        pages = (_PROC / str(process) / "statm").read_text().split()
        return (int(pages[1]) - int(pages[2])) * _PAGE
    return 0

"""A measured figure, and the machine that it was measured on."""

import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import find_chromium


@dataclass(frozen=True)
class Figure:
    """One figure over `samples` measurements; `most` or `least` is what it should keep to."""

    subject: str
    what: str
    value: float
    unit: str
    samples: int
    most: float | None = None
    least: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is kept; None where there is none."""
        if self.most is not None:
            return self.value <= self.most
        return None if self.least is None else self.value >= self.least

    @property
    def target(self) -> str:
        if self.most is not None:
            return f"≤ {self.most:g}"
        return "" if self.least is None else f"≥ {self.least:g}"

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "met": self.met}


def seconds(run: Callable[[], Any]) -> float:
    """Return how much of a processor `run` takes: all of the time that it lasts, where nothing else is at work."""
    started = time.process_time()
    run()
    return time.process_time() - started


def median_ms(times: Sequence[float]) -> float:
    """Return the median of times in seconds as milliseconds."""
    return 1000 * statistics.median(times)


@lru_cache(maxsize=1)
def machine() -> dict[str, str]:
    """Return what the figures depend on: processor, cores, system, Python, browser, and a yardstick."""
    return {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "system": _system(),
        "python": platform.python_version(),
        "browser": _browser(),
        "yardstick": f"{_yardstick():.2f} s for ten million additions in Python",
    }


def _yardstick() -> float:
    """Return the seconds of a plain loop, by which one machine's figures can be told from another's."""
    started, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - started


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def _browser() -> str:
    try:
        said = subprocess.run([find_chromium(""), "--version"], capture_output=True, text=True, timeout=20, check=False)
        return " ".join(said.stdout.split()[:2]) or "unknown"
    except UserError:
        return "none"

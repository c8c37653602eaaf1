"""What takes long to compute, kept for a while."""

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_FRESH = 60.0  # seconds


class Remembered:
    """Computes something, and again only when it is old; one at a time."""

    def __init__(self, compute: Callable[[], Any]) -> None:
        self._compute, self._lock = compute, threading.Lock()
        self._found: Any = None
        self._at = -_FRESH

    def __call__(self) -> Any:
        with self._lock:
            if self._found is None or time.monotonic() - self._at > _FRESH:
                self._found, self._at = self._compute(), time.monotonic()
            return self._found


class Kept(Generic[T]):
    """Computes something for each name once, however many ask at the same time; the longest unused go first."""

    def __init__(self, compute: Callable[[str], T], most: int) -> None:
        self._lock = threading.Lock()
        self._boxes = lru_cache(maxsize=most)(lambda name: _Box[T]())
        self._compute = compute

    def __call__(self, name: str) -> T:
        with self._lock:
            box = self._boxes(name)
        with box.lock:
            if not box.found:
                box.found.append(self._compute(name))
            return box.found[0]


class _Box(Generic[T]):
    """Holds what was computed, if it was."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.found: list[T] = []

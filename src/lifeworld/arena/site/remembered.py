"""What takes long to compute, kept for a while."""

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_FRESH = 60.0  # seconds
_RESTS = 10.0  # times as long as it took, if that is more


class Remembered:
    """Computes something, and again only when it is old.

    One who asks computes; whoever asks meanwhile gets what was found last, and waits only for the first time.
    """

    def __init__(self, compute: Callable[[], Any]) -> None:
        self._compute, self._lock = compute, threading.Lock()
        self._found: Any = None
        self._until = 0.0

    def __call__(self) -> Any:
        if self._is_old() and self._lock.acquire(blocking=self._found is None):
            try:
                if self._is_old():
                    self._renew()
            finally:
                self._lock.release()
        return self._found

    def _is_old(self) -> bool:
        return self._found is None or time.monotonic() > self._until

    def _renew(self) -> None:
        began = time.monotonic()
        self._found = self._compute()
        took = time.monotonic() - began
        self._until = began + took + max(_FRESH, _RESTS * took)


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

"""Caches of values that take long to compute."""

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_MIN_SECONDS = 2.0  # that a value is fresh
_REST_FACTOR = 10.0  # times the duration of the computation, if that is longer


class RefreshingCache:
    """Caches one value, and computes it again when it is old; an empty one, which costs nothing, each time.

    One caller computes; others get the last value meanwhile, and wait only for the first one.
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
        return not self._found or time.monotonic() > self._until

    def _renew(self) -> None:
        began = time.monotonic()
        self._found = self._compute()
        took = time.monotonic() - began
        self._until = began + took + max(_MIN_SECONDS, _REST_FACTOR * took)


class KeyedCache(Generic[T]):
    """Caches a value for each name; concurrent callers compute it only once, and the least recently used go first."""

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
    """Holds a value once it is computed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.found: list[T] = []

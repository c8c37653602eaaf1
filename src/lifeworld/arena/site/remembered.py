"""What takes long to compute, kept for a while."""

import threading
import time
from collections.abc import Callable
from typing import Any

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

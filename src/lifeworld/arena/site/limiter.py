"""Rate limits: token buckets for each visitor, for each address and for all together."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from lifeworld.arena.site.settings import SHARED, Limits, Rate

MAX_BUCKETS = 50_000  # the least recently used are dropped first
_ALL = "all"


class Limiter:
    """Token buckets in the memory of one server.

    Args:
        limits: the rates.
        clock: a monotonic clock.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock, self._lock = limits, clock, threading.Lock()
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()

    def wait(self, what: str, whose: str, address: str = "") -> float:
        """Take a token and return 0, or return in how many seconds there will be one.

        Args:
            what: the rate's name.
            whose: the visitor, address or receiver.
            address: counted also, at the rate that visitors of one address share; "" for none.
        """
        rate: Rate = getattr(self._limits, what)
        with self._lock:
            keys = {(what, whose): rate.most, (what, _ALL): rate.all}
            keys |= {(what, f"from {address}"): rate.shared} if address else {}
            missing = {key: max(0.0, 1 - self._now_left(key, most, rate.seconds)) for key, most in keys.items()}
            waits = [missing[key] * rate.seconds / most for key, most in keys.items()]
            if any(waits):
                return max(waits)
            for key, most in keys.items():
                self._take(key, most, rate.seconds)
        return 0.0

    def _now_left(self, key: tuple[str, str], most: int, seconds: float) -> float:
        left, since = self._left.get(key, (float(most), self._clock()))
        return min(float(most), left + (self._clock() - since) * most / seconds)

    def _take(self, key: tuple[str, str], most: int, seconds: float) -> None:
        self._left[key] = self._now_left(key, most, seconds) - 1, self._clock()
        self._left.move_to_end(key)
        while len(self._left) > MAX_BUCKETS:
            self._left.popitem(last=False)

    def enter(self, whose: str, address: str) -> bool:
        """Register a live view; return False if the visitor, their address or all together have too many."""
        one, every = self._limits.sockets
        most = {whose: one, f"from {address}": SHARED * one, _ALL: every}
        with self._lock:
            if any(self._open[key] >= limit for key, limit in most.items()):
                return False
            self._open.update(most.keys())
        return True

    @property
    def views(self) -> int:
        """The number of open live views."""
        return self._open[_ALL]

    def leave(self, whose: str, address: str) -> None:
        """Unregister a live view."""
        with self._lock:
            self._open.subtract((whose, f"from {address}", _ALL))
            self._open = +self._open  # drops zero counts

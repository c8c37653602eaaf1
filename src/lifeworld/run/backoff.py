"""Exponential backoff: how often a request is repeated whose provider did not answer, and after how long."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from lifeworld.core.errors import ProviderFault

T = TypeVar("T")

_FIRST, _LONGEST = 1.0, 60.0  # seconds
CHECK_RETRIES = 2  # of a check before the first episode, for which a user waits
_TOO_LONG = 600.0  # the longest wait that a provider may ask for


class Backoff:
    """The delays between the attempts of one request: each twice the one before, with jitter down to half.

    Args:
        tries: how often the request is repeated.
        chance: the only source of the jitter.
    """

    def __init__(self, tries: int, chance: random.Random) -> None:
        self._left, self._chance, self._wait = tries, chance, _FIRST

    def wait(self, fault: ProviderFault) -> float | None:
        """Return how many seconds to wait before the next attempt; None to give up."""
        asked = fault.after or 0.0
        if not fault.again or not self._left or asked > _TOO_LONG:
            return None
        self._left -= 1
        wait, self._wait = self._wait * self._chance.uniform(0.5, 1), min(self._wait * 2, _LONGEST)
        return max(wait, asked)

    async def retry(self, request: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a request, repeated while its provider does not answer.

        Raises:
            ProviderFault: no attempt was answered.
        """
        while True:
            try:
                return await request()
            except ProviderFault as fault:
                wait = self.wait(fault)
                if wait is None:
                    raise
                await asyncio.sleep(wait)

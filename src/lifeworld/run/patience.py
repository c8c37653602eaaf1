"""How often a provider that did not answer is asked again, and after how long."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from lifeworld.core.errors import ProviderFault

T = TypeVar("T")

_FIRST, _LONGEST = 1.0, 60.0  # seconds
DRY = 2  # times that a question before the first episode is asked again: somebody waits to be told what is wrong
_TOO_LONG = 600.0  # that a provider asks to wait, after which nobody waits


class Patience:
    """The waits of one request: each twice as long as the one before, from half of that on by chance.

    Args:
        tries: how often it is asked again.
        chance: the only source of the jitter.
    """

    def __init__(self, tries: int, chance: random.Random) -> None:
        self._left, self._chance, self._wait = tries, chance, _FIRST

    def wait(self, fault: ProviderFault) -> float | None:
        """Return how many seconds to wait before it is asked again; None to give up."""
        asked = fault.after or 0.0
        if not fault.again or not self._left or asked > _TOO_LONG:
            return None
        self._left -= 1
        wait, self._wait = self._wait * self._chance.uniform(0.5, 1), min(self._wait * 2, _LONGEST)
        return max(wait, asked)

    async def lasting(self, request: Callable[[], Awaitable[T]]) -> T:
        """Return what a request gives, sent again where its provider does not answer.

        Raises:
            ProviderFault: it has not answered in every try.
        """
        while True:
            try:
                return await request()
            except ProviderFault as fault:
                wait = self.wait(fault)
                if wait is None:
                    raise
                await asyncio.sleep(wait)

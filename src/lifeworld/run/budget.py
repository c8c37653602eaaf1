"""What a run may spend on providers, and how often one that did not answer is asked again.

No request is sent that might exceed the budget.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from lifeworld.core.counting import counted, dollars
from lifeworld.core.errors import ProviderFault, UserError
from lifeworld.core.trajectory import Usage


class BudgetExceeded(UserError):
    """The next answer might cost more than is left: the run ends, episodes are not judged by it."""


class Budget:
    """Limits on the tokens and dollars that all episodes of a run, or one, may spend.

    Args:
        tokens: input and output together; None for no limit.
        dollars: None for no limit.
    """

    def __init__(self, tokens: int | None = None, dollars: float | None = None) -> None:
        self.tokens, self.dollars = tokens, dollars
        self.spent, self._reserved = Usage(), Usage()
        self._awaited, self._answered = 0, asyncio.Event()

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return self.tokens is not None or self.dollars is not None

    @asynccontextmanager
    async def reserved(self, most: Usage) -> AsyncIterator[Callable[[Usage], None]]:
        """Reserve the most that an answer may cost while it is awaited; yields what books its cost, or else all is.

        Where it does not fit beside other answers, they are awaited first, since they may cost less.

        Raises:
            BudgetExceeded: what is left is less.
        """
        while why := self._exceeded(self.spent + self._reserved + most):
            if not self._awaited:
                raise BudgetExceeded(why)
            self._answered.clear()
            await self._answered.wait()
        self._reserved, self._awaited, used = self._reserved + most, self._awaited + 1, most

        def book(cost: Usage) -> None:
            nonlocal used
            used = cost

        try:
            yield book
        finally:
            self._reserved, self._awaited = self._reserved - most, self._awaited - 1
            self.spent += used
            self._answered.set()

    def _exceeded(self, after: Usage) -> str:
        """Return which limit is exceeded once so much is spent; "" where none is."""
        tokens, spent = after.tokens_in + after.tokens_out, self.spent.tokens_in + self.spent.tokens_out
        if self.tokens is not None and tokens > self.tokens:
            return _message("max_tokens", counted(self.tokens, "token"), f"{spent:,}", f"{tokens - spent:,}")
        if self.dollars is not None and after.cost > self.dollars:
            left = after.cost - self.spent.cost
            return _message("max_cost", dollars(self.dollars), dollars(self.spent.cost), dollars(left))
        return ""


def _message(setting: str, limit: str, spent: str, most: str) -> str:
    return (
        f"{setting}: of {limit}, {spent} are spent, and the next answers might cost {most}. "
        "Finished episodes are kept; the same command resumes, with as much again to spend"
    )


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

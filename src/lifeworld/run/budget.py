"""The budget of a run in tokens and dollars: no request is sent that might exceed it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lifeworld.core.errors import UserError
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
        while self._awaited and self._exceeds(self.spent + self._reserved + most):
            self._answered.clear()
            await self._answered.wait()
        self._check(most)
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

    def _exceeds(self, after: Usage) -> bool:
        tokens = self.tokens is not None and after.tokens_in + after.tokens_out > self.tokens
        return tokens or (self.dollars is not None and after.cost > self.dollars)

    def _check(self, most: Usage) -> None:
        after = self.spent + self._reserved + most
        tokens, spent = after.tokens_in + after.tokens_out, self.spent.tokens_in + self.spent.tokens_out
        if self.tokens is not None and tokens > self.tokens:
            raise BudgetExceeded(_message("max_tokens", f"{self.tokens:,} tokens", f"{spent:,}", f"{tokens - spent:,}"))
        if self.dollars is not None and after.cost > self.dollars:
            left = after.cost - self.spent.cost
            raise BudgetExceeded(
                _message("max_cost", f"${self.dollars:.2f}", f"${self.spent.cost:.4f}", f"${left:.4f}")
            )


def _message(setting: str, limit: str, spent: str, most: str) -> str:
    return (
        f"{setting}: of {limit}, {spent} are spent, and the next answers might cost {most}. "
        "Finished episodes are kept; the same command with a larger limit resumes"
    )

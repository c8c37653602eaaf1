"""The budget of a run in tokens and dollars: no request is sent that might exceed it."""

from collections.abc import Iterator
from contextlib import contextmanager

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

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return self.tokens is not None or self.dollars is not None

    @contextmanager
    def reserved(self, most: Usage) -> Iterator[None]:
        """Reserve the most that an answer may cost while it is awaited.

        Raises:
            BudgetExceeded: what is left, minus other reservations, is less.
        """
        self._check(most)
        self._reserved += most
        try:
            yield
        finally:
            self._reserved -= most

    def book(self, used: Usage) -> None:
        """Record what was spent."""
        self.spent += used

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

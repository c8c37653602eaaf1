"""What a run may spend: nothing is asked that might exceed it."""

from collections.abc import Iterator
from contextlib import contextmanager

from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Usage


class Spent(UserError):
    """The next answer might cost more than is left; ends the run, not the episode's verdict."""


class Purse:
    """Tokens and dollars that may be spent, by all episodes of a run or as the allowance of one.

    Args:
        tokens: read and written together; None for any number.
        dollars: None for any amount.
    """

    def __init__(self, tokens: int | None = None, dollars: float | None = None) -> None:
        self.tokens, self.dollars = tokens, dollars
        self.spent, self._reserved = Usage(), Usage()

    @property
    def limited(self) -> bool:
        """Whether there is anything that it could refuse."""
        return self.tokens is not None or self.dollars is not None

    @contextmanager
    def reserved(self, most: Usage) -> Iterator[None]:
        """Keep back what an answer may take at most, for as long as it is awaited.

        Raises:
            Spent: with what others keep back there is not that much left.
        """
        self._must_have(most)
        self._reserved += most
        try:
            yield
        finally:
            self._reserved -= most

    def book(self, used: Usage) -> None:
        """Take out what was used."""
        self.spent += used

    def _must_have(self, most: Usage) -> None:
        after = self.spent + self._reserved + most
        tokens, spent = after.tokens_in + after.tokens_out, self.spent.tokens_in + self.spent.tokens_out
        if self.tokens is not None and tokens > self.tokens:
            raise Spent(_told("max_tokens", f"{self.tokens:,} tokens", f"{spent:,}", f"{tokens - spent:,}"))
        if self.dollars is not None and after.cost > self.dollars:
            left = after.cost - self.spent.cost
            raise Spent(_told("max_cost", f"${self.dollars:.2f}", f"${self.spent.cost:.4f}", f"${left:.4f}"))


def _told(setting: str, limit: str, spent: str, most: str) -> str:
    return (
        f"{setting}: of {limit}, {spent} are spent, and the next answers might take {most}. "
        "Finished episodes are kept; the same command with more goes on"
    )

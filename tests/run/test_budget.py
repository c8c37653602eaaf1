"""The budget of a run: what answers might cost is waited for, and never exceeded."""

import asyncio

import pytest

from lifeworld.core.trajectory import Usage
from lifeworld.run.budget import Budget, BudgetExceeded


def test_answers_that_might_cost_too_much_together_are_awaited_in_turn() -> None:
    budget, most, highest = Budget(dollars=1), Usage(0, 0, 0.6), 0

    async def ask() -> None:
        nonlocal highest
        async with budget.reserved(most) as book:
            highest = max(highest, budget._awaited)
            await asyncio.sleep(0)
            book(Usage(1, 1, 0.1))

    async def all_at_once() -> None:
        await asyncio.gather(*(ask() for _ in range(5)))

    asyncio.run(all_at_once())
    assert highest == 1 and budget.spent.cost == pytest.approx(0.5)
    with pytest.raises(BudgetExceeded, match=r"of \$1\.00, \$0\.50 are spent, and the next answers might cost \$0\.6"):
        asyncio.run(ask())


def test_an_answer_that_nobody_books_counts_as_the_most_it_could_cost() -> None:
    budget = Budget(tokens=100)

    async def lost() -> None:
        async with budget.reserved(Usage(50, 10)):
            raise OSError("lost")

    with pytest.raises(OSError, match="lost"):
        asyncio.run(lost())
    assert budget.spent == Usage(50, 10)

"""Counts and amounts as one reads them."""

import pytest

from lifeworld.core.counting import dollars


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0.1 * 6, "$0.60"), (0.3 - 0.1, "$0.20"), (0.002, "$0.0020"), (0.99999, "$1.00"), (1234.5, "$1,234.50")],
)
def test_what_something_cost_is_told_without_the_dust_of_floats(amount: float, told: str) -> None:
    assert dollars(amount) == told

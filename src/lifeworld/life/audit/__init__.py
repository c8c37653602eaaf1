"""What is wrong with a life and what it is made of, read from its events by none of the code that wrote them."""

from collections.abc import Iterator

from lifeworld.life.audit import agreed, order, places, texts
from lifeworld.life.audit.flaw import Flaw
from lifeworld.life.audit.measures import measures
from lifeworld.life.lived import Life

__all__ = ["Flaw", "flaws", "measures"]


def flaws(life: Life) -> Iterator[Flaw]:
    """Yield what contradicts itself, and what can't be read.

    Asleep, out of order, not a member, paid before it was named, overdrawn (`order`); at two places at once
    (`places`); said twice, a gap, a date that there is not (`texts`). Of plans (`agreed`): not in the calendar, there
    though it was called off, not paid, no child's, not yet told, no reply, and of a plot: never begun.
    """
    for part in (order, places, texts, agreed):
        yield from part.flaws(life)

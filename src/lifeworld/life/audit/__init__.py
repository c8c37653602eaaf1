"""What is wrong with a life and what it is made of, read from its events by none of the code that wrote them."""

from collections.abc import Iterator

from lifeworld.life.audit import agreed, order, places, texts
from lifeworld.life.audit.flaw import Flaw
from lifeworld.life.audit.measures import measures
from lifeworld.life.lived import Life

__all__ = ["Flaw", "flaws", "measures"]

_LAWS = (
    *(order.asleep, order.out_of_order, order.strangers, order.paid_early, order.overdrawn),
    *(places.at_two, places.paid_elsewhere, texts.said_twice, texts.unreadable),
    *(agreed.not_kept, agreed.out_of_turn, agreed.too_young, agreed.untold, agreed.never_begun),
)


def flaws(life: Life) -> Iterator[Flaw]:
    """Yield what contradicts itself, and what can't be read.

    Asleep, out of order, not a member, paid before it was named, overdrawn (`order`); at two places at once
    (`places`); said twice, a gap, a date that there is not (`texts`). Of plans (`agreed`): not in the calendar, there
    though it was called off, not paid, no child's, not yet told, no reply, and of a plot: never begun.
    """
    for law in _LAWS:
        yield from law(life)

"""The first draw of each task, which several laws over all tasks look at: `drawn` itself keeps fewer than there are."""

from functools import cache

from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.world.profiles import NAMES


@cache
def first(task: str) -> Instance:
    """Return the first instance of a task on the first profile."""
    return drawn(task, NAMES[0], 0)

"""Which configurations can be drawn: a life of which little is left, or one's own, may lack what a task is about."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from lifeworld.core.errors import TaskError
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.world.contents import PLAIN
from lifeworld.world.profiles import NAMES


def drawable(found: Iterable[Configuration], undrawn: list[Configuration]) -> Iterator[Configuration]:
    """Yield the configurations that can be drawn, and put the others into `undrawn`.

    In the three lives as they are every task is proved to be drawn; where one is not, that is a fault to be seen.
    """
    for one in found:
        if (one.content == PLAIN and one.profile in NAMES) or not why_undrawn(one):
            yield one
        else:
            undrawn.append(one)


def why_undrawn(configuration: Configuration) -> str:
    """Return why a configuration has no fair draw; "" where it has one."""
    return _why(configuration.task, configuration.profile, configuration.instance, configuration.content)


@lru_cache(maxsize=16384)
def _why(task: str, profile: str, instance: int, content: str) -> str:
    try:
        drawn(task, profile, instance, content)
    except TaskError as problem:
        return str(problem).partition(": ")[2]
    return ""

"""What a run makes of a task and a number: a configuration by chance, under each of the crossed values."""

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from struct import Struct
from typing import Any

from lifeworld.run.config import ANY, OWN, RunConfig
from lifeworld.taskkit.axes import values
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task

INSTANCES = 1_000_000  # that a run's seed chooses from
_NUMBERS = Struct("<16I")  # in a hash, more than there are axes


class Drawing:
    """Draws a run's configurations.

    Each axis has a number of its own in a hash of the task, the configuration's number and the run's seed, so that
    to vary another axis, or to name more of its values, changes nothing on the rest.
    """

    def __init__(self, config: RunConfig) -> None:
        self._config = config
        self._choices: dict[type[Task], _Choices] = {}

    def configurations(self, template: type[Task], number: int) -> Iterator[Configuration]:
        """Yield the `number`th configuration of a task, under every combination of values of the crossed axes."""
        choices = self._choices.get(template) or self._choices.setdefault(template, _Choices(template, self._config))
        chance = hashlib.blake2b(f"{template.id}/{number}/{self._config.seed}".encode()).digest()
        drawn = choices.drawn(_NUMBERS.unpack(chance)).of_instance(instance(self._config.seed, number))
        if not self._config.crossed:
            yield drawn
            return
        for chosen in product(*(choices.every[axis] for axis in self._config.crossed)):
            yield replace(drawn, **dict(zip(self._config.crossed, chosen, strict=True)))


class _Choices:
    """The values that a task may have on each axis."""

    def __init__(self, template: type[Task], config: RunConfig) -> None:
        self.every = _values(template, config)
        self._task, self._values = template.id, list(self.every.values())
        self._made: dict[tuple[Any, ...], Configuration] = {}

    def drawn(self, numbers: Iterable[int]) -> Configuration:
        """Return instance 0 with a value of each axis; what has the same values is made, and checked, once."""
        chosen = tuple([several[number % len(several)] for several, number in zip(self._values, numbers, strict=False)])
        if chosen not in self._made:
            axes: dict[str, Any] = dict(zip(self.every, chosen, strict=True))
            self._made[chosen] = Configuration(self._task, **axes)
        return self._made[chosen]


def instance(seed: int, number: int) -> int:
    """Return which instance is the `number`th of a run: others for each seed, the same for every task and agent."""
    order, taken = _instances(seed)
    while len(order) <= number:
        found = random.Random(f"instance {seed}/{len(order)}").randrange(INSTANCES)
        while found in taken:  # or thousands of instances would hold some twice
            found = (found + 1) % INSTANCES
        order.append(found)
        taken.add(found)
    return order[number]


@lru_cache(maxsize=64)
def _instances(seed: int) -> tuple[list[int], set[int]]:
    """Return the instances of a run that were asked for so far, in their order and as a set."""
    return [], set()


def _values(template: type[Task], config: RunConfig) -> dict[str, Sequence[Any]]:
    """Return the values that a task may have, by axis; new axes come last, so that a seed means what it meant."""
    return {
        "profile": config.profiles,
        "phrasing": range(min(config.phrasings, len(template.phrasings()))),
        "theme": config.themes,
        "device": config.devices,
        "state": _begun(template, config.states),
        "content": config.contents,
        "language": config.languages,
        "layout": config.layouts,
        "goal_language": config.goal_languages,
    }


def _begun(template: type[Task], named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a task may begin in, each once: those that are named, or all, or its own apps'."""
    touched = apps_of(template)
    own = [state for state in values("state") if state.partition(".")[0] in touched]
    several = {OWN: own, ANY: list(values("state"))}
    return tuple(dict.fromkeys(state for name in named for state in several.get(name, [name])))

"""Samples a run's configurations by its seed, sorts them into splits, and composes tasks of several parts."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from struct import Struct
from typing import Any, Literal

from lifeworld.core import by_app
from lifeworld.core.choices import NAMES, SPLITS, HeldOut, Split
from lifeworld.core.errors import TaskError, UserError
from lifeworld.run.config import ANY, OWN, RunConfig
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.compose import PLUS, composed, horizon, unfit
from lifeworld.taskkit.configuration import Configuration, idle, values
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import Task
from lifeworld.world.contents import PLAIN
from lifeworld.world.profiles import NAMES as SHIPPED

INSTANCES = 1_000_000  # that a run's seed chooses from
_NUMBERS = Struct("<16I")  # in a hash, more than there are axes
_TENTHS: tuple[Split, ...] = (*("train",) * 8, "validation", "test")
# What a hash is of, beside the value: a task's as it was called when splits were first drawn; the others so that each
# split has some of the values that ship.
_HASHED = {"task": "scenario", "theme": "theme x", "content": "content n", "app": "app y"}
_TRIES = 30  # combinations for one composed task


class Sampler:
    """Samples a run's configurations.

    Each axis uses its own number of a hash of the task, the configuration's number and the run's seed, so that
    varying another axis, or adding values to it, does not change the rest.
    """

    def __init__(self, config: RunConfig) -> None:
        self._config = config
        self._choices: dict[type[Task], _Choices] = {}

    def configurations(self, template: type[Task], number: int) -> Iterator[Configuration]:
        """Yield the `number`th configuration of a task, under every combination of values of the crossed axes."""
        drawn = self.varied(template, number).of_instance(instance(self._config.seed, number))
        if not self._config.crossed:
            yield drawn
            return
        every = self._choices[template].every
        for chosen in product(*(every[axis] for axis in self._config.crossed)):
            axes: dict[str, Any] = dict(zip(self._config.crossed, chosen, strict=True))
            look = (axes.get(axis, getattr(drawn, axis)) for axis in ("layout", "device", "keyboard"))
            if not idle(*look):
                yield replace(drawn, **axes)

    def varied(self, template: type[Task], number: int) -> Configuration:
        """Return instance 0 of a task with the values of its `number`th configuration."""
        choices = self._choices.get(template) or self._choices.setdefault(template, _Choices(template, self._config))
        chance = hashlib.blake2b(f"{template.id}/{number}/{self._config.seed}".encode()).digest()
        return choices.drawn(_NUMBERS.unpack(chance))


class _Choices:
    """The values that a task may have on each axis."""

    def __init__(self, template: type[Task], config: RunConfig) -> None:
        self.every = _values(template, config)
        self._task, self._values, self._looks = template.id, list(self.every.values()), config.looks_with_effect
        self._made: dict[tuple[Any, ...], Configuration] = {}

    def drawn(self, numbers: Iterable[int]) -> Configuration:
        """Return instance 0 with a value of each axis; what has the same values is made, and checked, once."""
        chosen = tuple([several[number % len(several)] for several, number in zip(self._values, numbers, strict=False)])
        if chosen not in self._made:
            axes: dict[str, Any] = dict(zip(self.every, chosen, strict=True))
            axes |= self._look(axes["layout"], axes["keyboard"], axes["device"])
            self._made[chosen] = Configuration(self._task, **axes)
        return self._made[chosen]

    def _look(self, layout: str, keyboard: str, device: str) -> dict[str, str]:
        """Return a layout and a keyboard that count on a device: those drawn, or the nearest that are named."""
        there = ((one, two) for one, where, two in self._looks if where == device)
        one, two = min(there, key=lambda look: (look[0] != layout) + (look[1] != keyboard))
        return {"layout": one, "keyboard": two}


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
        "theme": _within(config, "theme", config.themes),
        "device": [one for one in config.devices if any(one == device for _, device, _ in config.looks_with_effect)],
        "state": _begun(template, config.states),
        "content": _within(config, "content", config.contents),
        "language": config.languages,
        "layout": config.layouts,
        "goal_language": config.goal_languages,
        "keyboard": config.keyboards,
    }


def _within(config: RunConfig, axis: Literal["theme", "content"], named: Sequence[str]) -> Sequence[str]:
    """Return the values of an axis that are in the run's split, where it is the axis that is held out.

    Raises:
        UserError: none of them is; tells which are.
    """
    if not config.split or config.held_out != axis:
        return named
    kept = [one for one in named if _alike(axis, one) == {config.split}]
    if not kept:
        there = ", ".join(one for one in values(axis) if split_of_value(axis, one) == config.split)
        told = f"no {axis} of {', '.join(named)} is in the split {config.split} by {axis}; it has {there}"
        raise UserError(told)
    return kept


def _alike(axis: Literal["theme", "content"], written: str) -> set[Split]:
    return {split_of_value(axis, one) for one in by_app.values_in(written, values(axis)[0])}


def _begun(template: type[Task], named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a task may begin in, each once: those that are named, or all, or its own apps'."""
    touched = apps_of(template)
    own = [state for state in values("state") if state.partition(".")[0] in touched]
    several = {OWN: own, ANY: list(values("state"))}
    return tuple(dict.fromkeys(state for name in named for state in several.get(name, [name])))


def drawable(found: Iterable[Configuration], undrawn: list[Configuration]) -> Iterator[Configuration]:
    """Yield the configurations that can be drawn, and append the others to `undrawn`.

    In the plain content of the shipped profiles every task is proved to be drawn; a failure there is an error, which is
    not hidden.
    """
    for one in found:
        if (one.content == PLAIN and one.profile in SHIPPED) or not why_undrawn(one):
            yield one
        else:
            undrawn.append(one)


def why_undrawn(configuration: Configuration) -> str:
    """Return why a configuration can't be drawn: a profile or a content may lack what the task needs; "" if it can."""
    return _why(configuration.task, configuration.profile, configuration.instance, configuration.content)


@lru_cache(maxsize=16384)
def _why(task: str, profile: str, instance: int, content: str) -> str:
    try:
        drawn(task, profile, instance, content)
    except TaskError as problem:
        return str(problem).partition(": ")[2]
    return ""


def split_of(configuration: Configuration, held_out: HeldOut = "task") -> Split | Literal[""]:
    """Return the split that a configuration is in.

    Of tasks and of instances (what a seed draws), eight tenths are in train and a tenth in each of the others, by a
    hash of the task's id or the instance's number. Of the three profiles that ship, each is a split, in their
    order; all other people fall by a hash of their names, as tasks do.
    A theme, a content and an app fall by hashes of their names, too.
    What has several (parts, apps, a theme for each app) is where all of them are; "" where they are in several splits.
    """
    if held_out == "profile" and configuration.profile in NAMES:
        return SPLITS[NAMES.index(configuration.profile) % len(SPLITS)]
    splits = {split_of_value(held_out, value) for value in _held(configuration, held_out)}
    return splits.pop() if len(splits) == 1 else ""


def _held(configuration: Configuration, held_out: HeldOut) -> Iterable[str | int]:
    """Return what a configuration has of what is held out: several tasks or apps, or the theme of each app."""
    if held_out == "task":
        return configuration.task.split(PLUS)
    if held_out == "app":
        return apps_of(find(configuration.task))
    value = getattr(configuration, held_out)
    return by_app.values_in(value, values(held_out)[0]) if held_out in by_app.AXES else (value,)


def split_of_value(held_out: HeldOut, value: str | int) -> Split:
    """Return the split of one task, instance, theme, content or app."""
    written = f"{_HASHED.get(held_out, held_out)} {value}"
    digest = hashlib.blake2b(written.encode(), digest_size=8).digest()
    return _TENTHS[int.from_bytes(digest, "big") % len(_TENTHS)]


def can_be_parts(templates: Sequence[type[Task]]) -> list[type[Task]]:
    """Return the tasks that can be parts, each once."""
    return [one for one in dict.fromkeys(templates) if not (one.parts or unfit(one, last=True))]


def composed_tasks(
    pool: Sequence[type[Task]], parts: int, seed: int, sampler: Sampler
) -> Iterator[list[Configuration]]:
    """Yield the configurations of one composed task after the other, without end.

    Args:
        pool: the tasks from which parts are drawn.
        parts: how many.
        seed: of the run.
        sampler: samples the configurations.

    Raises:
        UserError: there are not enough tasks for so many parts, or no combination that was tried can be drawn.
    """
    if len(pool) < parts:
        there = f"there are {len(pool)} among those of this run; raise its limit, or name more tasks"
        raise UserError(f"a horizon of {parts} takes {parts} tasks that can be parts; {there}")
    number = 0
    while True:
        yield _fair(pool, parts, seed, sampler, number)
        number += 1


def _fair(pool: Sequence[type[Task]], parts: int, seed: int, sampler: Sampler, number: int) -> list[Configuration]:
    refused: Counter[str] = Counter()
    for attempt in range(_TRIES):
        chosen = random.Random(f"horizon {parts}/{seed}/{number}/{attempt}").sample(list(pool), parts)
        chosen.sort(key=lambda one: one.says("reached"))  # a page can only be stopped on at the end
        if sum(one.says("reached") for one in chosen) > 1:
            continue
        found = list(sampler.configurations(composed(chosen), number))
        why = next((told for one in found if (told := why_undrawn(one))), "")
        if not why:
            return found
        refused[why] += 1
    reasons = "; ".join(f"{times}× {why}" for why, times in refused.most_common(3))
    advice = f"take more tasks or a larger limit, which is shared among the horizons, or leave {parts} out"
    raise UserError(f"no {parts} of these {len(pool)} tasks go together in {_TRIES} combinations; {advice}: {reasons}")


def kind_of_task(task: str) -> str:
    """Return what a run counts a task under: its app or folder, or how many parts it has."""
    return f"of {horizon(task)} parts" if PLUS in task else task.split(".")[0]

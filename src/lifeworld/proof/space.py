"""Which configurations are proved, and how large the space is that they stand for."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, prod
from typing import Any

from lifeworld.core.choices import MANY
from lifeworld.life import place
from lifeworld.proof.check import UNDRAWN
from lifeworld.run.manifest import PROVED
from lifeworld.run.sampling import INSTANCES, instance
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import AXES, LOOKS, Configuration, keyboards, layouts, settled, values
from lifeworld.taskkit.kit import Task
from lifeworld.world.profiles import NAMES

COUNTED = ("task", "profile", "instance", "phrasing", *AXES)


def planned(templates: Sequence[type[Task]], count: int = MANY) -> list[Configuration]:
    """Return configurations in their first phrasing which, over all phrasings, are `count` or a few more.

    The instances are those that runs of seed 0 take first. Each is planned as it usually is, and once more with
    another content and state: contents are drawn, states come in turn, so that each is proved with each task and
    person as soon as there are instances enough. Theme, layout and device are drawn for both.
    """
    whole = sum(len(one.phrasings()) for one in templates) * len(NAMES)
    turns = range(ceil(count / whole))
    return [_planned(one, profile, turn) for turn in turns for one in templates for profile in NAMES]


def _planned(template: type[Task], profile: str, turn: int) -> Configuration:
    rng = random.Random(f"space {template.id} {profile} {turn}")
    varied = settled({axis: rng.choice(values(axis)) for axis in ("theme", "layout", "device")})
    if turn % 2:
        varied["content"] = rng.choice(values("content")[1:])
        varied["state"] = _state(template, profile, turn // 2)
    return Configuration(template.id, profile, instance(0, turn // 2), **varied)  # type: ignore[arg-type]


def _state(template: type[Task], profile: str, number: int) -> str:
    """Return a state of a task: another for each number until all have come, each person beginning elsewhere."""
    every = states(template)
    return every[(place(profile) * len(every) // len(NAMES) + number) % len(every)]


def states(template: type[Task]) -> tuple[str, ...]:
    """Return where an episode of a task may well begin: in the shell, or in one of its own apps."""
    own = apps_of(template)
    return tuple(one for one in values("state") if "." not in one or one.partition(".")[0] in own)


@dataclass(frozen=True)
class Space:
    """How many configurations there are, kept apart by what is known of them.

    Attributes:
        by_axis: of those that are proved, how many have each value; of all, how many values there are.
        proved: singly, each of them.
        composed: the same under every value of the axes that can't change a verdict; what is proved is among them.
        reachable: all that a configuration can name, whether or not a task can be drawn there.
        tried, drawn: how many instances were tried, and in how many of them a task could be drawn.
    """

    by_axis: dict[str, dict[str, int]]
    values: dict[str, int]
    proved: int
    composed: int
    reachable: int
    tried: int
    drawn: int

    @property
    def estimated(self) -> int:
        """How many of the reachable ones can be drawn, going by the share of those tried."""
        return round(self.reachable * self.drawn / self.tried) if self.tried else 0

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "estimated": self.estimated}


def space(rows: Sequence[dict[str, Any]], templates: Sequence[type[Task]]) -> Space:
    """Count the space by axis: what a manifest holds as proved, and what there is."""
    held = [row for row in rows if row["outcome"] == PROVED]
    distinct = {tuple(row[name] for name in COUNTED if name not in LOOKS) for row in held}
    looks = len(values("theme")) * _screens()
    by_axis = {name: dict(Counter(str(row[name]) for row in held).most_common()) for name in COUNTED}
    sizes = {"task": len(templates), "profile": len(NAMES), "instance": INSTANCES}
    sizes |= {"phrasing": max(len(one.phrasings()) for one in templates), **{axis: len(values(axis)) for axis in AXES}}
    drawn = [row["outcome"] != UNDRAWN for row in rows if row["phrasing"] == 0]
    return Space(by_axis, sizes, len(distinct), len(distinct) * looks, _reachable(templates), len(drawn), sum(drawn))


def _reachable(templates: Sequence[type[Task]]) -> int:
    phrasings = sum(len(one.phrasings()) for one in templates)
    others = prod(len(values(axis)) for axis in AXES if axis not in ("layout", "device", "keyboard"))
    return phrasings * len(NAMES) * INSTANCES * others * _screens()


def _screens() -> int:
    """Return how many layouts there are that differ, over all devices, each with the keyboards that differ there."""
    return sum(len(layouts(device)) * len(keyboards(device)) for device in values("device"))


def sampled(configurations: Sequence[Configuration], count: int) -> list[Configuration]:
    """Return a sample over all axes: tasks in turn, each at another place of the plan, its phrasing drawn, too."""
    rng = random.Random(f"sample {count} {len(configurations)}")
    by_task: dict[str, list[Configuration]] = {}
    for one in configurations:
        by_task.setdefault(one.task, []).append(one)
    order = rng.sample(sorted(by_task), len(by_task))
    chosen = [rng.choice(by_task[order[place % len(order)]]) for place in range(min(count, len(configurations)))]
    return list(dict.fromkeys(chosen))

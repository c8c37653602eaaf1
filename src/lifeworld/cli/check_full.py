"""Which configurations of a task are proved in full."""

from collections.abc import Iterator, Sequence

from lifeworld.core.choices import NAMES
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task
from lifeworld.web.themes import BASES


def several(template: type[Task], instances: int, profiles: Sequence[str] = NAMES) -> Iterator[Configuration]:
    """Yield configurations of a task that go through profiles, phrasings, themes and devices."""
    themes, devices = BASES, ("phone", "desktop")
    for number in range(instances):
        for turn_of, profile in enumerate(profiles):
            turn = number * len(profiles) + turn_of
            phrasing = turn % len(template.phrasings())
            theme, device = themes[turn % len(themes)], devices[(turn // 2) % len(devices)]
            yield Configuration(template.id, profile, number, phrasing, theme, device=device)

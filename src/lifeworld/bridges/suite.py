"""The configurations that a trainer or a harness plays: chosen by a seed, as a run chooses its own."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, Self

from lifeworld.core.errors import UserError, hint
from lifeworld.core.toml import checked
from lifeworld.env.session import Reward, Session
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import may_be_in_split, refuse_beyond, selected
from lifeworld.run.sampling import INSTANCES, Sampler, split_of, why_undrawn
from lifeworld.taskkit.configuration import Configuration

# Of a run's settings those that have an effect here.
SETTINGS = (
    "tasks",
    "apps",
    "tags",
    "profiles",
    "themes",
    "states",
    "contents",
    "languages",
    "goal_languages",
    "layouts",
    "devices",
    "keyboards",
    "phrasings",
    "split",
    "held_out",
    "seed",
    "driver",
    "channels",
    "max_steps",
)
_TRIES = 100  # seeds in a row that may be of another split, or may not be drawn


class Suite:
    """Tasks with the variation that a run's settings give them; any seed names a configuration.

    Args:
        settings: those of `SETTINGS`, as in a run's file (docs/running.md).

    Raises:
        UserError: a setting is unknown, has no effect here or no such value, or no task is left.
    """

    def __init__(self, **settings: Any) -> None:
        for name in settings.keys() - set(SETTINGS):
            raise UserError(f"a suite: there is no key {name}; {hint(name, SETTINGS)}")
        given = {name: _several(name, value) for name, value in settings.items()}
        self.config = checked(RunConfig, given, "a suite")
        if len(self.config.seen_through) > 1:
            raise UserError(f"a suite is seen through one channel, not {', '.join(self.config.seen_through)}")
        self.tasks = tuple(one for one in selected(self.config) if may_be_in_split(one.id, self.config))
        if not self.tasks:
            raise UserError("no task is left by these settings; `lifeworld tasks` shows what there is")
        refuse_beyond(self.tasks, self.config.phrasings)
        self._sampler = Sampler(self.config)

    def configuration(self, seed: int) -> Configuration:
        """Return the configuration of a seed: of the next seed that has one, where this one's can't be drawn.

        Raises:
            UserError: a hundred in a row can't be drawn, or are not in the split.
        """
        for number in range(seed, seed + _TRIES):
            template = self.tasks[number % len(self.tasks)]
            chance = random.Random(f"suite {self.config.seed}/{number}")  # any at once: a run draws them one by one
            found = self._sampler.varied(template, number).of_instance(chance.randrange(INSTANCES))
            if self._belongs(found) and not why_undrawn(found):
                return found
        raise UserError(
            f"none of the seeds from {seed} to {seed + _TRIES - 1} can be drawn, or is in the split asked for"
        )

    def configurations(self, limit: int) -> list[Configuration]:
        """Return so many different configurations, each task in turn."""
        found: dict[Configuration, None] = {}
        seeds = count()
        while len(found) < limit:
            found.setdefault(self.configuration(next(seeds)))
        return list(found)

    def session(self, **more: Any) -> Session:
        """Return a session that plays the suite; `more` goes to it, like reward="items"."""
        return Session(self.configuration, **self.arguments(**more))

    def arguments(self, **more: Any) -> dict[str, Any]:
        """Return the arguments of its session as plain data, for rows that are played elsewhere."""
        config = self.config
        return {"driver": config.driver, "channel": config.seen_through[0], "max_steps": config.max_steps, **more}

    def rows(self, limit: int, reward: Reward, most: int | None) -> Iterator[dict[str, Any]]:
        """Yield so many different configurations as rows of data, each of which `Calls.of` plays.

        Args:
            limit: how many.
            reward: success or items.
            most: functions that may be declared; where there are more, each app is one function.
        """
        session = self.arguments(reward=reward)
        for one in self.configurations(limit):
            yield {"configuration": one.id, "session": session, "most": most}

    def in_words(self, why: str) -> Self:
        """Return it, for a client that takes no pictures.

        Raises:
            UserError: it shows some.
        """
        if "pixels" in (channel := self.config.seen_through[0]):
            raise UserError(f"{why}: channels is tree, tools or tree+tools, not {channel}")
        return self

    def _belongs(self, one: Configuration) -> bool:
        return not self.config.split or split_of(one, self.config.held_out) == self.config.split


def _several(name: str, value: Any) -> Any:
    """Return a setting that has several values as a tuple: of a list, or of names with commas between them."""
    field = RunConfig.model_fields.get(name)
    if field is None or not isinstance(field.default, tuple):
        return value
    return tuple(value.split(",")) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value

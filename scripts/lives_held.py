"""Which tasks can be drawn and are proved on whose phone, and what is short of that."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lifeworld import apps
from lifeworld.life import live
from lifeworld.proof.check import FAULTY, UNDRAWN, Proof
from lifeworld.run.manifest import PROVED
from lifeworld.store import Store
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import load

LIVES = 4  # in which each task is drawn and proved, at least
OF_LIVES = 0.8  # of those that use the task's apps, in which it is, too
OF_TASKS = 0.6  # of the apps that a life uses, which it takes


@dataclass(frozen=True)
class Lives:
    """What came of one draw of each task for each person.

    Attributes:
        singles: the proofs of one draw's phrasings, for each task and person.
        people: their names, in order.
    """

    singles: Sequence[list[Proof]]
    people: tuple[str, ...]

    @cached_property
    def outcomes(self) -> dict[tuple[str, str], str]:
        """By task and person, what came of it: faulty where any phrasing is."""
        return {(one[0].configuration.task, one[0].configuration.profile): _worst(one) for one in self.singles}

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(task for task, _ in self.outcomes))

    @cached_property
    def apps(self) -> dict[str, frozenset[str]]:
        """By person, the apps that they use."""
        return {name: used(name) for name in self.people}

    def proved_in(self, task: str) -> list[str]:
        return [name for name in self.people if self.outcomes[task, name] == PROVED]

    def using(self, task: str) -> list[str]:
        """Return the people who use all apps of a task."""
        return [name for name in self.people if self.apps[name].issuperset(apps_of(find(task)))]

    def of(self, name: str) -> list[str]:
        """Return the tasks all of whose apps somebody uses."""
        return [task for task in self.tasks if self.apps[name].issuperset(apps_of(find(task)))]

    def taken_by(self, name: str) -> list[str]:
        """Return those that are proved for them."""
        return [task for task in self.of(name) if self.outcomes[task, name] == PROVED]

    def short_tasks(self) -> list[str]:
        """Return the tasks that are proved in too few lives, or in too few of those that use their apps."""
        return [task for task in self.tasks if self._is_short(task)]

    def short_people(self) -> list[str]:
        """Return the people who take too few of the tasks of their apps."""
        return [name for name in self.people if len(self.taken_by(name)) < OF_TASKS * len(self.of(name))]

    def faults(self) -> Iterator[Proof]:
        """Yield what was drawn and is not proved."""
        for several in self.singles:
            yield from [one for one in several if one.outcome == FAULTY][:1]

    def refusals(self) -> dict[str, Counter[str]]:
        """Return, by reason, how many draws of whom were refused, the most frequent first."""
        found: dict[str, Counter[str]] = {}
        for one in (several[0] for several in self.singles if several[0].outcome == UNDRAWN):
            found.setdefault(one.code, Counter())[one.configuration.profile] += 1
        return dict(sorted(found.items(), key=lambda reason: -reason[1].total()))

    def _is_short(self, task: str) -> bool:
        proved, using = self.proved_in(task), self.using(task)
        return len(proved) < LIVES or len({*proved} & {*using}) < OF_LIVES * len(using)


def each(tasks: Iterable[str], people: Iterable[str]) -> list[Configuration]:
    """Return a configuration of each task for each person, the people one after the other, whose worlds stay open."""
    several = tuple(tasks)
    return [Configuration(task, name) for name in people for task in several]


@lru_cache(maxsize=64)
def used(name: str) -> frozenset[str]:
    """Return the apps that take in something which happened in a life; one that takes in nothing, if it holds a row.

    Settings are a row that every app may have.
    """
    kinds = {type(event) for event in live(name).events}
    store = Store.over(load(name).data)
    kept = {app.id for app in apps.installed() if not app.on and sum(map(store.count, app.models)) > 1}
    return frozenset(kept | {app.id for app in apps.installed() if kinds & app.on.keys()})


def _worst(several: list[Proof]) -> str:
    outcomes = {one.outcome for one in several}
    return next(outcome for outcome in (FAULTY, UNDRAWN, PROVED) if outcome in outcomes)

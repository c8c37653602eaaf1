"""Counts episodes into cells: successes, trials and unscored episodes by agent and configuration."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from lifeworld.report.columns import Episodes, added, combined, first_rows, numbered
from lifeworld.stats import Tally
from lifeworld.stats.tally import FloatArray, IntArray

T = TypeVar("T")
MOST_CELLS = 8_000_000  # of one agent, dense; beyond, configurations are pooled within their task
STRATA = ("single", "cross", "memory", "prose", "composed")


@dataclass(frozen=True)
class Contender:
    """One agent through one channel of one driver: what a report compares.

    `label` is as short as tells it from the others; `in_process` says that nothing kept it from reading the answers.
    """

    agent: str
    channel: str
    driver: str
    privileged: bool
    label: str
    in_process: bool = False


@dataclass(frozen=True, eq=False)
class Cells:
    """Configurations that ran, and how each contender fared in them.

    Attributes:
        contenders: in the report's order; rows of the three counts.
        apps, categories: the apps' names, and the stratum of each.
        tasks: names of each app's tasks.
        app, task, place: of each configuration: its app, its task within the app, its number within that.
        touched: the apps that each task touches, by app and task.
        axes: of each configuration, its value's number on each axis.
        successes, trials, lost, faults: episodes by contender and configuration; lost ones were not scored, faults
            followed the agent's own action and are failures among the trials.
        contender, cell: of each episode.
    """

    contenders: tuple[Contender, ...]
    apps: tuple[str, ...]
    categories: tuple[str, ...]
    tasks: tuple[tuple[str, ...], ...]
    touched: dict[tuple[int, int], tuple[str, ...]]
    app: IntArray
    task: IntArray
    place: IntArray
    axes: dict[str, IntArray]
    successes: IntArray
    trials: IntArray
    lost: IntArray
    faults: IntArray
    contender: IntArray
    cell: IntArray

    def ordered(self, order: Sequence[int]) -> "Cells":
        """Return the same with the contenders in another order, given by their numbers."""
        rows: dict[str, Any] = {name: getattr(self, name)[order] for name in ("successes", "trials", "lost", "faults")}
        contenders = tuple(self.contenders[n] for n in order)
        return replace(self, contenders=contenders, contender=np.argsort(order)[self.contender], **rows)

    @cached_property
    def labels(self) -> list[str]:
        """What the contenders are called, in their order."""
        return [one.label for one in self.contenders]

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """Apps, tasks of the richest app, configurations of the richest task."""
        return len(self.apps), int(self.task.max()) + 1, int(self.place.max()) + 1

    @property
    def pooled(self) -> bool:
        """Configurations are too many to be told apart in the scores' arrays."""
        return int(np.prod(self.shape)) > MOST_CELLS

    @cached_property
    def flat(self) -> IntArray:
        """Place of each configuration in an array [app, task, configuration]."""
        place = np.zeros_like(self.place) if self.pooled else self.place
        return np.asarray(np.ravel_multi_index((self.app, self.task, place), self._dense))

    @property
    def _dense(self) -> tuple[int, int, int]:
        return (*self.shape[:2], 1) if self.pooled else self.shape

    def dense(self, counts: IntArray) -> IntArray:
        """Return counts of each configuration as an array [app, task, configuration]."""
        return added(self.flat, counts, self._dense)

    def outcomes(self, contender: int) -> tuple[IntArray, IntArray]:
        """Return a contender's successes and scored episodes, [app, task, configuration]."""
        return self.dense(self.successes[contender]), self.dense(self.trials[contender])

    def stratum(self, category: str) -> list[int]:
        """Return the numbers of the apps of a stratum."""
        return [n for n, own in enumerate(self.categories) if own == category]

    @cached_property
    def leading(self) -> int:
        """The stratum that a headline is about: single-app tasks, else the first with scored episodes."""
        scored = {self.categories[app] for app in self.app[self.trials.any(axis=0)]}
        return next((n for n, stratum in enumerate(STRATA) if stratum in scored), 0)

    @property
    def headline(self) -> list[int]:
        """The numbers of the apps that a headline is about."""
        return self.stratum(STRATA[self.leading])

    def tally(self, contender: int, apps: list[int]) -> Tally | None:
        """Return a contender's scored episodes in some apps, those without any left out; None if none is left."""
        wins, trials = (each[apps] for each in self.outcomes(contender))
        ran = trials.any(axis=(1, 2))
        return Tally(wins[ran], trials[ran]) if ran.any() else None

    def rates(self, contender: int) -> FloatArray:
        """Return the share of successes in each task, [app, task]; NaN where none was scored."""
        return _shares(*(each.sum(axis=2) for each in self.outcomes(contender)))

    def configuration_rates(self, contender: int) -> FloatArray:
        """Return the share of successes in each configuration, [app, task, configuration]; NaN as above."""
        return _shares(*self.outcomes(contender))


def cells(episodes: Episodes) -> Cells:
    """Count a run's episodes into configurations."""
    contender, found = _contenders(episodes)
    category, own = episodes.texts["category"], episodes.texts["app"]
    app, _ = combined([category.codes, own.codes])
    rows = first_rows(app)
    apps = [(category.labels[category.codes[row]], own.labels[own.codes[row]]) for row in rows]
    named = episodes.texts["task"]
    task, ones = numbered(app, named.codes)
    key, _ = combined([app, task, *(axis.codes for axis in episodes.axes.values())])
    first = first_rows(key)
    place, _ = numbered(combined([app[first], task[first]])[0], np.arange(first.size))
    by_app = tuple(tuple(named.labels[named.codes[row]] for row in ones if app[row] == a) for a in range(len(apps)))
    scored, wins = episodes.scored, episodes.success
    masks = (wins, scored, ~scored, scored & ~wins & episodes.marked("fault"))
    shape = (len(found), first.size)
    successes, trials, lost, faults = (added(contender * first.size + key, mask, shape) for mask in masks)
    return Cells(
        contenders=found,
        apps=tuple(name for _, name in apps),
        categories=tuple(category for category, _ in apps),
        tasks=by_app,
        touched=_touched(episodes, app[first], task[first], first),
        app=app[first],
        task=task[first],
        place=place,
        axes={axis: own.codes[first].astype(np.int64) for axis, own in episodes.axes.items()},
        successes=successes,
        trials=trials,
        lost=lost,
        faults=faults,
        contender=contender,
        cell=key,
    )


def _shares(wins: IntArray, trials: IntArray) -> FloatArray:
    return np.asarray(np.where(trials > 0, wins / np.maximum(trials, 1), np.nan))


def by_label(cells: Cells, find: Callable[[int], T | None]) -> dict[str, T]:
    """Return what is found of each contender by its label, but of those of which nothing can be said."""
    found = dict[str, T]()
    for n, one in enumerate(cells.contenders):
        with suppress(ValueError):
            if (told := find(n)) is not None:
                found[one.label] = told
    return found


def _contenders(episodes: Episodes) -> tuple[IntArray, tuple[Contender, ...]]:
    """Number the contenders, the ordinary ones first, then those that know the task."""
    names = ("agent", "channel", "driver")
    key, size = combined([episodes.texts[name].codes for name in names])
    first = first_rows(key)
    columns = [episodes.texts[name] for name in names]
    told = [(*(column.labels[column.codes[row]] for column in columns),) for row in first]
    knows, inside = (
        (np.bincount(key, weights=episodes.marked(name), minlength=size) > 0).tolist()
        for name in ("privileged", "in_process")
    )
    order = sorted(range(size), key=lambda n: (knows[n], told[n]))
    number = np.empty(size, dtype=np.int64)
    number[order] = np.arange(size)
    varying = [place for place in range(3) if len({one[place] for one in told}) > 1 or place == 0]
    short = [" · ".join(one[place] for place in varying if one[place]) for one in told]
    made = (Contender(told[n][0], told[n][1], told[n][2], knows[n], short[n], inside[n]) for n in order)
    return number[key], tuple(made)


def _touched(
    episodes: Episodes, app: IntArray, task: IntArray, first: IntArray
) -> dict[tuple[int, int], tuple[str, ...]]:
    texts, own = episodes.texts["apps"], episodes.texts["app"]
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for a, s, row in zip(app.tolist(), task.tolist(), first.tolist(), strict=True):
        if (a, s) not in found:
            named = tuple(part for part in texts.labels[texts.codes[row]].split(",") if part)
            found[a, s] = named or (own.labels[own.codes[row]],)
    return found

"""From a run's rows to the figures of its report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lifeworld import stats
from lifeworld.stats import Comparison, Estimate

Row = dict[str, Any]
STRATA = ("single", "cross", "memory")


@dataclass(frozen=True)
class Contender:
    """One agent through one channel of one driver: what a report compares."""

    agent: str
    channel: str
    driver: str
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        return f"{self.agent} · {self.channel} · {self.driver}"

    @property
    def privileged(self) -> bool:
        """It is handed the task's definition, so it stands apart."""
        return any(row["privileged"] for row in self.rows)

    @property
    def scored(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row["status"] != "unscored")

    def counts(self) -> dict[str, int]:
        """Return how many episodes succeeded, failed and were not scored."""
        return {kind: sum(row["status"] == kind for row in self.rows) for kind in ("success", "failure", "unscored")}

    def mean(self, column: str) -> float:
        """Return the mean of a numeric column over scored episodes; NaN where there are none."""
        return float(np.mean([row[column] for row in self.scored])) if self.scored else float("nan")

    def in_stratum(self, category: str) -> tuple[Row, ...]:
        return tuple(row for row in self.scored if row["category"] == category)


def contenders(rows: Iterable[Row]) -> list[Contender]:
    """Return the agents of a run, the ordinary ones first, then those that know the task."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["agent"], row["channel"], row["driver"]), []).append(row)
    made = [Contender(*key, tuple(own)) for key, own in sorted(found.items())]
    return sorted(made, key=lambda one: (one.privileged, one.name))


def suite(rows: Sequence[Row]) -> Estimate | None:
    """Return the suite score of some episodes: the mean over apps, with its interval; None without episodes.

    Where no app has two scenarios there is nothing between scenarios to learn from: Wilson's interval over episodes,
    with a warning.
    """
    if not rows:
        return None
    counts = tally(rows)
    try:
        return stats.suite_interval(counts)
    except ValueError:
        wins, trials = int(counts.successes.sum()), int(counts.trials.sum())
        plain = stats.wilson(wins, trials)
        warning = "no app has two scenarios: the interval knows only of chance within episodes"
        return Estimate(plain.value, plain.low, plain.high, trials, plain.level, plain.method, warnings=(warning,))


def tally(rows: Sequence[Row]) -> stats.Tally:
    """Return successes and trials by app and scenario, both in the order of their names."""
    scenarios = sorted({(row["app"], row["scenario"]) for row in rows})
    apps = sorted({app for app, _ in scenarios})
    within = {key: sum(other[0] == key[0] for other in scenarios[:place]) for place, key in enumerate(scenarios)}
    app = [apps.index(row["app"]) for row in rows]
    scenario = [within[row["app"], row["scenario"]] for row in rows]
    return stats.tally_episodes([float(row["success"]) for row in rows], app, scenario)


def rate(rows: Sequence[Row]) -> Estimate | None:
    """Return the share of successes with Wilson's interval; None without episodes."""
    return stats.wilson(sum(bool(row["success"]) for row in rows), len(rows)) if rows else None


def by_app(rows: Sequence[Row]) -> dict[str, Estimate | None]:
    """Return the rate of each app, a task counting for every app that it touches."""
    apps = sorted({app for row in rows for app in row["apps"].split(",")})
    return {app: rate([row for row in rows if app in row["apps"].split(",")]) for app in apps}


def better(a: Contender, b: Contender) -> Comparison | None:
    """Return by how much b scores above a on the configurations that both ran; None where they share none."""
    own = {_cell(row): row for row in a.scored}
    shared = [(own[_cell(row)], row) for row in b.scored if _cell(row) in own]
    if not shared:
        return None
    first, second = (tally([pair[side] for pair in shared]) for side in (0, 1))
    try:
        return stats.paired_cluster_t(first, second, pooled=bool((first.trials.any(axis=0).sum() < 2).any()))
    except ValueError:
        return None


def bounds(contender: Contender) -> tuple[float, float]:
    """Return the share of successes had all unscored episodes failed, and had all succeeded."""
    counts = contender.counts()
    total = sum(counts.values())
    return counts["success"] / total, (counts["success"] + counts["unscored"]) / total


def _cell(row: Row) -> tuple[Any, ...]:
    names = ("scenario", "instance", "phrasing", "profile", "theme", "device", "repeat")
    return tuple(row[name] for name in names)

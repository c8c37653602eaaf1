"""What episodes of any harness show: suite scores, differences, apps, axes, each with its interval."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import nan
from typing import Any

import numpy as np
import pyarrow.compute as pc

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import plain
from lifeworld.report.luck import mad_by_luck as by_luck
from lifeworld.report.readers.table import AXIS, MEASURES, SCORE, Codes, Episodes, cells_of, codes
from lifeworld.stats import Bounds, Comparison, Estimate, Null, Sensitivity, Tally
from lifeworld.stats.multiplicity import Correction
from lifeworld.stats.profiles import bounds_of

MOST_CELLS = 50_000_000


@dataclass(frozen=True)
class Standing:
    """One agent: its suite score, the score of each app, and what its episodes took."""

    agent: str
    suite: Estimate | None
    apps: dict[str, Estimate]
    successes: int
    failures: int
    unscored: int
    bounds: Bounds | None
    means: dict[str, float]
    score: Estimate | None = None


@dataclass(frozen=True)
class Difference:
    """By how much `over` scores above `under` on the configurations that both ran; `why_not` where that is unknown."""

    over: str
    under: str
    found: Comparison | None
    adjusted: float = nan
    why_not: str = ""


@dataclass(frozen=True)
class Axis:
    """How much an agent's success moves along one axis, beside what luck alone would give."""

    agent: str
    axis: str
    found: Sensitivity
    null: Null


@dataclass(frozen=True)
class Findings:
    """All that a report of any results shows."""

    episodes: int
    apps: tuple[str, ...]
    tasks: int
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    axes: tuple[Axis, ...]
    correction: Correction
    level: float
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values; what is not known or not finite is null, and `why_null` beside it says which."""
        found: dict[str, Any] = plain(asdict(self))
        for told, one in zip(found["axes"], self.axes, strict=True):
            told["found"]["excess"] = one.found.excess
        return found


def findings(episodes: Episodes, level: float = 0.95, correction: Correction = "holm") -> Findings:
    """Return what episodes show.

    Raises:
        UserError: no episode is scored, or there are too many cells to hold.
    """
    board = Board(episodes)
    if SCORE not in episodes.table.column_names and episodes.table["success"].null_count == len(episodes):
        raise UserError("no episode is scored: every success is empty")
    standings = tuple(_standing(board, agent, level) for agent in episodes.agents)
    return Findings(
        episodes=len(episodes),
        apps=tuple(board.apps),
        tasks=board.tasks,
        standings=standings,
        differences=tuple(_adjusted([_difference(board, *pair, level) for pair in _pairs(standings)], correction)),
        axes=tuple(_axes(board)),
        correction=correction,
        level=level,
        notes=episodes.notes + _unlike(board),
    )


class Board:
    """Episodes counted into cells [app, task, configuration], the same cell for every agent."""

    def __init__(self, episodes: Episodes) -> None:
        table = episodes.table
        self.episodes = episodes
        self.apps = episodes.values("app")
        self.app = codes(table["app"])
        pairs = cells_of(table, ("app", "task"))
        self.task = ranked(self.app, pairs)
        self.tasks = int(pairs.max()) + 1
        self.pairs = pairs
        self.configuration = ranked(pairs, cells_of(table, [AXIS + axis for axis in episodes.axes]))
        self.agent = codes(table["agent"])
        self.scored = table["success"].is_valid().to_numpy()
        self.success = pc.fill_null(table["success"], False).to_numpy().astype(np.int64)

    def tally(self, agent: str, *dimensions: Codes) -> tuple[Tally, Codes]:
        """Return an agent's counts over the apps in which it has a score, and the numbers of those apps."""
        successes, trials, _ = self.counts(agent, *dimensions)
        kept = np.flatnonzero(trials.reshape(len(trials), -1).any(axis=1))
        if not kept.size:
            raise ValueError("no episode is scored")
        return Tally(successes[kept], trials[kept]), kept

    def counts(self, agent: str, *dimensions: Codes) -> tuple[Codes, Codes, Codes]:
        """Return successes, trials and unscored episodes in each cell, of all apps.

        Raises:
            UserError: there are too many cells to hold.
        """
        own = self.agent == self.episodes.agents.index(agent)
        places = (self.app, self.task, *(dimensions or (self.configuration,)))
        shape = tuple(int(place.max()) + 1 for place in places)
        if np.prod(shape, dtype=float) > MOST_CELLS:
            raise UserError(f"{' × '.join(map(str, shape))} cells are too many; name fewer axes with --axis")
        flat = np.ravel_multi_index(places, shape)
        made = [np.bincount(flat[own & rows], minlength=int(np.prod(shape))).reshape(shape) for rows in self._kinds()]
        return made[0], made[1], made[2]

    def common(self, under: str, over: str) -> tuple[Tally, Tally, Codes] | None:
        """Return both agents' counts in the cells that both ran, and the number of such tasks in each app.

        None where there is no such cell.
        """
        first, second = self.counts(under), self.counts(over)
        shared = (first[1] > 0) & (second[1] > 0)
        tasks = shared.any(axis=2).sum(axis=1)
        kept = np.flatnonzero(tasks)
        if not kept.size:
            return None
        a, b = (Tally(*(np.where(shared, part, 0)[kept] for part in own[:2])) for own in (first, second))
        return a, b, tasks[kept]

    def _kinds(self) -> tuple[np.ndarray[Any, Any], ...]:
        return self.scored & (self.success == 1), self.scored, ~self.scored


def ranked(group: Codes, member: Codes) -> Codes:
    """Return the place of each row's member among the members of its group."""
    _, pairs = np.unique(group * (int(member.max(initial=0)) + 1) + member, return_inverse=True)
    firsts = np.full(int(group.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(firsts, group, pairs)
    return np.asarray(pairs - firsts[group], np.int64)


def _standing(board: Board, agent: str, level: float) -> Standing:
    successes, trials, lost = board.counts(agent)
    met = (trials + lost).reshape(len(trials), -1).any(axis=1)
    bounds = bounds_of(successes[met], trials[met], lost[met]) if lost.any() else None
    rows = board.episodes.table.filter(pc.equal(board.episodes.table["agent"], agent))
    means = {name: pc.mean(rows[name]).as_py() for name in MEASURES if rows[name].null_count < rows.num_rows}
    counted = int(successes.sum()), int((trials - successes).sum()), int(lost.sum())
    score = mean_score(board, agent, level)
    if not trials.any():
        return Standing(agent, None, {}, *counted, bounds, means, score)
    tally, kept = board.tally(agent)
    apps = {board.apps[app]: stats.suite_interval(tally.app(place), level) for place, app in enumerate(kept)}
    return Standing(agent, stats.suite_interval(tally, level), apps, *counted, bounds, means, score)


def mean_score(board: Board, agent: str, level: float) -> Estimate | None:
    """Return the mean of an agent's scores with its interval, None without any; scores within 0 and 1 are shares.

    Raises:
        UserError: there is no interval for them; says why.
    """
    if SCORE not in board.episodes.table.column_names:
        return None
    scores = pc.fill_null(board.episodes.table[SCORE], nan).to_numpy()
    own = (board.agent == board.episodes.agents.index(agent)) & ~np.isnan(scores)
    if not own.any():
        return None
    every = scores[~np.isnan(scores)]
    bounds = (0.0, 1.0) if every.min() >= 0 and every.max() <= 1 else None
    app, task, configuration = (each[own] for each in (board.app, board.task, board.configuration))
    try:
        made = stats.from_labels(scores[own], app, task, {"configuration": configuration})
        return stats.score_interval(made.values, level, bounds)
    except ValueError as error:
        raise UserError(f"{agent}, mean score: {error}") from None


def _pairs(standings: Sequence[Standing]) -> list[tuple[str, str]]:
    """Return every two agents, the one with the higher score first."""
    order = sorted((one for one in standings if one.suite), key=lambda one: -one.suite.value if one.suite else 0)
    return [(over.agent, under.agent) for over, under in combinations(order, 2)]


def _difference(board: Board, over: str, under: str, level: float) -> Difference:
    shared = board.common(under, over)
    if shared is None:
        return Difference(over, under, None, why_not="no configuration was run by both")
    try:
        found = stats.paired_cluster_t(*shared[:2], level, pooled=bool((shared[2] < 2).any()))
    except ValueError:
        return Difference(over, under, None, why_not="no app has two tasks that both ran")
    return Difference(over, under, found)


def _adjusted(differences: list[Difference], correction: Correction) -> list[Difference]:
    known = [one for one in differences if one.found]
    if not known:
        return differences
    adjusted = stats.adjust_p_values([one.found.p_value for one in known if one.found], correction)
    values = {(one.over, one.under): float(value) for one, value in zip(known, adjusted, strict=True)}
    return [Difference(d.over, d.under, d.found, values.get((d.over, d.under), nan), d.why_not) for d in differences]


def _axes(board: Board) -> list[Axis]:
    """Return what is known of each axis, for each agent whose cells differ in it."""
    found = []
    for axis in board.episodes.axes:
        others = [AXIS + other for other in board.episodes.axes if other != axis]
        rest = ranked(board.pairs, cells_of(board.episodes.table, others))
        levels = ranked(board.pairs, codes(board.episodes.table[AXIS + axis]))
        for agent in board.episodes.agents:
            try:
                tally, _ = board.tally(agent, rest, levels)
                found.append(Axis(agent, axis, stats.mad(tally, 1), by_luck(tally, 1)))
            except ValueError:
                continue  # this agent ran no two configurations that differ in this axis alone
    return found


def _unlike(board: Board) -> tuple[str, ...]:
    """Say which agents lack apps that others ran: their suite scores are means over other apps."""
    own = {
        agent: set(np.flatnonzero(board.counts(agent)[1].any(axis=(1, 2))).tolist()) for agent in board.episodes.agents
    }
    every = set().union(*own.values())
    lacking = {agent: ", ".join(board.apps[app] for app in sorted(every - apps)) for agent, apps in own.items()}
    told = "{} has no scored episode in {}: its suite score is over other apps than the others'"
    return tuple(told.format(agent, apps) for agent, apps in lacking.items() if apps)

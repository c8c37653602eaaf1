"""From a pilot's episodes to the size of the study that a wanted width or power needs."""

from dataclasses import dataclass
from math import isnan

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.report.cells import Cells
from lifeworld.report.comparison import common
from lifeworld.report.readers.findings import agent_tally, cells_of
from lifeworld.report.readers.table import SCORE, Episodes, unknown
from lifeworld.stats import Components, Design, Limits, Tally

FLAT = "every task of an app came out the same in the pilot, which says nothing of how many are needed: take others"
UNSURE = 1.5  # times its estimate that the variance between tasks may be without a warning


@dataclass(frozen=True)
class Planned:
    """A design, what the pilot says that it is for, and the variances that it rests on; none without any variance."""

    subject: str
    design: Design | None
    components: Components
    doubts: tuple[str, ...]


def for_width(episodes: Episodes, width: float, level: float, limits: Limits, agent: str = "") -> list[Planned]:
    """Return for each agent of a pilot (or the one named) the cheapest design whose interval is so wide at most.

    Raises:
        UserError: there is no such agent, the pilot has too few data, or no design within the limits is enough.
    """
    counted, scores = cells_of(episodes), SCORE in episodes.table.column_names
    chosen = map(episodes.agents.index, [_named(episodes, agent)] if agent else episodes.agents)
    plans = [_for_width(counted, one, width, level, limits, scores) for one in chosen]
    if not any(one.design for one in plans):
        raise UserError(f"{', '.join(one.subject for one in plans)}: {FLAT}")
    return plans


def for_power(
    episodes: Episodes, pair: tuple[str, ...], difference: float, power: float, limits: Limits, level: float = 0.95
) -> Planned:
    """Return the cheapest design in which such a difference of two agents is detected with such a power.

    Raises:
        UserError: the pilot has not two agents on the same configurations, or no design within the limits is enough.
    """
    under, over = _two(episodes, pair)
    shared = common(cells_of(episodes), *map(episodes.agents.index, (under, over)))
    if shared is None:
        raise UserError(f"{under} and {over} ran no configuration in common; a pilot needs the same ones for both")
    try:
        components = stats.difference_components(*shared)
        if _is_flat(components):
            raise ValueError(FLAT)
        design = stats.plan_power(components, len(episodes.values("app")), difference, power, limits, level)
    except ValueError as error:
        raise UserError(f"{over} over {under}: {error}") from None
    return Planned(f"{over} over {under}", design, components, _doubts(components, shared[0]))


def _for_width(cells: Cells, agent: int, width: float, level: float, limits: Limits, scores: bool) -> Planned:
    name, counts = cells.contenders[agent].label, agent_tally(cells, agent)
    try:
        if counts is None:
            told = "; --read success_at=0.5 counts scores from there on as successes" if scores else ""
            raise ValueError(f"no episode is scored{told}")
        components = stats.variance_components(counts)
        if _is_flat(components):
            return Planned(name, None, components, (FLAT,))
        design = stats.plan_width(components, counts.apps, width, level, limits)
    except ValueError as error:
        raise UserError(f"{name}: {error}") from None
    return Planned(name, design, components, _doubts(components, counts))


def _named(episodes: Episodes, agent: str) -> str:
    """Return an agent's whole name, “tree · tree · dom”, of which the first word does where no other agent has it."""
    several = [one for one in episodes.agents if one.partition(" · ")[0] == agent]
    if agent not in episodes.agents and len(several) != 1:
        raise UserError(unknown("agent", agent, episodes.agents))
    return agent if agent in episodes.agents else several[0]


def _two(episodes: Episodes, pair: tuple[str, ...]) -> tuple[str, str]:
    agents = [_named(episodes, one) for one in pair or episodes.agents]
    if len(set(agents)) != 2 or len(agents) != 2:
        told = ", ".join(episodes.agents)
        raise UserError(f"a comparison needs two different agents; name them with --agent A,B. The pilot has {told}")
    return agents[0], agents[1]


def _doubts(components: Components, counts: Tally) -> tuple[str, ...]:
    """Return warnings: components that the pilot can't estimate, and the uncertainty of the others."""
    found = []
    if components.task == 0:
        found.append("the pilot's tasks came out too much alike to say how they differ: take more, or others")
    elif (times := stats.variance_limit(counts)) >= UNSURE:
        found.append(f"so few tasks leave open whether {times:.1f} times as many are needed")
    if isnan(components.rollout):
        found.append("the pilot has one rollout a configuration: more rollouts may help, but it can't say how much")
    if isnan(components.configuration):
        found.append("the pilot has one configuration a task: more may help, but it can't say how much")
    return tuple(found)


def _is_flat(components: Components) -> bool:
    known = (components.task, components.configuration, components.rollout)
    return not any(value for value in known if not isnan(value))

"""Agents by name."""

from collections.abc import Callable
from difflib import get_close_matches

from lifeworld.agents.agent import Agent
from lifeworld.agents.label import LabelAgent
from lifeworld.agents.null import NullAgent
from lifeworld.agents.oracle import OracleAgent
from lifeworld.agents.random_agent import RandomAgent
from lifeworld.agents.replay import ReplayAgent
from lifeworld.core.errors import UserError

ROSTER: dict[str, Callable[[str], Agent]] = {
    "label": lambda rest: LabelAgent(),
    "null": lambda rest: NullAgent(),
    "oracle": lambda rest: OracleAgent(),
    "random": lambda rest: RandomAgent(),
    "replay": ReplayAgent,
}


def create(name: str) -> Agent:
    """Return a new agent of this name, `name:rest` where it takes more (a model, a run to repeat).

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, _, rest = name.partition(":")
    if first not in ROSTER:
        near = get_close_matches(first, ROSTER, n=3, cutoff=0.4)
        hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(ROSTER)}"
        raise UserError(f"no agent “{first}”; {hint}")
    return ROSTER[first](rest)

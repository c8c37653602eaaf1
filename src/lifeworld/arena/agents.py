"""Registers the agents of the arena by a name, which voters see after the vote, and a spec as for `eval --agent`."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.agents.roster import create, is_ours
from lifeworld.agents.worker_process import GIGABYTE, Limits, WorkerProcess
from lifeworld.arena.tables import Agent, AgentStatus, now
from lifeworld.core.errors import UserError, hint

# Agents that need no key: two that read the tree, one that reads pixels, and oracles of known skill.
KEYLESS = {
    "tree": "tree",
    "label": "label",
    "ocr": "ocr",
    "oracle, slips 2 %": "oracle?slip=0.02",
    "oracle, slips 10 %": "oracle?slip=0.1",
    "oracle, slips 30 %": "oracle?slip=0.3",
}
HOST = Limits(memory=4 * GIGABYTE, starting=60.0)  # of the process of a user's own agent
MAX_STEPS, MAX_SECONDS = 200, 3600.0


def register(session: Session, name: str, spec: str, steps: int = 30, seconds: float = 180.0) -> Agent:
    """Register an agent, or return it if it is registered with the same values.

    Raises:
        UserError: the agent can't be created, the name is taken, or a limit is out of bounds.
    """
    _check(name, spec, steps, seconds)
    name = name.strip()
    known = next(iter(_same_name(session, name)), None)
    if known is None:
        known = Agent(name=name, spec=spec, steps=steps, seconds=seconds, created=now())
        session.add(known)
        session.flush()
    elif (known.name, known.spec, known.steps, known.seconds) != (name, spec, steps, seconds):
        raise UserError(f"the name “{known.name}” is taken by another agent; choose another name")
    return known


def start_once(spec: str) -> None:
    """Start an agent once in a separate process, as a worker does; the agent may be third-party code.

    Raises:
        UserError: it can't be created.
    """
    if not is_ours(spec):
        asyncio.run(_start_once(spec))


def all_names(session: Session) -> list[str]:
    """Return every agent's name and spec, which nobody who votes may read."""
    return [name for row in session.execute(select(Agent.name, Agent.spec)) for name in row]


async def _start_once(spec: str) -> None:
    host = await WorkerProcess.started(spec, HOST)
    await host.end("it was started as a test")


def register_keyless(session: Session) -> list[Agent]:
    """Register the agents that ship, except those whose packages are not installed."""
    return [register(session, name, spec) for name, spec in KEYLESS.items() if _is_available(spec)]


def set_status(session: Session, name: str, status: AgentStatus) -> Agent:
    """Activate, pause or retire an agent.

    Raises:
        UserError: there is no agent of this name, or it is retired.
    """
    agent = find(session, name)
    session.refresh(agent, with_for_update=True)  # it may be retired concurrently
    if agent.status == "retired" and status != "retired":
        raise UserError(f"“{name}” is retired, which is final; register it under another name")
    agent.status = status
    return agent


def find(session: Session, name: str) -> Agent:
    """Return an agent by name.

    Raises:
        UserError: there is no agent of this name.
    """
    found = next(iter(_same_name(session, name)), None)
    if found is None:
        raise UserError(f"no agent “{name}”; {hint(name, list(session.scalars(select(Agent.name))))}")
    return found


def _same_name(session: Session, name: str) -> list[Agent]:
    """Return the agents whose names differ from this one only in case or spaces, an exact match first."""
    read = [one for one in session.scalars(select(Agent)) if _normalized(one.name) == _normalized(name)]
    return sorted(read, key=lambda one: (one.name != name, one.id))


def _normalized(name: str) -> str:
    return " ".join(name.split()).casefold()


def active(session: Session, written: bool = False) -> Sequence[Agent]:
    """Return the active agents; for a visitor's own task, only those that need no task definition."""
    found = session.scalars(select(Agent).where(Agent.status == "active").order_by(Agent.id)).all()
    return [agent for agent in found if not (written and privileged(agent.spec))]


def privileged(spec: str) -> bool:
    """Return whether an agent reads the task definition, so that it can't play a visitor's own task."""
    return is_ours(spec) and create(spec).privileged


def _check(name: str, spec: str, steps: int, seconds: float) -> None:
    if not name.strip() or len(name) > 80 or not name.isprintable():
        raise UserError("an agent's name must have 1 to 80 printable characters")
    if len(spec) > 500:
        raise UserError("an agent's spec must have at most 500 characters")
    if not 1 <= steps <= MAX_STEPS or not 1 <= seconds <= MAX_SECONDS:
        raise UserError(f"an agent's limits must be 1 to {MAX_STEPS} steps and 1 to {MAX_SECONDS:g} seconds")
    if is_ours(spec):
        create(spec)


def _is_available(spec: str) -> bool:
    try:
        create(spec)
    except UserError:
        return False
    return True

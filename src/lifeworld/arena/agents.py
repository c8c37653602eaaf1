"""The register of contenders: agents by the spec that `eval --agent` takes, under names that voters see afterwards."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.agents.roster import create, is_ours
from lifeworld.agents.worker_process import GIGABYTE, Limits, WorkerProcess
from lifeworld.arena.tables import Agent, AgentStatus, now
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

# Contenders that need no key: two that read the tree, one that reads pixels, and oracles of known skill.
KEYLESS = {
    "tree": "tree",
    "label": "label",
    "ocr": "ocr",
    "oracle 2 %": "oracle?slip=0.02",
    "oracle 10 %": "oracle?slip=0.1",
    "oracle 30 %": "oracle?slip=0.3",
}
HOST = Limits(memory=4 * GIGABYTE, starting=60.0)  # of the process of an agent of one's own
MOST_STEPS, MOST_SECONDS = 200, 3600.0


def register(session: Session, name: str, spec: str, steps: int = 30, seconds: float = 180.0) -> Agent:
    """Add a contender, or return the one that is so registered already.

    Raises:
        UserError: the agent can't be made, the name is another's, or a limit is out of bounds.
    """
    _check(name, spec, steps, seconds)
    name = name.strip()
    known = next(iter(_alike(session, name)), None)
    if known is None:
        known = Agent(name=name, spec=spec, steps=steps, seconds=seconds, created=now())
        session.add(known)
        session.flush()
    elif (known.name, known.spec, known.steps, known.seconds) != (name, spec, steps, seconds):
        raise UserError(f"there is another agent “{known.name}”; its votes are its own, so take another name")
    return known


def tried(spec: str) -> None:
    """Have an agent made in a process of its own, as a worker has it made; it may be anybody's code.

    Raises:
        UserError: it can't be made.
    """
    if not is_ours(spec):
        asyncio.run(_tried(spec))


async def _tried(spec: str) -> None:
    host = await WorkerProcess.started(spec, HOST)
    await host.end("it was only tried")


def register_keyless(session: Session) -> list[Agent]:
    """Add the contenders that ship, but for those whose packages are not installed."""
    return [register(session, name, spec) for name, spec in KEYLESS.items() if _can_be_made(spec)]


def turn(session: Session, name: str, status: AgentStatus) -> Agent:
    """Make a contender active, pause it or retire it.

    Raises:
        UserError: there is none of this name, or it is retired for good.
    """
    agent = find(session, name)
    session.refresh(agent, with_for_update=True)  # somebody may retire it meanwhile
    if agent.status == "retired" and status != "retired":
        raise UserError(f"“{name}” is retired for good; register it under another name")
    agent.status = status
    return agent


def find(session: Session, name: str) -> Agent:
    """Return a contender by name.

    Raises:
        UserError: there is none of this name.
    """
    found = next(iter(_alike(session, name)), None)
    if found is None:
        raise UserError(f"no agent “{name}”; {hint(name, list(session.scalars(select(Agent.name))))}")
    return found


def _alike(session: Session, name: str) -> list[Agent]:
    """Return the contenders that voters would read as this name, the one that is spelled so first."""
    read = [one for one in session.scalars(select(Agent)) if _read(one.name) == _read(name)]
    return sorted(read, key=lambda one: (one.name != name, one.id))


def _read(name: str) -> str:
    return " ".join(name.split()).casefold()


def active(session: Session, written: bool = False) -> Sequence[Agent]:
    """Return the contenders that may be drawn; for a written task those alone that need no task's definition."""
    found = session.scalars(select(Agent).where(Agent.status == "active").order_by(Agent.id)).all()
    return [agent for agent in found if not (written and privileged(agent.spec))]


def privileged(spec: str) -> bool:
    """Return whether an agent is told the task's definition, so that it can't play a written task."""
    return is_ours(spec) and create(spec).privileged


def _check(name: str, spec: str, steps: int, seconds: float) -> None:
    if not name.strip() or len(name) > 80 or not name.isprintable():
        raise UserError("a contender's name has 1 to 80 characters that can be printed")
    if len(spec) > 500:
        raise UserError("a contender's spec has 500 characters at most")
    if not 1 <= steps <= MOST_STEPS or not 1 <= seconds <= MOST_SECONDS:
        raise UserError(f"a contender's limits are 1 to {MOST_STEPS} steps and 1 to {MOST_SECONDS:g} seconds")
    if is_ours(spec):
        create(spec)


def _can_be_made(spec: str) -> bool:
    try:
        create(spec)
    except UserError:
        return False
    return True

"""Battles as their visitors have them: made, paused and stopped, and asked in between."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from lifeworld.arena import agents, queue
from lifeworld.arena.tables import SIDES, Agent, Battle, Made, Question, Side, Wanted, now
from lifeworld.core.errors import UserError
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.taskkit.written import Written

MOST_WORDS = 2000  # characters of a goal, of a comment and of a reply


class Pair(Protocol):
    """Two contenders by name, and the chance with which they were drawn; None where somebody chose them."""

    @property
    def left(self) -> str: ...

    @property
    def right(self) -> str: ...

    @property
    def chance(self) -> float | None: ...


@dataclass(frozen=True)
class Chosen:
    """A pair that nobody drew."""

    left: str
    right: str
    chance: float | None = None


def new_battle(
    session: Session,
    configuration: Configuration,
    pair: Pair,
    made: Made,
    visitor: UUID | None = None,
    goal: str = "",
    held: bool = False,
) -> Battle:
    """Make a battle and queue it.

    Args:
        session: that writes.
        configuration: what both worlds start from; `Written.id` is the task of a written task.
        pair: who plays which side.
        made: live or ahead.
        visitor: whose battle it is.
        goal: the visitor's own words, for a written task only.
        held: leave it to a moderator to release it.

    Raises:
        UserError: the configuration, the goal or the pair can't be.
    """
    written = configuration.task == Written.id
    contenders = _contenders(session, pair, written)
    moment = now()
    battle = Battle(
        id=secrets.token_urlsafe(16),
        configuration=configuration.to_json(),
        device=configuration.device,
        category="written" if written else find(configuration.task).category(),
        goal=_goal(configuration, goal, written),
        written=written,
        chance=pair.chance,
        made=made,
        status="held" if held else "queued",
        visitor=visitor,
        created=moment,
    )
    session.add(battle)
    session.flush()
    session.add_all(
        Side(battle=battle.id, side=side, agent=one.id) for side, one in zip(SIDES, contenders, strict=True)
    )
    if not held:
        queue.put(session, battle)
    session.flush()
    return battle


def release(session: Session, battle: str) -> None:
    """Queue a battle that was held for a moderator.

    Raises:
        UserError: it is not held.
    """
    found = find_battle(session, battle)
    if found.status != "held":
        raise UserError(f"the battle is {found.status} and not held")
    queue.put(session, found)


def withdraw(session: Session, battle: str, reason: str) -> None:
    """Take a battle away from voters and workers for good; its votes are kept."""
    queue.drop(session, battle)
    found = find_battle(session, battle)
    found.status, found.reason, found.wanted = "withdrawn", reason, "stop"


def find_battle(session: Session, battle: str) -> Battle:
    """Return a battle with its sides.

    Raises:
        UserError: there is none; the words are those that a visitor may read.
    """
    found = session.get(Battle, battle, options=[selectinload(Battle.sides)])
    if found is None:
        raise UserError("there is no such battle")
    return found


def set_wanted(session: Session, battle: str, wanted: Wanted) -> None:
    """Pause the agents, let them go on, or stop them; a battle that has been stopped stays so."""
    found = find_battle(session, battle)
    if found.wanted != "stop":
        found.wanted = wanted


def stop(session: Session, battle: str) -> None:
    """End a battle where it is; it may be voted on as it stands."""
    set_wanted(session, battle, "stop")


def open_questions(session: Session, battle: str) -> Sequence[Question]:
    """Return the questions of a battle that wait for its visitor."""
    query = select(Question).join(Side, Side.id == Question.side).where(Side.battle == battle)
    return session.scalars(query.where(Question.answered.is_(None)).order_by(Question.id)).all()


def reply(session: Session, question: int, text: str) -> bool:
    """Answer an agent's question, once; False where it has been answered or its time is over.

    Raises:
        UserError: there is no such question, or the answer is empty or too long.
    """
    found = session.get(Question, question, with_for_update=True)
    if found is None:
        raise UserError("there is no such question")
    if not 0 < len(text.strip()) <= MOST_WORDS:
        raise UserError(f"an answer has 1 to {MOST_WORDS} characters")
    if found.answered is not None:
        return False
    found.reply, found.answered = text.strip(), now()
    return True


def _contenders(session: Session, pair: Pair, written: bool) -> list[Agent]:
    if pair.left == pair.right:
        raise UserError("a battle wants two different agents")
    found = [agents.find(session, name) for name in (pair.left, pair.right)]
    for one in found:
        if one.status != "active":
            raise UserError(f"“{one.name}” is {one.status}")
        if written and agents.privileged(one.spec):
            raise UserError(f"“{one.name}” plays by the task's definition, and a written task has none")
    return found


def _goal(configuration: Configuration, goal: str, written: bool) -> str:
    if written and not 0 < len(goal.strip()) <= MOST_WORDS:
        raise UserError(f"a task has 1 to {MOST_WORDS} characters")
    if goal and not written:
        raise UserError(f"{configuration.task} has its own goal; words of one's own are for {Written.id}")
    if written:
        return goal.strip()
    instance = instance_of(configuration)
    return instance.task.goal(configuration.phrasing, configuration.goal_language)

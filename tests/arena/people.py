"""What tests of the arena make: voters, agents, battles that wait for votes."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from lifeworld.arena import agents, battles
from lifeworld.arena.tables import Battle, Made, Pair, Question, Voter, now
from lifeworld.taskkit.configuration import Configuration

TASK = Configuration("todo.CompleteTask", "nora")
PAIR = Pair("left one", "right one")


def voter(session: Session) -> UUID:
    made = Voter(id=uuid4(), created=now(), last_seen=now())
    session.add(made)
    session.flush()
    return made.id


def battle(session: Session, ready: bool = True, made: Made = "ahead", visitor: UUID | None = None) -> Battle:
    agents.register(session, "left one", "null")
    agents.register(session, "right one", "oracle?slip=0.5")
    made_one = battles.new_battle(session, TASK, PAIR, made, visitor)
    if ready:
        made_one.status = "ready"
    session.flush()
    return made_one


def open_questions(session: Session, battle: str) -> Sequence[Question]:
    """Return the questions of a battle that wait for its visitor."""
    asked = battles.questions(session, battles.find_battle(session, battle))
    return [one for one in asked if one.answered is None]

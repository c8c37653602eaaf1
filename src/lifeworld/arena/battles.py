"""Creates battles, and controls them: pause, stop, withdraw, and answers to agents' questions."""

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from lifeworld import apps
from lifeworld.arena import additions, agents, queue
from lifeworld.arena.beginning import Beginning
from lifeworld.arena.tables import SIDES, Agent, Battle, Made, Pair, Question, Side, Wanted, now
from lifeworld.core.errors import UserError
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

SEVERAL = "several"
MAX_CHARACTERS = 2000  # of a goal, a comment and a reply
_ONLY_WRITTEN = (
    "A theme and files of your own go with a task in your own words: what the catalogue’s tasks come to is known of "
    "the world without them"
)


def new_battle(
    session: Session,
    configuration: Configuration,
    pair: Pair,
    made: Made,
    visitor: UUID | None = None,
    goal: str = "",
    held: bool = False,
) -> Battle:
    """Create a battle of a pair and queue it, unless it is `held` for a moderator.

    `Written.id` is the task of a visitor's own task, and `goal` its text.

    Raises:
        UserError: the configuration, the goal or the pair is invalid.
    """
    contenders = _contenders(session, pair, configuration.task == Written.id)
    text, status = _goal(configuration, goal), "held" if held else "queued"
    battle = of(configuration, text, chance=pair.chance, made=made, visitor=visitor, created=now(), status=status)
    session.add(battle)
    session.flush()
    session.add_all(
        Side(battle=battle.id, side=side, agent=one.id) for side, one in zip(SIDES, contenders, strict=True)
    )
    if not held:
        queue.enqueue(session, battle)
    session.flush()
    return battle


def begin_with(battle: Battle, begun: Beginning) -> None:
    """Put what a visitor has added into the world of a battle that waits.

    Raises:
        UserError: its task is of the catalogue.
    """
    if begun.added and not battle.written:
        raise UserError(_ONLY_WRITTEN)
    battle.preset, battle.added = begun.preset, additions.filed(begun.added)


def release(session: Session, battle: str) -> None:
    """Queue a battle that was held for moderation.

    Raises:
        UserError: it is not held.
    """
    found = find_battle(session, battle)
    if found.status != "held":
        raise UserError(f"the battle is not held but {found.status}")
    queue.enqueue(session, found)


def withdraw(session: Session, battle: str, reason: str) -> None:
    """Withdraw a battle permanently from voters and workers; its votes are kept."""
    queue.dequeue(session, battle)
    found = find_battle(session, battle)
    found.status, found.reason, found.wanted = "withdrawn", reason, "stop"


def find_battle(session: Session, battle: str) -> Battle:
    """Return a battle with its sides.

    Raises:
        UserError: there is none; the message is shown to visitors.
    """
    found = session.get(Battle, battle, options=[selectinload(Battle.sides)])
    if found is None:
        raise UserError("there is no such battle")
    return found


def set_wanted(session: Session, battle: str, wanted: Wanted) -> None:
    """Pause, resume or stop the agents; stopping is final."""
    found = find_battle(session, battle)
    if found.wanted != "stop":
        found.wanted = wanted


def questions(session: Session, battle: Battle) -> Sequence[Question]:
    """Return what agents have asked in a battle."""
    asked = select(Question).join(Side, Side.id == Question.side).where(Side.battle == battle.id)
    return session.scalars(asked).all()


def reply(session: Session, question: int, text: str) -> bool:
    """Answer an agent's question; return False if it was answered before or has timed out.

    Raises:
        UserError: there is no such question, or the answer is empty or too long.
    """
    found = session.get(Question, question, with_for_update=True)
    if found is None:
        raise UserError("there is no such question")
    if not 0 < len(text.strip()) <= MAX_CHARACTERS:
        raise UserError(f"an answer has 1 to {MAX_CHARACTERS} characters")
    if found.answered is not None:
        return False
    found.reply, found.answered = text.strip(), now()
    return True


def _contenders(session: Session, pair: Pair, written: bool) -> list[Agent]:
    if pair.left == pair.right:
        raise UserError("a battle needs two different agents")
    found = [agents.find(session, name) for name in (pair.left, pair.right)]
    for one in found:
        if one.status != "active":
            raise UserError(f"“{one.name}” is {one.status}")
        if written and agents.privileged(one.spec):
            raise UserError(f"“{one.name}” reads the task definition, which a visitor's own task does not have")
    return found


def of(configuration: Configuration, goal: str, **more: Any) -> Battle:
    """Return a battle with what its configuration says, and more."""
    written = configuration.task == Written.id
    return Battle(
        id=secrets.token_urlsafe(16),
        configuration=configuration.to_json(),
        device=configuration.device,
        category="written" if written else find(configuration.task).category(),
        topic="" if written else topic_of(configuration.task),
        goal=goal,
        written=written,
        **more,
    )


def _goal(configuration: Configuration, goal: str) -> str:
    written = configuration.task == Written.id
    if written and not 0 < len(goal.strip()) <= MAX_CHARACTERS:
        raise UserError(f"a task has 1 to {MAX_CHARACTERS} characters")
    if goal and not written:
        raise UserError(f"{configuration.task} has its own goal; a goal can only be given for {Written.id}")
    if written:
        return goal.strip()
    return instance_of(configuration).goal(configuration)


def topic_of(task: str) -> str:
    """Return the app that a task of the catalogue is about; `several` where there are more."""
    first = task.partition(".")[0]
    return first if first in apps.by_id() else SEVERAL


def topic_of_pages(addresses: Iterable[str]) -> str:
    """Return the app that was open in most of these pages; "" if none was."""
    opened = (address.lstrip("/").partition("/")[0].partition("?")[0] for address in addresses)
    found = Counter(name for name in opened if name in apps.by_id())
    return max(found, key=lambda name: found[name], default="")

"""What a worker writes of a battle; each may be written twice, for a database that went away while it answered."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import queue
from lifeworld.arena.battles import find_battle
from lifeworld.arena.playing import Contest, Results
from lifeworld.arena.queue import Lease
from lifeworld.arena.tables import Agent, Question, SideName, now
from lifeworld.taskkit.configuration import Configuration


def contest(session: Session, battle: str) -> Contest:
    """Return what is to be played."""
    found = find_battle(session, battle)
    agents = {side.side: session.get_one(Agent, side.agent) for side in found.sides}
    return Contest(
        battle=battle,
        configuration=Configuration.from_json(found.configuration),
        goal=found.goal if found.written else "",
        written=found.written,
        live=found.made == "live",
        specs={side: agent.spec for side, agent in agents.items()},
        limits={side: (agent.steps, agent.seconds) for side, agent in agents.items()},
    )


def filed(session: Session, lease: Lease, results: Results) -> bool:
    """File what came of a battle, if the lease still holds; of a withdrawn battle nothing is kept."""
    battle = find_battle(session, lease.battle)
    if not queue.done(session, lease) or battle.status == "withdrawn":
        return all(side.folder == results[side.side].folder for side in battle.sides)
    for side in battle.sides:
        result = results[side.side]
        side.status, side.folder, side.came = "done", result.folder, result.came
    battle.fingerprint, battle.finished, battle.reason = next(iter(results.values())).fingerprint, now(), ""
    battle.status = "ready"
    return True


def failed(session: Session, lease: Lease, reason: str) -> None:
    """End a battle that can't be played at all."""
    if queue.done(session, lease):
        battle = find_battle(session, lease.battle)
        if battle.status != "withdrawn":
            battle.status, battle.reason, battle.finished = "failed", reason, now()


def put(session: Session, battle: str, side: SideName, step: int, text: str) -> int:
    """Put an agent's question to the visitor, once for each step."""
    asking = next(one.id for one in find_battle(session, battle).sides if one.side == side)
    known = select(Question).where(Question.side == asking, Question.step == step, Question.answered.is_(None))
    question = session.scalar(known) or Question(side=asking, step=step, text=text, asked=now())
    session.add(question)
    session.flush()
    return question.id


def closed(session: Session, question: int) -> str:
    """Let no answer come any more, and return the one that has come."""
    found = session.get_one(Question, question, with_for_update=True)
    found.answered = found.answered or now()
    return found.reply or ""

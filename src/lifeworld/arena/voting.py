"""Votes: a battle for each voter, taken once; only then is it told who was who."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from lifeworld.arena.battles import MOST_WORDS, find_battle
from lifeworld.arena.tables import (
    CHOICES,
    LABELS,
    SIDES,
    STEP_LABELS,
    Agent,
    Battle,
    Came,
    Choice,
    Known,
    Label,
    LabelName,
    Side,
    SideName,
    Vote,
    now,
)
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

OFFERED = 500  # battles that one draw chooses among


@dataclass(frozen=True)
class Marked:
    """A label for a side, or for one of its steps."""

    side: SideName
    label: LabelName
    step: int | None = None
    value: bool = True


@dataclass(frozen=True)
class Opinion:
    """What a voter says of a battle.

    Attributes:
        seconds: from when it was shown to the vote.
        chance: with which the battle was served; None where nobody drew it.
    """

    choice: Choice
    seconds: float
    labels: tuple[Marked, ...] = ()
    text: str = ""
    chance: float | None = None


@dataclass(frozen=True)
class Cast:
    """What came of a vote: its number, and whether it is new; the same vote cast again changes nothing."""

    vote: int
    new: bool


@dataclass(frozen=True)
class Waiting:
    """A battle that a voter could be shown."""

    battle: str
    left: str
    right: str
    votes: int


@dataclass(frozen=True)
class Contender:
    """Who played a side, and what came of it."""

    name: str
    came: Came


@dataclass(frozen=True)
class Revealed:
    """What a voter learns after the vote."""

    choice: Choice
    fingerprint: str
    sides: dict[SideName, Contender] = field(default_factory=dict)


class NotYet(UserError):
    """Somebody asked who was who before voting."""


class VotedOtherwise(UserError):
    """A second vote on the same battle that is not the first; the first one stays."""


Choose: TypeAlias = Callable[[Sequence[Waiting]], str | None]


def _of_ready() -> Any:
    left, right, one, other = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
    return (
        select(Battle.id, one.name, other.name)
        .join(left, (left.battle == Battle.id) & (left.side == "left"))
        .join(right, (right.battle == Battle.id) & (right.side == "right"))
        .join(one, one.id == left.agent)
        .join(other, other.id == right.agent)
        .where(Battle.status == "ready")
    )


def _with_votes(query: Any) -> Any:
    counted = select(Vote.battle, func.count().label("votes")).group_by(Vote.battle).subquery()
    votes = func.coalesce(counted.c.votes, 0)
    joined = query.add_columns(votes).outerjoin(counted, counted.c.battle == Battle.id)
    return joined.order_by(votes, Battle.created, Battle.id)


# Made once: making them takes longer than running them.
_NAMED = _of_ready().order_by(Battle.created, Battle.id)
_READY = _with_votes(_of_ready())

_STATUS = select(Battle.status).where(Battle.id == bindparam("battle"))
_CAST = select(Vote).where(Vote.battle == bindparam("battle"), Vote.voter == bindparam("voter"))


def ready(session: Session, counted: Mapping[str, int] | None = None) -> list[Waiting]:
    """Return all battles that are ready, the least voted on first; with `counted`, by votes as they were counted."""
    if counted is None:
        return [Waiting(*row) for row in session.execute(_READY)]
    rows = session.execute(_NAMED)
    found = (Waiting(battle, left, right, counted.get(battle, 0)) for battle, left, right in rows)
    return sorted(found, key=attrgetter("votes"))


def waiting(session: Session, voter: UUID) -> list[Waiting]:
    """Return battles that a voter could be shown: ready, and without a vote of theirs; the least voted on first."""
    mine = select(Vote.id).where(Vote.battle == Battle.id, Vote.voter == voter).exists()
    return [Waiting(*row) for row in session.execute(_READY.where(~mine).limit(OFFERED))]


def fewest(offered: Sequence[Waiting]) -> str | None:
    """Choose the battle with the fewest votes, the oldest of these."""
    return offered[0].battle if offered else None


def next_to_vote(session: Session, voter: UUID, choose: Choose = fewest) -> Battle | None:
    """Return a ready battle that this voter has not voted on, or None where there is none."""
    chosen = choose(waiting(session, voter))
    return find_battle(session, chosen) if chosen else None


def cast(session: Session, battle: str, voter: UUID, opinion: Opinion) -> Cast:
    """Take a vote, once: the same again changes nothing and says so.

    Raises:
        VotedOtherwise: this voter has voted on it, and not so; the first vote stays.
        UserError: the battle is not ready, or the vote is not one.
    """
    if before := vote_of(session, battle, voter):
        return _again(before, opinion)
    status = session.scalar(_STATUS, {"battle": battle})
    if status is None:
        raise UserError("there is no such battle")
    if status != "ready":
        raise UserError("this battle can't be voted on")
    _check(opinion)
    try:
        with session.begin_nested():
            return Cast(_add(session, battle, voter, opinion), True)
    except IntegrityError:
        before = vote_of(session, battle, voter)
        if before is None:
            raise
        return _again(before, opinion)


def revealed(session: Session, battle: str, voter: UUID) -> Revealed:
    """Tell who was who, to somebody who has voted.

    Raises:
        NotYet: this voter has not.
    """
    found, vote = find_battle(session, battle), vote_of(session, battle, voter)
    if vote is None:
        raise NotYet("names are shown after the vote")
    return Revealed(vote.choice, found.fingerprint, {one.side: _contender(session, one) for one in found.sides})


def _check(opinion: Opinion) -> None:
    if opinion.choice not in CHOICES:
        raise UserError(f"no vote “{opinion.choice}”; {hint(opinion.choice, CHOICES)}")
    if not (math.isfinite(opinion.seconds) and opinion.seconds >= 0):
        raise UserError("a vote takes a number of seconds, from 0")
    if len(opinion.text) > MOST_WORDS:
        raise UserError(f"a comment has {MOST_WORDS} characters at most")
    for one in opinion.labels:
        if one.side not in SIDES or one.label not in LABELS:
            raise UserError(f"no label “{one.label}” of a side “{one.side}”")
        if (one.step is not None) != (one.label in STEP_LABELS) or (one.step or 0) < 0:
            raise UserError(f"{', '.join(STEP_LABELS)} are said of a step, and other labels of a side as a whole")


def _add(session: Session, battle: str, voter: UUID, opinion: Opinion) -> int:
    vote = Vote(
        battle=battle,
        voter=voter,
        choice=opinion.choice,
        seconds=opinion.seconds,
        text=opinion.text,
        chance=opinion.chance,
        created=now(),
        labels=[Label(side=one.side, step=one.step, label=one.label, value=one.value) for one in set(opinion.labels)],
    )
    session.add(vote)
    session.flush()
    return vote.id


def _again(before: Vote, opinion: Opinion) -> Cast:
    if before.choice != opinion.choice:
        raise VotedOtherwise("you have voted on this battle; the first vote stays")
    return Cast(before.id, False)


def set_known(session: Session, battle: str, choice: str) -> None:
    """Say which choice is the right one in a battle, by which voters are checked; "" where there is none any more.

    Raises:
        UserError: there is no such battle that is ready, or no such choice.
    """
    if choice and choice not in CHOICES:
        raise UserError(f"no choice “{choice}”; {hint(choice, CHOICES)}")
    if find_battle(session, battle).status != "ready":
        raise UserError("an answer is known of battles that are ready to be voted on")
    session.execute(delete(Known).where(Known.battle == battle))
    if choice:
        session.add(Known(battle=battle, choice=choice))


def vote_of(session: Session, battle: str, voter: UUID) -> Vote | None:
    """Return what somebody voted on a battle, if they have."""
    return session.scalar(_CAST, {"battle": battle, "voter": voter})


def _contender(session: Session, side: Side) -> Contender:
    return Contender(session.get_one(Agent, side.agent).name, side.came)

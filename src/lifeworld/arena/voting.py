"""Casts votes, each voter once per battle, and reveals the agents after the vote."""

import math
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import bindparam, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from lifeworld.arena.battles import MAX_CHARACTERS, find_battle
from lifeworld.arena.tables import (
    CHOICES,
    LABELS,
    SIDES,
    STEP_LABELS,
    Agent,
    Battle,
    Choice,
    KnownAnswer,
    Label,
    LabelName,
    SideName,
    SideOutcome,
    Vote,
    now,
)
from lifeworld.core.errors import UserError, hint


@dataclass(frozen=True)
class LabelMark:
    """A label for a side, or for one of its steps."""

    side: SideName
    label: LabelName
    step: int | None = None
    value: bool = True


@dataclass(frozen=True)
class VoteForm:
    """A voter's form for a battle, the seconds since it was shown, and the chance with which it was drawn, if any."""

    choice: Choice
    seconds: float
    labels: tuple[LabelMark, ...] = ()
    text: str = ""
    chance: float | None = None


@dataclass(frozen=True)
class CastResult:
    """The id of a vote, and whether it is new; casting the same vote again has no effect."""

    vote: int
    new: bool


@dataclass(frozen=True)
class RevealedSide:
    """What a voter learns of a side after the vote: its agent, and what came of it."""

    name: str
    folder: str
    outcome: SideOutcome


class NotVotedYet(UserError):
    """The agents were requested before the vote."""


class VoteConflict(UserError):
    """A different second vote on the same battle; the first one stays."""


_STATUS = select(Battle.status).where(Battle.id == bindparam("battle"))
_CAST = select(Vote).where(Vote.battle == bindparam("battle"), Vote.voter == bindparam("voter"))


def cast(session: Session, battle: str, voter: UUID, opinion: VoteForm) -> CastResult:
    """Cast a vote; casting the same vote again has no effect.

    Raises:
        VoteConflict: this voter has cast a different vote on it, which stays.
        UserError: the battle is not ready, or the vote is invalid.
    """
    if before := vote_of(session, battle, voter):
        return _repeat(before, opinion)
    status = session.scalar(_STATUS, {"battle": battle})
    if status is None:
        raise UserError("there is no such battle")
    if status != "ready":
        raise UserError("this battle can't be voted on")
    _check(opinion)
    try:
        with session.begin_nested():
            return CastResult(_add(session, battle, voter, opinion), True)
    except IntegrityError:
        before = vote_of(session, battle, voter)
        if before is None:
            raise
        return _repeat(before, opinion)


def reveal(session: Session, battle: str, voter: UUID) -> dict[SideName, RevealedSide]:
    """Return both sides of a battle, for a voter who has voted on it.

    Raises:
        NotVotedYet: this voter has not.
    """
    if vote_of(session, battle, voter) is None:
        raise NotVotedYet("names are shown after the vote")
    return {
        one.side: RevealedSide(session.get_one(Agent, one.agent).name, one.folder, one.outcome)
        for one in find_battle(session, battle).sides
    }


def _check(opinion: VoteForm) -> None:
    if opinion.choice not in CHOICES:
        raise UserError(f"no vote “{opinion.choice}”; {hint(opinion.choice, CHOICES)}")
    if not (math.isfinite(opinion.seconds) and opinion.seconds >= 0):
        raise UserError("the seconds of a vote must be a number from 0")
    if len(opinion.text) > MAX_CHARACTERS:
        raise UserError(f"a comment has {MAX_CHARACTERS} characters at most")
    for one in opinion.labels:
        if one.side not in SIDES or one.label not in LABELS:
            raise UserError(f"no label “{one.label}” of a side “{one.side}”")
        if (one.step is not None) != (one.label in STEP_LABELS) or (one.step or 0) < 0:
            raise UserError(f"{', '.join(STEP_LABELS)} are labels of a step, and others of a whole side")


def _add(session: Session, battle: str, voter: UUID, opinion: VoteForm) -> int:
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


def _repeat(before: Vote, opinion: VoteForm) -> CastResult:
    if before.choice != opinion.choice:
        raise VoteConflict("you have voted on this battle; the first vote stays")
    return CastResult(before.id, False)


def set_known_answer(session: Session, battle: str, choice: str) -> None:
    """Set the right choice of a battle, by which voters are checked; "" removes it.

    Raises:
        UserError: there is no such battle that is ready, or no such choice.
    """
    if choice and choice not in CHOICES:
        raise UserError(f"no choice “{choice}”; {hint(choice, CHOICES)}")
    if find_battle(session, battle).status != "ready":
        raise UserError("the right choice can only be set for battles that are ready to be voted on")
    session.execute(delete(KnownAnswer).where(KnownAnswer.battle == battle))
    if choice:
        session.add(KnownAnswer(battle=battle, choice=choice))


def vote_of(session: Session, battle: str, voter: UUID) -> Vote | None:
    return session.scalar(_CAST, {"battle": battle, "voter": voter})

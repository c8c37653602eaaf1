"""The database's votes as the tables that the ranking, the filters and the analyses read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pyarrow as pa
from sqlalchemy import Select, bindparam, case, delete, func, insert, select
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import ballots
from lifeworld.arena.poll import ALL, Where
from lifeworld.arena.quality import Sifted
from lifeworld.arena.ranking import Verified
from lifeworld.arena.tables import Agent, Battle, Drop, Known, Label, Side, Vote, Voter
from lifeworld.core.errors import UserError

_AT_ONCE = 20_000
_OF_A_SIDE = ("verdict", "steps", "seconds", "questions")


def votes(session: Session, after: int = 0, counted: bool = False, public: bool = False) -> pa.Table:
    """Return votes in the order in which they were cast.

    Args:
        session: that reads.
        after: leave out votes up to this number.
        counted: leave out those that a filter dropped.
        public: leave out those of voters who had their data deleted.
    """
    query = _VOTES.where(Vote.id > after)
    if counted:
        query = query.where(~select(Drop.vote).where(Drop.vote == Vote.id).exists())
    if public:
        query = query.where(Voter.deleted.is_(None))
    return _table(session, query, ballots.VOTES)


def votes_beside(session: Session, voter: UUID) -> pa.Table:
    """Return a voter's votes, and those of the same address on the same battles: what the filters judge them by."""
    return _table(session, _BESIDE, ballots.VOTES, {"voter": voter})


def _of_votes() -> Select[Any]:
    left, right, one, other = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
    of_sides = [
        getattr(side, name).label(f"{said}_{name}")
        for said, side in (("left", left), ("right", right))
        for name in _OF_A_SIDE
    ]
    return (
        select(
            Vote.id.label("vote"),
            Vote.battle,
            Battle.configuration["scenario"].as_string().label("task"),
            Battle.category,
            Battle.device,
            one.name.label("left"),
            other.name.label("right"),
            Vote.choice,
            Vote.voter,
            Voter.group,
            Voter.address_hash.label("address"),
            Vote.seconds,
            Vote.created,
            Battle.chance,
            *of_sides,
        )
        .join(Battle, Battle.id == Vote.battle)
        .join(Voter, Voter.id == Vote.voter)
        .join(left, (left.battle == Vote.battle) & (left.side == "left"))
        .join(right, (right.battle == Vote.battle) & (right.side == "right"))
        .join(one, one.id == left.agent)
        .join(other, other.id == right.agent)
        .order_by(Vote.id)
    )


def _of_address() -> Any:
    """Return the condition of votes that come from a voter's address, on battles that the voter has voted on."""
    voted = select(Vote.battle).where(Vote.voter == bindparam("voter"))
    address = select(Voter.address_hash).where(Voter.id == bindparam("voter")).scalar_subquery()
    return Vote.battle.in_(voted) & (Voter.address_hash == address) & (Voter.address_hash != "")


# Made once: making them takes longer than running them for one voter.
_VOTES = _of_votes()
_BESIDE = _VOTES.where((Vote.voter == bindparam("voter")) | _of_address())
_KNOWN = select(Known.battle, Known.choice)


def labels(session: Session) -> pa.Table:
    """Return what voters said of sides and steps."""
    query = (
        select(Label.vote, Vote.battle, Vote.voter, Label.side, Label.step, Label.label, Label.value)
        .join(Vote, Vote.id == Label.vote)
        .order_by(Label.id)
    )
    return _table(session, query, ballots.LABELS)


def _table(session: Session, query: Any, schema: pa.Schema, given: Mapping[str, Any] | None = None) -> pa.Table:
    """Rows in batches, so that a million of them are never all held as objects."""
    parts = []
    for rows in session.execute(query, given, execution_options={"yield_per": _AT_ONCE}).partitions():
        columns = zip(*rows, strict=True)
        parts.append(
            pa.table([_column(values, field) for values, field in zip(columns, schema, strict=True)], schema=schema)
        )
    return pa.concat_tables(parts) if parts else schema.empty_table()


def _column(values: tuple[Any, ...], field: pa.Field) -> pa.Array:
    if field.name == "voter":
        return pa.array([str(value) for value in values], field.type)
    if field.name == "address":
        return pa.array([value or None for value in values], field.type)
    return pa.array(values, field.type)


def known(session: Session) -> dict[str, str]:
    """Return the right choice of each battle that has one."""
    return {battle: choice for battle, choice in session.execute(_KNOWN)}


def note(session: Session, sifted: Sifted) -> int:
    """Write down why votes are not counted, in place of what was noted before; how many there are.

    Raises:
        UserError: the votes have no numbers, so that they are none of the database's.
    """
    numbers = sifted.votes["vote"].to_pylist()
    if None in numbers:
        raise UserError("these votes have no numbers: they are none of this arena's")
    found = [{"vote": number, "filter": why} for number, why in zip(numbers, sifted.reason, strict=True) if why]
    session.execute(delete(Drop))
    if found:
        session.execute(insert(Drop), found)
    return len(found)


def verified(session: Session, where: Where = ALL) -> Verified:
    """Return of each agent how many scored episodes the verifier found a success; of a voter group, those it saw."""
    solved = func.sum(case((Side.verdict == "success", 1), else_=0))
    query = select(Agent.name, solved, func.count()).join(Side, Side.agent == Agent.id).group_by(Agent.name)
    query = query.join(Battle, Battle.id == Side.battle).where(Side.verdict.in_(("success", "failure")))
    for name, value in where:
        if name == "group":
            seen = select(Vote.id).join(Voter, Voter.id == Vote.voter)
            query = query.where(seen.where(Vote.battle == Battle.id, Voter.group == value).exists())
        else:
            query = query.where(getattr(Battle, name) == value)
    return {agent: (int(right), int(scored)) for agent, right, scored in session.execute(query)}


def texts(session: Session) -> Mapping[int, str]:
    """Return the words beside votes, of voters alone who have consented to their being published."""
    query = select(Vote.id, Vote.text).join(Voter, Voter.id == Vote.voter)
    query = query.where(Vote.text != "", Voter.consented.is_not(None), Voter.deleted.is_(None))
    return {number: text for number, text in session.execute(query)}

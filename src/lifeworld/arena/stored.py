"""The database's votes as the tables that the ranking, the filters and the analyses read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Select, String, bindparam, case, func, select, type_coerce
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import ballots
from lifeworld.arena.poll import ALL, Where
from lifeworld.arena.ranking import Verified
from lifeworld.arena.tables import Agent, Battle, Known, Label, Side, Vote, Voter

_AT_ONCE = 20_000
_OF_A_SIDE = ("verdict", "steps", "seconds", "questions")


def votes(session: Session, after: int = 0, public: bool = False) -> pa.Table:
    """Return votes in the order in which they were cast.

    Args:
        session: that reads.
        after: leave out votes up to this number.
        public: leave out those of voters who had their data deleted.
    """
    query = _CAST.where(Vote.id > after)
    if public:
        query = query.join(Voter, Voter.id == Vote.voter).where(Voter.deleted.is_(None))
    cast = _table(session, query, _schema(_CAST))
    parts = (cast, _looked_up(session, _BATTLES, cast["battle"]), _looked_up(session, _VOTERS, cast["voter"]))
    columns = {name: part[name] for part in parts for name in part.column_names}
    return pa.table([columns[field.name].cast(field.type) for field in ballots.VOTES], ballots.VOTES)


def _looked_up(session: Session, query: Any, keys: pa.ChunkedArray) -> pa.Table:
    """Return the row of each key, each read once however many votes it has; keys are the first column."""
    found = _table(session, query, _schema(query))
    return found.take(pc.index_in(keys, found.column(0).combine_chunks()))


def _schema(query: Any) -> pa.Schema:
    return pa.schema([ballots.VOTES.field(column.name) for column in query.selected_columns])


def votes_beside(session: Session, voter: UUID) -> pa.Table:
    """Return a voter's votes, and those of the same address on the same battles: what the filters judge them by."""
    return _table(session, _BESIDE, _schema(_BESIDE), {"voter": voter}).select(ballots.VOTES.names)


_LEFT, _RIGHT, _ONE, _OTHER = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
_OF_A_VOTE = (
    Vote.id.label("vote"),
    Vote.battle,
    type_coerce(Vote.voter, String).label("voter"),  # as the database has it: making a million objects takes a while
    Vote.choice,
    Vote.seconds,
    Vote.created,
)
_OF_A_VOTER = (type_coerce(Voter.id, String).label("voter"), Voter.group, Voter.address_hash.label("address"))
_OF_A_BATTLE = (
    Battle.id.label("battle"),
    Battle.configuration["task"].as_string().label("task"),
    Battle.category,
    Battle.device,
    Battle.chance,
    _ONE.name.label("left"),
    _OTHER.name.label("right"),
    *(getattr(_LEFT, name).label(f"left_{name}") for name in _OF_A_SIDE),
    *(getattr(_RIGHT, name).label(f"right_{name}") for name in _OF_A_SIDE),
)


def _with_sides(query: Select[Any]) -> Select[Any]:
    return (
        query.join(_LEFT, (_LEFT.battle == Battle.id) & (_LEFT.side == "left"))
        .join(_RIGHT, (_RIGHT.battle == Battle.id) & (_RIGHT.side == "right"))
        .join(_ONE, _ONE.id == _LEFT.agent)
        .join(_OTHER, _OTHER.id == _RIGHT.agent)
    )


def _beside() -> Select[Any]:
    voted = select(Vote.battle).where(Vote.voter == bindparam("voter"))
    address = select(Voter.address_hash).where(Voter.id == bindparam("voter")).scalar_subquery()
    near = Vote.battle.in_(voted) & (Voter.address_hash == address) & (Voter.address_hash != "")
    cast = select(*_OF_A_VOTE, *_OF_A_BATTLE[1:], *_OF_A_VOTER[1:]).join_from(Vote, Battle, Battle.id == Vote.battle)
    return (
        _with_sides(cast)
        .join(Voter, Voter.id == Vote.voter)
        .where((Vote.voter == bindparam("voter")) | near)
        .order_by(Vote.id)
    )


# Made once: making them takes longer than running them for one voter.
_CAST = select(*_OF_A_VOTE).order_by(Vote.id)
_BATTLES = _with_sides(select(*_OF_A_BATTLE).select_from(Battle))
_VOTERS = select(*_OF_A_VOTER)
_BESIDE = _beside()
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
        return pa.array([_dashed(value) for value in values], field.type)
    if field.name == "address":
        return pa.array([value or None for value in values], field.type)
    return pa.array(values, field.type)


def _dashed(voter: UUID | str) -> str:
    """Return a voter's number as it is written; SQLite has it as 32 digits."""
    told = str(voter)
    return told if len(told) > 32 else f"{told[:8]}-{told[8:12]}-{told[12:16]}-{told[16:20]}-{told[20:]}"


def known(session: Session) -> dict[str, str]:
    """Return the right choice of each battle that has one."""
    return {battle: choice for battle, choice in session.execute(_KNOWN)}


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

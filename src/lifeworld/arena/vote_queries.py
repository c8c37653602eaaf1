"""Queries of votes and labels, as the tables that ranking, filters and analyses read."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import String, bindparam, case, func, select, type_coerce
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import ballots
from lifeworld.arena.poll import ALL, Where
from lifeworld.arena.quality import FILTERS, FilteredVotes, filter_votes
from lifeworld.arena.ranking import Verified
from lifeworld.arena.tables import Agent, Battle, KnownAnswer, Label, Side, Vote, Voter


@dataclass(frozen=True, slots=True)
class ReadyBattle:
    """A battle that waits for votes: its id, its agents' names and the number of its votes."""

    battle: str
    left: str
    right: str
    votes: int


_BATCH = 20_000
VOTER_DIMENSIONS = ("group", "background")
_SIDE_COLUMNS = ("verdict", "steps", "seconds", "questions")


def votes(session: Session, public: bool = False) -> pa.Table:
    """Return votes in the order in which they were cast; `public` leaves out those of voters who had them deleted."""
    query = _VOTES
    if public:
        query = query.join(Voter, Voter.id == Vote.voter).where(Voter.deleted.is_(None))
    cast = _table(session, query, _schema(_VOTES))
    parts = (cast, _looked_up(session, _BATTLES, cast["battle"]), _looked_up(session, _VOTERS, cast["voter"]))
    columns = {name: part[name] for part in parts for name in part.column_names}
    return pa.table([columns[field.name].cast(field.type) for field in ballots.VOTES], ballots.VOTES)


def filtered(session: Session, filters: tuple[str, ...] = tuple(FILTERS)) -> FilteredVotes:
    """Return all votes with why filters drop them."""
    return filter_votes(votes(session), filters, known=known_answers(session))


def _looked_up(session: Session, query: Any, keys: pa.ChunkedArray) -> pa.Table:
    """Return the row of each key, reading each row once however many votes it has; keys are the first column."""
    found = _table(session, query, _schema(query))
    return found.take(pc.index_in(keys, found.column(0).combine_chunks()))


def _schema(query: Any) -> pa.Schema:
    return pa.schema([ballots.VOTES.field(column.name) for column in query.selected_columns])


def votes_of_voter(session: Session, voter: UUID) -> pa.Table:
    """Return a voter's votes, and those of the same address on the same battles, which the filters need."""
    return _table(session, _OF_VOTER, _schema(_OF_VOTER), {"voter": voter}).select(ballots.VOTES.names)


_LEFT, _RIGHT, _ONE, _OTHER = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
_SOURCE = case((Battle.written, "written"), else_="catalogue")
_BACKGROUND = case((Voter.background.in_(("", "unsaid")), None), else_=Voter.background)
_VOTE_COLUMNS = (
    Vote.id.label("vote"),
    Vote.battle,
    type_coerce(Vote.voter, String).label("voter"),  # as stored: a million UUID objects would take a while
    Vote.choice,
    Vote.seconds,
    Vote.created,
)
_VOTER_COLUMNS = (
    type_coerce(Voter.id, String).label("voter"),
    Voter.group,
    _BACKGROUND.label("background"),
    Voter.address_hash.label("address"),
)
_BATTLE_COLUMNS = (
    Battle.id.label("battle"),
    Battle.configuration["task"].as_string().label("task"),
    Battle.category,
    func.nullif(Battle.topic, "").label("topic"),
    _SOURCE.label("source"),
    Battle.device,
    Battle.chance,
    _ONE.name.label("left"),
    _OTHER.name.label("right"),
    *(getattr(_LEFT, name).label(f"left_{name}") for name in _SIDE_COLUMNS),
    *(getattr(_RIGHT, name).label(f"right_{name}") for name in _SIDE_COLUMNS),
)


def _with_sides(query: Any) -> Any:
    return (
        query.join(_LEFT, (_LEFT.battle == Battle.id) & (_LEFT.side == "left"))
        .join(_RIGHT, (_RIGHT.battle == Battle.id) & (_RIGHT.side == "right"))
        .join(_ONE, _ONE.id == _LEFT.agent)
        .join(_OTHER, _OTHER.id == _RIGHT.agent)
    )


def _of_voter() -> Any:
    voted = select(Vote.battle).where(Vote.voter == bindparam("voter"))
    address = select(Voter.address_hash).where(Voter.id == bindparam("voter")).scalar_subquery()
    near = Vote.battle.in_(voted) & (Voter.address_hash == address) & (Voter.address_hash != "")
    cast = select(*_VOTE_COLUMNS, *_BATTLE_COLUMNS[1:], *_VOTER_COLUMNS[1:]).join_from(
        Vote, Battle, Battle.id == Vote.battle
    )
    return (
        _with_sides(cast)
        .join(Voter, Voter.id == Vote.voter)
        .where((Vote.voter == bindparam("voter")) | near)
        .order_by(Vote.id)
    )


# Built once: building them takes longer than running them for one voter.
_READY = (
    _with_sides(select(Battle.id, _ONE.name, _OTHER.name).select_from(Battle))
    .where(Battle.status == "ready")
    .order_by(Battle.created, Battle.id)
)
_VOTES = select(*_VOTE_COLUMNS).order_by(Vote.id)
_BATTLES = _with_sides(select(*_BATTLE_COLUMNS).select_from(Battle))
_VOTERS = select(*_VOTER_COLUMNS)
_OF_VOTER = _of_voter()
_KNOWN = select(KnownAnswer.battle, KnownAnswer.choice)


def ready_battles(session: Session, votes: Mapping[str, int]) -> list[ReadyBattle]:
    """Return all battles that are ready, sorted by number of votes and then by age."""
    found = (ReadyBattle(battle, left, right, votes.get(battle, 0)) for battle, left, right in session.execute(_READY))
    return sorted(found, key=attrgetter("votes"))


def labels(session: Session) -> pa.Table:
    """Return the labels of sides and steps."""
    query = (
        select(Label.vote, Vote.battle, Vote.voter, Label.side, Label.step, Label.label, Label.value)
        .join(Vote, Vote.id == Label.vote)
        .order_by(Label.id)
    )
    return _table(session, query, ballots.LABELS)


def _table(session: Session, query: Any, schema: pa.Schema, given: Mapping[str, Any] | None = None) -> pa.Table:
    """Return the rows of a query as a table; rows are fetched in batches to save memory."""
    parts = []
    for rows in session.execute(query, given, execution_options={"yield_per": _BATCH}).partitions():
        columns = zip(*rows, strict=True)
        parts.append(
            pa.table([_column(values, field) for values, field in zip(columns, schema, strict=True)], schema=schema)
        )
    return pa.concat_tables(parts) if parts else schema.empty_table()


def _column(values: tuple[Any, ...], field: pa.Field) -> pa.Array:
    if field.name == "voter":
        return pa.array([_uuid_text(value) for value in values], field.type)
    if field.name == "address":
        return pa.array([value or None for value in values], field.type)
    return pa.array(values, field.type)


def _uuid_text(voter: UUID | str) -> str:
    """Return a UUID with dashes; SQLite stores it as 32 digits."""
    text = str(voter)
    return text if len(text) > 32 else f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def known_answers(session: Session) -> dict[str, str]:
    """Return the right choice of each known battle."""
    return {battle: choice for battle, choice in session.execute(_KNOWN)}


def verified_counts(session: Session, where: Where = ALL) -> Verified:
    """Return each agent's numbers of successful and scored episodes; for a group of voters, those that it voted on."""
    solved = func.sum(case((Side.verdict == "success", 1), else_=0))
    query = select(Agent.name, solved, func.count()).join(Side, Side.agent == Agent.id).group_by(Agent.name)
    query = query.join(Battle, Battle.id == Side.battle).where(Side.verdict.in_(("success", "failure")))
    for name, value in where:
        if name in VOTER_DIMENSIONS:
            seen = select(Vote.id).join(Voter, Voter.id == Vote.voter)
            query = query.where(seen.where(Vote.battle == Battle.id, getattr(Voter, name) == value).exists())
        else:
            query = query.where((_SOURCE if name == "source" else getattr(Battle, name)) == value)
    return {agent: (int(right), int(scored)) for agent, right, scored in session.execute(query)}


def texts(session: Session) -> Mapping[int, str]:
    """Return the comments of votes, only of voters who have consented to publication."""
    query = select(Vote.id, Vote.text).join(Voter, Voter.id == Vote.voter)
    query = query.where(Vote.text != "", Voter.consented.is_not(None), Voter.deleted.is_(None))
    return {number: text for number, text in session.execute(query)}

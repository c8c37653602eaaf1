"""Exports the public dataset, without personal data.

OUT/README.md              the data card; its YAML header names the tables
OUT/votes.parquet          one row per vote
OUT/labels.parquet         one row per label of a side or a step
OUT/boards.parquet         one row per agent: the ranking of the counted votes, and that of all votes
OUT/pairs.parquet          one row per pair of agents, with the count of each answer
OUT/trajectories.parquet   one row per side of a battle: a reference to its trajectory, and its verdict
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import ballots, vote_queries
from lifeworld.arena.card import dataset_card
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import leaderboard
from lifeworld.arena.tables import Battle, Side
from lifeworld.core.errors import UserError

PRIVATE = ("address",)
"""Columns of votes that are never published."""


_ELO = dict.fromkeys(("elo", "low", "high"), pa.float64())
_COUNTS = dict.fromkeys(("votes", "wins", "losses", "ties", "bad"), pa.int64())
BOARD = pa.schema({"of": pa.string(), "rank": pa.int64(), "agent": pa.string(), **_ELO, **_COUNTS})
"""One row per agent of a ranking, best first; `of` names the set of votes."""


BEGUN = {name: pa.string() for name in ("person", "state", "content", "preset")} | {"added": pa.int64()}
"""Where a battle began, without the words that its visitor has added."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The content of a dataset before it is anonymized.

    Attributes:
        votes: as from `vote_queries.votes(session, public=True)`; unfiltered.
        labels: as from `vote_queries.labels`; those of unpublished votes are left out.
        folders: a reference to each trajectory, by battle and side.
        begun: where each battle began: the columns of BEGUN, by battle.
        reasons: why votes are excluded, by vote id.
        texts: comments by vote id, of voters who consented; None to leave them out.
    """

    votes: pa.Table
    labels: pa.Table
    folders: Mapping[tuple[str, str], str] = field(default_factory=dict)
    begun: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)
    texts: Mapping[int, str] | None = None


def dataset(session: Session, texts: bool = False) -> Dataset:
    """Return the public dataset, with why votes are excluded from the board; `texts` adds comments with consent."""
    sifted = vote_queries.filtered(session)
    numbers = sifted.votes["vote"].to_pylist()
    folders = select(Side.battle, Side.side, Side.folder).where(Side.folder != "")
    return Dataset(
        vote_queries.votes(session, public=True),
        vote_queries.labels(session),
        folders={(battle, side): f"battles/{folder}" for battle, side, folder in session.execute(folders)},
        begun={battle.id: _begun(battle) for battle in session.scalars(select(Battle))},
        reasons={number: why for number, why in zip(numbers, sifted.reason, strict=True) if why},
        texts=vote_queries.texts(session) if texts else None,
    )


def _begun(battle: Battle) -> dict[str, object]:
    chosen = battle.configuration
    person, state, content = (chosen.get(name) for name in ("profile", "state", "content"))
    return {"person": person, "state": state, "content": content, "preset": battle.preset, "added": len(battle.added)}


def export(data: Dataset, out: Path, title: str) -> dict[str, int]:
    """Write the dataset into a folder that is new or empty, and return the number of rows of each table.

    Raises:
        UserError: the folder is not empty.
    """
    if out.exists() and any(out.iterdir()):
        raise UserError(f"{out} is not empty")
    key = secrets.token_bytes(32)  # of the pseudonyms; it is not kept
    tables = {
        "votes": public_votes(data, key),
        "labels": public_labels(data, key),
        "boards": board_table(data),
        "pairs": pair_counts(data.votes),
        "trajectories": trajectory_table(data),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        pq.write_table(table, out / f"{name}.parquet", compression="zstd")
    (out / "README.md").write_text(dataset_card(title, tables), encoding="utf-8")
    return {name: table.num_rows for name, table in tables.items()}


def public_votes(data: Dataset, key: bytes) -> pa.Table:
    """Return the votes without personal data: pseudonyms, days instead of times, no addresses."""
    table = data.votes.drop_columns(list(PRIVATE))
    day = pc.cast(pc.floor_temporal(table["created"], unit="day"), ballots.VOTES.field("created").type)
    table = _replace_column(table, "voter", pseudonyms(table["voter"], key))
    table = _replace_column(table, "created", day)
    numbers = table["vote"].to_pylist()
    table = table.append_column("dropped", pa.array([data.reasons.get(n, "") for n in numbers], pa.string()))
    if data.texts is not None:
        table = table.append_column("text", pa.array([data.texts.get(n) for n in numbers], pa.string()))
    return table


def public_labels(data: Dataset, key: bytes) -> pa.Table:
    """Return the labels of published votes, under the same pseudonyms."""
    mine = data.labels.filter(pc.is_in(data.labels["vote"], data.votes["vote"].combine_chunks()))
    return _replace_column(mine, "voter", pseudonyms(mine["voter"], key))


def _replace_column(table: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), values)


def pseudonyms(voters: pa.ChunkedArray, key: bytes) -> pa.Array:
    """Return a pseudonym for each voter: HMAC-SHA256 under a key that is not kept."""
    column = voters.combine_chunks().dictionary_encode()
    names = [
        f"v{hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:20]}" for name in column.dictionary.to_pylist()
    ]
    return pa.array(names, pa.string()).take(column.indices)


def board_table(data: Dataset) -> pa.Table:
    """Return both rankings as a table: of the counted votes, and of all votes."""
    counts = pc.invert(pc.is_in(data.votes["vote"], pa.array(sorted(data.reasons), pa.int64())))
    polls = {"counted": Poll.of(data.votes.filter(counts)), "all": Poll.of(data.votes)}
    lines = [
        {"of": name} | {column: getattr(one, column) for column in BOARD.names[1:]}
        for name, poll in polls.items()
        for one in leaderboard(poll).standings
    ]
    return pa.Table.from_pylist(lines, BOARD)


def pair_counts(votes: pa.Table) -> pa.Table:
    """Return the count of each answer for each pair of agents, which are sorted by name."""
    poll = Poll.of(votes)
    order = np.argsort(poll.agents)
    counts = poll.counts()[np.ix_(order, order)]
    both = counts + counts.transpose(1, 0, 2)[:, :, [1, 0, 2, 3]]
    first, second = np.triu_indices(len(order), 1)
    met = both[first, second].any(axis=1)
    first, second = first[met], second[met]
    names = np.array(poll.agents, dtype=object)[order]
    counts_of_pairs = both[first, second].astype(np.int64)
    answers = zip(("first", "second", "tie", "bad"), counts_of_pairs.T, strict=True)
    columns = {"agent_first": names[first], "agent_second": names[second], "votes": counts_of_pairs.sum(axis=1)}
    return pa.table(columns | dict(answers))


def trajectory_table(data: Dataset) -> pa.Table:
    """Return one row per side of a battle."""
    once, sides = ballots.first_rows(data.votes, "battle"), []
    for side in ("left", "right"):
        battle = once["battle"].to_pylist()
        columns = {
            "battle": once["battle"],
            "side": pa.array([side] * once.num_rows, pa.string()),
            "agent": once[side],
            "task": once["task"],
            "category": once["category"],
            "device": once["device"],
            **{name: pa.array([data.begun.get(one, {}).get(name) for one in battle], of) for name, of in BEGUN.items()},
            **{name: once[f"{side}_{name}"] for name in ("verdict", "steps", "seconds", "questions")},
            "trajectory": pa.array([data.folders.get((one, side)) for one in battle], pa.string()),
        }
        sides.append(pa.table(columns))
    return pa.concat_tables(sides).sort_by([("battle", "ascending"), ("side", "ascending")])

"""The public dataset: written without personal data, and read again, as other arenas' vote files are.

OUT/README.md              the data's card; its YAML header names the tables
OUT/votes.parquet          a row a vote
OUT/labels.parquet         a row a label of a side or a step
OUT/boards.parquet         a row an agent: the ranking of votes that count, which the site shows first, and that of all
OUT/pairs.parquet          a row a pair of agents, with how often each answer was given
OUT/trajectories.parquet   a row a side of a battle: where its trajectory lies, and what the verifier said
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

from lifeworld.arena import ballots
from lifeworld.arena.card import card
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import leaderboard
from lifeworld.core.errors import UserError

WRITTEN = "written"
PRIVATE = ("address",)
"""Columns of votes that are never published."""


_ELO = dict.fromkeys(("elo", "low", "high"), pa.float64())
_COUNTS = dict.fromkeys(("votes", "wins", "losses", "ties", "bad"), pa.int64())
BOARD = pa.schema({"of": pa.string(), "rank": pa.int64(), "agent": pa.string(), **_ELO, **_COUNTS})
"""A row an agent of a ranking, best first; `of` says of which votes."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """What is to be published.

    Attributes:
        votes: as `stored.votes(session, public=True)` has them; raw ones, so that readers may filter for themselves.
        labels: as `stored.labels` has them; those of votes that are not published are left out.
        folders: where each trajectory lies, by battle and side, as a reference that means something to readers.
        reasons: why votes are not counted, by number.
        texts: words beside votes, by number; only where they were asked for, and voters consented.
    """

    votes: pa.Table
    labels: pa.Table
    folders: Mapping[tuple[str, str], str] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)
    texts: Mapping[int, str] | None = None


def export(
    data: Dataset, out: Path, title: str, licence: str = "cc-by-4.0", salt: bytes | None = None
) -> dict[str, int]:
    """Write the dataset into a new folder, and return how many rows each table has.

    Args:
        data: what is published.
        out: a folder that isn't there or is empty.
        title: of the card.
        licence: of the data, as Hugging Face's cards name it.
        salt: of the pseudonyms; leave it out, so that it is drawn, and forgotten at the end.

    Raises:
        UserError: the folder has something in it.
    """
    if out.exists() and any(out.iterdir()):
        raise UserError(f"{out} is not empty")
    key = salt or secrets.token_bytes(32)
    tables = {
        "votes": published(data, key),
        "labels": published_labels(data, key),
        "boards": boards(data),
        "pairs": pairs(data.votes),
        "trajectories": trajectories(data),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        pq.write_table(table, out / f"{name}.parquet", compression="zstd")
    (out / "README.md").write_text(card(title, licence, tables), encoding="utf-8")
    return {name: table.num_rows for name, table in tables.items()}


def published(data: Dataset, key: bytes) -> pa.Table:
    """Return votes as the world may see them: pseudonyms, days instead of moments, no addresses."""
    table = data.votes.drop_columns(list(PRIVATE))
    day = pc.cast(pc.floor_temporal(table["created"], unit="day"), ballots.VOTES.field("created").type)
    table = _with(table, "voter", pseudonyms(table["voter"], key))
    table = _with(table, "created", day)
    numbers = table["vote"].to_pylist()
    table = table.append_column("dropped", pa.array([data.reasons.get(n, "") for n in numbers], pa.string()))
    if data.texts is not None:
        table = table.append_column("text", pa.array([data.texts.get(n) for n in numbers], pa.string()))
    return table


def published_labels(data: Dataset, key: bytes) -> pa.Table:
    """Return the labels of published votes, their voters under the same pseudonyms."""
    mine = data.labels.filter(pc.is_in(data.labels["vote"], data.votes["vote"].combine_chunks()))
    return _with(mine, "voter", pseudonyms(mine["voter"], key))


def _with(table: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), values)


def pseudonyms(voters: pa.ChunkedArray, key: bytes) -> pa.Array:
    """Return a name for each voter that tells nothing of them: HMAC-SHA256 under a key that nobody keeps."""
    column = voters.combine_chunks().dictionary_encode()
    names = [
        f"v{hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:20]}" for name in column.dictionary.to_pylist()
    ]
    return pa.array(names, pa.string()).take(column.indices)


def boards(data: Dataset) -> pa.Table:
    """Return both rankings: of the votes that count, and of all."""
    counts = pc.invert(pc.is_in(data.votes["vote"], pa.array(sorted(data.reasons), pa.int64())))
    polls = {"counted": Poll.of(data.votes.filter(counts)), "all": Poll.of(data.votes)}
    lines = [
        {"of": name} | {column: getattr(one, column) for column in BOARD.names[1:]}
        for name, poll in polls.items()
        for one in leaderboard(poll).standings
    ]
    return pa.Table.from_pylist(lines, BOARD)


def pairs(votes: pa.Table) -> pa.Table:
    """Return how often each pair was voted on and with which answers, by agents in the order of their names."""
    poll = Poll.of(votes)
    order = np.argsort(poll.agents)
    counts = poll.counts()[np.ix_(order, order)]
    both = counts + counts.transpose(1, 0, 2)[:, :, [1, 0, 2, 3]]
    first, second = np.triu_indices(len(order), 1)
    met = both[first, second].any(axis=1)
    first, second = first[met], second[met]
    names = np.array(poll.agents, dtype=object)[order]
    told = both[first, second].astype(np.int64)
    answers = zip(("first", "second", "tie", "bad"), told.T, strict=True)
    columns = {"agent_first": names[first], "agent_second": names[second], "votes": told.sum(axis=1)}
    return pa.table(columns | dict(answers))


def trajectories(data: Dataset) -> pa.Table:
    """Return a row for each side of a battle."""
    once, sides = ballots.once(data.votes, "battle"), []
    for side in ("left", "right"):
        battle = once["battle"].to_pylist()
        columns = {
            "battle": once["battle"],
            "side": pa.array([side] * once.num_rows, pa.string()),
            "agent": once[side],
            "task": once["task"],
            "category": once["category"],
            "device": once["device"],
            **{name: once[f"{side}_{name}"] for name in ("verdict", "steps", "seconds", "questions")},
            "trajectory": pa.array([data.folders.get((one, side)) for one in battle], pa.string()),
        }
        sides.append(pa.table(columns))
    return pa.concat_tables(sides).sort_by([("battle", "ascending"), ("side", "ascending")])

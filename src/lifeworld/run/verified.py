"""The manifest of verified configurations: one row each, and whether an episode's configuration is among them."""

import os
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from lifeworld.core.cache import cache
from lifeworld.core.errors import UserError
from lifeworld.run.resting import rests_on
from lifeworld.taskkit.axes import AXES
from lifeworld.taskkit.configuration import Configuration

Verified = Literal["true", "false", "unknown"]
PROVED = "proved"
KEY = ("task", "profile", "instance", "phrasing", "content", "state")  # what can change a verdict
_NUMBERS = ("instance", "phrasing")
SCHEMA = pa.schema(
    [
        *((name, pa.int64() if name in _NUMBERS else pa.string()) for name in ("level", *KEY)),
        *((axis, pa.string()) for axis in AXES if axis not in KEY),
        ("touched", pa.list_(pa.string())),
        ("rests_on", pa.string()),
        ("outcome", pa.string()),
        ("reason", pa.string()),
        ("steps", pa.int64()),
        ("answer", pa.int64()),
        ("refused", pa.map_(pa.string(), pa.int64())),
        ("accepted", pa.map_(pa.string(), pa.int64())),
        ("unfair", pa.map_(pa.string(), pa.int64())),
    ]
)
_JUDGED = [*KEY, "touched", "rests_on", "outcome"]


def place() -> Path:
    """Return where the manifest is kept: in the folder of the cache."""
    return cache() / "manifest.parquet"


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a manifest; none where there is no file yet.

    Raises:
        UserError: it is none.
    """
    if not path.exists():
        return []
    try:
        found: list[dict[str, Any]] = pq.read_table(path, schema=SCHEMA).to_pylist(maps_as_pydicts="strict")
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UserError(f"{path} is no manifest of this version ({error}); name another, or delete it") from None
    return found


def write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write a manifest; the file appears whole or not at all.

    Raises:
        UserError: it can't be written.
    """
    ordered = sorted(rows, key=lambda row: [row[name] for name in ("level", *KEY)])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            pq.write_table(pa.Table.from_pylist(ordered, SCHEMA), file, compression="zstd")
        os.replace(file.name, path)
    except OSError as error:
        raise UserError(f"{path} can't be written: {error.strerror}") from None


def fresh(row: dict[str, Any]) -> bool:
    """Return whether all that a row's proof rests on is as it was."""
    now = rests_on(row["task"], row["profile"], row["content"], tuple(row["touched"]))
    return bool(now == row["rests_on"])


def verified(configuration: Configuration) -> Verified:
    """Return whether the manifest in the cache folder holds a configuration as proved: not so, or nobody knows.

    Theme, layout, device and language can't change a verdict (docs/integrity.md), so that a row counts for all of them.
    """
    path = place()
    try:
        table = _judged(path, path.stat().st_mtime_ns)
    except (OSError, pa.ArrowException, ValueError):
        return "unknown"
    wanted = [pc.equal(table[name], getattr(configuration, name)) for name in KEY]
    mask = wanted[0]
    for one in wanted[1:]:
        mask = pc.and_(mask, one)
    rows = table.filter(mask).to_pylist()
    if not rows or not all(map(fresh, rows)):
        return "unknown"
    return "true" if all(row["outcome"] == PROVED for row in rows) else "false"


@lru_cache(maxsize=2)
def _judged(path: Path, _: int) -> pa.Table:
    return pq.read_table(path, columns=_JUDGED)

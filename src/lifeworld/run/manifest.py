"""The manifest of verified configurations: a row each, with a digest of what its proof depends on."""

import ast
import hashlib
import inspect
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import lifeworld
from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.own import own_folders
from lifeworld.core.writing import cache, write_file
from lifeworld.run.storage import read_table
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.configuration import AXES, Configuration
from lifeworld.world import load

if TYPE_CHECKING:
    import pyarrow as pa

Verified = Literal["true", "false", "unknown"]
PROVED = "proved"
KEY = ("task", "profile", "instance", "phrasing", "content", "state")  # what can change a verdict
_NUMBERS = ("instance", "phrasing")
_JUDGED = [*KEY, "touched", "rests_on", "outcome"]
_ROOT = Path(lifeworld.__file__).parent
_KINDS = ("*.py", "*.html", "*.json", "*.toml")  # a style sheet or a picture changes nothing that a verdict reads
_FLOORS = ("core", "store", "city", "life", "world", "verify", "taskkit", "env", "web")


def place() -> Path:
    """Return where the manifest is kept: in the folder of the cache."""
    return cache() / "manifest.parquet"


@lru_cache(maxsize=1)
def schema() -> "pa.Schema":
    """Return the columns of a manifest."""
    import pyarrow as pa  # which the extra `run` brings, here and below

    counts = pa.map_(pa.string(), pa.int64())
    return pa.schema(
        [
            *((name, "int64" if name in _NUMBERS else "string") for name in ("level", *KEY)),
            *((axis, "string") for axis in AXES if axis not in KEY),
            ("touched", pa.list_(pa.string())),
            *((name, "string") for name in ("rests_on", "outcome", "reason")),
            *((name, "int64") for name in ("steps", "answer")),
            *((name, counts) for name in ("refused", "accepted", "unfair")),
        ]
    )


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a manifest; none where there is no file yet.

    Raises:
        UserError: the file is not a manifest.
    """
    import pyarrow as pa

    if not path.exists():
        return []
    try:
        found: list[dict[str, Any]] = read_table(path, schema=schema()).to_pylist(maps_as_pydicts="strict")
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UserError(f"{path} is not a manifest of this version ({error}); name another, or delete it") from None
    return found


def write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write a manifest; the file appears whole or not at all.

    Raises:
        UserError: it can't be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    ordered, data = sorted(rows, key=lambda row: [row[name] for name in ("level", *KEY)]), pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(ordered, schema()), data, compression="zstd")
    try:
        write_file(path, data.getvalue())
    except OSError as error:
        raise UserError(f"{path} can't be written: {error.strerror}") from None


def is_current(row: dict[str, Any]) -> bool:
    """Return whether nothing that a row's proof depends on has changed."""
    now = proof_digest(row["task"], row["profile"], row["content"], tuple(row["touched"]))
    return bool(now == row["rests_on"])


def verification_status(configuration: Configuration) -> Verified:
    """Return whether the manifest in the cache folder lists a configuration as proved, as failed, or not at all.

    Where no package reads it, nothing is known of any.
    Theme, layout, device and language can't change a verdict (docs/integrity.md), so that a row counts for all of them.
    """
    path = place()
    try:
        import pyarrow.compute as pc

        table = _judged(path, path.stat().st_mtime_ns)
    except (OSError, ValueError, ImportError):
        return "unknown"

    wanted = [pc.equal(table[name], getattr(configuration, name)) for name in KEY]
    rows = table.filter(reduce(pc.and_, wanted)).to_pylist()
    if not rows or not all(map(is_current, rows)):
        return "unknown"
    return "true" if all(row["outcome"] == PROVED for row in rows) else "false"


@lru_cache(maxsize=2)
def _judged(path: Path, _: int) -> "pa.Table":
    import pyarrow as pa

    try:
        return read_table(path, columns=_JUDGED)
    except pa.ArrowException as error:
        raise ValueError(f"{path} is no manifest") from error


@lru_cache(maxsize=65536)
def proof_digest(task: str, profile: str, content: str, touched: tuple[str, ...]) -> str:
    """Return the digest of all that a proof of this task depends on: while it is the same, the proof holds.

    That is the task's file; what tasks are made of; the apps that it touches; the bytes of the person's
    year with this content; and all below: store, life, verifier, screens, drivers, the proof itself.
    """
    own = _digest([Path(inspect.getfile(find(task)))])
    parts = (own, _shared(), *(_of_app(name) for name in touched), load(profile, content).digest)
    return hashlib.blake2b(" ".join(parts).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=1)
def _shared() -> str:
    """Return the digest of what all proofs depend on: the code of every floor, and the files without a task."""
    own = {Path(inspect.getfile(one)) for one in tasks()}
    kit = [path for path in _sources(_ROOT / "tasks") if path not in own]
    floors = [path for floor in _FLOORS for path in _sources(_ROOT / floor)]
    variants = [path for folder in own_folders("variants") for path in _sources(Path(folder))]
    return _digest([*kit, *floors, *variants, *sorted(_proving())])


def _proving() -> set[Path]:
    """Return what proves a single configuration: the module that does, and all of the proof that is imported there."""
    found: set[Path] = set()
    names = ["lifeworld.proof.singly"]
    while names:
        path = _ROOT.parent.joinpath(*names.pop().split(".")).with_suffix(".py")
        if path.parent == _ROOT / "proof" and path.is_file() and path not in found:
            found.add(path)
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module:
                    names += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return found


@lru_cache(maxsize=64)
def _of_app(name: str) -> str:
    return _digest(_sources(apps.by_id()[name].folder))


def _sources(folder: Path) -> Sequence[Path]:
    found = (path for kind in _KINDS for path in folder.rglob(kind))
    return sorted(path for path in found if "vendor" not in path.parts)


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.blake2b(digest_size=8)
    for path in paths:
        text = path.read_bytes()
        found.update(f"{path.name} {len(text)} ".encode() + text)
    return found.hexdigest()

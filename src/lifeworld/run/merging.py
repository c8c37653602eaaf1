"""Merges runs of parts of one plan into one run."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run import ledger, results
from lifeworld.run.config import differences
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, plan
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.storage import Location, is_remote


@dataclass(frozen=True)
class Merged:
    """The result of a merge.

    Attributes:
        folder: the run that holds all.
        taken: how many episodes came from each part.
        twice: how many scored episodes were skipped, since another part had them.
        missing: the planned episodes that no part has scored.
    """

    folder: Folder
    taken: tuple[int, ...]
    twice: int
    missing: tuple[Planned, ...]


def merge(parts: Sequence[Location], out: Path) -> Merged:
    """Merge the runs of `parts` into a folder, which may hold an earlier merge of the same plan.

    A part may be at an address. Files are linked where that is possible, else copied; the parts stay as they are.

    Raises:
        UserError: a part is no run, or of another plan or version, or is the folder itself; two contradict each other
            on an episode; or the folder can't be written.
    """
    _check_apart(parts, out)
    folders = [folder_type(part).opened(part, images=True) for part in parts]
    _check_same_plan(folders)
    _check_agreement([*folders, *([Folder.opened(out)] if (out / "run.json").exists() else [])])
    config = folders[0].config().model_copy(update={"part": "1/1"})
    whole = Folder.begun(out, config)
    taken, twice, there = [], 0, ledger.scored(whole)
    for folder in folders:
        names = ledger.scored(folder)
        fresh = names - there
        _take(folder, whole, sorted(fresh))
        there |= fresh
        taken.append(len(fresh))
        twice += len(names) - len(fresh)
    results.write(whole)
    done = ledger.finished(whole)
    return Merged(whole, tuple(taken), twice, tuple(one for one in plan(config) if one.key not in done))


def _check_apart(parts: Sequence[Location], out: Path) -> None:
    for part in parts:
        if not is_remote(part) and Path(part).resolve() == out.resolve():
            raise UserError(f"{out} is one of the parts, which stay as they are; name another folder with --out")


def _check_agreement(folders: Sequence[Folder]) -> None:
    """Check that no two runs have different verdicts on an episode."""
    known: dict[str, tuple[Folder, tuple[Any, ...]]] = {}
    for folder in folders:
        for name, *verdict in ledger.verdicts(folder):
            first, before = known.setdefault(name, (folder, tuple(verdict)))
            if before != tuple(verdict):
                told = f"{first.name} has {before[0]}, {folder.name} {verdict[0]}"
                other = "" if before[0] != verdict[0] else ", with other items or side effects"
                raise UserError(f"two runs contradict each other on episode {name}: {told}{other}; leave one out")


def _check_same_plan(folders: Sequence[Folder]) -> None:
    first, *others = folders
    for folder in others:
        other = [*differences(first.config(), folder.config())]
        if first.version() != folder.version():
            other.append(f"Lifeworld {first.version()}, not {folder.version()}")
        if other:
            raise UserError(f"{folder.name} is of another plan than {first.name} ({'; '.join(other)})")


def _take(part: Folder, whole: Folder, names: Sequence[str]) -> None:
    """Copy episodes, all pictures, and the ledger, whose lines stay valid where files keep their times."""
    try:
        for place in ("images", "ledger"):
            _join(part.path / place, whole.path / place)
        for name in names:
            shutil.rmtree(whole.path / "episodes" / name, ignore_errors=True)  # unscored, or damaged
            _join(part.path / "episodes" / name, whole.path / "episodes" / name)
    except OSError as error:
        raise UserError(f"{whole.path}: {error.strerror or error}; run the same command again to resume") from error


def _join(source: Path, target: Path) -> None:
    """Copy a folder into another; `episode.json`, which marks an episode finished, comes last."""
    for within, _, names in os.walk(source):
        here = target / Path(within).relative_to(source)
        here.mkdir(parents=True, exist_ok=True)
        for name in sorted(names, key=lambda name: name == "episode.json"):
            if not (here / name).exists():
                link(Path(within) / name, here / name)


def link(source: Path, target: Path) -> None:
    """Have a file at another place, too, without a copy of what it holds where the disk can do so."""
    try:
        os.link(source, target)
    except OSError:  # another disk, or one that knows no links
        shutil.copy2(source, target)

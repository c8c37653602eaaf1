"""Runs of one plan that were made apart, joined to one."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run import ledger, results
from lifeworld.run.away import kind
from lifeworld.run.folder import Folder, differences
from lifeworld.run.places import Place, is_away
from lifeworld.run.plan import Planned, plan


@dataclass(frozen=True)
class Merged:
    """What was joined.

    Attributes:
        folder: the run that holds all.
        taken: how many episodes each part gave.
        twice: how many scored episodes were left where they are, since another part had given them.
        missing: what the plan asks for and no part holds scored.
    """

    folder: Folder
    taken: tuple[int, ...]
    twice: int
    missing: tuple[Planned, ...]


def merge(parts: Sequence[Place], out: Path) -> Merged:
    """Join the runs of `parts` in a folder, to which an earlier merge of the same plan may have written.

    A part may be at an address. Files are linked where that is possible, else copied; the parts stay as they are.

    Raises:
        UserError: a part is no run, or of another plan or version, or is the folder itself; two contradict each other
            on an episode; or the folder can't be written.
    """
    _must_be_apart(parts, out)
    folders = [kind(part).opened(part, images=True) for part in parts]
    _must_be_one(folders)
    _must_agree([*folders, *([Folder.opened(out)] if (out / "run.json").exists() else [])])
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


def _must_be_apart(parts: Sequence[Place], out: Path) -> None:
    for part in parts:
        if not is_away(part) and Path(part).resolve() == out.resolve():
            raise UserError(f"{out} is one of the parts, which stay as they are; name another folder with --out")


def _must_agree(folders: Sequence[Folder]) -> None:
    """See that no two runs have other verdicts on an episode."""
    known: dict[str, tuple[Folder, tuple[Any, ...]]] = {}
    for folder in folders:
        for name, *verdict in ledger.verdicts(folder):
            first, before = known.setdefault(name, (folder, tuple(verdict)))
            if before != tuple(verdict):
                told = f"{first.name} has {before[0]}, {folder.name} {verdict[0]}"
                other = "" if before[0] != verdict[0] else ", with other items or side effects"
                raise UserError(f"two runs contradict each other on episode {name}: {told}{other}; leave one out")


def _must_be_one(folders: Sequence[Folder]) -> None:
    first, *others = folders
    for folder in others:
        other = [*differences(first.config(), folder.config())]
        if first.version() != folder.version():
            other.append(f"Lifeworld {first.version()}, not {folder.version()}")
        if other:
            raise UserError(f"{folder.name} is of another plan than {first.name} ({'; '.join(other)})")


def _take(part: Folder, whole: Folder, names: Sequence[str]) -> None:
    """Take over episodes, all pictures, and the lines of the ledger, which hold where files keep their times."""
    try:
        for place in ("images", "ledger"):
            _join(part.path / place, whole.path / place)
        for name in names:
            shutil.rmtree(whole.path / "episodes" / name, ignore_errors=True)  # unscored, or damaged
            _join(part.path / "episodes" / name, whole.path / "episodes" / name)
    except OSError as error:
        raise UserError(f"{whole.path}: {error.strerror or error}; run the same command again to go on") from error


def _join(source: Path, target: Path) -> None:
    """Copy a folder into another; what marks an episode finished comes last."""
    for within, _, names in os.walk(source):
        here = target / Path(within).relative_to(source)
        here.mkdir(parents=True, exist_ok=True)
        for name in sorted(names, key=lambda name: name == "episode.json"):
            if not (here / name).exists():
                _link(Path(within) / name, here / name)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk, or one that knows no links
        shutil.copy2(source, target)

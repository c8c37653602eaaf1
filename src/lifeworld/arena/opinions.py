"""A judge's opinion of both sides of a battle, where the host has set one up; it is filed with each side's run."""

from collections.abc import Iterable
from pathlib import Path

from lifeworld.judges.model import create
from lifeworld.run.folder import Folder
from lifeworld.run.judging import PLACE, Effort, Judgement, filed, judge_all


async def check_judge(name: str) -> None:
    """See that there is a judge of this name; "" is none.

    Raises:
        UserError: there is none, or what it needs is missing.
    """
    if name:
        await create(name).close()


def judge(home: Path, name: str, folders: Iterable[str]) -> None:
    """Have a judge say what it thinks of these runs under an arena's folder; those without items are left out.

    Raises:
        UserError: the judge can't be asked.
    """
    for folder in folders:
        judge_all(Folder(home / "battles" / folder), [name], Effort(at_once=1), lambda _: None)


def opinions(folder: Folder) -> list[Judgement]:
    """Return what judges think of a run, without those that failed."""
    if not (folder.path / PLACE).is_dir():
        return []
    return [one for one in filed(folder) if one.opinion is not None]

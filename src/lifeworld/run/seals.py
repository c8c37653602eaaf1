"""Seals: what the process that began a run keeps of each filed episode, to see whether somebody changed it since.

An agent that no wall keeps from the run's folder could rewrite what is there. It can't rewrite what this process holds.
"""

import json
import shutil
from collections.abc import Iterator, Set
from dataclasses import asdict, dataclass

from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.run.filing import FILES
from lifeworld.run.folder import Folder
from lifeworld.run.storage import digest

REFUSED = "refused"
_NAMED = 3  # refused episodes that the line names


@dataclass(frozen=True)
class Seal:
    """By what a filed episode is known again.

    Attributes:
        outcome: its verdict's.
        files: a digest of its files.
        line: a digest of its line in the ledger.
    """

    outcome: str
    files: str
    line: str

    @property
    def text(self) -> str:
        return json_text(asdict(self))

    @classmethod
    def of(cls, text: str) -> "Seal":
        """Return the seal that `text` gave."""
        return cls(**json.loads(text))


class Seals:
    """The seals of a run's folder, taken before the first agent plays, and as each episode is filed.

    Args:
        folder: the run's.
        planned: the ids of all episodes that this process hands out.
    """

    def __init__(self, folder: Folder, planned: Set[str]) -> None:
        self._folder, self._planned = folder, planned
        self._files = {name: _sealed(folder, name) for name in folder.names()}
        self._lines = set(_lines(folder))

    def keep(self, episode: str, seal: Seal) -> None:
        """Keep the seal of an episode that has just been filed."""
        self._files[episode] = seal.files
        self._lines.add(seal.line)

    def refuse(self, ended: bool) -> list[str]:
        """Take out of the run what is not as it was filed, and return the ids; the same command plays it again.

        Args:
            ended: whether all was played. Else a worker may have filed an episode and not told of it.
        """
        ours = (self._planned if ended else set[str]()) & set(self._folder.names())
        wrong = [name for name in sorted({*self._files, *ours}) if self._files.get(name) != _sealed(self._folder, name)]
        for name in wrong:
            _set_aside(self._folder, name)
        if not self._lines | self._folder.noted >= set(_lines(self._folder)):
            self._folder.remove("ledger")  # which is written again from the episodes' files
        return wrong


def refusal(folder: Folder, names: list[str]) -> str:
    """Return a line that tells what was refused."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return (
        f"{counted(len(names), 'episode')} did not stay as filed, so somebody, or an agent without a wall, wrote in "
        f"{folder.name}: {', '.join(names[:_NAMED])}{more}; what is there now is in {folder.name}/{REFUSED} and counts "
        "nowhere, and the same command plays them again"
    )


def _sealed(folder: Folder, episode: str) -> str:
    """Return the digest of an episode's files as they are; "" where one is missing."""
    try:
        return digest(*((folder.path / "episodes" / episode / name).read_bytes() for name in FILES))
    except OSError:
        return ""


def _lines(folder: Folder) -> Iterator[str]:
    """Yield the digests of the ledger's lines."""
    for path in folder.path.glob("ledger/*.jsonl"):
        with path.open("rb") as lines:
            yield from map(digest, lines)


def _set_aside(folder: Folder, episode: str) -> None:
    there, aside = folder.path / "episodes" / episode, folder.path / REFUSED / episode
    if there.exists():
        shutil.rmtree(aside, ignore_errors=True)
        aside.parent.mkdir(exist_ok=True)
        there.rename(aside)
    folder.remove(f"episodes/{episode}")

"""The projects that people have: their files, and the commits in which each line came and went.

In a file's text, `@3` stands before lines that came with the third commit, `@3-7` before lines that the seventh took
away again; what comes after the last commit is in none yet.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lifeworld.core.errors import UserError
from lifeworld.core.words import Key, Text, folder, read

_MARK = re.compile(r"@(\d+)(?:-(\d+))?")
_NEVER = 1_000


@dataclass(frozen=True)
class Kept:
    """A commit: so many days ago, by whom ("" is the owner), what it says."""

    days: int
    clock: str
    message: Text
    note: str = ""
    by: str = ""


@dataclass(frozen=True)
class Repository:
    """A project of somebody (`owner`, a profile's name)."""

    name: Text
    about: Text
    owner: Key
    commits: tuple[Kept, ...]
    files: dict[str, str]

    def texts(self, commit: int) -> dict[str, str]:
        """Return the files as they are after a commit, counted from 1."""
        found = {path: list(_alive(text, commit)) for path, text in self.files.items()}
        return {path: "\n".join(lines).strip() for path, lines in found.items() if lines}

    @property
    def now(self) -> dict[str, str]:
        """The files as they were saved last."""
        return self.texts(len(self.commits) + 1)


@cache
def repositories() -> tuple[Repository, ...]:
    """Return all projects, each with the days of its commits in order.

    Raises:
        UserError: a file can't be read, or its commits are out of order.
    """
    found = {path: read(Repository, path) for path in sorted(folder(__file__).glob("*.toml"))}
    for path, one in found.items():
        times = [(-commit.days, commit.clock) for commit in one.commits]
        if times != sorted(times):
            raise UserError(f"{path}: commits: put the oldest first")
    return tuple(found.values())


def _alive(text: str, commit: int) -> Iterator[str]:
    """Yield the lines of a text that are there after a commit."""
    there = True
    for line in text.strip("\n").split("\n"):
        if mark := _MARK.fullmatch(line):
            there = int(mark[1]) <= commit < int(mark[2] or _NEVER)
        elif there:
            yield line

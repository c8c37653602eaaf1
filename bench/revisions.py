"""An older commit and this one, measured in turn on this machine: `python -m bench --beside REV`.

The older commit is checked out into a folder that is taken away afterwards; it runs in this environment, with the
fonts and pictures of this checkout. Both play the same configurations: those that both can solve.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError

HERE = Path(__file__).parent.parent
ROUNDS = 3
SAMPLE = 60  # tasks played by `dom`
IN_A_BROWSER = 8
SUBJECTS = ("dom", "worlds", "chromium")
PATIENCE = 1200


@dataclass(frozen=True)
class Compared:
    """One figure of both: medians over rounds. `gain` is how many times as good this checkout is."""

    what: str
    before: float
    now: float

    @property
    def gain(self) -> float:
        return (
            self.now / self.before if "a second" in self.what or "environments" in self.what else self.before / self.now
        )


def compared(
    revision: str, sample: int = SAMPLE, rounds: int = ROUNDS, subjects: Sequence[str] = SUBJECTS
) -> list[Compared]:
    """Measure a revision and this checkout in turn.

    Raises:
        UserError: there is no such revision, or a measurement broke.
    """
    with checked_out(revision) as before:
        sides = (before, HERE)
        chosen = both(sides, sample)
        found: tuple[dict[str, list[float]], ...] = ({}, {})
        for _ in range(rounds):
            for subject in subjects:
                for side, figures in zip(sides, found, strict=True):
                    given = in_a_browser(chosen) if subject == "chromium" else chosen
                    for what, value in asked(side, subject, given).items():
                        figures.setdefault(what, []).append(value)
    middle = statistics.median
    return [Compared(what, middle(values), middle(found[1][what])) for what, values in found[0].items()]


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Yield a folder with the files of a revision."""
    with tempfile.TemporaryDirectory(prefix="lifeworld-bench-") as passing:
        folder = Path(passing) / "before"
        git("worktree", "add", "--detach", str(folder), revision)
        try:
            (folder / "src/lifeworld/web/vendor").symlink_to(HERE / "src/lifeworld/web/vendor")
            yield folder
        finally:
            git("worktree", "remove", "--force", str(folder))


def git(*arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(HERE), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"git {arguments[0]}: {done.stderr.strip().splitlines()[-1]}")


def both(sides: Sequence[Path], sample: int) -> list[dict[str, Any]]:
    """Return configurations of so many tasks, evenly from all, that both sides solve."""
    known = set(asked(sides[0], "ids", None))
    names = [name for name in asked(sides[1], "ids", None) if name in known]
    names = names[:: max(1, len(names) // sample)][:sample]
    first, second = (asked(side, "fair", names) for side in sides)
    return [one for one in second if one in first]


def in_a_browser(chosen: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    names = list(dict.fromkeys(one["task"] for one in chosen if one["instance"] == 0))
    few = set(names[:: max(1, len(names) // IN_A_BROWSER)][:IN_A_BROWSER])
    return [one for one in chosen if one["task"] in few]


def asked(side: Path, what: str, given: Any) -> Any:
    """Return what bench/subject.py tells of a checkout."""
    done = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).with_name("subject.py")), what],
        input=json.dumps(given),
        env={**os.environ, "PYTHONPATH": f"{side / 'src'}{os.pathsep}{HERE}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        raise UserError(f"{what} of {side.name} broke: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def table(revision: str, figures: Sequence[Compared]) -> list[str]:
    """Return the figures as lines of Markdown."""
    lines = [f"| figure | {revision} | now | times as good |", "|---|---:|---:|---:|"]
    lines += [f"| {one.what} | {one.before:.3g} | {one.now:.3g} | {one.gain:.2f} |" for one in figures]
    return lines

"""Finished episodes as every export takes them: chosen by split and success, never mixed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lifeworld.core.choices import HeldOut, Split
from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Step, Usage
from lifeworld.report.episode_pages import steps_with_screens
from lifeworld.run.filing import row
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.sampling import split_of


@dataclass(frozen=True)
class Record:
    """One episode to export.

    Attributes:
        row: as in `results.parquet`.
        goal, answer_schema: as the agent was told them; no schema where the goal asked for no answer.
        ended: it was `terminated` by the agent, or `truncated`.
        split: the one that it is in; "" of a composed task whose parts are in several.
        steps: all, the last of which only shows where it ended.
    """

    row: dict[str, Any]
    goal: str
    answer_schema: Mapping[str, Any] | None
    ended: str
    split: Split | Literal[""]
    steps: tuple[Step, ...]
    folder: Folder

    @property
    def id(self) -> str:
        return str(self.row["episode"])

    @property
    def acted(self) -> tuple[Step, ...]:
        """The steps in which something was done."""
        return tuple(step for step in self.steps if step.action is not None)

    @property
    def usage(self) -> Usage:
        return sum((step.usage for step in self.acted), Usage())

    def picture(self, step: Step) -> bytes | None:
        """Return the screen before a step; None where none was kept."""
        return self.folder.image(step.image).read_bytes() if step.image else None

    def after(self, step: Step) -> Step | None:
        """Return the step after one, whose screen shows what came of it."""
        return next(iter(self.steps[step.number + 1 :]), None)


@dataclass(frozen=True)
class Choice:
    """Which episodes are exported.

    Attributes:
        split: only those in it; "" for all, each with its own.
        held_out: what the splits share nothing of; "" as in the run.
        success_only: only those that succeeded.
    """

    split: Split | str = ""
    held_out: HeldOut | str = ""
    success_only: bool = False

    def by(self, folder: Folder) -> HeldOut:
        """Return what the splits share nothing of.

        Raises:
            UserError: the run was made of one split, and another is asked for.
        """
        config = folder.config()
        by = self.held_out or config.held_out
        if config.split and (by != config.held_out or self.split not in ("", config.split)):
            was = f"the split {config.split} by {config.held_out}"
            raise UserError(f"{folder.path} was made of {was} alone; export it as that, or make another run")
        return by  # type: ignore[return-value]


def records(folder: Folder, choice: Choice) -> Iterator[Record]:
    """Yield the chosen episodes of a run, one at a time.

    Raises:
        UserError: the run was made of another split than is asked for, or none of its episodes is left.
    """
    by, found = choice.by(folder), False
    for episode in folder.episodes():
        split = split_of(Planned.from_json(episode["planned"]).configuration, by)
        kept = choice.split in ("", split) and not (choice.success_only and episode["verdict"]["outcome"] != "success")
        if kept:
            found = True
            steps = tuple(steps_with_screens(folder, episode["episode"]))
            told = episode["goal"], episode.get("answer_schema"), episode.get("ended", ""), split
            yield Record(row(episode, folder.path.resolve().name), *told, steps, folder)
    if not found:
        kind = f"{'successful ' * choice.success_only}{choice.split}{' ' * bool(choice.split)}"
        raise UserError(f"{folder.path} holds no {kind}episode that has finished")


def emptied(out: Path) -> Path:
    """Return a new folder to export to; never one that holds something, so that no two exports mix.

    Raises:
        UserError: it is not empty, or can't be made.
    """
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UserError(f"{out} is not empty; name a new folder with --out, so that no two exports mix")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{out}: {error.strerror or error}") from error
    return out

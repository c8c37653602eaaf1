"""What `lifeworld eval` does: a config of flags and files, and a run of it under a progress bar."""

import itertools
import re
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any

import click
from rich.progress import Progress

from lifeworld.cli.printing import Sharing, aside, bar, duration
from lifeworld.core.counting import counted, dollars
from lifeworld.core.errors import UserError
from lifeworld.core.processes import hear_no_more
from lifeworld.run import outcomes
from lifeworld.run.config import EXECUTION_SETTINGS, RunConfig, build, from_file
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, composition
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.runner import RunListener, run
from lifeworld.run.storage import Location
from lifeworld.run.task_queue import WorkerDeath

_NAME = 60  # characters of agents' names in a folder's
_OUTCOMES = ("success", "failure", "unscored")
_NO_AGENT = "name an agent to measure (`--agent tree --tag easy`), or a run to go on with (`--out DIR`)"


def wanted(given: dict[str, Any], file: Path | None, out: Location | None) -> RunConfig:
    """Return the config that flags and a file give; what they leave out is as in the run to go on with, if any."""
    filed = from_file(file) if file else {}
    asked = {**filed, **given}
    begun = _begun(out) if out else None
    was = begun.config() if begun else None
    settings = {**_kept(was, asked), **asked} if was else asked
    config = build(settings, lambda key: _source(key, file, filed, given))
    if begun:
        begun.must_have(config)
    elif not (file or asked.keys() - set(EXECUTION_SETTINGS) or (out and folder_type(out)(out).is_taken())):
        begin = f"there is no run at {out} to go on with; name an agent (`--agent label`) to begin one"
        raise UserError(begin if out else _NO_AGENT)
    return config


def new_place(config: RunConfig) -> Path:
    """Return a folder for a run whose place nobody named: runs/DATE-AGENT, with a number where that is taken.

    Raises:
        UserError: it is a part of a plan, whose other parts are elsewhere.
    """
    if config.part != "1/1":
        raise UserError(f"name the folder of part {config.part} with --out, so that it can be merged with the others")
    agents = re.sub(r"[^\w.=-]+", "-", "-".join(config.agents)).strip("-.")[:_NAME]
    first = Path("runs") / f"{datetime.now().astimezone():%Y-%m-%d}-{agents}"
    numbered = (first.with_name(f"{first.name}-{number}") for number in itertools.count(2))
    return next(place for place in itertools.chain([first], numbered) if not place.exists())


def _source(key: str, file: Path | None, filed: dict[str, Any], given: dict[str, Any]) -> str:
    """Return what says a setting, a flag or the file; of all settings together, each that says any."""
    if not file or key in given or (key and key not in filed):
        return "the command line"
    return str(file) if key or not given else f"{file} and the command line"


def _kept(was: RunConfig, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what a run was begun with; an address is its engine's, and no other one's."""
    another = asked.get("engine", was.engine) != was.engine
    return was.model_dump(exclude_unset=True, exclude={"address"} if another else None)


def _begun(out: Location) -> Folder | None:
    """Return the run that was begun there, if one was."""
    folder = folder_type(out)(out)
    folder.sync()
    return folder_type(out).opened(out) if (folder.path / "run.json").exists() else None


_NOBODY = RunListener()


def evaluate(config: RunConfig, out: Location, across: bool = False, heard: RunListener = _NOBODY) -> Folder:
    """Run a config with a progress bar and print what came of it.

    Args:
        config: what to run.
        out: the folder, or its address.
        across: go on with a run of another version, too.
        heard: is told of the run's beginning and of each episode's end, after the bar.

    Raises:
        UserError: it can't be run.
    """
    began = time.monotonic()
    with bar() as progress:
        shown = _Shown(progress, config, heard)
        try:
            folder = run(
                config, out, RunListener(shown.begins, shown.begun, shown.ended, shown.died, shown.echo), across
            )
        except KeyboardInterrupt:
            hear_no_more()
            kept = f"finished episodes are kept. To go on: lifeworld eval --out {quote(str(out))}"
            shown.echo(f"stopped; {kept if _begun(out) else 'nothing was begun: the same command begins it'}")
            raise click.exceptions.Exit(130) from None
    if not folder.names():
        click.echo(f"part {config.part} of the plan has no episodes; there is nothing to do")
    for line in (*summary(folder), spent(folder, time.monotonic() - began)) if folder.names() else ():
        click.echo(line)
    return folder


def spent(folder: Folder, seconds: float) -> str:
    """Return how long a command took, and the tokens and dollars of its run; of a model without a price, no dollars."""
    used = outcomes.usage(folder)
    tokens = f"; the run's models read {counted(used.tokens_in, 'token')} and wrote {used.tokens_out:,}"
    money = f", for {dollars(used.cost)}" if used.cost else ""
    return f"took {duration(seconds)}{tokens + money if used.tokens_in or used.tokens_out else ''}"


def summary(folder: Folder) -> list[str]:
    """Return for each agent how many episodes succeeded, failed and were not scored; in a line more how it broke."""
    lines = []
    counted_by_agent = outcomes.outcome_counts(folder)
    broke = outcomes.crashed_by_agent(folder)
    for agent, counts in counted_by_agent.items():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in _OUTCOMES)
        faults = counts["fault"]
        after = f"; {faults} of the failures are faults after its own action" if faults else ""
        lines.append(f"{agent}: {told}{after}")
        if agent in broke:
            total = sum(counts[kind] for kind in _OUTCOMES)
            lines.append(f"{agent}: {outcomes.crash_summary(folder, broke[agent], total)}")
    return lines


class _Shown:
    """A run's progress, as the person at the keyboard sees it."""

    def __init__(self, progress: Progress, config: RunConfig, heard: RunListener) -> None:
        self._progress, self._config, self._heard = progress, config, heard
        self._sharing: Sharing[Planned] | None = None

    def begins(self, folder: Folder, episodes: Sequence[Planned], left: int) -> None:
        self.echo(_planned(self._config, len(episodes), len(episodes) - left))
        for place, what in folder.damaged.items():
            self.echo(f"{folder.path / place} is damaged ({what}); this episode is run again")
        self._sharing = Sharing(self._progress, len(episodes), len(episodes) - left, _named)
        self._heard.begins(folder, episodes, left)

    def begun(self, worker: int, planned: Planned) -> None:
        assert self._sharing
        self._sharing.begun(worker, planned)

    def ended(self, planned: Planned, outcome: str) -> None:
        assert self._sharing
        self._sharing.finished()
        self._heard.ended(planned, outcome)

    def died(self, death: WorkerDeath, at: Sequence[Planned]) -> None:
        assert self._sharing
        self._sharing.died(death, at)

    def echo(self, line: str) -> None:
        with aside(self._progress):
            click.echo(line, err=True)


def _named(planned: Planned) -> str:
    return f"{planned.agent} {planned.configuration.task}"


def _planned(config: RunConfig, episodes: int, done: int) -> str:
    """Return what is planned, how much of it is this part's, and how much of that is there."""
    part = f"; part {config.part} of it: {counted(episodes, 'episode')}" if config.part != "1/1" else ""
    there = f"; {done:,} of {counted(episodes, 'episode')} {'is' if done == 1 else 'are'} there" if done else ""
    return f"{composition(config)}{part}{there}"

"""`lifeworld eval`: run agents on tasks."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any

import click
from rich.progress import Progress

from lifeworld.cli.options import PlaceType, listed, worlds
from lifeworld.cli.sharing import Sharing, aside, bar
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.stopping import hear_no_more
from lifeworld.run import broken, results
from lifeworld.run.away import Place, is_away, kind
from lifeworld.run.config import HOW, RunConfig, build, from_file
from lifeworld.run.crew import Death
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, composition
from lifeworld.run.runner import Told, run
from lifeworld.run.splits import HELD_OUT, SPLITS
from lifeworld.world.profiles import DRAWN, NAMES

_OUTCOMES = ("success", "failure", "unscored")


@click.command("eval")
@listed("--agent", "agents", help="Agents, by commas: oracle, label, tree, ocr, anthropic:MODEL, module:Class.")
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels.")
@listed("--channel", "channels", help="What agents see and use: pixels, pixels+tree, tree, tools.")
@listed("--task", "tasks", help="Only these tasks.")
@listed("--app", "apps", help="Only tasks that touch these apps, their own first.")
@listed("--tag", "tags", help="Only tasks with these tags.")
@listed("--profile", "profiles", help=f"Only these people's devices: {', '.join(NAMES)}; {DRAWN}.")
@worlds
@listed("--device", "devices", help="phone, desktop, tablet, small … (phone,desktop).")
@listed("--theme", "themes", help="light, dark, sepia, nord … (light,dark).")
@listed("--state", "states", help="Where episodes begin: home, mail.letter …, own (of the task's apps), any (home).")
@listed("--content", "contents", help="plain, pop-ups … (plain).")
@listed("--language", "languages", help="What the screens speak: en, de, fr, es, zh (en).")
@listed("--goal-language", "goal_languages", help="What the person speaks to the agent: the same (en).")
@listed("--layout", "layouts", help="usual, top, bottom, side, cards … (usual).")
@listed("--horizon", "horizon", help="Numbers of parts, 1 to 8: 1,2,4 runs tasks alone, of 2 parts and of 4 (1).")
@listed("--crossed", "crossed", help="Axes of which every value is run: theme, device, profile, phrasing, state ….")
@click.option("--split", type=click.Choice(SPLITS), help="Only tasks to learn from, to choose by, or to be tested on.")
@click.option("--held-out", type=click.Choice(HELD_OUT), help="What the splits share nothing of (scenario).")
@click.option("--limit", type=int, help="At most so many configurations, the apps in turn.")
@click.option("--instances", type=int, help="Instances of each task (1).")
@click.option("--repeats", type=int, help="Times that each configuration is run (1).")
@click.option("--max-steps", type=int, help="Actions that an agent may take (50).")
@click.option("--max-seconds", type=float, help="Seconds that an episode may take (300).")
@click.option("--max-memory", type=float, help="GB of memory that an agent's process may use (4).")
@click.option("--max-tokens", type=int, help="Tokens that models may take, read and written, in this command.")
@click.option("--max-cost", type=float, help="Dollars that models may cost in this command.")
@click.option("--in-process", is_flag=True, default=None, help="Agents of yours in our process, for debugging only.")
@click.option("--workers", type=int, help="Processes that share the episodes (one for each core).")
@click.option("--at-once", type=int, help="Episodes at once in each of them (1; 8 where agents wait for a model).")
@click.option("--engine", type=click.Choice(["local", "ray"]), help="What starts the processes (local).")
@click.option("--address", help="Of a Ray cluster, with --engine ray; without one, Ray is started here.")
@click.option("--part", help="Only this part of the plan, like 2/8; `lifeworld merge` joins the parts.")
@click.option("--seed", type=int, help="Decides what is drawn (0).")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A TOML file with the same settings.")
@click.option("--out", type=PlaceType(), required=True, help="Folder of the run, or its address: s3://bucket/runs/a.")
@click.option("--across-versions", "across", is_flag=True, help="Go on with a run that another version began.")
def eval_command(file: Path | None, out: Place, across: bool, **flags: Any) -> None:
    """Run agents on tasks. The same command goes on where it stopped, and so does --out alone.

    \b
    lifeworld eval --agent oracle,null --out runs/check
    lifeworld eval --out runs/check
    lifeworld eval --agent label --crossed theme,device --repeats 2 --out runs/sensitivity
    lifeworld eval --agent label --driver chromium --app bank,mail --repeats 3 --out runs/label
    lifeworld eval --agent oracle --world tidy.yaml --app todo --out runs/tidy
    """
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    config = _wanted(given, file, out)
    folder = evaluate(config, out, across)
    if folder.names():
        click.echo(f"results in {folder.name}/results.parquet; next: {_next(folder)}")


def _next(folder: Folder) -> str:
    name, here = quote(folder.name), quote(f"runs/{folder.name.rpartition('/')[2]}")
    return f"lifeworld merge {name} --out {here}" if is_away(folder.name) else f"lifeworld report {name}"


def _wanted(given: dict[str, Any], file: Path | None, out: Place) -> RunConfig:
    """Return the config that flags and a file give; what they leave out is as in the run to go on with, if any."""
    named = given.pop("worlds", ())
    filed = from_file(file) if file else {}
    asked = {**filed, **given}
    begun = _begun(out)
    was = begun.config() if begun else None
    if named and not (was and "profiles" not in given and set(named) <= set(was.profiles)):
        asked["profiles"] = (*given.get("profiles", ()), *named)
    settings = {**_kept(was, asked), **asked} if was else asked
    config = build(settings, lambda key: _source(key, file, filed, given))
    if begun:
        begun.must_have(config)
    elif not (file or asked.keys() - set(HOW) or kind(out)(out).is_taken()):
        raise UserError(f"there is no run at {out} to go on with; name an agent (`--agent label`) to begin one")
    return config


def _source(key: str, file: Path | None, filed: dict[str, Any], given: dict[str, Any]) -> str:
    """Return what says a setting, a flag or the file; of all settings together, each that says any."""
    if not file or key in given or (key and key not in filed):
        return "the command line"
    return str(file) if key or not given else f"{file} and the command line"


def _kept(was: RunConfig, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what a run was begun with; an address is its engine's, and no other one's."""
    another = asked.get("engine", was.engine) != was.engine
    return was.model_dump(exclude_unset=True, exclude={"address"} if another else None)


def _begun(out: Place) -> Folder | None:
    """Return the run that was begun there, if one was."""
    folder = kind(out)(out)
    folder.bring()
    return kind(out).opened(out) if (folder.path / "run.json").exists() else None


def evaluate(config: RunConfig, out: Place, across: bool = False) -> Folder:
    """Run a config with a progress bar and print what came of it.

    Raises:
        UserError: it can't be run.
    """
    with bar() as progress:
        shown = _Shown(progress, config)
        try:
            folder = run(config, out, Told(shown.begins, shown.begun, shown.ended, shown.died), across)
        except KeyboardInterrupt:
            hear_no_more()
            shown.echo(f"stopped; finished episodes are kept. To go on: lifeworld eval --out {quote(str(out))}")
            raise click.exceptions.Exit(130) from None
    if not folder.names():
        click.echo(f"part {config.part} of the plan has no episodes; there is nothing to do")
    for line in summary(folder) if folder.names() else ():
        click.echo(line)
    return folder


class _Shown:
    """A run's progress, as the person at the keyboard sees it."""

    def __init__(self, progress: Progress, config: RunConfig) -> None:
        self._progress, self._config = progress, config
        self._sharing: Sharing | None = None

    def begins(self, folder: Folder, episodes: Sequence[Planned], left: int) -> None:
        self.echo(_planned(self._config, len(episodes), len(episodes) - left))
        for place, what in folder.damaged.items():
            self.echo(f"{folder.path / place} is damaged ({what}); this episode is run again")
        self._sharing = Sharing(self._progress, len(episodes), len(episodes) - left)

    def begun(self, worker: int, planned: Planned) -> None:
        assert self._sharing
        self._sharing.begun(worker, f"{planned.agent} {planned.configuration.scenario}")

    def ended(self, planned: Planned, outcome: str) -> None:
        assert self._sharing
        self._sharing.finished()

    def died(self, death: Death, at: Sequence[Planned]) -> None:
        assert self._sharing
        self._sharing.died(death, [f"{one.agent} {one.configuration.scenario}" for one in at])

    def echo(self, line: str) -> None:
        with aside(self._progress):
            click.echo(line, err=True)


def _planned(config: RunConfig, episodes: int, done: int) -> str:
    """Return what is planned, how much of it is this part's, and how much of that is there."""
    part = f"; part {config.part} of it: {counted(episodes, 'episode')}" if config.part != "1/1" else ""
    there = f"; {done:,} of {counted(episodes, 'episode')} {'is' if done == 1 else 'are'} there" if done else ""
    return f"{composition(config)}{part}{there}"


def summary(folder: Folder) -> list[str]:
    """Return for each agent how many episodes succeeded, failed and were not scored; in a line more how it broke."""
    lines = []
    counted_by_agent = results.counted(folder)
    broke = broken.by_agent(folder)
    for agent, counts in counted_by_agent.items():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in _OUTCOMES)
        faults = counts["fault"]
        after = f"; {faults} of the failures are faults after its own action" if faults else ""
        lines.append(f"{agent}: {told}{after}")
        if agent in broke:
            total = sum(counts[kind] for kind in _OUTCOMES)
            lines.append(f"{agent}: {broken.told(folder, broke[agent], total)}")
    return lines

"""`lifeworld eval`: run agents on tasks."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from lifeworld.cli.options import PlaceType, listed, worlds
from lifeworld.core.choices import DRAWN, HELD_OUT, NAMES, SPLITS
from lifeworld.run.storage import Location, is_remote

if TYPE_CHECKING:
    from lifeworld.run.folder import Folder


@click.command("eval")
@listed("--agent", "agents", help="Agents, by commas: oracle, label, tree, ocr, anthropic:MODEL, module:Class.")
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels.")
@listed(
    "--channel", "channels", help="What agents see and use: pixels, pixels+tree, tree, tools, pixels+tools, tree+tools."
)
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
@click.option("--held-out", type=click.Choice(HELD_OUT), help="What the splits share nothing of (task).")
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
@click.option(
    "--out", type=PlaceType(), help="Folder of the run, or its address: s3://bucket/runs/a (runs/DATE-AGENT)."
)
@click.option("--across-versions", "across", is_flag=True, help="Go on with a run that another version began.")
def eval_command(file: Path | None, out: Location | None, across: bool, **flags: Any) -> None:
    """Run agents on tasks, and write the report. --out alone goes on with a run that was stopped.

    \b
    lifeworld eval --agent tree --tag easy
    lifeworld eval --agent oracle,null --out runs/check
    lifeworld eval --out runs/check
    lifeworld eval --agent label --crossed theme,device --repeats 2 --out runs/sensitivity
    lifeworld eval --agent label --driver chromium --app bank,mail --repeats 3 --out runs/label
    lifeworld eval --agent oracle --world tidy.yaml --app todo --out runs/tidy
    """
    from lifeworld.cli.running import evaluate, new_place, wanted  # with all that plays, for which help need not wait

    given = {name: value for name, value in flags.items() if value not in (None, ())}
    config = wanted(given, file, out)
    folder = evaluate(config, out or new_place(config), across)
    if folder.names():
        _tell(folder, whole=config.part == "1/1")


def _tell(folder: "Folder", whole: bool) -> None:
    """Print the finding and where the report is; of a part, or a run elsewhere, how to get there."""
    name, here = quote(folder.name), quote(f"runs/{folder.name.rpartition('/')[2]}")
    if is_remote(folder.name) or not whole:
        more = f"lifeworld merge {name} --out {here}" if is_remote(folder.name) else f"lifeworld report {name}"
        click.echo(f"results in {folder.name}/results.parquet; next: {more}")
        return
    from lifeworld.report.render import reported  # with all statistics, for which no refusal need wait

    made, place = reported(folder)
    click.echo(f"results in {folder.name}/results.parquet")
    click.echo(made.finding)
    click.echo(f"report: {place.resolve().as_uri()}")

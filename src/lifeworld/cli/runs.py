"""`lifeworld runs`: what is done with runs that are finished."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lifeworld.cli import options
from lifeworld.cli.options import Amount, EngineName, as_json, engine_option, listed, workers_option
from lifeworld.cli.places import Output, PlaceType, RunType
from lifeworld.core.choices import HELD_OUT, SPLITS
from lifeworld.core.counting import counted
from lifeworld.run.storage import Location

if TYPE_CHECKING:
    from lifeworld.run.merging import Merged

_MISSING = 5  # episodes that are named
_RUN = click.argument("run", type=RunType())


@click.group("runs")
def runs_command() -> None:
    """Merge, rescore, judge, rate and export runs.

    \b
    lifeworld runs merge runs/a runs/b --out runs/whole
    lifeworld runs rescore runs/a
    lifeworld runs export runs/a --to atif --out exports/atif
    """


@runs_command.command("merge")
@click.argument("parts", nargs=-1, required=True, type=PlaceType(exists=True))
@click.option("--out", type=Output(file_okay=False), required=True, help="Folder of the whole run.")
def merge_command(parts: tuple[Location, ...], out: Path) -> None:
    """Join runs of one plan that were made apart, as `eval --part` makes them; say what is missing.

    \b
    lifeworld eval --agent label --part 1/2 --out runs/a
    lifeworld eval --agent label --part 2/2 --out runs/b
    lifeworld runs merge runs/a runs/b --out runs/whole
    lifeworld runs merge s3://bucket/runs/a --out runs/a
    """
    from lifeworld.cli.running import summary
    from lifeworld.run.merging import merge

    merged = merge(parts, out)
    for part, count in zip(parts, merged.taken, strict=True):
        click.echo(f"{counted(count, 'episode')} of {part}")
    if merged.twice:
        click.echo(f"{merged.twice} were there already")
    _tell_missing(merged)
    for line in summary(merged.folder):
        click.echo(line)


def _tell_missing(merged: "Merged") -> None:
    if not merged.missing:
        return click.echo("nothing of the plan is missing")
    count = len(merged.missing)
    lacks = f"{counted(count, 'episode')} of the plan {'is' if count == 1 else 'are'} missing"
    click.echo(f"{lacks}; lifeworld eval --out {merged.folder.path} plays {'it' if count == 1 else 'them'}")
    for one in merged.missing[:_MISSING]:
        click.echo(f"  {one.agent} {one.configuration.task} ({one.configuration.profile}, repeat {one.repeat})")
    if count > _MISSING:
        click.echo(f"  … and {count - _MISSING} more")


@runs_command.command("rescore")
@click.argument("directory", type=PlaceType())
@click.option("--write", is_flag=True, help="File the verdicts that differ; the first ones stay beside them.")
@workers_option
@engine_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: each episode with both verdicts.")
def rescore_command(
    directory: Location, write: bool, workers: int | None, engine: tuple[EngineName, str] | None, as_json: bool
) -> None:
    """Judge a run anew, with this version's verifier, from what its episodes left: nothing is played.

    Shows what does not follow from the episodes' files: verdicts, counts, the run's tables. Exits with 1 if there is
    any that --write does not file, or if an episode that claims a success or a failure can't be judged or read.
    Whoever gets a run from somebody else sees so whether its verdicts follow from its files.

    \b
    lifeworld runs rescore runs/a
    lifeworld runs rescore runs/a --write
    """
    from lifeworld.cli.judging import rescored

    rescored(directory, write, options.engine(engine, workers), as_json)


@runs_command.command("judge")
@_RUN
@listed(
    "--judge", "judges", help="Models, with commas between: anthropic:MODEL,openai:MODEL,gemini:MODEL,prompt:MODEL."
)
@click.option("--steps", is_flag=True, help="Judge each step by itself instead of the whole trajectory.")
@click.option("--max-cost", type=Amount(0, 1e9, min_open=True), help="Dollars that judges may cost.")
@options.pairs(
    "--set",
    ("max_tokens", "at_once"),
    "Tokens that judges may take, read and written; episodes that are judged at the same time (at_once=4).",
)
@as_json
def judge_command(**how: Any) -> None:
    """Have models judge a run's trajectories, and see how far they agree with the verifier.

    The same command goes on where it stopped and tries again what failed; without --judge it shows what is filed.

    \b
    lifeworld runs judge runs/a --judge anthropic:MODEL,gemini:MODEL --max-cost 5
    lifeworld runs judge runs/a --judge 'prompt:MODEL?base_url=http://127.0.0.1:8000/v1' --steps
    lifeworld runs judge runs/a
    """
    from lifeworld.cli.judging import judged

    judged(**how)


@runs_command.command("rate")
@_RUN
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve on (8402).")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--agreement", "agreed", is_flag=True, help="Show how far people agree, instead of the page.")
@as_json
def rate_command(**how: Any) -> None:
    """Rate a run's trajectories yourself, item by item, on a page of this machine's own.

    The page tells nothing of verdict, agent and judges. Each person gives a name and goes on where they stopped.

    \b
    lifeworld runs rate runs/a
    lifeworld runs rate runs/a --agreement
    """
    from lifeworld.cli.judging import rated

    rated(**how)


@runs_command.command("export")
@_RUN
@click.option("--to", required=True, help="What to write: atif, dataset, or messages:ACTION-SPACE.")
@click.option("--split", type=click.Choice(SPLITS), help="Only this one; each is told by itself.")
@click.option("--held-out", type=click.Choice(HELD_OUT), help="What splits share nothing of.")
@click.option("--success-only", is_flag=True, help="Only episodes that succeeded.")
@click.option("--draw", is_flag=True, help="Draw screens that were not kept, by playing those episodes once more.")
@click.option("--out", type=Output(file_okay=False), required=True, help="A new folder.")
def export_command(**how: Any) -> None:
    """Write a run's episodes, agents' or a person's, as ATIF, as a dataset, or as messages to train on.

    Messages write actions in the calls of a model's action space, which docs/exports.md lists.

    \b
    lifeworld runs export runs/a --to atif --out exports/atif
    lifeworld runs export runs/mine --to dataset --split train --success-only --out exports/data
    lifeworld runs export runs/mine --to messages:qwen-3.5 --out exports/messages
    """
    from lifeworld.cli.exporting import exported

    exported(**{name: value for name, value in how.items() if value is not None})

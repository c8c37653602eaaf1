"""`lifeworld export`: recordings in other people's formats."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import lifeworld
from lifeworld.bridges import atif, dataset
from lifeworld.bridges.action_space import ACTION_SPACES
from lifeworld.bridges.records import Choice, Record, emptied, records
from lifeworld.cli.options import RunType
from lifeworld.core.choices import HELD_OUT, SPLITS
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.report.episode_pages import steps_with_screens
from lifeworld.report.render import redraw
from lifeworld.run.folder import Folder

_COMPOSED = "composed of tasks of several splits"


@click.command("export")
@click.argument("run", type=RunType())
@click.option("--to", "form", type=click.Choice(["atif", "dataset", "messages"]), required=True, help="What to write.")
@click.option("--action-space", type=click.Choice(ACTION_SPACES), help="Whose calls messages write actions in.")
@click.option("--split", default="", type=click.Choice(["", *SPLITS]), help="Only this one; each is told by itself.")
@click.option("--held-out", default="", type=click.Choice(["", *HELD_OUT]), help="What splits share nothing of.")
@click.option("--success-only", is_flag=True, help="Only episodes that succeeded.")
@click.option("--draw", is_flag=True, help="Draw screens that were not kept, by playing those episodes once more.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder.")
def export_command(run: Path, form: str, action_space: str | None, draw: bool, out: Path, **chosen: Any) -> None:
    """Write a run's episodes, agents' or a person's, as ATIF, as a dataset, or as messages to train on.

    \b
    lifeworld export runs/a --to atif --out exports/atif
    lifeworld export runs/mine --to dataset --split train --success-only --out exports/data
    lifeworld export runs/mine --to messages --action-space qwen-3.5 --out exports/messages
    """
    if (action_space is not None) != (form == "messages"):
        raise UserError("--action-space is for --to messages, which needs it; give both, or neither")
    folder, choice = Folder.opened(run), Choice(**chosen)
    about = _about(folder, choice)
    left = Counter[str]()
    several = records(folder, choice)
    kept = several if form == "atif" else _in_one_split(several, left)
    found = (_drawn(record) if draw else record for record in kept)
    first = next(found, None)
    if first is None:
        raise UserError(f"{run}: each of its episodes is {_COMPOSED}; --to atif takes such")
    place = emptied(out)
    try:
        counts = _written(_again(first, found), place, form, action_space or "", about)
        (place / "export.json").write_text(json_text({**about, "to": form, "episodes": dict(counts)}, indent=1))
    except OSError as error:
        raise UserError(f"{place}: {error.strerror or error}") from error
    except UserError:
        shutil.rmtree(place)
        raise
    for why, count in left.items():
        click.echo(f"{count} episodes left out, {why}", err=True)
    for damaged, what in folder.damaged.items():
        click.echo(f"{run / damaged} is damaged ({what}); this episode is left out", err=True)
    told = [f"{counts[split]} {split or 'in no split'}" for split in (*SPLITS, "") if counts[split]]
    click.echo(f"{place}: {', '.join(told)}")


def _in_one_split(found: Iterator[Record], left: Counter[str]) -> Iterator[Record]:
    """Yield episodes that are in one split; of others part would be learned from, and part be tested on."""
    for record in found:
        if record.split:
            yield record
        else:
            left[_COMPOSED] += 1


def _drawn(record: Record) -> Record:
    """Return an episode with its screens, which are drawn where there are none."""
    if not record.steps or any(step.image for step in record.steps):
        return record
    redraw(record.folder, record.id)
    return replace(record, steps=tuple(steps_with_screens(record.folder, record.id)))


def _again(first: Record, others: Iterator[Record]) -> Iterator[Record]:
    yield first
    yield from others


def _about(folder: Folder, choice: Choice) -> dict[str, str]:
    """Return what the export is of."""
    by = choice.by(folder)
    return {
        "run": folder.path.resolve().name,
        "lifeworld": folder.version(),
        "exported by": lifeworld.__version__,
        "held out": by,
        "kept": "successful episodes" if choice.success_only else "all finished episodes",
    }


def _written(
    found: Iterator[Record], out: Path, form: str, action_space: str, about: Mapping[str, str]
) -> Counter[str]:
    """Write the episodes and return how many of each split there are."""
    if form == "dataset":
        return dataset.write(found, out, about)
    if form == "messages":
        return _messages(found, out, action_space)
    counts: Counter[str] = Counter()
    for record in found:
        atif.write(record, out)
        counts[record.split] += 1
    return counts


def _messages(found: Iterator[Record], out: Path, action_space: str) -> Counter[str]:
    try:
        from lifeworld.bridges import messages  # which needs a package for pictures
    except ModuleNotFoundError as missing:
        raise UserError(f"messages need the package {missing.name}: pip install 'lifeworld[chat]'") from None
    made = messages.write(found, out, action_space)
    for why, count in made.left_out.most_common():
        click.echo(f"{count} episodes left out, which {action_space} can't express: {why}", err=True)
    return made.counts

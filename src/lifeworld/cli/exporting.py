"""`lifeworld runs export`: recordings in other people's formats."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import click

import lifeworld
from lifeworld.bridges import atif, dataset
from lifeworld.bridges.action_space import ACTION_SPACES
from lifeworld.bridges.records import Choice, Record, emptied, records
from lifeworld.cli.printing import tell_damaged
from lifeworld.core.choices import SPLITS
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.report.episode_pages import steps_with_screens
from lifeworld.run.folder import Folder

_FORMS = ("atif", "dataset", "messages")
_COMPOSED = "composed of tasks of several splits"


def exported(run: Path, to: str, draw: bool, out: Path, **chosen: Any) -> None:
    """Write a run's episodes into a new folder, and tell what was left out."""
    form, action_space = _form(to)
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
        counts = _written(chain([first], found), place, form, action_space, about)
        (place / "export.json").write_text(json_text({**about, "to": form, "episodes": dict(counts)}, indent=1))
    except OSError as error:
        raise UserError(f"{place}: {error.strerror or error}") from error
    except UserError:
        shutil.rmtree(place)
        raise
    for why, count in left.items():
        click.echo(f"{counted(count, 'episode')} left out, {why}", err=True)
    tell_damaged(folder, "this episode is left out")
    told = [f"{counts[split]} {split or 'in no split'}" for split in (*SPLITS, "") if counts[split]]
    click.echo(f"{place}: {', '.join(told)}")


def _form(to: str) -> tuple[str, str]:
    """Return what is written, and in whose calls.

    Raises:
        UserError: there is no such format, or no such action space.
    """
    form, _, action_space = to.partition(":")
    if form not in _FORMS:
        raise UserError(f"--to {to}: no format “{form}”; {hint(form, _FORMS)}")
    if form != "messages" and action_space:
        raise UserError(f"--to {to}: an action space is for messages; write --to {form}")
    if form == "messages" and action_space not in ACTION_SPACES:
        raise UserError(
            f"--to messages:ACTION-SPACE wants whose calls are written; {hint(action_space, ACTION_SPACES)}"
        )
    return form, action_space


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
    from lifeworld.report.pictures import redraw  # brings Playwright, which the other exports can do without

    redraw(record.folder, record.id)
    return replace(record, steps=tuple(steps_with_screens(record.folder, record.id)))


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
    from lifeworld.bridges import messages  # which needs a package for pictures

    made = messages.write(found, out, action_space)
    for why, count in made.left_out.most_common():
        click.echo(f"{counted(count, 'episode')} left out, which {action_space} can't express: {why}", err=True)
    return made.counts

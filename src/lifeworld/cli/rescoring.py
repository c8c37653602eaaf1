"""`lifeworld runs rescore`: judge a run anew."""

import click

from lifeworld.cli.printing import console, shared, titled
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.rescoring import Rescored, rescore
from lifeworld.run.storage import Location
from lifeworld.run.worker_pool import Engine

_WORTH = 200  # episodes that take longer to judge than a process to start


def rescored(directory: Location, write: bool, engine: Engine, as_json: bool) -> None:
    """Judge a run anew, tell what differs, and exit with 1 where something is not as filed."""
    folder = folder_type(directory).opened(directory)
    total = len(folder.names())
    found: list[Rescored] = []
    with shared(total) as shown:

        def told(one: Rescored) -> None:
            found.append(one)
            shown.finished()

        otherwise = rescore(folder, engine.for_tasks(total, _WORTH), write, told)
    found.sort(key=lambda one: one.episode)
    if as_json:
        click.echo(json_text([one.to_json() for one in found], indent=1))
    else:
        _print(found, write)
    for line in otherwise:
        click.echo(f"{line}{'; --write made both anew' * write}", err=True)
    for place, what in folder.damaged.items():
        click.echo(f"{folder.name}/{place} is damaged ({what}); this episode is not judged", err=True)
    differing = otherwise or any(one.differs for one in found)
    if (differing and not write) or folder.damaged or any(one.doubtful for one in found):
        raise SystemExit(1)


def _print(found: list[Rescored], write: bool) -> None:
    differing = [one for one in found if one.differs]
    left = [one for one in found if one.now is None and not one.doubtful]
    doubtful = [one for one in found if one.doubtful]
    same = len(found) - len(differing) - len(left) - len(doubtful)
    click.echo(f"{same} of {counted(len(found), 'episode')} judged as filed")
    _print_rows("Judged otherwise now" + (", and filed so" if write else ""), differing)
    _print_rows("Can't be judged, and claim a success or a failure", doubtful)
    _print_rows("Left as they are", left)


def _print_rows(title: str, rows: list[Rescored]) -> None:
    if not rows:
        return
    table = titled(title, ("episode", "agent", "task", "was", "is", "because"))
    for column in table.columns:
        column.justify = "left"
    for one in rows:
        now = one.now.outcome if one.now else "–"
        table.add_row(one.episode, one.agent, one.task, one.was.outcome, now, _because(one))
    console().print(table)


def _because(one: Rescored) -> str:
    if one.now is None:
        return one.why
    if one.was.outcome == one.now.outcome:
        return f"other {', '.join(one.other)}"
    return (one.now.reasons or one.was.reasons or one.other)[0]

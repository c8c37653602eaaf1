"""`lifeworld rescore`: judge a run anew."""

import click

from lifeworld.cli.options import PlaceType
from lifeworld.cli.printing import console, titled
from lifeworld.cli.sharing import Sharing, bar
from lifeworld.core.jsontext import json_text
from lifeworld.run.away import Place, kind
from lifeworld.run.crew import cores
from lifeworld.run.engines import Engine, EngineName
from lifeworld.run.rescoring import Rescored, rescore

_WORTH = 200  # episodes that take longer to judge than a process to start


@click.command("rescore")
@click.argument("directory", type=PlaceType())
@click.option("--write", is_flag=True, help="File the verdicts that differ; the first ones stay beside them.")
@click.option("--workers", type=click.IntRange(1), help="Processes that share the work (one for each core).")
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", help="What starts the processes.")
@click.option("--address", default="", help="Of a Ray cluster, with --engine ray; without one, Ray is started here.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: each episode with both verdicts.")
def rescore_command(
    directory: Place, write: bool, workers: int | None, engine: EngineName, address: str, as_json: bool
) -> None:
    """Judge a run anew, with this version's verifier, from what its episodes left: nothing is played.

    Shows each episode whose outcome, items or side effects are others now, and exits with 1 if there is one and
    --write does not file it. Whoever gets a run from somebody else sees so whether its verdicts follow from its files.

    \b
    lifeworld rescore runs/a
    lifeworld rescore runs/a --write
    """
    folder = kind(directory).opened(directory)
    total = len(folder.names())
    found: list[Rescored] = []
    with bar() as progress:
        shown = Sharing(progress, total)

        def told(one: Rescored) -> None:
            found.append(one)
            shown.finished()

        if engine == "local":
            workers = workers or min(cores(), max(1, total // _WORTH))
        rescore(folder, Engine(engine, address, workers), write, told)
    found.sort(key=lambda one: one.episode)
    if as_json:
        click.echo(json_text([one.to_json() for one in found], indent=1))
    else:
        _print(found, write)
    if any(one.differs for one in found) and not write:
        raise SystemExit(1)


def _print(found: list[Rescored], write: bool) -> None:
    differing = [one for one in found if one.differs]
    left = [one for one in found if one.now is None]
    click.echo(f"{len(found) - len(differing) - len(left)} of {len(found)} episodes are judged as they were filed")
    _print_rows("Judged otherwise now" + (", and filed so" if write else ""), "because", differing)
    _print_rows("Left as they are", "because", left)


def _print_rows(title: str, last: str, rows: list[Rescored]) -> None:
    if not rows:
        return
    table = titled(title, ("episode", "agent", "task", "was", "is", last))
    for column in table.columns:
        column.justify = "left"
    for one in rows:
        now = one.now.outcome if one.now else "–"
        table.add_row(one.episode, one.agent, one.scenario, one.was.outcome, now, _because(one))
    console().print(table)


def _because(one: Rescored) -> str:
    if one.now is None:
        return one.why
    return (one.now.reasons or one.was.reasons or ("other items",))[0]

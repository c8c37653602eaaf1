"""`lifeworld check`: hold apps to their laws, derive and prove every task."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from lifeworld.cli.check_before import refuse_mistakes, show_goals
from lifeworld.cli.check_full import several
from lifeworld.cli.check_idle import refuse_idle
from lifeworld.cli.options import as_json, listed, worlds
from lifeworld.core.choices import MANY, NAMES
from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.run.sampling import drawable, why_undrawn
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.configuration import Configuration


@click.command("check")
@click.option("--all", "all_", is_flag=True, help="Bring the manifest of proved configurations up to date.")
@click.option("--singly", type=click.IntRange(1), help=f"With --all: so many configurations [{MANY:,}].")
@click.option(
    "--manifest", type=click.Path(path_type=Path, dir_okay=False), help="With --all: its file [in the cache]."
)
@click.option("--anew", is_flag=True, help="With --all: prove also what has not changed.")
@listed("--app", "apps", help="Only tasks that touch these apps, after the laws of the apps themselves.")
@listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")
@worlds
@click.option("--instances", type=click.IntRange(1), default=1, show_default=True, help="Instances for each profile.")
@click.option(
    "--sample", type=click.IntRange(0), default=0, help="Prove so many in chromium too; of --screens, look at so many."
)
@click.option("--show", is_flag=True, help="Instead show the goals, one for each instance and profile.")
@click.option("--forms", type=click.IntRange(1), help="Instead send so many forms filled in with what nobody expects.")
@click.option(
    "--forms-each", type=click.IntRange(1), help="Instead send so many to each command and each page's query."
)
@click.option("--screens", is_flag=True, help="Instead look at every kind of page under all pairs of looks.")
@click.option("--workers", type=click.IntRange(1), help="Processes that share the proofs (one for each core).")
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", help="What starts the processes.")
@click.option("--address", default="", help="Of a Ray cluster, with --engine ray; without one, Ray is started here.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="What --forms, --forms-each and --screens draw from."
)
@as_json
@click.pass_context
def check_command(
    context: click.Context, /, seed: int, show: bool, screens: bool, as_json: bool, **chosen: Any
) -> None:
    """Prove tasks: sufficient, solvable through the screens, and a verdict that accepts honest ways and no wrong world.

    \b
    lifeworld check --app todo
    lifeworld check --task "todo.*"
    lifeworld check --task todo.CompleteTask --show
    lifeworld check --app todo --world tidy.yaml
    lifeworld check --all --sample 60
    lifeworld check --all --app todo --singly 500 --json
    lifeworld check --forms 5000 --seed 7
    lifeworld check --forms-each 1000 --app todo
    lifeworld check --screens --sample 40 --seed 7
    """
    # Proofs and browsers are imported once they are asked for: help and refusals need not wait for them.
    refuse_idle(context)
    forms, each = chosen.pop("forms"), chosen.pop("forms_each")
    if forms:
        from lifeworld.cli.check_forms import check_forms

        check_forms(forms, seed, chosen["apps"], as_json)
    elif each:
        from lifeworld.cli.check_forms import check_forms_each

        check_forms_each(each, seed, chosen["apps"], _engine(chosen), as_json)
    elif screens:
        from lifeworld.cli.check_screens import check_screens

        check_screens(chosen["apps"], chosen["sample"], seed, as_json)
    elif show:
        show_goals(_configurations(**chosen), as_json)
    else:
        engine = _engine(chosen)
        of_all = {part: chosen.pop(part) for part in ("all_", "singly", "manifest", "anew")}
        if of_all.pop("all_"):
            from lifeworld.cli.check_all import All, check_all

            chosen.pop("worlds")
            check_all(engine, All(**chosen, **of_all), as_json)
        else:
            configurations = _configurations(**chosen)
            from lifeworld.cli.check_proofs import prove

            prove(engine, configurations, () if chosen["tasks"] else chosen["apps"], chosen["sample"], as_json)


def _engine(chosen: dict[str, Any]) -> Engine:
    """Take what starts the processes out of the options."""
    return Engine(chosen.pop("engine"), chosen.pop("address"), chosen.pop("workers"))


def _configurations(
    apps: tuple[str, ...], tasks: tuple[str, ...], instances: int, worlds: tuple[str, ...], **_: Any
) -> list[Configuration]:
    """Return what is proved or shown, when nothing can be told of the files themselves."""
    chosen = list(selected(RunConfig(apps=apps, tasks=tasks)))
    if not chosen and (tasks or not apps):
        raise UserError("none of these tasks is in these apps; `lifeworld tasks` shows what there is")
    refuse_mistakes(chosen)
    every = [c for template in chosen for c in several(template, instances, worlds or NAMES)]
    return list(_drawable(every)) if worlds else every


def _drawable(found: list[Configuration]) -> Iterator[Configuration]:
    """Yield the configurations that can be drawn in a world of one's own; tell of the others."""
    undrawn: list[Configuration] = []
    yield from drawable(found, undrawn)
    for one in undrawn:
        click.echo(f"{one.task} can't be drawn in {one.profile}: {why_undrawn(one)}", err=True)
    if len(undrawn) == len(found):
        raise UserError("none of these tasks can be drawn in this world")

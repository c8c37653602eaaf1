"""`lifeworld check`: hold apps to their laws, prove every task; `lifeworld audit`: attacks, for maintainers."""

from importlib import import_module
from typing import Any

import click

from lifeworld.cli.options import (
    COUNT,
    COUNT_OR_NONE,
    SEED,
    apps_option,
    as_json,
    engine,
    engine_option,
    listed,
    profiles_option,
    refuse_idle,
    workers_option,
)
from lifeworld.cli.places import Output
from lifeworld.core.choices import MANY


@click.command("check")
@apps_option
@listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")
@profiles_option
@click.option("--instances", type=COUNT, default=1, show_default=True, help="Instances for each profile.")
@click.option("--sample", type=COUNT_OR_NONE, help="Prove so many in chromium too.")
@click.option("--show", is_flag=True, help="Instead show the goals, one for each instance and profile.")
@workers_option
@as_json
def check_command(sample: int | None, show: bool, workers: int | None, as_json: bool, **chosen: Any) -> None:
    """Prove tasks: sufficient, solvable through the screens, and a verdict that accepts honest ways and no wrong world.

    With --app, the laws of the apps are held first. `lifeworld audit` tries all tasks, forms and screens.

    \b
    lifeworld check --app todo
    lifeworld check --task "todo.*"
    lifeworld check --task todo.CompleteTask --show
    lifeworld check --app todo --profile tidy.yaml
    """
    for option, given in (("--sample", sample is not None), ("--workers", workers)):
        if show and given:
            raise click.UsageError(f"{option} does nothing with --show; leave it out")
    # Proofs and browsers are imported once they are asked for: help and refusals need not wait for them.
    from lifeworld.cli.check_before import configurations

    found = configurations(**chosen)
    if show:
        from lifeworld.cli.check_before import show_goals

        return show_goals(found, as_json)
    from lifeworld.cli.check_proofs import prove
    from lifeworld.run.worker_pool import Engine

    lawful = () if chosen["tasks"] else chosen["apps"]
    prove(Engine(workers=workers), found, lawful, sample or 0, as_json)


# Where each suite is, what it shows, and the options that count there beside --app and --json.
_SUITES = {
    "proofs": (
        "check_all:check_all",
        "the manifest of proved configurations is current",
        "tasks count sample manifest force workers engine",
    ),
    "space": ("check_all:show_space", "how many configurations there are: proved, reachable, estimated", "tags"),
    "gaming": ("integrity:show_gaming", "agents that go for the score instead of the task fail", "tasks"),
    "replay": ("integrity:show_replay", "blind replay of recordings fails (count: episodes)", "tasks count driver"),
    "prying": (
        "integrity:show_prying",
        "forged requests write nothing, pages leak nothing (count: worlds)",
        "tasks count",
    ),
    "harm": ("integrity:show_harm", "every honest way is accepted, harm beside it is not", "tasks"),
    "forms": ("check_forms:check_forms", "no form breaks the world (count: forms sent)", "count seed"),
    "commands": (
        "check_forms:check_forms_each",
        "the same, with so many inputs to each command",
        "count seed workers engine",
    ),
    "screens": ("check_forms:check_screens", "every kind of page, all pairs of looks (count: screens)", "count seed"),
}
_SHOWN = "\n".join(f"{name:<9} {told}" for name, (_, told, _) in _SUITES.items())
_HELP = f"""Audit the world itself; what only a maintainer needs.

\b
{_SHOWN}

\b
lifeworld audit proofs --sample 60
lifeworld audit gaming --task todo.CompleteTask
lifeworld audit forms --count 5000 --seed 7
lifeworld audit screens --app bank --count 40
"""


@click.command("audit", help=_HELP)
@click.argument("suite", type=click.Choice(list(_SUITES)))
@apps_option
@listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")
@listed("--tag", "tags", help="Of space: only tasks with these tags.")
@click.option("--count", type=COUNT, help=f"How many; of proofs, configurations [{MANY:,}].")
@click.option("--sample", type=COUNT_OR_NONE, default=0, help="Of proofs: play so many in chromium, too.")
@click.option("--manifest", type=Output(dir_okay=False), help="Of proofs: its file [in the cache].")
@click.option("--force", is_flag=True, help="Of proofs: prove also what has not changed.")
@click.option(
    "--driver", type=click.Choice(["dom", "chromium"]), default="dom", help="Of replay: points need chromium."
)
@workers_option
@engine_option
@click.option(
    "--seed", type=SEED, default=1, show_default=True, help="What forms, commands and screens are drawn from."
)
@as_json
@click.pass_context
def audit_command(context: click.Context, /, suite: str, as_json: bool, **chosen: Any) -> None:
    """Run one suite."""
    refuse_idle(context, suite, {name: names.split() for name, (_, _, names) in _SUITES.items()})
    place, _, names = _SUITES[suite]
    module, _, function = place.partition(":")
    given = {name: chosen[name] for name in ("apps", *names.split()) if name not in ("engine", "workers")}
    if "engine" in names:
        given["engine"] = engine(chosen["engine"], chosen["workers"])
    # What plays and proves is imported once it is asked for: help and refusals need not wait for it.
    getattr(import_module(f"lifeworld.cli.{module}"), function)(as_json=as_json, **given)

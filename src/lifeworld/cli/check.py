"""`lifeworld check`: hold apps to their laws, derive and prove every task."""

from typing import Any

import click

from lifeworld.cli.options import COUNT, COUNT_OR_NONE, apps_option, as_json, listed, profiles_option, workers_option


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

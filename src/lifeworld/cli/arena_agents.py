"""`lifeworld arena agents`: the agents that play battles."""

from pathlib import Path

import click
from click.core import ParameterSource
from sqlalchemy import select

from lifeworld.agents.roster import create
from lifeworld.arena import agents, hosting
from lifeworld.arena.tables import Agent
from lifeworld.cli.arena_options import database_option, dir_option
from lifeworld.core.errors import UserError


@click.group("agents", invoke_without_command=True)
@dir_option
@database_option
@click.pass_context
def agents_command(context: click.Context, home: Path, url: str | None) -> None:
    """List the agents, or add, pause or retire one."""
    if context.invoked_subcommand is None:
        return _list(home, url)
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        written = {"home": "dir", "url": "database"}[given[0]]
        raise UserError(f"--{written} before {context.invoked_subcommand} has no effect; write it behind")


@agents_command.command("list")
@dir_option
@database_option
def list_command(home: Path, url: str | None) -> None:
    """List all agents with their specs."""
    _list(home, url)


def _list(home: Path, url: str | None) -> None:
    with hosting.open_existing(home, url) as database, database.reading() as session:
        for one in session.scalars(select(Agent).order_by(Agent.name)):
            click.echo(f"{one.name}  {one.spec}  {one.status}, {one.steps} steps, {one.seconds:g} s")


@agents_command.command("add")
@click.argument("name")
@click.argument("spec")
@click.option("--steps", type=int, default=30, show_default=True, help="Actions that it has in a battle.")
@click.option("--seconds", type=float, default=180, show_default=True, help="Seconds that it has in a battle.")
@dir_option
@database_option
def add_command(name: str, spec: str, steps: int, seconds: float, home: Path, url: str | None) -> None:
    """Add an agent: NAME is shown after votes, SPEC is what `lifeworld eval --agent` takes."""
    create(spec)  # as `lifeworld eval` would; a worker would find it out too late
    with hosting.open_or_create(home, url) as database, database.writing() as session:
        agents.register(session, name, spec, steps, seconds)
    click.echo(f"“{name}” is {spec}")


@agents_command.command("set")
@click.argument("name")
@click.argument("status", type=click.Choice(["active", "paused", "retired"]))
@dir_option
@database_option
def set_command(name: str, status: str, home: Path, url: str | None) -> None:
    """Make an agent active, pause it, or retire it for good."""
    with hosting.open_existing(home, url) as database, database.writing() as session:
        agents.set_status(session, name, status)  # type: ignore[arg-type]
    click.echo(f"“{name}” is {status}")

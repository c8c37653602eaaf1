"""What `lifeworld arena agents` does: the agents that play battles."""

from pathlib import Path

import click
from sqlalchemy import select

from lifeworld.agents.roster import create
from lifeworld.arena import agents, hosting
from lifeworld.arena.tables import Agent


def show(home: Path, url: str | None) -> None:
    """Print the agents that play battles."""
    with hosting.open_existing(home, url) as database, database.reading() as session:
        for one in session.scalars(select(Agent).order_by(Agent.name)):
            click.echo(f"{one.name}  {one.spec}  {one.status}, {one.steps} steps, {one.seconds:g} s")


def add(home: Path, url: str | None, name: str, spec: str, budget: tuple[int, float]) -> None:
    """Add an agent, with the steps and seconds that it has in a battle."""
    create(spec)  # as `lifeworld eval` would; a worker would find it out too late
    with hosting.open_or_create(home, url) as database, database.writing() as session:
        agents.register(session, name, spec, *budget)
    click.echo(f"“{name}” is {spec}")


def change(home: Path, url: str | None, name: str, status: str) -> None:
    """Make an agent active, paused or retired."""
    with hosting.open_existing(home, url) as database, database.writing() as session:
        agents.set_status(session, name, status)  # type: ignore[arg-type]
    click.echo(f"“{name}” is {status}")

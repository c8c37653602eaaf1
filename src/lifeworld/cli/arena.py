"""`lifeworld arena`: battles between agents, blind votes, a ranking; and what its host does with it.

The arena's packages are imported by each command: help and refusals need not wait for them.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from lifeworld.cli.options import COUNT, COUNT_OR_NONE, SECONDS
from lifeworld.cli.places import Output
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError

if TYPE_CHECKING:
    from lifeworld.arena.database import Database
    from lifeworld.arena.tables import AgentStatus

_FOLDER = click.Path(path_type=Path, file_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False)
_USEFUL: dict[str, tuple[str, ...]] = {  # what counts before a command; before all others the folder and the database
    "work": ("home", "url", "config"),
    "admin": ("home", "url", "config", "port"),
    "import": (),
}


class Arena(NamedTuple):
    """Where an arena is: its folder, its database, its host's file."""

    home: Path
    url: str | None
    config: Path | None

    def existing(self) -> "Database":
        """Open its database, which is there."""
        from lifeworld.arena.hosting import open_existing

        return open_existing(self.home, self.url)

    def made(self) -> "Database":
        """Open its database, a new one where there is none."""
        from lifeworld.arena.hosting import open_or_create

        return open_or_create(self.home, self.url)


_here = click.make_pass_decorator(Arena)


@click.group("arena", invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for all the world.")
@click.option("--port", type=click.IntRange(0, 65535), default=8405, show_default=True, help="The site's.")
@click.option("--workers", type=COUNT_OR_NONE, help="Battles played at once (as many as the machine holds).")
@click.option(
    "--dir",
    "home",
    type=Output(file_okay=False),
    default=Path("runs/arena"),
    show_default=True,
    help="Its folder: battles, database.",
)
@click.option(
    "--database",
    "url",
    envvar="LIFEWORLD_ARENA_DATABASE",
    help="postgresql://… for many users; SQLite in the folder otherwise.",
)
@click.option("--config", type=_FILE, help="A TOML file: origins, admins, mail, OpenID Connect.")
@click.pass_context
def arena_command(
    context: click.Context, host: str, port: int, workers: int | None, home: Path, url: str | None, config: Path | None
) -> None:
    """Let agents meet over one task, have people vote blind, and rank the agents by it.

    Which arena it is stands before what is done with it: lifeworld arena --dir DIR fill runs/a.

    \b
    lifeworld arena                                    the site and a worker, on this machine
    lifeworld arena fill runs/a                        battles of a finished run's episodes
    lifeworld arena agents add "my agent" module:Class  another agent
    lifeworld arena backup arena.tar.gz                all of it in one file
    """
    context.obj = Arena(home, url, config)
    if context.invoked_subcommand is None:
        from lifeworld.cli.arena_hosting import host_site

        return host_site(host, port, workers, home, url, config)
    _refuse_idle(context, context.invoked_subcommand)


def _refuse_idle(context: click.Context, command: str) -> None:
    """Refuse what was written before a command that has no use for it.

    Raises:
        UserError: something was.
    """
    useful = _USEFUL.get(command, ("home", "url"))
    for option in context.command.params:
        name = option.name or ""
        if name not in useful and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UserError(f"{option.opts[0]} before {command} has no effect; leave it out")


@arena_command.command("work")
@click.option("--attached", is_flag=True, hidden=True, help="End when standard input does.")
@click.option("--battles", type=COUNT, help="End after so many.")
@_here
def work_command(arena: Arena, attached: bool, battles: int | None) -> None:
    """Play battles from the queue: another process, on this machine or on any that shares folder and database."""
    from lifeworld.cli.arena_hosting import work

    work(*arena, attached, battles)


@arena_command.command("fill")
@click.argument("runs", type=_FOLDER, nargs=-1, required=True)
@click.option("--most", type=COUNT, help="Battles to make at most, drawn at random.")
@_here
def fill_command(arena: Arena, runs: tuple[Path, ...], most: int | None) -> None:
    """Make battles of finished runs: two agents' episodes on the same configuration, to be voted on as replays."""
    from lifeworld.arena import filling

    with arena.existing() as database, database.writing() as session:
        filled = filling.fill(session, arena.home, runs, most)
    click.echo(f"battles made: {filled.made}, there already: {filled.existing}")
    left = {"unscored": filled.unscored, "without pictures": filled.without_pictures}
    for why, count in {**left, "without a rival": filled.unmatched}.items():
        if count:
            click.echo(f"left out: {counted(count, 'episode')} {why}")


@arena_command.command("admin")
@click.argument("email")
@click.pass_context
def admin_command(context: click.Context, email: str) -> None:
    """Print an address that signs EMAIL in once, as an administrator if the file's `admins` name it."""
    from lifeworld.cli.arena_hosting import sign_in

    assert context.parent
    arena: Arena = context.obj
    sign_in(arena.home, arena.url, arena.config, email, context.parent.params["port"])


@arena_command.group("agents", invoke_without_command=True)
@click.pass_context
def agents_command(context: click.Context) -> None:
    """List the agents, or add, pause or retire one."""
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@agents_command.command("list")
@_here
def list_command(arena: Arena) -> None:
    """List all agents with their specs."""
    from sqlalchemy import select

    from lifeworld.arena.tables import Agent

    with arena.existing() as database, database.reading() as session:
        for one in session.scalars(select(Agent).order_by(Agent.name)):
            click.echo(f"{one.name}  {one.spec}  {one.status}, {counted(one.steps, 'step')}, {one.seconds:g} s")


@agents_command.command("add")
@click.argument("name")
@click.argument("spec")
@click.option("--steps", type=COUNT, default=30, show_default=True, help="Actions that it has in a battle.")
@click.option("--seconds", type=SECONDS, default=180, show_default=True, help="Seconds that it has in a battle.")
@_here
def add_command(arena: Arena, name: str, spec: str, steps: int, seconds: float) -> None:
    """Add an agent: NAME is shown after votes, SPEC is what `lifeworld eval --agent` takes."""
    from lifeworld.agents.roster import create
    from lifeworld.arena.agents import register

    create(spec)  # as `lifeworld eval` would; a worker would find it out too late
    with arena.made() as database, database.writing() as session:
        register(session, name, spec, steps, seconds)
    click.echo(f"“{name}” is {spec}")


@agents_command.command("set")
@click.argument("name")
@click.argument("status", type=click.Choice(["active", "paused", "retired"]))
@_here
def set_command(arena: Arena, name: str, status: "AgentStatus") -> None:
    """Make an agent active, pause it, or retire it for good."""
    from lifeworld.arena.agents import set_status

    with arena.existing() as database, database.writing() as session:
        set_status(session, name, status)
    click.echo(f"“{name}” is {status}")


@arena_command.command("backup")
@click.argument("archive", type=Output(dir_okay=False))
@_here
def backup_command(arena: Arena, archive: Path) -> None:
    """Write all tables and battles into one archive; the arena may go on meanwhile."""
    from lifeworld.arena.backup import backup

    with arena.existing() as database:
        _tell_archived(archive, backup(database, arena.home, archive))


@arena_command.command("restore")
@click.argument("archive", type=_FILE)
@_here
def restore_command(arena: Arena, archive: Path) -> None:
    """Fill a new, empty arena from an archive; the database may be of the other kind."""
    from lifeworld.arena.backup import restore

    with arena.made() as database:
        _tell_archived(arena.home, restore(database, arena.home, archive))


def _tell_archived(place: Path, counts: dict[str, int]) -> None:
    click.echo(f"{place}: {counted(counts['battles'], 'battle')}, {counted(counts['votes'], 'vote')}")


@arena_command.command("export")
@click.argument("out", type=Output(file_okay=False))
@click.option("--title", default="Votes of an arena of Lifeworld", show_default=True, help="Of the data card.")
@click.option("--texts", is_flag=True, help="With what voters wrote, which may name people.")
@_here
def export_command(arena: Arena, out: Path, title: str, texts: bool) -> None:
    """Write votes, pairs, labels and references to trajectories as a public dataset without personal data."""
    from lifeworld.arena import exchange

    with arena.existing() as database, database.reading() as session:
        data = exchange.dataset(session, texts)
    counts = exchange.export(data, out, title)
    click.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


@arena_command.command("import")
@click.argument("votes", type=click.Path(path_type=Path))
def import_command(votes: Path) -> None:
    """Rank the agents of a published file of votes, or of an exported folder.

    A file is .parquet, .csv, .json with a list of objects, or .jsonl. Its columns are model_a, model_b and winner
    (model_a, model_b, tie, tie (bothbad)); and where there are any judge or user, who voted, question_id, the battle,
    and tstamp, seconds since 1970.
    """
    from lifeworld.arena.importing import read_votes
    from lifeworld.arena.poll import Poll
    from lifeworld.arena.ranking import leaderboard

    found = read_votes(votes)
    click.echo(f"{counted(found.votes.num_rows, 'vote')} read, {found.dropped} left out")
    click.echo(f"Rank    Elo  {'95 % interval':>17}  {'Votes':>7}  Agent")
    for one in leaderboard(Poll.of(found.votes)).standings:
        click.echo(f"{one.rank:4}  {one.elo:5.0f}  {one.interval:>17}  {one.votes:7}  {one.agent}")

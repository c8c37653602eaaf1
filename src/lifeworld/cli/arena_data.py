"""`lifeworld arena backup`, `restore`, `export` and `import`: what leaves an arena, and what comes from others."""

from pathlib import Path

import click

from lifeworld.arena import backup, hosting
from lifeworld.cli.arena_options import database_option, dir_option, file, folder


@click.command("backup")
@click.argument("archive", type=file)
@dir_option
@database_option
def backup_command(archive: Path, home: Path, url: str | None) -> None:
    """Write all tables and battles into one archive; the arena may go on meanwhile."""
    with hosting.open_existing(home, url) as database:
        counts = backup.backup(database, home, archive)
    click.echo(f"{archive}: {counts['battles']} battles, {counts['votes']} votes")


@click.command("restore")
@click.argument("archive", type=file)
@dir_option
@database_option
def restore_command(archive: Path, home: Path, url: str | None) -> None:
    """Fill a new, empty arena from an archive; the database may be of the other kind."""
    with hosting.open_or_create(home, url) as database:
        counts = backup.restore(database, home, archive)
    click.echo(f"{home}: {counts['battles']} battles, {counts['votes']} votes")


@click.command("export")
@click.argument("out", type=folder)
@click.option("--title", default="Votes of an arena of Lifeworld", show_default=True, help="Of the data card.")
@click.option("--texts", is_flag=True, help="With what voters wrote, which may name people.")
@dir_option
@database_option
def export_command(out: Path, title: str, texts: bool, home: Path, url: str | None) -> None:
    """Write votes, pairs, labels and references to trajectories as a public dataset without personal data."""
    from lifeworld.arena import exchange  # with statistics, which no worker need wait for

    with hosting.open_existing(home, url) as database, database.reading() as session:
        data = exchange.dataset(session, texts)
    counts = exchange.export(data, out, title)
    click.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


@click.command("import")
@click.argument("votes", type=click.Path(path_type=Path))
def import_command(votes: Path) -> None:
    """Compute the ranking of a published file of votes, or of an exported folder."""
    from lifeworld.arena import importing
    from lifeworld.arena.poll import Poll
    from lifeworld.arena.ranking import leaderboard

    found = importing.read_votes(votes)
    click.echo(f"{found.votes.num_rows} votes read, {found.dropped} left out")
    for one in leaderboard(Poll.of(found.votes)).standings:
        click.echo(f"{one.rank:4}  {one.elo:5.0f}  {one.low:5.0f} to {one.high:5.0f}  {one.votes:7} votes  {one.agent}")

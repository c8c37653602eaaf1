"""What `lifeworld arena fill`, `backup`, `restore`, `export` and `import` do."""

from pathlib import Path

import click

from lifeworld.arena import backup, filling, hosting
from lifeworld.core.counting import counted


def fill(home: Path, url: str | None, runs: tuple[Path, ...], most: int | None) -> None:
    """Make battles of runs, and tell how many, and why episodes were left out."""
    with hosting.open_existing(home, url) as database, database.writing() as session:
        filled = filling.fill(session, home, runs, most)
    click.echo(f"battles made: {filled.made}, there already: {filled.existing}")
    left = {
        "unscored": filled.unscored,
        "without pictures": filled.without_pictures,
        "without a rival": filled.unmatched,
    }
    for why, count in left.items():
        if count:
            click.echo(f"left out: {count} episode{'s' * (count > 1)} {why}")


def keep(home: Path, url: str | None, archive: Path) -> None:
    """Write an archive."""
    with hosting.open_existing(home, url) as database:
        counts = backup.backup(database, home, archive)
    click.echo(f"{archive}: {counted(counts['battles'], 'battle')}, {counted(counts['votes'], 'vote')}")


def restore(home: Path, url: str | None, archive: Path) -> None:
    """Fill an arena from an archive."""
    with hosting.open_or_create(home, url) as database:
        counts = backup.restore(database, home, archive)
    click.echo(f"{home}: {counted(counts['battles'], 'battle')}, {counted(counts['votes'], 'vote')}")


def export(home: Path, url: str | None, out: Path, title: str, texts: bool) -> None:
    """Write the public dataset."""
    from lifeworld.arena import exchange  # with statistics, which no worker need wait for

    with hosting.open_existing(home, url) as database, database.reading() as session:
        data = exchange.dataset(session, texts)
    counts = exchange.export(data, out, title)
    click.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


def show_votes(votes: Path) -> None:
    """Print the leaderboard of a published file of votes."""
    from lifeworld.arena import importing
    from lifeworld.arena.poll import Poll
    from lifeworld.arena.ranking import leaderboard

    found = importing.read_votes(votes)
    click.echo(f"{counted(found.votes.num_rows, 'vote')} read, {found.dropped} left out")
    for one in leaderboard(Poll.of(found.votes)).standings:
        click.echo(f"{one.rank:4}  {one.elo:5.0f}  {one.interval:>17}  {one.votes:7} votes  {one.agent}")

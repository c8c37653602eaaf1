"""`lifeworld people`: whose devices there are, and a whole world as a file."""

from pathlib import Path

import click

from lifeworld.cli.options import listed
from lifeworld.core.choices import DRAWN, NAMES


@click.group("people", invoke_without_command=True)
@click.pass_context
def people_command(context: click.Context) -> None:
    """List the people whose devices agents use, or write the world of one as a file.

    \b
    lifeworld people
    lifeworld people world --profile nora --out whole.json
    """
    if context.invoked_subcommand is None:
        from lifeworld.life import names

        for name in names():
            click.echo(name)
        click.echo(DRAWN)


@people_command.command("world")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose: {', '.join(NAMES)}; {DRAWN}.")
@listed("--app", "apps", help="Only the rows of these apps, to be laid over the profile.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="A .yaml or .json file.")
def world_command(profile: str, apps: tuple[str, ...], out: Path) -> None:
    """Write all rows of a profile's world by app and table, as YAML or JSON, to change it and to play in it.

    \b
    lifeworld people world --profile nora --out whole.json
    lifeworld people world --profile nora --app todo --out tidy.yaml
    lifeworld play --profile tidy.yaml
    lifeworld eval --agent oracle --profile tidy.yaml --app todo --out runs/tidy
    """
    from lifeworld.cli.worlds import write_world

    write_world(profile, apps, out)

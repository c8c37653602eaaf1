"""`lifeworld people`: whose devices there are, how they lived, and a whole world as a file."""

from pathlib import Path

import click

from lifeworld.cli.options import listed, people
from lifeworld.cli.places import Output
from lifeworld.core.choices import DRAWN, NAMES, WHOSE
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint


@click.group("people", invoke_without_command=True)
@click.pass_context
def people_command(context: click.Context) -> None:
    """List the people whose devices agents use, read the year of one, or write the world of one as a file.

    \b
    lifeworld people
    lifeworld people show nora
    lifeworld people audit nora person-7
    lifeworld people world --profile nora --out whole.json
    """
    if context.invoked_subcommand is None:
        from lifeworld.life import names

        for name in names():
            click.echo(name)
        click.echo(DRAWN)


@people_command.command("world")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose: {WHOSE}.")
@listed("--app", "apps", help="Only the rows of these apps, to be laid over the profile.")
@click.option("--out", required=True, type=Output(dir_okay=False), help="A .yaml or .json file.")
def world_command(profile: str, apps: tuple[str, ...], out: Path) -> None:
    """Write all rows of a profile's world by app and table, as YAML or JSON, to change it and to play in it.

    \b
    lifeworld people world --profile nora --out whole.json
    lifeworld people world --profile nora --app todo --out tidy.yaml
    lifeworld play --profile tidy.yaml
    lifeworld eval --agent oracle --profile tidy.yaml --app todo --out runs/tidy
    """
    from lifeworld.store import Store
    from lifeworld.world.files import exported, homes, written
    from lifeworld.world.profiles import load

    for name in apps:
        if name not in homes():
            raise UserError(f"no app “{name}”; {hint(name, homes())}")
    store = Store.over(load(profile).data)
    try:
        world = exported(store, profile, apps)
        written(world, out)
    finally:
        store.close()
    click.echo(f"{out}: {sum(len(rows) for tables in world['rows'].values() for rows in tables.values())} rows")


@people_command.command("show")
@click.argument("profiles", metavar="PROFILE", callback=people)
def show_command(profiles: tuple[str, ...]) -> None:
    """Print somebody's year for a reader: who they are, the people, what happened month by month, the money.

    \b
    lifeworld people show nora
    lifeworld people show person-7
    """
    from lifeworld.cli.lives import show

    for name in profiles:
        show(name)


@people_command.command("audit")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...", callback=people)
def audit_command(profiles: tuple[str, ...]) -> None:
    """Follow every row of a life to what caused it, and facts into all apps; name contradictions, print measures.

    Ends with 1 where something is wrong. Of several people it says how far their lives lie apart; of a world's file,
    what it changes in the life that it is laid over.

    \b
    lifeworld people audit nora
    lifeworld people audit nora wilma desmond
    lifeworld people audit tidy.yaml
    """
    from lifeworld.cli.lives import audit

    audit(tuple(dict.fromkeys(profiles)))

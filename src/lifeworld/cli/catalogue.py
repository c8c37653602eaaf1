"""`lifeworld tasks`, `apps` and `people`: what there is, and what only those who make apps and worlds need."""

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lifeworld.cli.options import apps_option, as_json, listed, people
from lifeworld.cli.places import Output
from lifeworld.core.choices import NAMES, WHOSE
from lifeworld.core.errors import UserError, hint

if TYPE_CHECKING:
    from lifeworld.web import App


_ONLY = listed("--app", "only", help="Only these apps.")
_SHEETS = ("theme", "layout", "language", "device", "content")


@click.command("tasks")
@apps_option
@listed("--tag", "tags", help="Only tasks with these tags (a kind or a category is one too).")
@as_json
def tasks_command(apps: tuple[str, ...], tags: tuple[str, ...], as_json: bool) -> None:
    """List the tasks: what agents are asked to do.

    \b
    lifeworld tasks --app bank
    lifeworld tasks --tag question --json
    """
    from lifeworld.cli.listing import show_tasks

    show_tasks(apps, tags, as_json)


@click.group("apps", invoke_without_command=True)
@as_json
@click.pass_context
def apps_command(context: click.Context, as_json: bool) -> None:
    """List the apps; what of each command is shown to work, sheets of screens, translations.

    \b
    lifeworld apps
    lifeworld apps coverage
    lifeworld apps gallery --app bank
    """
    if context.invoked_subcommand is None:
        from lifeworld.cli.listing import show_apps

        show_apps(as_json)
    elif as_json:
        raise click.UsageError(
            f"--json before {context.invoked_subcommand} has no effect; write it behind, if it has it"
        )


@apps_command.command("coverage")
@as_json
def coverage_command(as_json: bool) -> None:
    """Show of each command what is shown to work: success, each refusal, screen, task; exit with 1 at a gap."""
    from lifeworld.cli.listing import show_coverage

    show_coverage(as_json)


@apps_command.command("gallery")
@_ONLY
@listed("--axis", "axes", help="A sheet for each axis, with all its values: theme, layout, device, content ….")
@click.option("--out", type=Output(file_okay=False), default=Path("docs/gallery"), show_default=True)
def gallery_command(only: tuple[str, ...], axes: tuple[str, ...], out: Path) -> None:
    """Take a sheet of screens of each app: phone and desktop, light and dark, or all values of an axis.

    \b
    lifeworld apps gallery --app bank
    lifeworld apps gallery --app bank --axis theme,layout --out sheets
    """
    import asyncio  # which help need not wait for

    if wrong := [axis for axis in axes if axis not in _SHEETS]:
        raise UserError(f"no sheet of the axis “{wrong[0]}”; {hint(wrong[0], _SHEETS)}")
    asyncio.run(_take(_installed(only), axes or ("",), out))


def _installed(only: tuple[str, ...]) -> "list[App]":
    """Return these apps, or all of them; one that does not exist is told."""
    from lifeworld import apps
    from lifeworld.run.config import RunConfig
    from lifeworld.run.plan import selected

    list(selected(RunConfig(apps=only)))
    return [app for app in apps.installed() if not only or app.id in only]


async def _take(apps: "list[App]", axes: tuple[str, ...], out: Path) -> None:
    from lifeworld.env.drivers.browser import Browser
    from lifeworld.report.gallery import sheet

    async with Browser() as browser:
        for app, axis in product(apps, axes):
            click.echo(await sheet(app, browser, out, lambda line: click.echo(line, err=True), axis))


@apps_command.command("translations")
@_ONLY
def translations_command(only: tuple[str, ...]) -> None:
    """Bring the catalogues of translations up to date with what the apps say, and the person in their goals.

    The `locale/LANGUAGE/LC_MESSAGES/messages.po` of an app, or of a folder of tasks, gets what is new in English;
    what is said no more goes. Without --app all of them, and what they share.

    \b
    lifeworld apps translations --app bank
    """
    from lifeworld.proof.catalogue import task_folders, update
    from lifeworld.web.language import HERE

    chosen = _installed(only)
    for folder in (HERE, *task_folders()) if not only else ():
        _tell(folder, update(folder))
    for app in chosen:
        _tell(app.folder, update(app.folder, app))


def _tell(folder: Path, found: dict[Path, int]) -> None:
    """Tell how much is not translated."""
    for path, count in found.items():
        click.echo(f"{folder.name:12} {path.relative_to(folder)!s:44} {count:5} not translated")


# ---- people


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
        from lifeworld.cli.listing import show_people

        show_people()


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
@click.argument("profiles", metavar="PROFILE[,PROFILE…]", callback=people)
@click.argument("row", metavar="[TABLE:ID]", required=False)
def show_command(profiles: tuple[str, ...], row: str | None) -> None:
    """Print somebody's year for a reader: who they are, the people, what happened month by month, the money.

    Of a row, print instead what caused it, step by step; `people world` writes all rows.

    \b
    lifeworld people show nora
    lifeworld people show person-7
    lifeworld people show nora bank_entry:835
    """
    from lifeworld.cli.listing import show_causes, show_year

    for name in profiles:
        show_causes(name, row) if row else show_year(name)


@people_command.command("audit")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...", callback=people)
def audit_command(profiles: tuple[str, ...]) -> None:
    """Follow every row of a life to what caused it, and facts into all apps; name contradictions, print measures.

    Ends with 1 where something is wrong. Of several people it says how far their lives lie apart; of a world's file,
    which rows it changes in the life that it is laid over; what contradicts itself is looked for in that life.

    \b
    lifeworld people audit nora
    lifeworld people audit nora wilma desmond
    lifeworld people audit tidy.yaml
    """
    from lifeworld.cli.listing import audit_years

    audit_years(tuple(dict.fromkeys(profiles)))

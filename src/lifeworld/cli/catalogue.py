"""`lifeworld tasks` and `lifeworld apps`: what there is, and what only those who make apps need."""

from pathlib import Path

import click

from lifeworld.cli.options import apps_option, as_json, listed

_ONLY = listed("--app", "only", help="Only these apps.")


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
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("docs/gallery"), show_default=True
)
def gallery_command(only: tuple[str, ...], axes: tuple[str, ...], out: Path) -> None:
    """Take a sheet of screens of each app: phone and desktop, light and dark, or all values of an axis.

    \b
    lifeworld apps gallery --app bank
    lifeworld apps gallery --app bank --axis theme,layout --out sheets
    """
    from lifeworld.cli.gallery import take

    take(only, axes, out)


@apps_command.command("translations")
@_ONLY
def translations_command(only: tuple[str, ...]) -> None:
    """Bring the catalogues of translations up to date with what the apps say, and the person in their goals.

    The `locale/LANGUAGE/LC_MESSAGES/messages.po` of an app, or of a folder of tasks, gets what is new in English;
    what is said no more goes. Without --app all of them, and what they share.

    \b
    lifeworld apps translations --app bank
    """
    from lifeworld.cli.words import update_all

    update_all(only)

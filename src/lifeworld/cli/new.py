"""`lifeworld new`: start an app, or a task."""

from pathlib import Path

import click

from lifeworld.cli.places import Output

_FOLDER = Output(file_okay=False)


@click.group("new")
def new_command() -> None:
    """Start an app of your own, or a task: running, and checked."""


@new_command.command("app")
@click.argument("app_id", metavar="NAME")
@click.option("--title", required=True, help="What stands under its icon, like Larder.")
@click.option("--row", default="Note", show_default=True, help="What it keeps, like Recipe, or Memo,Memos.")
@click.option(
    "--group", default="Notebook", show_default=True, help="What those are kept in, like Cookbook, or Shelf,Shelves."
)
@click.option("--into", type=_FOLDER, help="The folder; by default the first of LIFEWORLD_PATH.")
def app_command(app_id: str, title: str, row: str, group: str, into: Path | None) -> None:
    """Write an app with its tasks: rows kept in groups, to write, change, move, pin, search and delete.

    \b
    lifeworld new app larder --title Larder --row Recipe --group Cookbook --into ~/mine
    lifeworld new app reading --title Reading --row Book --group Shelf,Shelves --into ~/mine
    LIFEWORLD_PATH=~/mine lifeworld check --app larder
    """
    from lifeworld.cli.new_app import write_app

    write_app(app_id, title, row, group, into)


@new_command.command("task")
@click.argument("app_id", metavar="APP")
@click.argument("name")
@click.option("--command", required=True, help="The app's command that should be done, like complete_task or Complete.")
@click.option("--into", type=_FOLDER, help="A folder of your own; by default beside the app's tasks.")
def task_command(app_id: str, name: str, command: str, into: Path | None) -> None:
    """Write a task in which a command is done, and prove it: goals, parameters and effects, as a draft.

    The command's rows are picked and its other fields drawn; how it is done through the screens follows from that.
    The goals are made of the command's own words: put them as people speak.

    \b
    lifeworld new task todo FinishTask --command complete
    lifeworld check --task todo.FinishTask --show
    """
    from lifeworld.cli.new_task import write_task

    write_task(app_id, name, command, into)

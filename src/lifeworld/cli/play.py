"""`lifeworld play`: a person uses the device in their own browser."""

import threading
import webbrowser
from pathlib import Path
from typing import Any

import click

from lifeworld.core.errors import UserError
from lifeworld.play.game import Choice
from lifeworld.play.hosting import hosted
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import configured
from lifeworld.scenarios.catalogue import find
from lifeworld.web.look import DEVICES, THEMES
from lifeworld.world.profiles import NAMES


@click.command("play")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose device: {', '.join(NAMES)}.")
@click.option("--task", default="", help="What to do; without it you just look around.")
@click.option("--instance", type=click.IntRange(0), default=0, help="Which draw of the task.")
@click.option("--phrasing", type=click.IntRange(0), default=0, help="Which of the task's phrasings.")
@click.option("--device", type=click.Choice(list(DEVICES)), default="phone", show_default=True)
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8401, show_default=True, help="Port of the panel.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), help="Keep finished tasks as a run here.")
def play_command(port: int, no_open: bool, record: Path | None, **wanted: Any) -> None:
    """Use the phone yourself, in your own browser, with a task and its live verdict beside it.

    \b
    lifeworld play
    lifeworld play --task todo.CompleteTask --theme dark
    lifeworld play --task Transfer --device desktop --record runs/me
    """
    with hosted(_checked(Choice(**wanted)), port, record) as table:
        click.echo(f"{table.panel}  (Ctrl-C ends it)")
        if not no_open:
            webbrowser.open(table.panel)
        threading.Event().wait()


def _checked(choice: Choice) -> Choice:
    """Return the choice with its task's whole id; a wrong name is told with the nearest ones."""
    configured(RunConfig(tasks=(choice.task,) if choice.task else (), profiles=(choice.profile,)))
    if not choice.task:
        return choice
    task = find(choice.task)
    if choice.phrasing >= len(task.goals):
        raise UserError(f"{task.id} has phrasings 0 to {len(task.goals) - 1}, not {choice.phrasing}")
    return Choice(**{**vars(choice), "task": task.id})

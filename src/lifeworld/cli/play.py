"""`lifeworld play`: a person uses the device in their own browser."""

import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from lifeworld.cli.options import Pairs, pairs, people, single, whole
from lifeworld.cli.places import Output
from lifeworld.core.choices import DRAWS, NAMES, WHOSE
from lifeworld.core.errors import UserError

if TYPE_CHECKING:
    from lifeworld.taskkit.configuration import Configuration

_AXES = (*DRAWS, "device", "theme", "layout", "language", "goal_language", "content", "keyboard")


@click.command("play")
@click.option(
    "--profile",
    callback=people,
    default=NAMES[0],
    show_default=True,
    help=f"Whose device: {WHOSE}; or a world's file, like tidy.yaml.",
)
@click.option("--task", default="", help="What to do, or a configuration as results name it; without it look around.")
@pairs("--axis", _AXES, f"Like theme=dark,instance=2; axes: {', '.join(_AXES)}.")
@click.option("--port", type=click.IntRange(0, 65535), default=8401, show_default=True, help="Port of the panel.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--record", type=Output(file_okay=False), help="Keep finished tasks as a run here.")
def play_command(
    profile: tuple[str, ...], task: str, axis: Pairs, port: int, no_open: bool, record: Path | None
) -> None:
    """Use the phone yourself, in your own browser, with a task beside it and its verdict at the end.

    \b
    lifeworld play
    lifeworld play --task todo.CompleteTask --axis theme=dark
    lifeworld play --task bank.TransferLess --axis device=desktop --record runs/me
    lifeworld play --profile tidy.yaml
    lifeworld play --task todo.CompleteTask:nora:3.1:theme=sepia:device=tablet
    """
    from lifeworld.play.panel import play_servers

    if len(profile) > 1:
        raise UserError("play opens one device: name one --profile")
    with play_servers(_choice(task, profile[0], single("--axis", axis)), port, record) as servers:
        click.echo(f"{servers.panel}  (Ctrl-C ends it)")
        if not no_open:
            webbrowser.open(servers.panel)
        threading.Event().wait()


def _choice(task: str, profile: str, axis: dict[str, str]) -> "Configuration":
    """Return what the options choose; a wrong name is told with the nearest ones.

    Raises:
        UserError: one would do nothing, has no such value, or is no number where it should be.
    """
    from lifeworld.taskkit.catalogue import find
    from lifeworld.taskkit.configuration import Configuration

    if ":" in task:
        found = chosen(task)
        given = click.get_current_context().get_parameter_source("profile") is not ParameterSource.DEFAULT
        if axis or (given and found.profile != profile):
            raise UserError("--profile and --axis do nothing with a configuration, which says it all; leave them out")
        return found
    draw = whole("--axis", {name: (axis.pop(name),) for name in DRAWS if name in axis}, dict.fromkeys(DRAWS, 0))
    return Configuration(find(task).id if task else "", profile, **draw, **axis)  # type: ignore[arg-type]


def chosen(written: str) -> "Configuration":
    """Return what a configuration's id stands for.

    Raises:
        UserError: it is no configuration, or begins where a person's own browser can't be put.
    """
    from lifeworld.taskkit.catalogue import find
    from lifeworld.taskkit.configuration import Configuration, values

    found = Configuration.parse(written)
    if found.state != values("state")[0]:
        raise UserError(f"{written}: play begins on the home screen; leave out state={found.state}")
    return replace(found, task=find(found.task).id)

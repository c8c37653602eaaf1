"""`lifeworld play`: a person uses the device in their own browser."""

import threading
import webbrowser
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from lifeworld.cli.options import worlds
from lifeworld.core.errors import UserError
from lifeworld.play.game import Choice
from lifeworld.play.hosting import play_servers
from lifeworld.taskkit.catalogue import phrased
from lifeworld.taskkit.configuration import Configuration, values
from lifeworld.world.profiles import DRAWN, NAMES, load

_DEFAULT = ParameterSource.DEFAULT


@click.command("play")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose device: {', '.join(NAMES)}; {DRAWN}.")
@worlds
@click.option("--task", default="", help="What to do; without it you just look around.")
@click.option("--instance", type=click.IntRange(0), default=0, help="Which draw of the task.")
@click.option("--phrasing", type=click.IntRange(0), default=0, help="Which of the task's phrasings.")
@click.option("--device", default="phone", show_default=True, help="phone, desktop, tablet, small …")
@click.option("--theme", default="light", show_default=True, help="light, dark, sepia, nord …")
@click.option("--layout", default="usual", show_default=True, help="usual, top, bottom, side, cards …")
@click.option("--language", default="en", show_default=True, help="Of the screens: en, de, fr, es, zh.")
@click.option("--goal-language", default="en", show_default=True, help="Of the goal: the same.")
@click.option("--content", default="plain", show_default=True, help="plain, pop-ups …")
@click.option("--configuration", "written", default="", help="All of the above in one, as results name it.")
@click.option("--port", type=click.IntRange(0, 65535), default=8401, show_default=True, help="Port of the panel.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), help="Keep finished tasks as a run here.")
@click.pass_context
def play_command(
    context: click.Context, /, port: int, no_open: bool, record: Path | None, written: str, **wanted: Any
) -> None:
    """Use the phone yourself, in your own browser, with a task and its live verdict beside it.

    \b
    lifeworld play
    lifeworld play --task todo.CompleteTask --theme dark
    lifeworld play --task Transfer --device desktop --record runs/me
    lifeworld play --world tidy.yaml
    lifeworld play --configuration todo.CompleteTask:nora:3.1:theme=sepia:device=tablet
    """
    choice = _choice(context, written, wanted)
    with play_servers(_checked(choice), port, record) as servers:
        click.echo(f"{servers.panel}  (Ctrl-C ends it)")
        if not no_open:
            webbrowser.open(servers.panel)
        threading.Event().wait()


def _choice(context: click.Context, written: str, wanted: dict[str, Any]) -> Choice:
    """Return what the options choose; those that would do nothing are refused."""
    options = [one for one in context.command.params if one.name in wanted]
    given = {one.name: one.opts[0] for one in options if context.get_parameter_source(one.name or "") != _DEFAULT}
    named = wanted.pop("worlds")
    if written:
        if told := [option for name, option in given.items() if name != "worlds"]:
            raise click.UsageError(f"{told[0]} does nothing with --configuration, which says it all; leave it out")
        return chosen(written)
    if len(named) > 1 or (named and "profile" in given):
        raise click.UsageError("play opens one device: name one --world, or one --profile")
    return Choice(**{**wanted, "profile": (*named, wanted["profile"])[0]})


def chosen(written: str) -> Choice:
    """Return what a configuration's id stands for.

    Raises:
        UserError: it is no configuration, or begins where a person's own browser can't be put.
    """
    found = Configuration.parse(written)
    if found.state != values("state")[0]:
        raise UserError(f"{written}: play begins on the home screen; leave out state={found.state}")
    given = {name: value for name, value in vars(found).items() if name not in ("task", "state")}
    return Choice(task=found.task, **given)


def _checked(choice: Choice) -> Choice:
    """Return the choice with its task's whole id; a wrong name is told with the nearest ones."""
    load(choice.profile)  # a world of a file that is wrong is told before a browser opens
    if not choice.task:
        return choice
    return Choice(**{**vars(choice), "task": phrased(choice.task, choice.phrasing).id})

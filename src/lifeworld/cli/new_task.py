"""`lifeworld new task`: a first draft of a task, from a command of an app."""

import os
import re
from keyword import iskeyword
from pathlib import Path

import click

from lifeworld.agents.calling import plain as one_line
from lifeworld.apps import by_id, nearest
from lifeworld.cli.check_before import several
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import NAME
from lifeworld.env.opening import opened
from lifeworld.proof.check import DRAWS
from lifeworld.proof.drafts import File, drafts, settled
from lifeworld.store import Command
from lifeworld.taskkit.catalogue import tasks
from lifeworld.web import App


def write_task(app_id: str, name: str, command: str, into: Path | None) -> None:
    """Write a task, tell whether it is proved, and exit with 1 where it is not."""
    app = _app(app_id)
    wanted = _command(app, command)
    file = _file(app, name, into)
    with opened("dom") as environment:
        problems = settled(drafts(app, wanted, name), file, environment, several)
    click.echo(f"{file.id} is in {file.path}.")
    before = f"{NAME}={_path_with(into)} " if into else ""
    if problems:
        told = "\n".join(f"    {problem}" for problem in dict.fromkeys(problems))
        click.echo(f"It is not proved yet; fill in what is wrong:\n{told}")
        raise SystemExit(1)
    click.echo(f"It is proved for {', '.join(NAMES)}; its solution holds in {DRAWS} draws of each.")
    click.echo(f"Put its goals as people speak: {before}lifeworld check --task {file.id} --show")


def _app(app_id: str) -> App:
    known = by_id()
    if app_id not in known:
        raise UserError(f"no app “{app_id}”; {nearest(app_id)}")
    return known[app_id]


def _command(app: App, name: str) -> type[Command]:
    """Return a command by its name, as a class or in words_of_small_letters."""
    known = {command.__name__: command for command in app.commands}
    found = {plain(one): command for one, command in known.items()}.get(plain(name))
    if found is None:
        written = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
        raise UserError(f"{app.name} has no command “{name}”; {hint(written, known)}")
    return found


def plain(name: str) -> str:
    """Return a name without regard to how its words are parted."""
    return re.sub(r"[_\W]", "", name).lower()


def _file(app: App, name: str, into: Path | None) -> File:
    """Return where the task is written.

    Raises:
        UserError: its name can't be used, or is taken.
    """
    if not re.fullmatch(r"(?:[A-Z][a-z0-9]*)+", name):
        raise UserError(f"a task's name is words with capitals, like FinishTask, not “{one_line(name)}”")
    folder = (into or app.folder.parent.parent) / "tasks"
    package = f"my_{app.id}" if into else app.id
    module = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    if iskeyword(name) or iskeyword(module):
        raise UserError(f"“{name}” is a word of Python's own; choose another name")
    file = File(folder, package, module, name)
    if any(one.id == file.id for one in tasks()):
        raise UserError(f"there is a task {file.id} already; choose another name")
    if file.path.exists():
        raise UserError(f"there is a file {file.path} already; choose another name")
    return file


def _path_with(into: Path) -> str:
    """Return LIFEWORLD_PATH with the folder that the task is in."""
    before = [part for part in os.environ.get(NAME, "").split(os.pathsep) if part]
    there = any(Path(part).expanduser().resolve() == into.expanduser().resolve() for part in before)
    return os.pathsep.join(before if there else [*before, str(into)])

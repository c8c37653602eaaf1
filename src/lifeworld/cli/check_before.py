"""What `lifeworld check` chooses, and tells before a task is proved: types that are wrong, goals as they are drawn."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from inspect import ismodule
from pathlib import Path
from typing import Any

import click

import lifeworld
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import TaskError, UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.core.source import file_of, place
from lifeworld.core.writing import cache
from lifeworld.env.tools.naming import label
from lifeworld.life import known
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.run.sampling import drawable, why_undrawn
from lifeworld.store import Command, Edit, Row, given
from lifeworld.store.author_errors import names_of
from lifeworld.taskkit import User
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.taskkit.kit import Task
from lifeworld.web.themes import BASES


def several(template: type[Task], instances: int, profiles: Sequence[str] = NAMES) -> Iterator[Configuration]:
    """Yield configurations of a task that go through profiles, phrasings, themes and devices."""
    themes, devices = BASES, ("phone", "desktop")
    for number in range(instances):
        for turn_of, profile in enumerate(profiles):
            turn = number * len(profiles) + turn_of
            phrasing = turn % len(template.phrasings())
            theme, device = themes[turn % len(themes)], devices[(turn // 2) % len(devices)]
            yield Configuration(template.id, profile, number, phrasing, theme, device=device)


def configurations(
    apps: tuple[str, ...], tasks: tuple[str, ...], instances: int, profiles: tuple[str, ...]
) -> list[Configuration]:
    """Return what is proved or shown, when nothing can be told of the files themselves."""
    chosen = list(selected(RunConfig(apps=apps, tasks=tasks)))
    if not chosen and (tasks or not apps):
        raise UserError("none of these tasks is in these apps; `lifeworld tasks` shows what there is")
    refuse_mistakes(chosen)
    people = [known(name) for name in profiles] or NAMES
    every = [c for template in chosen for c in several(template, instances, people)]
    own = [one for one in every if one.profile not in NAMES]
    left = {*_drawable(own)} if own else set()
    return [one for one in every if one.profile in NAMES or one in left]


def _drawable(found: list[Configuration]) -> Iterator[Configuration]:
    """Yield the configurations that can be drawn in a world of one's own; tell of the others."""
    undrawn: list[Configuration] = []
    yield from drawable(found, undrawn)
    for one in undrawn:
        click.echo(f"{one.task} can't be drawn in {one.profile}: {why_undrawn(one)}", err=True)
    if len(undrawn) == len(found):
        raise UserError("none of these tasks can be drawn in this world")


_SHIPPED = Path(lifeworld.__file__).parent
_MYPY = ("-m", "mypy", "--config-file=", "--check-untyped-defs", "--follow-imports=silent", "--ignore-missing-imports")
_SHOWN = ("--no-pretty", "--no-error-summary", "--hide-error-context", "--no-color-output")
_LEFT_OUT = re.compile(r'Missing positional arguments? ".+" in call to "(\w+)"$')
_NO_METHOD = re.compile(r'"User" has no attribute "(\w+)"$')
_NO_NAME = re.compile(r'Module has no attribute "(\w+)"$')
_ERROR = re.compile(r"(?P<file>.+?):(?P<line>\d+): error: (?P<told>.*?)(  \[[a-z-]+\])?")


def refuse_mistakes(templates: Iterable[type[Task]]) -> None:
    """Type-check the files of tasks that are not shipped.

    Raises:
        TaskError: something in one can't be right; each thing is told in a line.
    """
    written = [one for template in templates for one in (template.parts or (template,))]
    own = sorted({file for one in written if (file := file_of(one)) and not Path(file).is_relative_to(_SHIPPED)})
    if own and not find_spec("mypy"):
        click.echo("types are not checked, as mypy is not installed", err=True)
    elif told := type_errors(own) if own else []:
        raise TaskError("\n".join(f"{one}{_rather(one, written)}" for one in told))


def _rather(told: str, written: Iterable[type[Task]]) -> str:
    """Return what would be right, where mypy's words do not say it."""
    if told.endswith("Missing return statement"):
        return "; write `yield` before each command, or `return` before what is given"
    if lacking := _NO_NAME.search(told):
        imported = [one for task in written for one in vars(sys.modules[task.__module__]).values() if ismodule(one)]
        offered = {name: kind for module in imported for name, kind in vars(module).items() if isinstance(kind, type)}
        return f"; {hint(lacking[1], sorted(name for name, kind in offered.items() if issubclass(kind, Command)))}"
    called = _NO_METHOD.search(told)
    return f"; {hint(called[1], sorted(names_of(User)))}" if called else ""


def type_errors(files: Sequence[str]) -> list[str]:
    """Return what mypy finds wrong in files, each in one line with its place."""
    searched = {one for one in sys.path if Path(one).name in ("site-packages", "dist-packages")}  # by mypy itself
    roots = {str(_SHIPPED.parent), *(str(Path(file).parents[1]) for file in files)} - searched
    known = {**os.environ, "MYPYPATH": os.pathsep.join(sorted(roots))}
    kept = ("--explicit-package-bases", "--cache-dir", str(cache() / "mypy"))
    done = subprocess.run(
        [sys.executable, *_MYPY, *_SHOWN, *kept, *files], env=known, capture_output=True, text=True, check=False
    )
    found = [match for line in done.stdout.splitlines() if (match := _ERROR.fullmatch(line))]
    if done.returncode and not found:
        return [f"mypy could not read these files: {(done.stderr or done.stdout).strip()}"]
    edits = {one.__name__ for one in _below(Edit)}  # which keep what the row holds where they are not given it
    wrong = [one for one in found if not ((lacking := _LEFT_OUT.match(one["told"])) and lacking[1] in edits)]
    return [f"{place(one['file'], int(one['line']))}: {one['told']}" for one in wrong]


def _below(kind: type[Edit]) -> Iterator[type[Edit]]:
    for one in kind.__subclasses__():
        yield from (one, *_below(one))


def show_goals(configurations: Iterable[Configuration], as_json: bool) -> None:
    """Print what each configuration asks for beside what should come of it; exit with 1 where there is no fair draw."""
    shown = [{"configuration": one.to_json(), **_drawn(one)} for one in configurations]
    if as_json:
        click.echo(json_text(shown, indent=1))
    else:
        for one, found in zip(configurations, shown, strict=True):
            click.echo(f"{one.task} ({one.profile}, {one.instance}): {found['goal'] or found['problem']}")
            told = (("when asked", found["told"]), ("and then", found["update"]))
            lines = [f"{when}: {words}" for when, words in told if words]
            for line in (*lines, *found["effects"], *(f"answer: {answer}" for answer in found["answers"])):
                click.echo(f"    {line}")
    if any(found["problem"] for found in shown):
        raise SystemExit(1)


def _drawn(one: Configuration) -> dict[str, Any]:
    try:
        instance = instance_of(one)
    except TaskError as problem:
        return {"goal": "", "told": "", "update": "", "effects": [], "answers": [], "problem": str(problem)}
    return {
        "goal": instance.task.goal(one.phrasing),
        "told": instance.task.told,
        "update": instance.task.changed(one.phrasing),
        "effects": [] if instance.task.says("impossible") else list(map(_command, instance.commands)),
        "answers": [str(stated.value) for stated in instance.expectation.targets[0].stated],
        "problem": "",
    }


def _command(command: Command) -> str:
    """Return a command as it is read: its name, and each value that is not the default."""
    values = (f"{name}: {_value(value)}" for name, value in given(command).items())
    return f"{type(command).__name__}({', '.join(values)})"


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_value, value))
    if not isinstance(value, Row):
        return f"“{value}”" if isinstance(value, str) else str(value)
    called = label(value)
    return f"{type(value).__name__} {value.id}{f' “{called}”' if called else ''}"

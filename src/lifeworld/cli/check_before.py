"""What `lifeworld check` tells before a task is proved: wrong types in files of one's own, the goals drawn."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

import lifeworld
from lifeworld.core.cache import cache
from lifeworld.core.errors import TaskError
from lifeworld.core.jsontext import json_text
from lifeworld.core.source import file_of, place
from lifeworld.env.tools.naming import label
from lifeworld.store import Command, Row, given
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.taskkit.kit import Task

_SHIPPED = Path(lifeworld.__file__).parent
_MYPY = ("-m", "mypy", "--config-file=", "--check-untyped-defs", "--follow-imports=silent", "--ignore-missing-imports")
_SHOWN = ("--no-pretty", "--no-error-summary", "--hide-error-context", "--no-color-output")
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
        raise TaskError("\n".join(told))


def type_errors(files: Sequence[str]) -> list[str]:
    """Return what mypy finds wrong in files, each in one line with its place."""
    roots = {str(_SHIPPED.parent), *(str(Path(file).parents[1]) for file in files)} - {*filter(_is_searched, sys.path)}
    known = {**os.environ, "MYPYPATH": os.pathsep.join(sorted(roots))}
    kept = ("--explicit-package-bases", "--cache-dir", str(cache() / "mypy"))
    done = subprocess.run(
        [sys.executable, *_MYPY, *_SHOWN, *kept, *files], env=known, capture_output=True, text=True, check=False
    )
    found = [match for line in done.stdout.splitlines() if (match := _ERROR.fullmatch(line))]
    if done.returncode and not found:
        return [f"mypy could not read these files: {(done.stderr or done.stdout).strip()}"]
    return [f"{place(one['file'], int(one['line']))}: {one['told']}" for one in found]


def _is_searched(path: str) -> bool:
    """Return whether mypy looks for packages in this folder by itself."""
    return Path(path).name in ("site-packages", "dist-packages")


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

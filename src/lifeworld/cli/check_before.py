"""What `lifeworld check` tells before a task is proved: wrong types in files of one's own, the goals drawn."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

import lifeworld
from lifeworld.core.cache import cache
from lifeworld.core.errors import TaskError
from lifeworld.core.jsontext import json_text
from lifeworld.core.source import file_of, place
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
    """Print what each configuration asks for, and exit with 1 where there is no fair draw."""
    shown = [{"configuration": one.to_json(), **_drawn(one)} for one in configurations]
    if as_json:
        click.echo(json_text(shown, indent=1))
    else:
        for one, found in zip(configurations, shown, strict=True):
            click.echo(f"{one.task} ({one.profile}, {one.instance}): {found['goal'] or found['problem']}")
            if found["told"]:
                click.echo(f"    when asked: {found['told']}")
    if any(found["problem"] for found in shown):
        raise SystemExit(1)


def _drawn(one: Configuration) -> dict[str, str]:
    try:
        task = instance_of(one).task
    except TaskError as problem:
        return {"goal": "", "told": "", "problem": str(problem)}
    return {"goal": task.goal(one.phrasing), "told": task.told, "problem": ""}

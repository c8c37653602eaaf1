"""What `lifeworld check` tells before a task is proved: mistakes in the files, the goals drawn."""

from collections.abc import Iterable

import click

from lifeworld.core.errors import TaskError
from lifeworld.core.jsontext import json_text
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.proofreading import proofread


def refuse_mistakes(templates: Iterable[type[Task]]) -> None:
    """Read the files of tasks.

    Raises:
        TaskError: something in one can't be right; each thing is told in a line.
    """
    written = [one for template in templates for one in (template.parts or (template,))]
    if told := [line for one in written for line in proofread(one)]:
        raise TaskError("\n".join(told))


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

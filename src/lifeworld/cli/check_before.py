"""What `lifeworld check` tells before a task is proved: mistakes in the files, the goals drawn."""

from collections.abc import Iterable

import click

from lifeworld.core.errors import ScenarioError
from lifeworld.core.jsontext import json_text
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.draw import instance_of
from lifeworld.scenarios.kit import Scenario
from lifeworld.scenarios.proofreading import proofread


def refuse_mistakes(templates: Iterable[type[Scenario]]) -> None:
    """Read the files of scenarios.

    Raises:
        ScenarioError: something in one can't be right; each thing is told in a line.
    """
    written = [one for template in templates for one in (template.parts or (template,))]
    if told := [line for one in written for line in proofread(one)]:
        raise ScenarioError("\n".join(told))


def show_goals(configurations: Iterable[Configuration], as_json: bool) -> None:
    """Print what each configuration asks for, and exit with 1 where there is no fair draw."""
    shown = [{"configuration": one.to_json(), **_drawn(one)} for one in configurations]
    if as_json:
        click.echo(json_text(shown, indent=1))
    else:
        for one, found in zip(configurations, shown, strict=True):
            click.echo(f"{one.scenario} ({one.profile}, {one.instance}): {found['goal'] or found['problem']}")
            if found["told"]:
                click.echo(f"    when asked: {found['told']}")
    if any(found["problem"] for found in shown):
        raise SystemExit(1)


def _drawn(one: Configuration) -> dict[str, str]:
    try:
        scenario = instance_of(one).scenario
    except ScenarioError as problem:
        return {"goal": "", "told": "", "problem": str(problem)}
    return {"goal": scenario.goal(one.phrasing), "told": scenario.told, "problem": ""}

"""Which configurations `lifeworld check` proves or shows."""

from collections.abc import Iterator

import click

from lifeworld.cli.check_before import refuse_mistakes
from lifeworld.cli.check_full import several
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import UserError
from lifeworld.life import known
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.run.sampling import drawable, why_undrawn
from lifeworld.taskkit.configuration import Configuration


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

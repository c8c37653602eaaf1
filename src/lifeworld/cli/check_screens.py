"""`lifeworld audit screens`: every kind of page under every pair of looks and contents."""

import asyncio
from collections.abc import Sequence

import click

from lifeworld.cli.sharing import shared
from lifeworld.core.jsontext import json_text
from lifeworld.proof.screens import Case, Flaw, cases, combinations, flaws, some, standing, summed
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected


def check_screens(apps: Sequence[str], count: int | None, seed: int, as_json: bool) -> None:
    """Look at the screens, tell flaws by law and kind of element, and exit with 1 where any is new."""
    list(selected(RunConfig(apps=tuple(apps))))  # an app that does not exist is told before the browser starts
    every = cases(apps)
    chosen = some(every, count, str(seed)) if count else every
    found = asyncio.run(_looked_at(chosen))
    fresh = [flaw for flaw in found if not standing(flaw)]
    if as_json:
        told = {"screens": len(chosen), "of": len(every), "combinations": len(combinations())}
        click.echo(json_text({**told, "flaws": summed(fresh), "standing": summed(set(found) - set(fresh))}, indent=1))
    else:
        _tell(fresh)
        click.echo(
            f"{len(chosen):,} of {len(every):,} screens ({len(combinations())} combinations): "
            f"{len(fresh)} flaws, {len(found) - len(fresh)} of those that stand"
        )
    if fresh:
        raise SystemExit(1)


async def _looked_at(chosen: Sequence[Case]) -> list[Flaw]:
    with shared(len(chosen)) as sharing:
        return [flaw async for flaw in flaws(chosen, lambda _: sharing.finished())]


def _tell(found: Sequence[Flaw]) -> None:
    for one in summed(found):
        values = ", ".join(f"{axis} {value}" for axis, value in one["values"].items())
        click.echo(f"✗ {one['times']}× {one['law']}: {one['what']} ({one['where']}; {one['address']}: {values})")

"""`lifeworld audit gaming`, `replay`, `prying` and `harm`: what going for the score gets, and what harm costs."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import cycle, islice
from typing import Any

import click
import numpy as np
from rich.table import Table

from lifeworld.cli.printing import console, untitled
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.opening import opened
from lifeworld.proof import harm, panel
from lifeworld.proof.prying import pried
from lifeworld.proof.replayed import Attempted, Repeated, attempted, table
from lifeworld.report.figure import percent
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.run.sampling import instance
from lifeworld.stats.intervals import pass_at_k, wilson
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES

EPISODES = 200
ATTEMPTS, SLIP = 8, 0.1  # of the source that slips: at each task, and at each step
_DRAWS, _RESAMPLED = 200, 2000  # choices of k recordings for a task; resamplings of tasks
_TASKS = 25  # tasks that remark 1 is measured over, of those that are played


def show_gaming(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Let agents play that go for the score: ask always, refuse always, hedge, tamper; show what they get."""
    with opened("dom") as environment:
        found = list(panel.play(list(configurations(apps, tasks)), environment))
    if as_json:
        click.echo(json_text([{**one.to_json(), "suites": _rated(one)} for one in found], indent=1))
        return
    console().print(_gamed(found))
    for one in found:
        rated = (
            f"{suite} {100 * r['value']:.1f} % ({100 * r['low']:.1f} to {100 * r['high']:.1f})"
            for suite, r in _rated(one).items()
        )
        click.echo(f"{one.agent}: {', '.join(rated)}{': ' if one.won else ''}{', '.join(one.won)}")


def _rated(one: panel.Gamed) -> dict[str, dict[str, float]]:
    """Return its success by suite with Wilson's interval."""
    found = {suite: wilson(*counts) for suite, counts in one.suites.items()}
    return {suite: {"value": r.value, "low": r.low, "high": r.high, "n": r.n} for suite, r in found.items()}


def show_harm(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Do each task in every honest way, then with harm beside it, show the verdicts; exit with 1 at an exception."""
    with opened("dom") as environment:
        rows = [harm.row(configuration, environment) for configuration in configurations(apps, tasks)]
    if as_json:
        click.echo(json_text([row.to_json() for row in rows], indent=1))
    else:
        _harmed(rows)
    if any(row.exceptions for row in rows):
        raise SystemExit(1)


def configurations(apps: tuple[str, ...], tasks: tuple[str, ...]) -> Iterator[Configuration]:
    """Yield one configuration of each task, the people in turn."""
    chosen = list(selected(RunConfig(apps=apps, tasks=tasks)))
    if not chosen:
        raise UserError("no task is named that touches these apps; leave out --app or --task")
    for place, template in enumerate(chosen):
        yield Configuration(template.id, NAMES[place % len(NAMES)], phrasing=place % len(template.phrasings()))


def _gamed(found: list[panel.Gamed]) -> Table:
    kinds = sorted({kind for one in found for kind in one.episodes})
    return untitled(
        ("Agent", "Suite score", *kinds, "Beside the point"),
        (
            (
                one.agent,
                percent(one.suite, 1),
                *(f"{one.successes.get(kind, 0)} of {one.episodes[kind]}" for kind in kinds),
                str(one.questions),
            )
            for one in found
        ),
    )


def _harmed(rows: list[harm.Row]) -> None:
    tasks = Counter(kind for row in rows for kind in {one.kind for one in row.harms})
    tried = Counter(one.kind for row in rows for one in row.harms)
    passed = Counter(one.kind for row in rows for one in row.harms if one.success)
    counts = {kind: (tasks[kind], tried[kind], tried[kind] - passed[kind], passed[kind]) for kind in harm.KINDS}
    heads = ("Harm beside the task", "Tasks", "Done", "Refused", "Passed")
    console().print(untitled(heads, ((kind, *(f"{one:,}" for one in own)) for kind, own in counts.items())))
    honest, refused = sum(row.honest for row in rows), sum(len(row.refused) for row in rows)
    click.echo(
        f"{honest - refused:,} of {honest:,} honest ways and answers accepted, over {counted(len(rows), 'task')}"
    )
    for line in (line for row in rows for line in row.exceptions):
        click.echo(f"✗ {line}")


def spread(found: Sequence[Configuration], count: int) -> list[Configuration]:
    """Return so many of these, evenly from the first to the last; all of them where there are fewer."""
    if count >= len(found):
        return list(found)
    return [found[place * len(found) // count] for place in range(count)]


def show_replay(apps: tuple[str, ...], tasks: tuple[str, ...], count: int | None, driver: str, as_json: bool) -> None:
    """Print table 1 of PRISM for this world, and replay with k recordings beside the source's pass@k."""
    episodes = count or EPISODES
    played = spread(list(configurations(apps, tasks)), episodes)
    rounds = enumerate(islice(cycle(played), episodes))
    chosen = [replace(one, instance=instance(0, place // len(played))) for place, one in rounds]
    with opened(driver, pictures=False) as environment:
        rows = table(chosen, environment, ("labels", "points") if driver == "chromium" else ("labels",))
    with opened("dom") as environment:
        tried = attempted(spread(chosen, _TASKS), environment, ATTEMPTS, SLIP)
    remark = [_remark(tried, k) for k in (1, 2, 4, ATTEMPTS)]
    if as_json:
        plain = [{**asdict(row), "interval": _interval(row.replay, row.episodes)} for row in rows]
        click.echo(json_text({"table": plain, "remark": remark, "slip": SLIP, "attempts": ATTEMPTS}, indent=1))
        return
    console().print(_repeated(rows))
    for one in remark:
        click.echo(
            f"k = {one['k']}: pass@k {100 * one['pass_at_k']:.1f} %, replay {100 * one['replay']:.1f} %, "
            f"difference {100 * one['low']:+.1f} to {100 * one['high']:+.1f} points"
        )


def _interval(k: int, n: int) -> list[float]:
    found = wilson(k, n)
    return [found.low, found.high]


def _repeated(rows: Sequence[Repeated]) -> Table:
    def cells(row: Repeated) -> tuple[str, ...]:
        low, high = (f"{100 * one:.1f}" for one in _interval(row.replay, row.episodes))
        rates = (f"{100 * count / row.episodes:.1f} %" for count in (row.source, row.replay))
        return row.world, row.way, str(row.episodes), *rates, f"{low} to {high} %"

    return untitled(("World", "Replay by", "Episodes", "Source", "Replay", "95 %"), map(cells, rows))


def _remark(tried: Sequence[Attempted], k: int) -> dict[str, Any]:
    """Return pass@k of the source, what k recordings get, and the interval of their difference over tasks."""
    rng = random.Random(f"remark {k}")
    theory = [pass_at_k(len(one.source), sum(one.source), k) for one in tried]
    practice = [sum(one.with_recordings(k, rng) for _ in range(_DRAWS)) / _DRAWS for one in tried]
    differences = np.array(practice) - np.array(theory)
    picks = np.random.default_rng(k).integers(len(tried), size=(_RESAMPLED, len(tried)))
    low, high = np.quantile(differences[picks].mean(axis=1), [0.025, 0.975])
    mean = {"pass_at_k": float(np.mean(theory)), "replay": float(np.mean(practice))}
    return {"k": k, **mean, "low": float(low), "high": float(high)}


def show_prying(apps: tuple[str, ...], tasks: tuple[str, ...], count: int | None, as_json: bool) -> None:
    """Print what forged requests wrote and what leaks, and exit with 1 where there is any."""
    worlds = spread(list(configurations(apps, tasks)), count or EPISODES)
    found = list(_pried(worlds))
    if as_json:
        click.echo(json_text({"worlds": len(worlds), "found": found}, indent=1))
    else:
        for line in found:
            click.echo(f"✗ {line}")
        click.echo(f"{counted(len(worlds), 'world')}: {len(found)} forged requests that wrote, or leaks")
    if found:
        raise SystemExit(1)


def _pried(worlds: Sequence[Configuration]) -> Iterator[str]:
    """Yield a line for each forged request that wrote, and for each leak."""
    with opened("dom") as environment:
        for one in worlds:
            wrote, leaks = pried(one, environment)
            yield from (f"{one.id}: {each.address} wrote {each.what} ({each.status})" for each in wrote)
            yield from (f"{one.id}: {each.address} tells {each.what}" for each in leaks)

"""`lifeworld audit forms`, `commands` and `screens`: forms with what nobody expects, and every kind of page."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from time import monotonic

import click

from lifeworld.apps import nearest
from lifeworld.cli.printing import shared
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.proof.forms import APPS, submitted
from lifeworld.proof.forms_each import Sent, Share, send_each, shares
from lifeworld.proof.screens import Case, Flaw, cases, combinations, flaws, some, standing, summed
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.run.worker_pool import Engine

_SENT, _SENT_EACH = 5000, 100  # forms, and inputs to each, where no number is named


def check_forms(apps: Sequence[str], count: int | None, seed: int, as_json: bool) -> None:
    """Send the forms, tell each fault on one line, and exit with 1 if there are any."""
    _known(apps)
    tally = submitted(count or _SENT, seed, apps)
    if as_json:
        answers = {str(status): count for status, count in sorted(tally.answers.items())}
        faults = [str(one) for one in tally.found]
        plain = {"forms": tally.forms, "sent": tally.sent, "answers": answers, "faults": faults}
        click.echo(json_text(plain, indent=1))
    else:
        for one in tally.found:
            click.echo(f"✗ {one}")
        sent, forms = counted(tally.sent, "submission"), counted(tally.forms, "form")
        click.echo(f"{sent} of {forms} (seed {seed}); {counted(len(tally.found), 'fault')}")
    if tally.found:
        raise SystemExit(1)


def check_forms_each(apps: Sequence[str], count: int | None, seed: int, engine: Engine, as_json: bool) -> None:
    """Send so many inputs to each form, count what came of them by command, and exit with 1 if there are faults."""
    _known(apps)
    began, given = monotonic(), shares(count or _SENT_EACH, seed, apps)
    came = _sent(given, engine)
    seconds = monotonic() - began
    never = [target for target, sent in came.items() if not sent.reached(target)]
    found = [(target, told) for target, sent in came.items() for told in sent.found]
    inputs = sum(sent.count for sent in came.values())
    if as_json:
        targets = {target: dict(sent.outcomes) for target, sent in came.items()}
        faults = [f"{target}: {told}" for target, told in found]
        plain = {"inputs": inputs, "seconds": seconds, "targets": targets, "never": never, "faults": faults}
        click.echo(json_text(plain, indent=1))
    else:
        _tell_each(came)
        for target, told in found:
            click.echo(f"✗ {target}: {told}")
        click.echo(f"done by some input: {len(came) - len(never)} of {len(came)}")
        if never:
            click.echo(f"never done: {', '.join(never)}")
        rate = f"{seconds:,.0f} s, {inputs / seconds:,.0f} a second"
        sent, forms = counted(inputs, "input"), counted(len(came), "form")
        click.echo(f"{sent} to {forms} (seed {seed}) in {rate}; {counted(len(found), 'fault')}")
    if found:
        raise SystemExit(1)


def _known(apps: Sequence[str]) -> None:
    for app in apps:
        if app not in APPS:
            raise UserError(f"no app “{app}”; {nearest(app)}")


def _sent(given: Sequence[Share], engine: Engine) -> dict[str, Sent]:
    """Send shares under a progress bar, and return what came of them by target."""
    came = {one.target: Sent() for one in given}
    with shared(len(given), lambda place: given[place].target) as sharing:
        send_each(given, engine, lambda share, sent: came[share.target].add(sent), sharing.listener)
    return came


def _tell_each(came: dict[str, Sent]) -> None:
    """Print a line for each target: how many of its inputs came to which end."""
    outcomes = list(sum((sent.outcomes for sent in came.values()), Counter[str]()))
    width = max(map(len, came), default=0)
    click.echo("".join([" " * width, *(f"{name:>13}" for name in outcomes)]))
    for target, sent in came.items():
        click.echo("".join([f"{target:<{width}}", *(f"{sent.outcomes[name]:>13,}" for name in outcomes)]))


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
        _tell_flaws(fresh)
        click.echo(
            f"{len(chosen):,} of {len(every):,} screens ({len(combinations())} combinations): "
            f"{len(fresh)} flaws, {len(found) - len(fresh)} of those that stand"
        )
    if fresh:
        raise SystemExit(1)


async def _looked_at(chosen: Sequence[Case]) -> list[Flaw]:
    with shared(len(chosen)) as sharing:
        return [flaw async for flaw in flaws(chosen, lambda _: sharing.finished())]


def _tell_flaws(found: Sequence[Flaw]) -> None:
    for one in summed(found):
        values = ", ".join(f"{axis} {value}" for axis, value in one["values"].items())
        click.echo(f"✗ {one['times']}× {one['law']}: {one['what']} ({one['where']}; {one['address']}: {values})")

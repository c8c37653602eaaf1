"""`lifeworld check --forms`: send every form with what nobody expects."""

from collections.abc import Sequence

import click
from click.core import ParameterSource

from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.nearest import hint
from lifeworld.proof.forms import APPS, submitted

_OF_FORMS = frozenset(("forms", "seed", "apps", "as_json"))


def refuse_idle(context: click.Context, forms: int | None) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: one was given.
    """
    given = [p for p in context.command.params if context.get_parameter_source(p.name or "") != ParameterSource.DEFAULT]
    idle = [p.opts[0] for p in given if (p.name not in _OF_FORMS if forms else p.name == "seed")]
    if idle:
        raise click.UsageError(f"{idle[0]} does nothing {'with' if forms else 'without'} --forms; leave it out")
    names = {p.name for p in given}
    for name in ("singly", "manifest", "anew"):
        if name in names and "all_" not in names:
            raise click.UsageError(f"--{name} does nothing without --all; leave it out")
    for name in ("all_", "sample", "workers", "engine", "address"):
        if {"show", name} <= names:
            raise click.UsageError(f"--{name.rstrip('_')} does nothing with --show; leave it out")


def check_forms(times: int, seed: int, apps: Sequence[str], as_json: bool) -> None:
    """Send the forms, tell each fault on one line, and exit with 1 if there are any."""
    for app in apps:
        if app not in APPS:
            raise UserError(f"no app “{app}”; {hint(app, APPS)}")
    tally = submitted(times, seed, apps)
    if as_json:
        answers = {str(status): count for status, count in sorted(tally.answers.items())}
        faults = [str(one) for one in tally.found]
        plain = {"forms": tally.forms, "sent": tally.sent, "answers": answers, "faults": faults}
        click.echo(json_text(plain, indent=1))
    else:
        for one in tally.found:
            click.echo(f"✗ {one}")
        click.echo(f"{tally.sent:,} submissions of {tally.forms:,} forms (seed {seed}); {len(tally.found)} faults")
    if tally.found:
        raise SystemExit(1)

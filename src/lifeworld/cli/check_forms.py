"""`lifeworld check --forms`: send every form with what nobody expects."""

from collections.abc import Sequence

import click
from click.core import ParameterSource

from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.nearest import hint
from lifeworld.proof.forms import APPS, submitted

_OF_ALL = ("singly", "manifest", "anew")
_OF = {  # what counts where one of these options says that something else is done
    "forms": ("forms", "seed", "apps", "as_json"),
    "screens": ("screens", "seed", "apps", "sample", "as_json"),
    "show": ("show", "apps", "tasks", "instances", "as_json"),
}


def refuse_idle(context: click.Context) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: one was given.
    """
    given = {p.name: p.opts[0] for p in context.command.params if _given(context, p)}
    mode = next((name for name in ("forms", "screens", "show", "all_") if context.params.get(name)), "")
    for name in given:
        if name in _OF_ALL and mode != "all_":
            raise click.UsageError(f"{given[name]} does nothing without --all; leave it out")
        if name == "seed" and mode not in ("forms", "screens"):
            raise click.UsageError("--seed does nothing without --forms; leave it out")
        if name not in _OF.get(mode, given):
            raise click.UsageError(f"{given[name]} does nothing with {given[mode]}; leave it out")


def _given(context: click.Context, parameter: click.Parameter) -> bool:
    return context.get_parameter_source(parameter.name or "") != ParameterSource.DEFAULT


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

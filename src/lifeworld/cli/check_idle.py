"""Options of `lifeworld check` that do nothing beside others."""

import click
from click.core import ParameterSource

_OF_ALL = ("singly", "manifest", "anew")
_OF = {  # what counts where one of these options says that something else is done
    "forms": ("forms", "seed", "apps", "as_json"),
    "forms_each": ("forms_each", "seed", "apps", "workers", "engine", "address", "as_json"),
    "screens": ("screens", "seed", "apps", "sample", "as_json"),
    "show": ("show", "apps", "tasks", "worlds", "instances", "as_json"),
}


def refuse_idle(context: click.Context) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: one was given.
    """
    given = {p.name: p.opts[0] for p in context.command.params if _given(context, p)}
    mode = next((name for name in ("forms", "forms_each", "screens", "show", "all_") if context.params.get(name)), "")
    for name in given:
        if name in _OF_ALL and mode != "all_":
            raise click.UsageError(f"{given[name]} does nothing without --all; leave it out")
        if name == "seed" and mode not in ("forms", "forms_each", "screens"):
            raise click.UsageError("--seed does nothing without --forms, --forms-each or --screens; leave it out")
        if name == "worlds" and mode == "all_":
            raise click.UsageError("--world does nothing with --all, whose manifest is of people; leave one out")
        if name not in _OF.get(mode, given):
            raise click.UsageError(f"{given[name]} does nothing with {given[mode]}; leave it out")


def _given(context: click.Context, parameter: click.Parameter) -> bool:
    return context.get_parameter_source(parameter.name or "") != ParameterSource.DEFAULT

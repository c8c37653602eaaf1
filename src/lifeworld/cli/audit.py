"""`lifeworld audit`: attacks on tasks, verdicts, forms and screens, for those who maintain them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from lifeworld.cli.options import apps_option, as_json, engine, engine_option, listed, workers_option
from lifeworld.core.choices import MANY

# What each suite does, and the options that count there beside --app and --json.
_SUITES = {
    "proofs": ("the manifest of proved configurations is current", "tasks count sample manifest force workers engine"),
    "space": ("how many configurations there are: proved, reachable, estimated", "tags"),
    "gaming": ("agents that go for the score instead of the task fail", "tasks"),
    "replay": ("blind replay of recordings fails (count: episodes)", "tasks count driver"),
    "prying": ("forged requests write nothing, pages leak nothing (count: worlds)", "tasks count"),
    "harm": ("every honest way is accepted, harm beside it is not", "tasks"),
    "forms": ("no form breaks the world (count: forms sent)", "count seed"),
    "commands": ("the same, with so many inputs to each command", "count seed workers engine"),
    "screens": ("every kind of page under all pairs of looks (count: screens)", "count seed"),
}


_SHOWN = "\n".join(f"{name:<9} {told}" for name, (told, _) in _SUITES.items())
_HELP = f"""Audit the world itself; what only a maintainer needs.

\b
{_SHOWN}

\b
lifeworld audit proofs --sample 60
lifeworld audit gaming --task todo.CompleteTask
lifeworld audit forms --count 5000 --seed 7
lifeworld audit screens --app bank --count 40
"""


@click.command("audit", help=_HELP)
@click.argument("suite", type=click.Choice(list(_SUITES)))
@apps_option
@listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")
@listed("--tag", "tags", help="Of space: only tasks with these tags.")
@click.option("--count", type=click.IntRange(1), help=f"How many; of proofs, configurations [{MANY:,}].")
@click.option("--sample", type=click.IntRange(0), default=0, help="Of proofs: play so many in chromium, too.")
@click.option("--manifest", type=click.Path(path_type=Path, dir_okay=False), help="Of proofs: its file [in the cache].")
@click.option("--force", is_flag=True, help="Of proofs: prove also what has not changed.")
@click.option(
    "--driver", type=click.Choice(["dom", "chromium"]), default="dom", help="Of replay: points need chromium."
)
@workers_option
@engine_option
@click.option("--seed", type=int, default=1, show_default=True, help="What forms, commands and screens are drawn from.")
@as_json
@click.pass_context
def audit_command(context: click.Context, /, suite: str, as_json: bool, **chosen: Any) -> None:
    """Run one suite."""
    _refuse_idle(context, suite)
    _RUN[suite]({**chosen, "as_json": as_json})


def _refuse_idle(context: click.Context, suite: str) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: one was given.
    """
    useful = {"suite", "apps", "as_json", *_SUITES[suite][1].split()}
    for option in context.command.params:
        name = option.name or ""
        if name not in useful and context.get_parameter_source(name) != ParameterSource.DEFAULT:
            users = ", ".join(one for one, (_, names) in _SUITES.items() if name in names.split())
            raise click.UsageError(f"{option.opts[0]} does nothing with {suite}, only with {users}; leave it out")


# What plays and proves is imported once it is asked for: help and refusals need not wait for it.


def _proofs(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.check_all import All, check_all

    asked = {name: chosen[name] for name in ("apps", "tasks", "count", "sample", "manifest", "force")}
    check_all(engine(chosen["engine"], chosen["workers"]), All(**asked), chosen["as_json"])


def _space(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.spaces import show_space

    show_space(chosen["apps"], chosen["tags"], chosen["as_json"])


def _gaming(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.integrity import show_gaming

    show_gaming(chosen["apps"], chosen["tasks"], chosen["as_json"])


def _replay(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.gaming import EPISODES, show_replay
    from lifeworld.cli.integrity import configurations

    played = list(configurations(chosen["apps"], chosen["tasks"]))
    show_replay(played, chosen["count"] or EPISODES, chosen["driver"], chosen["as_json"])


def _prying(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.gaming import EPISODES, show_prying, spread
    from lifeworld.cli.integrity import configurations

    played = list(configurations(chosen["apps"], chosen["tasks"]))
    show_prying(spread(played, chosen["count"] or EPISODES), chosen["as_json"])


def _harm(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.integrity import show_harm

    show_harm(chosen["apps"], chosen["tasks"], chosen["as_json"])


def _forms(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.check_forms import check_forms

    check_forms(chosen["count"] or 5000, chosen["seed"], chosen["apps"], chosen["as_json"])


def _commands(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.check_forms import check_forms_each

    spread = engine(chosen["engine"], chosen["workers"])
    check_forms_each(chosen["count"] or 100, chosen["seed"], chosen["apps"], spread, chosen["as_json"])


def _screens(chosen: dict[str, Any]) -> None:
    from lifeworld.cli.check_screens import check_screens

    check_screens(chosen["apps"], chosen["count"] or 0, chosen["seed"], chosen["as_json"])


_RUN: dict[str, Callable[[dict[str, Any]], None]] = {
    "proofs": _proofs,
    "space": _space,
    "gaming": _gaming,
    "replay": _replay,
    "prying": _prying,
    "harm": _harm,
    "forms": _forms,
    "commands": _commands,
    "screens": _screens,
}

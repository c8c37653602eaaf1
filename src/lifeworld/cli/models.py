"""`lifeworld agents`: which there are, and the mock servers of the providers of models."""

import shlex
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from lifeworld.cli.options import SEED, Pairs, numbers, pairs
from lifeworld.cli.places import RunType
from lifeworld.core.errors import UserError

_FAILURES = ("rate-limit", "error", "silent", "cut", "overflow", "malformed", "empty", "refusal")
# Settings of a run that decide what it plans and have flags of their own; beside the driver, the seed and the axes.
_LISTED = ("channels", "tasks", "apps", "tags", "profiles")
_PLANS = {
    **{name: name.removesuffix("s") for name in _LISTED},
    **{name: name for name in ("crossed", "limit", "instances")},
}
_WAYS = {  # the variable of each agent's key, and where its provider's routes begin
    "anthropic": ("ANTHROPIC_API_KEY", "/anthropic"),
    "openai": ("OPENAI_API_KEY", "/openai/v1"),
    "gemini": ("GEMINI_API_KEY", "/gemini"),
    "prompt": ("CHAT_KEY", "/chat/v1&key_from=CHAT_KEY"),
}


@click.group("agents", invoke_without_command=True)
@click.pass_context
def agents_command(context: click.Context) -> None:
    """List the agents that come with Lifeworld.

    \b
    lifeworld agents
    lifeworld agents check anthropic
    lifeworld agents mock --follow runs/oracle
    lifeworld agents mock-judge runs/a
    """
    if context.invoked_subcommand is None:
        from lifeworld.agents.roster import ROSTER, about

        for name in ROSTER:
            click.echo(f"{name:<10}  {about(name)}")


@agents_command.command("check")
@click.argument("name")
@click.option("--speaks", metavar="ACTION-SPACE", help="Of the model behind it, like “gemini modern”.")
@click.option("--screen", "screens", multiple=True, metavar="NAME", help="One of the screens (all).")
def check_command(name: str, speaks: str | None, screens: tuple[str, ...]) -> None:
    """Check an adapter on a page with controls at known places: does each action of its model arrive?

    A mock server sends taps, scrolls, keys and texts in the provider's own format; no model is asked. An adapter of
    your own is module:Class, with --speaks. Any other agent, such as a model by its name, gets each exercise as a goal.

    \b
    lifeworld agents check gemini
    lifeworld agents check qwen --speaks "qwen 2.5" --screen phone
    lifeworld agents check my_adapter:MyAdapter --speaks openai
    lifeworld agents check my_agents:MyAgent
    """
    from lifeworld.cli.adapters import check

    if not check(name, speaks, screens):
        raise click.exceptions.Exit(1)


@agents_command.command("mock")
@click.option("--follow", type=click.Path(path_type=Path, file_okay=False), required=True, help="A run of the oracle.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen (any that is free).")
@click.option("--inject", "faults", multiple=True, type=click.Choice(_FAILURES), help="Failures to inject, in turn.")
@pairs(
    "--failing",
    ("every", "after"),
    "How: every=5, one answer in so many is a failure; after=1, seconds to wait at a rate limit, or of silence.",
)
def mock_command(follow: Path, port: int, faults: tuple[str, ...], failing: Pairs) -> None:
    """Serve a mock server of every provider, on this machine only, until Ctrl-C; it costs nothing.

    It checks each request against the provider's own types and rules, and answers with what the oracle did for the
    same goal.
    """
    if failing and not faults:
        raise UserError("--failing is for --inject; leave it out, or name a failure")
    how = {"every": 5.0, "after": 1.0, **numbers("--failing", failing)}
    if how["every"] < 2 or how["every"] % 1:
        raise UserError("--failing every=N: it is a whole number from 2")
    from lifeworld.agents.mock.script import Failure, faulty, solutions
    from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served

    script = solutions(follow)
    failures = [Failure(kind, how["after"]) for kind in faults]  # type: ignore[arg-type]
    mock = MockServer(faulty(script, failures, int(how["every"])) if failures else script)
    with served(mock, port) as origin:
        for agent, (variable, base) in {**_WAYS, **_by_pictures(follow)}.items():
            named = f"'{agent}:{MODEL}?base_url={origin}{base}'"
            flags = f"{_same_tasks(follow)} --out runs/mock-{agent}"
            click.echo(f"{variable}={KEY} lifeworld eval --agent {named} {flags}")
        _until_stopped(mock.wrong)


@agents_command.command("mock-judge")
@click.argument("run", type=RunType())
@pairs(
    "--errors",
    ("false_positives", "false_negatives"),
    "Shares of errors: false_positives=0.1,false_negatives=0.1.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Decides where it errs.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen (any that is free).")
def mock_judge_command(run: Path, errors: Pairs, seed: int, port: int) -> None:
    """Serve a mock judge of RUN with known error rates, on this machine only, until Ctrl-C.

    It repeats the verifier's verdicts, but for the error rates given: `lifeworld runs judge` must estimate these.
    """
    from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
    from lifeworld.judges.mock import mistaken
    from lifeworld.run.folder import Folder
    from lifeworld.run.judging import known_outcomes

    shares = {"false_positives": 0.1, "false_negatives": 0.1, **numbers("--errors", errors)}
    if not all(0 <= share <= 1 for share in shares.values()):
        raise UserError("--errors: a share is from 0 to 1")
    mock = MockServer(
        mistaken(known_outcomes(Folder.opened(run)), shares["false_positives"], shares["false_negatives"], seed)
    )
    with served(mock, port) as origin:
        judge = f"prompt:{MODEL}?base_url={origin}/chat/v1&key_from=MOCK_KEY"
        click.echo(f"MOCK_KEY={KEY} lifeworld runs judge {run} --judge '{judge}'")
        _until_stopped(mock.wrong)


def _by_pictures(follow: Path) -> dict[str, tuple[str, str]]:
    """Return the ways to the agents that look at pictures only, each in its first form; none where there are none."""
    from lifeworld.agents.codecs.action_spaces import ACTION_SPACES
    from lifeworld.run.folder import Folder

    if Folder.opened(follow).config().driver != "chromium":
        return {}
    first = {one.agent: one for one in reversed([*ACTION_SPACES.values()]) if one.grammar and one.agent not in _WAYS}
    key = "key_from=CHAT_KEY"
    ways = {one.agent: "&".join(filter(None, (one.base, key, one.settings))) for one in first.values()}
    return {agent: ("CHAT_KEY", ways[agent]) for agent in sorted(ways)}


def _same_tasks(follow: Path) -> str:
    """Return the flags that plan the tasks of a run."""
    from lifeworld.cli.evaluate import AXES
    from lifeworld.run.folder import Folder

    config = Folder.opened(follow).config()
    other = config.model_dump(mode="json", exclude_defaults=True)
    flags = {"driver": config.driver, **{flag: other[key] for key, flag in _PLANS.items() if key in other}}
    if config.split:
        flags |= {"split": config.split, "set": f"held_out={config.held_out}"}
    told = [f"--{flag} {shlex.quote(_listed(value))}" for flag, value in {**flags, "seed": config.seed}.items()]
    axes = {axis: other[key] for axis in AXES if (key := f"{axis}s" if axis != "horizon" else axis) in other}
    told += [f"--axis {shlex.quote(f'{axis}={_listed(values)}')}" for axis, values in axes.items()]
    return " ".join(told)


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _until_stopped(wrong: list[str]) -> None:
    """Print what is wrong with requests, as it comes."""
    from lifeworld.cli.printing import console

    out = console(stderr=True)
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(0.2)
            while wrong:
                out.print(wrong.pop(0))

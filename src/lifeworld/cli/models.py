"""`lifeworld agents`: which there are, and the mock servers of the providers of models."""

import shlex
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from lifeworld.agents.roster import ROSTER, about
from lifeworld.cli.options import RunType
from lifeworld.cli.printing import console
from lifeworld.core.axes import CHOSEN_AXES
from lifeworld.core.errors import UserError

_FAILURES = ("rate-limit", "error", "silent", "cut", "overflow", "malformed", "empty", "refusal")
# Settings of a run that decide what it plans, with their flags; beside the driver and the seed.
_LISTED = ("channels", "tasks", "apps", "tags", "profiles", *(f"{axis}s" for axis in CHOSEN_AXES))
_PLANS = {
    **{name: name.removesuffix("s") for name in _LISTED},
    **{name: name.replace("_", "-") for name in ("horizon", "crossed", "split", "held_out", "limit", "instances")},
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
@click.option("--every", type=click.IntRange(2), help="One answer in so many is a failure (5).")
@click.option("--after", type=click.FloatRange(0, 600), help="Seconds to wait at a rate limit, or of silence (1).")
def mock_command(follow: Path, port: int, faults: tuple[str, ...], every: int | None, after: float | None) -> None:
    """Serve a mock server of every provider, on this machine only, until Ctrl-C; it costs nothing.

    It checks each request against the provider's own types and rules, and answers with what the oracle did for the
    same goal.
    """
    if not faults and (every or after is not None):
        raise UserError("--every and --after are for --inject; leave them out, or name a failure")
    from lifeworld.agents.mock.script import Failure, faulty, solutions
    from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served

    script = solutions(follow)
    failures = [Failure(kind, 1 if after is None else after) for kind in faults]  # type: ignore[arg-type]
    mock = MockServer(faulty(script, failures, every or 5) if failures else script)
    with served(mock, port) as origin:
        for agent, (variable, base) in {**_WAYS, **_by_pictures(follow)}.items():
            named = f"'{agent}:{MODEL}?base_url={origin}{base}'"
            flags = f"{_same_tasks(follow)} --out runs/mock-{agent}"
            click.echo(f"{variable}={KEY} lifeworld eval --agent {named} {flags}")
        _until_stopped(mock.wrong)


@agents_command.command("mock-judge")
@click.argument("run", type=RunType())
@click.option("--false-positives", type=click.FloatRange(0, 1), default=0.1, show_default=True, help="Share of errors.")
@click.option("--false-negatives", type=click.FloatRange(0, 1), default=0.1, show_default=True, help="Share of errors.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides where it errs.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen (any that is free).")
def mock_judge_command(run: Path, false_positives: float, false_negatives: float, seed: int, port: int) -> None:
    """Serve a mock judge of RUN with known error rates, on this machine only, until Ctrl-C.

    It repeats the verifier's verdicts, but for the error rates given: `lifeworld judge` must estimate these.
    """
    from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
    from lifeworld.judges.mock import mistaken
    from lifeworld.run.folder import Folder
    from lifeworld.run.judging import known_outcomes

    mock = MockServer(mistaken(known_outcomes(Folder.opened(run)), false_positives, false_negatives, seed))
    with served(mock, port) as origin:
        judge = f"prompt:{MODEL}?base_url={origin}/chat/v1&key_from=MOCK_KEY"
        click.echo(f"MOCK_KEY={KEY} lifeworld judge {run} --judge '{judge}'")
        _until_stopped(mock.wrong)


def _by_pictures(follow: Path) -> dict[str, tuple[str, str]]:
    """Return the ways to the agents that look at pictures only, each in its first form; none where there are none."""
    from lifeworld.agents.calibration.action_spaces import ACTION_SPACES
    from lifeworld.run.folder import Folder

    if Folder.opened(follow).config().driver != "chromium":
        return {}
    first = {one.agent: one for one in reversed([*ACTION_SPACES.values()]) if one.grammar and one.agent not in _WAYS}
    key = "key_from=CHAT_KEY"
    ways = {one.agent: "&".join(filter(None, (f"/chat/{one.grammar}/v1", key, one.settings))) for one in first.values()}
    return {agent: ("CHAT_KEY", ways[agent]) for agent in sorted(ways)}


def _same_tasks(follow: Path) -> str:
    """Return the flags that plan the tasks of a run."""
    from lifeworld.run.folder import Folder

    config = Folder.opened(follow).config()
    other = config.model_dump(mode="json", exclude_defaults=True, include=set(_PLANS))
    flags = {"driver": config.driver, **{_PLANS[key]: value for key, value in other.items()}, "seed": config.seed}
    return " ".join(f"--{flag} {shlex.quote(_listed(value))}" for flag, value in flags.items())


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _until_stopped(wrong: list[str]) -> None:
    """Print what is wrong with requests, as it comes."""
    out = console(stderr=True)
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(0.2)
            while wrong:
                out.print(wrong.pop(0))

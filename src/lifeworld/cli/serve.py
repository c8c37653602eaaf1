"""`lifeworld serve`: a task for agents that run elsewhere."""

from pathlib import Path
from typing import Any

import click

from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.verdict import Verdict
from lifeworld.taskkit.catalogue import phrased
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import DRAWN, NAMES


@click.command("serve")
@click.option("--mcp", is_flag=True, help="Over the Model Context Protocol: the apps' tools.")
@click.option("--task", required=True, help="What is to be done.")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose device: {', '.join(NAMES)}; {DRAWN}.")
@click.option("--instance", type=click.IntRange(0), default=0, help="Which draw of the task.")
@click.option("--phrasing", type=click.IntRange(0), default=0, help="Which of the task's phrasings.")
@click.option("--port", type=click.IntRange(1, 65535), help="Where to listen on this machine (8403).")
@click.option("--stdio", is_flag=True, help="Instead over standard input and output, for a client that starts it.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File that gets the verdict as a JSON line."
)
def serve_command(mcp: bool, port: int | None, stdio: bool, out: Path | None, **wanted: Any) -> None:
    """Serve one task to an agent that runs elsewhere; the verdict goes to the log and to --out, never to the agent.

    \b
    lifeworld serve --mcp --task todo.CompleteTask
    lifeworld serve --mcp --task bank.SendMoney --profile wilma --stdio --out verdicts.jsonl
    """
    if not mcp:
        raise UserError("serve over which protocol? Write --mcp")
    if stdio and port:
        raise UserError("--port is for HTTP; leave it or --stdio out")
    _must_be_writable(out)
    configuration = _configured(**wanted)
    bridge, desk = _bridge(), _desk(configuration, out)
    try:
        if stdio:
            bridge.over_stdio(desk)
        else:
            click.echo(f"http://127.0.0.1:{port or 8403}{bridge.PATH}  (Ctrl-C ends it)", err=True)
            bridge.over_http(desk, port or 8403)
    finally:
        desk.close()


def _must_be_writable(out: Path | None) -> None:
    try:
        if out:
            out.open("a").close()
    except OSError as error:
        raise UserError(f"{out} can't be written: {error.strerror or error}") from None


def _configured(task: str, profile: str, instance: int, phrasing: int) -> Configuration:
    return Configuration(phrased(task, phrasing).id, profile, instance, phrasing)


def _desk(configuration: Configuration, out: Path | None) -> Any:
    from lifeworld.bridges.desk import Desk

    def report(verdict: Verdict) -> None:
        click.echo(f"{configuration.task}: {'; '.join((verdict.outcome, *verdict.reasons))}", err=True)
        if out:
            line = {"configuration": configuration.to_json(), "verdict": verdict.to_json()}
            with out.open("a") as file:
                file.write(json_text(line) + "\n")

    return Desk(configuration, report)


def _bridge() -> Any:
    try:
        from lifeworld.bridges import mcp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise UserError("serving over MCP needs the package mcp: pip install 'lifeworld[mcp]'") from None
    return mcp

"""`lifeworld serve`: worlds for agents and trainers that run elsewhere."""

import secrets
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from lifeworld.cli.options import decorated, listed
from lifeworld.core.choices import SPLITS, Channel
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.nearest import hint
from lifeworld.core.verdict import Verdict
from lifeworld.taskkit.catalogue import phrased
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import DRAWN, NAMES

_IDLE = "Seconds without a call after which a session is ended."


class Protocols(click.Group):
    """Knows `lifeworld serve --mcp …`, too, as it was written before there were several protocols."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if "--mcp" in args:
            args = ["mcp", *(one for one in args if one != "--mcp")]
            click.echo("serve --mcp is written `lifeworld serve mcp` now; this one is served as before", err=True)
        elif args and args[0].startswith("-") and args[0] not in context.help_option_names:
            raise UserError(f"serve over which protocol? Write lifeworld serve {'|'.join(self.commands)} {args[0]} …")
        return super().parse_args(context, args)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            raise click.UsageError(f"no protocol “{args[0]}”; {hint(args[0], self.commands)}")
        return super().resolve_command(context, args)


@click.command("serve", cls=Protocols)
def serve_command() -> None:
    """Serve worlds to agents and trainers that run elsewhere.

    \b
    lifeworld serve http --app todo,bank
    lifeworld serve mcp --task todo.CompleteTask
    """


@serve_command.command("mcp")
@click.option("--task", required=True, help="What is to be done.")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose device: {', '.join(NAMES)}; {DRAWN}.")
@click.option("--instance", type=click.IntRange(0), default=0, help="Which draw of the task.")
@click.option("--phrasing", type=click.IntRange(0), default=0, help="Which of the task's phrasings.")
@click.option("--device", default="phone", show_default=True, help="phone, desktop, tablet, small …")
@click.option(
    "--channel",
    type=click.Choice(get_args(Channel)),
    default="tools",
    show_default=True,
    help="What the agent sees and uses; pixels are Chromium's.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="Where to listen on this machine (8403).")
@click.option("--stdio", is_flag=True, help="Instead over standard input and output, for a client that starts it.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File that gets the verdict as a JSON line."
)
def mcp_command(channel: Channel, port: int | None, stdio: bool, out: Path | None, **wanted: Any) -> None:
    """Serve one task over the Model Context Protocol: the apps' tools, screens or both.

    Each client has a world of its own. Verdicts go to the log and to --out, never to an agent.

    \b
    lifeworld serve mcp --task todo.CompleteTask
    lifeworld serve mcp --task todo.CompleteTask --channel pixels+tree --device desktop
    lifeworld serve mcp --task bank.SendMoney --profile wilma --stdio --out verdicts.jsonl
    """
    if stdio and port:
        raise UserError("--port is for HTTP; leave it or --stdio out")
    _must_be_writable(out)
    configuration = _configured(**wanted)
    bridge, desks = _bridge(), _desks(configuration, channel, out)
    try:
        if stdio:
            bridge.over_stdio(desks)
        else:
            click.echo(f"http://127.0.0.1:{port or 8403}{bridge.PATH}  (Ctrl-C ends it)", err=True)
            bridge.over_http(desks, port or 8403)
    finally:
        desks.close()


_SERVED = (
    click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen."),
    click.option("--port", type=click.IntRange(0, 65535), default=8404, show_default=True, help="0: any free one."),
    click.option("--token", envvar="LIFEWORLD_TOKEN", help="What clients must send; made anew for other machines."),
    click.option("--sessions", type=click.IntRange(1), default=64, show_default=True, help="At most so many at once."),
    click.option("--idle", type=click.FloatRange(0, min_open=True), default=600, show_default=True, help=_IDLE),
    click.option("--body", type=click.IntRange(1), default=1 << 20, show_default=True, help="Bytes of a request."),
    listed("--task", "tasks", help="Only these tasks."),
    listed("--app", "apps", help="Only tasks that touch these apps, their own first."),
    listed("--profile", "profiles", help=f"Only these people's devices: {', '.join(NAMES)}; {DRAWN}."),
    listed("--device", "devices", help="phone, desktop, tablet, small … (phone,desktop)."),
    click.option(
        "--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels."
    ),
    click.option("--channel", "channels", help="What clients see and use, like tree+tools."),
    click.option(
        "--split", type=click.Choice(SPLITS), help="Only tasks to learn from, to choose by, or to be tested on."
    ),
    click.option("--max-steps", type=click.IntRange(1), help="Actions that an episode has (50)."),
)


@serve_command.command("http")
@decorated(_SERVED)
def http_command(**given: Any) -> None:
    """Serve sessions over HTTP and WebSocket, to clients in any language.

    GET / of the server shows what there is. A client may choose tasks and variation of its own.

    \b
    lifeworld serve http --app todo,bank --split train
    lifeworld serve http --host 0.0.0.0 --sessions 8        # prints the token that clients send
    """
    from lifeworld.bridges.http import application

    _serve(given, application)


@serve_command.command("openenv")
@decorated(_SERVED)
def openenv_command(**given: Any) -> None:
    """Serve sessions over OpenEnv, one a connection of WebSocket.

    `lifeworld.bridges.openenv.LifeworldClient` is its typed client. A client may choose tasks and variation of its own.

    \b
    lifeworld serve openenv --app todo,bank --split train
    """
    try:
        from lifeworld.bridges.openenv import application
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "openenv":
            raise
        raise UserError("serving over OpenEnv needs the package openenv: pip install 'openenv==0.10.*'") from None
    _serve(given, application)


def _serve(given: dict[str, Any], application: Callable[[Any, str], Any]) -> None:
    """Serve an application over the sessions that options ask for, until Ctrl-C or SIGTERM."""
    from lifeworld.bridges import guard
    from lifeworld.bridges.serving import Limits, Sessions

    host, port, token = given.pop("host"), given.pop("port"), given.pop("token") or ""
    limits = Limits(given.pop("sessions"), given.pop("idle"), given.pop("body"))
    sessions = Sessions(limits, **{key: value for key, value in given.items() if value not in (None, ())})
    if not token and not guard.is_loopback(host):
        token = secrets.token_urlsafe(24)
        click.echo(f"token: {token}", err=True)
    with guard.listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"http://{shown}:{listener.getsockname()[1]}/  (Ctrl-C ends it)", err=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands the signal on when it has ended
        guard.server(application(sessions, token), limits).run([listener])


def _must_be_writable(out: Path | None) -> None:
    try:
        if out:
            out.open("a").close()
    except OSError as error:
        raise UserError(f"{out} can't be written: {error.strerror or error}") from None


def _configured(task: str, profile: str, instance: int, phrasing: int, device: str) -> Configuration:
    return Configuration(phrased(task, phrasing).id, profile, instance, phrasing, device=device)


def _desks(configuration: Configuration, channel: Channel, out: Path | None) -> Any:
    from lifeworld.bridges.desk import Desk, Desks

    def report(verdict: Verdict) -> None:
        click.echo(f"{configuration.task}: {'; '.join((verdict.outcome, *verdict.reasons))}", err=True)
        if out:
            line = {"configuration": configuration.to_json(), "verdict": verdict.to_json()}
            with out.open("a") as file:
                file.write(json_text(line) + "\n")

    return Desks(lambda: Desk(configuration, report, channel))


def _bridge() -> Any:
    try:
        from lifeworld.bridges import mcp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise UserError("serving over MCP needs the package mcp: pip install 'lifeworld[mcp]'") from None
    return mcp

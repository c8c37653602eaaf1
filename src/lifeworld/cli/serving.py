"""What `lifeworld serve` does: sessions over HTTP or OpenEnv, or one task over MCP."""

import os
import secrets
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast, get_args

import click

from lifeworld.bridges import guard
from lifeworld.bridges.serving import Limits, Sessions
from lifeworld.cli.options import Pairs, single, whole
from lifeworld.core.choices import DRAWS, NAMES, Channel
from lifeworld.core.errors import UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.core.verdict import Verdict
from lifeworld.core.writing import not_written
from lifeworld.taskkit.catalogue import phrased
from lifeworld.taskkit.configuration import Configuration


def serve_sessions(protocol: str, host: str, port: int | None, axis: Pairs, set: Pairs, **chosen: Any) -> None:
    """Serve sessions over HTTP or OpenEnv until Ctrl-C or SIGTERM, to clients that know the token where one is wanted.

    Raises:
        UserError: a setting or a limit is not right, the port is taken, or a package is missing.
    """
    if idle := [name for name in DRAWS if name in axis]:
        raise UserError(f"--axis {idle[0]} is of mcp; a client of {protocol} names a seed or a configuration")
    varied = {f"{name}s": values for name, values in axis.items()}
    limits = Limits(**whole("--set", set, dict.fromkeys(Limits.__dataclass_fields__, 1)))
    application = _application(protocol)
    sessions = Sessions(limits, **varied, **{key: value for key, value in chosen.items() if value not in (None, ())})
    token = os.environ.get("LIFEWORLD_TOKEN", "")
    if not token and not guard.is_loopback(host):
        token = secrets.token_urlsafe(24)
        click.echo(f"token: {token}", err=True)
    with guard.listening(host, 8404 if port is None else port) as listener:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"http://{shown}:{listener.getsockname()[1]}/  (Ctrl-C ends it)", err=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands the signal on when it has ended
        guard.server(application(sessions, token), limits).run([listener])


def _application(protocol: str) -> Callable[[Sessions, str], Any]:
    if protocol == "http":
        from lifeworld.bridges.http import application

        return application
    try:
        from lifeworld.bridges import openenv
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "openenv":
            raise
        raise UserError("serving over OpenEnv needs the package openenv: pip install 'openenv==0.10.*'") from None
    return openenv.application


def serve_task(
    tasks: tuple[str, ...],
    profiles: tuple[str, ...],
    axis: Pairs,
    channels: str | None,
    port: int | None,
    stdio: bool,
    out: Path | None,
) -> None:
    """Serve one task over MCP until stopped, in a world for each client; verdicts go to the log and to the file `out`.

    Raises:
        UserError: there is no such task or channel, or the file can't be written.
    """
    if stdio and port:
        raise UserError("--port is for HTTP; leave it or --stdio out")
    if port == 0:
        raise UserError("--port 0: an MCP client is told its address beforehand; name a port from 1")
    channel = _channel(channels or "tools")
    configuration = _configured(tasks, profiles, axis, screens=channel != "tools")
    _need_writable(out)
    from lifeworld.bridges import mcp  # whose package may be missing

    with ExitStack() as opened:
        listener = None if stdio else opened.enter_context(guard.listening("127.0.0.1", port or 8403))
        desks = mcp.Desks(lambda: mcp.Desk(configuration, _report(configuration, out), channel))
        opened.callback(desks.close)
        if listener is None:
            mcp.over_stdio(desks)
        else:
            click.echo(f"http://127.0.0.1:{listener.getsockname()[1]}{mcp.PATH}  (Ctrl-C ends it)", err=True)
            mcp.over_http(desks, listener)


def _channel(named: str) -> Channel:
    for known in get_args(Channel):
        if named == known:
            return cast(Channel, known)
    raise UserError(f"--channel {named}: mcp serves one; {hint(named, get_args(Channel))}")


def _configured(tasks: tuple[str, ...], profiles: tuple[str, ...], axis: Pairs, screens: bool) -> Configuration:
    if len(tasks) != 1 or len(profiles) > 1:
        raise UserError("mcp serves one task on one device: name one --task, and one --profile at most")
    looks = single("--axis", {name: values for name, values in axis.items() if name not in DRAWS})
    if looks and not screens:
        raise UserError(f"--axis {next(iter(looks))} needs screens: give --channel tree+tools, or leave it out")
    draw = whole("--axis", {name: axis[name] for name in DRAWS if name in axis}, dict.fromkeys(DRAWS, 0))
    task = phrased(tasks[0], draw.get("phrasing", 0)).id
    return Configuration(task, (profiles or NAMES)[0], draw.get("instance", 0), draw.get("phrasing", 0), **looks)


def _need_writable(out: Path | None) -> None:
    try:
        if out:
            out.parent.mkdir(exist_ok=True)
            out.open("a").close()
    except OSError as error:
        raise UserError(not_written(out, error)) from None  # type: ignore[arg-type]  # there is one


def _report(configuration: Configuration, out: Path | None) -> Callable[[Verdict], None]:
    def report(verdict: Verdict) -> None:
        click.echo(f"{configuration.task}: {'; '.join((verdict.outcome, *verdict.reasons))}", err=True)
        if out:
            line = {"configuration": configuration.to_json(), "verdict": verdict.to_json()}
            with out.open("a") as file:
                file.write(json_text(line) + "\n")

    return report

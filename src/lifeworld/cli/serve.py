"""`lifeworld serve`: worlds for agents and trainers that run elsewhere."""

from typing import Any

import click

from lifeworld.cli.options import COUNT, listed, pairs, profiles_option, refuse_idle
from lifeworld.cli.places import Output
from lifeworld.core.choices import DRAWS, SPLITS
from lifeworld.core.errors import hint

_SESSIONS = ("host", "apps", "set", "driver", "channels", "split", "max_steps")
_USEFUL = {"http": _SESSIONS, "openenv": _SESSIONS, "mcp": ("channels", "stdio", "out")}  # what counts for some only
_VARIED = ("device", "theme", "layout", "language", "goal_language", "content", "state", "keyboard")
_LIMITS = ("sessions", "idle", "body")


def _protocol(context: click.Context, argument: click.Parameter, given: str | None) -> str:
    if given is None:
        raise click.UsageError(f"serve over which protocol? Write lifeworld serve {'|'.join(_USEFUL)} …", context)
    if given not in _USEFUL:
        raise click.UsageError(f"no protocol “{given}”; {hint(given, _USEFUL)}", context)
    return given


@click.command("serve", no_args_is_help=True)
@click.argument("protocol", metavar=f"{{{'|'.join(_USEFUL)}}}", required=False, callback=_protocol)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; mcp: on this machine only.")
@click.option("--port", type=click.IntRange(0, 65535), help="8404, and 8403 for mcp; 0: any free one.")
@listed("--task", "tasks", help="Only these tasks; mcp: the one that is to be done.")
@listed("--app", "apps", help="Only tasks that touch these apps, their own first.")
@profiles_option
@pairs(
    "--axis",
    (*_VARIED, *DRAWS),
    f"What is varied, like device=phone,tablet; axes: {', '.join(_VARIED)}. Of mcp: {', '.join(DRAWS)}.",
)
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels.")
@click.option("--channel", "channels", help="What clients see and use, like tree+tools.")
@click.option("--split", type=click.Choice(SPLITS), help="Only tasks to learn from, to choose by, or to be tested on.")
@click.option("--max-steps", type=COUNT, help="Actions that an episode has (50).")
@pairs(
    "--set",
    _LIMITS,
    "Limits: sessions at once (64), idle seconds after which one is ended (600), bytes of a body (1048576).",
)
@click.option("--stdio", is_flag=True, help="Of mcp: over standard input and output, for a client that starts it.")
@click.option("--out", type=Output(dir_okay=False), help="Of mcp: file that gets the verdict as a JSON line.")
@click.pass_context
def serve_command(context: click.Context, /, protocol: str, **given: Any) -> None:
    """Serve worlds to agents and trainers that run elsewhere.

    \b
    http     sessions over HTTP and WebSocket, to clients in any language
    openenv  sessions over OpenEnv, one a connection; lifeworld.bridges.openenv has the client
    mcp      one task over the Model Context Protocol: the apps' tools, screens or both

    Clients of http and openenv may choose tasks and variation of their own; GET / of the server shows what there is.
    Other machines send a token: LIFEWORLD_TOKEN, or one that is made and printed. The verdict of mcp goes to the log
    and to --out, never to the agent; each of its clients has a world of its own.

    \b
    lifeworld serve http --app todo,bank --split train
    lifeworld serve http --host 0.0.0.0 --set sessions=8
    lifeworld serve openenv --app todo,bank
    lifeworld serve mcp --task todo.CompleteTask --channel pixels+tools --axis device=desktop
    lifeworld serve mcp --task bank.SendHalf --profile wilma --stdio --out verdicts.jsonl
    """
    refuse_idle(context, protocol, _USEFUL)
    from lifeworld.cli.serving import serve_sessions, serve_task  # with all apps, for which help need not wait

    counts = {name: value for name, value in given.items() if name not in {*_SESSIONS, *_USEFUL["mcp"]}}
    if protocol == "mcp":
        serve_task(**counts, **{name: given[name] for name in _USEFUL["mcp"]})
    else:
        serve_sessions(protocol, **counts, **{name: given[name] for name in _SESSIONS})

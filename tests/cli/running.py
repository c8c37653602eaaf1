"""Command lines in this process and in one of their own, and all commands that there are."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click
import pytest

from lifeworld.cli import group, main

RUN = [sys.executable, "-m", "lifeworld"]


def told(*arguments: str) -> tuple[int, str]:
    """Return how a command line ends and what it says as an error."""
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(io.StringIO()), pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(ended.value.code or 0), said.getvalue()


def ran(*arguments: str, path: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a command line in a process of its own, with a folder of one's own apps and tasks."""
    known = {**os.environ, **({"LIFEWORLD_PATH": str(path)} if path else {})}
    return subprocess.run([*RUN, *arguments], env=known, capture_output=True, text=True, timeout=300, check=False)


def commands(
    command: click.Command = group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words that lead to it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, (*path, name))

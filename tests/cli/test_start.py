"""Help and refusals import what they need and no more: whoever asks or mistypes need not wait for the rest."""

import subprocess
import sys

import pytest

TOLD = """
import sys
from lifeworld.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, sep="\\n", file=sys.stderr)
"""
HEAVY = {"playwright", "pyarrow", "numpy", "scipy", "lifeworld.verify.judge"}
PLAYING = {"lifeworld.apps", "lifeworld.life", "lifeworld.taskkit", "pydantic", "urllib.request"}


def imported(*arguments: str) -> set[str]:
    """Return the modules that a command has imported at its end."""
    done = subprocess.run([sys.executable, "-c", TOLD, *arguments], capture_output=True, text=True)
    found = set(done.stderr.splitlines())
    assert "lifeworld.cli" in found, done.stderr
    return found


@pytest.mark.parametrize("arguments", [("check", "--app", "nope"), ("report", "/nonexistent")], ids=" ".join)
def test_refusals_import_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert not imported(*arguments) & HEAVY


def test_no_help_imports_what_plays() -> None:
    """Each would take a part of a second, for which nobody who asks for help should wait."""
    assert not imported("eval", "--help") & (HEAVY | PLAYING)
    asks = """
import sys
import click
from click.testing import CliRunner
from lifeworld.cli import group
def ask(command, *words):
    assert CliRunner().invoke(group, [*words, "--help"], catch_exceptions=False).exit_code == 0
    for name in command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ():
        ask(command.get_command(click.Context(command), name), *words, name)
ask(group)
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    found = set(done.stdout.split())
    assert "lifeworld.cli.arena" in found and "lifeworld.cli.statistics" in found
    assert not found & {*HEAVY, *PLAYING}

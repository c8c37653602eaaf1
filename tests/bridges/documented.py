"""The examples of docs/bridges.md, each of which a test runs: a door's where the door's package is."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "bridges.md"
_BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.S)


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield each example: the section that it stands in, its language, and what it says."""
    for section in DOCS.read_text().split("\n## ")[1:]:
        for language, code in _BLOCK.findall(section):
            yield section.partition("\n")[0], language, code


def example(door: str, language: str = "python", **changed: str) -> str:
    """Return a door's first example, with some words in it replaced; each must be there.

    `language` may go on with a line by which the example begins.
    """
    spoken, _, begins = language.partition("\n")
    code = next(code for *at, code in examples() if at == [door, spoken] and code.startswith(begins))
    for was, now in changed.items():
        assert was in code
        code = code.replace(was, now)
    return code


def commands(door: str, **changed: str) -> list[list[str]]:
    """Return the words of each command of a door's example, but for those that install packages."""
    lines = [shlex.split(line, comments=True) for line in example(door, "sh", **changed).splitlines()]
    return [line for line in lines if line[0] != "pip"]


def ran(place: Path, *command: str, code: int = 0, **environment: str) -> str:
    """Run a command of a door's environment in a folder, whose modules it finds, and return what it printed."""
    bin = Path(sys.executable).parent
    found = os.pathsep.join([str(place), str(ROOT), os.environ.get("PYTHONPATH", "")])
    search = {"PATH": f"{bin}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": found}
    done = subprocess.run(
        [str(bin / command[0]), *command[1:]],
        cwd=place,
        env={**os.environ, **search, **environment},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@contextmanager
def serving(door: str) -> Iterator[str]:
    """Run the server that a door's example starts, on a port that is free, and yield its address."""
    (line,) = commands(door)
    with subprocess.Popen([sys.executable, "-m", *line, "--port", "0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            yield process.stderr.readline().split()[0].rstrip("/")
        finally:
            process.terminate()

"""Command lines, as tests give them."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from lifeworld.cli import main


def command(*args: object, code: int = 0) -> str:
    """Run a command line, see how it ends, and return what it says."""
    said = io.StringIO()
    return _ran(args, code, said, said)


def printed(*args: object, code: int = 0) -> str:
    """Run a command line, see how it ends, and return what it prints: what it says beside that is left out."""
    return _ran(args, code, io.StringIO(), io.StringIO())


def _ran(args: tuple[object, ...], code: int, out: io.StringIO, err: io.StringIO) -> str:
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(each) for each in args])
    assert (ended.value.code or 0) == code, out.getvalue() + err.getvalue()
    return out.getvalue()

"""Command lines, as tests give them."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from lifeworld.cli import main


def command(*args: object, code: int = 0) -> str:
    """Run a command line, see how it ends, and return what it says."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said), pytest.raises(SystemExit) as ended:
        main([str(each) for each in args])
    assert ended.value.code == code, said.getvalue()
    return said.getvalue()

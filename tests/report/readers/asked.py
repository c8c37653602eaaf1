"""`lifeworld stats`, as tests ask it: what it prints, what it tells as JSON, why it refuses."""

import json
from typing import Any

from click.testing import CliRunner, Result

from lifeworld.cli import group
from lifeworld.core.errors import UserError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["stats", *map(str, arguments)])


def shown(*arguments: object) -> str:
    """Return what is printed."""
    done = run(*arguments)
    assert done.exit_code == 0, done.exception
    return done.stdout


def told(*arguments: object) -> Any:
    """Return what is told as JSON."""
    return json.loads(shown(*arguments, "--json"))


def refused(*arguments: object) -> str:
    """Return the line in which it is refused."""
    done = run(*arguments)
    assert isinstance(done.exception, UserError), done.output
    said = str(done.exception)
    assert "\n" not in said
    return said

"""What files of one's own may add to a world, each under a name."""

import re
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.core.toml import Model, checked, tables

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def read(path: Path, kind: type[Model], found: dict[str, Model]) -> None:
    """Add what the tables of a TOML file stand for.

    Raises:
        UserError: it can't be read, says what no such table has, or gives a name twice; says where.
    """
    for name, given in tables(path).items():
        place = f"{path}: [{name}]"
        if not _NAME.fullmatch(name):
            raise UserError(f"{place}: a name has small letters, digits and “-”, so that it can be typed")
        if name in found:
            raise UserError(f"{place}: there is a {kind.__name__.lower()} of this name already")
        found[name] = checked(kind, given, place)

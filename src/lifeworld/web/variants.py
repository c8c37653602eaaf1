"""What files of one's own may add to a world, checked where it is read."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

Model = TypeVar("Model", bound=BaseModel)
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


def tables(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        UserError: it can't be read, or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from None


def checked(kind: type[Model], given: Any, place: str) -> Model:
    """Return what a table of a file stands for.

    Raises:
        UserError: a key or value is not right; names the file, the place and the choices.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise UserError("\n".join(f"{place}: {_told(kind, problem)}" for problem in error.errors())) from None


def _told(kind: type[BaseModel], problem: Any) -> str:
    key = ".".join(map(str, problem["loc"])) or "the table"
    if problem["type"] == "extra_forbidden":
        return f"there is no key {key}; {hint(key, list(kind.model_fields))}"
    if problem["type"] == "literal_error":
        return f"{key} = {problem['input']!r}; choose {problem['ctx']['expected']}"
    if problem["type"] == "missing":
        return f"it lacks {key}"
    told = problem["msg"].removeprefix("Value error, ")
    return f"{key}: {told[:1].lower()}{told[1:]}"

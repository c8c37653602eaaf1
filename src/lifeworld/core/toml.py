"""TOML files: read, and held against what they may say, with file, place and choices where they are wrong."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

Model = TypeVar("Model", bound=BaseModel)


def tables(path: Path) -> dict[str, Any]:
    """Return what a TOML file says.

    Raises:
        UserError: it can't be read, or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from None


def checked(kind: type[Model], given: Any, place: str) -> Model:
    """Return what settings stand for.

    Raises:
        UserError: a key or value is not right; names the place, the key and the choices.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        told = (" ".join(_told(kind, problem).split()) for problem in error.errors())  # values may hold line breaks
        raise UserError("\n".join(f"{place}: {each}" for each in told)) from None


def _told(kind: type[BaseModel], problem: Any) -> str:
    key = ".".join(part for part in problem["loc"] if isinstance(part, str) and part != "[key]")
    if problem["type"] == "extra_forbidden":
        return f"there is no key {key}; {hint(key, sorted(kind.model_fields))}"
    if problem["type"] == "literal_error":
        return f"{key} = {problem['input']!r}; choose {problem['ctx']['expected']}"
    if problem["type"] == "missing":
        return f"it lacks {key}"
    given = "" if isinstance(problem["input"], Mapping) else f" = {problem['input']!r:.60}"
    told = problem["msg"].removeprefix("Value error, ")
    said = f"{told[:1].lower()}{told[1:]}"
    return f"{key}{given}: {said}" if key else said

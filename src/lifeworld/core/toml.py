"""TOML files: read, and held against what they may say, with file, place and choices where they are wrong."""

import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from lifeworld.core.errors import UserError, hint

Model = TypeVar("Model", bound=BaseModel)
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_TIME = re.compile(r"\d{4}-\d+-\d+([T ]\d+:[\d:.]*)?|\d+:\d[\d:.]*")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def tables(path: Path) -> dict[str, Any]:
    """Return what a TOML file says.

    Raises:
        UserError: it can't be read, or is no TOML.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: {error}") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {_timeless(text, str(error)) or error}") from None


def _timeless(text: str, told: str) -> str:
    """Return that there is no such date or time, where that is what can't be read: a parser takes it for a number."""
    if place := _AT.search(told):
        number, column = map(int, place.groups())
        for found in _TIME.finditer(text.splitlines()[number - 1] if number <= len(text.splitlines()) else ""):
            if found.start() < column <= found.end() + 1:
                return f"no such date or time, {found[0]} {place[0]}"
    return ""


def checked(kind: type[Model], given: Any, place: str | Callable[[str], str]) -> Model:
    """Return what settings stand for; `place` is where they stand, or returns where a key does ("": all together).

    Raises:
        UserError: a key or value is not right; names the place, the key and the choices.
    """
    where = place if callable(place) else lambda _: place
    _refuse_truths(kind, given, where)
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        told = (f"{where(_first(problem))}: {_told(kind, problem)}" for problem in error.errors())
        raise UserError("\n".join(" ".join(each.split()) for each in told)) from None  # values may hold line breaks


def not_empty(text: str) -> str:
    """Return a text of a file, once sure that it holds more than white space."""
    if not text.strip():
        raise ValueError("it is empty")
    return text


def read_named(path: Path, kind: type[Model], found: dict[str, Model]) -> None:
    """Add what the tables of a TOML file stand for, each under its name.

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


def _first(problem: Any) -> str:
    """Return the key at the top that a problem is with, "" where it is with several."""
    return str(problem["loc"][0]) if problem["loc"] else ""


def _refuse_truths(kind: type[BaseModel], given: Any, where: Callable[[str], str]) -> None:
    """See that no true or false stands where a number is wanted: Python would count it as 1 or 0.

    Raises:
        UserError: one does; names the place and the key.
    """
    for key, value in given.items() if isinstance(given, Mapping) else ():
        field = kind.model_fields.get(key)
        wanted = _kinds(field.annotation) if field else []
        if isinstance(value, bool) and bool not in wanted and (int in wanted or float in wanted):
            raise UserError(f"{where(key)}: {key} = {str(value).lower()}: it is a number, not true or false")


def _kinds(annotation: Any) -> list[Any]:
    """Return a type, and those that it is made of."""
    return [annotation, *(each for inner in get_args(annotation) for each in _kinds(inner))]


def _told(kind: type[BaseModel], problem: Any) -> str:
    key = ".".join(part for part in problem["loc"] if isinstance(part, str) and part != "[key]")
    if problem["type"] == "extra_forbidden":
        return f"there is no key {key}; {hint(key, sorted(kind.model_fields))}"
    if problem["type"] == "literal_error":
        expected = problem["ctx"]["expected"]
        near = get_close_matches(str(problem["input"]), re.findall("'(.+?)'", expected), n=1)
        return f"{key} = {problem['input']!r}; choose {expected}{f' (did you mean {near[0]}?)' if near else ''}"
    if problem["type"] == "missing":
        return f"it lacks {key}"
    if problem["type"] in ("tuple_type", "list_type") and isinstance(problem["input"], str):
        return f'{key} = "{problem["input"]}": it is a list, like ["{problem["input"]}"]'
    given = "" if isinstance(problem["input"], Mapping) else f" = {_written(problem['input']):.60}"
    told = problem["msg"].removeprefix("Value error, ")
    said = f"{told[:1].lower()}{told[1:]}"
    return f"{key}{given}: {said}" if key else said


def _written(value: object) -> str:
    """Return a value as a file has it."""
    return f"[{', '.join(map(_written, value))}]" if isinstance(value, list | tuple) else repr(value)

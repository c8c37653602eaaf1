"""Reads files of words: TOML, checked against the dataclass that says what may stand there."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import GenericAlias, UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from lifeworld.core.errors import UserError, hint
from lifeworld.core.toml import tables

T = TypeVar("T")
LANGUAGE = "en"
_STRICT = ConfigDict(strict=True, extra="forbid")


def folder(module: str) -> Path:
    """Return where the words of a package lie, by the `__file__` of one of its modules."""
    return Path(module).parent / LANGUAGE


def read(kind: type[T], path: Path, table: str = "", **known: str) -> T:
    """Return what a file or one table of it holds, as a dataclass or a dictionary of them.

    `known` are values that it need not tell.

    Raises:
        UserError: it can't be read, or holds what it should not; one line for each mistake, with the mend.
    """
    data = tables(path)
    if table and not isinstance(data := data[table], dict):
        raise UserError(f"{path}: {table} = {data!r}: it should be a table, as [{table}] begins")
    place = f"{path}: [{table}]" if table else f"{path}"
    if told := known.keys() & data.keys():
        whose = (
            f"the table's name, [{table}], tells; what a person is called is me.name"
            if table
            else "the file's own name tells"
        )
        raise UserError(f"{place}: leave out {', '.join(sorted(told))}, which {whose}")
    try:
        written = json.dumps({"": {**known, **data}}, default=str, allow_nan=False)  # there, a list is a tuple
        found: T = _check(kind).validate_json(written)[""]  # type: ignore[arg-type]  # classes can be hashed
    except ValidationError as error:
        raise UserError("\n".join(f"{place}: {_told(kind, problem)}" for problem in _faults(error))) from None
    except ValueError:
        raise UserError(f"{place}: nan and inf are no numbers here") from None
    return found


def merge(found: dict[str, T], more: dict[str, T], path: Path) -> None:
    """Add what a file holds to what others do.

    Raises:
        UserError: a key stands in another, too.
    """
    for key in more:
        if key in found:
            raise UserError(f"{path}: {key} stands in another file, too; rename one")
    found.update(more)


@cache
def _check(kind: Any) -> TypeAdapter[dict[str, Any]]:
    within: Any = GenericAlias(dict, (str, kind))  # a dataclass itself takes no config
    return TypeAdapter(within, config=_STRICT)


def _faults(error: ValidationError) -> Iterator[Any]:
    """Yield what is wrong; a list that is empty only for its members being wrong is none."""
    yield from (one for one in error.errors() if one["type"] != "too_short" or not one["input"])


def _told(kind: Any, problem: Any) -> str:
    where = [part for part in problem["loc"][1:] if part != "[key]"]
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in where)
    match problem["type"]:
        case "unexpected_keyword_argument" | "extra_forbidden":
            return f"there is no key {key}; {hint(str(where[-1]), _keys(kind, where[:-1]))}"
        case "missing":
            return f"{key} is missing"
        case "too_short":
            return f"{key} is empty: give at least one"
    told = re.sub(r"^(Input|Tuple) should", "it should", problem["msg"].removeprefix("Value error, "))
    return f"{key} = {problem['input']!r}: {told}"


def _keys(kind: Any, where: Iterable[str | int]) -> list[str]:
    """Return the keys that may stand at a place in a file of this kind."""
    for part in where:
        kind = get_type_hints(kind)[str(part)] if is_dataclass(kind) else get_args(kind)[get_origin(kind) is dict]
        if get_origin(kind) is UnionType:  # what may be left out
            kind = get_args(kind)[0]
    return [field.name for field in fields(kind)]


# ---- what files hold


def _once(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse a line that stands there twice; an empty one may, as saying nothing is made likelier so."""
    twice = [line for number, line in enumerate(lines) if line and line in lines[:number]]
    if twice:
        raise ValueError(f"“{twice[0]}” stands there twice; leave one out")
    return lines


def _told_at_all(text: str) -> str:
    if not text.strip():
        raise ValueError("it should say something")
    return text.strip()


def _plain(text: str) -> str:
    if set(text) & set("{}[]|"):
        raise ValueError("it should be plain words, without braces, brackets and bars")
    return text


def _named(key: str) -> str:
    if not re.fullmatch(r"[\w-]+", key):
        raise ValueError("it should be of letters, digits, - and _")
    return key


Text = Annotated[str, AfterValidator(_told_at_all)]
Words = Annotated[Text, AfterValidator(_plain)]  # what stands in a sentence as it is
Key = Annotated[str, AfterValidator(_named)]
Lines = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_once)]
Choice = Annotated[tuple[Words, ...], Field(min_length=1), AfterValidator(_once)]

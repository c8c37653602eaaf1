"""Reads the files of a harness, JSON and tables, and checks the fields that a reader uses; nothing is unpickled."""

import codecs
import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.csv as pv
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text

Kind = Literal["text", "name", "number"]
LONGEST = 60


def document(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        UserError: it can't be read, or is no JSON object.
    """
    return an_object(_parsed(path), str(path))


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is no JSON: {error}") from None


def _list(path: Path) -> list[Any]:
    found = _parsed(path)
    if not isinstance(found, list):
        raise UserError(f"{path} is no JSON list of objects")
    return found


def plain_text(path: Path) -> str:
    """Return a small text file without what surrounds it.

    Raises:
        UserError: it can't be read, or is no UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise UserError(f"{path} is no text: {error}") from None


def lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each JSON object of a file that has one a line (gzipped or not), with its place.

    Raises:
        UserError: it can't be read; names the line.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    place = str(path)
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                place = f"{path}, line {number}"
                if line.strip():
                    yield place, an_object(json.loads(line), place)
    except (OSError, EOFError) as error:
        raise UserError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{place} is no JSON: {error}") from None


def an_object(found: Any, place: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise UserError(f"{place} is no JSON object")
    return found


def within(found: Any, *keys: str) -> Any:
    """Return what lies under keys of nested objects; None where one is missing."""
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


@dataclass(frozen=True)
class Each:
    """A list of things of one shape; none of them null."""

    of: "Shape"


@dataclass(frozen=True)
class Values:
    """An object with any keys."""

    of: "Shape"


@dataclass(frozen=True)
class Needed:
    """A required value."""

    of: "Shape"


Shape = dict[str, Any] | Each | Values | Needed | Kind
WORDS = {"text": "a line of text", "name": "a line of text or a whole number", "number": "a number from 0 on"}


def checked(found: Any, shape: Shape, place: str) -> Any:
    """Return a value that has a shape; a field that is missing or null has every shape, unless it is needed.

    Raises:
        UserError: it has not; names the place, the field, and what it holds.
    """
    _check(found, shape, place, "")
    return found


def _check(found: Any, shape: Shape, place: str, at: str) -> None:
    if isinstance(shape, Needed):
        if found is None:
            raise UserError(f"{place}: there is no {at}")
        _check(found, shape.of, place, at)
    elif found is None:
        return
    elif isinstance(shape, Each):
        _expect(isinstance(found, list), found, "a list", place, at)
        for number, each in enumerate(found):
            _check(each, Needed(shape.of), place, f"{at}[{number}]")
    elif isinstance(shape, Values | dict):
        _expect(isinstance(found, dict), found, "an object", place, at)
        fields = dict.fromkeys(found, shape.of) if isinstance(shape, Values) else shape
        for key, inner in fields.items():
            _check(found.get(key), inner, place, f"{at}.{key}" if at else key)
    else:
        _expect(_is(found, shape), found, WORDS[shape], place, at)


def _is(found: Any, kind: Kind) -> bool:
    if isinstance(found, str):
        return kind != "number" and found.isprintable()
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    return isinstance(found, int) if kind == "name" else kind == "number" and isfinite(found) and found >= 0


def _expect(right: bool, found: Any, wanted: str, place: str, at: str) -> None:
    if not right:
        told = repr(found)
        told = told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
        raise UserError(f"{place}: {at or 'it'} must be {wanted}, not {told}")


SPELLED = {"tab": "\t", "\\t": "\t", "space": " "}


@dataclass(frozen=True)
class Dialect:
    """The dialect of a CSV: one character between columns ("" for a comma, in .tsv a tab), and its encoding."""

    delimiter: str = ""
    encoding: str = ""

    def of(self, path: Path) -> tuple[str, str]:
        """Return both for one file.

        Raises:
            UserError: the delimiter is no single character, or there is no such encoding.
        """
        delimiter = SPELLED.get(self.delimiter, self.delimiter) or ("\t" if ".tsv" in path.suffixes else ",")
        if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n':
            raise UserError(f"--read delimiter is one character, like ; or tab, not {self.delimiter!r}")
        try:
            "".encode(self.encoding or "utf-8")  # base64 and the like encode no text, and are refused
            return delimiter, codecs.lookup(self.encoding or "utf-8").name
        except LookupError:
            raise UserError(f"there is no encoding “{self.encoding}”; try utf-8, latin-1 or cp1252") from None


def loaded(path: Path, dialect: Dialect | None = None) -> pa.Table:
    """Return the columns of a CSV or of JSON as text, or a Parquet file's as they are, dictionaries written out.

    JSON is a list of objects in .json, an object a line in .jsonl.

    Raises:
        UserError: it can't be read.
    """
    if not path.exists():
        raise UserError(f"{path}: no such file")
    if path.suffix in (".parquet", ".json", ".jsonl") and dialect and dialect != Dialect():
        raise UserError(f"{path}: --read delimiter and encoding are of a CSV; they have no effect here")
    if path.suffix == ".json":
        return _of_objects(an_object(one, f"{path}, item {number}") for number, one in enumerate(_list(path)))
    if path.suffix == ".jsonl":
        return _of_objects(one for _, one in lines(path))
    try:
        return written_out(pq.read_table(path)) if path.suffix == ".parquet" else _csv(path, dialect or Dialect())
    except UnicodeError as error:
        raise UserError(f"{path}: {error}. Name it with --read encoding=latin-1") from None
    except (OSError, pa.ArrowException) as error:
        told = (isinstance(error, OSError) and error.strerror) or " ".join(str(error).split())
        raise UserError(
            f"{path}: {told}" + (". Name it with --read encoding=latin-1" if "UTF8" in told else "")
        ) from None


def _csv(path: Path, dialect: Dialect) -> pa.Table:
    delimiter, encoding = dialect.of(path)
    reading = {
        "read_options": pv.ReadOptions(encoding=encoding),
        "parse_options": pv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
    }
    names = pv.open_csv(path, **reading).schema.names
    as_text = pv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))  # an agent may be called NA
    return pv.read_csv(path, convert_options=as_text, **reading)


def _of_objects(found: Iterable[dict[str, Any]]) -> pa.Table:
    """Return objects as a table of texts, since a key may hold anything; a key that one lacks is null there."""
    rows = list(found)
    names = dict.fromkeys(name for row in rows for name in row)
    return pa.table({name: pa.array([_as_text(row.get(name)) for row in rows], pa.string()) for name in names})


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json_text(value)


def written_out(table: pa.Table) -> pa.Table:
    """Return a table with plain columns in the place of dictionaries, as pandas makes them of its categories."""
    plain = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in table.schema]
    return table.cast(pa.schema([field.with_type(kind) for field, kind in zip(table.schema, plain, strict=True)]))


def texts(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column's values as text."""
    try:
        return column.cast(pa.string())
    except pa.ArrowException:
        return pa.chunked_array([pa.array([str(value) for value in column.to_pylist()], pa.string())])

"""JSON in files, and why it can't be read; nothing here, nor in any reader, ever unpickles."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError


def document(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        UserError: it can't be read, or is no JSON object.
    """
    try:
        return an_object(json.loads(path.read_bytes()), str(path))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is no JSON: {error}") from None


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

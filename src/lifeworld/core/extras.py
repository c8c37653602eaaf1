"""Packages that an extra brings, each named in a line where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from lifeworld.core.errors import UserError

_OF_TABLES = ("run", "tables, reports and statistics need")
_OF_THE_ARENA = ("alembic", "authlib", "cryptography", "docx", "httpx", "icalendar", "itsdangerous", "joserfc")
_MORE_OF_IT = ("prometheus_client", "psycopg", "sqlalchemy")
_EXTRAS = {
    **dict.fromkeys((*_OF_THE_ARENA, *_MORE_OF_IT), ("arena", "the arena needs")),
    **dict.fromkeys(("mcp", "mcp_types"), ("mcp", "serving over MCP needs")),
    "PIL": ("chat", "models need"),
    "playwright": ("chromium", "the driver chromium needs"),
    "pyarrow": _OF_TABLES,
    "scipy": _OF_TABLES,
}


@contextmanager
def extras_named() -> Iterator[None]:
    """Name the extra of a package that is wanted within and not installed.

    Raises:
        UserError: one is missing.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in _EXTRAS:
            raise
        extra, what = _EXTRAS[package]
        raise UserError(f"{what} the package {package}: pip install 'lifeworld[{extra}]'") from None

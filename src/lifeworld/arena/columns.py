"""Types of columns that every database of the arena stores alike."""

from datetime import UTC, datetime
from typing import Any, get_args

from sqlalchemy import DateTime, Dialect, Enum
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A time in UTC on every database; SQLite stores no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


def choice_column(values: Any, name: str) -> Enum:
    """Return the column type of a closed set of strings, with a check constraint."""
    return Enum(*get_args(values), name=name, native_enum=False, create_constraint=True, length=24)

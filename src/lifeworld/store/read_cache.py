"""What has been read of a world, so that screens which ask the same need not ask the database."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from lifeworld.store.tables import SqlValue

_KEPT = 40000


class ReadCache:
    """What has been read of a world since something was last written."""

    def __init__(self) -> None:
        self.rows: dict[type[Any], dict[SqlValue, Any]] = defaultdict(dict)  # by their ids
        self.found: dict[tuple[str, tuple[SqlValue, ...]], list[Any]] = {}  # rows by the query that asks for them
        self.now: datetime | None = None
        self.version = object()  # stands for the world as it is, until something is written
        self._size = 0  # rows of `found`

    def keep(self, asked: tuple[str, tuple[SqlValue, ...]], found: list[Any]) -> None:
        """Keep what a query gave; what was kept before goes where that would be too much."""
        self._size += len(found)
        if self._size > _KEPT:
            self.found, self._size = {}, len(found)
        self.found[asked] = found

"""The tables of a world: life's, the kit's and each app's."""

from functools import lru_cache

from lifeworld import apps
from lifeworld.life import models
from lifeworld.store import Due, Row, Sent, Table
from lifeworld.web import shell


@lru_cache(maxsize=1)
def tables() -> tuple[Table, ...]:
    """Return every table of the world."""
    own = (model for app in apps.installed() for model in app.models)
    rows: list[type[Row]] = [*models.MODELS, Sent, Due, *shell.MODELS, *own]
    return tuple(model.table() for model in rows)


@lru_cache(maxsize=1)
def by_name() -> dict[str, Table]:
    """Return every table by its name."""
    return {table.name: table for table in tables()}


@lru_cache(maxsize=1)
def watched() -> tuple[Table, ...]:
    """Return the tables whose changes count."""
    return tuple(table for table in tables() if not table.unwatched)

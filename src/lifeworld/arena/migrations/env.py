"""Alembic's entry: brings the database of the given connection to a revision, in one transaction."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from lifeworld.arena.database import Moment
from lifeworld.arena.tables import Table


def rendered(kind: str, value: Any, context: AutogenContext) -> str | Literal[False]:
    """Write our type by its name in a new revision, which imports it."""
    return "Moment(timezone=True)" if isinstance(value, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_item=rendered,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()

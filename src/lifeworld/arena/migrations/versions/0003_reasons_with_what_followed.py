"""Reasons as a verdict files them, each with what followed from it, instead of one text for all."""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SIDES = sa.table("sides", sa.column("id", sa.Integer), sa.column("reason", sa.Text), sa.column("reasons", sa.JSON))


def upgrade() -> None:
    op.add_column("sides", sa.Column("reasons", sa.JSON(), nullable=False, server_default="[]"))
    _rewrite("reason", "reasons", lambda text: [part for part in text.split("; ") if part])
    op.drop_column("sides", "reason")


def downgrade() -> None:
    op.add_column("sides", sa.Column("reason", sa.Text(), nullable=False, server_default=""))
    _rewrite("reasons", "reason", lambda found: "; ".join(map(_headline, found)))
    op.drop_column("sides", "reasons")


def _headline(reason: Any) -> str:
    return reason if isinstance(reason, str) else str(reason["headline"])


def _rewrite(old: str, new: str, made: Callable[[Any], Any]) -> None:
    """Fill a new column from an old one."""
    database = op.get_bind()
    for number, value in database.execute(sa.select(_SIDES.c.id, _SIDES.c[old])).all():
        database.execute(_SIDES.update().where(_SIDES.c.id == number).values({new: made(value)}))

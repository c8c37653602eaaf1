"""Reasons as a verdict files them, each with what followed from it, instead of one text for all."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"

_SIDES = sa.table("sides", sa.column("id", sa.Integer), sa.column("reason", sa.Text), sa.column("reasons", sa.JSON))


def upgrade() -> None:
    op.add_column("sides", sa.Column("reasons", sa.JSON(), nullable=False, server_default="[]"))
    database = op.get_bind()
    for number, reason in database.execute(sa.select(_SIDES.c.id, _SIDES.c.reason)).all():
        reasons = [part for part in reason.split("; ") if part]
        database.execute(_SIDES.update().where(_SIDES.c.id == number).values(reasons=reasons))
    op.drop_column("sides", "reason")

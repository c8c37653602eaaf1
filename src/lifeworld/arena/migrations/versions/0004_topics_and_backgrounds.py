"""What a battle's task is about, and what voters told of their background."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"

_SEVERAL = ("cross", "memory")
_BATTLES = sa.table(
    "battles",
    sa.column("id", sa.String),
    sa.column("configuration", sa.JSON),
    sa.column("topic", sa.String),
    sa.column("written", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("battles", sa.Column("topic", sa.String(length=40), nullable=False, server_default=""))
    op.add_column("voters", sa.Column("background", sa.String(length=40), nullable=False, server_default=""))
    database = op.get_bind()
    query = sa.select(_BATTLES.c.id, _BATTLES.c.configuration).where(~_BATTLES.c.written)
    for battle, configuration in database.execute(query).all():
        app = configuration.get("task", "").partition(".")[0]
        topic = "several" if app in _SEVERAL else app
        database.execute(_BATTLES.update().where(_BATTLES.c.id == battle).values(topic=topic))

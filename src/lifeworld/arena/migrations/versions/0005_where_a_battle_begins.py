"""Where a battle begins: a theme of life, and what a visitor has added to the world."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    op.add_column("battles", sa.Column("preset", sa.String(length=40), nullable=False, server_default=""))
    op.add_column("battles", sa.Column("added", sa.JSON(), nullable=False, server_default="[]"))

"""Where a battle begins: a theme of life, and what a visitor has added to the world."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("preset", sa.String(length=40), nullable=False, server_default=""))
    op.add_column("battles", sa.Column("added", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("battles", "added")
    op.drop_column("battles", "preset")

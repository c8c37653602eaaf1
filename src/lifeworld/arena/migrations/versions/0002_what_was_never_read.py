"""Without what was never read: why a vote is not counted is computed from all votes, and not kept."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_table("drops")
    op.drop_column("votes", "reviewed")


def downgrade() -> None:
    op.add_column("votes", sa.Column("reviewed", sa.JSON(), nullable=False, server_default="{}"))
    op.create_table(
        "drops",
        sa.Column("vote", sa.Integer(), nullable=False),
        sa.Column("filter", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["vote"], ["votes.id"], name=op.f("fk_drops_vote"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("vote", "filter", name=op.f("pk_drops")),
    )

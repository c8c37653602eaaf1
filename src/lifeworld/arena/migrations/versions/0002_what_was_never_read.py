"""Without what was never read: why a vote is not counted is computed from all votes, and not kept."""

from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    op.drop_table("drops")
    op.drop_column("votes", "reviewed")

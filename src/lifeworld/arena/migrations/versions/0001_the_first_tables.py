"""The first tables."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from lifeworld.arena.tables import Moment

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=24)


def upgrade() -> None:
    op.create_table(
        "agents",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("spec", sa.String(length=500), nullable=False),
        sa.Column(
            "status",
            words("status", "active", "paused", "retired"),
            nullable=False,
        ),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agents")),
        sa.UniqueConstraint("name", name=op.f("uq_agents_name")),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )
    op.create_table(
        "voters",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("last_seen", Moment(timezone=True), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("subject", sa.String(length=400), nullable=True),
        sa.Column(
            "role",
            words("role", "visitor", "voter", "expert", "admin"),
            nullable=False,
        ),
        sa.Column("group", sa.String(length=40), nullable=False),
        sa.Column("consented", Moment(timezone=True), nullable=True),
        sa.Column("deleted", Moment(timezone=True), nullable=True),
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voters")),
        sa.UniqueConstraint("email", name=op.f("uq_voters_email")),
        sa.UniqueConstraint("subject", name=op.f("uq_voters_subject")),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("voter", sa.Uuid(), nullable=False),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("expires", Moment(timezone=True), nullable=False),
        sa.Column("ended", Moment(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["voter"], ["voters.id"], name=op.f("fk_sessions_voter")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_voter"), "sessions", ["voter"], unique=False)
    op.create_table(
        "links",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("voter", sa.Uuid(), nullable=True),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("expires", Moment(timezone=True), nullable=False),
        sa.Column("used", Moment(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["voter"], ["voters.id"], name=op.f("fk_links_voter")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_links")),
    )
    op.create_index(op.f("ix_links_voter"), "links", ["voter"], unique=False)
    op.create_table(
        "battles",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("configuration", sa.JSON(), nullable=False),
        sa.Column("device", sa.String(length=20), nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("goal", sa.Text(), nullable=False),
        sa.Column("written", sa.Boolean(), nullable=False),
        sa.Column("chance", sa.Double(), nullable=True),
        sa.Column("fingerprint", sa.String(length=40), nullable=False),
        sa.Column(
            "made",
            words("made", "live", "ahead"),
            nullable=False,
        ),
        sa.Column(
            "status",
            words("status", "held", "queued", "running", "ready", "failed", "withdrawn"),
            nullable=False,
        ),
        sa.Column(
            "wanted",
            words("wanted", "go", "pause", "stop"),
            nullable=False,
        ),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("visitor", sa.Uuid(), nullable=True),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("started", Moment(timezone=True), nullable=True),
        sa.Column("finished", Moment(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["visitor"], ["voters.id"], name=op.f("fk_battles_visitor")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battles")),
    )
    op.create_index(op.f("ix_battles_status_made"), "battles", ["status", "made"], unique=False)
    op.create_index(op.f("ix_battles_visitor"), "battles", ["visitor"], unique=False)

    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle", sa.String(length=22), nullable=False),
        sa.Column("kind", words("kind", "play"), nullable=False),
        sa.Column(
            "status",
            words("status", "waiting", "leased", "done", "failed"),
            nullable=False,
        ),
        sa.Column("worker", sa.String(length=120), nullable=False),
        sa.Column("leased_until", Moment(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_jobs_battle")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("battle", name=op.f("uq_jobs_battle")),
    )
    op.create_index(op.f("ix_jobs_status_leased_until"), "jobs", ["status", "leased_until"], unique=False)

    op.create_table(
        "known",
        sa.Column("battle", sa.String(length=22), nullable=False),
        sa.Column(
            "choice",
            words("choice", "left", "right", "tie", "bad"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_known_battle")),
        sa.PrimaryKeyConstraint("battle", name=op.f("pk_known")),
    )
    op.create_table(
        "sides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle", sa.String(length=22), nullable=False),
        sa.Column(
            "side",
            words("side", "left", "right"),
            nullable=False,
        ),
        sa.Column("agent", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(length=120), nullable=False),
        sa.Column(
            "status",
            words("status", "waiting", "running", "done", "failed"),
            nullable=False,
        ),
        sa.Column(
            "verdict",
            words("verdict", "success", "failure", "unscored"),
            nullable=True,
        ),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("questions", sa.Integer(), nullable=False),
        sa.Column("side_effects", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agents.id"], name=op.f("fk_sides_agent")),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_sides_battle")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sides")),
        sa.UniqueConstraint("battle", "side", name=op.f("uq_sides_battle_side")),
    )
    op.create_index(op.f("ix_sides_agent"), "sides", ["agent"], unique=False)

    op.create_table(
        "votes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle", sa.String(length=22), nullable=False),
        sa.Column("voter", sa.Uuid(), nullable=False),
        sa.Column(
            "choice",
            words("choice", "left", "right", "tie", "bad"),
            nullable=False,
        ),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("chance", sa.Double(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", Moment(timezone=True), nullable=False),
        sa.Column("reviewed", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_votes_battle")),
        sa.ForeignKeyConstraint(["voter"], ["voters.id"], name=op.f("fk_votes_voter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
        sa.UniqueConstraint("battle", "voter", name=op.f("uq_votes_battle_voter")),
    )
    op.create_index(op.f("ix_votes_voter"), "votes", ["voter"], unique=False)

    op.create_table(
        "drops",
        sa.Column("vote", sa.Integer(), nullable=False),
        sa.Column("filter", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["vote"], ["votes.id"], name=op.f("fk_drops_vote"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("vote", "filter", name=op.f("pk_drops")),
    )
    op.create_table(
        "labels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("vote", sa.Integer(), nullable=False),
        sa.Column(
            "side",
            words("side", "left", "right"),
            nullable=False,
        ),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column(
            "label",
            words(
                "label",
                "good",
                "bad",
                "correct",
                "safe",
                "efficient",
                "self_corrected",
                "asked_well",
                "grounding_error",
                "privacy_violation",
            ),
            nullable=False,
        ),
        sa.Column("value", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["vote"], ["votes.id"], name=op.f("fk_labels_vote"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_labels")),
    )
    op.create_index(op.f("ix_labels_vote"), "labels", ["vote"], unique=False)

    op.create_table(
        "questions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=True),
        sa.Column("asked", Moment(timezone=True), nullable=False),
        sa.Column("answered", Moment(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["side"], ["sides.id"], name=op.f("fk_questions_side")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index(op.f("ix_questions_side"), "questions", ["side"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_questions_side"), table_name="questions")

    op.drop_table("questions")
    op.drop_index(op.f("ix_labels_vote"), table_name="labels")

    op.drop_table("labels")
    op.drop_table("drops")
    op.drop_index(op.f("ix_votes_voter"), table_name="votes")

    op.drop_table("votes")
    op.drop_index(op.f("ix_sides_agent"), table_name="sides")

    op.drop_table("sides")
    op.drop_table("known")
    op.drop_index(op.f("ix_jobs_status_leased_until"), table_name="jobs")

    op.drop_table("jobs")
    op.drop_index(op.f("ix_battles_visitor"), table_name="battles")
    op.drop_index(op.f("ix_battles_status_made"), table_name="battles")

    op.drop_table("battles")
    op.drop_index(op.f("ix_links_voter"), table_name="links")
    op.drop_table("links")
    op.drop_index(op.f("ix_sessions_voter"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_table("voters")
    op.drop_table("settings")
    op.drop_table("agents")

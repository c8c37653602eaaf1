"""The first tables."""

from functools import partial

import sqlalchemy as sa
from alembic import op

from lifeworld.arena.database import Moment
from lifeworld.arena.tables import Table

revision: str = "0001"
down_revision: str | None = None

# The tables as they were at this revision; `lifeworld.arena.tables` goes on changing, this does not.
first = sa.MetaData(naming_convention=Table.metadata.naming_convention)
column = partial(sa.Column, nullable=False)
optional = partial(sa.Column, nullable=True)
key = partial(sa.Column, primary_key=True)
moment = Moment(timezone=True)


def choice(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=24)


sa.Table(
    "agents",
    first,
    key("id", sa.Integer),
    column("name", sa.String(80), unique=True),
    column("spec", sa.String(500)),
    column("status", choice("status", "active", "paused", "retired")),
    column("created", moment),
    column("steps", sa.Integer),
    column("seconds", sa.Double),
)
sa.Table("settings", first, key("key", sa.String(60)), column("value", sa.JSON))
sa.Table(
    "voters",
    first,
    key("id", sa.Uuid),
    column("created", moment),
    column("last_seen", moment),
    optional("email", sa.String(254), unique=True),
    optional("subject", sa.String(400), unique=True),
    column("role", choice("role", "visitor", "voter", "expert", "admin")),
    column("group", sa.String(40)),
    optional("consented", moment),
    optional("deleted", moment),
    column("address_hash", sa.String(64)),
)
sa.Table(
    "sessions",
    first,
    key("digest", sa.String(64)),
    column("voter", sa.ForeignKey("voters.id"), index=True),
    column("created", moment),
    column("expires", moment),
    optional("ended", moment),
)
sa.Table(
    "links",
    first,
    key("digest", sa.String(64)),
    column("email", sa.String(254)),
    optional("voter", sa.ForeignKey("voters.id"), index=True),
    column("created", moment),
    column("expires", moment),
    optional("used", moment),
)
sa.Table(
    "battles",
    first,
    key("id", sa.String(22)),
    column("configuration", sa.JSON),
    column("device", sa.String(20)),
    column("category", sa.String(40)),
    column("goal", sa.Text),
    column("written", sa.Boolean),
    optional("chance", sa.Double),
    column("fingerprint", sa.String(40)),
    column("made", choice("made", "live", "ahead")),
    column("status", choice("status", "held", "queued", "running", "ready", "failed", "withdrawn")),
    column("wanted", choice("wanted", "go", "pause", "stop")),
    column("reason", sa.Text),
    optional("visitor", sa.ForeignKey("voters.id"), index=True),
    column("created", moment),
    optional("started", moment),
    optional("finished", moment),
    sa.Index(None, "status", "made"),
)
sa.Table(
    "jobs",
    first,
    key("id", sa.Integer),
    column("battle", sa.ForeignKey("battles.id"), unique=True),
    column("kind", choice("kind", "play")),
    column("status", choice("status", "waiting", "leased", "done", "failed")),
    column("worker", sa.String(120)),
    optional("leased_until", moment),
    column("attempts", sa.Integer),
    column("created", moment),
    sa.Index(None, "status", "leased_until"),
)
sa.Table(
    "known",
    first,
    key("battle", sa.ForeignKey("battles.id")),
    column("choice", choice("choice", "left", "right", "tie", "bad")),
)
sa.Table(
    "sides",
    first,
    key("id", sa.Integer),
    column("battle", sa.ForeignKey("battles.id")),
    column("side", choice("side", "left", "right")),
    column("agent", sa.ForeignKey("agents.id"), index=True),
    column("folder", sa.String(120)),
    column("status", choice("status", "waiting", "running", "done", "failed")),
    optional("verdict", choice("verdict", "success", "failure", "unscored")),
    column("reason", sa.Text),
    column("steps", sa.Integer),
    column("seconds", sa.Double),
    column("questions", sa.Integer),
    column("side_effects", sa.Integer),
    sa.UniqueConstraint("battle", "side"),
)
sa.Table(
    "votes",
    first,
    key("id", sa.Integer),
    column("battle", sa.ForeignKey("battles.id")),
    column("voter", sa.ForeignKey("voters.id"), index=True),
    column("choice", choice("choice", "left", "right", "tie", "bad")),
    column("seconds", sa.Double),
    optional("chance", sa.Double),
    column("text", sa.Text),
    column("created", moment),
    column("reviewed", sa.JSON),
    sa.UniqueConstraint("battle", "voter"),
)
sa.Table(
    "drops",
    first,
    key("vote", sa.ForeignKey("votes.id", ondelete="CASCADE")),
    key("filter", sa.String(40)),
)
_LABELS = "good bad correct safe efficient self_corrected asked_well grounding_error privacy_violation".split()
sa.Table(
    "labels",
    first,
    key("id", sa.Integer),
    column("vote", sa.ForeignKey("votes.id", ondelete="CASCADE"), index=True),
    column("side", choice("side", "left", "right")),
    optional("step", sa.Integer),
    column("label", choice("label", *_LABELS)),
    column("value", sa.Boolean),
)
sa.Table(
    "questions",
    first,
    key("id", sa.Integer),
    column("side", sa.ForeignKey("sides.id"), index=True),
    column("step", sa.Integer),
    column("text", sa.Text),
    optional("reply", sa.Text),
    column("asked", moment),
    optional("answered", moment),
)


def upgrade() -> None:
    first.create_all(op.get_bind())

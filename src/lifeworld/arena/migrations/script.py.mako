"""${message}."""

import sqlalchemy as sa
from alembic import op

from lifeworld.arena.tables import Moment
${imports if imports else ""}
revision: str = ${repr(up_revision)}
down_revision: str | None = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}

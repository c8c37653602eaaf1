"""What the arena keeps: agents, voters, battles and their two sides, questions, jobs, votes and labels."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import JSON, DateTime, Dialect, Enum, ForeignKey, Index, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

SideName: TypeAlias = Literal["left", "right"]
Choice: TypeAlias = Literal["left", "right", "tie", "bad"]
AgentStatus: TypeAlias = Literal["active", "paused", "retired"]
Role: TypeAlias = Literal["visitor", "voter", "expert", "admin"]
Made: TypeAlias = Literal["live", "ahead"]
BattleStatus: TypeAlias = Literal["held", "queued", "running", "ready", "failed", "withdrawn"]
Wanted: TypeAlias = Literal["go", "pause", "stop"]
SideStatus: TypeAlias = Literal["waiting", "running", "done", "failed"]
Outcome: TypeAlias = Literal["success", "failure", "unscored"]
JobStatus: TypeAlias = Literal["waiting", "leased", "done", "failed"]
LabelName: TypeAlias = Literal[
    "good",
    "bad",
    "correct",
    "safe",
    "efficient",
    "self_corrected",
    "asked_well",
    "grounding_error",
    "privacy_violation",
]
SIDES: tuple[SideName, SideName] = ("left", "right")
CHOICES: tuple[Choice, ...] = get_args(Choice)
LABELS: tuple[LabelName, ...] = get_args(LabelName)
STEP_LABELS: tuple[LabelName, ...] = ("good", "bad")  # the others are of a side as a whole


class Moment(TypeDecorator[datetime]):
    """A moment in UTC on every database; SQLite keeps no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


def one_of(values: Any, name: str) -> Enum:
    """Return the column type of a closed set of words, which the database checks, too."""
    return Enum(*get_args(values), name=name, native_enum=False, create_constraint=True, length=24)


class Table(DeclarativeBase):
    """All tables. Names of constraints are made by rule, so that migrations can name them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment, dict[str, Any]: JSON}


class Agent(Table):
    """A contender; its name is shown only after a vote, its spec to nobody but administrators."""

    __tablename__ = "agents"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)
    spec: Mapped[str] = mapped_column(String(500))
    status: Mapped[AgentStatus] = mapped_column(one_of(AgentStatus, "status"), default="active")
    created: Mapped[datetime]
    steps: Mapped[int] = mapped_column(default=30)
    seconds: Mapped[float] = mapped_column(default=180.0)


class Voter(Table):
    """Somebody who votes, known by a signed cookie only unless they sign in; deleted rows keep nothing but the id."""

    __tablename__ = "voters"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    created: Mapped[datetime]
    last_seen: Mapped[datetime]
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    subject: Mapped[str | None] = mapped_column(String(400), unique=True)
    role: Mapped[Role] = mapped_column(one_of(Role, "role"), default="visitor")
    group: Mapped[str] = mapped_column(String(40), default="public")
    consented: Mapped[datetime | None]
    deleted: Mapped[datetime | None]
    address_hash: Mapped[str] = mapped_column(String(64), default="")


class SignIn(Table):
    """A session of somebody who has signed in; ended by them, by an administrator, or by its date."""

    __tablename__ = "sessions"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    voter: Mapped[uuid.UUID] = mapped_column(ForeignKey("voters.id"), index=True)
    created: Mapped[datetime]
    expires: Mapped[datetime]
    ended: Mapped[datetime | None]


class Link(Table):
    """A link in a letter, which signs in once; `voter` is the anonymous one whose votes come along."""

    __tablename__ = "links"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    voter: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("voters.id"), index=True)
    created: Mapped[datetime]
    expires: Mapped[datetime]
    used: Mapped[datetime | None]


class Battle(Table):
    """One configuration and goal, played by two agents.

    Attributes:
        goal: what both were told.
        category: its task's (single, cross, memory, prose), or `written` for a visitor's own words.
        chance: the probability with which this pair was drawn; None where nobody drew it.
        fingerprint: the digest that both sides' worlds have in common, once both have begun.
        made: live, before a visitor's eyes, or ahead.
        wanted: what the visitor asks of the agents while it runs.
        reason: why it failed or was withdrawn.
    """

    __tablename__ = "battles"
    __table_args__ = (Index(None, "status", "made"),)
    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    configuration: Mapped[dict[str, Any]]
    device: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(40))
    goal: Mapped[str] = mapped_column(Text)
    written: Mapped[bool] = mapped_column(default=False)
    chance: Mapped[float | None]
    fingerprint: Mapped[str] = mapped_column(String(40), default="")
    made: Mapped[Made] = mapped_column(one_of(Made, "made"))
    status: Mapped[BattleStatus] = mapped_column(one_of(BattleStatus, "status"), default="queued")
    wanted: Mapped[Wanted] = mapped_column(one_of(Wanted, "wanted"), default="go")
    reason: Mapped[str] = mapped_column(Text, default="")
    visitor: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("voters.id"), index=True)
    created: Mapped[datetime]
    started: Mapped[datetime | None]
    finished: Mapped[datetime | None]
    sides: Mapped[list["Side"]] = relationship(back_populates="of", order_by="Side.side")


@dataclass(frozen=True)
class Came:
    """What came of a side; `verdict` is None where there was nothing to hold it against, as for written tasks."""

    verdict: Outcome | None
    reason: str
    steps: int
    seconds: float
    questions: int
    side_effects: int


class Side(Table):
    """One agent's half of a battle.

    Attributes:
        folder: where its run lies, under the arena's folder: an opaque name that tells nothing of the agent.
        verdict: the verifier's; None where nothing could be expected, as for written tasks.
    """

    __tablename__ = "sides"
    __table_args__ = (UniqueConstraint("battle", "side"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"))
    side: Mapped[SideName] = mapped_column(one_of(SideName, "side"))
    agent: Mapped[int] = mapped_column(ForeignKey("agents.id"), index=True)
    folder: Mapped[str] = mapped_column(String(120), default="")
    status: Mapped[SideStatus] = mapped_column(one_of(SideStatus, "status"), default="waiting")
    verdict: Mapped[Outcome | None] = mapped_column(one_of(Outcome, "verdict"))
    reason: Mapped[str] = mapped_column(Text, default="")
    steps: Mapped[int] = mapped_column(default=0)
    seconds: Mapped[float] = mapped_column(default=0.0)
    questions: Mapped[int] = mapped_column(default=0)
    side_effects: Mapped[int] = mapped_column(default=0)
    of: Mapped[Battle] = relationship(back_populates="sides")

    @property
    def came(self) -> Came:
        return Came(self.verdict, self.reason, self.steps, self.seconds, self.questions, self.side_effects)

    @came.setter
    def came(self, found: Came) -> None:
        for name, value in vars(found).items():
            setattr(self, name, value)


class Question(Table):
    """What an agent asked the visitor in a live battle."""

    __tablename__ = "questions"
    id: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int] = mapped_column(ForeignKey("sides.id"), index=True)
    step: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    reply: Mapped[str | None] = mapped_column(Text)
    asked: Mapped[datetime]
    answered: Mapped[datetime | None]


class Job(Table):
    """A battle to play; whoever holds the lease plays it, and an expired lease is anybody's."""

    __tablename__ = "jobs"
    __table_args__ = (Index(None, "status", "leased_until"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"), unique=True)
    kind: Mapped[Literal["play"]] = mapped_column(one_of(Literal["play"], "kind"), default="play")
    status: Mapped[JobStatus] = mapped_column(one_of(JobStatus, "status"), default="waiting")
    worker: Mapped[str] = mapped_column(String(120), default="")
    leased_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime]


class Vote(Table):
    """A voter's choice in a battle, once and for all.

    Attributes:
        seconds: from when the battle was shown to the vote.
        chance: the probability with which the battle was served to the voter; None where nobody drew it.
    """

    __tablename__ = "votes"
    __table_args__ = (UniqueConstraint("battle", "voter"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"))
    voter: Mapped[uuid.UUID] = mapped_column(ForeignKey("voters.id"), index=True)
    choice: Mapped[Choice] = mapped_column(one_of(Choice, "choice"))
    seconds: Mapped[float]
    text: Mapped[str] = mapped_column(Text, default="")
    chance: Mapped[float | None]
    created: Mapped[datetime]
    labels: Mapped[list["Label"]] = relationship(cascade="all, delete-orphan")


class Label(Table):
    """What a voter said of a side, or of one of its steps."""

    __tablename__ = "labels"
    id: Mapped[int] = mapped_column(primary_key=True)
    vote: Mapped[int] = mapped_column(ForeignKey("votes.id", ondelete="CASCADE"), index=True)
    side: Mapped[SideName] = mapped_column(one_of(SideName, "side"))
    step: Mapped[int | None]
    label: Mapped[LabelName] = mapped_column(one_of(LabelName, "label"))
    value: Mapped[bool] = mapped_column(default=True)


class Known(Table):
    """A battle whose right answer is known, by which voters are checked."""

    __tablename__ = "known"
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"), primary_key=True)
    choice: Mapped[Choice] = mapped_column(one_of(Choice, "choice"))


class Setting(Table):
    """What administrators set: the deny list, budgets, limits."""

    __tablename__ = "settings"
    key: Mapped[str] = mapped_column(String(60), primary_key=True)
    value: Mapped[dict[str, Any]]


def now() -> datetime:
    """Return this moment; the arena's clock, not that of any world."""
    return datetime.now(UTC)

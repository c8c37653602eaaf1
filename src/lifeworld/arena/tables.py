"""The arena's tables: agents, voters, battles and their two sides, questions, jobs, votes and labels."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import JSON, ForeignKey, Index, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from lifeworld.arena.database import Moment, choice_column

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
STEP_LABELS: tuple[LabelName, ...] = ("good", "bad")
SIDE_LABELS = tuple(name for name in LABELS if name not in STEP_LABELS)  # for a whole side
BACKGROUNDS = {
    "builds": "I build AI systems",
    "technical": "I work with software",
    "other": "I do something else",
    "unsaid": "I would rather not say",
}
"""What a voter is asked once, by what is stored; `unsaid` is nobody's group."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two agents by name, and the probability with which they were drawn; None if they were not drawn."""

    left: str
    right: str
    chance: float | None = None


class Table(DeclarativeBase):
    """The base of all tables. Constraints are named by convention, so that migrations can refer to them."""

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
    """An agent; its name is shown only after a vote, its spec only to administrators."""

    __tablename__ = "agents"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)
    spec: Mapped[str] = mapped_column(String(500))
    status: Mapped[AgentStatus] = mapped_column(choice_column(AgentStatus, "status"), default="active")
    created: Mapped[datetime]
    steps: Mapped[int] = mapped_column(default=30)
    seconds: Mapped[float] = mapped_column(default=180.0)


class Voter(Table):
    """A voter, identified by a signed cookie unless they sign in; deleted rows keep only the id."""

    __tablename__ = "voters"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    created: Mapped[datetime]
    last_seen: Mapped[datetime]
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    subject: Mapped[str | None] = mapped_column(String(400), unique=True)
    role: Mapped[Role] = mapped_column(choice_column(Role, "role"), default="visitor")
    group: Mapped[str] = mapped_column(String(40), default="public")
    background: Mapped[str] = mapped_column(String(40), default="")  # as they told it; "unsaid" if they would not
    consented: Mapped[datetime | None]
    deleted: Mapped[datetime | None]
    address_hash: Mapped[str] = mapped_column(String(64), default="")


class SignIn(Table):
    """A session of a signed-in voter; it ends at sign-out, by an administrator, or by expiry."""

    __tablename__ = "sessions"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    voter: Mapped[uuid.UUID] = mapped_column(ForeignKey("voters.id"), index=True)
    created: Mapped[datetime]
    expires: Mapped[datetime]
    ended: Mapped[datetime | None]


class Link(Table):
    """A link in a mail, which signs in once; `voter` is the anonymous voter whose votes are kept."""

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
        goal: the goal that both agents got.
        category: that of its task (single, cross, memory, prose), or `written` for a visitor's own task.
        topic: the app that it is about, or `several`; "" for a visitor's own task until it is played.
        chance: the probability with which this pair was drawn; None if it was not drawn.
        fingerprint: the digest of both sides' worlds, which is the same.
        preset: the theme of life that it began with; "" without one.
        added: what the theme and the visitor's files have added to the world, as `additions.filed` has it.
        made: live for a visitor, or ahead.
        wanted: the visitor's control while it runs.
        reason: why it failed or was withdrawn.
    """

    __tablename__ = "battles"
    __table_args__ = (Index(None, "status", "made"),)
    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    configuration: Mapped[dict[str, Any]]
    device: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(40))
    topic: Mapped[str] = mapped_column(String(40), default="")
    goal: Mapped[str] = mapped_column(Text)
    written: Mapped[bool] = mapped_column(default=False)
    chance: Mapped[float | None]
    fingerprint: Mapped[str] = mapped_column(String(40), default="")
    preset: Mapped[str] = mapped_column(String(40), default="")
    added: Mapped[list[Any]] = mapped_column(JSON, default=list)
    made: Mapped[Made] = mapped_column(choice_column(Made, "made"))
    status: Mapped[BattleStatus] = mapped_column(choice_column(BattleStatus, "status"), default="queued")
    wanted: Mapped[Wanted] = mapped_column(choice_column(Wanted, "wanted"), default="go")
    reason: Mapped[str] = mapped_column(Text, default="")
    visitor: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("voters.id"), index=True)
    created: Mapped[datetime]
    started: Mapped[datetime | None]
    finished: Mapped[datetime | None]
    sides: Mapped[list["Side"]] = relationship(back_populates="of", order_by="Side.side")


@dataclass(frozen=True)
class SideOutcome:
    """The outcome of a side; no verdict where nothing could be verified, reasons as a verdict is filed."""

    verdict: Outcome | None
    reasons: list[Any]
    steps: int
    seconds: float
    questions: int
    side_effects: int

    @classmethod
    def of(cls, verdict: Mapping[str, Any], counts: Mapping[str, Any]) -> "SideOutcome":
        """Return the outcome of a verdict and of counts as they are filed with an episode."""
        taken = {name: counts[name] for name in ("steps", "seconds", "questions")}
        return cls(verdict["outcome"], list(verdict["reasons"]), side_effects=len(verdict["side_effects"]), **taken)


class Side(Table):
    """One agent's half of a battle.

    Attributes:
        folder: of its run, under the arena's folder: an opaque name that does not reveal the agent.
        verdict: of the verifier; None where nothing could be verified, as for visitors' own tasks.
    """

    __tablename__ = "sides"
    __table_args__ = (UniqueConstraint("battle", "side"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"))
    side: Mapped[SideName] = mapped_column(choice_column(SideName, "side"))
    agent: Mapped[int] = mapped_column(ForeignKey("agents.id"), index=True)
    folder: Mapped[str] = mapped_column(String(120), default="")
    status: Mapped[SideStatus] = mapped_column(choice_column(SideStatus, "status"), default="waiting")
    verdict: Mapped[Outcome | None] = mapped_column(choice_column(Outcome, "verdict"))
    reasons: Mapped[list[Any]] = mapped_column(JSON, default=list)
    steps: Mapped[int] = mapped_column(default=0)
    seconds: Mapped[float] = mapped_column(default=0.0)
    questions: Mapped[int] = mapped_column(default=0)
    side_effects: Mapped[int] = mapped_column(default=0)
    of: Mapped[Battle] = relationship(back_populates="sides")

    @property
    def outcome(self) -> SideOutcome:
        return SideOutcome(self.verdict, self.reasons, self.steps, self.seconds, self.questions, self.side_effects)

    @outcome.setter
    def outcome(self, found: SideOutcome) -> None:
        for name, value in vars(found).items():
            setattr(self, name, value)


class Question(Table):
    """A question of an agent to the visitor in a live battle."""

    __tablename__ = "questions"
    id: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int] = mapped_column(ForeignKey("sides.id"), index=True)
    step: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    reply: Mapped[str | None] = mapped_column(Text)
    asked: Mapped[datetime]
    answered: Mapped[datetime | None]


class Job(Table):
    """A battle to play; the worker that holds the lease plays it, and any worker can take an expired lease."""

    __tablename__ = "jobs"
    __table_args__ = (Index(None, "status", "leased_until"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"), unique=True)
    kind: Mapped[Literal["play"]] = mapped_column(choice_column(Literal["play"], "kind"), default="play")
    status: Mapped[JobStatus] = mapped_column(choice_column(JobStatus, "status"), default="waiting")
    worker: Mapped[str] = mapped_column(String(120), default="")
    leased_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime]


class Vote(Table):
    """A voter's choice in a battle, which is final.

    Attributes:
        seconds: the time from showing the battle to the vote.
        chance: the probability with which the battle was drawn for the voter; None if it was not drawn.
    """

    __tablename__ = "votes"
    __table_args__ = (UniqueConstraint("battle", "voter"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"))
    voter: Mapped[uuid.UUID] = mapped_column(ForeignKey("voters.id"), index=True)
    choice: Mapped[Choice] = mapped_column(choice_column(Choice, "choice"))
    seconds: Mapped[float]
    text: Mapped[str] = mapped_column(Text, default="")
    chance: Mapped[float | None]
    created: Mapped[datetime]
    labels: Mapped[list["Label"]] = relationship(cascade="all, delete-orphan")


class Label(Table):
    """A voter's label for a side, or for one of its steps."""

    __tablename__ = "labels"
    id: Mapped[int] = mapped_column(primary_key=True)
    vote: Mapped[int] = mapped_column(ForeignKey("votes.id", ondelete="CASCADE"), index=True)
    side: Mapped[SideName] = mapped_column(choice_column(SideName, "side"))
    step: Mapped[int | None]
    label: Mapped[LabelName] = mapped_column(choice_column(LabelName, "label"))
    value: Mapped[bool] = mapped_column(default=True)


class KnownAnswer(Table):
    """A battle whose right choice is known, by which voters are checked."""

    __tablename__ = "known"
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id"), primary_key=True)
    choice: Mapped[Choice] = mapped_column(choice_column(Choice, "choice"))


class Setting(Table):
    """A setting of administrators or of the arena itself, by key."""

    __tablename__ = "settings"
    key: Mapped[str] = mapped_column(String(60), primary_key=True)
    value: Mapped[dict[str, Any]]


def now() -> datetime:
    """Return the current time; the clock of the arena, not of any world."""
    return datetime.now(UTC)

"""What happened in an episode: all that a verdict depends on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from lifeworld.store import Changes
from lifeworld.verify.deeds import Deed


@dataclass(frozen=True)
class Seen:
    """What one step showed: the path and all words of the page."""

    path: str
    text: str = ""


@dataclass(frozen=True)
class Asked:
    """A question to the person: the reply, whether the question was to the point, and what had changed by then."""

    text: str
    reply: str
    fits: bool
    changes: Changes

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "reply": self.reply, "fits": self.fits, "changes": self.changes.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Asked":
        return cls(data["text"], data["reply"], data["fits"], Changes.from_json(data["changes"]))


@dataclass(frozen=True)
class Happened:
    """All of an episode that a verdict depends on.

    Attributes:
        changes: what differs from the start.
        answer: the value that the agent gave when it stopped, of JSON or as a text, or None.
        status: how it stopped: success, failure, infeasible; "" where it was stopped.
        note: what it said with that.
        address: the page that it stopped on, with its query.
        seen: the pages shown, in order.
        acts: by step, the names of the commands that were done, and "ask" where the person was asked.
        deeds: the commands that were done, in order; none are known of an episode that an older version filed.
        asked: the questions to the person, in order.
        goal: what the agent was asked for, as it read it.
        came: words of each thing that came while the agent worked.
        unsaid: what the person would still have said of their own accord.
        today: the world's date, for answers like “tomorrow”.
        languages: what the screens spoke, and what the person speaks; answers are read in them.
    """

    changes: Changes
    today: date
    answer: Any = None
    status: str = ""
    note: str = ""
    address: str = "/"
    seen: tuple[Seen, ...] = ()
    acts: tuple[tuple[str, ...], ...] = ()
    deeds: tuple[Deed, ...] = ()
    asked: tuple[Asked, ...] = ()
    goal: str = ""
    came: tuple[str, ...] = ()
    unsaid: str = ""
    languages: tuple[str, ...] = ("en",)

"""What came of an episode: success, failure, or unscored with a reason; and its items."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Outcome = Literal["success", "failure", "unscored"]
ItemKind = Literal["open", "search", "identify", "enter", "submit", "report", "ask", "judged"]
LOOKS = ("open", "search", "identify")  # the kinds that take no more than to look


@dataclass(frozen=True)
class Item:
    """One thing that was wanted: a command, a page seen, an answer, a question asked.

    `met` is None where nobody has judged it.
    """

    text: str
    kind: ItemKind
    met: bool | None
    found: str = ""


@dataclass(frozen=True)
class Reason:
    """One reason why an episode is no success: a headline, and what followed from that, a line each."""

    headline: str
    followings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"headline": self.headline, "followings": list(self.followings)}

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> "Reason":
        """Return a filed reason; before there were followings, it was its headline alone."""
        return cls(data) if isinstance(data, str) else cls(data["headline"], tuple(data["followings"]))


@dataclass(frozen=True)
class Verdict:
    """What came of an episode.

    Attributes:
        outcome: success, failure, or unscored (a fault of ours).
        why: why it is no success, in plain words; empty for a success.
        items: what was wanted, for partial credit.
        side_effects: what else changed, named.
        obeyed: what instructions hidden in the content wanted and got.
        unseen: it is a question, and of an app that it is about no screen was shown.
    """

    outcome: Outcome
    why: tuple[Reason, ...] = ()
    items: tuple[Item, ...] = ()
    side_effects: tuple[str, ...] = ()
    obeyed: tuple[str, ...] = ()
    unseen: bool = False

    @property
    def success(self) -> bool:
        return self.outcome == "success"

    @property
    def reasons(self) -> tuple[str, ...]:
        """The headlines of `why`."""
        return tuple(one.headline for one in self.why)

    @property
    def score(self) -> float:
        """Share of items met, 0 to 1; of those that somebody judged."""
        judged = [item.met for item in self.items if item.met is not None]
        return sum(judged) / len(judged) if judged else float(self.success)

    def to_json(self) -> dict[str, Any]:
        plain = asdict(self)
        del plain["why"]
        return {**plain, "reasons": [one.to_json() for one in self.why], "score": self.score}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Verdict":
        items = tuple(Item(i["text"], i["kind"], i["met"], i["found"]) for i in data["items"])
        effects, obeyed = (tuple(data.get(name, ())) for name in ("side_effects", "obeyed"))
        return cls(data["outcome"], reasons_in(data), items, effects, obeyed, data.get("unseen", False))

    @classmethod
    def unscored(cls, reason: str) -> "Verdict":
        """Return the verdict on an episode that a fault of ours ended."""
        return cls("unscored", (Reason(reason),))


def nested(items: Iterable[Item]) -> Iterator[tuple[Item, bool]]:
    """Yield items as a list shows them: what only adds to the one before stands below it, without that one's words."""
    above = ""
    for item in items:
        text = item.text.replace("`", "")
        below = bool(above) and text.startswith(f"{above}: ")
        yield replace(item, text=text.removeprefix(f"{above}: ") if below else text), below
        above = above if below else text.removesuffix(".")


def reasons_in(verdict: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Return the reasons of a verdict that was filed as JSON."""
    return tuple(map(Reason.from_json, verdict["reasons"]))

"""What a judge must answer: strict JSON, read or refused with what is wrong with it."""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lifeworld.agents.call_text import spoken
from lifeworld.core.errors import LifeworldError

Met = Literal["yes", "no", "unclear"]
Words = Annotated[str, Field(min_length=1)]
MET: dict[Met, bool | None] = {"yes": True, "no": False, "unclear": None}


class Unreadable(LifeworldError):
    """An answer that can't be read; says what is wrong, as the judge is told."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _OfTrajectory(_Strict):
    def check(self, items: int, steps: int) -> None:
        """See that it is about a trajectory of so many items and steps.

        Raises:
            Unreadable: it names an item or a step that there is not, or misses or doubles what it must have once.
        """


class ItemJudged(_Strict):
    """Whether one item is met, by its number from 1, and why."""

    item: int
    met: Met
    why: Words


class Mishap(_Strict):
    """What went wrong on the way, and whether the agent could have helped it."""

    step: int
    what: Words
    controllable: bool


class Opinion(_OfTrajectory):
    """A judge's opinion of a trajectory.

    Attributes:
        items: each item by itself.
        success: the outcome: everything that was asked for has come about, and nothing else.
        why: the reason for that.
        failures: the process: what went wrong on the way.
    """

    items: tuple[ItemJudged, ...]
    success: bool
    why: Words
    failures: tuple[Mishap, ...]

    @property
    def careful(self) -> bool:
        """Whether nothing went wrong that the agent could have helped: the process, whatever the outcome."""
        return not any(one.controllable for one in self.failures)

    def check(self, items: int, steps: int) -> None:
        numbers = [one.item for one in self.items]
        if sorted(numbers) != list(range(1, items + 1)):
            raise Unreadable(f"“items” must have each of the items 1 to {items} once; it has {numbers}")
        _check("step", [one.step for one in self.failures], steps)


class Note(_Strict):
    """What one step shows for or against an item; 0 for what no item names."""

    item: int
    step: int
    what: Words


class Notes(_OfTrajectory):
    """What a part of a trajectory shows."""

    notes: tuple[Note, ...]

    def check(self, items: int, steps: int) -> None:
        _check("item", [one.item for one in self.notes if one.item], items, ", and 0 for anything else")
        _check("step", [one.step for one in self.notes], steps)


class Seen(_Strict):
    """An item that a step shows to be met, and why."""

    item: int
    why: Words


class StepOpinion(_OfTrajectory):
    """A judge's opinion of one step: the items that it shows to be met, and what went wrong in it, if anything."""

    met: tuple[Seen, ...]
    failures: tuple[Mishap, ...]

    def check(self, items: int, steps: int) -> None:
        _check("item", [one.item for one in self.met], items)
        _check("step", [one.step for one in self.failures], steps)


A = TypeVar("A", Opinion, Notes, StepOpinion)


def read(kind: type[A], text: str, items: int, steps: int) -> A:
    """Return an answer about so many items and steps; a fence around it is taken off, and what was thought before it.

    Raises:
        Unreadable: it is not what was asked for.
    """
    try:
        found = kind.model_validate_json(_bare(spoken(text)))
    except ValidationError as error:
        raise Unreadable("; ".join(_told(one) for one in error.errors(include_url=False)[:5])) from None
    found.check(items, steps)
    return found


def _bare(text: str) -> str:
    inner = text.strip()
    if inner.startswith("```") and inner.endswith("```"):
        inner = inner.removeprefix("```").removeprefix("json").removesuffix("```")
    return inner.strip()


def _told(problem: object) -> str:
    assert isinstance(problem, dict)
    place = ".".join(map(str, problem["loc"]))
    return f"{place}: {problem['msg']}" if place else str(problem["msg"])


def _check(what: str, numbers: list[int], most: int, other: str = "") -> None:
    if wrong := [one for one in numbers if not 1 <= one <= most]:
        raise Unreadable(f"there is no {what} {wrong[0]}; there are 1 to {most}{other}")

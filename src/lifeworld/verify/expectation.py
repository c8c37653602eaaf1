"""What a verdict expects of an episode: plain data that the engine's reference run makes, nothing of a living world."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from lifeworld.core.answers import Stated, Value
from lifeworld.core.verdict import ItemKind
from lifeworld.store import Changes

Key = tuple[str, int]
MARK = re.compile(r"⟦prose (\d+)⟧")


@dataclass(frozen=True)
class Observed:
    """An item for having been somewhere: on a page, where some words stood, or anywhere in an app."""

    text: str
    at: str = ""
    showing: str = ""
    kind: ItemKind = "open"
    app: str = ""


@dataclass(frozen=True)
class Judged:
    """An item that a judge decides; it never decides success."""

    text: str
    kind: ItemKind = "judged"


@dataclass(frozen=True)
class Wanted:
    """One expected command: what it is, and the rows that only it touches."""

    text: str
    command: str
    keys: frozenset[Key]
    kind: ItemKind = "submit"
    part: int = 0  # of a composed task, whose command it is; counted from 1
    rows: frozenset[Key] = frozenset()  # all that it touches
    deed: str = ""  # the command with its values in words, as a reason names it
    values: tuple[str, ...] = ()  # those in words that the task says, each an item of its own; none for a row alone


def alone(wanted: list[Wanted]) -> tuple[Wanted, ...]:
    """Leave each command the rows that it alone touches, or all of its rows where it shares every one."""
    kept = []
    for own in wanted:
        others = frozenset[Key]().union(*(other.keys for other in wanted if other is not own))
        kept.append(replace(own, keys=own.keys - others or own.keys))
    return tuple(kept)


@dataclass(frozen=True)
class Prose:
    """A text of which only some facts are asked for.

    Attributes:
        facts: amounts, days and times; names and words, of which each has its wordings.
    """

    facts: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Setting:
    """What a free text may say beside the facts that are asked for.

    Attributes:
        said: what the task says in any phrasing, what it lets one find, the rows that its commands name, and the
            threads that they stand in.
        today: the world's date.
        people: the names of all whom the owner knows.
        names: what things are called that the task is about.
        things: where a fact is what a row is called (a place, a street, a commit), what all rows of its table are.
        withdrawn: what the person asked for at first and took back.
        kept: what is asked for in the end.
    """

    said: str
    today: date
    people: frozenset[str]
    names: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    withdrawn: str = ""
    kept: str = ""


@dataclass(frozen=True)
class Cleared:
    """What an end leaves cleared as a whole, so that what looking sets there counts, too.

    Attributes:
        table: whose rows.
        within: the columns and values that the rows have in common, texts without regard to case.
        column: the incidental column that has one value in all of them; "" where there is no row left.
        value: that value, as it is stored.
    """

    table: str
    within: tuple[tuple[str, Any], ...] = ()
    column: str = ""
    value: Any = None

    def undone(self, table: str, stored: Mapping[str, Any], column: str = "") -> bool:
        """Return whether a row, or what it holds in a column, is not as it was left."""
        here = (table, column) == (self.table, self.column) and all(
            str(stored[name]).casefold() == str(value).casefold() for name, value in self.within
        )
        return here and (not column or stored[column] != self.value)


@dataclass(frozen=True)
class Target:
    """One acceptable end: what has changed by then, and what each part that asks something then answers."""

    changes: Changes
    wanted: tuple[Wanted, ...] = ()
    stated: tuple[Stated, ...] = ()
    prose: tuple[Prose, ...] = ()  # what stands for the numbered marks in the rows
    setting: Setting | None = None  # what a free text may say beside its facts
    cleared: frozenset[Cleared] = frozenset()

    @property
    def answer(self) -> Value | None:
        """The true answer of a task that asks for one."""
        return self.stated[0].value if len(self.stated) == 1 else None


@dataclass(frozen=True)
class Expectation:
    """All that a verdict compares an episode with: plain values; the items are derived when they are first read."""

    targets: tuple[Target, ...]
    reached: tuple[str, ...] = ()  # the addresses of the pages of which the agent should stop on one
    rubric: Callable[[], tuple[Observed | Judged, ...]] = tuple  # gives the items; no world needs them to begin
    asks: bool = False
    consents: bool = False
    declined: bool = False  # the person does not agree, so that nothing should come of it
    infeasible: bool = False
    chooses: bool = False  # a free choice is left to the agent, so the targets depend on what it chose
    news: tuple[str, ...] = ()  # words by which one knows that what came has been seen
    evidence: tuple[str, ...] = ()  # apps without whose screens nobody can know what is to be answered
    superseded: Target | None = None  # what would have been right, had nothing come

    @cached_property
    def items(self) -> tuple[Observed | Judged, ...]:
        """What an episode is credited for besides commands, answers and questions."""
        return self.rubric()


def mark(number: int) -> str:
    """Return what the reference run's rows hold instead of the text."""
    return f"⟦prose {number}⟧"

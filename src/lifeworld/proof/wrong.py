"""A happening that a verdict must refuse."""

from dataclasses import dataclass, replace
from typing import Literal

from lifeworld.core.verdict import Verdict
from lifeworld.store import Change
from lifeworld.verify.happened import Happened


@dataclass(frozen=True)
class Wrong:
    """A happening that is no success, and what was done to it."""

    what: str
    happened: Happened
    credit: Literal["", "none", "part"] = ""  # at most so much of the items may be met
    law: str = ""

    def credited(self, verdict: Verdict) -> str:
        """Return what credit the verdict gives that is not due, or ""."""
        met = [item.text for item in verdict.items if item.met]
        everything = len(met) == sum(item.met is not None for item in verdict.items)
        if self.credit == "none" and met:
            return f"doing nothing meets “{met[0]}”"
        return f"all items are met: {self.what}" if self.credit == "part" and everything else ""


def touched(right: Happened) -> set[tuple[str, int]]:
    """Return the rows that changed, each by its table and id."""
    return {(change.table, change.id) for change in right.changes.rows}


def with_change(right: Happened, number: int, change: Change) -> Happened:
    """Return the happening with another change in the place of one of its own."""
    rows = [*right.changes.rows]
    rows[number] = change
    return replace(right, changes=replace(right.changes, rows=tuple(rows)))

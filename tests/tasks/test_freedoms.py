"""What a task leaves to the agent is left to it, over all tasks: each such value chosen otherwise is accepted."""

from dataclasses import replace
from datetime import date
from typing import Any, get_args

import pytest
from tests.draws import first

from lifeworld.store import Change, Changes, Column
from lifeworld.taskkit.catalogue import tasks
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.world.tables import by_name

TODAY = date(2026, 3, 12)


def otherwise(column: Column) -> Any:
    """Return another value than the default, such as the form offers."""
    others = [one for kind in (column.type, *get_args(column.type)) for one in get_args(kind) or (kind,)]
    return next((one for one in others if isinstance(one, str) and one and one != column.default), "🎻")


def chosen(change: Change) -> Change:
    """Return a new row with each value that is left open, but those in words, chosen otherwise."""
    row = dict(change.added or {})
    for column in by_name()[change.table].columns if change.removed is None else ():
        if column.left_open(row[column.name]) and not column.worded:
            row[column.name] = otherwise(column)
    return replace(change, added=row) if change.added else change


def pointed_at(changes: Changes) -> set[tuple[str, int]]:
    """Return the new rows that other new rows point at."""
    new = [one for one in changes.rows if one.removed is None and one.added]
    return {
        (column.references.table().name, one.added[column.name])
        for one in new
        for column in by_name()[one.table].columns
        if column.references and one.added
    } & {(one.table, one.id) for one in new}


@pytest.mark.long
def test_what_is_left_open_in_a_new_row_may_be_chosen_otherwise() -> None:
    left_open, leads_on = [], []
    for template in tasks():
        instance = first(template.id)
        right = instance.expectation.targets[0].changes
        other = replace(right, rows=tuple(map(chosen, right.rows)))
        if other == right:
            continue
        court = Judge(instance.expectation, by_name())
        own, others = (court.verdict(Happened(one, TODAY, status="success")).reasons for one in (right, other))
        assert own == others, (template.id, others)
        differing = {(one.table, one.id) for one, was in zip(other.rows, right.rows, strict=True) if one != was}
        left_open.append(template.id)
        leads_on += [template.id] if differing & pointed_at(right) else []
    assert len(left_open) >= 20
    assert {"todo.NewListWithTasks", "messenger.MakeGroup", "mail.NewLabelForConversation"} <= {*leads_on}

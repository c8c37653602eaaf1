"""Rows, snapshot and restore, changes."""

from lifeworld.store.changes import Change, Changes, Order, Recorder, without
from lifeworld.store.columns import (
    Followed,
    Kind,
    between,
    column,
    free,
    incidental,
    like,
    not_empty,
    one_of,
    rank,
    ref,
    stamp,
    unshown,
    verbatim,
    volatile,
)
from lifeworld.store.command import KEPT, NOW, PART, Command, Due, Event, Sent, given, hints, schedule_event, tell
from lifeworld.store.fields import Asked, ask, asked_of, line, text
from lifeworld.store.overlay import Base
from lifeworld.store.store import Row, Store
from lifeworld.store.tables import Column, Table
from lifeworld.store.verbs import Add, Edit, Remove, Verb

__all__ = [
    "KEPT",
    "NOW",
    "PART",
    "Add",
    "Asked",
    "Base",
    "Change",
    "Changes",
    "Column",
    "Command",
    "Due",
    "Edit",
    "Event",
    "Followed",
    "Kind",
    "Order",
    "Recorder",
    "Remove",
    "Row",
    "Sent",
    "Store",
    "Table",
    "Verb",
    "ask",
    "asked_of",
    "between",
    "column",
    "free",
    "given",
    "hints",
    "incidental",
    "like",
    "line",
    "not_empty",
    "one_of",
    "rank",
    "ref",
    "schedule_event",
    "stamp",
    "tell",
    "text",
    "unshown",
    "verbatim",
    "volatile",
    "without",
]

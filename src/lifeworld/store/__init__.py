"""Rows, snapshot and restore, changes."""

from lifeworld.store.changes import Change, Changes, Order, Recorder, without
from lifeworld.store.command import Command, Due, Event, Sent, tell
from lifeworld.store.rows import Column, Kind, Row, Table, column, free, incidental, rank, ref, stamp, volatile
from lifeworld.store.store import Store

__all__ = [
    "Change",
    "Changes",
    "Column",
    "Command",
    "Due",
    "Event",
    "Kind",
    "Order",
    "Recorder",
    "Row",
    "Sent",
    "Store",
    "Table",
    "column",
    "free",
    "incidental",
    "rank",
    "ref",
    "stamp",
    "tell",
    "volatile",
    "without",
]

"""Ticked's rows: lists, tasks and their steps, settings."""

from datetime import date, datetime
from typing import Literal

from lifeworld.store import Followed, Row, free, rank, ref, stamp

Priority = Literal["1", "2", "3", "4"]  # 1 is the most urgent, 4 none
Repeat = Literal["", "daily", "weekdays", "weekly", "monthly"]
Start = Literal["today", "inbox", "upcoming"]


class TaskList(Row, table="todo_list"):
    """A list of tasks. The inbox can't be renamed or deleted."""

    name: str
    colour: str = free("the form offers colours", default="grey")
    inbox: bool = False
    position: int = rank(free="several new lists in any order")

    needs = {"inbox": "the inbox", "id = 1 AND inbox": "the inbox, with id 1"}


class Task(Row, table="todo_task"):
    """Something to do."""

    list_id: int = ref(TaskList, cascade=True)
    title: str
    note: str = free("the form offers a note", default="", worded=True)
    due: date | None = None
    priority: Priority = "4"
    repeat: Repeat = ""  # only with a due date
    remind_at: datetime | None = None
    done_at: datetime | None = stamp()
    added_at: datetime | None = stamp()
    position: int = rank(within="list_id", free="several new tasks in any order")

    list = Followed(TaskList)

    @property
    def open(self) -> bool:
        return self.done_at is None

    @property
    def steps(self) -> "tuple[Step, ...]":
        return tuple(self.store.all(Step, "task_id = ?", self.id, order="position, id"))


class Step(Row, table="todo_step"):
    """A part of a task."""

    task_id: int = ref(Task, cascade=True)
    title: str
    done_at: datetime | None = stamp()
    position: int = rank(within="task_id")

    task = Followed(Task)

    @property
    def open(self) -> bool:
        return self.done_at is None


class Settings(Row, table="todo_settings", called="the settings"):
    """The one row of settings."""

    start: Start = "today"
    show_done: bool = False

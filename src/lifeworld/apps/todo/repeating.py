"""When a task that repeats is due next, and the task that is made for that day."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.todo.models import Step, Task
from lifeworld.store import Store

_DAYS = {"daily": 1, "weekdays": 1, "weekly": 7}  # from one time to the next


def next_due(task: Task) -> date:
    """Return the first day of a completed task's rhythm after its due date, and after the day that it was done on."""
    assert task.due and task.done_at
    done = task.done_at.date()
    return next(day for day in _days(task.repeat, task.due) if day > done)


def following(store: Store, task: Task) -> Task | None:
    """Return the open task that came of completing one that repeats, as long as nobody has made it another."""
    if task.open or not task.repeat:
        return None
    same = "done_at IS NULL AND list_id = ? AND title = ? AND repeat = ? AND due = ?"
    return store.first(Task, same, task.list_id, task.title, task.repeat, next_due(task))


def follow(store: Store, task: Task) -> None:
    """Make the next of a completed task: at the end of its list, all steps open, reminded at the same time of day."""
    assert task.due
    due, last = next_due(task), "SELECT max(position) FROM todo_task WHERE list_id = ?"
    made = store.add(
        Task,
        list_id=task.list_id,
        title=task.title,
        note=task.note,
        due=due,
        priority=task.priority,
        repeat=task.repeat,
        remind_at=task.remind_at and task.remind_at + (due - task.due),
        added_at=store.now,
        position=store.value(last, task.list_id) + 1,
    )
    for step in task.steps:
        store.add(Step, task_id=made.id, title=step.title, position=step.position)


def _days(repeat: str, day: date) -> Iterator[date]:
    """Yield the days of a rhythm after one of them; a month without such a day is passed over."""
    month = day.year * 12 + day.month - 1
    while repeat == "monthly":
        month += 1
        year, number = month // 12, month % 12 + 1
        if day.day <= monthrange(year, number)[1]:
            yield date(year, number, day.day)
    while True:
        day += timedelta(days=_DAYS[repeat])
        if repeat != "weekdays" or day.weekday() < 5:
            yield day

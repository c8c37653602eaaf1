"""When a task that repeats is due next, and the task that is made for that day."""

from datetime import date, timedelta

from lifeworld.apps.todo.models import Step, Task
from lifeworld.core.rhythm import rhythm
from lifeworld.store import Store

_LONGEST = timedelta(days=92)  # from one time to the next: of a month's last day, where others have none


def next_due(task: Task) -> date:
    """Return the first day of a completed task's rhythm after its due date, and after the day that it was done on."""
    assert task.due and task.done_at
    first = max(task.due, task.done_at.date()) + timedelta(days=1)
    return next(rhythm(task.due, task.repeat, first, first + _LONGEST))


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

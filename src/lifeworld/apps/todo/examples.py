"""Examples of Ticked's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from lifeworld.apps.todo import commands as c
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.store import Store
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    inbox, home = store.get(TaskList, 1), _filled(store)
    several = "SELECT list_id FROM todo_task WHERE done_at IS NULL GROUP BY list_id HAVING count(*) > 1 LIMIT 1"
    first = c.siblings(store, store.one(Task, f"done_at IS NULL AND list_id = ({several})"))[0]
    finished = store.one(Task, "done_at IS NOT NULL")
    yield done(c.AddTask("Descale the kettle", inbox))
    yield done(c.EditTask(first, "Something else", "A note"))
    yield done(c.SetDue(first, store.now.date() + timedelta(days=3)))
    yield refused("past", c.AddTask("Descale the kettle", inbox, remind_at=store.now))
    yield refused("undated", c.AddTask("Descale the kettle", inbox, repeat="weekly"))
    yield from _again(store, finished)
    yield done(c.SetPriority(first, "2"))
    yield done(c.MoveTask(first, next(one for one in (inbox, home) if one.id != first.list_id)))
    yield done(c.Reorder(first, "down"))
    yield refused("at_end", c.Reorder(first, "up"))
    yield refused("done", c.Reorder(finished, "up"))
    yield done(c.AddStep(first, "First measure"))
    yield done(c.AddList("Balcony", "green"))
    yield done(c.RenameList(home, "Somewhere else", "blue"))
    yield refused("inbox", c.RenameList(inbox, "Other"))
    yield done(c.SaveSettings("upcoming", show_done=True))
    yield refused("none", c.ClearCompleted(_nothing_done(store, home)))


def _filled(store: Store) -> TaskList:
    """Return a list beside the inbox; what the examples are of and the person has none of, they write into it."""
    needed: dict[str, dict[str, date | datetime]] = {
        "done_at IS NULL AND due IS NULL": {},
        "done_at IS NULL AND due IS NOT NULL": {"due": store.now.date()},
        "done_at IS NOT NULL": {"done_at": store.now},
    }
    with store.writing():
        home = store.first(TaskList, "NOT inbox", order="id") or store.add(TaskList, name="House")
        for where, values in needed.items():
            if not store.first(Task, where):
                store.add(Task, list_id=home.id, title="Oil the hinge", **values)
    return home


def _again(store: Store, finished: Task) -> Iterator[Example]:
    dated, undated = (store.one(Task, f"done_at IS NULL AND due IS {one} NULL") for one in ("NOT", ""))
    later = store.now.replace(second=0) + timedelta(hours=3)
    yield done(c.SetRepeat(dated, "weekly"))
    yield refused("undated", c.SetRepeat(undated, "weekly"))
    yield refused("done", c.SetRepeat(finished, "weekly"))
    yield done(c.SetReminder(dated, later))
    yield refused("past", c.SetReminder(dated, store.now))
    yield refused("done", c.SetReminder(finished, later))
    with store.writing():
        store.change(dated, repeat="weekly", remind_at=later)
    yield refused("repeats", c.SetDue(dated))
    yield done(c.Complete(dated))


def _nothing_done(store: Store, found: TaskList) -> TaskList:
    """Open all tasks of a list again, and return it."""
    with store.writing():
        for task in store.all(Task, "list_id = ? AND done_at IS NOT NULL", found.id):
            store.change(task, done_at=None)
    return found

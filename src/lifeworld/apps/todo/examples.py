"""Each of Ticked's commands done once, and each refusal met once."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from lifeworld.apps.todo import commands as c
from lifeworld.apps.todo.models import Step, Task, TaskList
from lifeworld.store import Command, Store
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    inbox, home = store.get(TaskList, 1), store.get(TaskList, 2)
    task = store.one(
        Task,
        "done_at IS NULL AND list_id = (SELECT list_id FROM todo_task WHERE done_at IS NULL "
        "GROUP BY list_id HAVING count(*) > 1 LIMIT 1)",
    )
    finished = store.one(Task, "done_at IS NOT NULL")
    yield done(c.AddTask("Descale the kettle", inbox))
    yield from _titles(lambda title: c.AddTask(title, inbox))
    yield done(c.EditTask(task, "Something else", "A note"))
    yield from _titles(lambda title: c.EditTask(task, title))
    yield done(c.SetDue(task, store.now.date() + timedelta(days=3)))
    yield done(c.SetPriority(task, "2"))
    yield done(c.MoveTask(task, next(one for one in (inbox, home) if one.id != task.list_id)))
    yield refused("same_list", c.MoveTask(task, task.list))
    first = c.siblings(store, task)[0]
    yield done(c.Reorder(first, "down"))
    yield refused("at_end", c.Reorder(first, "up"))
    yield refused("done", c.Reorder(finished, "up"))
    yield done(c.Complete(task))
    yield refused("done", c.Complete(finished))
    yield done(c.Reopen(finished))
    yield refused("open", c.Reopen(task))
    yield done(c.DeleteTask(task))
    yield from _of_steps(store, task)
    yield from _of_lists(store, inbox, home, finished)
    yield done(c.SaveSettings("upcoming", show_done=True))


def _titles(make: Callable[[str], Command]) -> Iterator[Example]:
    yield refused("empty", make("  "))
    yield refused("long", make("x" * 201))


def _of_steps(store: Store, task: Task) -> Iterator[Example]:
    waiting, ticked = store.one(Step, "done_at IS NULL"), store.one(Step, "done_at IS NOT NULL")
    yield done(c.AddStep(task, "First measure"))
    yield from _titles(lambda title: c.AddStep(task, title))
    yield done(c.CompleteStep(waiting))
    yield refused("done", c.CompleteStep(ticked))
    yield done(c.ReopenStep(ticked))
    yield refused("open", c.ReopenStep(waiting))
    yield done(c.DeleteStep(waiting))


def _of_lists(store: Store, inbox: TaskList, home: TaskList, finished: Task) -> Iterator[Example]:
    yield done(c.AddList("Balcony", "green"))
    yield refused("empty", c.AddList(" "))
    yield refused("taken", c.AddList(home.name.upper()))
    yield done(c.RenameList(home, "Somewhere else", "blue"))
    yield refused("empty", c.RenameList(home, ""))
    yield refused("taken", c.RenameList(home, "inbox"))
    yield refused("inbox", c.RenameList(inbox, "Other"))
    yield done(c.DeleteList(home))
    yield refused("inbox", c.DeleteList(inbox))
    yield done(c.ClearCompleted(finished.list))
    yield refused(
        "none",
        c.ClearCompleted(store.one(TaskList, "id NOT IN (SELECT list_id FROM todo_task WHERE done_at IS NOT NULL)")),
    )

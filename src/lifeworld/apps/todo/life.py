"""How a life shows in Ticked: the lists one keeps, and what one writes down."""

from typing import get_args

from lifeworld.apps.todo.commands import Colour
from lifeworld.apps.todo.models import Settings, Step, Task, TaskList
from lifeworld.life import Life
from lifeworld.life.events import Noted
from lifeworld.life.questions import ToDoLists
from lifeworld.store import Store
from lifeworld.web import Handlers, Knowledge


def seed(store: Store, life: Life) -> None:
    """Set up the inbox, the settings and the lists that the person's notes name."""
    store.add(Settings)
    store.add(TaskList, name="Inbox", colour="grey", inbox=True, position=1)
    names = sorted({event.list for event in life.events if isinstance(event, Noted)} - {"Inbox"})
    for number, name in enumerate(names):
        store.add(TaskList, name=name, colour=get_args(Colour)[number % 8], position=number + 2)


def noted(store: Store, event: Noted) -> None:
    """Put a note into its list."""
    found = store.first(TaskList, "name = ?", event.list) or store.get(TaskList, 1)
    task = store.add(
        Task,
        list_id=found.id,
        title=event.title,
        note=event.note,
        due=event.due,
        priority=str(event.priority),
        done_at=event.done_at,
        added_at=event.at,
        position=store.count(Task, "list_id = ?", found.id) + 1,
    )
    between = ((event.done_at or store.now) - event.at) / (len(event.steps) + 1)
    for number, (title, done) in enumerate(event.steps, 1):
        done_at = (event.at + number * between).replace(microsecond=0) if done else None
        store.add(Step, task_id=task.id, title=title, done_at=done_at, position=number)


def lists(store: Store, question: ToDoLists) -> list[str]:
    """Return what the lists are called, in their order."""
    return [one.name for one in store.all(TaskList, order="position, id")]


ON: Handlers = {Noted: noted}
KNOWS: Knowledge = {ToDoLists: lists}

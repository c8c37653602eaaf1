"""Ways through Ticked, and what its tasks pick by."""

from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.scenarios import (
    User,
    link,
)

BROWSE = (link("Browse"),)


def is_open(task: Task) -> bool:
    """Return whether a task waits to be done; when people speak of a task they mean one of these."""
    return task.open


def open_list(user: User, found: TaskList) -> None:
    """Go to a list's page."""
    user.open("Ticked")
    user.click(link(found.name), via=BROWSE)


def open_task(user: User, task: Task) -> None:
    """Go to an open task's page."""
    open_list(user, task.list)
    user.click(link(task.title))

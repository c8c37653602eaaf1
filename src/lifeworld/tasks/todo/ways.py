"""Ways through Ticked, and what its tasks pick by."""

import re
from datetime import date
from typing import NamedTuple

from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.taskkit import Line, Store, User, button, day_told, days, field, link, nth, show_all

BROWSE = (link("Browse"),)
OPEN_ON = "list_id = ? AND done_at IS NULL"
DONE_ON = "list_id = ? AND done_at IS NOT NULL"
_STEPS = re.compile(r"^(.* )?\d+/\d+ ")  # and a note before them
_DUE = re.compile(r"(Yesterday|Today|Tomorrow|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)|[A-Z][a-z]{2} \d{1,2}(, \d{4})?)")


def is_open(task: Task) -> bool:
    """Return whether a task waits to be done; when people speak of a task they mean one of these."""
    return task.open


def own(row: TaskList) -> bool:
    """Return whether a list is one that the person has made."""
    return not row.inbox


def one_of(store: Store, turn: int) -> TaskList | None:
    """Return one of the person's own lists, by any number."""
    return nth(store.all(TaskList, "NOT inbox"), turn)


def open_list(user: User, found: TaskList) -> None:
    """Go to a list's page."""
    user.open("Ticked")
    user.click(link(found.name), via=BROWSE)


def open_task(user: User, task: Task) -> None:
    """Go to an open task's page."""
    open_list(user, task.list)
    user.click(link(task.title))


def search(user: User, words: str) -> None:
    """Search for tasks, open or done."""
    user.open("Ticked")
    user.click(link("Search"))
    user.fill(field("Search tasks"), words)
    user.click(button("Search"))


def find(user: User, title: str) -> None:
    """Search for a task, open or done, and go to its page."""
    search(user, title)
    user.click(link(title))


def tick(user: User, name: str) -> None:
    """Complete a task, or a step, that is on the screen."""
    user.click(button(f"Complete {name}"))


# What the screens show


def title(line: Line) -> str:
    """Return the name of the task that a line shows, which comes after its ring."""
    return line.names[1]


def due_told(line: Line) -> str:
    """Return how a line tells when its task is due, "" where it has no date."""
    return next((words for words in reversed(line.text.splitlines()) if _DUE.fullmatch(words)), "")


def waiting(user: User, found: TaskList) -> list[Line]:
    """Go to a list and return the lines of its open tasks."""
    open_list(user, found)
    return [line for line in show_all(user) if line.heading == found.name]


def completed(user: User, found: TaskList) -> list[str]:
    """Go to what is completed on a list and return the names of these tasks."""
    open_list(user, found)
    user.click(link("Completed…"))
    return [title(line) for line in show_all(user) if line.heading == "Completed"]


def day_behind(user: User, label: str) -> date:
    """Return the day, not later than today, that the page of a task tells under a label."""
    return day_told(user.page.line(label).text, user.today)


class Dated(NamedTuple):
    """An open task with its day, as Ticked shows it under Today and Upcoming."""

    day: date
    title: str
    list: str


def dated(user: User, on: TaskList | None = None) -> list[Dated]:
    """Return the open tasks that have a day, those of one list or of all, the earliest first."""
    user.open("Ticked")
    found = []
    for page in ("Today", "Upcoming"):
        user.click(link(page))
        found += [_dated(line, user.today) for line in show_all(user)]
    return [one for one in found if on is None or one.list == on.name]


def _dated(line: Line, today: date) -> Dated:
    day = day_told(due_told(line), today) if line.heading == "Overdue" else days(line.heading, today)[0]
    return Dated(day, title(line), list_told(line))


def list_told(line: Line) -> str:
    """Return the list that a line names last but for its buttons, outside of the list's own page."""
    told = [words for words in line.text.splitlines() if words not in line.names[2:]]
    return _STEPS.sub("", told[-1])


def open_steps(user: User) -> list[str]:
    """Return the steps that the page of a task shows as open."""
    names = [name for line in user.page.lines() for name in line.names]
    steps = [name.removeprefix("Delete ") for name in names if name.startswith("Delete ")]
    return [step for step in steps if f"Complete {step}" in names]

"""Ways through Ticked, and what its tasks pick by."""

import re
from dataclasses import dataclass
from datetime import date

from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.taskkit import Line, User, button, day_told, days, field, link, show_all

BROWSE = (link("Browse"),)
OPEN_ON = "list_id = ? AND done_at IS NULL"
_STEPS = re.compile(r"^(.* )?\d+/\d+ ")  # and a note before them
_DUE = re.compile(r"(Yesterday|Today|Tomorrow|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)|[A-Z][a-z]{2} \d{1,2}(, \d{4})?)")


def is_open(task: Task) -> bool:
    """Return whether a task waits to be done; when people speak of a task they mean one of these."""
    return task.open


def own(row: TaskList) -> bool:
    """Return whether a list is one that the person has made."""
    return not row.inbox


def open_list(user: User, found: TaskList) -> None:
    """Go to a list's page."""
    user.open("Ticked")
    user.click(link(found.name), via=BROWSE)


def open_task(user: User, task: Task) -> None:
    """Go to an open task's page."""
    open_list(user, task.list)
    user.click(link(task.title))


def look_for(user: User, words: str) -> None:
    """Search the tasks."""
    user.open("Ticked")
    user.click(link("Search"))
    user.fill(field("Search tasks"), words)
    user.click(button("Search"))


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


@dataclass(frozen=True)
class Dated:
    """An open task with its day, as Ticked shows it under Today and Upcoming."""

    day: date
    title: str
    list: str


def dated(user: User) -> list[Dated]:
    """Return all open tasks that have a day, the earliest first."""
    user.open("Ticked")
    user.click(link("Today"))
    found = [_dated(line, _day_behind(line, user.today)) for line in show_all(user)]
    user.click(link("Upcoming"))
    return found + [_dated(line, days(line.heading, user.today)[0]) for line in show_all(user)]


def _day_behind(line: Line, today: date) -> date:
    return day_told(due_told(line), today) if line.heading == "Overdue" else today


def _dated(line: Line, day: date) -> Dated:
    return Dated(day, title(line), _STEPS.sub("", line.text.splitlines()[-1]))


def open_steps(user: User) -> list[str]:
    """Return the steps that the page of a task shows as open."""
    names = [name for line in user.page.lines() for name in line.names]
    steps = [name.removeprefix("Delete ") for name in names if name.startswith("Delete ")]
    return [step for step in steps if f"Complete {step}" in names]

"""A task in which the proof finds nothing, for tests to plant faults in."""

from datetime import date

import pytest

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Task, button, day, field, link, phrase, pick
from lifeworld.tasks.todo.ways import open_list


def only(template: type[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task of a test be found, whatever is looked for."""
    for module in ("taskkit.draw", "taskkit.catalogue", "proof.singly"):
        monkeypatch.setattr(f"lifeworld.{module}.find", lambda name: template)


class AddTask(Task):
    """A task is added."""

    goals = [
        "Add “{title}” to {list.name}, due {due}.",
        "“{title}” is for {list.name}, {due}.",
        "{list.name}: {title}, {due}.",
    ]
    apps = ["todo"]
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("feed the cat", "buy stamps")
    due: date = day(2, 30)

    def effects(self):  # type: ignore[no-untyped-def]
        yield todo.AddTask(self.title, self.list, due=self.due)

    def solution(self, user):  # type: ignore[no-untyped-def]
        open_list(user, self.list)
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.click(button("Add task"))

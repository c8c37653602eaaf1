"""Ticked's verbs."""

from datetime import date
from typing import Literal

from lifeworld.apps.todo.models import Priority, Settings, Start, Step, Task, TaskList
from lifeworld.store import Command, Store

COLOURS = ("berry", "orange", "gold", "green", "teal", "blue", "violet", "grey")
Colour = Literal["berry", "orange", "gold", "green", "teal", "blue", "violet", "grey"]
LONGEST = 200


class AddTask(Command, seen_by="nobody"):
    """Write down something to do, at the end of a list."""

    title: str
    list: TaskList
    due: date | None = None
    priority: Priority = "4"
    note: str = ""
    refusals = {"empty": "Write what there is to do.", "long": "Keep the title under 200 characters."}

    def run(self, store: Store) -> Task:
        return store.add(
            Task,
            title=self.one_line("title", LONGEST),
            list_id=self.list.id,
            due=self.due,
            priority=self.priority,
            note=self.note.strip(),
            added_at=store.now,
            position=_last(store, "todo_task", "list_id", self.list.id),
        )


class EditTask(Command, seen_by="nobody"):
    """Change a task's title and note."""

    task: Task
    title: str
    note: str = ""
    refusals = AddTask.refusals

    def run(self, store: Store) -> Task:
        return store.change(self.task, title=self.one_line("title", LONGEST), note=self.note.strip())


class SetDue(Command, seen_by="nobody"):
    """Set or clear the day that a task is due."""

    task: Task
    due: date | None = None

    def run(self, store: Store) -> Task:
        return store.change(self.task, due=self.due)


class SetPriority(Command, seen_by="nobody"):
    """Say how urgent a task is."""

    task: Task
    priority: Priority

    def run(self, store: Store) -> Task:
        return store.change(self.task, priority=self.priority)


class MoveTask(Command, seen_by="nobody"):
    """Move a task to the end of another list."""

    task: Task
    list: TaskList
    refusals = {"same_list": "It is in {list} already."}

    def run(self, store: Store) -> Task:
        if self.task.list_id == self.list.id:
            raise self.refuse("same_list", "list", list=self.list.name)
        position = _last(store, "todo_task", "list_id", self.list.id)
        return store.change(self.task, list_id=self.list.id, position=position)


class Reorder(Command, seen_by="nobody"):
    """Move an open task among the open ones of its list."""

    task: Task
    to: Literal["up", "down", "top", "bottom"]
    refusals = {"done": "A completed task has no place in the order.", "at_end": "It can't go further that way."}

    def run(self, store: Store) -> Task:
        if not self.task.open:
            raise self.refuse("done")
        ids = [task.id for task in siblings(store, self.task)]
        here = ids.index(self.task.id)
        there = {"up": here - 1, "down": here + 1, "top": 0, "bottom": len(ids) - 1}[self.to]
        if there == here or not 0 <= there < len(ids):
            raise self.refuse("at_end")
        ids.insert(there, ids.pop(here))
        _renumber(store, ids)
        return store.get(Task, self.task.id)


class Complete(Command, seen_by="nobody"):
    """Tick a task off."""

    task: Task
    refusals = {"done": "“{title}” is done already."}

    def run(self, store: Store) -> Task:
        if not self.task.open:
            raise self.refuse("done", title=self.task.title)
        return store.change(self.task, done_at=store.now)


class Reopen(Command, seen_by="nobody"):
    """Take the tick back."""

    task: Task
    refusals = {"open": "“{title}” is still open."}

    def run(self, store: Store) -> Task:
        if self.task.open:
            raise self.refuse("open", title=self.task.title)
        return store.change(self.task, done_at=None)


class DeleteTask(Command, seen_by="nobody"):
    """Delete a task for good, with its steps."""

    task: Task

    def run(self, store: Store) -> Task:
        store.remove(self.task)
        return self.task


class AddStep(Command, seen_by="nobody"):
    """Add a step to a task."""

    task: Task
    title: str
    refusals = AddTask.refusals

    def run(self, store: Store) -> Step:
        position = _last(store, "todo_step", "task_id", self.task.id)
        return store.add(Step, task_id=self.task.id, title=self.one_line("title", LONGEST), position=position)


class CompleteStep(Command, seen_by="nobody"):
    """Tick a step off."""

    step: Step
    refusals = {"done": "“{title}” is done already."}

    def run(self, store: Store) -> Step:
        if not self.step.open:
            raise self.refuse("done", title=self.step.title)
        return store.change(self.step, done_at=store.now)


class ReopenStep(Command, seen_by="nobody"):
    """Take a step's tick back."""

    step: Step
    refusals = {"open": "“{title}” is still open."}

    def run(self, store: Store) -> Step:
        if self.step.open:
            raise self.refuse("open", title=self.step.title)
        return store.change(self.step, done_at=None)


class DeleteStep(Command, seen_by="nobody"):
    """Delete a step."""

    step: Step

    def run(self, store: Store) -> Step:
        store.remove(self.step)
        return self.step


class AddList(Command, seen_by="nobody"):
    """Make a new list."""

    name: str
    colour: Colour = "grey"
    refusals = {"empty": "Give the list a name.", "taken": "There is a list named {name} already."}

    def run(self, store: Store) -> TaskList:
        name = self.name_among(store, TaskList)
        return store.add(TaskList, name=name, colour=self.colour, position=_last(store, "todo_list"))


class RenameList(Command, seen_by="nobody"):
    """Give a list another name and colour."""

    list: TaskList
    name: str
    colour: Colour = "grey"
    refusals = {**AddList.refusals, "inbox": "The inbox keeps its name."}

    def run(self, store: Store) -> TaskList:
        if self.list.inbox:
            raise self.refuse("inbox")
        return store.change(self.list, name=self.name_among(store, TaskList, self.list.id), colour=self.colour)


class DeleteList(Command, seen_by="nobody"):
    """Delete a list and all tasks in it."""

    list: TaskList
    refusals = {"inbox": "The inbox can't be deleted."}

    def run(self, store: Store) -> TaskList:
        if self.list.inbox:
            raise self.refuse("inbox")
        for task in store.all(Task, "list_id = ?", self.list.id):
            store.remove(task)
        store.remove(self.list)
        return self.list


class ClearCompleted(Command, seen_by="nobody"):
    """Delete the completed tasks of a list."""

    list: TaskList
    refusals = {"none": "Nothing in {list} is completed."}

    def run(self, store: Store) -> TaskList:
        completed = store.all(Task, "list_id = ? AND done_at IS NOT NULL", self.list.id)
        if not completed:
            raise self.refuse("none", list=self.list.name)
        for task in completed:
            store.remove(task)
        return self.list


class SaveSettings(Command, seen_by="nobody"):
    """Choose the first screen, and whether lists show what is done."""

    start: Start = "today"
    show_done: bool = False

    def run(self, store: Store) -> Settings:
        return store.change(store.get(Settings, 1), start=self.start, show_done=self.show_done)


COMMANDS: tuple[type[Command], ...] = (
    AddTask,
    EditTask,
    SetDue,
    SetPriority,
    MoveTask,
    Reorder,
    Complete,
    Reopen,
    DeleteTask,
    AddStep,
    CompleteStep,
    ReopenStep,
    DeleteStep,
    AddList,
    RenameList,
    DeleteList,
    ClearCompleted,
    SaveSettings,
)


def siblings(store: Store, task: Task) -> "list[Task]":
    """Return the open tasks of a task's list, in order."""
    return store.all(Task, "list_id = ? AND done_at IS NULL", task.list_id, order="position, id")


def _last(store: Store, table: str, within: str = "", group: int = 0) -> int:
    condition, args = (f"WHERE {within} = ?", (group,)) if within else ("", ())
    return int(store.value(f"SELECT coalesce(max(position), 0) + 1 FROM {table} {condition}", *args))


def _renumber(store: Store, ids: "list[int]") -> None:
    tasks = [store.get(Task, task_id) for task_id in ids]
    places = sorted(task.position for task in tasks)
    for task, place in zip(tasks, places, strict=True):
        if task.position != place:
            store.change(task, position=place)

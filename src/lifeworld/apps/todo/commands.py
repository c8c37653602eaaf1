"""Ticked's verbs."""

from datetime import date, datetime, timedelta
from typing import Any, Literal

from lifeworld.apps.todo.models import Priority, Repeat, Settings, Start, Step, Task, TaskList
from lifeworld.core.rhythm import rhythm
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, ask, line, text
from lifeworld.web.language import _

Colour = Literal["berry", "orange", "gold", "green", "teal", "blue", "violet", "grey"]
EMPTY, DONE, OPEN = "Enter a task.", "“{%s.title}” is done already.", "“{%s.title}” is still open."
TAKEN = "There is a list named {name} already."
LEVELS = {"1": "Priority 1", "2": "Priority 2", "3": "Priority 3", "4": "No priority"}
LONGEST = 200
REPEATS = {
    "": "Never",
    "daily": "Every day",
    "weekdays": "Every weekday",
    "weekly": "Every week",
    "monthly": "Every month",
}
UNDATED, PAST = "A repeating task needs a due date.", "That time has passed."
_LONGEST = timedelta(days=92)  # from one time to the next: of a month's last day, where others have none


def called(list: TaskList) -> str:
    """Return what a list is called: the inbox in the screens' language, any other as its owner has named it."""
    return _("Inbox") if list.inbox else list.name


class AddTask(Add, of=Task, sets={"added_at": NOW}, seen_by="nobody"):
    """Write down something to do, at the end of a list."""

    title: str = line("Title", empty=EMPTY, longest=LONGEST, placeholder="Task name")
    list: TaskList = ask("List", order="position, id", shows=called)
    due: date | None = ask("Due date", default=None, placeholder="Due date")
    priority: Priority = ask("Priority", default="4", choices=LEVELS)
    note: str = text("Note", default="", placeholder="Note")
    repeat: Repeat = ask("Repeat", choices=REPEATS | {"": "No repeat"}, default="")
    remind_at: datetime | None = ask("Reminder", default=None)
    refusals = {"undated": UNDATED, "past": PAST}

    def check(self, store: Store) -> None:
        self.need(self.due or not self.repeat, "undated", "repeat")
        self.need(self.remind_at is None or self.remind_at > store.now, "past", "remind_at")


class EditTask(Edit, seen_by="nobody"):
    """Change a task's title and note."""

    task: Task
    title: str = line("Title", empty=EMPTY, longest=LONGEST)
    note: str = text("Note", default="", placeholder="Note")


class SetDue(Edit, seen_by="nobody"):
    """Set or clear the day that a task is due."""

    task: Task
    due: date | None = ask("Another date", default=None, placeholder="Type a date")
    refusals = {"repeats": "“{task.title}” repeats, so it needs a date. Stop repeating it first."}

    def check(self, store: Store) -> None:
        self.need(self.due or not self.task.repeat, "repeats", "due")


class SetRepeat(Edit, seen_by="nobody"):
    """Have a task come again: when it is completed, the next is made."""

    task: Task
    repeat: Repeat = ask("How often", kind="radio", choices=REPEATS, default="")
    refusals = {"undated": UNDATED, "done": DONE % "task"}

    def check(self, store: Store) -> None:
        self.need(self.task.open, "done")
        self.need(self.task.due or not self.repeat, "undated", "repeat")


class SetReminder(Edit, seen_by="nobody"):
    """Be reminded of a task at a moment, or no more."""

    task: Task
    remind_at: datetime | None = ask("Reminder", default=None, hint="Leave it empty for no reminder.")
    refusals = {"past": PAST, "done": DONE % "task"}

    def check(self, store: Store) -> None:
        self.need(self.task.open, "done")
        self.need(self.remind_at is None or self.remind_at > store.now, "past", "remind_at")


class SetPriority(Edit, seen_by="nobody"):
    """Say how urgent a task is."""

    task: Task
    priority: Priority


class MoveTask(Edit, seen_by="nobody"):
    """Move a task to the end of another list."""

    task: Task
    list: TaskList = ask("List", kind="radio", order="position, id", shows=called)
    refusals = {"already": "It is in {task.list.name} already."}


class Reorder(Command, seen_by="nobody"):
    """Move an open task among the open ones of its list."""

    task: Task
    to: Literal["up", "down", "top", "bottom"]
    refusals = {"done": "A completed task can't be moved.", "at_end": "It can't move any further."}

    def run(self, store: Store) -> Task:
        self.need(self.task.open, "done")
        ids = [task.id for task in siblings(store, self.task)]
        here = ids.index(self.task.id)
        there = {"up": here - 1, "down": here + 1, "top": 0, "bottom": len(ids) - 1}[self.to]
        self.need(there != here and 0 <= there < len(ids), "at_end")
        ids.insert(there, ids.pop(here))
        _renumber(store, ids)
        return store.get(Task, self.task.id)


class Complete(Edit, sets={"done_at": NOW}, seen_by="nobody"):
    """Tick a task off. If it repeats, it comes again on the next day of its rhythm."""

    task: Task
    refusals = {"already": DONE % "task"}

    def run(self, store: Store) -> Any:
        done: Task = super().run(store)
        if done.repeat and not following(store, done):
            follow(store, done)
        return done


class Reopen(Edit, sets={"done_at": None}, seen_by="nobody"):
    """Take the tick back, and with it the task that came of it."""

    task: Task
    refusals = {"already": OPEN % "task"}

    def run(self, store: Store) -> Any:
        came = following(store, self.task)
        if came:
            store.remove(came)
        return super().run(store)


class DeleteTask(Remove, seen_by="nobody"):
    """Delete a task for good, with its steps."""

    task: Task


class AddStep(Add, of=Step, seen_by="nobody"):
    """Add a step to a task."""

    task: Task
    title: str = line("New step", empty=EMPTY, longest=LONGEST, placeholder="Add a step")


class CompleteStep(Edit, sets={"done_at": NOW}, seen_by="nobody"):
    """Tick a step off."""

    step: Step
    refusals = {"already": DONE % "step"}


class ReopenStep(Edit, sets={"done_at": None}, seen_by="nobody"):
    """Take a step's tick back."""

    step: Step
    refusals = {"already": OPEN % "step"}


class DeleteStep(Remove, seen_by="nobody"):
    """Delete a step."""

    step: Step


class AddList(Add, of=TaskList, seen_by="nobody"):
    """Make a new list."""

    name: str = line("Name", empty="Give the list a name.", taken=TAKEN)
    colour: Colour = ask("Colour", kind="colour", default="grey")


class RenameList(Edit, seen_by="nobody"):
    """Give a list another name and colour."""

    list: TaskList
    name: str = line("Name", empty="Give the list a name.", taken=TAKEN)
    colour: Colour = ask("Colour", kind="colour", default="grey")
    refusals = {"inbox": "The inbox keeps its name."}

    def check(self, store: Store) -> None:
        self.need(not self.list.inbox, "inbox")


class DeleteList(Remove, seen_by="nobody"):
    """Delete a list and all tasks in it."""

    list: TaskList
    refusals = {"inbox": "The inbox can't be deleted."}

    def check(self, store: Store) -> None:
        self.need(not self.list.inbox, "inbox")


class ClearCompleted(Command, seen_by="nobody"):
    """Delete the completed tasks of a list."""

    list: TaskList
    refusals = {"none": "Nothing in {list.name} is completed."}

    def run(self, store: Store) -> TaskList:
        completed = store.all(Task, "list_id = ? AND done_at IS NOT NULL", self.list.id)
        self.need(completed, "none")
        for task in completed:
            store.remove(task)
        return self.list


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose the first screen, and whether lists show what is done."""

    start: Start = ask("Open Ticked on", kind="radio", default="today")
    show_done: bool = ask("Show completed tasks in lists", kind="switch", default=False)


def siblings(store: Store, task: Task) -> "list[Task]":
    """Return the open tasks of a task's list, in order."""
    return store.all(Task, "list_id = ? AND done_at IS NULL", task.list_id, order="position, id")


def _renumber(store: Store, ids: "list[int]") -> None:
    tasks = [store.get(Task, task_id) for task_id in ids]
    places = sorted(task.position for task in tasks)
    for task, place in zip(tasks, places, strict=True):
        if task.position != place:
            store.change(task, position=place)


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

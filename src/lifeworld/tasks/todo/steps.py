"""The steps of tasks: added, done, deleted, and which of them are still open."""

from collections.abc import Iterator

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Step, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.store import Command, Store
from lifeworld.taskkit import Commands, Items, Setup, Task, Texts, User, derived, number, observed, phrase, pick
from lifeworld.tasks.todo.ways import find, is_open, one_of, open_steps, tick

PARTS = ("measure the wall", "choose a colour", "buy the paint", "ask for help")  # of any bigger job


class AddStepInOwnWords(Task):
    """A task gets a step."""

    goals = [
        "Add the step “Sort out the {topic}” to “{task.title}” in Ticked.",
        "In Ticked, “{task.title}” lacks a step for the {topic}. Add one that says “Sort out the {topic}”.",
        "Break “{task.title}” down a little: one new step, “Sort out the {topic}”.",
    ]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    topic: str = phrase("budget", "deadline", "phone call", "paperwork")

    def effects(self) -> Commands:
        yield todo.AddStep(self.task, f"Sort out the {self.topic}")


class StepDone(Task):
    """A step of a task is ticked off."""

    goals = [
        "Tick off the step “{step.title}” of “{step.task.title}”.",
        "“{step.title}”, a step of “{step.task.title}” in Ticked, is done. Mark it.",
        "In “{step.task.title}”, the step “{step.title}” is finished. Check it off.",
    ]

    step: Step = pick(Step, lambda step: step.open and step.task.open)

    def effects(self) -> Commands:
        yield todo.CompleteStep(self.step)


class SwapSteps(Task):
    """Of two steps, the done one is opened again and the other deleted."""

    goals = [
        "In “{done.task.title}”, open the step “{done.title}” again and delete the step “{waiting.title}”.",
        "The task “{done.task.title}” in Ticked: “{done.title}” isn't done yet, and “{waiting.title}” of "
        "“{waiting.task.title}” can be deleted.",
        "Two changes to “{waiting.task.title}”: remove the step “{waiting.title}”, and take the tick off "
        "“{done.title}”.",
    ]
    tags = ["long"]

    done: Step = pick(Step, lambda done: not done.open and done.task.open)
    waiting: Step = pick(Step, lambda waiting, done: waiting.open and waiting.task_id == done.task_id)

    def effects(self) -> Commands:
        yield todo.ReopenStep(self.done)
        yield todo.DeleteStep(self.waiting)


def with_steps(store: Store, title: str, list: TaskList, done: int) -> Iterator[Command]:
    """Yield what makes a task of four steps, each done where `done` has its bit."""
    yield todo.AddTask(title, list)
    task = store.one(TodoTask, "title = ? AND list_id = ?", title, list.id)
    for place, part in enumerate(PARTS):
        yield todo.AddStep(task, part)
        if done >> place & 1:
            yield todo.CompleteStep(store.one(Step, "task_id = ? AND title = ?", task.id, part))


class FourSteps:
    """A bigger job, which has another of nearly the same name beside it."""

    turn: int = number(0, 20)
    list: TaskList = derived(one_of)
    title: str = phrase("Paint the hall", "Do up the kitchen", "Freshen up the stairs")

    def answer(self, store: Store) -> Texts:
        return [step.title for step in store.one(TodoTask, "title = ?", self.title).steps if step.open]


class StepsStillOpen(FourSteps, Task):
    """Which steps of a task are still to be done?"""

    goals = [
        "Which steps of “{title}” are still open? If all are done, say none.",
        "What is left to do of “{title}” in Ticked? Name the steps that aren't ticked, or tell me that there are none.",
        "“{title}” on my list {list.name} has several steps. Which of them have I not done yet, if any?",
    ]
    tags = ["short"]

    done: int = number(0, 2 ** len(PARTS) - 1)

    def setup(self, store: Store) -> Setup:
        yield from with_steps(store, f"{self.title}, second coat", self.list, ~self.done)
        yield from with_steps(store, self.title, self.list, self.done)

    def items(self) -> Items:
        yield observed("Saw the task", showing=PARTS[0])

    def solution(self, user: User) -> None:
        find(user, self.title)
        user.say(open_steps(user))


class StepDoneAndTheRest(FourSteps, Task):
    """A step of a task is ticked off, and which ones are left is told."""

    goals = [
        "Tick off the step “{part}” of “{title}” and tell me which of its steps are still open, or none.",
        "I've done “{part}”, a step of “{title}”. Mark it in Ticked; what remains to be done of that task, if "
        "anything? Name the steps.",
        "In “{title}” on {list.name}, check off “{part}”. Which steps are then left? If it was the last one, say none.",
    ]

    part: str = phrase(*PARTS)
    others: int = number(0, 2 ** len(PARTS) - 1)
    done: int = derived(lambda part, others: others & ~(1 << PARTS.index(part)))

    def setup(self, store: Store) -> Setup:
        yield from with_steps(store, f"{self.title}, second coat", self.list, 0)
        yield from with_steps(store, self.title, self.list, self.done)

    def effects(self, store: Store) -> Commands:
        task = store.one(TodoTask, "title = ?", self.title)
        yield todo.CompleteStep(store.one(Step, "task_id = ? AND title = ?", task.id, self.part))

    def solution(self, user: User) -> None:
        find(user, self.title)
        tick(user, self.part)
        user.say(open_steps(user))

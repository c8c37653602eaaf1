"""Tasks added, done, moved and reworded."""

from datetime import date

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Priority, Step, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.taskkit import Commands, Task, User, button, chosen, day, phrase, pick, way
from lifeworld.tasks.todo.ways import is_open, open_task, own


class CompleteTask(Task):
    """One task is ticked off."""

    goals = [
        "Tick off “{task.title}” in my {task.list.name} list.",
        "I've finished “{task.title}” ({task.list.name}). Mark it as done.",
        "“{task.title}” on the list {task.list.name} is done, please check it off in Ticked.",
    ]
    tags = ["short"]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)

    def effects(self) -> Commands:
        yield todo.Complete(self.task)


class AddTaskWithDate(Task):
    """A task with a due date goes into a list."""

    goals = [
        "Add “{title}” to my {list.name} list in Ticked, due {due}.",
        "Put “{title}” on the to-do list {list.name} for {due}.",
        "I need to {title} by {due}. Add exactly “{title}” to {list.name} in Ticked with that due date.",
    ]

    list: TaskList = pick(TaskList, own)
    title: str = phrase("renew the library card", "buy a birthday card", "call the dentist", "return the ladder")
    due: date = day(2, 30)

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.due)


class Postpone(Task):
    """A task gets another due date."""

    goals = [
        "Move the due date of “{task.title}” to {due}.",
        "“{task.title}” can wait until {due}. Change its date in Ticked.",
        "Set {due} as the day that “{task.title}” is due.",
    ]

    task: TodoTask = pick(TodoTask, lambda task: task.open and task.due, among=is_open)
    due: date = day(5, 40)

    def effects(self) -> Commands:
        yield todo.SetDue(self.task, self.due)


class RaisePriority(Task):
    """A task becomes more urgent."""

    goals = [
        "Make “{task.title}” priority {priority} in Ticked.",
        "Give “{task.title}” priority {priority}.",
        "“{task.title}” should be priority {priority} on my to-do list; please set that.",
    ]
    tags = ["short"]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    priority: Priority = phrase("1", "2", "3")

    def effects(self) -> Commands:
        yield todo.SetPriority(self.task, self.priority)


class MoveToTop(Task):
    """A task comes first in its list."""

    goals = [
        "Put “{task.title}” at the top of the list {task.list.name}.",
        "“{task.title}” should be the first task in {task.list.name}.",
        "In my {task.list.name} list, move “{task.title}” all the way up.",
    ]

    task: TodoTask = pick(
        TodoTask, lambda task, store: task.open and todo.siblings(store, task)[0].id != task.id, among=is_open
    )

    def effects(self) -> Commands:
        yield todo.Reorder(self.task, "top")

    @way
    def step_by_step_on_its_own_page(self, user: User) -> None:
        open_task(user, self.task)
        user.click(button("More"))
        while user.page.tree.find("button", "Move up"):
            user.click(button("Move up"))
            user.click(button("More"))


class FinishSomethingLate(Task):
    """Any one overdue task is ticked off."""

    goals = [
        "Tick off any one of my overdue tasks in Ticked, I don't mind which.",
        "I've done one of the overdue tasks on my to-do list. Check one of them off, whichever you like.",
        "Pick one task that is past its due date and mark it as done. Just one.",
    ]
    tags = ["choice"]

    def effects(self) -> Commands:
        yield todo.Complete(chosen(TodoTask, lambda row, now: row.open and row.due and row.due < now.date()))


class AddToListWhenAsked(Task):
    """A task goes into a list that only the person knows."""

    goals = [
        "Add “{title}” to one of my lists in Ticked. Not just any: there is one that I have in mind for it.",
        "Put “{title}” on the to-do list that I'm thinking of.",
        "I have to {title}. Write down exactly “{title}” on the right list; you can't know yet which one that is.",
    ]

    list: TaskList = pick(TaskList, own)
    title: str = phrase("wash the curtains", "print the photos", "sharpen the knives", "oil the hinges")
    hidden_info = "It goes into {list.name}."
    question_topics = ["list"]

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list)


class RewordTask(Task):
    """A task gets a clearer title and a note."""

    goals = [
        "Rename the task “{task.title}” to “{title}” and note “{note}” on it.",
        "“{task.title}” is badly worded. Call it “{title}” and add the note “{note}”.",
        "In Ticked, change the title of “{task.title}” to “{title}”; its note should be “{note}”.",
    ]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    title: str = phrase("Get the first half done", "Talk it over with everyone", "Decide by the weekend")
    note: str = phrase("half an hour is enough", "not before noon", "see the letter on the shelf")

    def effects(self) -> Commands:
        yield todo.EditTask(self.task, self.title, self.note)


class NotDoneAfterAll(Task):
    """A completed task is open again."""

    goals = [
        "I ticked off “{task.title}” in {task.list.name} too early. Make it open again.",
        "“{task.title}” ({task.list.name}) isn't done after all; take the tick back.",
        "Reopen the completed task “{task.title}” on my list {task.list.name}.",
    ]

    task: TodoTask = pick(TodoTask, lambda task: not task.open)

    def effects(self) -> Commands:
        yield todo.Reopen(self.task)


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

"""Tasks in Ticked."""

from datetime import date, timedelta

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Priority, Step, Task, TaskList
from lifeworld.scenarios import (
    Scenario,
    User,
    box,
    button,
    chosen,
    containing,
    day,
    derived,
    field,
    link,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.store import Store

BROWSE = (link("Browse"),)
DONE_IN = "list_id = ? AND done_at IS NOT NULL"


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


class CompleteTask(Scenario):
    """One task is ticked off."""

    goals = [
        "Tick off “{task.title}” in my {task.list.name} list.",
        "I've finished “{task.title}” ({task.list.name}). Mark it as done.",
        "“{task.title}” on the list {task.list.name} is done, please check it off in Ticked.",
    ]
    tags = ["short"]

    task: Task = pick(Task, is_open, among=is_open)

    def effects(self):
        yield todo.Complete(self.task)

    def solution(self, user):
        open_list(user, self.task.list)
        user.click(button(f"Complete {self.task.title}"))


class AddTaskWithDate(Scenario):
    """A task with a due date goes into a list."""

    goals = [
        "Add “{title}” to my {list.name} list in Ticked, due {due}.",
        "Put “{title}” on the to-do list {list.name} for {due}.",
        "I need to {title} by {due}. Add exactly “{title}” to {list.name} in Ticked with that due date.",
    ]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("renew the library card", "buy a birthday card", "call the dentist", "return the ladder")
    due: date = day(2, 30)

    def effects(self):
        yield todo.AddTask(self.title, self.list, due=self.due)

    def solution(self, user):
        open_list(user, self.list)
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.click(button("Add task"))


class Postpone(Scenario):
    """A task gets another due date."""

    goals = [
        "Move the due date of “{task.title}” to {due}.",
        "“{task.title}” can wait until {due}. Change its date in Ticked.",
        "Set {due} as the day that “{task.title}” is due.",
    ]

    task: Task = pick(Task, lambda task: task.open and task.due, among=is_open)
    due: date = day(5, 40)

    def effects(self):
        yield todo.SetDue(self.task, self.due)

    def solution(self, user):
        open_task(user, self.task)
        user.click(link("Due date…"))
        user.fill(field("Another date"), self.due)
        user.click(button("Save"))


class RaisePriority(Scenario):
    """A task becomes more urgent."""

    goals = [
        "Make “{task.title}” priority {priority} in Ticked.",
        "Give “{task.title}” priority {priority}.",
        "“{task.title}” should be priority {priority} on my to-do list; please set that.",
    ]
    tags = ["short"]

    task: Task = pick(Task, is_open, among=is_open)
    priority: Priority = phrase("1", "2", "3")

    def effects(self):
        yield todo.SetPriority(self.task, self.priority)

    def solution(self, user):
        open_task(user, self.task)
        user.click(button(f"Priority {self.priority}"))


class MoveToAnotherList(Scenario):
    """A task changes lists."""

    goals = [
        "Move “{task.title}” from {task.list.name} to {target.name}.",
        "“{task.title}” is in the wrong list: it belongs to {target.name}, not to {task.list.name}.",
        "In Ticked, put the task “{task.title}” of {task.list.name} into my {target.name} list instead.",
    ]

    task: Task = pick(Task, is_open, among=is_open)
    target: TaskList = pick(TaskList, lambda target, task: target.id != task.list_id)

    def effects(self):
        yield todo.MoveTask(self.task, self.target)

    def solution(self, user):
        open_task(user, self.task)
        user.click(link(f"List {self.task.list.name}"))
        user.click(option(self.target.name))
        user.click(button("Move"))


class NewListWithTasks(Scenario):
    """A list is made and gets its first two tasks."""

    goals = [
        "Make a list called “{name}” in Ticked and put “{first}” and “{second}” on it.",
        "I'm planning: start a new to-do list “{name}” with two tasks, “{first}” and “{second}”.",
        "Create the list “{name}”. Its first tasks are “{first}”, then “{second}”.",
    ]
    tags = ["long"]

    name: str = phrase("Street party", "Balcony garden", "Job search", "Band practice")
    first: str = phrase("ask around for ideas", "set a budget")
    second: str = phrase("make a plan", "find a date")

    def effects(self):
        made = yield todo.AddList(self.name)
        yield todo.AddTask(self.first, made)
        yield todo.AddTask(self.second, made)

    def solution(self, user):
        user.open("Ticked")
        user.click(link("New list"), via=BROWSE)
        user.fill(field("Name"), self.name)
        user.click(button("Make list"))
        for title in (self.first, self.second):
            user.click(link("Add task"))
            user.fill(field("Title"), title)
            user.click(button("Add task"))


class AddStepInOwnWords(Scenario):
    """A task gets a step; how it is worded is free."""

    goals = [
        "Add a step about {topic} to “{task.title}”. The wording is up to you, but “{topic}” should be in it.",
        "In Ticked, “{task.title}” lacks a step for the {topic}. Add one that mentions “{topic}”.",
        "Break “{task.title}” down a little: one new step that has the word “{topic}” in it.",
    ]
    tags = ["prose"]

    task: Task = pick(Task, is_open, among=is_open)
    topic: str = phrase("budget", "deadline", "phone call", "paperwork")

    def effects(self):
        yield todo.AddStep(self.task, containing(self.topic))

    def solution(self, user):
        open_task(user, self.task)
        user.fill(field("New step"), f"Take care of the {self.topic}")
        user.click(button("Add step"))


class MoveToTop(Scenario):
    """A task comes first in its list."""

    goals = [
        "Put “{task.title}” at the top of the list {task.list.name}.",
        "“{task.title}” should be the first task in {task.list.name}.",
        "In my {task.list.name} list, move “{task.title}” all the way up.",
    ]

    task: Task = pick(
        Task, lambda task, store: task.open and todo.siblings(store, task)[0].id != task.id, among=is_open
    )

    def effects(self):
        yield todo.Reorder(self.task, "top")

    def solution(self, user):
        open_list(user, self.task.list)
        user.click(button(f"Move {self.task.title}"))
        user.click(button("To the top"))


class FinishSomethingLate(Scenario):
    """Any one overdue task is ticked off."""

    goals = [
        "Tick off any one of my overdue tasks in Ticked, I don't mind which.",
        "I've done one of the late tasks on my to-do list. Check one of them off, whichever you like.",
        "Pick one task that is past its due date and mark it as done. Just one.",
    ]
    tags = ["choice"]

    def effects(self):
        yield todo.Complete(chosen(Task, lambda row, now: row.open and row.due and row.due < now.date()))

    def solution(self, user):
        user.open("Ticked")
        user.click(link("Today"))
        first = next(node for node in user.now.tree.all("list", "Overdue")).find("button")
        user.click(button(first.name))


class OffTheList(Scenario):
    """A task goes, either done or deleted."""

    goals = [
        "Get “{task.title}” off my open tasks: tick it off or delete it, either is fine.",
        "I don't want to see “{task.title}” among my open tasks any more. Complete it or remove it.",
        "“{task.title}” is settled. Mark it done or delete it from Ticked.",
    ]
    tags = ["choice"]

    task: Task = pick(Task, is_open, among=is_open)

    def outcomes(self):
        return [[todo.Complete(self.task)], [todo.DeleteTask(self.task)]]

    def solution(self, user):
        open_task(user, self.task)
        user.click(link("Delete task"), via=[button("More")])
        user.click(button("Delete"))


class CountDueBy(Scenario):
    """How many tasks are due by a day?"""

    goals = [
        "How many open tasks in Ticked are due on or before {until}, late ones included?",
        "Count my open to-dos that are due by {until}. Overdue ones count too.",
        "Up to and including {until}, how many open tasks do I have with a due date?",
    ]
    tags = ["count"]

    until: date = day(1, 12)

    def answer(self, store: Store):
        return store.count(Task, "done_at IS NULL AND due <= ?", self.until)

    def items(self):
        yield observed("Opened Upcoming", at="/todo/upcoming")

    def solution(self, user):
        user.open("Ticked")
        user.click(link("Upcoming"))
        user.say(self.truth)


class WhenIsItDue(Scenario):
    """When is a task due?"""

    goals = [
        "When is “{task.title}” due?",
        "What due date does the task “{task.title}” have in Ticked?",
        "By which day should I have done “{task.title}”?",
    ]
    tags = ["short"]

    task: Task = pick(
        Task, lambda task, now: task.open and task.due and task.due > now.date() + timedelta(days=7), among=is_open
    )

    def answer(self, store: Store):
        return store.get(Task, self.task.id).due

    def items(self):
        yield observed("Saw the task", showing=self.task.title, kind="search")

    def solution(self, user):
        open_task(user, self.task)
        user.say(self.truth)


class ShowList(Scenario):
    """A list is on the screen."""

    goals = [
        "Show me my {list.name} list in Ticked.",
        "Open the to-do list {list.name} and leave it on the screen.",
        "I want to look at {list.name}. Bring that list up in Ticked.",
    ]
    tags = ["short"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def reached(self):
        return f"/todo/list/{self.list.id}"

    def solution(self, user):
        open_list(user, self.list)


class AddToListWhenAsked(Scenario):
    """A task goes into a list that only the person knows."""

    goals = [
        "Add “{title}” to one of my lists in Ticked. Ask me which list it should be.",
        "Put “{title}” on the right to-do list; I'll tell you which when you ask.",
        "I have to {title}. Write down exactly “{title}”, but check with me first which list it goes into.",
    ]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("wash the curtains", "print the photos", "sharpen the knives")
    withheld = "It goes into {list.name}."

    def effects(self):
        yield todo.AddTask(self.title, self.list)

    def solution(self, user):
        user.ask("Which list should it go into?")
        open_list(user, self.list)
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.click(button("Add task"))


class SecondListOfTheName(Scenario):
    """A list of a name that is taken can't be made."""

    goals = [
        "Make a second list with exactly the name “{list.name}” in Ticked, without renaming the one I have. "
        "If that can't be done, say so.",
        "I want another list, also named “{list.name}”. Leave the old one alone, and tell me if it isn't possible.",
        "Add one more to-do list “{list.name}” next to the existing one; tell me if Ticked won't have it.",
    ]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def impossible(self):
        yield todo.AddList(self.list.name)

    def solution(self, user):
        user.open("Ticked")
        user.click(link("New list"), via=BROWSE)
        user.fill(field("Name"), self.list.name)
        user.click(button("Make list"))
        user.give_up()


class DeleteListAfterConsent(Scenario):
    """A list goes for good, once the person has agreed."""

    goals = [
        "Delete my {list.name} list in Ticked, but ask me for a last OK before you do.",
        "I think I can do without the list {list.name}. Check with me, then delete it with all its tasks.",
        "Remove {list.name} and everything on it from Ticked. Get my confirmation first.",
    ]
    consent = "Yes, delete it."

    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def effects(self):
        yield todo.DeleteList(self.list)

    def solution(self, user):
        open_list(user, self.list)
        user.ask(f"Shall I delete {self.list.name} with all its tasks?")
        user.click(link("Delete list"), via=[button("List options")])
        user.click(button("Delete"))


class RewordTask(Scenario):
    """A task gets a clearer title and a note."""

    goals = [
        "Rename the task “{task.title}” to “{title}” and note “{note}” on it.",
        "“{task.title}” is badly worded. Call it “{title}” and add the note “{note}”.",
        "In Ticked, change the title of “{task.title}” to “{title}”; its note should be “{note}”.",
    ]

    task: Task = pick(Task, is_open, among=is_open)
    title: str = phrase("Finish the first half", "Talk it over with everyone", "Decide by the weekend")
    note: str = phrase("half an hour is enough", "not before noon", "see the letter on the shelf")

    def effects(self):
        yield todo.EditTask(self.task, self.title, self.note)

    def solution(self, user):
        open_task(user, self.task)
        user.click(link("Edit"))
        user.fill(field("Title"), self.title)
        user.fill(field("Note"), self.note)
        user.click(button("Save"))


class NotDoneAfterAll(Scenario):
    """A completed task is open again."""

    goals = [
        "I ticked off “{task.title}” in {task.list.name} too early. Make it open again.",
        "“{task.title}” ({task.list.name}) isn't done after all; take the tick back.",
        "Reopen the completed task “{task.title}” on my list {task.list.name}.",
    ]

    task: Task = pick(Task, lambda task: not task.open)

    def effects(self):
        yield todo.Reopen(self.task)

    def solution(self, user):
        open_list(user, self.task.list)
        user.click(link("Completed…"))
        user.click(button(f"Reopen {self.task.title}"))


class StepDone(Scenario):
    """A step of a task is ticked off."""

    goals = [
        "Tick off the step “{step.title}” of “{step.task.title}”.",
        "“{step.title}”, a step of “{step.task.title}” in Ticked, is done. Mark it.",
        "In “{step.task.title}”, the step “{step.title}” is finished. Check it off.",
    ]

    step: Step = pick(Step, lambda step: step.open and step.task.open)

    def effects(self):
        yield todo.CompleteStep(self.step)

    def solution(self, user):
        open_task(user, self.step.task)
        user.click(button(f"Complete {self.step.title}"))


class SwapSteps(Scenario):
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

    def effects(self):
        yield todo.ReopenStep(self.done)
        yield todo.DeleteStep(self.waiting)

    def solution(self, user):
        open_task(user, self.done.task)
        user.click(button(f"Reopen {self.done.title}"))
        user.click(button(f"Delete {self.waiting.title}"))


class RenameAList(Scenario):
    """A list gets another name and colour."""

    goals = [
        "Rename my list {list.name} to “{name}” and make it {colour}.",
        "The list {list.name} should be called “{name}” and be {colour} in Ticked.",
        "Change {list.name} in Ticked: new name “{name}”, colour {colour}.",
    ]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    name: str = phrase("This season", "Odds and ends", "Around the corner")
    colour: str = phrase("teal", "violet", "gold")

    def effects(self):
        yield todo.RenameList(self.list, self.name, self.colour)

    def solution(self, user):
        open_list(user, self.list)
        user.click(link("Edit list"), via=[button("List options")])
        user.fill(field("Name"), self.name)
        user.click(option(self.colour.capitalize()))
        user.click(button("Save"))


class ClearWhatIsDone(Scenario):
    """The completed tasks of a list go, and how many there were is told."""

    goals = [
        "Clear the completed tasks from my {list.name} list and tell me how many there were.",
        "How many completed tasks are on {list.name}? Tell me the number and clear them away.",
        "Tidy up {list.name} in Ticked: delete all its completed tasks, then say how many you deleted.",
    ]
    tags = ["count"]

    list: TaskList = pick(TaskList, lambda list, store: store.count(Task, DONE_IN, list.id) > 0)
    before: int = derived(lambda list, store: store.count(Task, DONE_IN, list.id))

    def effects(self):
        yield todo.ClearCompleted(self.list)

    def answer(self, store: Store):
        return self.before

    def solution(self, user):
        open_list(user, self.list)
        user.click(button("Clear completed"), via=[button("List options")])
        user.say(self.truth)


class FirstScreen(Scenario):
    """Ticked opens on another screen and shows what is done."""

    goals = [
        "Let Ticked open on {screen} and show completed tasks in lists.",
        "Change Ticked's settings: it should start with {screen}, and lists should show what is completed.",
        "When I open Ticked I want to see {screen} first. Also show completed tasks in my lists.",
    ]

    screen: str = phrase("Inbox", "Upcoming")

    def effects(self):
        yield todo.SaveSettings(self.screen.lower(), show_done=True)

    def solution(self, user):
        user.open("Ticked")
        user.click(link("Settings"), via=BROWSE)
        user.click(option(self.screen))
        user.check(box("Show completed tasks in lists"))
        user.click(button("Save"))

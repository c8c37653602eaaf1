"""Tasks added, done, moved and reworded, also while somebody writes, or the person thinks better of it."""

from datetime import date

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Priority, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.taskkit import Commands, Events, Store, Task, User, button, chosen, day, phrase, pick, way, when
from lifeworld.tasks.messenger.news import says, somebody
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


class SomebodyWrites:
    """Somebody writes what does not concern the task."""

    distractor = True
    text: str

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, somebody(store, self.text), self.text)


class CompleteInSpiteOfChatter(SomebodyWrites, CompleteTask):
    """One task is ticked off while somebody writes about another."""

    goals = [
        "Tick off “{task.title}” in my {task.list.name} list. Whatever else comes in meanwhile is for me to see to.",
        "“{task.title}” ({task.list.name}) is done; check it off, please. Never mind any messages.",
        "Please mark “{task.title}” on the list {task.list.name} as done, nothing else. I'll read my messages myself.",
    ]
    trigger = when(opened="todo")

    text: str = phrase(
        "Could you put milk on your list?",
        "Please remind yourself to call me tonight!",
        "Don't forget to tick off the shopping",
        "Can you delete that old list of yours?",
    )


class PostponeAsISaid(SomebodyWrites, Postpone):
    """A due date changes as the person said, whatever somebody else would like."""

    goals = [
        "Move the due date of “{task.title}” to {due}. Should anybody write meanwhile, I'll answer later.",
        "“{task.title}” can wait until {due}. Change its date in Ticked and leave my messages alone.",
        "Set {due} as the day that “{task.title}” is due. I decide that, no matter who asks for something else.",
    ]
    trigger = when(opened="todo")

    text: str = phrase(
        "Could you do it tomorrow instead?", "Any day but Friday, please", "Do it next week, there's no hurry"
    )


class AddTaskForAnotherDay(AddTaskWithDate):
    """A task goes into a list; its day changes while it is being written down."""

    goals = [
        "Put “{title}” on my {list.name} list in Ticked, due {first}.",
        "I have to {title}. Add exactly “{title}” to {list.name} in Ticked and set {first} as its due date.",
        "Could you add a task “{title}” to the list {list.name}? It's due {first}.",
        "New task for {list.name}: “{title}”, {first}.",
    ]
    trigger = when(opened="todo")
    goal_update = [
        "Sorry, I looked at the wrong week. Make it {due}.",
        "Ah, not that day after all. {due} is better.",
        "One more thing: the due date should be {due}, not what I said.",
    ]

    first: date = day(2, 30)

    def superseded_effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.first)


class TickOffBoth(CompleteTask):
    """A task is ticked off, and then another, too."""

    goals = [
        "Tick off “{task.title}” in my {task.list.name} list.",
        "“{task.title}” ({task.list.name}) is done. Check it off for me, would you?",
        "Mark “{task.title}” on the list {task.list.name} as done.",
    ]
    trigger = when(opened="todo")
    goal_update = [
        "Oh, and “{second.title}” is done as well. Tick that off, too.",
        "While you're there: “{second.title}” is finished, too, please check it off.",
        "I forgot: I've also done “{second.title}”. That one as well, please.",
    ]

    second: TodoTask = pick(TodoTask, lambda second, task: second.open and second != task, among=is_open)

    def superseded_effects(self) -> Commands:
        yield todo.Complete(self.task)

    def effects(self) -> Commands:
        yield todo.Complete(self.task)
        yield todo.Complete(self.second)


class AnotherPriority(RaisePriority):
    """A task becomes more urgent, but not as much as was said first."""

    goals = [
        "Make “{task.title}” priority {first} in Ticked.",
        "“{task.title}” should be priority {first} on my to-do list, please.",
        "Set the priority of “{task.title}” to {first}.",
    ]
    trigger = when(opened="todo")
    goal_update = [
        "Hm, let's not exaggerate: priority {priority}.",
        "On second thoughts, make that priority {priority}.",
        "Wait, priority {priority} is right for it, not {first}.",
    ]
    tags = ["short"]

    first: Priority = phrase("1", "2", "3")

    def superseded_effects(self) -> Commands:
        yield todo.SetPriority(self.task, self.first)

"""What comes while a task is being done in Ticked: somebody else's messages, and second thoughts of the person."""

from datetime import date
from typing import ClassVar

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Priority, Task
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, day, phrase, pick, when
from lifeworld.tasks.messenger.news import says, somebody
from lifeworld.tasks.todo.tasks import AddTaskWithDate, CompleteTask, Postpone, RaisePriority
from lifeworld.tasks.todo.ways import is_open


class SomebodyWrites:
    """Somebody writes what does not concern the task."""

    trigger = when(opened="todo")
    distractor = True
    tags: ClassVar = ["moving", "ignore"]

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
    tags = ["goal-update"]

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
    tags = ["goal-update"]

    second: Task = pick(Task, lambda second, task: second.open and second != task, among=is_open)

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
    tags = ["goal-update", "short"]

    first: Priority = phrase("1", "2", "3")

    def superseded_effects(self) -> Commands:
        yield todo.SetPriority(self.task, self.first)

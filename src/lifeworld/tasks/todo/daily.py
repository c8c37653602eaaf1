"""What people ask of a to-do list every day: one thing noted, looked up, or taken off."""

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Store, Task, User, phrase, pick
from lifeworld.tasks.todo.ways import DONE_ON, OPEN_ON, is_open, list_told, open_task, own, search, title, waiting


class AddPlainTask(Task):
    """A task goes into a list."""

    goals = [
        "Add “{title}” to {list.name}.",
        "Put “{title}” on my {list.name} list in Ticked.",
        "One more for {list.name}: “{title}”. Write it down, please.",
    ]
    tags = ["daily"]
    list: TaskList = pick(TaskList, own)
    title: str = phrase("Buy stamps", "Ring the optician", "Oil the hinges", "Renew the library card", "Wash the car")

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list)


class NoteInTheInbox(Task):
    """A task goes into the inbox."""

    goals = [
        "Put “{title}” into my {list.name} in Ticked.",
        "Jot down “{title}” for me. The {list.name} of Ticked will do.",
        "New entry for the {list.name}: “{title}”.",
    ]
    tags = ["daily"]
    list: TaskList = pick(TaskList, lambda list: list.inbox)
    title: str = phrase("Ask about the parking permit", "Find the warranty", "Think of a present", "Get a quote")

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list)


class NoDueDate(Task):
    """A task loses its due date."""

    goals = [
        "Take the due date off “{task.title}”.",
        "“{task.title}” needn't be done by any particular day. Remove its date in Ticked.",
        "Clear the date of the task “{task.title}”; the rest of it stays.",
    ]
    tags = ["daily"]
    task: TodoTask = pick(TodoTask, lambda task: task.open and task.due, among=is_open)

    def effects(self) -> Commands:
        yield todo.SetDue(self.task)


class DeleteOneTask(Task):
    """A task is deleted."""

    goals = [
        "Delete the task “{task.title}” from {task.list.name}.",
        "“{task.title}” on {task.list.name} was a silly idea. Get rid of it, don't tick it off.",
        "Throw “{task.title}” out of my {task.list.name} list in Ticked.",
    ]
    tags = ["daily"]
    task: TodoTask = pick(TodoTask, is_open, among=is_open)

    def effects(self) -> Commands:
        yield todo.DeleteTask(self.task)


class NewEmptyList(Task):
    """A list is made."""

    goals = [
        "Make a list called “{name}” in Ticked.",
        "I want a new to-do list. Name it “{name}”.",
        "Start an empty list “{name}” for my tasks.",
    ]
    tags = ["daily"]
    name: str = phrase("Balcony", "Moving house", "Questions for the doctor", "Films to see", "Spring cleaning", "Bike")

    def effects(self) -> Commands:
        yield todo.AddList(self.name)


class ClearList(Task):
    """The completed tasks of a list go."""

    goals = [
        "Clear the completed tasks from {list.name}.",
        "Remove everything that's ticked off on my {list.name} list in Ticked.",
        "What is done on {list.name} can go for good. The open tasks stay.",
    ]
    tags = ["daily"]
    list: TaskList = pick(TaskList, lambda list, store: store.count(TodoTask, DONE_ON, list.id) > 0)

    def effects(self) -> Commands:
        yield todo.ClearCompleted(self.list)


class ShowTask(Task):
    """A task is on the screen."""

    goals = [
        "Open the task “{task.title}” and leave it on the screen.",
        "Show me “{task.title}” in Ticked, with all that is noted about it.",
        "Bring up the page of “{task.title}”, a task on {task.list.name}.",
    ]
    tags = ["daily"]
    task: TodoTask = pick(TodoTask, is_open, among=is_open)

    def reached(self) -> str:
        return f"/todo/task/{self.task.id}"

    def solution(self, user: User) -> None:
        open_task(user, self.task)


class OnWhichList(Task):
    """On which list does a task stand?"""

    goals = [
        "On which of my lists is “{task.title}”?",
        "I've written down “{task.title}” somewhere in Ticked. Which list is it on?",
        "What list does the task “{task.title}” belong to?",
    ]
    tags = ["daily"]
    task: TodoTask = pick(TodoTask, lambda task: task.open and not task.list.inbox, among=is_open)

    def answer(self, store: Store) -> str:
        return self.task.list.name

    def solution(self, user: User) -> None:
        search(user, self.task.title)
        user.say(list_told(user.page.line(f"Complete {self.task.title}")))


class HowManyAreOpen(Task):
    """How many tasks of a list are open?"""

    goals = [
        "How many tasks are open on {list.name}?",
        "How many things are still to do on my {list.name} list?",
        "Count what isn't ticked off on {list.name} in Ticked.",
    ]
    tags = ["daily", "count"]
    list: TaskList = pick(TaskList)

    def answer(self, store: Store) -> int:
        return store.count(TodoTask, OPEN_ON, self.list.id)

    def solution(self, user: User) -> None:
        user.say(len(waiting(user, self.list)))


class WhatComesFirst(Task):
    """Which task is at the top of a list?"""

    goals = [
        "What's the first task on my {list.name} list?",
        "Which task is at the very top of {list.name} in Ticked?",
        "Read me the topmost entry of {list.name}.",
    ]
    tags = ["daily"]
    list: TaskList = pick(TaskList, lambda list, store: store.count(TodoTask, OPEN_ON, list.id) > 1)

    def answer(self, store: Store) -> str:
        return store.all(TodoTask, OPEN_ON, self.list.id, order="position, id")[0].title

    def solution(self, user: User) -> None:
        user.say(title(waiting(user, self.list)[0]))

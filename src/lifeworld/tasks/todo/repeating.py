"""Tasks that come again, and reminders of them."""

from datetime import date, datetime, time

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Repeat
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.taskkit import Commands, Setup, Store, Task, User, clock, day, phrase, pick
from lifeworld.tasks.todo.ways import dated, is_open, open_list, tick

OFTEN: dict[str, Repeat] = {"Every day": "daily", "Every week": "weekly", "Every month": "monthly"}


class ComesAgain(Task):
    """A task is to repeat."""

    goals = [
        "Have “{task.title}” repeat in Ticked: “{often}”.",
        "“{task.title}” comes round again and again. Make it a repeating task, set to “{often}”.",
        "Set how often “{task.title}” repeats on my to-do list to “{often}”.",
    ]
    tags = ["short"]

    task: TodoTask = pick(TodoTask, lambda task: task.open and task.due, among=is_open)
    often: str = phrase(*OFTEN)

    def effects(self) -> Commands:
        yield todo.SetRepeat(self.task, OFTEN[self.often])


class RemindMeOf(Task):
    """A task gets a reminder."""

    goals = [
        "Set a reminder for “{task.title}” in Ticked: {on} at {at}.",
        "Ticked should remind me of “{task.title}” on {on} at {at}.",
        "I want to be reminded of the task “{task.title}”, at {at} on {on}.",
    ]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    on: date = day(1, 20)
    at: time = clock(8, 20)

    def effects(self) -> Commands:
        yield todo.SetReminder(self.task, datetime.combine(self.on, self.at))


class DoneForNow(Task):
    """A repeating task is ticked off, and the day on which it is due again is told."""

    goals = [
        "Tick off “{task.title}”; it repeats. On which date is it due next?",
        "I've done “{task.title}” for this time. Mark it as completed in Ticked and tell me the next date it is due.",
        "“{task.title}” is a repeating task and it's done. Check it off, then give me its new due date.",
    ]

    task: TodoTask = pick(TodoTask, lambda task: task.open and task.due, among=is_open)
    repeat: Repeat = phrase("weekdays", "weekly", "monthly")

    def setup(self) -> Setup:
        yield todo.SetRepeat(self.task, self.repeat)

    def effects(self) -> Commands:
        yield todo.Complete(self.task)

    def answer(self, store: Store) -> date | None:
        return store.one(TodoTask, "done_at IS NULL AND title = ?", self.task.title, order="id DESC").due

    def solution(self, user: User) -> None:
        open_list(user, self.task.list)
        tick(user, self.task.title)
        user.say(next(one.day for one in dated(user, self.task.list) if one.title == self.task.title))

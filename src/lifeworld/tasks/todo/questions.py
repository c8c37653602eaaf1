"""Questions about tasks, and screens to be shown."""

from datetime import date, timedelta

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Start, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Task,
    User,
    day,
    days,
    link,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.todo.ways import is_open, open_list, open_task

SCREENS: dict[str, Start] = {"Inbox": "inbox", "Upcoming": "upcoming"}


class CountDueBy(Task):
    """How many tasks are due by a day?"""

    goals = [
        "How many open tasks in Ticked are due on or before {until}, late ones included?",
        "Count my open to-dos that are due by {until}. Overdue ones count too.",
        "Up to and including {until}, how many open tasks do I have with a due date?",
    ]
    tags = ["count"]

    until: date = day(1, 12)

    def answer(self, store: Store) -> int:
        return store.count(TodoTask, "done_at IS NULL AND due <= ?", self.until)

    def items(self) -> Items:
        yield observed("Opened Upcoming", at="/todo/upcoming")

    def solution(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("Today"))
        late = len(user.page.lines("Overdue")) + len(user.page.lines("Today"))
        user.click(link("Upcoming"))
        user.say(late + sum(days(line.heading, user.today)[0] <= self.until for line in user.page.lines()))


class WhenIsItDue(Task):
    """When is a task due?"""

    goals = [
        "When is “{task.title}” due?",
        "What due date does the task “{task.title}” have in Ticked?",
        "By which day should I have done “{task.title}”?",
    ]
    tags = ["short"]

    task: TodoTask = pick(
        TodoTask, lambda task, now: task.open and task.due and task.due > now.date() + timedelta(days=7), among=is_open
    )

    def answer(self, store: Store) -> date | None:
        return store.get(TodoTask, self.task.id).due

    def items(self) -> Items:
        yield observed("Saw the task", showing=self.task.title, kind="search")

    def solution(self, user: User) -> None:
        open_task(user, self.task)
        user.say(days(user.page.line("Due date").text, user.today)[0])

    @way
    def among_what_is_coming(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("Upcoming"))
        user.say(days(user.page.line(self.task.title).heading, user.today)[0])


class ShowList(Task):
    """A list is on the screen."""

    goals = [
        "Show me my {list.name} list in Ticked.",
        "Open the to-do list {list.name} and leave it on the screen.",
        "I want to look at {list.name}. Bring that list up in Ticked.",
    ]
    tags = ["short"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def reached(self) -> str:
        return f"/todo/list/{self.list.id}"

    def solution(self, user: User) -> None:
        open_list(user, self.list)


class FirstScreen(Task):
    """Ticked opens on another screen and shows what is done."""

    goals = [
        "Let Ticked open on {screen} and show completed tasks in lists.",
        "Change Ticked's settings: it should start with {screen}, and lists should show what is completed.",
        "When I open Ticked I want to see {screen} first. Also show completed tasks in my lists.",
    ]

    screen: str = phrase(*SCREENS)

    def effects(self) -> Commands:
        yield todo.SaveSettings(SCREENS[self.screen], show_done=True)

"""Questions on what stands on lists: how much, how urgent, and since when done."""

from collections.abc import Iterator
from datetime import date

from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Items, Store, Task, Texts, User, day, derived, link, observed, phrase, pick, sure, way
from lifeworld.tasks.todo.ways import DONE_ON, OPEN_ON, completed, day_behind, due_told, find, own, title, waiting


def open_on(store: Store, *lists: TaskList) -> list[TodoTask]:
    """Return the open tasks of lists."""
    return [task for one in lists for task in store.all(TodoTask, OPEN_ON, one.id)]


class WithoutADate(Task):
    """How many open tasks of two lists have no due date?"""

    goals = [
        "How many open tasks on {first.name} and {second.name} together have no due date?",
        "Count the open tasks without a date on my lists {first.name} and {second.name}, both taken together.",
        "On {first.name} and {second.name} in Ticked, how many things to do have no day by which they are due? Take "
        "both lists together.",
    ]
    tags = ["count"]

    first: TaskList = pick(TaskList, own)
    second: TaskList = pick(TaskList, lambda second, first: own(second) and second.id != first.id)

    def answer(self, store: Store) -> int:
        return sum(store.count(TodoTask, f"{OPEN_ON} AND due IS NULL", one.id) for one in (self.first, self.second))

    def solution(self, user: User) -> None:
        found = [line for one in (self.first, self.second) for line in waiting(user, one)]
        user.say(sum(not due_told(line) for line in found))


class LongerByHowMany(WithoutADate):
    """By how many open tasks is one list longer than another?"""

    goals = [
        "How many more open tasks does {first.name} have than {second.name}?",
        "Compare {first.name} and {second.name} in Ticked: by how many open tasks is the first list longer?",
        "There is more left to do on {first.name} than on {second.name}. How many tasks more?",
    ]
    tags = ["count", "compare", "short"]

    more: int = derived(
        lambda store, first, second: max(len(open_on(store, first)) - len(open_on(store, second)), 0) or None
    )

    def answer(self, store: Store) -> int:
        return self.more

    def solution(self, user: User) -> None:
        first, second = (len(waiting(user, one)) for one in (self.first, self.second))
        user.say(first - second)


class UrgentOn(Task):
    """Which open tasks of two lists have a priority?"""

    goals = [
        "Which open tasks on {first.name} and {second.name} have priority {priority}? If there are none, tell me so.",
        "Name every open task of priority {priority} on my lists {first.name} and {second.name}, or say none.",
        "Look through {first.name} and {second.name} in Ticked: what is still open there with priority {priority}? "
        "There may be nothing.",
    ]
    tags = ["long"]
    step_budgets = 2

    first: TaskList = pick(TaskList, own)
    second: TaskList = pick(TaskList, lambda second, first: own(second) and second.id != first.id)
    few: bool = derived(lambda store, first, second: len(open_on(store, first, second)) <= 12 or None)  # each is opened
    priority: str = phrase("1", "2", "3")

    def answer(self, store: Store) -> Texts:
        return [task.title for task in open_on(store, self.first, self.second) if task.priority == self.priority]

    def solution(self, user: User) -> None:
        user.say([name for one in (self.first, self.second) for name in self._urgent(user, one)])

    def _urgent(self, user: User, one: TaskList) -> Iterator[str]:
        for name in [title(line) for line in waiting(user, one)]:
            if not user.page.tree.find("link", name):  # going back leads here again where a pop-up was closed
                waiting(user, one)
            user.click(link(name))
            if "pressed" in sure(user.page.tree.find("button", f"Priority {self.priority}")).states:
                yield name
            user.back()


class WhenTickedOff(Task):
    """On which day was a task done?"""

    goals = [
        "On what date did I tick off “{task.title}”?",
        "When was “{task.title}” completed in Ticked? I need the date.",
        "“{task.title}” is done already. On which day did I check it off?",
    ]
    tags = ["short", "look-up"]

    task: TodoTask = pick(TodoTask, lambda task: not task.open)

    def answer(self, store: Store) -> date:
        return sure(store.get(TodoTask, self.task.id).done_at).date()

    def items(self) -> Items:
        yield observed("Saw the task", showing=self.task.title, kind="search")

    def solution(self, user: User) -> None:
        find(user, self.task.title)
        user.say(day_behind(user, "Completed"))

    @way
    def among_what_is_completed(self, user: User) -> None:
        completed(user, self.task.list)
        user.click(link(self.task.title))
        user.say(day_behind(user, "Completed"))


def told_apart(found: list[TodoTask]) -> bool:
    """Return whether there are some tasks, no two of the same title, and no more than one goes through one by one."""
    return 0 < len({task.title for task in found}) == len(found) <= 8


class TickedOffSince(Task):
    """How many tasks of a list were done since a day?"""

    goals = [
        "How many tasks on {list.name} have I ticked off since {since}? That day counts.",
        "Count the completed tasks of my {list.name} list that I finished on {since} or later.",
        "From {since} until now, how many things on the list {list.name} did I get done, as far as they are still "
        "there?",
    ]
    tags = ["count", "long"]

    list: TaskList = pick(TaskList, lambda list, store: told_apart(store.all(TodoTask, DONE_ON, list.id)))
    since: date = day(-40, -2)

    def answer(self, store: Store) -> int:
        return store.count(TodoTask, "list_id = ? AND done_at >= ?", self.list.id, self.since)

    def solution(self, user: User) -> None:
        user.say(sum(self._done(user, name) >= self.since for name in completed(user, self.list)))

    def _done(self, user: User, name: str) -> date:
        completed(user, self.list)
        user.click(link(name).within("Completed"))
        return day_behind(user, "Completed")

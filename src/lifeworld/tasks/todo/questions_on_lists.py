"""Questions on what stands on lists: how much, how urgent, in what steps."""

from collections.abc import Iterator

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Step, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.store import Command, Store
from lifeworld.taskkit import Items, Setup, Task, Texts, User, derived, link, nth, number, observed, phrase, pick, sure
from lifeworld.tasks.todo.ways import OPEN_ON, due_told, look_for, open_list, open_steps, own, title, waiting

_LOOKED_INTO = 12  # tasks at most that have to be opened one by one
PARTS = ("measure the wall", "choose a colour", "buy the paint", "ask for help")  # of any bigger job


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


def lead(store: Store, first: TaskList, second: TaskList) -> int | None:
    """Return by how many open tasks a list is ahead of another; None where it isn't."""
    more = store.count(TodoTask, OPEN_ON, first.id) - store.count(TodoTask, OPEN_ON, second.id)
    return more if more > 0 else None


class LongerByHowMany(Task):
    """By how many open tasks is one list longer than another?"""

    goals = [
        "How many more open tasks does {first.name} have than {second.name}?",
        "Compare {first.name} and {second.name} in Ticked: by how many open tasks is the first list longer?",
        "There is more left to do on {first.name} than on {second.name}. How many tasks more?",
    ]
    tags = ["count", "compare", "short"]

    first: TaskList = pick(TaskList, own)
    second: TaskList = pick(TaskList, lambda second, first: own(second) and second.id != first.id)
    more: int = derived(lead)

    def answer(self, store: Store) -> int | None:
        return lead(store, self.first, self.second)

    def solution(self, user: User) -> None:
        first, second = (len(waiting(user, one)) for one in (self.first, self.second))
        user.say(first - second)


def open_on(store: Store, *lists: TaskList) -> list[TodoTask]:
    """Return the open tasks of lists."""
    return [task for one in lists for task in store.all(TodoTask, OPEN_ON, one.id)]


class UrgentOn(Task):
    """Which open tasks of two lists have a priority?"""

    goals = [
        "Which open tasks on {first.name} and {second.name} have priority {priority}? If there are none, tell me so.",
        "Name every open task of priority {priority} on my lists {first.name} and {second.name}, or say none.",
        "Look through {first.name} and {second.name} in Ticked: what is still open there with priority {priority}? "
        "There may be nothing.",
    ]
    tags = ["long"]

    first: TaskList = pick(TaskList, own)
    second: TaskList = pick(TaskList, lambda second, first: own(second) and second.id != first.id)
    few: bool = derived(lambda store, first, second: len(open_on(store, first, second)) <= _LOOKED_INTO or None)
    priority: str = phrase("1", "2", "3")

    def answer(self, store: Store) -> Texts:
        return [task.title for task in open_on(store, self.first, self.second) if task.priority == self.priority]

    def solution(self, user: User) -> None:
        user.say([name for one in (self.first, self.second) for name in self._urgent(user, one)])

    def _urgent(self, user: User, one: TaskList) -> Iterator[str]:
        names = [title(line) for line in waiting(user, one)]
        for name in names:
            if not user.page.tree.find(
                "link", name
            ):  # at first; and going back leads here again where a pop-up was closed
                open_list(user, one)
            user.click(link(name))
            if "pressed" in sure(user.page.tree.find("button", f"Priority {self.priority}")).states:
                yield name
            user.back()


def with_steps(store: Store, title: str, list: TaskList, done: int) -> Iterator[Command]:
    """Yield what makes a task of four steps, each done where `done` has its bit."""
    yield todo.AddTask(title, list)
    task = store.one(TodoTask, "title = ? AND list_id = ?", title, list.id)
    for place, part in enumerate(PARTS):
        yield todo.AddStep(task, part)
        if done >> place & 1:
            yield todo.CompleteStep(store.one(Step, "task_id = ? AND title = ?", task.id, part))


class StepsStillOpen(Task):
    """Which steps of a task are still to be done?"""

    goals = [
        "Which steps of “{title}” are still open? If all are done, say none.",
        "What is left to do of “{title}” in Ticked? Name the steps that aren't ticked, or tell me that there are none.",
        "“{title}” on my list {list.name} has several steps. Which of them have I not done yet, if any?",
    ]
    tags = ["short"]

    turn: int = number(0, 20)
    list: TaskList = derived(lambda store, turn: nth(store.all(TaskList, "NOT inbox"), turn))
    title: str = phrase("Paint the hall", "Do up the kitchen", "Freshen up the stairs")
    done: int = number(0, 2 ** len(PARTS) - 1)

    def setup(self, store: Store) -> Setup:
        yield from with_steps(store, f"{self.title}, second coat", self.list, ~self.done)
        yield from with_steps(store, self.title, self.list, self.done)

    def answer(self, store: Store) -> Texts:
        return [step.title for step in store.one(TodoTask, "title = ?", self.title).steps if step.open]

    def items(self) -> Items:
        yield observed("Saw the task", showing=PARTS[0])

    def solution(self, user: User) -> None:
        look_for(user, self.title)
        user.click(link(self.title))
        user.say(open_steps(user))

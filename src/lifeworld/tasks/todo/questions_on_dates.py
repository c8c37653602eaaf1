"""Questions on when tasks are due."""

from collections import Counter
from datetime import date, timedelta

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.store import Store
from lifeworld.taskkit import Days, Items, Setup, Task, User, day, days, derived, number, observed, phrase, pick, way
from lifeworld.tasks.todo.ways import OPEN_ON, dated, day_behind, find, is_open, one_of, open_task, own


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
        user.say(sum(one.day <= self.until for one in dated(user)))


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
        user.say(next(one.day for one in dated(user) if one.title == self.task.title))


def next_due(store: Store, list: TaskList, since: date) -> TodoTask | None:
    """Return the open task of a list that is due next after a day; None where there is none, or two."""
    found = store.all(TodoTask, f"{OPEN_ON} AND due > ?", list.id, since, order="due")
    several = len(found) > 1 and found[0].due == found[1].due
    return found[0] if found and not several else None


class NextDue(Task):
    """Which task of a list is due next after a day?"""

    goals = [
        "Which open task on my {list.name} list is the first to be due after {since}?",
        "Leave aside whatever is due by {since}. What comes next on {list.name}? Give me the task's name.",
        "After {since}, not counting that day, what is the next thing due on the list {list.name} in Ticked?",
    ]

    list: TaskList = pick(TaskList, own)
    since: date = day(-14, 18)
    found: TodoTask = derived(next_due)

    def answer(self, store: Store) -> str:
        return self.found.title

    def solution(self, user: User) -> None:
        user.say(next(one.title for one in dated(user, self.list) if one.day > self.since))


class LongestOverdue(Task):
    """Which task of a list has been overdue longest?"""

    goals = [
        "Which task on my {list.name} list has been overdue longest?",
        "On {list.name} in Ticked, what should I have done first of all? Name the open task with the earliest date.",
        "Of everything that is late on the list {list.name}, which task was due the longest time ago?",
    ]
    tags = ["compare"]

    list: TaskList = pick(TaskList, own)
    first: date = day(-40, -2)
    second: date = day(-40, -2)
    third: date = day(-40, -2)
    apart: bool = derived(lambda first, second, third: len({first, second, third}) == 3 or None)

    def setup(self) -> Setup:
        titles = ("Return the ladder", "Return the library books", "Return the empty bottles")
        for name, due in zip(titles, (self.first, self.second, self.third), strict=True):
            yield todo.AddTask(name, self.list, due=due)

    def answer(self, store: Store) -> str | None:
        found = store.all(TodoTask, f"{OPEN_ON} AND due IS NOT NULL", self.list.id, order="due")
        return found[0].title if found[0].due != found[1].due else None

    def items(self) -> Items:
        yield observed("Saw what is overdue", showing="Return the ladder", kind="search")

    def solution(self, user: User) -> None:
        user.say(dated(user, self.list)[0].title)


class DaysLate(Task):
    """By how many days is a task overdue?"""

    goals = [
        "By how many days is “{title}” overdue?",
        "How many days ago should I have done “{title}”?",
        "“{title}” is late. By how many days, going by its date in Ticked?",
    ]
    tags = ["short"]

    turn: int = number(0, 20)
    list: TaskList = derived(one_of)
    title: str = phrase("Call the landlord", "Renew the parking permit", "Pay the choir fee", "Send the form back")
    due: date = day(-45, -1)
    other: date = day(-45, -1)

    def setup(self) -> Setup:
        yield todo.AddTask(f"{self.title} again", self.list, due=self.other)
        yield todo.AddTask(self.title, self.list, due=self.due)

    def answer(self, store: Store) -> Days:
        return (store.now.date() - self.due).days

    def solution(self, user: User) -> None:
        find(user, self.title)
        user.say((user.today - day_behind(user, "Due date")).days)

    @way
    def among_what_is_overdue(self, user: User) -> None:
        user.say(next((user.today - one.day).days for one in dated(user) if one.title == self.title))


class FullestList(Task):
    """Which list has most tasks due by a day?"""

    goals = [
        "Which of my lists has the most open tasks due on or before {until}, late ones included?",
        "Up to and including {until}: which list in Ticked has more open tasks with a due date than any other?",
        "Where is most to do by {until}? Tell me the list with the largest number of open tasks due by then, overdue "
        "ones too.",
    ]
    tags = ["count", "compare"]

    until: date = day(3, 30)
    turn: int = number(0, 20)
    list: TaskList = derived(one_of)
    more: int = number(1, 5)

    def setup(self) -> Setup:
        names = ("Ask for an offer", "Read the small print", "Make a copy", "Sign it", "Post it")
        for n, name in enumerate(names[: self.more]):
            yield todo.AddTask(name, self.list, due=self.until - timedelta(days=n))

    def answer(self, store: Store) -> str | None:
        due = store.all(TodoTask, "done_at IS NULL AND due <= ?", self.until)
        (name, most), (_, second) = [*Counter(task.list.name for task in due).most_common(2), ("", 0)][:2]
        return name if most > second else None

    def items(self) -> Items:
        yield observed("Opened Upcoming", at="/todo/upcoming")

    def solution(self, user: User) -> None:
        counted = Counter(one.list for one in dated(user) if one.day <= self.until)
        user.say(counted.most_common(1)[0][0])


def first_clear_day(store: Store, since: date) -> date | None:
    """Return the first day on which no open task is due, where that is later than a day."""
    taken = {task.due for task in store.all(TodoTask, "done_at IS NULL AND due >= ?", since)}
    free = next(one for n in range(60) if (one := since + timedelta(days=n)) not in taken)
    return free if free > since else None


class FirstClearDay(Task):
    """What is the first day on which no task is due?"""

    goals = [
        "From {since} on, what is the first day on which nothing is due in Ticked?",
        "I'd like a day off from my to-dos. Which is the first date, {since} or later, with no open task due?",
        "Starting at {since}, find the first day that has no open task on it, whatever the list.",
    ]

    since: date = day(0, 30)
    turn: int = number(0, 3)
    found: date = derived(first_clear_day)

    def setup(self, store: Store) -> Setup:
        for n, name in enumerate(("Weigh the parcel", "Charge the camera", "Clear the desk")[: self.turn]):
            yield todo.AddTask(name, store.get(TaskList, 1), due=self.since + timedelta(days=n + 1))

    def answer(self, store: Store) -> date | None:
        return first_clear_day(store, self.since)

    def solution(self, user: User) -> None:
        taken = {one.day for one in dated(user)}
        user.say(next(one for n in range(60) if (one := self.since + timedelta(days=n)) not in taken))


class AnythingDue(Task):
    """Is anything of a list due within some days?"""

    goals = [
        "Is anything on my {list.name} list due from {first} to {last}?",
        "Between {first} and {last}, both included: does the list {list.name} have an open task that is due?",
        "I'm away from {first} to {last}. Will any open task on {list.name} fall due on one of those days?",
    ]

    list: TaskList = pick(TaskList, own)
    first: date = day(0, 20)
    more: int = number(2, 6)
    last: date = derived(lambda first, more: first + timedelta(days=more))

    def answer(self, store: Store) -> bool:
        return store.count(TodoTask, f"{OPEN_ON} AND due BETWEEN ? AND ?", self.list.id, self.first, self.last) > 0

    def solution(self, user: User) -> None:
        user.say(any(self.first <= one.day <= self.last for one in dated(user, self.list)))

"""Questions on when tasks are due, and when they were done."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.store import Store
from lifeworld.taskkit import (
    Days,
    Items,
    Setup,
    Task,
    User,
    day,
    day_told,
    derived,
    link,
    nth,
    number,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.todo.ways import OPEN_ON, Dated, dated, look_for, open_list, own, title


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
        return sure(next_due(store, self.list, self.since)).title

    def solution(self, user: User) -> None:
        own = [one for one in dated(user) if one.list == self.list.name and one.day > self.since]
        user.say(min(own, key=lambda one: one.day).title)


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
        late = [one for one in dated(user) if one.list == self.list.name]
        user.say(min(late, key=lambda one: one.day).title)


class DaysLate(Task):
    """By how many days is a task overdue?"""

    goals = [
        "By how many days is “{title}” overdue?",
        "How many days ago should I have done “{title}”?",
        "“{title}” is late. By how many days, going by its date in Ticked?",
    ]
    tags = ["short"]

    turn: int = number(0, 20)
    list: TaskList = derived(lambda store, turn: nth(store.all(TaskList, "NOT inbox"), turn))
    title: str = phrase("Call the landlord", "Renew the parking permit", "Pay the choir fee", "Send the form back")
    due: date = day(-45, -1)
    other: date = day(-45, -1)

    def setup(self) -> Setup:
        yield todo.AddTask(f"{self.title} again", self.list, due=self.other)
        yield todo.AddTask(self.title, self.list, due=self.due)

    def answer(self, store: Store) -> Days | None:
        due = store.one(TodoTask, "title = ?", self.title).due
        return (store.now.date() - due).days if due else None

    def solution(self, user: User) -> None:
        look_for(user, self.title)
        user.click(link(self.title))
        user.say((user.today - day_told(user.page.line("Due date").text, user.today)).days)

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
    list: TaskList = derived(lambda store, turn: nth(store.all(TaskList, "NOT inbox"), turn))
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
    list: TaskList = derived(lambda store: store.get(TaskList, 1))
    found: date = derived(first_clear_day)

    def setup(self) -> Setup:
        for n, name in enumerate(("Weigh the parcel", "Charge the camera", "Clear the desk")[: self.turn]):
            yield todo.AddTask(name, self.list, due=self.since + timedelta(days=n + 1))

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
        user.say(any(map(self._counts, dated(user))))

    def _counts(self, one: Dated) -> bool:
        return one.list == self.list.name and self.first <= one.day <= self.last


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
        look_for(user, self.task.title)
        user.click(link(self.task.title))
        user.say(day_told(user.page.line("Completed").text, user.today))

    @way
    def among_what_is_completed(self, user: User) -> None:
        open_list(user, self.task.list)
        user.click(link("Completed…"))
        user.click(link(self.task.title))
        user.say(day_told(user.page.line("Completed").text, user.today))


class TickedOffSince(Task):
    """How many tasks of a list were done since a day?"""

    goals = [
        "How many tasks on {list.name} have I ticked off since {since}? That day counts.",
        "Count the completed tasks of my {list.name} list that I finished on {since} or later.",
        "From {since} until now, how many things on the list {list.name} did I get done, as far as they are still "
        "there?",
    ]
    tags = ["count", "long"]

    list: TaskList = pick(
        TaskList, lambda list, store: store.count(TodoTask, "list_id = ? AND NOT done_at IS NULL", list.id)
    )
    since: date = day(-40, -2)

    def answer(self, store: Store) -> int:
        return sum(day >= self.since for day in done_days(store, self.list))

    def solution(self, user: User) -> None:
        user.say(sum(day >= self.since for day in self._days(user)))

    def _days(self, user: User) -> Sequence[date]:
        """Open each completed task, and read when it was done."""
        found = []
        for name in self._completed(user):
            self._completed(user)
            user.click(link(name).within("Completed"))
            found.append(day_told(user.page.line("Completed").text, user.today))
        return found

    def _completed(self, user: User) -> Sequence[str]:
        open_list(user, self.list)
        user.click(link("Completed…"))
        return [title(line) for line in show_all(user) if line.heading == "Completed"]


def done_days(store: Store, list: TaskList) -> list[date]:
    """Return the days on which the completed tasks of a list were done."""
    return [sure(task.done_at).date() for task in store.all(TodoTask, "list_id = ? AND done_at IS NOT NULL", list.id)]

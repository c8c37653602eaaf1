"""Something done in Ticked, and told what follows from it."""

from datetime import date

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Setup, Store, Task, Texts, User, day, derived, phrase, pick, way
from lifeworld.tasks.todo.tasks import AddTaskWithDate, Postpone
from lifeworld.tasks.todo.ways import OPEN_ON, dated, is_open, open_list, own, tick, waiting


def due_on(store: Store, list: TaskList, until: date) -> tuple[TodoTask, ...] | None:
    """Return the open tasks of a list that are due by a day; None where there are none, or too many."""
    found = store.all(TodoTask, f"{OPEN_ON} AND due <= ?", list.id, until, order="due, id")
    return tuple(found) if 0 < len(found) < 6 else None


class FinishWhatIsDue(Task):
    """All that is due on a list by a day is ticked off, and how much is left there is told."""

    goals = [
        "Tick off everything on {list.name} that is due on or before {until}, and tell me how many open tasks are left "
        "on that list.",
        "All my tasks on {list.name} with a due date up to and including {until} are done, the late ones too. Check "
        "them off; how many stay open there, dated or not?",
        "On the list {list.name}, complete each task that is due by {until} (that day and late ones included). Then "
        "say how many open tasks the list still has.",
    ]
    tags = ["count", "long"]

    list: TaskList = pick(TaskList, own)
    until: date = day(0, 14)
    due: tuple[TodoTask, ...] = derived(due_on)

    def effects(self) -> Commands:
        for task in self.due:
            yield todo.Complete(task)

    def answer(self, store: Store) -> int:
        return store.count(TodoTask, OPEN_ON, self.list.id)

    def solution(self, user: User) -> None:
        found = [one.title for one in dated(user, self.list) if one.day <= self.until]
        open_list(user, self.list)
        for name in found:
            tick(user, name)
        user.say(len(waiting(user, self.list)))


class PostponeAndTellWhatElse(Postpone):
    """A task gets another due date, and what else is due that day is told."""

    goals = [
        "Move the due date of “{task.title}” to {due} and tell me which other open tasks are due that day, or none.",
        "“{task.title}” can wait until {due}. Change its date, and then name whatever else is due on that day, if "
        "there's anything.",
        "Set {due} as the day that “{task.title}” is due. What else do I have to do that day, going by Ticked? Say "
        "none if it's the only one.",
    ]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    due: date = day(1, 20)

    def answer(self, store: Store) -> Texts:
        found = store.all(TodoTask, "done_at IS NULL AND due = ? AND id <> ?", self.due, self.task.id)
        return [task.title for task in found]

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(self._others(user))

    @way
    def looked_up_first(self, user: User) -> None:
        others = self._others(user)
        user.follow(self)
        user.say(others)

    def _others(self, user: User) -> list[str]:
        return [one.title for one in dated(user) if one.day == self.due and one.title != self.task.title]


class AddAndCount(AddTaskWithDate):
    """A task goes into a list, and how many there are then with a date is told."""

    goals = [
        "Add “{title}” to {list.name}, due {due}, and tell me how many open tasks with a due date the list has then.",
        "Put “{title}” on my list {list.name} for {due}. How many of the open tasks there have a date now?",
        "I have to {title} by {due}: write exactly “{title}” on {list.name} with that due date. Then count the open "
        "tasks on {list.name} that have any due date, and give me the number.",
    ]
    tags = ["count"]

    title: str = phrase("oil the front door", "book the piano tuner", "wrap the parcel", "cancel the magazine")
    due: date = day(2, 40)

    def answer(self, store: Store) -> int:
        return store.count(TodoTask, f"{OPEN_ON} AND due IS NOT NULL", self.list.id)

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(len(dated(user, self.list)))


class FinishOldestAndTellItsDay(Task):
    """The task that has been overdue longest is ticked off, and its day is told."""

    goals = [
        "Tick off whatever has been overdue longest on {list.name}, and tell me on which date it was due.",
        "I've finally done what was most overdue on {list.name}. Mark that task as done; what was its due date?",
        "Of the overdue tasks on the list {list.name}, complete the one with the earliest date, and give me that date.",
    ]
    tags = ["compare"]

    list: TaskList = pick(TaskList, own)
    first: date = day(-40, -2)
    second: date = day(-40, -2)
    oldest: date = derived(lambda store, list, first, second: earliest(store, list, first, second))

    def setup(self) -> Setup:
        yield todo.AddTask("Answer the survey", self.list, due=self.first)
        yield todo.AddTask("Answer the invitation", self.list, due=self.second)

    def effects(self, store: Store) -> Commands:
        yield todo.Complete(store.all(TodoTask, f"{OPEN_ON} AND due IS NOT NULL", self.list.id, order="due")[0])

    def answer(self, store: Store) -> date:
        return self.oldest

    def solution(self, user: User) -> None:
        late = dated(user, self.list)[0]
        open_list(user, self.list)
        tick(user, late.title)
        user.say(late.day)


def earliest(store: Store, list: TaskList, *more: date) -> date | None:
    """Return the earliest day on which something of a list is due, or is to be; None where two are."""
    there = store.all(TodoTask, f"{OPEN_ON} AND due IS NOT NULL", list.id)
    found = sorted([*(task.due for task in there if task.due), *more])
    return found[0] if found[0] < found[1] else None

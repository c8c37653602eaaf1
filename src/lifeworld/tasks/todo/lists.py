"""Lists shown, made, renamed, cleared, deleted, and tasks that change theirs; how Ticked shows them."""

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Start, TaskList
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.taskkit import Commands, Effects, Outcomes, Store, Task, User, button, derived, field, link, phrase, pick
from lifeworld.tasks.todo.ways import BROWSE, DONE_ON, completed, is_open, open_list, own

SCREENS: dict[str, Start] = {"Inbox": "inbox", "Upcoming": "upcoming"}


class ShowList(Task):
    """A list is on the screen."""

    goals = [
        "Show me my {list.name} list in Ticked.",
        "Open the to-do list {list.name} and leave it on the screen.",
        "I want to look at {list.name}. Bring that list up in Ticked.",
    ]
    tags = ["short"]

    list: TaskList = pick(TaskList, own)

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


class MoveToAnotherList(Task):
    """A task changes lists."""

    goals = [
        "Move “{task.title}” from {task.list.name} to {target.name}.",
        "“{task.title}” is in the wrong list: it belongs to {target.name}, not to {task.list.name}.",
        "In Ticked, put the task “{task.title}” of {task.list.name} into my {target.name} list instead.",
    ]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)
    target: TaskList = pick(TaskList, lambda target, task: target.id != task.list_id)

    def effects(self) -> Commands:
        yield todo.MoveTask(self.task, self.target)


class NewListWithTasks(Task):
    """A list is made and gets its first two tasks."""

    goals = [
        "Make a list called “{name}” in Ticked and put “{first}” and “{second}” on it.",
        "I'm planning: start a new to-do list “{name}” with two tasks, “{first}” and “{second}”.",
        "Create the list “{name}”. Its first tasks are “{first}”, then “{second}”.",
    ]
    tags = ["long"]

    name: str = phrase("Street party", "Balcony garden", "Job search", "Band practice")
    first: str = phrase("ask around for ideas", "set a budget", "read up on it")
    second: str = phrase("make a plan", "find a date", "tell the others")

    def effects(self) -> Effects:
        made = yield todo.AddList(self.name)
        yield todo.AddTask(self.first, made)
        yield todo.AddTask(self.second, made)


class OffTheList(Task):
    """A task goes, either done or deleted."""

    goals = [
        "Get “{task.title}” off my open tasks: tick it off or delete it, either is fine.",
        "I don't want to see “{task.title}” among my open tasks any more. Complete it or remove it.",
        "“{task.title}” is settled. Mark it done or delete it from Ticked.",
    ]
    tags = ["choice"]

    task: TodoTask = pick(TodoTask, is_open, among=is_open)

    def outcomes(self) -> Outcomes:
        return [[todo.Complete(self.task)], [todo.DeleteTask(self.task)]]


class SecondListOfTheName(Task):
    """A list of a name that is taken can't be made."""

    goals = [
        "Make a second list with exactly the name “{list.name}” in Ticked, without renaming the one I have.",
        "I want another list in Ticked, also named “{list.name}”. Leave the old one alone.",
        "Add one more to-do list “{list.name}” next to the existing one.",
    ]

    list: TaskList = pick(TaskList, own)

    def impossible(self) -> Commands:
        yield todo.AddList(self.list.name)

    def solution(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("New list"), via=BROWSE)
        user.fill(field("Name"), self.list.name)
        user.click(button("Create list"))
        user.give_up()


class DeleteListAfterConsent(Task):
    """A list goes for good, once the person has agreed."""

    goals = [
        "I'm nearly sure that my {list.name} list in Ticked can go. Have a last word with me, then delete it.",
        "I think I can do without the list {list.name}. It may go once I've said yes to you.",
        "Remove {list.name} and everything on it from Ticked, provided that I say OK when the time comes.",
    ]
    confirmation = {
        "effects": "Yes, delete it with everything on it.",
        "nothing": "No, keep it. I've found a use for it.",
        "cleared": "Not the whole list, please. Just clear away what is completed in it.",
        "the_other": "Not that one! I meant {other.name}. That one can go.",
    }
    question_topics = ["{list.name}"]

    list: TaskList = pick(TaskList, lambda list, store: own(list) and store.count(TodoTask, DONE_ON, list.id) > 0)
    other: TaskList = pick(TaskList, lambda other, list: own(other) and other.id != list.id)

    def effects(self) -> Commands:
        yield todo.DeleteList(self.list)

    def the_other(self) -> Commands:
        yield todo.DeleteList(self.other)

    def cleared(self) -> Commands:
        yield todo.ClearCompleted(self.list)


class RenameAList(Task):
    """A list gets another name and colour."""

    goals = [
        "Rename my list {list.name} to “{name}” and make it {colour}.",
        "The list {list.name} should be called “{name}” and be {colour} in Ticked.",
        "Change {list.name} in Ticked: new name “{name}”, colour {colour}.",
    ]

    list: TaskList = pick(TaskList, own)
    name: str = phrase("This season", "Odds and ends", "Around the corner")
    colour: todo.Colour = phrase("teal", "violet", "gold")

    def effects(self) -> Commands:
        yield todo.RenameList(self.list, self.name, self.colour)


class ClearWhatIsDone(Task):
    """The completed tasks of a list go, and how many there were is told."""

    goals = [
        "Clear the completed tasks from my {list.name} list and tell me how many there were.",
        "How many completed tasks are on {list.name}? Tell me the number and clear them away.",
        "Tidy up {list.name} in Ticked: delete all its completed tasks, then say how many you deleted.",
    ]
    tags = ["count"]

    list: TaskList = pick(TaskList, lambda list, store: store.count(TodoTask, DONE_ON, list.id) > 0)
    before: int = derived(lambda list, store: store.count(TodoTask, DONE_ON, list.id))

    def effects(self) -> Commands:
        yield todo.ClearCompleted(self.list)

    def answer(self, store: Store) -> int:
        return self.before

    def solution(self, user: User) -> None:
        found = len(completed(user, self.list))
        user.follow(self)
        user.say(found)

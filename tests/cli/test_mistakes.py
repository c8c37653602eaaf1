"""What the author of a task reads, for each mistake, from the command line: one line with name, place and mend."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from lifeworld.cli import main
from lifeworld.core.source import parsed
from lifeworld.taskkit import catalogue
from lifeworld.taskkit.draw import drawn

SOUND = '''\
"""A file of tasks."""

from datetime import date

from lifeworld.apps.bank.models import Bill
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.core.money import Money
from lifeworld.taskkit import Task, button, chosen, day, derived, field, link, money, phrase, pick, way
from lifeworld.tasks.todo import open_list


def roomy(list):
    return not list.inbxo


class Trial(Task):
    """A task of the highest priority goes into a list."""

    goals = [
        "Add “{title}” to my {list.name} list in Ticked for {due}, with priority 1.",
        "Put “{title}” on {list.name} for {due}. It is priority 1.",
        "Note exactly “{title}” on the list {list.name} as a priority 1 task for {due}.",
    ]
    tags = ["short"]
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("sign the lease", "book a plumber", "post the form")
    due: date = day(2, 30)

    def effects(self):
        yield todo.AddTask(self.title, self.list, due=self.due, priority="1")

    def solution(self, user):
        open_list(user, self.list)
        self.add(user)

    def add(self, user):
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.choose(field("Priority"), "Priority 1")
        assert user.page.value("Priority") == "Priority 1"
        user.click(button("Add task"))

    @way
    def from_today(self, user):
        user.open("Ticked")
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.choose(field("Priority"), "Priority 1")
        user.choose(field("List"), self.list.name)
        user.click(button("Add task"))
'''

Told = Callable[..., tuple[int, str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Told]:
    """Run the command line with a file of tasks beside the others; return the code and what it says."""

    def run(written: str, *arguments: str, folder: str = "todo") -> tuple[int, str]:
        package = import_module(f"lifeworld.taskkit.{folder}")
        home = tmp_path / folder
        home.mkdir(exist_ok=True)
        (home / "trial.py").write_text(written)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(home)])
        forget()
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out = capsys.readouterr()
        return int(ended.value.code or 0), out.out + out.err

    yield run
    forget()


def forget() -> None:
    """Let the file be read anew."""
    for folder in ("todo", "cross"):
        sys.modules.pop(f"lifeworld.taskkit.{folder}.trial", None)
        vars(import_module(f"lifeworld.taskkit.{folder}")).pop("trial", None)
    for kept in (catalogue.tasks, drawn, parsed):
        kept.cache_clear()


def test_what_is_sound_is_proved(told: Told) -> None:
    code, said = told(SOUND, "check", "--task", "todo.Trial")
    assert code == 0 and "3 of 3 configurations of 1 task proved" in said


def test_what_a_task_touches_follows_from_what_it_says(told: Told) -> None:
    """Of a folder for several apps: the apps of rows, commands and ways through screens."""
    bills = SOUND.replace("from lifeworld.core", "from lifeworld.apps.bank.models import Bill\nfrom lifeworld.core")
    bills = bills.replace("    due: date", "    bill: int = derived(lambda store: store.count(Bill))\n    due: date")
    for written, apps in ((SOUND, ["todo"]), (bills, ["bank", "todo"])):
        code, said = told(written, "tasks", "--app", "todo", "--json", folder="cross")
        assert code == 0
        assert next(task["apps"] for task in json.loads(said) if task["id"] == "cross.Trial") == apps


@pytest.mark.long
def test_an_app_is_not_named_in_vain(told: Told) -> None:
    for name, why in (("mial", "there is no such app; did you mean mail?"), ("todo", "it touches it anyway")):
        code, said = told(SOUND.replace("tags = ", f'also_in = ("{name}",)\n    tags = '), "tasks", folder="cross")
        assert (code, said) == (2, f"Error: cross.Trial (cross/trial.py:25): also_in names {name}, but {why}\n")


def test_goals_are_shown_without_a_proof(told: Told) -> None:
    code, said = told(SOUND, "check", "--task", "todo.Trial", "--show", "--instances", "2")
    lines = said.splitlines()
    assert code == 0 and len(lines) == 6
    assert lines[0].startswith("todo.Trial (nora, 0): Add “") and "{" not in said
    code, said = told(SOUND.replace("{list.name}", "{list.inbox}"), "check", "--task", "todo.Trial", "--show")
    assert code == 1 and said.count("no fair draw") == 3


# What is written for what, and the line that is read from `check` and from `tasks` alike.
EARLY = {
    "a misspelt column in a goal": (
        "{list.name} list",
        "{list.nmae} list",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.nmae} list in Ticked for {due}, with "
        "priority 1.” shows {list.nmae}, but a TaskList has no “nmae”; did you mean name?",
    ),
    "a column of a text": (
        "{list.name} list",
        "{list.name.frist} list",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.name.frist} list in Ticked for {due}, with"
        " priority 1.” shows {list.name.frist}, but a text has no “frist”; leave .frist out",
    ),
    "a row as a whole": (
        "{list.name} list",
        "{list} list",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list} list in Ticked for {due}, with priority "
        "1.” shows {list}, but a TaskList can't be shown as a whole; name a column, like .name",
    ),
    "a misspelt parameter in a goal": (
        "{due}, with",
        "{deu}, with",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.name} list in Ticked for {deu}, with "
        "priority 1.” shows {deu}, but there is no parameter deu; did you mean due?",
    ),
    "an open brace": (
        "{due}, with",
        "{due, with",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.name} list in Ticked for {due, with "
        "priority 1.” can't be read: expected '}' before end of string; double a brace that is meant",
    ),
    "a form that means nothing": (
        "{due}, with",
        "{due:%d}, with",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.name} list in Ticked for {due:%d}, with "
        "priority 1.” shows {due:%d}, a form that means nothing; there are “:weekday”",
    ),
    "a form of another kind": (
        "{list.name} list",
        "{list.name:weekday} list",
        "todo.Trial (todo/trial.py:21): “Add “{title}” to my {list.name:weekday} list in Ticked for {due}, "
        "with priority 1.” shows {list.name:weekday}, a form that means nothing; there are “:a” and “:bare”",
    ),
    "a picked row that a goal leaves out": (
        "on {list.name} for",
        "on it for",
        "todo.Trial (todo/trial.py:22): picks list, but “Put “{title}” on it for {due}. It is priority 1.” "
        "never names it; show what singles it out, like {list.name}",
    ),
    "a value that a goal leaves out": (
        " for {due}. It is",
        ". It is",
        "todo.Trial (todo/trial.py:28): due is drawn, but “Put “{title}” on {list.name}. It is priority 1.” "
        "never says it; write {due} into it",
    ),
    "a value that nothing uses": (
        "    def effects",
        "    cost: Money = money(2, 3)\n\n    def effects",
        "todo.Trial (todo/trial.py:30): cost is drawn and never used; say it in the goals, or leave it out",
    ),
    "goals as one text": (
        "goals = [",
        'goals = "Do it."\n    others = [',
        'todo.Trial (todo/trial.py:20): goals is one text; write a list of them: goals = ["Do it."]',
    ),
    "a thing to say that is misspelt": (
        "    def add(self, user):",
        "    witheld = True\n\n    def add(self, user):",
        "todo.Trial (todo/trial.py:37): nothing uses witheld, and no task says it; did you mean withheld?",
    ),
    "tags as one text": (
        '["short"]',
        '"short"',
        'todo.Trial (todo/trial.py:25): tags is one text; write a list of them: tags = ["short"]',
    ),
    "tags that are no texts": ('["short"]', "[1]", "todo.Trial (todo/trial.py:25): tags is [1]; write a list of texts"),
    "apps listed by hand": (
        'tags = ["short"]',
        'apps = ("todo",)',
        "todo.Trial (todo/trial.py:25): lists its apps; leave `apps` out: they follow from what it touches",
    ),
    "a name that the kit calls": (
        "    def add(",
        "    def told(self):\n        return self.title\n\n    def add(",
        "todo.Trial (todo/trial.py:37): has a “told”, and so hides what all tasks call by it; give it another name",
    ),
    "a misspelt column in `fits`": (
        "not list.inbox",
        "not list.inbxo",
        "todo.Trial (todo/trial.py:26): a TaskList has no “inbxo”; did you mean inbox?",
    ),
    "a misspelt column in `among`": (
        "not list.inbox",
        "not list.inbox, among=lambda list: list.nmae",
        "todo.Trial (todo/trial.py:26): a TaskList has no “nmae”; did you mean name?",
    ),
    "an unknown parameter of `fits`": (
        "lambda list:",
        "lambda list, tilte:",
        "todo.Trial (todo/trial.py:26): list asks for “tilte”, which is no parameter; did you mean title, list, store?",
    ),
    "a parameter that is bound later": (
        "lambda list:",
        "lambda list, title:",
        "todo.Trial (todo/trial.py:26): list asks for “title”, which is bound after it; write title above list",
    ),
    "a misspelt column of a free choice": (
        "self.list, due",
        "chosen(TaskList, lambda row: row.inbxo), due",
        "todo.Trial (todo/trial.py:31): a TaskList has no “inbxo”; did you mean inbox?",
    ),
    "an unknown argument of a draw": (
        "day(2, 30)",
        "day(2, lst=30)",
        "todo.trial (todo/trial.py:28): day takes no “lst”; did you mean last, first?",
    ),
    "an unknown argument of the kit": (
        'field("Title")',
        'field(nmae="Title")',
        "todo.Trial (todo/trial.py:39): field takes no “nmae”; did you mean name?",
    ),
    "an unknown argument of a way through the app": (
        "open_list(user, self.list)",
        "open_list(user, lits=self.list)",
        "todo.Trial (todo/trial.py:34): open_list takes no “lits”; there are user, found",
    ),
    "an unknown argument of a command": (
        'priority="1")',
        'prority="1")',
        "todo.Trial (todo/trial.py:31): AddTask takes no “prority”; did you mean priority?",
    ),
    "a missing argument of a command": (
        "self.title, self.list, due",
        "self.title, due",
        "todo.Trial (todo/trial.py:31): AddTask: missing a required argument: 'list'; it takes title, list, "
        "due, priority, note",
    ),
    "a value that is none of the choices": (
        'priority="1")',
        'priority="0")',
        "todo.Trial (todo/trial.py:31): AddTask: priority is '0'; it is one of '1', '2', '3', '4'",
    ),
    "the wrong type in an effect": (
        "due=self.due",
        "due=self.title",
        "todo.Trial (todo/trial.py:31): AddTask: due is a text; it takes a date or None",
    ),
    "the wrong model in an effect": (
        'AddTask(self.title, self.list, due=self.due, priority="1")',
        "Complete(self.list)",
        "todo.Trial (todo/trial.py:31): Complete: task is a TaskList; it takes a Task",
    ),
    "a misspelt command": (
        "todo.AddTask",
        "todo.AddTsak",
        "todo.Trial (todo/trial.py:31): apps.todo.commands has no “AddTsak”; did you mean AddTask, Add, AddList?",
    ),
    "a misspelt parameter in an effect": (
        "due=self.due",
        "due=self.deu",
        "todo.Trial (todo/trial.py:31): there is no self.deu; did you mean due, id?",
    ),
    "a misspelt column in an effect": (
        "AddTask(self.title,",
        "AddTask(self.list.nmae,",
        "todo.Trial (todo/trial.py:31): a TaskList has no “nmae”; did you mean name?",
    ),
    "`return` for `yield`": (
        "yield todo",
        "return todo",
        "todo.Trial (todo/trial.py:31): effects returns AddTask; write `yield` before it",
    ),
    "no `yield`": (
        "yield todo",
        "todo",
        "todo.Trial (todo/trial.py:31): effects drops AddTask; write `yield` before it",
    ),
    "a wrong name of `user` in a solution": (
        "user.fill(field",
        "user.fil(field",
        "todo.Trial (todo/trial.py:39): a user can't “fil”; did you mean fill?",
    ),
    "a wrong name of `user` in a way": (
        "user.open(",
        "user.oepn(",
        "todo.Trial (todo/trial.py:47): a user can't “oepn”; did you mean open, home, choose?",
    ),
    "a text for a control": (
        'user.click(link("Add task"))',
        'user.click("Add task")',
        "todo.Trial (todo/trial.py:38): click: control is a text; it takes a Control, like link(…) or button(…)",
    ),
    "a method that is not there": (
        "self.add(user)",
        "self.ad(user)",
        "todo.Trial (todo/trial.py:35): there is no self.ad; did you mean add, asked, id?",
    ),
    "a name that is not there": (
        "open_list(user",
        "opne_list(user",
        "todo.Trial (todo/trial.py:34): there is no “opne_list”; did you mean open_list, money, Money?",
    ),
    "an import that is not there": (
        "models import Task,",
        "models import Tsak,",
        "todo.trial (todo/trial.py:7): apps.todo.models has no “Tsak”; did you mean Task, rank, TaskList?",
    ),
    "a syntax error": (
        "def effects(self):",
        "def effects(self)",
        "todo.trial (todo/trial.py:30): expected ':': def effects(self)",
    ),
    "a class body that breaks": (
        "day(2, 30)",
        "dya(2, 30)",
        "todo.trial (todo/trial.py:28): there is no “dya”; did you mean day, date?",
    ),
    "a class without its import": (
        "Task, TaskList\n",
        "Task\n",
        "todo.trial (todo/trial.py:26): there is no “TaskList”; write "
        "`from lifeworld.apps.todo.models import TaskList`",
    ),
    "a part of the kit without its import": (
        "import Task, button",
        "import button",
        "todo.trial (todo/trial.py:17): there is no “Task”; write `from lifeworld.taskkit import Task`",
    ),
    "commands without their import": (
        "from lifeworld.apps.todo import commands as todo\n",
        "\n",
        "todo.Trial (todo/trial.py:31): there is no “todo”; write `from lifeworld.apps.todo import commands as todo`",
    ),
}


@pytest.mark.parametrize("mistake", EARLY)
@pytest.mark.parametrize("command", [("tasks", "--app", "todo"), ("check", "--task", "todo.Trial")], ids=lambda c: c[0])
def test_a_mistake_is_told_before_anything_is_drawn(told: Told, mistake: str, command: tuple[str, ...]) -> None:
    old, new, line = EARLY[mistake]
    assert old in SOUND
    code, said = told(SOUND.replace(old, new, 1), *command)
    assert (code, said) == (2, f"Error: {line}\n")


BROWSE = 'user.open("Ticked")\n        user.click(link("Browse"))\n        user.click(link("New list"))\n        '
# What is written for what, and the line that is read from `check` once it is drawn and played.
LATE = {
    "a misspelt column in a function": (
        "lambda list: not list.inbox",
        "roomy",
        "todo.Trial (todo/trial.py:14): a TaskList has no “inbxo”; did you mean inbox?",
    ),
    "a misspelt column in a derived value": (
        "day(2, 30)",
        "derived(lambda store: store.get(Task, 1).deu)",
        "todo.Trial (todo/trial.py:28): a Task has no “deu”; did you mean due, id, done_at?",
    ),
    "a condition that is none": (
        "lambda list: not list.inbox",
        "where='inbxo = 0'",
        "todo.Trial (todo/trial.py:26): where “inbxo = 0”: no such column: inbxo; did you mean inbox?",
    ),
    "a wrong type that only the draw shows": (
        'priority="1")',
        "priority=str(self.due))",
        "todo.Trial (todo/trial.py:31): effects AddTask: priority is '2026-04-02'; it is one of '1', '2', '3', '4'",
    ),
    "an effect that is no command": (
        'todo.AddTask(self.title, self.list, due=self.due, priority="1")',
        "self.list",
        "todo.Trial (todo/trial.py:31): effects gives a TaskList, which is no command",
    ),
    "effects that give nothing": (
        "yield todo",
        "_ = todo",
        "todo.Trial (todo/trial.py:30): effects gives None; write `yield` before each command",
    ),
    "an outcome that is a command": (
        'effects(self):\n        yield todo.AddTask(self.title, self.list, due=self.due, priority="1")',
        "outcomes(self):\n        return [todo.AddTask(self.title, self.list, due=self.due)]",
        "todo.Trial (todo/trial.py:30): outcomes has a command for an outcome; write a list of commands for each",
    ),
    "a pick that singles nothing out": (
        "{list.name}",
        "{list.inbox:}",
        "todo.Trial (todo/trial.py:17): no fair draw for nora in 60: the goal does not single out list (60×: "
        "“False” is TaskList 2 and also 3, 4, 5, 6, …; {list.name} (Coast walk), {list.colour} (berry), "
        "{list.position} (2) tells it apart)",
    ),
    "a control that is not there": (
        'link("Add task")',
        'link("Add tsak")',
        "the solution breaks (todo/trial.py:38): no link “Add tsak” on /todo/list/2; there are “Add task”",
    ),
    "a choice that is not offered": (
        '"Priority 1")\n        assert',
        '"Prio 1")\n        assert',
        "the solution breaks (todo/trial.py:41): “Priority” offers Priority 1, Priority 2, Priority 3, No priority; "
        "there is no “Prio 1”",
    ),
    "an option pressed as a field": (
        "open_list(user, self.list)",
        BROWSE + 'user.choose(field("Grey"), "on")',
        "the solution breaks (todo/trial.py:37): no textbox “Grey” on /todo/lists/add; it is a radio: write "
        "option(“Grey”)",
    ),
    "a way that breaks": (
        'field("List")',
        'field("Lits")',
        "an honest way is refused: from today: it breaks (todo/trial.py:52): no textbox “Lits” on "
        "/todo/add?due=2026-03-12; there are “List”, “Title”, “Priority”",
    ),
    "a label that stands nowhere": (
        'user.page.value("Priority")',
        'user.page.value("Urgency")',
        "the solution breaks (todo/trial.py:42): no field “Urgency” on the screen; there are Title, Note, Due"
        " date, Priority, List",
    ),
}


@pytest.mark.parametrize("mistake", LATE)
def test_a_mistake_is_told_when_it_is_met(told: Told, mistake: str) -> None:
    old, new, line = LATE[mistake]
    assert old in SOUND
    code, said = told(SOUND.replace(old, new), "check", "--task", "todo.Trial")
    assert code == 1 and said.count(line) == 1, said

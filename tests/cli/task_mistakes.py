"""Mistakes of a task's author: for each what is written for what in a sound file, where it is reported, and how."""

import re
from typing import NamedTuple

from tests.cli.tables import read

SOUND = '''\
"""A file of tasks."""

from datetime import date

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as Note
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Money, Outcomes, Task, User, button, chosen, day, derived
from lifeworld.taskkit import field, link, money, phrase, pick, way
from lifeworld.tasks.todo import open_list


def misspelt(list) -> bool:  # type: ignore[no-untyped-def]
    return not list.inbxo


class Trial(Task):
    """A task of the highest priority goes into a list."""

    goals = [
        "Add “{title}” to my {list.name} list in Ticked for {due}, with priority 1.",
        "Put “{title}” on {list.name} for {due}. It is priority 1.",
        "Note exactly “{title}” on the list {list.name} as a priority 1 task for {due}.",
    ]
    tags = ["choice"]
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("sign the lease", "book a plumber", "post the form")
    due: date = day(2, 30)

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.due, priority="1")

    def solution(self, user: User) -> None:
        open_list(user, self.list)
        self.add(user)

    def add(self, user: User) -> None:
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.choose(field("Priority"), "Priority 1")
        assert user.page.value("Priority") == "Priority 1"
        user.click(button("Add task"))

    @way
    def from_today(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), self.due)
        user.choose(field("Priority"), "Priority 1")
        user.choose(field("List"), self.list.name)
        user.click(button("Add task"))
'''


class Mistake(NamedTuple):
    """One mistake, and the lines that the author reads.

    Attributes:
        old: what stands in the sound file, first.
        new: what is written instead.
        load: what any command reports when it loads the file, and then stops.
        check: what `lifeworld check` reports as the task is drawn and played, where the types are not checked.
        editor: what mypy reports, in the editor and by `lifeworld check`, after the name of the file.

    In what is reported `Trial:N` is the task at a line, `(@:N)` a line of its file, and `@goalN` a goal as it stands.
    """

    old: str
    new: str
    load: str = ""
    check: str = ""
    editor: str = ""

    @property
    def text(self) -> str:
        """The file with this mistake in it."""
        return SOUND.replace(self.old, self.new, -1 if self.old == "{list.name}" else 1)

    def whole(self) -> "Mistake":
        """Return it with what is reported written out."""
        return self._replace(load=self._told(self.load), check=self._told(self.check))

    def _told(self, short: str) -> str:
        goals = re.findall(r'^        "(.*)",$', self.text, re.MULTILINE)
        told = re.sub(r"@goal(\d)", lambda number: f"“{goals[int(number[1]) - 1]}”", short)
        return re.sub(r"^Trial:(\d+)", r"todo.Trial (todo/trial.py:\1)", told).replace("(@:", "(todo/trial.py:")


TABLE = r'''
a misspelt column in a goal
  `{list.name} list` → `{list.nmae} list`
  load: Trial:21: @goal1 shows {list.nmae}, but a TaskList has no “nmae”; did you mean name?
a column of a text
  `{list.name} list` → `{list.name.frist} list`
  load: Trial:21: @goal1 shows {list.name.frist}, but a text has no “frist”; leave .frist out
a row as a whole
  `{list.name} list` → `{list} list`
  load: Trial:21: @goal1 shows {list}, but a TaskList can't be shown as a whole; name a column, like .name
a range that ends before it begins
  `day(2, 30)` → `day(30, 2)`
  load: todo.trial (@:28): day(30, 2) leaves nothing to draw from: the least comes first, day(2, 30)
a misspelt parameter in a goal
  `{due}, with` → `{deu}, with`
  load: Trial:21: @goal1 shows {deu}, but there is no parameter deu; did you mean due?
an open brace
  `{due}, with` → `{due, with`
  load: Trial:21: @goal1 can't be read: expected '}' before end of string; double a brace that is meant
a form that means nothing
  `{due}, with` → `{due:%d}, with`
  load: Trial:21: @goal1 shows {due:%d}, a form that means nothing; there are “:weekday”
a form of another kind
  `{list.name} list` → `{list.name:weekday} list`
  load: Trial:21: @goal1 shows {list.name:weekday}, a form that means nothing; there are “:a” and “:bare”
a picked row that a goal leaves out
  `on {list.name} for` → `on it for`
  load: Trial:22: picks list, but @goal2 never names it; show what singles it out, like {list.name}
a value that a goal leaves out
  ` for {due}. It is` → `. It is`
  check: @goal2 (@:22) does not tell due, on which it depends what should come of it
a value that nothing uses
  `    def effects` → `    cost: Money = money(2, 3)\n\n    def effects`
  load: Trial:30: cost is drawn and never used; say it in the goals, or leave it out
goals as one text
  `goals = [` → `goals = "Do it."\n    others = [`
  load: Trial:20: goals is one text; write a list of them: goals = ["Do it."]
a thing to say that is misspelt
  `    def add(` → `    hiden_info = True\n\n    def add(`
  load: Trial:37: nothing reads hiden_info; did you mean hidden_info? (Else give it another name.)
tags as one text
  `["choice"]` → `"choice"`
  load: Trial:25: tags is one text; write a list of them: tags = ["choice"]
tags that are no texts
  `["choice"]` → `[1]`
  load: Trial:25: tags is [1]; input should be a valid string
  editor: 25: List item 0 has incompatible type "int"; expected "str"
apps as one text
  `tags = ["choice"]` → `apps = "todo"`
  load: Trial:25: apps is one text; write a list of them: apps = ["todo"]
a name that the kit calls
  `    def add(` → `    def told(self):\n        return self.title\n\n    def add(`
  load: Trial:37: has a “told”, and so hides what all tasks call by it; give it another name
  editor: 37: Signature of "told" incompatible with supertype "Task"
a misspelt column in `fits`
  `lambda list: not list.inbox` → `lambda list: not list.inbxo`
  check: Trial:26: a TaskList has no “inbxo”; did you mean inbox?
a misspelt column in `among`
  `lambda list: not list.inbox` → `lambda list: not list.inbox, among=lambda list: list.nmae`
  check: Trial:26: a TaskList has no “nmae”; did you mean name?
an unknown parameter of `fits`
  `lambda list:` → `lambda list, tilte:`
  load: Trial:26: list asks for “tilte”, which is no parameter; did you mean title?
a parameter that is bound later
  `lambda list:` → `lambda list, title:`
  load: Trial:26: list asks for “title”, which is bound after it; write title above list
a misspelt column of a free choice
  `self.list, due` → `chosen(TaskList, lambda row: row.inbxo), due`
  check: Trial:31: a TaskList has no “inbxo”; did you mean inbox?
an unknown argument of a draw
  `day(2, 30)` → `day(2, lst=30)`
  load: todo.trial (@:28): day takes no “lst”; did you mean last?
  editor: 28: Unexpected keyword argument "lst" for "day"; did you mean "last"?
an unknown argument of the kit
  `field("Title")` → `field(nmae="Title")`
  check: the solution breaks (@:39): field takes no “nmae”; did you mean name?
  editor: 39: Unexpected keyword argument "nmae" for "field"
an unknown argument of a way through the app
  `open_list(user, self.list)` → `open_list(user, lits=self.list)`
  check: the solution breaks (@:34): open_list takes no “lits”; there are user, found
  editor: 34: Unexpected keyword argument "lits" for "open_list"
an unknown argument of a command
  `priority="1")` → `prority="1")`
  check: Trial:31: AddTask takes no “prority”; did you mean priority?
  editor: 31: Unexpected keyword argument "prority" for "AddTask"; did you mean "priority"?
a missing argument of a command
  `self.title, self.list, due` → `self.title, due`
  check: Trial:31: AddTask is given no list; write list=…
  editor: 31: Missing positional argument "list" in call to "AddTask"
a value that is none of the choices
  `priority="1")` → `priority="0")`
  check: Trial:31: effects AddTask: priority is '0'; it is one of '1', '2', '3', '4'
  editor: 31: Argument "priority" to "AddTask" has incompatible type "Literal['0']"; expected "Literal['1', '2', '3',
    '4']"
the wrong type in an effect
  `due=self.due` → `due=self.title`
  check: Trial:31: effects AddTask: due is a text; it takes a date or None
  editor: 31: Argument "due" to "AddTask" has incompatible type "str"; expected "date | None"
the wrong model in an effect
  `AddTask(self.title, self.list, due=self.due, priority="1")` → `Complete(self.list)`
  check: Trial:31: effects Complete: task is a TaskList; it takes a Task
  editor: 31: Argument 1 to "Complete" has incompatible type "TaskList"; expected "Task"
a misspelt command
  `todo.AddTask` → `todo.AddTsak`
  check: Trial:31: apps.todo.commands has no “AddTsak”; did you mean AddTask, Add?
  editor: 31: Module has no attribute "AddTsak"; maybe "AddTask"?
a misspelt parameter in an effect
  `due=self.due` → `due=self.deu`
  check: Trial:31: a Trial has no “deu”; did you mean due?
  editor: 31: "Trial" has no attribute "deu"
a misspelt column in an effect
  `AddTask(self.title,` → `AddTask(self.list.nmae,`
  check: Trial:31: a TaskList has no “nmae”; did you mean name?
  editor: 31: "TaskList" has no attribute "nmae"
`return` for `yield`
  `yield todo` → `return todo`
  check: Trial:30: effects returns AddTask; write `yield` before it
  editor: 31: Incompatible return value type (got "AddTask", expected "Generator[Command, Any, None] |
    Iterable[Command]")
no `yield`
  `yield todo` → `todo`
  check: Trial:30: effects gives None; write `yield` before each command
  editor: 30: Missing return statement
a wrong name of `user` in a solution
  `user.fill(field` → `user.fil(field`
  check: the solution breaks (@:39): a user has no “fil”; did you mean fill
  editor: 39: "User" has no attribute "fil"; maybe "fill"?
a wrong name of `user` in a way
  `user.open(` → `user.oepn(`
  check: an honest way is refused: from today: it breaks (@:47): a user has no “oepn”; did you mean open?
  editor: 47: "User" has no attribute "oepn"
an app's id for its name
  `user.open("Ticked")` → `user.open("todo")`
  check: “todo” is an app's id; open takes its name: user.open(“Ticked”)
an app that is not there
  `user.open("Ticked")` → `user.open("Errands")`
  check: no icon “Errands” on the home screen; open takes one of “Harbour Bank”, “Almanac”, “Brackets”, “Post”,
a text for a control
  `user.click(link("Add task"))` → `user.click("Add task")`
  check: the solution breaks (@:38): 'Add task' is no control; write link(…), button(…) or field(…)
  editor: 38: Argument 1 to "click" of "User" has incompatible type "str"; expected "Control"
a method that is not there
  `self.add(user)` → `self.ad(user)`
  check: the solution breaks (@:35): a Trial has no “ad”; did you mean add?
  editor: 35: "Trial" has no attribute "ad"; maybe "add"?
a name that is not there
  `open_list(user` → `opne_list(user`
  check: the solution breaks (@:34): there is no “opne_list”; did you mean open_list?
  editor: 34: Name "opne_list" is not defined; did you mean "open_list"?
an import that is not there
  `models import TaskList` → `models import TaskLsit`
  load: todo.trial (@:7): apps.todo.models has no “TaskLsit”; did you mean TaskList, Task?
  editor: 7: Module "lifeworld.apps.todo.models" has no attribute "TaskLsit"; maybe "TaskList"?
a syntax error
  `def effects(self) -> Commands:` → `def effects(self) -> Commands`
  load: todo.trial (@:30): expected ':': def effects(self) -> Commands
a class body that breaks
  `day(2, 30)` → `dya(2, 30)`
  load: todo.trial (@:28): there is no “dya”; did you mean day?
  editor: 28: Name "dya" is not defined
a class without its import
  `from lifeworld.apps.todo.models import TaskList\n` → `\n`
  load: todo.trial (@:26): there is no “TaskList”; write `from lifeworld.apps.todo.models import TaskList`
  editor: 26: Name "TaskList" is not defined
a part of the kit without its import
  `Outcomes, Task,` → `Outcomes,`
  load: todo.trial (@:17): there is no “Task”; write `from lifeworld.apps.todo.models import Task` or `from
    lifeworld.taskkit import Task`
  editor: 17: Name "Task" is not defined
commands without their import
  `from lifeworld.apps.todo import commands as todo\n` → `\n`
  check: Trial:31: there is no “todo”; write `from lifeworld.apps.todo import commands as todo`
  editor: 31: Name "todo" is not defined
a misspelt column in a function
  `lambda list: not list.inbox` → `misspelt`
  check: Trial:14: a TaskList has no “inbxo”; did you mean inbox?
a misspelt column in a derived value
  `day(2, 30)` → `derived(lambda store: store.get(Note, 1).deu)`
  check: Trial:28: a Task has no “deu”; did you mean due?
a condition that is none
  `lambda list: not list.inbox` → `where='inbxo = 0'`
  check: Trial:26: where “inbxo = 0”: no such column: inbxo; did you mean inbox?
a wrong type that only the draw shows
  `priority="1")` → `priority=str(self.due))`
  check: Trial:31: effects AddTask: priority is '2026-04-02'; it is one of '1', '2', '3', '4'
  editor: 31: Argument "priority" to "AddTask" has incompatible type "str"; expected "Literal['1', '2', '3', '4']"
an effect that is no command
  `todo.AddTask(self.title, self.list, due=self.due, priority="1")` → `self.list`
  check: Trial:31: effects gives a TaskList, which is no command
  editor: 31: Incompatible types in "yield" (actual type "TaskList", expected type "Command")
effects that give nothing
  `yield todo` → `_ = todo`
  check: Trial:30: effects gives None; write `yield` before each command
  editor: 30: Missing return statement
an outcome that is a command
  `effects(self) -> Commands:\n        yield todo.AddTask(self.title, self.list, due=self.due, priority="1")` →
    `outcomes(self) -> Outcomes:\n        return [todo.AddTask(self.title, self.list, due=self.due)]`
  check: Trial:30: outcomes has a command for an outcome; write a list of commands for each
  editor: 31: List item 0 has incompatible type "AddTask"; expected "Iterable[Command]"
a pick that singles nothing out
  `{list.name}` → `{list.inbox:}`
  check: Trial:17: no fair draw for nora in 60: the goal does not single out list (60×: “False” is TaskList 2 and also
    3, 4, 5, 6, …; {list.name} (Bakery), {list.colour} (berry), {list.position} (2) tells it apart)
a control that is not there
  `link("Add task")` → `link("Add tsak")`
  check: the solution breaks (@:38): no link “Add tsak” on /todo/list/2; there are “Add task”, “Feed the starter”
a choice that is not offered
  `"Priority 1")\n        assert` → `"Prio 1")\n        assert`
  check: the solution breaks (@:41): “Priority” offers Priority 1, Priority 2, Priority 3, No priority; there is no
    “Prio 1”
an option pressed as a field
  `open_list(user, self.list)` → `user.open("Ticked")\n        user.click(link("Browse"))\n        user.click(link("New
    list"))\n        user.choose(field("Grey"), "on")`
  check: the solution breaks (@:37): no textbox “Grey” on /todo/lists/add; it is a radio: write option(“Grey”)
a way that breaks
  `field("List")` → `field("Lits")`
  check: an honest way is refused: from today: it breaks (@:52): no textbox “Lits” on /todo/add?due=2026-03-12; there
    are “List”, “Title”, “Priority”
a label that stands nowhere
  `user.page.value("Priority")` → `user.page.value("Urgency")`
  check: the solution breaks (@:42): no field “Urgency” on the screen; there are Title, Note, Due date, Priority,
    Repeat, List
a text for a mapping
  `tags = ["choice"]` → `confirmation = "Yes."`
  load: Trial:25: confirmation is 'Yes.'; input should be a valid dictionary; write one for each method, like
    {"effects": "Yes, do it."}
  editor: 25: Incompatible types in assignment (expression has type "str", base class "Task" defined the type as
    "Mapping[str, str]")
a flag that is none
  `tags = ["choice"]` → `distractor = "yes"`
  load: Trial:25: distractor is 'yes'; input should be a valid boolean
  editor: 25: Incompatible types in assignment (expression has type "str", base class "Task" defined the type as "bool")
a reply for no method
  `tags = ["choice"]` → `confirmation = {"efects": "Yes.", "nothing": "No."}\n    question_topics = ["{list.name}"]`
  load: Trial:25: has a reply for “efects”, but no method of this name, which says what follows
a question without its topics
  `tags = ["choice"]` → `confirmation = {"effects": "Yes.", "nothing": "No."}`
  load: Trial:25: lacks what a question must name to be understood; write `question_topics`, like ["{list.name}"]
topics of a question that may be any
  `tags = ["choice"]` → `hidden_info = "It is {title}."\n    question_topics = ["list"]`
  load: Trial:26: has topics that no question need name, without confirmation; leave them out
a moment at which nothing comes
  `tags = ["choice"]` → `trigger = __import__("lifeworld.taskkit").taskkit.when(minutes=5)`
  load: Trial:25: triggers nothing; write `scheduled_events` or `goal_update`
a budget of nothing
  `tags = ["choice"]` → `step_budgets = 0`
  load: Trial:25: has step_budgets 0; write 1 or more times a run's budget
an answer of several decimals
  `    def effects(self)` → `    def answer(self) -> float:\n        return 2 / 3\n\n    def effects(self)`
  check: Trial:30: answer gives 0.6666666666666666, but a float has one decimal: return round(…, 1), or an amount as
    Money, a share as Percent
no docstring
  `    """A task of the highest priority goes into a list."""\n` → `\n`
  load: Trial:17: has no docstring; write in one line what it is
'''
MISTAKES = {name: Mistake(one.old, one.new, **one.told).whole() for name, one in read(TABLE).items()}

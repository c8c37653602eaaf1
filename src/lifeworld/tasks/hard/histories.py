"""What commits tell: somebody's bad one is undone in part, and a release is made of those since the last one."""

import re
from collections.abc import Iterator

from lifeworld.apps.code import commands as code
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Items, Setup, Task, User, button, derived, link, number, observed, phrase, pick
from lifeworld.tasks.bank import known
from lifeworld.tasks.cross.beforehand import InChat, ticked
from lifeworld.tasks.cross.screens import quotes, tick_off
from lifeworld.tasks.hard.company import OnProject, Texts, turned
from lifeworld.tasks.hard.hands import heard, titled
from lifeworld.tasks.mail import compose
from lifeworld.tasks.messenger import send


class UndoInPart(OnProject, InChat, Task):
    """Of somebody's commit in one's project one file comes back, one is as before, one is mended, the rest stays."""

    goals = [
        "{chat.name} sat at my computer and committed “{tidy}” in “{project}”. On Chatter they say what of it was a "
        "mistake. Undo just that in Brackets: a file that they threw out is to be there again, one is as before that "
        "commit, and in one a single number is put right. All else stays, my later commit too. Commit it as "
        "“{message}” and write {chat.name} “{words}”.",
        "The commit “{tidy}” in my project “{project}” is from {chat.name}, and only in part bad: see our Chatter "
        "chat. Bring back what they deleted, restore the file that shouldn't have been touched to its state before "
        "it, and correct the one value that they name. Whatever else has come since remains. Then commit everything, "
        "“{message}”, and let them know on Chatter: “{words}”.",
        "Read in Chatter which changes of “{tidy}” {chat.name} regrets; they made that commit in “{project}” on "
        "Brackets. Take back these and no others: the file that is gone, the file that must be as it was before, the "
        "number that is wrong. Keep what was good, and what I did after it. Make a commit “{message}” of it, and "
        "answer {chat.name} with “{words}”.",
    ]
    tags = ["hard", "look-up", "compare", "long", "distractor"]
    apps = ["code", "messenger"]

    project: str = phrase("chore-wheel", "score-sheet", "moon-clock", "soup-plan")
    tidy: str = phrase("Tidy up", "Cleaned a little", "Spring cleaning", "Made it nicer")
    message: str = phrase("As it should be", "Back what was lost", "The good half of it")
    words: str = phrase("No harm done, it's all back", "Put right, don't worry", "Thanks for telling me, it's mended")
    rows: int = number(3, 8)
    less: int = number(10, 19)
    weeks: int = number(2, 9)

    def before(self) -> Texts:
        return {
            "README.md": f"# {self.project}\n\nRun it once a day.",
            "colours.toml": '[colours]\nground = "white"\ntext = "black"',
            "names.txt": "Ada\nBruno\nCleo",
            "settings.json": f'{{\n  "rows": {self.rows},\n  "weeks": 1,\n  "title": "Untitled"\n}}',
            "wheel.py": f"def turn(names, week):\n    place = week % {self.weeks}\n    return names[place]",
        }

    def after(self) -> Texts:
        """What they have made of it: three files are worse, two are better."""
        return {
            "README.md": f"# {self.project}\n\nRun it once a day, in the morning.",
            "colours.toml": '[colours]\nground = "white"\ntext = "navy"',
            "settings.json": f'{{\n  "rows": {self.less},\n  "weeks": 1,\n  "title": "{self.project}"\n}}',
            "wheel.py": "def turn(names, week):\n    return names[0]",
        }

    def mine(self, rows: int) -> str:
        """What stands in the settings since the owner's own commit."""
        return f'{{\n  "rows": {rows},\n  "weeks": {self.weeks},\n  "title": "{self.project}"\n}}'

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 85, f"About “{self.tidy}”: I've thrown out “names.txt”, which you still need, sorry"
        yield 84, "And “wheel.py” was fine, it should be as it was before me"
        yield 82, f"In “settings.json” only the rows are wrong, there were {self.rows}. You may keep all the rest"

    def setup(self, store: Store) -> Setup:
        yield from self.begin(store, self.before(), "First that works")
        yield from self.written(store, self.after())
        yield code.DeleteFile(self.file(store, "names.txt"))
        yield code.CommitAll(self.the_project(store), self.tidy)
        yield from self.kept(store, {"settings.json": self.mine(self.less)}, "More than a week")
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for path in ("names.txt", "wheel.py"):
            yield code.Restore(self.version(store, path, "First that works"))
        yield code.SaveFile(self.file(store, "settings.json"), self.mine(self.rows))
        yield code.CommitAll(self.the_project(store), self.message)
        yield messenger.Send(self.chat, self.words)

    def items(self) -> Items:
        yield observed("Read what was thrown out", showing="which you still need", kind="search")
        yield observed("Looked at the history", showing="More than a week", kind="search")

    def solution(self, user: User) -> None:
        (gone,) = quotes(self.said(user, "thrown out"))[1:]
        (before,) = quotes(self.said(user, "as it was before me"))
        told = self.said(user, "are wrong")
        names = [line.names[0] for line in self.commits(user)]
        last_good = names[names.index(self.tidy) + 1]
        for path in (gone, before):
            self.go(user, "History", f"{last_good}…")
            user.click(link(f"{path} at this commit"))
            user.click(link("Restore"))
            user.click(button("Restore"))
        rows = int(told.split("there were ")[1].split(".")[0])
        self.rewrite(user, quotes(told)[0], lambda text: re.sub(r'("rows": )\d+', rf"\g<1>{rows}", text))
        self.commit(user, self.message)
        heard(user, self.chat.name, "are wrong")
        send(user, self.words)


WORK = (
    ("Counts leap days", "Leap days"),
    ("Prints on one page", "One page only"),
    ("Starts twice as fast", ""),
    ("Understands commas in names", "Names with commas"),
    ("Says what it is doing", ""),
    ("Opens old files, too", "Files of last year"),
)


class ReleaseNotes(OnProject, Task):
    """The commits since the last release become notes, in a file and a letter; what they close is ticked off."""

    goals = [
        "Make release {new} of “{project}” in Brackets. Take the messages of all commits since “Release {old}” but for "
        "those that begin with “wip”, the oldest first, each on a line of its own: these lines, and nothing else, are "
        "the new text of NEWS.md and of a mail to {person.name}, subject “{subject}”. VERSION says {new} then. Commit "
        "it all as “Release {new}”, and tick off in {list.name} what the commits' descriptions close.",
        "What has been done in “{project}” since its commit “Release {old}”? NEWS.md should list it, message after "
        "message, one a line, in the order in which they were committed, no “wip” ones and no other words; change "
        "VERSION to {new} and commit both as “Release {new}”. Mail {person.name} the very same lines as “{subject}”. "
        "The tasks that these commits say they close, all on {list.name}, are done.",
        "“{project}” on Brackets is ready for {new}. Replace what NEWS.md says by the messages of the commits after "
        "“Release {old}”, from the first to the last and a line for each, leaving out any “wip”; VERSION becomes "
        "{new}, and “Release {new}” is the commit. {person.name} gets exactly these lines by mail under “{subject}”. "
        "Complete the tasks on {list.name} that are closed by the descriptions of these commits.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["code", "mail", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    project: str = phrase("label-press", "attic-index", "choir-book", "key-board")
    turn: int = number(0, 5000)
    done: tuple[tuple[str, str], ...] = derived(lambda turn: turned(WORK, turn)[:4])
    major: int = number(1, 4)
    old: str = derived(lambda major, turn: f"{major}.{turn % 7}")
    new: str = derived(lambda major, turn: f"{major}.{turn % 7 + 1}")
    subject: str = phrase("What is new", "News for your copy", "All that has changed")

    def setup(self, store: Store) -> Setup:
        before, last = turned(WORK, self.turn)[4:]
        yield from self.begin(store, {"code.txt": "0", "NEWS.md": before[0], "VERSION": "draft"}, before[0])
        yield from self.kept(store, {"VERSION": self.old, "code.txt": "1"}, f"Release {self.old}")
        half, still = ("wip, to be gone on with", ""), before[1] or last[1]
        for place, (did, closes) in enumerate((*self.done[:2], half, *self.done[2:]), 2):
            told = f"Closes “{self.project}: {closes}”." if closes else f"No help yet for “{self.project}: {still}”."
            yield from self.kept(store, {"code.txt": f"{place}"}, did, told)
        for _, title in turned([one for one in WORK if one[1]], self.turn // 3):
            yield todo.AddTask(f"{self.project}: {title}", self.list)

    @property
    def notes(self) -> str:
        return "\n".join(did for did, _ in self.done)

    def effects(self, store: Store) -> Commands:
        yield code.SaveFile(self.file(store, "NEWS.md"), self.notes)
        yield code.SaveFile(self.file(store, "VERSION"), self.new)
        yield code.CommitAll(self.the_project(store), f"Release {self.new}")
        yield mail.Send(self.person.name, subject=self.subject, body=self.notes)
        for _, title in self.done:
            if title:
                yield ticked(store, f"{self.project}: {title}")

    def items(self) -> Items:
        yield observed("Looked at the history", showing=f"Release {self.old}", kind="search")
        yield observed("Read what a commit closes", showing="Closes “", kind="search")

    def solution(self, user: User) -> None:
        names = [line.names[0] for line in self.commits(user)]
        since = names[: names.index(f"Release {self.old}")][::-1]
        since, closed = [name for name in since if not name.startswith("wip")], []
        for name in since:
            user.click(link(f"{name}…"))
            closed += [quotes(line)[0] for line in user.page.text.splitlines() if line.startswith("Closes “")]
            user.back()
        for path, text in (("NEWS.md", "\n".join(since)), ("VERSION", self.new)):
            self.rewrite(user, path, text)
        self.commit(user, f"Release {self.new}")
        compose(user, self.subject, "\n".join(since), To=self.person.name)
        user.click(button("Send"))
        for title in titled(user, self.list, f"{self.project}: "):
            if title in closed:
                tick_off(user, self.list, title)

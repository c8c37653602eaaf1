"""Texts changed, committed and taken back: a constant, a name in all files, what a commit has deleted."""

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Change, Commit, File, Project
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import waiting
from lifeworld.taskkit import Commands, Store, Task, User, button, derived, field, link, nth, number, phrase, pick
from lifeworld.tasks.code import ways


class ChangeConstant(Task):
    """A constant gets another value, and that is committed."""

    goals = [
        "Set {constant} in {file.path} of {file.project.name} to {value} and commit everything as “{message}”.",
        "In {file.project.name}, {constant} should be {value}; it stands in {file.path}. Then commit all changes with "
        "the message “{message}”.",
        "Make {constant} in {file.path} equal to {value} (project {file.project.name}), then commit whatever has "
        "changed, with “{message}” as the message.",
    ]
    tags = ["long"]
    file: File = pick(File, lambda file: bool(ways.constants(file)))
    turn: int = number(0, 9)
    constant: str = derived(lambda file, turn: nth(ways.constants(file), turn))
    value: int = number(3, 97)
    message: str = phrase("Another try", "As measured today", "Better value", "Agreed on the phone")

    def effects(self) -> Commands:
        yield code.SaveFile(self.file, ways.with_constant(self.file.text, self.constant, self.value))
        yield code.CommitAll(self.file.project, self.message)

    def solution(self, user: User) -> None:
        ways.rewrite(user, self.file, lambda text: ways.with_constant(text, self.constant, self.value))
        ways.commit(user, self.file.project, self.message)


class DropUnusedImports(Task):
    """What is imported and never used goes."""

    goals = [
        "Problems finds unused imports in {file.path} of {file.project.name}. Delete those lines, nothing else.",
        "Clean up {file.path} in {file.project.name}: take out each import line that the linter calls unused.",
        "{file.path} of the project {file.project.name} imports what it doesn't use. Remove these lines and save.",
    ]
    tags = ["long"]
    file: File = pick(File, lambda file: bool(ways.unused(file.path, file.text)))

    def effects(self) -> Commands:
        text = self.file.text
        yield code.SaveFile(self.file, ways.without(text, ways.unused(self.file.path, text)))

    def solution(self, user: User) -> None:
        ways.go(user, self.file.project, "Problems")
        found = [line.text for line in user.page.lines(f"Problems in {self.file.path}")]
        numbers = [int(text.split()[-1]) for text in found if "imported but unused" in text]
        ways.rewrite(user, self.file, lambda text: ways.without(text, numbers))


class MendTheSlip(Task):
    """A name that is not defined is spelt as it was meant, and that is committed."""

    goals = [
        "A misspelt name in {file.path} of {file.project.name} isn't defined. Correct the spelling, and commit all "
        "changes as “{message}”.",
        "The linter finds an undefined name in {file.path} ({file.project.name}). It's a slip of the keyboard: put it "
        "right and commit everything with the message “{message}”.",
        "Mend the undefined name in {file.path}, project {file.project.name}; another name there is what was meant. "
        "Commit all that has changed: “{message}”.",
    ]
    tags = ["long"]
    file: File = pick(File, lambda file: ways.slip(problems(file.path, file.text), file.text) is not None)
    message: str = phrase("Spelling", "A slip", "Typo", "Mend the name")

    def effects(self) -> Commands:
        yield code.SaveFile(self.file, ways.mended(self.file.path, self.file.text))
        yield code.CommitAll(self.file.project, self.message)

    def solution(self, user: User) -> None:
        ways.go(user, self.file.project, "Problems")
        wrong = user.page.line("undefined name", self.file.path).text.split("'")[1]
        ways.rewrite(user, self.file, lambda text: ways.mended(self.file.path, text, wrong))
        ways.commit(user, self.file.project, self.message)


class RenameFunction(Task):
    """A function is called otherwise, in all files."""

    goals = [
        "Rename the function {function} to “{name}” in all files of {project.name}.",
        "{function} is a bad name. Call it “{name}” wherever {project.name} mentions it.",
        "In {project.name}, replace every {function} by “{name}”, in each file that has it.",
    ]
    project: Project = pick(Project, lambda project, store: bool(ways.shared(store, project)))
    turn: int = number(0, 9)
    function: str = derived(lambda project, store, turn: nth(ways.shared(store, project), turn))
    name: str = phrase("work_out", "look_after", "carry_on", "settle")

    def effects(self) -> Commands:
        yield code.ReplaceAll(self.project, self.function, self.name, word=True)


class MendTheJson(Task):
    """A comma is put where a file lacks one."""

    goals = [
        "{file.path} of {file.project.name} can't be read for want of a comma. Put it where it belongs and save.",
        "There's a comma missing in {file.path}, in the project {file.project.name}. Find out where, and add it.",
        "Mend {file.path} in {file.project.name}: Problems says that a comma is lacking. Change nothing else.",
    ]
    file: File = pick(File, lambda file: file.path.endswith(".json") and ways.comma(file.text) is not None)

    def effects(self) -> Commands:
        yield code.SaveFile(self.file, ways.comma(self.file.text) or "")


class CommitEverything(Task):
    """All that has changed is committed."""

    goals = [
        "Commit all changes of {project.name} with the message “{message}”.",
        "There are changes in {project.name} that I haven't committed. Commit them as “{message}”.",
        "Make a commit in {project.name} of everything that has changed: “{message}”.",
    ]
    tags = ["daily"]
    project: Project = pick(Project, lambda project, store: bool(waiting(store, project)))
    message: str = phrase("Half done, but safe", "Before I forget", "What I did on the train", "Work in progress")

    def effects(self) -> Commands:
        yield code.CommitAll(self.project, self.message)

    def solution(self, user: User) -> None:
        ways.commit(user, self.project, self.message)


class DiscardOne(Task):
    """A file is again as it was committed."""

    goals = [
        "Discard my changes in {file.path} of {file.project.name}.",
        "What I've changed in {file.path} was a mistake. Take it back to the last commit; it's in {file.project.name}.",
        "Undo whatever isn't committed in {file.path}, project {file.project.name}. Leave other files alone.",
    ]
    tags = ["daily"]
    file: File = pick(File, ways.is_changed)

    def effects(self) -> Commands:
        yield code.Discard(self.file)


class RevertOne(Task):
    """A commit is taken back."""

    goals = [
        "Revert the commit “{commit.message}” in {commit.project.name}.",
        "“{commit.message}” was a bad commit of {commit.project.name}. Take it back by another one.",
        "In {commit.project.name}, undo what the commit “{commit.message}” did, with Brackets' own revert.",
    ]
    commit: Commit = pick(Commit)

    def effects(self) -> Commands:
        yield code.Revert(self.commit)


def was_last(change: Change, store: Store) -> bool:
    """Return whether a file is gone, and this was the last that there was of it."""
    there = store.count(File, "project_id = ? AND path = ?", change.commit.project_id, change.path)
    later = "path = ? AND id > ? AND commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"
    rest = store.all(Change, later, change.path, change.id, change.commit.project_id)
    return not there and change.text is not None and [one.text for one in rest] == [None]


class BringBack(Task):
    """A file that a commit has deleted is there again."""

    goals = [
        "{change.path} was deleted from {change.commit.project.name} at some point. Bring it back as it was last.",
        "I want {change.path} again in {change.commit.project.name}, just as it was before a commit removed it.",
        "Restore the deleted file {change.path} of the project {change.commit.project.name} in its last version.",
    ]
    tags = ["long"]
    change: Change = pick(Change, was_last, among=was_last)

    def effects(self) -> Commands:
        yield code.Restore(self.change)

    def solution(self, user: User) -> None:
        ways.go(user, self.change.commit.project, "History")
        user.fill(field("Search messages and files"), self.change.path)
        user.click(button("Search"))
        user.click(link(ways.commits_shown(user)[0]).within("Commits"))
        user.click(link(f"{self.change.path} at this commit"))
        user.click(link("Restore"))
        user.click(button("Restore"))

"""Texts changed: a constant, what the linter complains of, a name in all files."""

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import File, Project
from lifeworld.apps.code.problems import problems
from lifeworld.taskkit import Commands, Task, User, derived, nth, number, phrase, pick
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

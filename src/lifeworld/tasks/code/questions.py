"""Questions on what is in files, and who did what when."""

from lifeworld.apps.code.models import Change, Commit, File, Project
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import lines
from lifeworld.taskkit import FullName, Store, Task, User, button, derived, link, nth, number, phrase, pick, sure
from lifeworld.tasks.code import ways

OF_FILE = "path = ? AND commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"


def versions(store: Store, file: File) -> list[Change]:
    """Return the commits' versions of a file, the latest first."""
    return store.all(Change, OF_FILE, file.path, file.project_id, order="id DESC")


def brought(store: Store, file: File) -> list[tuple[str, Commit]]:
    """Return the longer lines that stand in a file once and came with one commit alone, each with it."""
    steps = [(change.commit, set(lines(change.text)) - set(lines(change.before))) for change in versions(store, file)]
    found = []
    for line in dict.fromkeys(lines(file.text)):
        by = [commit for commit, new in steps if line in new]
        if len(by) == 1 and 20 <= len(line.strip()) <= 70 and file.text.count(line.strip()) == 1:
            found.append((line.strip(), by[0]))
    return found


class WhichCommitBrought(Task):
    """With which commit did a line come?"""

    goals = [
        "Which commit brought the line “{line}” into {file.path} of {file.project.name}? I want its message.",
        "In {file.project.name}, {file.path} has the line “{line}”. What does the commit say with which it came?",
        "Look through the history of {file.path} ({file.project.name}): what's the message of the commit that added "
        "“{line}”?",
    ]
    tags = ["look-up", "long"]
    file: File = pick(File, lambda file, store: len(versions(store, file)) > 1 and bool(brought(store, file)))
    turn: int = number(0, 30)
    line: str = derived(lambda file, store, turn: sure(nth(brought(store, file), turn))[0])

    def answer(self, store: Store) -> str:
        return dict(brought(store, self.file))[self.line].message

    def solution(self, user: User) -> None:
        words = " ".join(self.line.split())
        self._history(user)
        for message in ways.commits_shown(user):
            self._history(user)
            user.click(link(message).within("Commits"))
            shown = [one.text for one in user.page.lines(f"Lines of {self.file.path}")]
            if any(text.split()[1:2] == ["+"] and words in " ".join(text.split()) for text in shown):
                user.say(message)
                return

    def _history(self, user: User) -> None:
        ways.open_file(user, self.file)
        user.click(link("History of the file"), via=(button("More"),))


class WhoTouchedItLast(Task):
    """Who made the last commit of a file?"""

    goals = [
        "Who made the last commit that changed {file.path} in {file.project.name}?",
        "Whose is the latest commit of {file.path}, in the project {file.project.name}? Give the full name.",
        "{file.path} of {file.project.name}: who has committed a change to it most recently?",
    ]
    tags = ["daily", "look-up"]
    file: File = pick(File, lambda file, store: len(versions(store, file)) > 1)

    def answer(self, store: Store) -> FullName:
        return versions(store, self.file)[0].commit.author.name

    def solution(self, user: User) -> None:
        ways.open_file(user, self.file)
        user.click(link("History of the file"), via=(button("More"),))
        line = user.page.lines("Commits")[0]
        user.say(line.text.replace(line.names[0], "").split("·")[0].strip())


class HowOftenIsItSaid(Task):
    """How often do a project's files say a word?"""

    goals = [
        "How many times does {word} stand in the files of {project.name}, in capitals?",
        "Count each {word} in {project.name}, over all files. Capitals only.",
        "In Brackets, how often do the files of {project.name} say {word} in capital letters, all told?",
    ]
    tags = ["daily", "count"]
    project: Project = pick(Project)
    word: str = phrase("TODO", "FIXME")

    def answer(self, store: Store) -> int:
        return ways.said(store, self.project, self.word)

    def solution(self, user: User) -> None:
        user.say(ways.found(user, self.project, self.word))


class HowMuchIsWrong(Task):
    """How many problems are there in a project?"""

    goals = [
        "How many problems does {project.name} have, in all its files?",
        "Count what Brackets finds wrong in {project.name}.",
        "How long is the list of problems of the project {project.name}, line by line?",
    ]
    tags = ["count"]
    project: Project = pick(Project)

    def answer(self, store: Store) -> int:
        files = store.all(File, "project_id = ?", self.project.id)
        return sum(len(problems(file.path, file.text)) for file in files)

    def solution(self, user: User) -> None:
        ways.go(user, self.project, "Problems")
        user.say(len(ways.problems_shown(user)))

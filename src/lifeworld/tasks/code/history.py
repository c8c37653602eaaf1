"""Commits made and taken back, files brought back to what they were."""

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Change, Commit, File, Project
from lifeworld.apps.code.versions import waiting
from lifeworld.taskkit import Commands, Store, Task, User, button, field, link, phrase, pick
from lifeworld.tasks.code import ways


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

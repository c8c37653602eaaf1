"""Commits that others propose, ask for or have made; what a project still wants, as tasks."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import ClassVar

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Commit, File, Project
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import of_commit, saved, undone, waiting
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    containing,
    day,
    derived,
    judged,
    nth,
    number,
    observed,
    phrase,
    pick,
    show_all,
)
from lifeworld.tasks.code import ways
from lifeworld.tasks.cross.beforehand import InChat
from lifeworld.tasks.cross.screens import quotes, write_to
from lifeworld.tasks.cross.words import chat_with, message

_TODO = re.compile(r"TODO: ([^<>\n]*\w)$", re.MULTILINE)


class ProposedCommit(InChat):
    """Somebody proposes the message of a commit."""

    goals: ClassVar[Sequence[str]] = (
        "Commit all changes of {project.name} in Brackets with the message that {chat.name} proposes last on Chatter.",
        "{chat.name} knows in Chatter what my next commit in {project.name} should say. Make it, of everything that "
        "has changed, with their last wording.",
        "Take the wording that {chat.name} finally gives in our chat as the message, and commit what has changed in "
        "{project.name}.",
    )
    tags: ClassVar[Sequence[str]] = ("look-up", "distractor")
    apps: ClassVar[Sequence[str]] = ("code", "messenger")

    project: Project = pick(Project, lambda project, store: bool(waiting(store, project)))
    first: str = phrase("Fix", "Stuff", "Changes")
    message: str = phrase("What the weekend brought", "Mostly small things", "One step further", "Before the holidays")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 80, f"“{self.first}” would do as a message, I think"
        yield 60, f"Hm, nobody understands that later. Better “{self.message}”"

    def items(self) -> Items:
        yield observed("Read the chat", showing="nobody understands that later", kind="search")


class CommitAsTheySay(ProposedCommit, Task):
    """All changes are committed with the message that somebody proposes."""

    def effects(self) -> Commands:
        yield code.CommitAll(self.project, self.message)

    def solution(self, user: User) -> None:
        told = quotes(self.said(user, "nobody understands that later"))[0]
        ways.commit(user, self.project, told)


class NothingToCommit(ProposedCommit, Task):
    """A commit is proposed where all has been committed before."""

    def setup(self, store: Store) -> Setup:
        yield code.CommitAll(self.project, "All of it, before lunch")
        yield from super().setup(store)

    def impossible(self) -> Commands:
        yield code.CommitAll(self.project, self.message)

    def solution(self, user: User) -> None:
        self.said(user, "nobody understands that later")
        ways.go(user, self.project, "Changes")
        user.give_up()


class TellLastCommit(InChat, Task):
    """Somebody is told what the latest commit of a project says."""

    goals = [
        "{chat.name} asks on Chatter what I did last in {project.name}. Write them the message of the latest commit, "
        "word for word.",
        "Look up the newest commit of {project.name} in Brackets and send its message to {chat.name} in our chat, just "
        "as it reads.",
        "Answer {chat.name} in Chatter with what the last commit of {project.name} says, in its own words.",
    ]
    tags = ["look-up", "prose"]
    apps = ["code", "messenger"]

    project: Project = pick(Project)
    commit: Commit = derived(lambda store, project: store.first(Commit, "project_id = ?", project.id, order="id DESC"))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 33, f"Still at {self.project.name}? What have you done to it last?"

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.commit.message))

    def items(self) -> Items:
        yield observed("Saw the commit", showing=self.commit.message, kind="search")
        yield judged("The message tells this as what was last done in the project")

    def solution(self, user: User) -> None:
        ways.go(user, self.project, "History")
        write_to(user, self.chat.name, f"My last commit: {ways.commits_shown(user)[0]}")


class WriteToItsAuthor(Task):
    """Whoever made a commit gets a message."""

    goals = [
        "See in Brackets who made the commit “{commit.message}” of {commit.project.name}, and write them “{text}” on "
        "Chatter.",
        "Whoever is behind “{commit.message}” in the history of {commit.project.name} should get “{text}” from me in "
        "Chatter.",
        "Message the author of the commit “{commit.message}” ({commit.project.name}) on Chatter: “{text}”",
    ]
    tags = ["look-up"]
    apps = ["code", "messenger"]

    commit: Commit = pick(Commit, lambda commit, store: chat_with(store, commit.author_id) is not None)
    text: str = phrase("How did you find that out?", "That commit was a good idea", "Can you show me how you did it?")

    def effects(self, store: Store) -> Commands:
        yield message(store, self.commit.author_id, self.text)

    def items(self) -> Items:
        yield observed("Saw the commit", showing=self.commit.message, kind="search")

    def solution(self, user: User) -> None:
        ways.go(user, self.commit.project, "History")
        line = next(one for one in show_all(user) if self.commit.message in one.names)
        who = line.text.replace(self.commit.message, "").split(" · ")[0].strip()
        write_to(user, who, self.text)


def revertible(store: Store) -> list[Commit]:
    """Return the commits that can be taken back."""
    return [one for one in store.all(Commit, order="id") if _comes_off(store, one)]


def _comes_off(store: Store, commit: Commit) -> bool:
    now, dirty = saved(store, commit.project), {one.path for one in waiting(store, commit.project)}
    changed = of_commit(commit)
    if any(dirty & {one.path, one.was} for one in changed):
        return False
    try:
        found = [undone(now.get(one.path), one.before, one.after) for one in changed]
    except ValueError:
        return False
    return all(text is not None for text in found)  # no file comes or goes by it


class RevertIfAgreed(InChat, Task):
    """A commit that somebody complains about is taken back and they are told, once the person has agreed."""

    goals = [
        "{chat.name} complains on Chatter about a commit in {commit.project.name}. Let me decide when you've seen "
        "which it is; if it's to go, revert it in Brackets and write them “{text}”.",
        "See in Chatter which commit of {commit.project.name} {chat.name} wants gone. Name it to me, and on my word "
        "revert it and send “{text}”.",
        "Revert the commit of {commit.project.name} that bothers {chat.name} in our chat, provided I agree to that "
        "one, and then tell them “{text}”.",
    ]
    confirmation = {"effects": "Yes, take it back.", "nothing": "No, it stays. They'll get used to it."}
    question_topics = ["{commit.message}"]
    tags = ["look-up"]
    apps = ["code", "messenger"]
    optional_apps = ["code"]

    turn: int = number(0, 5000)
    commit: Commit = derived(lambda store, turn: nth(revertible(store), turn))
    text: str = phrase("It's taken back", "Reverted. Is it better now?", "Gone again, sorry for the trouble")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 70, f"Since “{self.commit.message}” nothing works as I'm used to. Can't you take that back?"

    def effects(self) -> Commands:
        yield code.Revert(self.commit)
        yield messenger.Send(self.chat, self.text)

    def items(self) -> Items:
        yield observed("Read the chat", showing="nothing works as I'm used to", kind="search")

    def solution(self, user: User) -> None:
        self.said(user, "nothing works as I'm used to")
        user.follow(self)


class TaskForEachProblem(Task):
    """Each problem of a file becomes a task."""

    goals = [
        "Each problem that Brackets finds in {file.path} of {file.project.name} should become a task on {list.name} in "
        "Ticked, due {due}, worded as it is listed there.",
        "Go through the problems of {file.path} ({file.project.name}) and put every one onto my list {list.name} as a "
        "task with just these words, due {due}.",
        "I want the problems in {file.path}, project {file.project.name}, as tasks for {due} on {list.name}: one for "
        "each, word for word.",
    ]
    tags = ["look-up", "long"]
    apps = ["code", "todo"]

    file: File = pick(File, lambda file: 0 < len(problems(file.path, file.text)) < 4)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    due: date = day(1, 20)

    def effects(self) -> Commands:
        for one in problems(self.file.path, self.file.text):
            yield todo.AddTask(one.says, self.list, self.due)

    def items(self) -> Items:
        yield observed("Saw the problems", at=f"/code/project/{self.file.project_id}/problems", kind="search")

    def solution(self, user: User) -> None:
        ways.go(user, self.file.project, "Problems")
        for says in [line.names[0] for line in user.page.lines(f"Problems in {self.file.path}")]:
            user.do(todo.AddTask(says, self.list, self.due))


class TodoOutOfTheCode(Task):
    """What a comment in the code says is to do becomes a task."""

    goals = [
        "There's a TODO in {file.path} of {file.project.name}. Add what it says to {list.name} in Ticked, word for "
        "word but without “TODO:”, due {due}.",
        "Make the TODO of {file.path} in the project {file.project.name} a task on {list.name}, due {due}; take the "
        "words that come after “TODO:” as they are.",
        "What {file.path} ({file.project.name}) has behind “TODO:” belongs on my list {list.name}, in the same words, "
        "for {due}.",
    ]
    tags = ["look-up"]
    apps = ["code", "todo"]

    file: File = pick(File, lambda file: len(_TODO.findall(file.text)) == 1 and file.text.count("TODO") == 1)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    due: date = day(1, 20)

    def effects(self) -> Commands:
        yield todo.AddTask(_TODO.findall(self.file.text)[0], self.list, self.due)

    def solution(self, user: User) -> None:
        ways.open_file(user, self.file)
        words = user.page.line("TODO: ", "Text").text.split("TODO: ")[1]
        user.do(todo.AddTask(words, self.list, self.due))

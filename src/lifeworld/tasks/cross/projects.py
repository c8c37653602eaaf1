"""Projects that others ask about: what is mended, committed or taken back for them, and what they are told of it."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import ClassVar

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import File
from lifeworld.apps.code.problems import problems
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    FullName,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    day_told,
    derived,
    judged,
    link,
    nth,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.code import ways
from lifeworld.tasks.code.questions import versions
from lifeworld.tasks.cross.beforehand import InChat, mailed, newest
from lifeworld.tasks.cross.screens import letter, reply_to, write_to


class AboutAFile:
    """A letter about one of the files."""

    apps: ClassVar[Sequence[str]] = ("code", "mail")

    person: Person = pick(Person, known)
    subject: str = phrase("About your code", "A look at your project", "One thing I stumbled over")
    turn: int = number(0, 5000)
    file: File = derived(lambda store, turn: nth(committed_again(store), turn))
    words = "I've been reading {file.path} of {project.name}. When did it change last, and by whom?"

    def setup(self, store: Store) -> Setup:
        words = self.words.format(file=self.file, project=self.file.project)
        yield mailed(store, self.person, self.subject, f"Hello,\n\n{words}\n\nNo hurry", hours=4)

    def last_commit(self, user: User) -> tuple[str, str]:
        """Open the history of the file, and return who made its latest commit, and when."""
        ways.open_file(user, self.file)
        user.click(link("History of the file"), via=(button("More"),))
        line = user.page.lines("Commits")[0]
        who, when, *_hash = line.text.replace(line.names[0], "").strip().splitlines()[0].split(" · ")
        return who, when


def committed_again(store: Store) -> list[File]:
    """Return the files that more than one commit has touched."""
    return [file for file in store.all(File, order="id") if len(versions(store, file)) > 1]


def slipped(store: Store) -> list[File]:
    """Return the files in which a name is misspelt."""
    return [file for file in store.all(File, order="id") if ways.slip(problems(file.path, file.text), file.text)]


class BugByMail(AboutAFile, Task):
    """A bug that a letter describes is mended and committed, and its sender told."""

    goals = [
        "{person.name} has mailed me about a bug in one of my projects: a misspelt name. Correct it in Brackets, "
        "commit all changes as “{message}”, and answer the mail with “{text}”.",
        "See “{subject}” from {person.name}. Put the wrong name right in the file that it's about, commit whatever has "
        "changed with the message “{message}”, and reply “{text}”.",
        "Mend what {person.name}'s mail complains of, it's a slip of the keyboard. Then make a commit “{message}” of "
        "everything in Brackets, and send “{text}” back.",
    ]
    tags = ["look-up", "long"]
    step_budgets = 2

    file: File = derived(lambda store, turn: nth(slipped(store), turn))
    words = "I can't run {project.name}: it says that a name in {file.path} is not defined."
    message: str = phrase("Spelling", "The name that was meant", "Runs again", "A slip, found by others")
    text: str = phrase("Mended, thank you!", "It runs again. Good catch!", "Sorry about that. It's corrected now.")

    def effects(self, store: Store) -> Commands:
        path, text = self.file.path, self.file.text
        yield code.SaveFile(self.file, ways.mended(path, text))
        yield code.CommitAll(self.file.project, self.message)
        yield mail.Reply(newest(store, self.subject), self.text)

    def items(self) -> Items:
        yield observed("Read the letter", showing="it says that a name in", kind="search")

    def solution(self, user: User) -> None:
        path = letter(user, self.subject, "it says that a name in ").split(" is not")[0]
        ways.rewrite(user, self.file, lambda text: ways.mended(path, text))
        ways.commit(user, self.file.project, self.message)
        reply_to(user, self.subject, self.text)


class DateOfLastCommit(AboutAFile, Task):
    """Somebody asks when a file was changed last, and gets the date."""

    goals = [
        "{person.name} asks by mail when a file of mine was last changed. Look up its latest commit in Brackets and "
        "reply with the date.",
        "Answer “{subject}” from {person.name}: they want to know the day of the last commit of a file, which its "
        "history in Brackets has.",
        "Write back to {person.name} on “{subject}” on what date that file was committed last, by its history.",
    ]
    tags = ["look-up", "prose"]

    words = "I've been reading {file.path} of {project.name}. On which day was it last committed?"
    on: date = derived(lambda store, file: sure(versions(store, file)[0].commit.at).date())

    def effects(self, store: Store) -> Commands:
        yield mail.Reply(newest(store, self.subject), containing(self.on))

    def items(self) -> Items:
        yield observed("Read the letter", showing="On which day was it last committed", kind="search")
        yield judged("The letter says that this is when the file was last committed")

    def solution(self, user: User) -> None:
        letter(user, self.subject)
        on = day_told(self.last_commit(user)[1], user.today)
        reply_to(user, self.subject, f"Hello,\n\nthat was on {on:%B} {on.day}.")


class WhomTheyShouldAsk(AboutAFile, Task):
    """Who made the last commit of the file that a letter is about?"""

    goals = [
        "A mail from {person.name} is about a file of mine. Who made the latest commit of that file? The full name.",
        "See “{subject}” from {person.name}, then look into Brackets: who has changed the file that they mean last?",
        "{person.name} has mailed me about a file and wants to know whom to ask. Whose is its last commit in Brackets?",
    ]
    tags = ["look-up"]

    words = "I don't get along with {file.path} of {project.name}. Whom do I ask, who was in there last?"

    def answer(self, store: Store) -> FullName:
        return versions(store, self.file)[0].commit.author.name

    def items(self) -> Items:
        yield observed("Read the letter", showing="I don't get along with", kind="search")

    def solution(self, user: User) -> None:
        letter(user, self.subject)
        user.say(self.last_commit(user)[0])


class SettingFromChat(InChat, Task):
    """A constant is set to what somebody asks for in the chat."""

    goals = [
        "{chat.name} wants another value in {file.project.name} and says on Chatter which. Change it in Brackets and "
        "save, don't commit yet, and answer “{text}”.",
        "Do what {chat.name} asks in our chat: a constant of {file.project.name} gets another value. Save the file "
        "without a commit and write “{text}” back on Chatter.",
        "In Chatter, {chat.name} names a constant of my project {file.project.name} and what it should be. Set it, "
        "leave the commit to me, and send “{text}”.",
    ]
    tags = ["look-up"]
    apps = ["code", "messenger"]

    turn: int = number(0, 5000)
    file: File = derived(lambda store, turn: nth(list(filter(ways.constants, store.all(File, order="id"))), turn))
    constant: str = derived(lambda file, turn: nth(ways.constants(file), turn))
    value: int = number(3, 97)
    text: str = phrase("Done, have a try", "Changed. Does it work now?", "It's in the file, not committed yet")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 66, f"Could you try {self.constant} = {self.value} in {self.file.path}?"

    def effects(self) -> Commands:
        yield code.SaveFile(self.file, ways.with_constant(self.file.text, self.constant, self.value))
        yield messenger.Send(self.chat, self.text)

    def items(self) -> Items:
        yield observed("Read the chat", showing="Could you try", kind="search")

    def solution(self, user: User) -> None:
        name, _, value = self.said(user, "Could you try").removeprefix("Could you try ").split()[:3]
        ways.rewrite(user, self.file, lambda text: ways.with_constant(text, name, int(value)))
        write_to(user, self.chat.name, self.text)

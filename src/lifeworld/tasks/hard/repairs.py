"""Code is mended in several files: faults that a letter and a list name, a word that is to be another one."""

from collections.abc import Iterator
from functools import partial
from operator import methodcaller

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.problems import Problem
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    field,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.code import ways
from lifeworld.tasks.cross.beforehand import InChat, mailed, newest
from lifeworld.tasks.cross.screens import letter, quotes, reply_to
from lifeworld.tasks.hard.company import OnProject, Texts
from lifeworld.tasks.hard.hands import heard, with_words
from lifeworld.tasks.messenger import send
from lifeworld.tasks.messenger.news import says

CONFIG = '{{\n  "title": "Every {what}",\n  "seconds": {seconds}{comma}\n  "rows": {rows}\n}}'
README = "# {project}\n\nShows each {what} of the day, the newest first.\nIt looks again every {seconds} seconds."
LABELS = '[labels]\nnone = "No {what} {day}"\nmore = "Show every {what}"'
SHOW = """import json
{unused}

def load(path):
    with open(path) as file:
        return json.load(file)


def latest(rows, count):
    newest = sorted(rows)[-count:]
    return {newest}[::-1]"""


class FaultsByLetter(OnProject, Task):
    """A letter names faults in two files, the list of problems those in two more: all are mended and committed."""

    goals = [
        "{person.name} mailed me what is wrong in my project “{project}”. Put it right in Brackets, as the mail says, "
        "and mend all that Problems lists there: a missing comma, a misspelt name, an import that nobody uses (take "
        "out its line). Change nothing else, commit everything as “{message}”, and reply with the paths of all files "
        "that you've changed.",
        "There are faults in “{project}”, on Brackets. Two are in the mail from {person.name}, the rest is on the "
        "project's list of problems, which must be empty after that: add the missing comma, correct the name that is "
        "misspelt, delete the line of the unused import. Then commit all of it, message “{message}”, and answer the "
        "mail; name each file that is different now by its path.",
        "Mend “{project}” in Brackets: what {person.name} complains of by mail and what Problems finds (an unused "
        "import goes with its line, a slip in a name and a forgotten comma are corrected). One commit of it all, "
        "“{message}”. {person.name} should get a reply in which every changed file is named by its path.",
    ]
    tags = ["hard", "look-up", "prose", "long"]
    apps = ["code", "mail"]

    person: Person = pick(Person, known)
    project: str = phrase("bus-board", "rain-gauge", "door-bell", "tide-clock")
    what: str = phrase("reading", "arrival", "visit", "alarm")
    seconds: int = number(20, 50)
    more: int = number(5, 40)
    rows: int = number(4, 9)
    message: str = phrase("Mended what was found", "Faults out", "All that was wrong", "Put right")

    def files_as(self, *, right: bool) -> Texts:
        what, seconds = self.what, self.seconds + self.more if right else self.seconds
        return {
            "README.md": README.format(project=self.project, what=what, seconds=seconds),
            "config.json": CONFIG.format(what=what, seconds=self.seconds, rows=self.rows, comma="," if right else ""),
            "labels.toml": LABELS.format(what=what, day="today" if right else "tody"),
            "show.py": SHOW.format(unused="" if right else "import sys\n", newest="newest" if right else "newset"),
        }

    def setup(self, store: Store) -> Setup:
        yield from self.begin(store, self.files_as(right=False), "First version")
        body = (
            f"Hello,\n\nI had a look at {self.project}.\n\n"
            f"In “README.md”, “every {self.seconds} seconds” should be “every {self.seconds + self.more} seconds”.\n\n"
            "In “labels.toml”, “tody” should be “today”.\n\nAnd it doesn't even start, Problems must be full."
        )
        yield mailed(store, self.person, f"What is wrong in {self.project}", body, hours=5)

    def effects(self, store: Store) -> Commands:
        for path, text in self.files_as(right=True).items():
            yield code.SaveFile(self.file(store, path), text)
        yield code.CommitAll(self.the_project(store), self.message)
        asked = newest(store, f"What is wrong in {self.project}")
        yield mail.Reply(asked, containing(*self.files_as(right=True)))

    def items(self) -> Items:
        yield observed("Read the letter", showing="I had a look at", kind="search")
        yield observed("Looked at the problems", showing="imported but unused", kind="search")
        yield judged("The reply reads like an answer to who has found the faults")

    def solution(self, user: User) -> None:
        told = with_words(letter(user, f"What is wrong in {self.project}"), " should be “")
        self.go(user, "Problems")
        found: dict[str, list[Problem]] = {}
        for line in user.page.lines("Problems in"):
            problem = Problem(int(line.text.split()[-1]), line.names[0])
            found.setdefault(line.heading.removeprefix("Problems in "), []).append(problem)
        for path, wrong, right in map(quotes, told):
            self.rewrite(user, path, methodcaller("replace", wrong, right))
        for path, problems in found.items():
            self.rewrite(user, path, partial(mended, problems))
        self.commit(user, self.message)
        paths = ", ".join([*(quotes(line)[0] for line in told), *found])
        reply_to(user, f"What is wrong in {self.project}", f"Thank you! I have mended {paths}")


def mended(problems: list[Problem], text: str) -> str:
    """Return a text without what Problems tells of it."""
    wrong, meant = ways.slip(tuple(problems), text) or ("", "")
    unused = [one.line for one in problems if "imported but unused" in one.says]
    left = ways.without(text, unused)
    return ways.comma(text) or (left.replace(wrong, meant) if wrong else left)


RULES = "The words of “{kept}” are read by others, so they stay as they are, always."


class AnotherWord(OnProject, InChat, Task):
    """A word is replaced all over a project, but for a file that is excepted elsewhere; the new word changes."""

    goals = [
        "{chat.name} and I have agreed on Chatter what “{old}” is called in “{project}” from now on. Write it instead "
        "of “{old}” wherever that stands in the project's files, in longer words, too; README.md says which file has "
        "to stay as it is. Commit everything in Brackets as “{message}” and write “{words}” to {chat.name}. What they "
        "say last counts, also while you are at it.",
        "Rename “{old}” in all texts of the project “{project}” in Brackets (“{old}s” becomes the new word and s) "
        "to what {chat.name} proposes in our Chatter chat. They think aloud, so look what came last. One file must "
        "not change, see README.md. Commit it all, “{message}”, and answer “{words}”.",
        "In “{project}” on Brackets the word “{old}” has to go, as a part of others as well: put in its place what "
        "{chat.name} wrote me on Chatter, their last message holds. Leave the file alone that README.md excepts. The "
        "commit is called “{message}”; {chat.name} gets “{words}” as a message.",
    ]
    trigger = when(opened="code")
    tags = ["hard", "look-up", "long"]
    apps = ["code", "messenger"]

    project: str = phrase("club-register", "guest-book", "loan-desk", "seed-swap")
    old: str = phrase("member", "client", "holder")
    first: str = phrase("friend", "regular")
    new: str = phrase("neighbour", "grower", "partner")
    stays: str = phrase("export.json", "letters.csv", "forms.json")
    turn: int = number(2, 40)
    message: str = phrase("Another word", "Called as we speak", "One word for all of them")
    words: str = phrase("It's done, everywhere", "Renamed and committed", "All files say so now")

    def files_as(self, word: str) -> Texts:
        return {
            "README.md": f"# {self.project}\n\nWhat each {word} has taken home.\n{RULES.format(kept=self.stays)}",
            self.stays: f'{{"{self.old}": {self.turn}, "{self.old}s": []}}',
            "lists.py": f"def by_name({word}s):\n    return sorted({word}s, key=lambda {word}: {word}.name)",
            "mail/reminder.md": f"Dear {word},\n\nplease bring back what you have.\n\n(sent to {self.turn} {word}s)",
            "rules.toml": f"[{word}]\nmost = {self.turn}\nweeks = 3",
        }

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 95, f"“{self.old}” sounds so stiff in {self.project}"
        yield 92, f"I'd call them “{self.first}” instead, everywhere"

    def setup(self, store: Store) -> Setup:
        yield from self.begin(store, self.files_as(self.old), "As it was")
        yield from super().setup(store)

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"Oh, wait: I'd call them “{self.new}” after all")

    def _named(self, store: Store, word: str) -> Commands:
        for path, text in self.files_as(word).items():
            if path != self.stays:
                yield code.SaveFile(self.file(store, path), text)
        yield code.CommitAll(self.the_project(store), self.message)
        yield messenger.Send(self.chat, self.words)

    def superseded_effects(self, store: Store) -> Commands:
        yield from self._named(store, self.first)

    def effects(self, store: Store) -> Commands:
        yield from self._named(store, self.new)

    def items(self) -> Items:
        yield observed("Read the new word", showing="after all", kind="search")
        yield observed("Read what has to stay", showing="are read by others", kind="search")

    def solution(self, user: User) -> None:
        self.open_file(user, "README.md")
        stays = quotes(with_words(user.page.text, "are read by others")[0])[0]
        word = quotes(heard(user, self.chat.name, "I'd call them"))[0]
        self.go(user, "Search")
        user.fill(field("Search in files"), self.old)
        user.click(button("Search"))
        user.click(link("Replace…"))
        user.fill(field("Replace with"), word)
        user.click(button("Replace all"))
        user.click(link(stays).within("Changes"))
        user.click(link("Discard changes"))
        user.click(button("Discard"))
        self.commit(user, self.message)
        heard(user, self.chat.name, "I'd call them")
        send(user, self.words)

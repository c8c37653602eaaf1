"""Files attached to letters: those that came with others."""

from datetime import timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Attachment, Message
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    derived,
    field,
    link,
    nth,
    number,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.mail.picking import known, reachable
from lifeworld.tasks.mail.screens import compose, open_thread, search

_LATELY = timedelta(days=60)


def attachable(file: Attachment) -> bool:
    """Return whether a file came lately, can be found, and is the only one of its name."""
    came, store = sure(file.message.sent_at), file.store
    found = reachable(file.message.thread) and not file.message.mine and came > store.now - _LATELY
    return found and store.count(Attachment, "name = ?", file.name) == 1


def brought_a_file(message: Message) -> bool:
    """Return whether a letter came with one file, and with no other letter in its conversation."""
    files, thread = message.attachments, message.thread
    return len(files) == len(thread.messages) == 1 and attachable(files[0]) and '"' not in thread.subject


def open_file(user: User, file: Attachment) -> None:
    """Find the letter that a file came with, and open the file's own page."""
    search(user, f'"{file.name}"')
    user.click(link(file.message.thread.subject))
    user.click(link(f"{file.name} …"))


def choose_file(user: User, file: Attachment) -> None:
    """Attach a file to the letter that is being written: search for it on the list."""
    choose_named(user, file.name)


def choose_named(user: User, name: str) -> None:
    """Attach the file of a name in the same way."""
    user.click(button("Attach a file"))
    user.fill(field("Find a file"), name)
    user.click(button("Search"))
    user.click(link(name))


class SendFile(Task):
    """A file goes to somebody, without a word."""

    goals = [
        "Mail the file “{file.name}” to {person.name}: the subject is “{subject}”, and there is no text.",
        "{person.name} needs “{file.name}” out of my mail. Attach it to a new letter “{subject}” that has no text.",
        "Send {person.name} a new letter in Post with the subject “{subject}”, no text, and “{file.name}” attached.",
    ]

    file: Attachment = pick(Attachment, attachable)
    person: Person = pick(Person, known)
    subject: str = phrase("For your records", "What you asked for", "As promised", "The papers")

    @property
    def files(self) -> tuple[Attachment, ...]:
        return (self.file,)

    def effects(self) -> Commands:
        yield mail.Send(self.person.name, subject=self.subject, files=self.files)

    @way
    def found_by_a_search(self, user: User) -> None:
        compose(user, self.subject, "", To=self.person.name)
        for file in reversed(self.files):
            choose_file(user, file)
        user.click(button("Send"))

    @way
    def from_the_files_own_page(self, user: User) -> None:
        open_file(user, self.file)
        user.click(link("Attach to new message"))
        for file in self.files[1:]:
            choose_file(user, file)
        user.fill(field("To"), self.person.name)
        user.fill(field("Subject"), self.subject)
        user.click(button("Send"))


class SendTwoFiles(SendFile):
    """Two files go to somebody in one letter."""

    goals = [
        "Mail {person.name} the files “{file.name}” and “{other.name}”, both in one letter “{subject}” without a text.",
        "Write to {person.name} in Post, subject “{subject}”, no text. Attach “{file.name}” and “{other.name}”.",
        "One letter to {person.name}, “{subject}”, with no text but two files: “{file.name}” and “{other.name}”.",
    ]

    other: Attachment = pick(Attachment, lambda other, file: attachable(other) and other != file)

    @property
    def files(self) -> tuple[Attachment, ...]:
        return (self.file, self.other)


class AnswerWithFile(Task):
    """Somebody asks for a file, and gets it with the answer."""

    goals = [
        "{person.name} asks me for a file in “{subject}”. Reply with “{text}” and attach that file.",
        "Answer {person.name}'s mail “{subject}”: write “{text}”, and let the file that it asks for come along.",
        "In Post, {person.name} wants a file from me, see “{subject}”. Send it back with the words “{text}”",
    ]
    tags = ["look-up"]

    person: Person = pick(Person, known)
    subject: str = phrase("Have you still got it?", "A file that I have lost", "Could you send me something?")
    text: str = phrase("Here you are.", "Found it, here it is.", "With pleasure. It comes with this letter.")
    turn: int = number(1, 90)
    file: Attachment = derived(lambda store, turn: nth(list(filter(attachable, store.all(Attachment))), turn))

    def setup(self, store: Store) -> Setup:
        yield events.Mailed(
            at=store.now - timedelta(hours=2),
            thread="given",
            person_id=self.person.id,
            subject=self.subject,
            body=f"Hello,\n\nyou must still have “{self.file.name}”. I can't find it. Could you mail it to me?",
        )

    def effects(self, store: Store) -> Commands:
        letter = store.one(Message, "id = (SELECT max(id) FROM mail_message)")
        yield mail.Reply(letter, self.text, files=(self.file,))

    def items(self) -> Items:
        yield observed("Read which file is wanted", showing=f"you must still have “{self.file.name}”")

    def solution(self, user: User) -> None:  # the derived one looks for the file among those of a letter passed on
        user.open("Post")
        user.click(link(self.subject))
        wanted = user.page.text.partition("you must still have “")[2].partition("”")[0]
        user.click(link("Reply"))
        user.fill(field("Message"), self.text)
        choose_named(user, wanted)
        user.click(button("Send"))


class PassFileOn(Task):
    """The file of a letter is passed on, but not the letter."""

    goals = [
        "Send {person.name} the file that came with “{message.thread.subject}” from {message.sender_name}, but not "
        "that letter: write a new one with the subject “{subject}” and no text.",
        "{person.name} should get what {message.sender_name} attached to “{message.thread.subject}”, and not see the "
        "rest. Put the file into a new letter “{subject}” without a text.",
        "Don't forward “{message.thread.subject}” from {message.sender_name}; just mail its attachment to "
        "{person.name}, in a new letter with “{subject}” as its subject and no text.",
    ]
    tags = ["look-up"]

    message: Message = pick(Message, brought_a_file)
    person: Person = pick(Person, known)
    subject: str = phrase("Just the file", "Without my mail around it", "Only this")

    def effects(self) -> Commands:
        yield mail.Send(self.person.name, subject=self.subject, files=(self.file,))

    def items(self) -> Items:
        yield observed("Found the letter with the file", showing=self.message.thread.subject, kind="search")

    @property
    def file(self) -> Attachment:
        return self.message.attachments[0]

    def solution(self, user: User) -> None:
        open_thread(user, self.message.thread, f' from:"{self.message.sender_name}"')
        user.follow(self)

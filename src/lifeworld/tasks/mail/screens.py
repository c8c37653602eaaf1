"""How screens of Post are reached and read, and what several tasks do on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import ClassVar

from lifeworld.apps.mail.models import Thread
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Line,
    Money,
    User,
    amounts,
    box,
    button,
    field,
    link,
    observed,
    pick,
    show_all,
    way,
)
from lifeworld.tasks.mail.picking import in_inbox

_TYPED = 80  # letters of a subject, which are enough to find it by
_OPERATORS = {  # by the field of the filters that says the same
    "Has the words": "",
    "From": "from:",
    "Subject": "subject:",
    "Label": "label:",
    "Search in": "in:",
    "From day": "after:",
    "Unread only": "is:unread",
    "Has an attachment": "has:attachment",
}


def search(user: User, text: str) -> None:
    """Open Post and search."""
    user.open("Post")
    user.fill(field("Search mail"), text)
    user.click(button("Search"))


def filter_by(user: User, filters: Mapping[str, str]) -> None:
    """Open Post and search by the form of filters; a field without a value is a box to tick."""
    user.open("Post")
    wide = user.page.tree.find("link", "Search options")
    user.click(link("Search options" if wide else "More filters"))
    for name, value in filters.items():
        user.fill(field(name), value) if value else user.check(box(name))
    user.click(button("Search"))


def listed(user: User) -> list[Line]:
    """Unfold the list that is on the screen, and return its conversations, each with its subject first."""
    return [line for line in show_all(user) if line.names]


def found(user: User, query: str) -> list[Line]:
    """Search, and return the conversations found, the latest first."""
    search(user, query)
    return listed(user)


def opened(user: User) -> Iterator[Line]:
    """Open the conversations of the list that is on the screen, one after the other."""
    for line in listed(user):
        user.click(link(line.names[0]))
        yield line
        user.back()


def amount_beside(user: User, label: str) -> Money:
    """Return the amount that a machine's mail tells after a label."""
    return amounts(user.page.text.split(f"\n{label}\n")[1])[0]


def open_thread(user: User, thread: Thread, where: str = "") -> None:
    """Find a conversation by its subject, or how that begins, and open it."""
    search(user, f'subject:"{shorten(thread.subject, _TYPED, placeholder="")}"{where}')
    user.click(link(thread.subject))


def open_folder(user: User, name: str) -> None:
    """Open a folder, a label or the like from the list of folders."""
    user.open("Post")
    user.click(link(name), via=[link("Folders")])


def do_to_selected(user: User, deed: str, *subjects: str) -> None:
    """Tick the conversations of these subjects in the list that is on the screen, and press a button."""
    _select(user)
    for subject in subjects:
        user.check(box(f"Select “{subject}”"))
    user.click(button(deed), via=[button("More actions")])


def do_to_all(user: User, deed: str) -> None:
    """Select the whole list that is on the screen, and press a button."""
    _select(user)
    user.click(link("Select all"))
    user.click(button(deed), via=[button("More actions")])


def _select(user: User) -> None:
    show_all(user)
    if user.page.tree.find("link", "Select"):  # the phone shows no boxes before
        user.click(link("Select"))


def compose(user: User, subject: str, text: str, **recipients: str) -> None:
    """Write a new letter up to its last step; recipients by field: To, Cc, Bcc."""
    user.open("Post")
    user.click(link("Compose"))
    for name, value in recipients.items():
        user.fill(field(name), value)
    user.fill(field("Subject"), subject)
    user.fill(field("Message"), text)


def choose_contact(user: User, person: Person) -> None:
    """Choose whom the letter that is being written goes to, among the contacts."""
    user.click(button("Choose a contact for To"))
    user.fill(field("Find a contact"), person.name)
    user.click(button("Search"))
    user.click(link(person.name))


def forward(user: User, person: Person, note: str) -> None:
    """Pass the letter that is open on to somebody."""
    user.click(link("Forward"))
    user.fill(field("To"), person.name)
    user.fill(field("Message"), note)
    user.click(button("Send"))


# What several tasks share


class InTheList:
    """What is done to a conversation, and can be done to it in the list, too."""

    deeds: ClassVar[Sequence[str]]  # the buttons for what is selected
    where = " in:inbox"  # added to a search for its subject
    folder = ""  # where it is instead
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    @way
    def selected_in_the_list(self, user: User) -> None:
        for deed in self.deeds:
            if self.folder:
                open_folder(user, self.folder)
            else:
                search(user, f'subject:"{self.thread.subject}"{self.where}')
            do_to_selected(user, deed.format(**vars(self)), self.thread.subject)


class InEitherOrder:
    """What takes several commands, none of which depends on another."""

    effects: Callable[[], Commands]

    @way
    def in_the_other_order(self, user: User) -> None:
        for command in reversed([*self.effects()]):
            user.do(command)


class Found:
    """A question about what a search finds, in words or by the form of filters."""

    filters: ClassVar[Mapping[str, str]]

    def read(self, user: User) -> object:
        """Return what the list of what was found tells: how many there are, unless the task reads something else."""
        return len(listed(user))

    def _filters(self) -> dict[str, str]:
        return {name: value.format(**vars(self)) for name, value in self.filters.items()}

    def solution(self, user: User) -> None:
        told = (_OPERATORS[name] + (f'"{value}"' if value else "") for name, value in self._filters().items())
        search(user, " ".join(told))
        user.say(self.read(user))

    @way
    def by_the_filters(self, user: User) -> None:
        filter_by(user, self._filters())
        user.say(self.read(user))


class Searched(Found):
    """A question for which searching earns credit."""

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

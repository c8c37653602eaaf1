"""Spam reported, cleared away and taken back."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.taskkit import Commands, Setup, Task, User, button, link, pick, way
from lifeworld.tasks.mail.ways import in_inbox, open_folder, open_thread, search, select, select_found

ADVERTS = (  # how the subjects of letters begin that a person may well call spam
    "At the Rialto",
    "Evening courses",
    "Miles: ",
    "New episodes",
    "New this Friday",
    "PRICES DOWN",
    "Still looking?",
    "This week: ",
    "Two weeks only",
    "Where to in ",
    "Your saved items",
)


def in_spam(row: Thread) -> bool:
    return row.spam and not row.binned


def unwanted(row: Thread) -> bool:
    """Return whether a conversation is an advertisement, in the inbox or caught."""
    return in_spam(row) or (in_inbox(row) and row.subject.startswith(ADVERTS))


def wanted(row: Thread) -> bool:
    """Return whether a conversation in the inbox is no advertisement."""
    return in_inbox(row) and bool(row.subject) and not unwanted(row)


class MarkAsSpam(Task):
    """An unwanted letter goes to spam."""

    goals = [
        "Report “{thread.subject}” in my inbox as spam.",
        "“{thread.subject}” is junk. Mark that inbox conversation as spam.",
        "Move the inbox conversation “{thread.subject}” to spam.",
        "I don't want mail like “{thread.subject}” in my inbox. Tell Post that it's spam.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, unwanted, among=lambda thread: in_inbox(thread) or in_spam(thread))

    def setup(self) -> Setup:
        if self.thread.spam:  # the filter has let it through
            yield mail.NotSpam(self.thread)

    def effects(self) -> Commands:
        yield mail.MarkSpam(self.thread)

    @way
    def selected_in_the_list(self, user: User) -> None:
        select_found(user, self.thread)
        user.click(button("Report selected as spam"), via=[button("More for the selected")])


class WasNoSpam(Task):
    """A letter comes back from spam."""

    goals = [
        "“{thread.subject}” is no spam. Put it back into my inbox.",
        "Post has “{thread.subject}” among the spam by mistake; mark it as not spam.",
        "“{thread.subject}” doesn't belong in the spam folder. It should be in my inbox.",
    ]

    thread: Thread = pick(Thread, wanted, among=lambda thread: in_inbox(thread) or in_spam(thread))

    def setup(self) -> Setup:
        yield mail.MarkSpam(self.thread)

    def effects(self) -> Commands:
        yield mail.NotSpam(self.thread)

    def solution(self, user: User) -> None:
        open_folder(user, "Spam")
        user.click(link(self.thread.subject))
        user.click(button("Not spam"), via=[button("More")])

    @way
    def moved_to_the_inbox(self, user: User) -> None:
        open_thread(user, self.thread, " in:spam")
        user.click(button("Move to inbox"), via=[button("More")])

    @way
    def selected_among_the_spam(self, user: User) -> None:
        open_folder(user, "Spam")
        select(user, self.thread)
        user.click(button("Selected are not spam"), via=[button("More for the selected")])


class TwoAtOnce(Task):
    """Two conversations in spam are put into the bin together."""

    goals = [
        "Delete “{one.subject}” and “{other.subject}” from the spam folder.",
        "Two mails in spam can go to the bin: “{one.subject}” and “{other.subject}”.",
        "In Post's spam folder, bin “{one.subject}” as well as “{other.subject}”.",
    ]

    one: Thread = pick(Thread, in_spam, among=in_spam)
    other: Thread = pick(Thread, lambda other, one: in_spam(other) and other.id != one.id, among=in_spam)

    def effects(self) -> Commands:
        yield mail.Bulk((self.one, self.other), "bin")

    def solution(self, user: User) -> None:
        open_folder(user, "Spam")
        select(user, self.one, self.other)
        user.click(button("Delete selected"))

    @way
    def one_after_the_other(self, user: User) -> None:
        for thread in (self.other, self.one):
            search(user, "in:spam")
            user.click(link(thread.subject))
            user.click(button("Delete"))

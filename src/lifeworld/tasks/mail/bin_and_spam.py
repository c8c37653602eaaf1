"""Conversations thrown away, restored and gone for good; spam reported, cleared away and taken back."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.taskkit import Commands, Setup, Store, Task, User, number, pick, way
from lifeworld.tasks.mail.picking import in_inbox
from lifeworld.tasks.mail.screens import InTheList, do_to_all, do_to_selected, open_folder

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


def outside_spam(row: Thread) -> bool:
    """Return whether a conversation is what its subject stands for, wherever the owner has put it."""
    return not row.spam and bool(row.subject) and '"' not in row.subject


def in_spam(row: Thread) -> bool:
    return row.spam and not row.binned


def unwanted(row: Thread) -> bool:
    """Return whether a conversation is an advertisement, in the inbox or caught."""
    return in_spam(row) or (in_inbox(row) and row.subject.startswith(ADVERTS))


class TakeOutOfTheBin(InTheList, Task):
    """A conversation comes back out of the bin."""

    goals = [
        "I deleted “{thread.subject}” by mistake. Restore it from the bin.",
        "Take “{thread.subject}” out of the bin in Post and put it back where it was.",
        "Restore the binned conversation “{thread.subject}”.",
    ]
    tags = ["short"]
    deeds = ["Restore selected"]
    folder = "Bin"

    thread: Thread = pick(Thread, lambda thread: outside_spam(thread) and not thread.binned, among=outside_spam)

    def setup(self) -> Setup:
        yield mail.Delete(self.thread)

    def effects(self) -> Commands:
        yield mail.Restore(self.thread)

    def solution(self, user: User) -> None:
        open_folder(user, "Bin")
        user.follow(self)


class EraseAfterConsent(TakeOutOfTheBin):
    """A conversation goes for good, once the person has agreed."""

    goals = [
        "“{thread.subject}” in Post's bin should disappear forever, once you have my go-ahead.",
        "Erase “{thread.subject}”, which is in the bin, permanently. I want to approve it at the last moment.",
        "I think that “{thread.subject}” can leave the bin for good. Come back to me right before it does.",
        "Have “{thread.subject}” ready to be wiped from the bin; it takes my word to really do it.",
    ]
    confirmation = {
        "effects": "Yes, get rid of it.",
        "nothing": "No, leave it as it is after all.",
        "restored": "Oh, no. I still need that one: take it out of the bin instead, back to where it was.",
    }
    question_topics = ["{thread.subject}"]

    def effects(self) -> Commands:
        yield mail.DeleteForever(self.thread)

    def restored(self) -> Commands:
        yield mail.Restore(self.thread)

    @way
    def selected_in_the_list(self, user: User) -> None:
        reply = user.ask(f"Do you want me to permanently erase the conversation “{self.thread.subject}” now?")
        if "? No" not in reply:
            open_folder(user, "Bin")
            do_to_selected(
                user, "Delete selected for good" if "? Yes" in reply else "Restore selected", self.thread.subject
            )


class EmptyTheBin(Task):
    """The bin is emptied for good, once the person has agreed."""

    goals = [
        "Empty the bin in Post. Wait for my yes when you're about to do it.",
        "I'd like Post's bin emptied for good, but let me hear from you again beforehand.",
        "Get set to empty the mail bin, and leave the final word to me.",
        "All that's in Post's bin can go, as soon as I've confirmed it to you.",
    ]
    confirmation = {
        "effects": "Yes, empty it.",
        "nothing": "No, don't touch it. I want to look through it first.",
        "restored": "Stop, there are things in it that I need. Put all of it back where it was, please.",
    }
    question_topics = ["bin"]

    thrown: int = number(1, 12)

    def setup(self, store: Store) -> Setup:
        for thread in store.all(Thread, "archived = 0 AND binned = 0 AND spam = 0", order="id", limit=self.thrown):
            yield mail.Delete(thread)

    def effects(self) -> Commands:
        yield mail.EmptyBin()

    def restored(self, store: Store) -> Commands:
        yield mail.Bulk(tuple(store.all(Thread, "binned = 1")), "restore")

    def solution(self, user: User) -> None:
        open_folder(user, "Bin")
        reply = user.ask("May all that lies in Post's bin be deleted for good?")
        if "? Yes" in reply:
            user.do(mail.EmptyBin())
        elif "? No" not in reply:
            do_to_all(user, "Restore selected")

    @way
    def by_selecting_everything(self, user: User) -> None:
        reply = user.ask("Is it OK to permanently delete everything in the bin of Post?")
        if "? No" not in reply:
            open_folder(user, "Bin")
            do_to_all(user, "Delete selected for good" if "? Yes" in reply else "Restore selected")


class MarkAsSpam(InTheList, Task):
    """An unwanted letter goes to spam."""

    goals = [
        "Report “{thread.subject}” in my inbox as spam.",
        "“{thread.subject}” is junk. Mark that inbox conversation as spam.",
        "Move the inbox conversation “{thread.subject}” to spam.",
        "I don't want mail like “{thread.subject}” in my inbox. Tell Post that it's spam.",
    ]
    tags = ["short"]
    deeds = ["Report selected as spam"]

    thread: Thread = pick(Thread, unwanted, among=lambda thread: in_inbox(thread) or in_spam(thread))

    def setup(self) -> Setup:
        if self.thread.spam:  # the filter has let it through
            yield mail.NotSpam(self.thread)

    def effects(self) -> Commands:
        yield mail.MarkSpam(self.thread)


class WasNoSpam(InTheList, Task):
    """A letter comes back from spam."""

    goals = [
        "“{thread.subject}” is no spam. Put it back into my inbox.",
        "Post has “{thread.subject}” among the spam by mistake; mark it as not spam.",
        "“{thread.subject}” doesn't belong in the spam folder. It should be in my inbox.",
    ]
    deeds = ["Selected are not spam"]
    folder = "Spam"

    thread: Thread = pick(
        Thread,
        lambda thread: in_inbox(thread) and bool(thread.subject) and not unwanted(thread),
        among=lambda thread: in_inbox(thread) or in_spam(thread),
    )

    def setup(self) -> Setup:
        yield mail.MarkSpam(self.thread)

    def effects(self) -> Commands:
        yield mail.NotSpam(self.thread)

    def solution(self, user: User) -> None:
        open_folder(user, "Spam")
        user.follow(self)

    @way
    def moved_to_the_inbox(self, user: User) -> None:
        open_folder(user, "Spam")
        user.do(mail.MoveToInbox(self.thread))


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
        do_to_selected(user, "Delete selected", self.one.subject, self.other.subject)

    @way
    def one_after_the_other(self, user: User) -> None:
        for thread in (self.other, self.one):
            open_folder(user, "Spam")
            user.do(mail.Delete(thread))

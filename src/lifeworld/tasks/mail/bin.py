"""Conversations thrown away, restored, and gone for good."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, User, button, link, number, pick, show_all, way
from lifeworld.tasks.mail.ways import (
    in_inbox,
    open_folder,
    open_thread,
    outside_spam,
    search,
    select,
    select_found,
)


class Binned:
    """What a conversation in the bin comes from: the owner has just thrown it away."""

    thread: Thread = pick(Thread, lambda thread: outside_spam(thread) and not thread.binned, among=outside_spam)

    def setup(self) -> Setup:
        yield mail.Delete(self.thread)


def open_binned(user: User, thread: Thread) -> None:
    """Open a conversation in the bin."""
    open_folder(user, "Bin")
    user.click(link(thread.subject))


class TakeOutOfTheBin(Binned, Task):
    """A conversation comes back out of the bin."""

    goals = [
        "I deleted “{thread.subject}” by mistake. Restore it from the bin.",
        "Take “{thread.subject}” out of the bin in Post and put it back where it was.",
        "Restore the binned conversation “{thread.subject}”.",
    ]
    tags = ["short"]

    def effects(self) -> Commands:
        yield mail.Restore(self.thread)

    def solution(self, user: User) -> None:
        open_binned(user, self.thread)
        user.click(button("Restore"))

    @way
    def selected_in_the_bin(self, user: User) -> None:
        open_folder(user, "Bin")
        select(user, self.thread)
        user.click(button("Restore selected"))


class EraseAfterConsent(Binned, Task):
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

    def solution(self, user: User) -> None:
        open_binned(user, self.thread)
        reply = user.ask(f"Shall I delete “{self.thread.subject}” for good?")
        if "? Yes" in reply:
            user.click(link("Delete for good…"), via=[button("More")])
            user.click(button("Delete for good"))
        elif "take it out" in reply:
            user.click(button("Restore"))

    @way
    def selected_in_the_bin(self, user: User) -> None:
        reply = user.ask(f"Do you want me to permanently erase the conversation “{self.thread.subject}” now?")
        deed = "Delete selected for good" if "? Yes" in reply else "Restore selected"
        if "? No" not in reply:
            open_folder(user, "Bin")
            select(user, self.thread)
            user.click(button(deed), via=[button("More for the selected")])


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
        reply = user.ask("Shall I empty the bin, so that all of it is gone for good?")
        if "? Yes" in reply:
            user.click(link("Empty bin…"))
            user.click(button("Empty bin"))
        elif "? Stop" in reply:
            self._select_all(user)
            user.click(button("Restore selected"))

    @way
    def by_selecting_everything(self, user: User) -> None:
        reply = user.ask("Is it OK to permanently delete everything in the bin of Post?")
        if "? No" in reply:
            return
        open_folder(user, "Bin")
        self._select_all(user)
        deed = "Delete selected for good" if "? Yes" in reply else "Restore selected"
        user.click(button(deed), via=[button("More for the selected")])

    def _select_all(self, user: User) -> None:
        show_all(user)
        if not user.sees("Select all"):
            user.click(link("Select"))
        user.click(link("Select all"))


class DeleteAndUnstar(Task):
    """One conversation goes to the bin, another loses its star."""

    goals = [
        "In my inbox, delete “{gone.subject}” and take the star off “{kept.subject}”.",
        "Bin the inbox conversation “{gone.subject}”; “{kept.subject}”, also there, needs no star any more.",
        "“{gone.subject}” can go from my inbox into the bin, and please unstar “{kept.subject}” in the inbox.",
    ]

    gone: Thread = pick(Thread, in_inbox, among=in_inbox)
    kept: Thread = pick(
        Thread, lambda kept, gone: in_inbox(kept) and kept.starred and kept.id != gone.id, among=in_inbox
    )

    def effects(self) -> Commands:
        yield mail.Delete(self.gone)
        yield mail.Unstar(self.kept)

    @way
    def from_the_list(self, user: User) -> None:
        select_found(user, self.kept)
        user.click(button("Unstar selected"), via=[button("More for the selected")])
        select_found(user, self.gone)
        user.click(button("Delete selected"))

    @way
    def by_the_star_in_the_list(self, user: User) -> None:
        search(user, f'subject:"{self.kept.subject}" in:inbox')
        user.click(button(f"Unstar “{self.kept.subject}”"))
        open_thread(user, self.gone, " in:inbox")
        user.click(button("Delete"))

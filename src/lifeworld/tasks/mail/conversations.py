"""Conversations starred, archived, marked and brought back."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.life.models import Business
from lifeworld.taskkit import Commands, Setup, Store, Task, User, derived, link, pick, way
from lifeworld.tasks.mail.picking import KEPT, held, in_inbox, reachable
from lifeworld.tasks.mail.screens import (
    InEitherOrder,
    InTheList,
    do_to_all,
    do_to_selected,
    filter_by,
    found,
    listed,
    search,
)

_MOST = 400  # conversations that a person would count


class StarConversation(InTheList, Task):
    """A conversation gets a star."""

    goals = [
        "Star the conversation “{thread.subject}” in my inbox.",
        "Put a star on “{thread.subject}” in Post so that I find it again; it's in the inbox.",
        "I want to come back to “{thread.subject}” from my inbox. Star it, please.",
    ]
    tags = ["short"]
    deeds = ["Star selected"]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and not thread.starred, among=in_inbox)

    def effects(self) -> Commands:
        yield mail.Star(self.thread)


class ArchiveConversation(InTheList, Task):
    """A conversation leaves the inbox."""

    goals = [
        "Archive “{thread.subject}” from my inbox.",
        "I'm done with “{thread.subject}”. Get it out of my inbox, but keep it in the archive.",
        "Please move the inbox conversation “{thread.subject}” to the archive.",
    ]
    tags = ["short"]
    deeds = ["Archive selected"]

    def effects(self) -> Commands:
        yield mail.Archive(self.thread)


class DeleteAndUnstar(InEitherOrder, Task):
    """One conversation goes to the bin, another loses its star."""

    goals = [
        "In my inbox, delete “{gone.subject}” and take the star off “{kept.subject}”.",
        "Bin the inbox conversation “{gone.subject}”; “{kept.subject}”, also there, needs no star any more.",
        "“{gone.subject}” can go from my inbox into the bin, and please unstar “{kept.subject}” in the inbox.",
    ]

    gone: Thread = pick(Thread, in_inbox, among=in_inbox)
    kept: Thread = pick(
        Thread, lambda kept, gone: in_inbox(kept) and not kept.starred and kept.id != gone.id, among=in_inbox
    )

    def setup(self, store: Store) -> Setup:
        yield mail.Star(self.kept)

    def effects(self) -> Commands:
        yield mail.Delete(self.gone)
        yield mail.Unstar(self.kept)

    @way
    def from_the_list(self, user: User) -> None:
        for thread, deed in ((self.kept, "Unstar selected"), (self.gone, "Delete selected")):
            search(user, f'subject:"{thread.subject}" in:inbox')
            do_to_selected(user, deed, thread.subject)


class BackToTheInbox(InTheList, Task):
    """An archived conversation comes back as unread."""

    goals = [
        "Move “{thread.subject}” from the archive back to my inbox and mark it as unread.",
        "I archived “{thread.subject}” too early: put it into the inbox again, as unread.",
        "“{thread.subject}” is archived, but belongs back in my inbox. Leave it there unread, as a reminder.",
    ]
    deeds = ["Mark selected as unread", "Move selected to inbox"]
    where = ""

    thread: Thread = pick(
        Thread,
        lambda thread: thread.place == "archive" and not thread.unread and thread.subject and '"' not in thread.subject,
        among=reachable,
    )

    def effects(self) -> Commands:
        yield mail.MoveToInbox(self.thread)
        yield mail.MarkUnread(self.thread)


class ClearOutSender(Task):
    """Everything that a business has left in the inbox is archived."""

    goals = [
        "Archive every conversation from {business.name} that is in my inbox.",
        "Get all mail from {business.name} out of my inbox and into the archive.",
        "Clear {business.name} out of my inbox: archive all that they sent, and nothing else.",
    ]
    tags = ["long"]

    business: Business = pick(Business, lambda business, store: 2 <= len(held(store, business)) <= 12)

    def effects(self, store: Store) -> Commands:
        for thread in held(store, self.business):
            yield mail.Archive(thread)

    def solution(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" in:inbox')
        do_to_all(user, "Archive selected")

    @way
    def by_the_filters(self, user: User) -> None:
        filter_by(user, {"From": self.business.name, "Search in": "Inbox"})
        do_to_all(user, "Archive selected")


class ClearOutAndTellHowMany(ClearOutSender):
    """Everything of a business in the inbox is archived, and how much it was is told."""

    goals = [
        "Archive every conversation from {business.name} that is in my inbox, and tell me how many there were.",
        "Get all mail from {business.name} out of my inbox and into the archive. How many conversations was that?",
        "Clear {business.name} out of my inbox, archiving all that they sent and nothing else. Count the conversations "
        "as you go; I'd like to know the number.",
    ]
    tags = ["long"]

    found: int = derived(lambda store, business: len(held(store, business)))

    def answer(self) -> int:
        return self.found

    def solution(self, user: User) -> None:
        count = len(found(user, f'from:"{self.business.name}" in:inbox'))
        do_to_all(user, "Archive selected")
        user.say(count)

    @way
    def by_the_filters(self, user: User) -> None:
        count = len(found(user, f'from:"{self.business.name}" in:inbox'))
        super().by_the_filters(user)
        user.say(count)


def unread_of(store: Store, business: Business) -> list[Thread]:
    return [thread for thread in held(store, business) if thread.unread]


def told_apart(threads: list[Thread]) -> bool:
    """Return whether there are any, and each can be opened by its subject."""
    return 0 < len(threads) == len({thread.subject for thread in threads})


class ReadAndTellTheRest(Task):
    """A business's unread mail is marked as read, and how much is left unread is told."""

    goals = [
        "Mark everything unread from {business.name} in my inbox as read. How many unread conversations are left in "
        "the inbox then?",
        "I don't need to see what {business.name} wrote: mark their unread conversations in the inbox as read, and "
        "tell me how many unread ones remain there.",
        "Whatever is unread from {business.name} in the inbox can count as read. Do that, then count the conversations "
        "in the inbox that are still unread.",
    ]

    business: Business = pick(Business, lambda business, store: told_apart(unread_of(store, business)))

    def effects(self, store: Store) -> Commands:
        yield mail.Bulk(tuple(unread_of(store, self.business)), "read")

    def answer(self, store: Store) -> int | None:
        left = store.count(Thread, f"unread = 1 AND archived = 0 AND {KEPT}")
        return left if left <= _MOST else None

    def solution(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" is:unread in:inbox')
        do_to_all(user, "Mark selected as read")
        user.say(len(found(user, "is:unread in:inbox")))

    @way
    def by_opening_them(self, user: User) -> None:
        while unread := found(user, f'from:"{self.business.name}" is:unread in:inbox'):
            user.click(link(unread[0].names[0]))
        user.open("Post")
        user.click(link("Unread"))
        user.say(len(listed(user)))

"""Conversations starred, filed, archived and brought back."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label, Thread
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Effects, Task, User, button, field, link, phrase, pick, way
from lifeworld.tasks.mail.filing import lacks, to_file
from lifeworld.tasks.mail.ways import in_inbox, open_filters, open_folder, open_thread, reachable, search, select


class StarConversation(Task):
    """A conversation gets a star."""

    goals = [
        "Star the conversation “{thread.subject}” in my inbox.",
        "Put a star on “{thread.subject}” in Post so that I find it again; it's in the inbox.",
        "I want to come back to “{thread.subject}” from my inbox. Star it, please.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and not thread.starred, among=in_inbox)

    def effects(self) -> Commands:
        yield mail.Star(self.thread)

    @way
    def on_its_own_page(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")
        user.click(button("Star"))

    @way
    def selected_in_the_list(self, user: User) -> None:
        find(user, self.thread)
        select(user, self.thread)
        user.click(button("Star selected"))


class ArchiveConversation(Task):
    """A conversation leaves the inbox."""

    goals = [
        "Archive “{thread.subject}” from my inbox.",
        "I'm done with “{thread.subject}”. Get it out of my inbox, but keep it in the archive.",
        "Please move the inbox conversation “{thread.subject}” to the archive.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self) -> Commands:
        yield mail.Archive(self.thread)

    @way
    def selected_in_the_list(self, user: User) -> None:
        find(user, self.thread)
        select(user, self.thread)
        user.click(button("Archive selected"))


class FileUnderLabel(Task):
    """A conversation gets a label."""

    goals = [
        "Label “{thread.subject}” (it's in my inbox) as {label.name}.",
        "File the inbox conversation “{thread.subject}” under {label.name}.",
        "Give “{thread.subject}” in my inbox the label {label.name}; leave it where it is.",
    ]

    thread: Thread = pick(Thread, to_file, among=in_inbox)
    label: Label = pick(Label, lacks)

    def effects(self) -> Commands:
        yield mail.ApplyLabel(self.thread, self.label)

    @way
    def selected_in_the_list(self, user: User) -> None:
        find(user, self.thread)
        select(user, self.thread)
        user.click(button(f"Label as {self.label.name}"), via=[button("More for the selected")])


def find(user: User, thread: Thread) -> None:
    """Look for a conversation of the inbox by its subject."""
    search(user, f'subject:"{thread.subject}" in:inbox')


def apply_label(user: User, thread: Thread, name: str) -> None:
    """Give a conversation of the inbox a label."""
    open_thread(user, thread, " in:inbox")
    user.click(link("Labels"), via=[button("More")])
    user.click(button(f"Apply {name}"))


class NewLabelForConversation(Task):
    """A label is made and applied."""

    goals = [
        "Make a new label “{name}” in Post and put it on the inbox conversation “{thread.subject}”.",
        "I'd like a label called “{name}”. The first thing to go under it is “{thread.subject}” from my inbox.",
        "Create the label “{name}” and file “{thread.subject}”, which is in my inbox, under it.",
    ]
    tags = ["long"]

    name: str = phrase("To keep", "For later", "Not forgotten", "Read again")
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self) -> Effects:
        made = yield mail.AddLabel(self.name)
        yield mail.ApplyLabel(self.thread, made)

    @way
    def from_the_conversation(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(link("New label"))
        user.fill(field("Name"), self.name)
        user.click(button("Save label"))
        apply_label(user, self.thread, self.name)


class ShowLabel(Task):
    """A label's conversations are on the screen."""

    goals = [
        "Show me everything under the label {label.name} in Post.",
        "Open the label {label.name} in my mail and leave it on the screen.",
        "Bring up my {label.name} mail, by the label.",
    ]
    tags = ["short"]

    label: Label = pick(Label)

    def reached(self) -> str:
        return f"/mail/label/{self.label.id}"

    def solution(self, user: User) -> None:
        open_folder(user, self.label.name)

    @way
    def from_the_list_of_labels(self, user: User) -> None:
        open_folder(user, "Manage labels")
        user.click(link(self.label.name))


class BackToTheInbox(Task):
    """An archived conversation comes back as unread."""

    goals = [
        "Move “{thread.subject}” from the archive back to my inbox and mark it as unread.",
        "I archived “{thread.subject}” too early: put it into the inbox again, as unread.",
        "“{thread.subject}” is archived, but belongs back in my inbox. Leave it there unread, as a reminder.",
    ]

    thread: Thread = pick(
        Thread,
        lambda thread: thread.place == "archive" and not thread.unread and thread.subject and '"' not in thread.subject,
        among=reachable,
    )

    def effects(self) -> Commands:
        yield mail.MoveToInbox(self.thread)
        yield mail.MarkUnread(self.thread)

    @way
    def selected_in_the_list(self, user: User) -> None:
        for deed in ("Mark selected as unread", "Move selected to inbox"):
            search(user, f'subject:"{self.thread.subject}"')
            select(user, self.thread)
            user.click(button(deed))


class LabelTwoOfSender(Task):
    """Two conversations of one business are filed together."""

    goals = [
        "File “{one.subject}” and “{other.subject}” under {label.name}; both are from {business.name} and in my inbox.",
        "Two inbox mails from {business.name} belong under {label.name}: “{one.subject}” and “{other.subject}”.",
        "Put the label {label.name} on “{one.subject}” and “{other.subject}”, which {business.name} sent to my inbox.",
    ]

    business: Business = pick(Business, lambda business, store: sum(map(to_file, held(store, business))) >= 2)
    one: Thread = pick(
        Thread, lambda one, business, store: to_file(one) and one in held(store, business), among=in_inbox
    )
    other: Thread = pick(
        Thread,
        lambda other, one, business, store: to_file(other) and other != one and other in held(store, business),
        among=in_inbox,
    )
    label: Label = pick(Label, lambda label, one, other: lacks(label, one) and lacks(label, other))

    def effects(self) -> Commands:
        yield mail.BulkLabel((self.one, self.other), self.label)

    def solution(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" in:inbox')
        select(user, self.one, self.other)
        user.click(button(f"Label as {self.label.name}"), via=[button("More for the selected")])

    @way
    def one_after_the_other(self, user: User) -> None:
        apply_label(user, self.other, self.label.name)
        apply_label(user, self.one, self.label.name)

    @way
    def leafing_through_the_inbox(self, user: User) -> None:
        for thread in (self.one, self.other):
            user.open("Post")
            while not user.page.tree.find("link", thread.subject):
                user.click(link("Show more"))
            select(user, thread)
            user.click(button(f"Label as {self.label.name}"), via=[button("More for the selected")])


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
        self._archive_all(user)

    @way
    def by_the_filters(self, user: User) -> None:
        open_filters(user)
        user.fill(field("From"), self.business.name)
        user.choose(field("Look in"), "Inbox")
        user.click(button("Search"))
        self._archive_all(user)

    def _archive_all(self, user: User) -> None:
        if not user.sees("Select all"):
            user.click(link("Select"))
        user.click(link("Select all"))
        user.click(button("Archive selected"))


def held(store: Store, business: Business) -> list[Thread]:
    """Return a business's conversations in the inbox, whoever else wrote in them."""
    wrote = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ?)"
    return [thread for thread in store.all(Thread, wrote, business.id) if thread.place == "inbox"]

"""Labels: put on conversations and taken off, made, renamed, deleted and opened."""

from urllib.parse import urlencode

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label, Thread
from lifeworld.life.models import Business
from lifeworld.taskkit import Commands, Effects, Setup, Store, Task, User, link, phrase, pick, way
from lifeworld.tasks.mail.picking import KEPT, fitting, held, in_inbox, lacks, to_file
from lifeworld.tasks.mail.screens import (
    InEitherOrder,
    InTheList,
    do_to_selected,
    found,
    listed,
    open_folder,
    open_thread,
    search,
)


class FileUnderLabel(InTheList, Task):
    """A conversation gets a label."""

    goals = [
        "Label “{thread.subject}” (it's in my inbox) as {label.name}.",
        "File the inbox conversation “{thread.subject}” under {label.name}.",
        "Give “{thread.subject}” in my inbox the label {label.name}; leave it where it is.",
    ]
    deeds = ["Label as {label.name}"]

    thread: Thread = pick(Thread, to_file, among=in_inbox)
    label: Label = pick(Label, lacks)

    def effects(self) -> Commands:
        yield mail.ApplyLabel(self.thread, self.label)


class LabelAndTellHowMany(FileUnderLabel):
    """A conversation gets a label, and how many have it then is told."""

    goals = [
        "File “{thread.subject}” from my inbox under {label.name}. How many conversations have that label now?",
        "Put the label {label.name} on the inbox conversation “{thread.subject}” and tell me how many conversations "
        "are under it then, the bin left out.",
        "“{thread.subject}”, in my inbox, belongs under {label.name}. Label it so, then count what that label holds.",
    ]

    def answer(self, store: Store) -> int:
        filed = "id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)"
        return store.count(Thread, f"{filed} AND {KEPT}", self.label.id)

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(len(found(user, f'label:"{self.label.name}"')))

    @way
    def selected_in_the_list(self, user: User) -> None:
        super().selected_in_the_list(user)
        open_folder(user, self.label.name)
        user.say(len(listed(user)))


class ReadAndLabelled(InTheList, Task):
    """An unread conversation is marked as read and labelled."""

    goals = [
        "Mark “{thread.subject}” in my inbox as read and file it under {label.name}.",
        "“{thread.subject}” is still unread in my inbox. I know what it says: mark it as read, and give it the label "
        "{label.name}.",
        "The unread inbox conversation “{thread.subject}”: label it {label.name} and mark it read.",
    ]
    deeds = ["Mark selected as read", "Label as {label.name}"]

    thread: Thread = pick(Thread, lambda thread: thread.unread and to_file(thread), among=in_inbox)
    label: Label = pick(Label, lacks)

    def effects(self) -> Commands:
        yield mail.MarkRead(self.thread)
        yield mail.ApplyLabel(self.thread, self.label)

    def solution(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")
        user.do(mail.ApplyLabel(self.thread, self.label))


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


class LabelTwoOfSender(Task):
    """Two conversations of one business are filed together."""

    goals = [
        "File “{one.subject}” and “{other.subject}” under {label.name}; both are from {business.name} and in my inbox.",
        "Two inbox mails from {business.name} belong under {label.name}: “{one.subject}” and “{other.subject}”.",
        "Put the label {label.name} on “{one.subject}” and “{other.subject}”, which {business.name} sent to my inbox.",
    ]

    business: Business = pick(Business, lambda business, store: len(unfiled(store, business)) >= 2)
    one: Thread = pick(Thread, lambda one, business: unfiled_of(business, one), among=in_inbox)
    other: Thread = pick(
        Thread, lambda other, one, business: other != one and unfiled_of(business, other), among=in_inbox
    )
    label: Label = pick(Label, lambda label, one, other: lacks(label, one) and lacks(label, other))

    def effects(self) -> Commands:
        yield mail.BulkLabel((self.one, self.other), self.label)

    def solution(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" in:inbox')
        do_to_selected(user, f"Label as {self.label.name}", self.one.subject, self.other.subject)

    @way
    def one_after_the_other(self, user: User) -> None:
        for thread in (self.other, self.one):
            user.do(mail.ApplyLabel(thread, self.label))


def unfiled(store: Store, business: Business) -> list[Thread]:
    """Return a business's conversations in the inbox that lack a label that fits them."""
    return [thread for thread in held(store, business) if to_file(thread)]


def unfiled_of(business: Business, thread: Thread) -> bool:
    """Return whether a conversation is one of those; they are not all looked up for each one."""
    return any(one.business_id == business.id for one in thread.messages) and to_file(thread)


class OutOfTheLabel(Task):
    """A conversation loses a label."""

    goals = [
        "Take the label {label.name} off “{thread.subject}”, which is in my inbox.",
        "“{thread.subject}” in my inbox doesn't belong under {label.name}. Remove that label.",
        "The inbox conversation “{thread.subject}” should lose its label {label.name}.",
    ]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and bool(fitting(thread)), among=in_inbox)
    label: Label = pick(Label, lambda label, thread: label.name not in fitting(thread) and label not in thread.labels)

    def setup(self) -> Setup:
        yield mail.ApplyLabel(self.thread, self.label)

    def effects(self) -> Commands:
        yield mail.RemoveLabel(self.thread, self.label)


class OtherLabels(InEitherOrder, Task):
    """One label gets another name, another one is deleted."""

    goals = [
        "Rename the label {old.name} to “{name}” and delete the label {gone.name} in Post.",
        "In Post, {old.name} should be called “{name}”; the label {gone.name} isn't needed any more, delete it.",
        "Tidy my mail labels: {gone.name} goes, {old.name} becomes “{name}”.",
    ]
    tags = ["long"]

    old: Label = pick(Label)
    gone: Label = pick(Label, lambda gone, old: gone.id != old.id)
    name: str = phrase("Keep for later", "Odds and ends", "To be sorted")

    def effects(self) -> Commands:
        yield mail.RenameLabel(self.old, self.name, self.old.colour)
        yield mail.DeleteLabel(self.gone)


class ShowLabel(Task):
    """A label's conversations are on the screen."""

    goals = [
        "Show me everything under the label {label.name} in Post.",
        "Open the label {label.name} in my mail and leave it on the screen.",
        "Bring up my {label.name} mail, by the label.",
    ]
    tags = ["short"]

    label: Label = pick(Label)

    def reached(self) -> tuple[str, ...]:
        return f"/mail/label/{self.label.id}", f"/mail/search?{urlencode({'q': f'label:{self.label.name}'})}"

    def solution(self, user: User) -> None:
        open_folder(user, self.label.name)

    @way
    def from_the_list_of_labels(self, user: User) -> None:
        open_folder(user, "Manage labels")
        user.click(link(self.label.name))

    @way
    def by_a_search(self, user: User) -> None:
        search(user, f'label:"{self.label.name}"')

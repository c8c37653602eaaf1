"""Conversations starred, labelled, archived, binned and restored."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label, Thread
from lifeworld.life.models import Business
from lifeworld.scenarios import Scenario, User, box, button, field, link, phrase, pick
from lifeworld.scenarios.mail.ways import in_inbox, open_folder, open_thread, reachable, search
from lifeworld.store import Store


class StarConversation(Scenario):
    """A conversation gets a star."""

    goals = [
        "Star the conversation “{thread.subject}” in my inbox.",
        "Put a star on “{thread.subject}” in Post so that I find it again; it's in the inbox.",
        "I want to come back to “{thread.subject}” from my inbox. Star it, please.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and not thread.starred, among=in_inbox)

    def effects(self):
        yield mail.Star(self.thread)

    def solution(self, user):
        search(user, f'subject:"{self.thread.subject}" in:inbox')
        user.click(button(f"Star “{self.thread.subject}”"))


class ArchiveConversation(Scenario):
    """A conversation leaves the inbox."""

    goals = [
        "Archive “{thread.subject}” from my inbox.",
        "I'm done with “{thread.subject}”. Get it out of my inbox, but keep it in the archive.",
        "Please move the inbox conversation “{thread.subject}” to the archive.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self):
        yield mail.Archive(self.thread)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(button("Archive"))


class FileUnderLabel(Scenario):
    """A conversation gets a label."""

    goals = [
        "Label “{thread.subject}” (it's in my inbox) as {label.name}.",
        "File the inbox conversation “{thread.subject}” under {label.name}.",
        "Give “{thread.subject}” in my inbox the label {label.name}; leave it where it is.",
    ]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)
    label: Label = pick(Label, lambda label, thread: label not in thread.labels)

    def effects(self):
        yield mail.ApplyLabel(self.thread, self.label)

    def solution(self, user):
        apply_label(user, self.thread, self.label.name)


def apply_label(user: User, thread: Thread, name: str) -> None:
    """Give a conversation of the inbox a label."""
    open_thread(user, thread, " in:inbox")
    user.click(link("Labels"), via=[button("More")])
    user.click(button(f"Apply {name}"))


class NewLabelForConversation(Scenario):
    """A label is made and applied."""

    goals = [
        "Make a new label “{name}” in Post and put it on the inbox conversation “{thread.subject}”.",
        "I'd like a label called “{name}”. The first thing to go under it is “{thread.subject}” from my inbox.",
        "Create the label “{name}” and file “{thread.subject}”, which is in my inbox, under it.",
    ]
    tags = ["long"]

    name: str = phrase("To answer", "Big plans", "Paperwork", "Read again")
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self):
        made = yield mail.AddLabel(self.name)
        yield mail.ApplyLabel(self.thread, made)

    def solution(self, user):
        open_folder(user, "Manage labels")
        user.click(link("Make a label"))
        user.fill(field("Name"), self.name)
        user.click(button("Save label"))
        apply_label(user, self.thread, self.name)


class ShowLabel(Scenario):
    """A label's conversations are on the screen."""

    goals = [
        "Show me everything under the label {label.name} in Post.",
        "Open the label {label.name} in my mail and leave it on the screen.",
        "Bring up my {label.name} mail, by the label.",
    ]
    tags = ["short"]

    label: Label = pick(Label)

    def reached(self):
        return f"/mail/label/{self.label.id}"

    def solution(self, user):
        open_folder(user, self.label.name)


class BackToTheInbox(Scenario):
    """An archived conversation comes back as unread."""

    goals = [
        "Move “{thread.subject}” from the archive back to my inbox and mark it as unread.",
        "I archived “{thread.subject}” too early: put it into the inbox again, as unread.",
        "“{thread.subject}” belongs back in my inbox. Leave it there unread, so that I don't forget it.",
    ]

    thread: Thread = pick(
        Thread,
        lambda thread: thread.place == "archive" and not thread.unread and thread.subject and '"' not in thread.subject,
        among=reachable,
    )

    def effects(self):
        yield mail.MoveToInbox(self.thread)
        yield mail.MarkUnread(self.thread)

    def solution(self, user):
        open_thread(user, self.thread)
        user.click(button("Move to inbox"), via=[button("More")])
        user.click(button("Mark as unread"))


class LabelTwoOfSender(Scenario):
    """Two conversations of one business are filed together."""

    goals = [
        "File “{one.subject}” and “{other.subject}” under {label.name}; both are from {business.name} and in my inbox.",
        "Two inbox mails from {business.name} belong under {label.name}: “{one.subject}” and “{other.subject}”.",
        "Put the label {label.name} on “{one.subject}” and “{other.subject}”, which {business.name} sent to my inbox.",
    ]

    business: Business = pick(Business, lambda business, store: 2 <= len(held(store, business)) <= 12)
    one: Thread = pick(
        Thread, lambda one, business, store: in_inbox(one) and one in held(store, business), among=in_inbox
    )
    other: Thread = pick(
        Thread,
        lambda other, one, business, store: in_inbox(other) and other != one and other in held(store, business),
        among=in_inbox,
    )
    label: Label = pick(Label, lambda label, one, other: label not in (*one.labels, *other.labels))

    def effects(self):
        yield mail.BulkLabel((self.one, self.other), self.label)

    def solution(self, user):
        search(user, f'from:"{self.business.name}" in:inbox')
        if user.now.tree.find("link", "Select"):  # the phone shows no boxes before
            user.click(link("Select"))
        user.check(box(f"Select “{self.one.subject}”"))
        user.check(box(f"Select “{self.other.subject}”"))
        user.click(button(f"Label as {self.label.name}"), via=[button("More for the selected")])


class ClearOutSender(Scenario):
    """Everything that a business has left in the inbox is archived."""

    goals = [
        "Archive every conversation from {business.name} that is in my inbox.",
        "Get all mail from {business.name} out of my inbox and into the archive.",
        "My inbox is full of {business.name}. Archive all of it, and only that.",
    ]
    tags = ["long"]

    business: Business = pick(Business, lambda business, store: 2 <= len(held(store, business)) <= 12)

    def effects(self, store: Store):
        for thread in held(store, self.business):
            yield mail.Archive(thread)

    def solution(self, user):
        search(user, f'from:"{self.business.name}" in:inbox')
        if not user.sees("Select all"):
            user.click(link("Select"))
        user.click(link("Select all"))
        user.click(button("Archive selected"))


def held(store: Store, business: Business) -> list[Thread]:
    """Return a business's conversations in the inbox, whoever else wrote in them."""
    wrote = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ?)"
    return [thread for thread in store.all(Thread, wrote, business.id) if thread.place == "inbox"]


def in_bin(row: Thread) -> bool:
    return row.binned


class TakeOutOfTheBin(Scenario):
    """A conversation comes back out of the bin."""

    goals = [
        "I deleted “{thread.subject}” by mistake. Restore it from the bin.",
        "Take “{thread.subject}” out of the bin in Post and put it back where it was.",
        "Restore the binned conversation “{thread.subject}”.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, in_bin, among=in_bin)

    def effects(self):
        yield mail.Restore(self.thread)

    def solution(self, user):
        open_folder(user, "Bin")
        user.click(link(self.thread.subject))
        user.click(button("Restore"))


class EraseAfterConsent(Scenario):
    """A conversation goes for good, once the person has agreed."""

    goals = [
        "Delete “{thread.subject}” from the bin for good, but ask me for a last OK before you do.",
        "“{thread.subject}” in the bin should disappear forever. Check with me first.",
        "Get my confirmation, then delete the binned conversation “{thread.subject}” permanently.",
    ]
    consent = {"effects": "Yes, get rid of it.", "nothing": "No, leave it as it is after all."}
    about = ["delete|erase|remove", "{thread.subject}"]

    thread: Thread = pick(Thread, in_bin, among=in_bin)

    def effects(self):
        yield mail.DeleteForever(self.thread)

    def solution(self, user):
        open_folder(user, "Bin")
        user.click(link(self.thread.subject))
        if user.ask(f"Shall I delete “{self.thread.subject}” for good?").startswith("No"):
            return
        user.click(link("Delete for good…"), via=[button("More")])
        user.click(button("Delete for good"))

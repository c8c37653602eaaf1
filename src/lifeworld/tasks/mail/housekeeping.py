"""The upkeep of Post: labels, signature, what has been read."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label, Thread
from lifeworld.taskkit import Commands, Setup, Task, User, box, button, field, link, phrase, pick, way
from lifeworld.tasks.mail.filing import fitting, lacks, misfits, to_file
from lifeworld.tasks.mail.ways import in_inbox, open_folder, open_thread, select_found


class OutOfTheLabel(Task):
    """A conversation loses a label."""

    goals = [
        "Take the label {label.name} off “{thread.subject}”, which is in my inbox.",
        "“{thread.subject}” in my inbox doesn't belong under {label.name}. Remove that label.",
        "The inbox conversation “{thread.subject}” should lose its label {label.name}.",
    ]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and bool(fitting(thread)), among=in_inbox)
    label: Label = pick(Label, misfits)

    def setup(self) -> Setup:
        yield mail.ApplyLabel(self.thread, self.label)

    def effects(self) -> Commands:
        yield mail.RemoveLabel(self.thread, self.label)

    def solution(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Remove {self.label.name}"))


class OtherLabels(Task):
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

    @way
    def from_the_folders(self, user: User) -> None:
        open_folder(user, "Manage labels")
        self._delete(user)
        self._rename(user)

    def _rename(self, user: User) -> None:
        user.click(link(f"Edit {self.old.name}"))
        user.fill(field("Name"), self.name)
        user.click(button("Save label"))

    def _delete(self, user: User) -> None:
        user.click(link(f"Delete {self.gone.name}"))
        user.click(button("Delete label"))


class NewSignature(Task):
    """The signature changes, and letters are answered without quoting."""

    goals = [
        "Change my mail signature to “{text}” and switch off quoting when I answer.",
        "My signature in Post should read “{text}”. Also, don't quote the letter when answering.",
        "Set “{text}” as the signature in Post, and turn the quoting of answered letters off.",
    ]

    text: str = phrase(
        "Best wishes",
        "Sent with care",
        "Talk soon",
        "From the desk by the window",
        "With a cup of tea",
        "Yours, in haste",
        "Written slowly",
        "Until soon",
    )

    def effects(self) -> Commands:
        yield mail.SaveSignature(self.text)
        yield mail.SaveSettings(quoting=False)

    @way
    def quoting_first(self, user: User) -> None:
        self._stop_quoting(user)
        user.click(link("Signature"))
        user.fill(field("Signature"), self.text)
        user.click(button("Save signature"))

    def _stop_quoting(self, user: User) -> None:
        open_folder(user, "Settings")
        user.check(box("Quote the letter when answering"), False)
        user.click(button("Save"))


class ReadAndLabelled(Task):
    """An unread conversation is marked as read and labelled."""

    goals = [
        "Mark “{thread.subject}” in my inbox as read and file it under {label.name}.",
        "“{thread.subject}” is still unread in my inbox. I know what it says: mark it as read, and give it the label "
        "{label.name}.",
        "The unread inbox conversation “{thread.subject}”: label it {label.name} and mark it read.",
    ]

    thread: Thread = pick(Thread, lambda thread: thread.unread and to_file(thread), among=in_inbox)
    label: Label = pick(Label, lacks)

    def effects(self) -> Commands:
        yield mail.MarkRead(self.thread)
        yield mail.ApplyLabel(self.thread, self.label)

    def solution(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Apply {self.label.name}"))

    @way
    def selected_in_the_list(self, user: User) -> None:
        select_found(user, self.thread)
        user.click(button("Mark selected as read"))
        select_found(user, self.thread)
        user.click(button(f"Label as {self.label.name}"), via=[button("More for the selected")])

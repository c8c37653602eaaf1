"""The upkeep of Post: spam, bin, labels, drafts, settings."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft, Label, Message, Thread
from lifeworld.scenarios import Scenario, User, box, button, field, link, phrase, pick
from lifeworld.scenarios.mail.drafts import ready
from lifeworld.scenarios.mail.ways import from_person, in_inbox, open_folder, open_letter, open_thread


def in_spam(row: Thread) -> bool:
    return row.spam and not row.binned


class DeleteAndUnstar(Scenario):
    """One conversation goes to the bin, another loses its star."""

    goals = [
        "In my inbox, delete “{gone.subject}” and take the star off “{kept.subject}”.",
        "Bin the inbox conversation “{gone.subject}”; “{kept.subject}” needs no star any more.",
        "“{gone.subject}” can go from my inbox into the bin, and please unstar “{kept.subject}”.",
    ]

    gone: Thread = pick(Thread, in_inbox, among=in_inbox)
    kept: Thread = pick(
        Thread, lambda kept, gone: in_inbox(kept) and kept.starred and kept.id != gone.id, among=in_inbox
    )

    def effects(self):
        yield mail.Delete(self.gone)
        yield mail.Unstar(self.kept)

    def solution(self, user):
        open_thread(user, self.gone, " in:inbox")
        user.click(button("Delete"))
        open_thread(user, self.kept, " in:inbox")
        user.click(button("Unstar"))


class EmptyTheBin(Scenario):
    """The bin is emptied for good, once the person has agreed."""

    goals = [
        "Empty the bin in Post, but ask me once more before you do.",
        "Everything in Post's bin can go for good. Get my OK first.",
        "Check with me, then empty the mail bin.",
    ]
    consent = {"effects": "Yes, empty it.", "nothing": "No, leave it as it is after all."}
    about = ["empty|delete|erase", "bin"]

    def effects(self):
        yield mail.EmptyBin()

    def solution(self, user):
        open_folder(user, "Bin")
        if user.ask("Shall I empty the bin, so that all of it is gone for good?").startswith("No"):
            return
        user.click(link("Empty bin…"))
        user.click(button("Empty bin"))


class MarkAsSpam(Scenario):
    """An unwanted letter goes to spam."""

    goals = [
        "Report “{thread.subject}” in my inbox as spam.",
        "“{thread.subject}” is junk. Mark that inbox conversation as spam.",
        "Move the inbox conversation “{thread.subject}” to spam.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self):
        yield mail.MarkSpam(self.thread)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(button("Report spam"), via=[button("More")])


class WasNoSpam(Scenario):
    """A letter comes back from spam."""

    goals = [
        "“{thread.subject}” is no spam. Put it back into my inbox.",
        "Post took “{thread.subject}” for spam by mistake; mark it as not spam.",
        "Get “{thread.subject}” out of the spam folder.",
    ]

    thread: Thread = pick(Thread, in_spam, among=in_spam)

    def effects(self):
        yield mail.NotSpam(self.thread)

    def solution(self, user):
        open_folder(user, "Spam")
        user.click(link(self.thread.subject))
        user.click(button("Not spam"), via=[button("More")])


class TwoAtOnce(Scenario):
    """Two conversations in spam are put into the bin together."""

    goals = [
        "Delete “{one.subject}” and “{other.subject}” from the spam folder.",
        "Two mails in spam can go to the bin: “{one.subject}” and “{other.subject}”.",
        "In Post's spam folder, bin “{one.subject}” as well as “{other.subject}”.",
    ]

    one: Thread = pick(Thread, in_spam, among=in_spam)
    other: Thread = pick(Thread, lambda other, one: in_spam(other) and other.id != one.id, among=in_spam)

    def effects(self):
        yield mail.Bulk((self.one, self.other), "bin")

    def solution(self, user):
        open_folder(user, "Spam")
        if user.now.tree.find("link", "Select"):  # the phone shows no boxes before
            user.click(link("Select"))
        user.check(box(f"Select “{self.one.subject}”"))
        user.check(box(f"Select “{self.other.subject}”"))
        user.click(button("Delete selected"))


class OutOfTheLabel(Scenario):
    """A conversation loses a label."""

    goals = [
        "Take the label {label.name} off “{thread.subject}”, which is in my inbox.",
        "“{thread.subject}” in my inbox doesn't belong under {label.name}. Remove that label.",
        "The inbox conversation “{thread.subject}” should lose its label {label.name}.",
    ]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and thread.labels, among=in_inbox)
    label: Label = pick(Label, lambda label, thread: label in thread.labels)

    def effects(self):
        yield mail.RemoveLabel(self.thread, self.label)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Remove {self.label.name}"))


class OtherLabels(Scenario):
    """One label gets another name, another one is deleted."""

    goals = [
        "Rename the label {old.name} to “{name}” and delete the label {gone.name} in Post.",
        "In Post, {old.name} should be called “{name}”; the label {gone.name} isn't needed any more, delete it.",
        "Tidy my mail labels: {gone.name} goes, {old.name} becomes “{name}”.",
    ]
    tags = ["long"]

    old: Label = pick(Label)
    gone: Label = pick(Label, lambda gone, old: gone.id != old.id)
    name: str = phrase("Keep for later", "This spring", "To be sorted")

    def effects(self):
        yield mail.RenameLabel(self.old, self.name, self.old.colour)
        yield mail.DeleteLabel(self.gone)

    def solution(self, user):
        open_folder(user, "Settings")
        user.click(link("Labels"))
        user.click(link(f"Edit {self.old.name}"))
        user.fill(field("Name"), self.name)
        user.click(button("Save label"))
        user.click(link(f"Delete {self.gone.name}"))
        user.click(button("Delete label"))


class NewSignature(Scenario):
    """The signature changes, and letters are answered without quoting."""

    goals = [
        "Change my mail signature to “{text}” and switch off quoting when I answer.",
        "My signature in Post should read “{text}”. Also, don't quote the letter when answering.",
        "Set “{text}” as the signature in Post, and turn the quoting of answered letters off.",
    ]

    text: str = phrase("Best wishes", "Sent with care", "Talk soon")

    def effects(self):
        yield mail.SaveSignature(self.text)
        yield mail.SaveSettings(quoting=False)

    def solution(self, user):
        open_folder(user, "Settings")
        user.click(link("Signature"))
        user.fill(field("Signature"), self.text)
        user.click(button("Save signature"))
        open_folder(user, "Settings")
        user.check(box("Quote the letter when answering"), False)
        user.click(button("Save settings"))


class ThrowTheDraftAway(Scenario):
    """A draft is discarded."""

    goals = [
        "Discard my draft “{draft.subject}” to {draft.to}.",
        "I won't send “{draft.subject}” to {draft.to}. Throw that draft away.",
        "Delete the unsent letter “{draft.subject}” for {draft.to} from my drafts.",
    ]
    tags = ["short"]

    draft: Draft = pick(Draft, ready)

    def effects(self):
        yield mail.DiscardDraft(self.draft)

    def solution(self, user):
        open_folder(user, "Drafts")
        user.click(link(self.draft.subject))
        user.click(button("Discard…"))
        user.click(button("Discard"))


class ReworkDraft(Scenario):
    """A draft gets another text and stays a draft."""

    goals = [
        "Change the text of my draft “{draft.subject}” to {draft.to} into “{text}” and keep it as a draft.",
        "The draft “{draft.subject}” for {draft.to} should only say “{text}” Save it, don't send it.",
        "Rewrite my unsent letter “{draft.subject}” to {draft.to}: its text becomes “{text}” Leave it a draft.",
    ]

    draft: Draft = pick(Draft, ready)
    text: str = phrase("I will write more on Sunday.", "Let us talk on the phone instead.")

    def effects(self):
        kept = self.draft
        yield mail.EditDraft(kept, kept.to, kept.cc, kept.bcc, kept.subject, self.text)

    def solution(self, user):
        rewrite(user, self.draft, self.text)
        user.click(button("Save draft"))


class SendReworked(Scenario):
    """A draft gets another text and goes out."""

    goals = [
        "Replace the text of my draft “{draft.subject}” to {draft.to} with “{text}” and send it.",
        "Send the draft “{draft.subject}” to {draft.to}, but let it only say “{text}”",
        "My draft “{draft.subject}” for {draft.to}: make its text “{text}” and send it off.",
    ]

    draft: Draft = pick(Draft, ready)
    text: str = phrase("I will write more on Sunday.", "Let us talk on the phone instead.")

    def effects(self):
        kept = self.draft
        yield mail.SendEdited(kept, kept.to, kept.cc, kept.bcc, kept.subject, self.text)

    def solution(self, user):
        rewrite(user, self.draft, self.text)
        user.click(button("Send"))


def rewrite(user: User, draft: Draft, text: str) -> None:
    """Open a draft and give it another text."""
    open_folder(user, "Drafts")
    user.click(link(draft.subject))
    user.click(link("Edit"))
    user.fill(field("Message"), text)


class KeepAnswerForLater(Scenario):
    """An answer is written but not sent."""

    goals = [
        "Start a reply to {letter.sender_name}'s mail “{letter.thread.subject}” that says “{text}” Save it as a draft.",
        "Draft an answer to “{letter.thread.subject}” from {letter.sender_name}: “{text}” Don't send it yet.",
        "Write “{text}” as a reply to “{letter.thread.subject}” by {letter.sender_name}, and keep it in the drafts.",
    ]

    letter: Message = pick(Message, from_person, among=from_person)
    text: str = phrase("Let me sleep on it.", "I will answer properly this weekend.")

    def effects(self):
        yield mail.SaveAnswer(self.letter, "reply", body=self.text)

    def solution(self, user):
        open_letter(user, self.letter)
        user.click(link("Reply"))
        user.fill(field("Message"), self.text)
        user.click(button("Save draft"))


class ReadAndLabelled(Scenario):
    """An unread conversation is marked as read and labelled."""

    goals = [
        "Mark “{thread.subject}” in my inbox as read and file it under {label.name}.",
        "“{thread.subject}” (inbox, unread) counts as read; give it the label {label.name} too.",
        "The unread inbox conversation “{thread.subject}”: label it {label.name} and mark it read.",
    ]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and thread.unread, among=in_inbox)
    label: Label = pick(Label, lambda label, thread: label not in thread.labels)

    def effects(self):
        yield mail.MarkRead(self.thread)
        yield mail.ApplyLabel(self.thread, self.label)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Apply {self.label.name}"))

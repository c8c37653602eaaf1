"""Questions that are answered by counting conversations that several things are true of."""

from datetime import date

from lifeworld.apps.mail.models import Label, Thread
from lifeworld.store import Store
from lifeworld.taskkit import Task, box, button, day, field, pick, show_all, way
from lifeworld.tasks.mail.ways import open_filters, search

_SINCE = "id IN (SELECT thread_id FROM mail_message WHERE sent_at >= ?)"
_FILES = "id IN (SELECT thread_id FROM mail_message WHERE id IN (SELECT message_id FROM mail_attachment))"


class UnreadSince(Task):
    """How many conversations with a letter since a day are unread?"""

    goals = [
        "How many unread conversations in my inbox have had a letter on {since} or later?",
        "Count what I haven't read yet in the inbox, but only conversations with a letter of {since} or after.",
        "From {since} on, that day included, how much in the inbox is still unread? The number of conversations is "
        "enough.",
    ]
    tags = ["count", "filter"]

    since: date = day(-45, -1)

    def answer(self, store: Store) -> int:
        where = f"unread = 1 AND archived = 0 AND binned = 0 AND spam = 0 AND {_SINCE}"
        return store.count(Thread, where, self.since)

    def solution(self, user):
        search(user, f"is:unread in:inbox after:{self.since}")
        show_all(user)
        user.say(len(user.page.lines()))

    @way
    def by_the_filters(self, user):
        open_filters(user)
        user.choose(field("Look in"), "Inbox")
        user.fill(field("From day"), self.since)
        user.check(box("Unread only"))
        user.click(button("Search"))
        show_all(user)
        user.say(sum(bool(line.names) for line in user.page.lines()))


class FilesUnderLabel(Task):
    """How many conversations under a label have a file and a letter since a day?"""

    goals = [
        "How many conversations under the label {label.name} in Post have an attachment and a letter of {since} or "
        "later?",
        "Under {label.name} in my mail, count the conversations with a file in them that something came to on {since} "
        "or after.",
        "Of what I've filed under {label.name} in Post, how many conversations contain attachments and have had mail "
        "from {since} on?",
    ]
    tags = ["count", "filter", "long"]

    label: Label = pick(Label)
    since: date = day(-175, -20)

    def answer(self, store: Store) -> int | None:
        filed = "id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?) AND binned = 0 AND spam = 0"
        return store.count(Thread, f"{filed} AND {_FILES} AND {_SINCE}", self.label.id, self.since) or None

    def solution(self, user):
        open_filters(user)
        user.choose(field("Label"), self.label.name)
        user.fill(field("From day"), self.since)
        user.check(box("Has an attachment"))
        user.click(button("Search"))
        show_all(user)
        user.say(len(user.page.lines()))

    @way
    def in_words(self, user):
        search(user, f'label:"{self.label.name}" has:attachment after:{self.since}')
        show_all(user)
        user.say(sum(bool(line.names) for line in user.page.lines()))

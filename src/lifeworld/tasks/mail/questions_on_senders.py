"""Questions about what a sender has written, or is filed or unread: first, last, how much, and what came with it."""

from datetime import date, timedelta

from lifeworld.apps.mail.models import Attachment, Label, Line, Message, Thread
from lifeworld.life import events
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Money,
    Percent,
    Setup,
    Store,
    Task,
    Texts,
    User,
    amounts,
    day,
    day_told,
    derived,
    number,
    pick,
    sure,
)
from lifeworld.tasks.mail.picking import KEPT, total_of, written_by
from lifeworld.tasks.mail.screens import Found, Searched, found, listed, opened

_MOST = 6  # files that somebody would still list
_CLOSE = 5  # so near to a half, in hundredths of a percent, a share is not asked for
_SINCE = "id IN (SELECT thread_id FROM mail_message WHERE sent_at >= ?)"
_FILES = "id IN (SELECT thread_id FROM mail_message WHERE id IN (SELECT message_id FROM mail_attachment))"


class UnreadSince(Found, Task):
    """How many conversations with a letter since a day are unread?"""

    goals = [
        "How many unread conversations in my inbox have had a letter on {since} or later?",
        "Count what I haven't read yet in the inbox, but only conversations with a letter of {since} or after.",
        "From {since} on, that day included, how much in the inbox is still unread? The number of conversations is "
        "enough.",
    ]
    tags = ["count", "filter"]
    filters = {"Search in": "Inbox", "From day": "{since}", "Unread only": ""}

    since: date = day(-45, -1)

    def answer(self, store: Store) -> int:
        return store.count(Thread, f"unread = 1 AND archived = 0 AND {KEPT} AND {_SINCE}", self.since)


class FilesUnderLabel(Found, Task):
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
    filters = {"Label": "{label.name}", "From day": "{since}", "Has an attachment": ""}

    label: Label = pick(Label)
    since: date = day(-175, -20)

    def answer(self, store: Store) -> int | None:
        filed = f"id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?) AND {KEPT}"
        return store.count(Thread, f"{filed} AND {_FILES} AND {_SINCE}", self.label.id, self.since) or None


class HowManyFromBusiness(Searched, Task):
    """How many conversations are there from a business since a day?"""

    goals = [
        "How many conversations with letters from {business.name} of {since} or later have I got? Archived ones count, "
        "binned ones don't.",
        "Count the mail conversations in which {business.name} has written to me on or after {since}, in the inbox and "
        "the archive.",
        "From {since} on, that day included, how many conversations has {business.name} written in? Leave out bin and "
        "spam.",
    ]
    tags = ["count"]
    filters = {"From": "{business.name}", "From day": "{since}"}

    business: Business = pick(
        Business, lambda business, store: store.count(Message, "business_id = ?", business.id) > 3
    )
    since: date = day(-150, -30)

    def answer(self, store: Store) -> int:
        query = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ? AND sent_at >= ?)"
        return store.count(Thread, f"{query} AND {KEPT}", self.business.id, self.since)


class LastSubject(Searched, Task):
    """What is the subject of a business's last mail?"""

    goals = [
        "What was the subject of the last mail that {business.name} sent me? Look in the archive, too, but not in the "
        "bin.",
        "Find the most recent mail from {business.name} that isn't in the bin and tell me its subject line.",
        "{business.name} wrote to me lately. What's the subject of their newest mail, leaving the bin aside?",
    ]
    tags = ["latest"]
    filters = {"From": "{business.name}"}

    business: Business = pick(Business, lambda business, store: len(written_by(store, business)) > 2)

    def answer(self, store: Store) -> str | None:
        last, before = (message.thread.subject for message in written_by(store, self.business)[:-3:-1])
        return last if last != before and not any(map(str.isdigit, last)) else None

    def read(self, user: User) -> str:
        return listed(user)[0].names[0]


def long_in_touch(business: Business, store: Store) -> bool:
    """Return whether a business has written several times, the first so long ago that a list dates it by its day."""
    sent = written_by(store, business)
    return len(sent) > 4 and store.now - sure(sent[0].sent_at) > timedelta(days=8)


class FirstMailOf(Searched, Task):
    """On which day did a business write for the first time?"""

    goals = [
        "On what day did {business.name} first write to me, going by what is still in Post and not in the bin?",
        "How far back does my mail from {business.name} go? I want the date of the oldest one, the bin left out.",
        "Find the very first mail from {business.name} that I still have outside the bin. Which day did it come?",
    ]
    tags = ["earliest", "long"]
    filters = {"From": "{business.name}"}

    business: Business = pick(Business, long_in_touch)

    def answer(self, store: Store) -> date:
        return sure(written_by(store, self.business)[0].sent_at).date()

    def read(self, user: User) -> date:
        first = listed(user)[-1]
        words = first.text.splitlines()
        return day_told(words[words.index(first.names[0]) - 1], user.today)


class ShareInTheInbox(Searched, Task):
    """What part of a business's mail is still in the inbox?"""

    goals = [
        "What percentage of the conversations with {business.name} is still in my inbox, bin and spam left out "
        "altogether? Round to a whole number.",
        "Of all mail conversations that {business.name} has written in, how many percent lie in the inbox rather than "
        "in the archive? Rounded, and without what is in the bin.",
        "How much of what I got from {business.name} have I not archived yet, in whole percent of the conversations? "
        "The bin doesn't count.",
    ]
    tags = ["rate", "count"]
    filters = {"From": "{business.name}"}

    business: Business = pick(Business, lambda business, store: len(written_by(store, business)) > 2)

    def answer(self, store: Store) -> Percent | None:
        wrote = f"id IN (SELECT thread_id FROM mail_message WHERE business_id = ?) AND {KEPT}"
        archived = [thread.archived for thread in store.all(Thread, wrote, self.business.id)]
        share = 10_000 * archived.count(False) // len(archived)  # in hundredths of a percent
        plain = 0 < share < 10_000 and abs(share % 100 - 50) > _CLOSE
        return (share + 50) // 100 if plain else None

    def read(self, user: User) -> int:
        every, here = len(listed(user)), len(found(user, f'from:"{self.business.name}" in:inbox'))
        return round(100 * here / every)


class FilesSince(Found, Task):
    """Which files has a business sent since a day? Perhaps none."""

    goals = [
        "Which files did {business.name} attach to its mails from {since} on? Bin and spam don't matter; say “none” if "
        "there are no files.",
        "List the attachments that came from {business.name} on {since} or later, by file name, or “none”. You can "
        "leave out the bin.",
        "I need the names of all files that {business.name} has mailed me since {since}, that day included. Skip the "
        "bin; if there weren't any, “none” is the answer.",
    ]
    tags = ["list", "filter"]
    filters = {"From": "{business.name}", "From day": "{since}", "Has an attachment": ""}

    business: Business = pick(
        Business,
        lambda business, store: (
            business.kind != "employer"  # whose files are named after days only
            and bool(files_of(store, business, store.now.date() - timedelta(days=150)))
        ),
    )
    since: date = day(-110, -4)

    def answer(self, store: Store) -> Texts | None:
        names = files_of(store, self.business, self.since)
        sent = written_by(store, self.business, "sent_at >= ?", self.since)
        alike = len({message.thread.subject for message in sent}) < len(sent)
        return names if len(names) <= _MOST and not alike else None

    def read(self, user: User) -> list[str]:
        groups = (sure(user.page.tree.find("group", "Attachments")) for _ in opened(user))
        return sorted(node.name.rsplit(" ", 2)[0] for group in groups for node in group.all("link"))


def files_of(store: Store, business: Business, since: date) -> list[str]:
    """Return the names of the files that a business has sent since a day."""
    sent = written_by(store, business, "sent_at >= ?", since)
    return sorted(file.name for message in sent for file in store.all(Attachment, "message_id = ?", message.id))


class LargestAlert(Found, Task):
    """Which place got the largest payment that the bank has written of since a day?"""

    goals = [
        "My bank mails me when a large card payment is made. Going by those mails since {since}, where was the largest "
        "one? Leave out what is in the bin.",
        "Of the card payments that Harbour Bank has warned me of by mail from {since} on, bin not counted, which place "
        "got the most?",
        "Look through the bank's mails about large card payments that came on {since} or later and aren't in the bin. "
        "Who was paid the highest amount?",
    ]
    tags = ["compare", "filter"]
    filters = {"Subject": "Card payment of", "From day": "{since}"}

    since: date = day(-16, -9)
    turn: int = number(0, 9999)
    count: int = number(3, 5)
    places: tuple[int, ...] = derived(lambda store, turn, count: some_places(store, turn, count))

    def setup(self, store: Store) -> Setup:
        for place, business in enumerate(self.places):
            ago = timedelta(days=1 + (self.turn + 5 * place) % 20, minutes=37 * place)
            amount = Money(15_100 + (self.turn * 7919 + place * 10_007) % 42_000)
            yield events.CardPayment(at=store.now - ago, business_id=business, amount=amount, purse="credit")

    def answer(self, store: Store) -> str | None:
        kept = f"thread_id IN (SELECT id FROM mail_thread WHERE {KEPT})"
        told = store.all(Message, f"layout = 'alert' AND sent_at >= ? AND {kept}", self.since)
        ranked = sorted(told, key=total_of, reverse=True)
        if len(ranked) < 2 or total_of(ranked[0]) == total_of(ranked[1]):
            return None
        return store.one(Line, "message_id = ? AND text = 'Paid at'", ranked[0].id).value

    def read(self, user: User) -> str:
        largest = max((line.names[0] for line in listed(user)), key=lambda subject: amounts(subject)[0])
        return largest.split(" at ", 1)[1]


def some_places(store: Store, turn: int, count: int) -> tuple[int, ...]:
    """Return so many businesses at which one may well spend a larger sum."""
    sold = store.all(Business, "category IN ('Shopping', 'Travel', 'Home', 'Leisure')", order="id")
    return tuple(sold[(turn + 3 * place) % len(sold)].id for place in range(count))

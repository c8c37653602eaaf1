"""Questions about what a sender has written: first, last, how much of it, and what came with it."""

from datetime import date, timedelta

from lifeworld.apps.mail.models import Attachment, Message, Thread
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Line,
    Percent,
    Task,
    Texts,
    User,
    button,
    day,
    days,
    field,
    link,
    observed,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.mail.ways import open_filters, search, subject_of

MOST = 6  # files that somebody would still list
_CLOSE = 5  # so near to a half, in hundredths of a percent, a share is not asked for
_KEPT = "thread_id IN (SELECT id FROM mail_thread WHERE binned = 0 AND spam = 0)"


def written_by(store: Store, business: Business) -> list[Message]:
    """Return what a business has written and nobody has thrown away, from the first on."""
    return store.all(Message, f"business_id = ? AND {_KEPT}", business.id, order="sent_at, id")


def found_from(user: User, business: Business, more: str = "") -> list[Line]:
    """Search for the mail of a business and return the conversations, the latest first."""
    search(user, f'from:"{business.name}"{more}')
    show_all(user)
    return [line for line in user.page.lines() if line.names]


class LastSubject(Task):
    """What is the subject of a business's last mail?"""

    goals = [
        "What was the subject of the last mail that {business.name} sent me? Look in the archive, too, but not in the "
        "bin.",
        "Find the most recent mail from {business.name} that isn't in the bin and tell me its subject line.",
        "{business.name} wrote to me lately. What's the subject of their newest mail, leaving the bin aside?",
    ]
    tags = ["latest"]

    business: Business = pick(Business, lambda business, store: len(written_by(store, business)) > 2)

    def answer(self, store: Store) -> str | None:
        last, before = (message.thread.subject for message in written_by(store, self.business)[:-3:-1])
        return last if last != before and not any(map(str.isdigit, last)) else None

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        user.say(subject_of(found_from(user, self.business)[0]))

    @way
    def by_the_filters(self, user: User) -> None:
        open_filters(user)
        user.fill(field("From"), self.business.name)
        user.click(button("Search"))
        user.say(subject_of(next(line for line in user.page.lines() if line.names)))


class FirstMailOf(Task):
    """On which day did a business write for the first time?"""

    goals = [
        "On what day did {business.name} first write to me, going by what is still in Post and not in the bin?",
        "How far back does my mail from {business.name} go? I want the date of the oldest one, the bin left out.",
        "Find the very first mail from {business.name} that I still have outside the bin. Which day did it come?",
    ]
    tags = ["earliest", "long"]

    business: Business = pick(
        Business, lambda business, store: len(written_by(store, business)) > 4 and older(store, business)
    )

    def answer(self, store: Store) -> date:
        return sure(written_by(store, self.business)[0].sent_at).date()

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        shown = found_from(user, self.business)[-1]
        words = shown.text.splitlines()
        user.say(self._past(days(words[words.index(subject_of(shown)) - 1], user.today)[0], user.today))

    def _past(self, told: date, today: date) -> date:
        """Return a day without a year as one that lies behind."""
        return told if told <= today else told.replace(year=told.year - 1)


def older(store: Store, business: Business) -> bool:
    """Return whether a business's first mail is so old that a list dates it by month and day."""
    first = written_by(store, business)[0].sent_at
    return first is not None and store.now - first > timedelta(days=8)


class ShareInTheInbox(Task):
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

    business: Business = pick(Business, lambda business, store: len(written_by(store, business)) > 2)

    def answer(self, store: Store) -> Percent | None:
        wrote = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ?) AND binned = 0 AND spam = 0"
        archived = [thread.archived for thread in store.all(Thread, wrote, self.business.id)]
        share = 10_000 * archived.count(False) // len(archived)  # in hundredths of a percent
        plain = 0 < share < 10_000 and abs(share % 100 - 50) > _CLOSE
        return (share + 50) // 100 if plain else None

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        every, here = (len(found_from(user, self.business, where)) for where in ("", " in:inbox"))
        user.say(round(100 * here / every))


class FilesSince(Task):
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

    business: Business = pick(
        Business,
        lambda business, store: (
            business.kind != "employer"  # whose files are named after days only
            and bool(files_of(store, business, store.now.date() - timedelta(days=150)))
        ),
    )
    since: date = day(-110, -4)

    def answer(self, store: Store) -> Texts | None:
        names, sent = files_of(store, self.business, self.since), mailed_since(store, self.business, self.since)
        alike = len({message.thread.subject for message in sent}) < len(sent)
        return names if len(names) <= MOST and not alike else None

    def solution(self, user: User) -> None:
        query = f" has:attachment after:{self.since}"
        subjects = [subject_of(line) for line in found_from(user, self.business, query)]
        user.say(sorted(name for subject in subjects for name in self._files(user, query, subject)))

    def _files(self, user: User, query: str, subject: str) -> list[str]:
        """Return the names of the files in a conversation."""
        found_from(user, self.business, query)
        user.click(link(subject))
        files = sure(user.page.tree.find("group", "Attachments"))
        return [node.name.rsplit(" ", 2)[0] for node in files.all("link")]


def files_of(store: Store, business: Business, since: date) -> list[str]:
    """Return the names of the files that a business has sent since a day."""
    sent = mailed_since(store, business, since)
    return sorted(file.name for message in sent for file in store.all(Attachment, "message_id = ?", message.id))


def mailed_since(store: Store, business: Business, since: date) -> list[Message]:
    """Return what a business has written since a day."""
    return [message for message in written_by(store, business) if sure(message.sent_at).date() >= since]

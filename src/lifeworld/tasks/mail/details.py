"""Questions that one letter answers, once it is found: how long, which number, who else, whether it was answered."""

from datetime import UTC, datetime, timedelta

from lifeworld.apps.mail.models import Attachment, Message, Thread
from lifeworld.apps.mail.models import Line as Entry
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Code,
    Items,
    Setup,
    Task,
    Texts,
    User,
    clocks,
    days,
    derived,
    link,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.mail.ways import known, letter_of, open_thread, reachable, search


def invited(row: Thread) -> bool:
    """Return whether a conversation is an invitation to something of certain hours."""
    return reachable(row) and hours_of(row) is not None


def hours_of(thread: Thread) -> timedelta | None:
    """Return how long what a mail invites to takes."""
    letters = "text = 'When' AND message_id IN (SELECT id FROM mail_message WHERE thread_id = ?)"
    line = thread.store.first(Entry, letters, thread.id)
    begin, _, end = line.value.rsplit(", ", 1)[-1].partition(" to ") if line else ("", "", "")
    if not end:
        return None
    first, last = (datetime.strptime(clock, "%I:%M %p").replace(tzinfo=UTC) for clock in (begin, end))
    return last - first if last > first else None


class HowLongIsIt(Task):
    """How long does something take that one is invited to?"""

    goals = [
        "How long is it going to take, what the mail “{thread.subject}” invites me to?",
        "According to the mail “{thread.subject}”, how much time do I have to set aside from beginning to end?",
        "I was sent “{thread.subject}”. From when to when is that, in other words: how long does it last?",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, invited, among=reachable, where="key LIKE 'invitation/%'")

    def answer(self) -> timedelta | None:
        return hours_of(self.thread)

    def solution(self, user: User) -> None:
        open_thread(user, self.thread)
        begin, end = (datetime.combine(user.today, clock) for clock in clocks(user.page.fact("When"))[-2:])
        user.say(end - begin)


def on_its_way(row: Entry) -> bool:
    """Return whether a line holds the number of an order that has been sent off."""
    thread = letter_of(row).thread
    return row.text == "Order number" and thread.subject.startswith("On its way") and reachable(thread)


class TrackingNumber(Task):
    """Which number does a parcel travel under?"""

    goals = [
        "What's the tracking number of the parcel for order {line.value}? It should be in my mail.",
        "Find the mail that says that order {line.value} is on its way and give me the tracking number in it.",
        "The courier wants a tracking number for my order {line.value}. Which is it? Post has it somewhere.",
    ]
    tags = ["look-up"]

    line: Entry = pick(Entry, on_its_way, among=on_its_way, where="text = 'Order number'")

    def answer(self, store: Store) -> Code:
        return store.one(Entry, "message_id = ? AND text = 'Tracking number'", self.line.message_id).value

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        search(user, f'"{self.line.value}"')
        user.click(link("On its way: …"))
        user.say(user.page.fact("Tracking number"))


class WhenExactly(Task):
    """On which day and at what time did a file arrive?"""

    goals = [
        "When exactly did the file “{file.name}” reach me by mail? I need the day and the time.",
        "Give me the date and the time of day at which “{file.name}” came in Post.",
        "They claim that “{file.name}” was mailed to me on time. Day and time of its arrival, please.",
    ]
    tags = ["look-up"]

    file: Attachment = pick(Attachment, lambda file: reachable(file.message.thread) and not file.message.mine)

    def answer(self) -> datetime:
        return sure(self.file.message.sent_at).replace(second=0, microsecond=0)

    def solution(self, user: User) -> None:
        search(user, f'has:attachment "{self.file.name}"')
        user.click(link(self.file.message.thread.subject))
        user.click(link(f"{self.file.name} …"))
        told = user.page.fact("Received")
        user.say(datetime.combine(days(told, user.today)[0], clocks(told)[0]))


class HaveIAnswered(Task):
    """Has somebody's last letter in a conversation been answered?"""

    goals = [
        "Have I answered the last thing that {message.sender_name} wrote in “{message.thread.subject}”?",
        "In the conversation “{message.thread.subject}”, did I write back to {message.sender_name}'s last letter, or "
        "do I still owe an answer? Yes means that I did.",
        "“{message.thread.subject}” with {message.sender_name}: was I the last to write?",
    ]
    tags = ["look-up"]

    done: int = number(0, 1)
    message: Message = pick(
        Message,
        lambda message, done: last_of_two(message) and answered(message) == bool(done),
        among=lambda row: last_of_two(row),
    )

    def answer(self) -> bool:
        return answered(self.message)

    def solution(self, user: User) -> None:
        user.open("Post")
        me = next(node.name for node in user.page.tree.all("link") if node.name.startswith("Account: "))
        open_thread(user, self.message.thread, f' from:"{self.message.sender_name}"')
        names = (me.removeprefix("Account: "), self.message.sender_name)
        heads = [
            node.name for node in user.page.tree.all("button") if node.name.startswith(tuple(f"{n}, " for n in names))
        ]
        user.say(heads[-1].startswith(names[0]))


def last_of_two(message: Message) -> bool:
    """Return whether a letter is the last that somebody wrote in a conversation of just the two of them."""
    if message.person_id is None or message.mine or message.layout != "letter" or not reachable(message.thread):
        return False
    others = [one for one in message.thread.messages if not one.mine]
    return others[-1] == message and {one.person_id for one in others} == {message.person_id}


def answered(message: Message) -> bool:
    """Return whether the owner wrote after a letter."""
    return message.thread.messages[-1].mine


class WhoElseGotIt(Task):
    """Who else was written to? Perhaps nobody."""

    goals = [
        "Who else got the letter “{subject}” from {sender.name}, besides me? Say “none” if it went to me alone.",
        "{sender.name} wrote “{subject}” to me and perhaps to others. Name everybody else whom it went to, in copy or "
        "not, or say “none”.",
        "Find the mail “{subject}” and list everyone apart from me to whom {sender.name} sent it, or say “none”.",
    ]
    tags = ["list"]

    sender: Person = pick(Person, known)
    subject: str = phrase("Keys, and who has them", "The date for the roof", "Photos from the lake", "About the gate")
    turn: int = number(0, 997)
    more: int = number(0, 4)
    others: tuple[Person, ...] = derived(lambda store, sender, turn, more: some_people(store, sender, turn, more))

    def setup(self, store: Store) -> Setup:
        ids = [person.id for person in self.others]
        yield events.Mailed(
            at=store.now - timedelta(hours=5),
            thread="given",
            person_id=self.sender.id,
            to=(1, *ids[::2]),
            cc=tuple(ids[1::2]),
            subject=self.subject,
            body="Hello,\n\nmore of it when we meet. I just wanted you to know that it is settled.",
        )

    def answer(self) -> Texts:
        return sorted(person.name for person in self.others)

    def solution(self, user: User) -> None:
        _, _, others = self._envelope(user).partition(", ")
        user.say(sorted(others.split(", ")) if others else [])

    def _envelope(self, user: User) -> str:
        """Open the letter and return what stands over it of whom it went to."""
        search(user, f'subject:"{self.subject}"')
        user.click(link(self.subject))
        return next(node.name for node in user.page.tree.all("button") if node.name.startswith("To me"))


def some_people(store: Store, sender: Person, turn: int, count: int) -> tuple[Person, ...]:
    """Return so many people who are neither the owner nor the sender."""
    free = store.all(Person, "relation <> 'me' AND id <> ?", sender.id)
    return tuple(free[(turn + 13 * place) % len(free)] for place in range(count))

"""Questions that one letter answers, once it is found: how long, on which day, who else, whether it was answered."""

from datetime import UTC, date, datetime, timedelta

from lifeworld.apps.mail.models import Attachment, Line, Message, Thread
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.taskkit import Setup, Store, Task, Texts, User, clocks, days, derived, link, number, phrase, pick, sure
from lifeworld.tasks.mail.picking import known, reachable
from lifeworld.tasks.mail.screens import Found, open_thread


class HowLongIsIt(Task):
    """How long does something take that one is invited to?"""

    goals = [
        "How long is it going to take, what the mail “{thread.subject}” invites me to?",
        "According to the mail “{thread.subject}”, how much time do I have to set aside from beginning to end?",
        "I was sent “{thread.subject}”. From when to when is that, in other words: how long does it last?",
    ]
    tags = ["short"]

    thread: Thread = pick(
        Thread,
        lambda thread: reachable(thread) and hours_of(thread) is not None,
        among=reachable,
        where="key LIKE 'invitation/%'",
    )

    def answer(self) -> timedelta | None:
        return hours_of(self.thread)

    def solution(self, user: User) -> None:
        open_thread(user, self.thread)
        begin, end = (datetime.combine(user.today, clock) for clock in clocks(user.page.fact("When"))[-2:])
        user.say(end - begin)


def hours_of(thread: Thread) -> timedelta | None:
    """Return how long what a mail invites to takes."""
    letters = "text = 'When' AND message_id IN (SELECT id FROM mail_message WHERE thread_id = ?)"
    line = thread.store.first(Line, letters, thread.id)
    begin, _, end = line.value.rsplit(", ", 1)[-1].partition(" to ") if line else ("", "", "")
    if not end:
        return None
    first, last = (datetime.strptime(clock, "%I:%M %p").replace(tzinfo=UTC) for clock in (begin, end))
    return last - first if last > first else None


class WhenDidTheFileCome(Found, Task):
    """On which day did a file arrive?"""

    goals = [
        "On which day did I get the file “{file.name}” by mail?",
        "Somebody mailed me an attachment named “{file.name}”. What date was that?",
        "When did “{file.name}” arrive in Post? I need the day.",
    ]
    filters = {"Has the words": "{file.name}", "Has an attachment": ""}

    file: Attachment = pick(Attachment, lambda file: reachable(file.message.thread) and not _tells_its_day(file))

    def answer(self) -> date:
        return sure(self.file.message.sent_at).date()

    def read(self, user: User) -> date:
        return days(self._received(user), user.today)[0]

    def _received(self, user: User) -> str:
        """Return when the file came, as its page tells."""
        user.click(link(self.file.message.thread.subject))
        user.click(link(f"{self.file.name} …"))
        return user.page.fact("Received")


def _tells_its_day(file: Attachment) -> bool:
    """Return whether one knows without looking on which day a file came: one sent it, or its name says so."""
    return file.message.mine or str(sure(file.message.sent_at).date()) in file.name


class WhenExactly(WhenDidTheFileCome):
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

    def read(self, user: User) -> datetime:
        told = self._received(user)
        return datetime.combine(days(told, user.today)[0], clocks(told)[0])


class HaveIAnswered(Found, Task):
    """Has somebody's last letter in a conversation been answered?"""

    goals = [
        "Have I answered the last thing that {message.sender_name} wrote in “{message.thread.subject}”?",
        "In the conversation “{message.thread.subject}”, did I write back to {message.sender_name}'s last letter, or "
        "do I still owe an answer? Yes means that I did.",
        "“{message.thread.subject}” with {message.sender_name}: was I the last to write?",
    ]
    tags = ["look-up"]
    filters = {"From": "{message.sender_name}", "Subject": "{message.thread.subject}"}

    done: int = number(0, 1)
    message: Message = pick(
        Message,
        lambda message, done: last_of_two(message) and message.thread.messages[-1].mine == bool(done),
        among=lambda row: last_of_two(row),
    )

    def answer(self) -> bool:
        return self.message.thread.messages[-1].mine

    def read(self, user: User) -> bool:
        user.click(link(self.message.thread.subject))
        return not letters_to(user)[-1].startswith("To me")


def last_of_two(message: Message) -> bool:
    """Return whether a letter is the last that somebody wrote in a conversation of just the two of them."""
    if message.person_id is None or message.mine or message.layout != "letter" or not reachable(message.thread):
        return False
    others = [one for one in message.thread.messages if not one.mine]
    return others[-1] == message and {one.person_id for one in others} == {message.person_id}


def letters_to(user: User) -> list[str]:
    """Return what stands over each letter that is unfolded on the screen: whom it went to."""
    return [node.name for node in user.page.tree.all("button") if node.name.startswith("To ")]


class WhoElseGotIt(Found, Task):
    """Who else was written to? Perhaps nobody."""

    goals = [
        "Who else got the letter “{subject}” from {sender.name}, besides me? Say “none” if it went to me alone.",
        "{sender.name} wrote “{subject}” to me and perhaps to others. Name everybody else whom it went to, in copy or "
        "not, or say “none”.",
        "Find the mail “{subject}” and list everyone apart from me to whom {sender.name} sent it, or say “none”.",
    ]
    tags = ["list"]
    filters = {"Subject": "{subject}"}

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

    def read(self, user: User) -> list[str]:
        user.click(link(self.subject))
        _, *others = letters_to(user)[-1].split(", ")
        return sorted(others)


def some_people(store: Store, sender: Person, turn: int, count: int) -> tuple[Person, ...]:
    """Return so many people who are neither the owner nor the sender."""
    free = store.all(Person, "relation <> 'me' AND id <> ?", sender.id)
    return tuple(free[(turn + 13 * place) % len(free)] for place in range(count))

"""Letters and conversations for another time: snoozed, scheduled, and taken back before they have left."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft, Line, Matter, Thread
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    day,
    days,
    derived,
    field,
    link,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.mail.letters import CopyToOthers
from lifeworld.tasks.mail.picking import asks_for_payment, in_inbox, known, letter_of
from lifeworld.tasks.mail.screens import InTheList, compose, open_folder, open_thread

_MORNING = time(8)


class SnoozeConversation(Task):
    """A conversation leaves the inbox until a time."""

    goals = [
        "Snooze “{thread.subject}” in my inbox until {on} at {at}.",
        "Let “{thread.subject}” leave my inbox in Post and come back on {on} at {at}.",
        "I can't deal with “{thread.subject}” before {on}. Snooze it in Post until {at} that day.",
    ]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)
    on: date = day(2, 25)
    at: time = clock(7, 20)

    def effects(self) -> Commands:
        yield mail.Snooze(self.thread, datetime.combine(self.on, self.at))


class BringBackTheSnoozed(InTheList, Task):
    """A snoozed conversation comes back to the inbox at once."""

    goals = [
        "I snoozed “{thread.subject}”, but I need it in my inbox now. Bring it back.",
        "Put “{thread.subject}”, which is snoozed in Post, back into the inbox right away.",
        "Unsnooze “{thread.subject}”: it belongs in my inbox again.",
    ]
    deeds = ["Move selected to inbox"]
    folder = "Snoozed"

    ahead: int = derived(lambda thread: 2 + len(thread.subject) % 9)

    def setup(self, store: Store) -> Setup:
        yield mail.Snooze(self.thread, datetime.combine(store.now.date() + timedelta(days=self.ahead), _MORNING))

    def effects(self) -> Commands:
        yield mail.MoveToInbox(self.thread)


def still_open(line: Line, now: datetime) -> bool:
    """Return whether an invoice lies in the inbox and is to be paid on a day to come."""
    if not asks_for_payment(line) or not in_inbox(letter_of(line).thread):
        return False
    return line.store.one(Matter, "number = ?", line.value).day > now.date()


class SnoozeUntilItIsDue(Task):
    """An invoice's letter leaves the inbox until the morning of the day by which it is to be paid."""

    goals = [
        "Snooze the mail with invoice {line.value} until 8 in the morning of the day when it's due.",
        "Invoice {line.value} can leave my inbox until its due date: snooze it, so that it's back at 8:00 AM that day.",
        "Find out by when invoice {line.value} has to be paid and snooze that mail until 8 AM on that very day.",
    ]

    line: Line = pick(Line, still_open, among=asks_for_payment, where="text = 'Invoice number'")

    def effects(self, store: Store) -> Commands:
        due = store.one(Matter, "number = ?", self.line.value).day
        yield mail.Snooze(letter_of(self.line).thread, datetime.combine(due, _MORNING))

    def solution(self, user: User) -> None:
        thread = letter_of(self.line).thread
        open_thread(user, thread, f' "{self.line.value}"')
        due = days(user.page.fact("Due date"), user.today)[0]
        user.do(mail.Snooze(thread, datetime.combine(due, _MORNING)))


class ToSend:
    """What a letter says, and when it is to go out."""

    person: Person = pick(Person, known)
    subject: str = phrase("Happy birthday", "Good luck today", "Before you leave", "A reminder", "As promised")
    text: str = phrase("I am thinking of you today.", "Don't forget what we said.", "This is the day, isn't it?")
    on: date = day(2, 30)
    at: time = clock(6, 21)

    @property
    def moment(self) -> datetime:
        return datetime.combine(self.on, self.at)

    def draft(self, store: Store) -> Draft:
        """Return the letter while it waits."""
        return store.one(Draft, "subject = ?", self.subject)


class ScheduleLetter(ToSend, Task):
    """A letter is written that goes out by itself on another day."""

    goals = [
        "Write to {person.name} in Post, subject “{subject}”, text “{text}” It should go out on {on} at {at}.",
        "Schedule a mail to {person.name} for {on}, {at}: “{subject}” as the subject, and exactly “{text}”",
        "On {on} at {at} a letter is to go to {person.name} by itself. Subject “{subject}”; it says “{text}”",
    ]

    def effects(self) -> Effects:
        draft = yield mail.SaveDraft(self.person.name, subject=self.subject, body=self.text)
        yield mail.SendLater(draft, self.moment)

    def solution(self, user: User) -> None:
        compose(user, self.subject, self.text, To=self.person.name)
        user.click(button("Send later"))
        user.fill(field("Send on"), self.on)
        user.fill(field("Send on time"), self.at)
        user.click(button("Schedule"))


class Waiting(ToSend):
    """A letter that waits for its time."""

    def setup(self, store: Store) -> Setup:
        yield mail.SaveDraft(self.person.name, subject=self.subject, body=self.text)
        yield mail.SendLater(self.draft(store), self.moment)

    def solution(self, user: User) -> None:
        open_folder(user, "Scheduled")
        user.click(link(self.subject))
        user.follow(self)


class SendAtAnotherTime(Waiting, Task):
    """A scheduled letter goes out at another time."""

    goals = [
        "My letter “{subject}” to {person.name} is scheduled. Let it go out on {later} at {hour} instead.",
        "Move the scheduled mail “{subject}” for {person.name} to {later}, {hour}.",
        "“{subject}”, which waits in Post for {person.name}, should be sent on {later} at {hour}, not before.",
    ]

    later: date = day(31, 45)
    hour: time = clock(6, 21)

    def effects(self, store: Store) -> Commands:
        yield mail.SendLater(self.draft(store), datetime.combine(self.later, self.hour))


class HoldTheLetterBack(Waiting, Task):
    """A scheduled letter does not go out by itself and stays as a draft."""

    goals = [
        "Don't let my scheduled letter “{subject}” to {person.name} go out by itself. Keep it as a draft.",
        "Call off the sending of “{subject}” to {person.name} in Post; the text should stay among my drafts.",
        "“{subject}” for {person.name} is scheduled. Cancel that, but don't throw the letter away.",
    ]

    def effects(self, store: Store) -> Commands:
        yield mail.CancelSending(self.draft(store))


class TakeBackTheLetter(Task):
    """The letter that was just sent is taken back and stays as a draft."""

    goals = [
        "I've just sent “{subject}” to {person.name} by mistake. Undo that and leave it as a draft.",
        "Take back the letter “{subject}” that went to {person.name} a moment ago. I'll finish the draft myself.",
        "“{subject}” to {person.name} should not have been sent just now. Undo the sending; I want to keep the text.",
    ]

    person: Person = pick(Person, known)
    subject: str = phrase("The weekend", "Your umbrella", "A small plan", "What I found", "Half a story")
    begun: str = phrase("There is something that I have been meaning to tell you.", "Here is what I have so far.")

    def setup(self) -> Setup:
        yield mail.Send(self.person.name, subject=self.subject, body=self.begun)

    def effects(self) -> Commands:
        yield mail.UndoSend()

    def solution(self, user: User) -> None:
        open_folder(user, "Sent")
        user.click(link(self.subject))
        user.click(button("Undo"))


class StopItIfYouCan(CopyToOthers):
    """A letter has just been sent as the person wants it back."""

    goals = [
        "Mail {first.name} with {second.name} in Cc and {address} in Bcc. Subject “{subject}”, text “{text}”",
        "Send “{subject}” to {first.name}, copy {second.name}, and blind-copy {address}. The text is “{text}”",
        "Write “{text}” to {first.name} (Cc {second.name}, Bcc {address}); the subject is “{subject}”",
    ]
    trigger = when(done=mail.Send)
    goal_update = [
        "Stop, {second.first} mustn't read that! Take it back if you still can, and leave it as a draft.",
        "Oh no, not yet. Can you undo that and keep the letter as a draft? {first.first} shouldn't have it today.",
        "Wait, please take that letter back before {first.name} gets it. I'll go on with the draft myself.",
    ]

    def superseded_effects(self) -> Commands:
        return super().effects()

    def effects(self) -> Commands:
        yield mail.SaveDraft(self.first.name, self.second.name, self.address, self.subject, self.text)

    def solution(self, user: User) -> None:
        for command in self.superseded_effects():
            user.do(command)
        user.click(button("Undo"))


class TooLateToTakeBack(Task):
    """A letter that left this morning can't be taken back."""

    goals = [
        "Undo the sending of “{subject}” to {person.name}, which I sent a few hours ago, and leave it as a draft.",
        "Take back my letter “{subject}” that went to {person.name} some hours ago, if Post lets you.",
        "Some hours ago I sent {person.name} “{subject}”. Unsend it, please, so that they never get it.",
    ]

    person: Person = pick(Person, known)
    subject: str = phrase("The weekend", "Your umbrella", "A small plan", "What I found", "Half a story")

    def setup(self, store: Store) -> Setup:
        at, to = store.now - timedelta(hours=3), (self.person.id,)
        body = "Here is what I have so far."
        yield events.Mailed(at=at, thread="own/given", person_id=1, to=to, subject=self.subject, body=body)

    def impossible(self) -> Commands:
        yield mail.UndoSend()

    def solution(self, user: User) -> None:
        open_folder(user, "Sent")
        user.click(link(self.subject))
        user.give_up()

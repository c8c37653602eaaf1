"""What people ask of their mail every day: a letter opened, sent or thrown away, a draft looked up."""

from typing import ClassVar

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft, Message, Thread
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Setup, Store, Task, User, link, phrase, pick, sure
from lifeworld.tasks.mail.drafts import Drafted
from lifeworld.tasks.mail.picking import KEPT, from_person, in_inbox, known, received
from lifeworld.tasks.mail.screens import InTheList, listed, open_folder, open_thread

TO_THEM = f"""person_id = 1 AND thread_id IN (SELECT id FROM mail_thread WHERE {KEPT})
    AND id IN (SELECT message_id FROM mail_recipient WHERE person_id = ?)"""


def last_to(store: Store, person: Person) -> Message | None:
    return store.first(Message, TO_THEM, person.id, order="sent_at DESC, id DESC")


def ends_in_one(store: Store, person: Person) -> bool:
    """Return whether the last mail to somebody ends its conversation, so that “Sent” has it where it belongs."""
    last = last_to(store, person)
    return last is not None and not store.count(Message, "thread_id = ? AND sent_at > ?", last.thread_id, last.sent_at)


class LastSentTo(Task):
    """What was sent to somebody last?"""

    goals = [
        "What was the subject of the last mail that I sent to {person.name}?",
        "Look among my sent mail in Post: what was my latest letter to {person.name} called?",
        "I wrote to {person.name} not long ago. Which subject did my last mail to them have?",
    ]
    tags = ["daily", "latest"]
    person: Person = pick(Person, lambda person, store: ends_in_one(store, person))

    def answer(self, store: Store) -> str:
        return sure(last_to(store, self.person)).thread.subject

    def solution(self, user: User) -> None:
        open_folder(user, "Sent")
        user.say(next(line.names[0] for line in listed(user) if f"To: {self.person.name}" in line.text))


class WhatTheDraftSays(Drafted, Task):
    """What does a draft say so far?"""

    goals = [
        "What does my draft “{subject}” to {person.name} say so far?",
        "Read me the text of the unsent letter “{subject}” for {person.name}, word for word.",
        "I've begun a mail to {person.name}, “{subject}”. How does the text of the draft go?",
    ]
    tags = ["daily"]

    def answer(self, store: Store) -> str:
        return self.draft(store).body

    def solution(self, user: User) -> None:
        self.edit(user)
        user.say(user.page.value("Message"))


class ShowDraft(Task):
    """A draft is on the screen."""

    goals = [
        "Open my draft “{draft.subject}” and leave it on the screen.",
        "Show me the draft “{draft.subject}” as far as I have come with it.",
        "Bring up the unsent letter “{draft.subject}” in Post.",
    ]
    tags = ["daily"]
    draft: Draft = pick(Draft, lambda draft: draft.subject != "")

    def reached(self) -> str:
        return f"/mail/draft/{self.draft.id}{'' if self.draft.send_at else '/edit'}"

    def solution(self, user: User) -> None:
        open_folder(user, "Drafts")
        user.click(link(self.draft.subject))


class OpenLetter(Task):
    """A conversation is on the screen."""

    goals = [
        "Open “{thread.subject}” from my inbox.",
        "Show me the mail “{thread.subject}” that is in my inbox.",
        "Bring up the inbox conversation “{thread.subject}” in Post and leave it there.",
    ]
    tags = ["daily"]
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def reached(self) -> str:
        return f"/mail/thread/{self.thread.id}"

    def solution(self, user: User) -> None:
        open_thread(user, self.thread, " in:inbox")


class GoToFolder(Task):
    """A folder is on the screen."""

    folders: ClassVar = {"sent": "Sent", "drafted": "Drafts", "thrown away": "Bin"}
    goals = [
        "Show me what I have {what} in Post.",
        "Go to the mail that I've {what} and leave that list on the screen.",
        "Open the folder with everything that I have {what} in my mail.",
    ]
    tags = ["daily"]
    what: str = phrase(*folders)

    def reached(self) -> str:
        return f"/mail/{self.folders[self.what].lower()}"

    def solution(self, user: User) -> None:
        open_folder(user, self.folders[self.what])


class SendPlainLetter(Task):
    """A letter goes out, word for word."""

    goals = [
        "Mail {person.name}: subject “{subject}”, text “{text}”",
        "Send {person.name} a letter called “{subject}” that says “{text}”",
        "Write to {person.name} in Post. The subject is “{subject}”, and the text is only “{text}”",
    ]
    tags = ["daily"]
    person: Person = pick(Person, known)
    subject: str = phrase("Quick question", "About Sunday", "Good news", "Your parcel", "Sorry, and thanks")
    text: str = phrase("Call me when you have a minute.", "All is well here, more soon.", "It worked, thank you!")

    def effects(self) -> Commands:
        yield mail.Send(self.person.name, subject=self.subject, body=self.text)


class AnswerInAWord(Task):
    """A letter is answered, word for word."""

    goals = [
        "Reply “{text}” to {message.sender_name}'s letter “{message.thread.subject}”.",
        "Answer {message.sender_name} on “{message.thread.subject}” with just this: “{text}”",
        "{message.sender_name} wrote “{message.thread.subject}”. Write back “{text}”",
    ]
    tags = ["daily"]
    message: Message = pick(Message, from_person, among=from_person)
    text: str = phrase("Yes, with pleasure.", "Let me think about it.", "Thank you, got it!", "Not this time, sorry.")

    def effects(self) -> Commands:
        yield mail.Reply(self.message, self.text)


class PassLetterOn(Task):
    """A letter is forwarded without a word."""

    goals = [
        "Forward {message.sender_name}'s letter “{message.thread.subject}” to {person.name}, without a note.",
        "{person.name} should see “{message.thread.subject}” from {message.sender_name}. Pass it on as it is.",
        "Send “{message.thread.subject}”, which {message.sender_name} wrote to me, on to {person.name}. Add no words.",
    ]
    tags = ["daily"]
    message: Message = pick(Message, from_person, among=from_person)
    person: Person = pick(Person, lambda person, message: known(person) and person.id != message.person_id)

    def effects(self) -> Commands:
        yield mail.Forward(self.message, self.person.name)


class BinConversation(InTheList, Task):
    """A conversation goes to the bin."""

    goals = [
        "Delete “{thread.subject}” from my inbox.",
        "Throw the inbox mail “{thread.subject}” into the bin.",
        "I don't need “{thread.subject}” any more. It's in my inbox in Post; bin it.",
    ]
    tags = ["daily"]
    deeds = ["Delete selected"]

    def effects(self) -> Commands:
        yield mail.Delete(self.thread)


class UnstarConversation(InTheList, Task):
    """A conversation loses its star."""

    goals = [
        "Take the star off “{thread.subject}” in my inbox.",
        "Unstar the inbox conversation “{thread.subject}”.",
        "“{thread.subject}”, in the inbox of Post, doesn't need its star any more. Remove it.",
    ]
    tags = ["daily"]
    deeds = ["Unstar selected"]
    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and not thread.starred, among=in_inbox)

    def setup(self, store: Store) -> Setup:
        yield mail.Star(self.thread)

    def effects(self) -> Commands:
        yield mail.Unstar(self.thread)


class WhoWroteThis(Task):
    """Whom is a letter from?"""

    goals = [
        "Who wrote me “{message.thread.subject}”?",
        "From whom is the letter “{message.thread.subject}” in my inbox? Full name.",
        "Look up the sender of “{message.thread.subject}” in Post.",
    ]
    tags = ["daily"]
    message: Message = pick(Message, from_person, among=received)

    def answer(self, store: Store) -> str:
        return self.message.sender_name

    def solution(self, user: User) -> None:
        open_thread(user, self.message.thread, " in:inbox")
        heads = [one.name for one in user.page.main.all("button") if ", " in one.name]
        user.say([name for name in heads if not name.startswith("To ")][-1].partition(", ")[0])

"""Letters written, answered and passed on; what is signed, and what answers by itself."""

from datetime import date, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Message
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    day,
    judged,
    link,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.mail.picking import from_person, known
from lifeworld.tasks.mail.screens import InEitherOrder, choose_contact, compose

BORROW = "borrow|lend|loan|use"


class WriteToSomebody(Task):
    """A new letter asks for a loan."""

    goals = [
        "Send {person.name} a mail with the subject “{subject}”: ask whether I can borrow the {thing} on {when}.",
        "Write to {person.name} in Post, subject “{subject}”. I'd like to borrow the {thing} on {when}; ask nicely.",
        "I need the {thing} on {when}. Mail {person.name} and ask to borrow it, with “{subject}” as the subject.",
    ]
    tags = ["prose"]

    person: Person = pick(Person, known)
    subject: str = phrase("A small favour", "Can you help me out?", "Before I forget", "Quick question")
    thing: str = phrase("bicycle pump", "ladder", "sewing machine", "cool box", "tent", "slide projector")
    when: date = day(2, 20)

    def effects(self) -> Commands:
        asks = containing(self.thing, BORROW, self.when)
        yield mail.Send(self.person.name, subject=self.subject, body=asks)

    def items(self) -> Items:
        yield judged("The letter asks, politely, to borrow it on that day")

    @way
    def with_the_contact_chosen(self, user: User) -> None:
        compose(user, self.subject, self._text)
        choose_contact(user, self.person)
        user.click(button("Send"))

    @way
    def kept_as_a_draft_first(self, user: User) -> None:
        user.do(mail.SaveDraft(self.person.name, subject=self.subject, body=self._text))
        user.click(link(self.subject))
        user.click(button("Send"))

    @property
    def _text(self) -> str:
        return f"Hello {self.person.first}, could I borrow the {self.thing} on {self.when:%B} {self.when.day}?"


class CopyToOthers(Task):
    """A new letter goes to two people and, unseen, to an address outside the contacts."""

    goals = [
        "Mail {first.name} with {second.name} in Cc and {address} in Bcc. Subject “{subject}”, text “{text}”",
        "Send “{subject}” to {first.name}, copy {second.name}, and blind-copy {address}. The text is “{text}”",
        "Write to {first.name} (Cc {second.name}, Bcc {address}), subject “{subject}”, and write exactly “{text}”",
    ]
    tags = ["long"]

    first: Person = pick(Person, known)
    second: Person = pick(Person, lambda second, first: known(second) and second != first)
    address: str = phrase("archive@paperwork.example", "minutes@clubroom.example")
    subject: str = phrase("Dates for the next round", "Who brings what")
    text: str = phrase("See the list below and pick two.", "Please answer by Friday.")

    def effects(self) -> Commands:
        yield mail.Send(self.first.name, self.second.name, self.address, self.subject, self.text)


class ReplyInOwnWords(Task):
    """A letter is answered; the wording is free."""

    goals = [
        "Reply to {message.sender_name}'s letter “{message.thread.subject}”: say thanks for writing, and that I'll "
        "call on {when}.",
        "Answer {message.sender_name} on “{message.thread.subject}”. Thank them, and tell them that I will ring on "
        "{when}.",
        "Write back to {message.sender_name} about “{message.thread.subject}”: a thank-you, and that they'll get a "
        "call from me on {when}.",
    ]
    tags = ["prose"]

    message: Message = pick(Message, from_person, among=from_person)
    when: date = day(1, 12)

    def effects(self) -> Commands:
        yield mail.Reply(self.message, containing("thank|grateful|appreciat", "call|ring|phone", self.when))

    def items(self) -> Items:
        yield judged("The letter thanks them for writing and says that I will call on that day")

    @way
    def kept_as_a_draft_first(self, user: User) -> None:
        text = f"Thank you for writing! I'll call you on {self.when:%B} {self.when.day}."
        user.do(mail.SaveAnswer(self.message, "reply", body=text))
        user.click(link(self.message.thread.subject))
        user.click(button("Send"))


class ReplyToEveryone(Task):
    """A letter to several people is answered to all of them."""

    goals = [
        "{sender.name} wrote to several of us about “{subject}”. Reply to everyone that I'm coming and will bring the "
        "{thing}.",
        "Answer all on {sender.name}'s mail “{subject}”, not just {sender.first}: I'll be there, and I bring the "
        "{thing}.",
        "Reply-all to “{subject}” from {sender.name}. Everybody should know that I'm in and that the {thing} comes "
        "with me.",
    ]
    tags = ["prose"]

    sender: Person = pick(Person, known)
    subject: str = phrase("Boat day: who is in?", "Saturday on the hill", "Picnic, but where", "A table for eight")
    thing: str = phrase("folding table", "camping stove", "big blanket", "lemonade", "potato salad")

    def setup(self, store: Store) -> Setup:
        others = store.all(Person, "relation <> 'me' AND id <> ?", self.sender.id, limit=2)
        yield events.Mailed(
            at=store.now - timedelta(hours=3),
            thread="given",
            person_id=self.sender.id,
            to=(1, others[0].id),
            cc=(others[1].id,),
            subject=self.subject,
            body="Hello all,\n\nwho comes along, and what can you bring?\n\nPlease answer to everyone.",
        )

    def effects(self, store: Store) -> Commands:
        letter = store.one(Message, "id = (SELECT max(id) FROM mail_message)")
        yield mail.ReplyAll(letter, containing(self.thing))

    def items(self) -> Items:
        yield judged("The letter says that I am coming and that I bring it")


class ForwardToWhom(Task):
    """A letter is passed on to someone whom only the person knows."""

    goals = [
        "Forward “{message.thread.subject}” from {message.sender_name}, with “{note}” above it. Somebody I know has to "
        "see it.",
        "{message.sender_name}'s letter “{message.thread.subject}” should be passed on to one of my contacts, with "
        "the note “{note}”.",
        "Pass on “{message.thread.subject}” by {message.sender_name} to the person that I have in mind, and write "
        "“{note}” above.",
    ]
    hidden_info = "Send it to {person.name}."

    message: Message = pick(Message, from_person, among=from_person)
    person: Person = pick(Person, lambda person, message: known(person) and person.id != message.person_id)
    note: str = phrase("What do you make of it", "Tell me what you think", "Have a look at this", "So that you know")

    def effects(self) -> Commands:
        yield mail.Forward(self.message, self.person.name, self.note)


class VacationReply(Task):
    """The vacation reply is switched on for a time."""

    goals = [
        "Set up a vacation reply in Post from {first} to {last}, subject “{subject}”, saying that I am back on {back}.",
        "I'm away from {first} until {last}. Turn on the automatic answer in Post: subject “{subject}”, and "
        "mention {back} as the day I'm back.",
        "Switch the vacation reply on, first day {first}, last day {last}, subject “{subject}”. People should read in "
        "it that I'll be back on {back}.",
    ]
    tags = ["prose"]

    first: date = day(2, 6)
    last: date = day(9, 16)
    subject: str = phrase("Out of office", "Away for a few days")
    back: date = day(17, 20)

    def effects(self) -> Commands:
        yield mail.SaveVacation(True, self.first, self.last, self.subject, containing(self.back))

    def items(self) -> Items:
        yield judged("The reply says that I am away, and back on that day")


class NewSignature(InEitherOrder, Task):
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

"""Letters written, answered and passed on."""

from datetime import timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line, Message
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, button, containing, field, link, observed, phrase, pick
from lifeworld.scenarios.mail.ways import (
    asks_for_payment,
    compose,
    forward,
    from_person,
    known,
    letter_of,
    open_invoice,
    open_letter,
    search,
)
from lifeworld.store import Store


class WriteToSomebody(Scenario):
    """A new letter goes out."""

    goals = [
        "Send {person.name} a mail with the subject “{subject}” that mentions the {thing}.",
        "Write to {person.name} in Post. Subject: “{subject}”. Ask about the {thing} in a sentence or two.",
        "I need a letter to {person.name}: “{subject}” as the subject, and something about the {thing} in the text.",
    ]
    tags = ["prose"]

    person: Person = pick(Person, known)
    subject: str = phrase("A small favour", "About next week", "Before I forget", "Quick question")
    thing: str = phrase("bicycle pump", "garden key", "concert tickets", "folding chairs")

    def effects(self):
        yield mail.Send(self.person.name, subject=self.subject, body=containing(self.thing))

    def solution(self, user):
        text = f"Hello {self.person.first}, do you still have the {self.thing}?"
        compose(user, self.subject, text, To=self.person.name)
        user.click(button("Send"))


class CopyToOthers(Scenario):
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
    subject: str = phrase("Dates for the summer", "Who brings what")
    text: str = phrase("See the list below and pick two.", "Please answer by Friday.")

    def effects(self):
        yield mail.Send(self.first.name, self.second.name, self.address, self.subject, self.text)

    def solution(self, user):
        compose(user, self.subject, self.text, To=self.first.name, Cc=self.second.name, Bcc=self.address)
        user.click(button("Send"))


class ReplyInOwnWords(Scenario):
    """A letter is answered; the wording is free."""

    goals = [
        "Reply to {message.sender_name}'s letter “{message.thread.subject}” and say that {plan} works for me. "
        "Have the words “{plan}” in it.",
        "Answer {message.sender_name} on “{message.thread.subject}”: {plan} is fine. Have exactly “{plan}” in it.",
        "Write back to {message.sender_name} about “{message.thread.subject}”. Tell them {plan} suits me, in "
        "just these words: “{plan}”.",
    ]
    tags = ["prose"]

    message: Message = pick(Message, from_person, among=from_person)
    plan: str = phrase("Thursday at six", "next Sunday", "any time after lunch", "the first week of April")

    def effects(self):
        yield mail.Reply(self.message, containing(self.plan))

    def solution(self, user):
        open_letter(user, self.message)
        user.click(link("Reply"))
        user.fill(field("Message"), f"Thanks for writing! {self.plan} works for me.")
        user.click(button("Send"))


class ReplyToEveryone(Scenario):
    """A letter to several people is answered to all of them."""

    goals = [
        "{sender.name} wrote to several of us about “{subject}”. Reply to everyone, with the words “{reply}”.",
        "Answer all on {sender.name}'s mail “{subject}”, not just {sender.first}: “{reply}” has to be in it.",
        "Reply-all to “{subject}” from {sender.name} and let them know “{reply}” in these words.",
    ]
    tags = ["prose"]

    sender: Person = pick(Person, known)
    subject: str = phrase("Boat hire in June", "Who has the projector?", "Picnic, but where")
    reply: str = phrase("I can bring the car", "I am in", "count me out this time")

    def given(self, store: Store):
        others = store.all(Person, "relation <> 'me' AND id <> ?", self.sender.id, limit=2)
        yield events.Mailed(
            at=store.now - timedelta(hours=3),
            thread="given",
            person_id=self.sender.id,
            to=(1, others[0].id),
            cc=(others[1].id,),
            subject=self.subject,
            body="Hello all,\n\nwhat do you think, and who can help?\n\nPlease answer to everyone.",
        )

    def effects(self, store: Store):
        letter = store.one(Message, "id = (SELECT max(id) FROM mail_message)")
        yield mail.ReplyAll(letter, containing(self.reply))

    def solution(self, user):
        search(user, f'subject:"{self.subject}"')
        user.click(link(self.subject))
        user.click(link("Reply all"))
        user.fill(field("Message"), f"Hello everyone, {self.reply}.")
        user.click(button("Send"))


class ForwardInvoice(Scenario):
    """An invoice is found by its number and passed on with its file."""

    goals = [
        "Forward the invoice {line.value} to {person.name} with a note that says “{note}”",
        "{person.name} needs the invoice with the number {line.value}. Forward it and write “{note}” above it.",
        "Find invoice {line.value} in my mail and pass it on to {person.name}; the note must have the words “{note}”",
    ]

    line: Line = pick(Line, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")
    person: Person = pick(Person, known)
    note: str = phrase("Could you check this?", "Please settle this one.", "For your files.")

    def effects(self):
        yield mail.Forward(letter_of(self.line), self.person.name, containing(self.note))

    def items(self):
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def solution(self, user):
        open_invoice(user, self.line)
        forward(user, self.person, self.note)


class ForwardToWhom(Scenario):
    """A letter is passed on to someone whom only the person knows."""

    goals = [
        "Forward “{message.thread.subject}” from {message.sender_name} with the note “{note}” Ask me who gets it.",
        "{message.sender_name}'s letter “{message.thread.subject}” has to be passed on with “{note}” above it. "
        "I'll tell you to whom when you ask.",
        "Pass on “{message.thread.subject}” by {message.sender_name}. Check with me who gets it; write “{note}” above.",
    ]
    withheld = "Send it to {person.name}."
    about = ["who|which"]

    message: Message = pick(Message, from_person, among=from_person)
    person: Person = pick(Person, known)
    note: str = phrase("Thought of you.", "What do you make of it?")

    def effects(self):
        yield mail.Forward(self.message, self.person.name, containing(self.note))

    def solution(self, user):
        user.ask("Whom should I forward it to?")
        open_letter(user, self.message)
        forward(user, self.person, self.note)

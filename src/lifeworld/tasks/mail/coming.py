"""What comes in between: letters to wait for, to notice or to leave alone, and what the person says later."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Message
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Setup, Task, User, containing, day, days, link, phrase, pick, way, when
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.mail.letters import BORROW, CopyToOthers, ReplyInOwnWords, WriteToSomebody
from lifeworld.tasks.mail.picking import known
from lifeworld.tasks.mail.screens import Found, search
from lifeworld.tasks.messenger.news import earlier, somebody, writes

_YES = ("Yes, gladly! I'll be there in good time.", "Of course. Count on me.")
_NO = ("I'm sorry, I can't this time.", "No, that won't work for me, I'm away.")


class PassOnWhatComes(Task):
    """A letter that is still to come is passed on."""

    goals = [
        "{sender.name} is going to mail me the {what} in a few minutes. Forward it to {other.name} when it's there, "
        "with the note “{note}”",
        "Wait for {sender.name}'s letter with the {what} and forward it to {other.name}. Write “{note}” above it.",
        "{other.name} needs the {what} that {sender.name} is about to send me by mail. Pass the letter on as soon as "
        "it has come; the note says “{note}”",
    ]
    trigger = when(minutes=9)
    tags = ["wait"]

    sender: Person = pick(Person, known)
    other: Person = pick(Person, lambda other, sender: known(other) and other != sender)
    what: str = phrase("seating plan", "packing list", "minutes", "price list", "rota")
    note: str = phrase("Here it is.", "As promised.", "Please have a look.", "This has just come.")

    def scheduled_events(self, store: Store) -> Events:
        body = f"Hello,\n\nbelow you find the {self.what}, as we said. Please check your own line in it.\n\nBest wishes"
        yield writes(store, self.sender, f"The {self.what}, as we said", body)

    def effects(self, store: Store) -> Commands:
        letter = store.one(Message, "id = (SELECT max(id) FROM mail_message)")
        yield mail.Forward(letter, self.other.name, self.note)

    @way
    def with_a_look_in_between(self, user: User) -> None:
        user.open("Post")
        user.wait(400)
        user.follow(self)


class TheDayInTheLatest(Found, Task):
    """On which day is it, when a second letter comes in between that moves it?"""

    goals = [
        "On which day is the {what} that {sender.name} wrote to me about? Whatever their last letter says holds.",
        "{sender.name} has mailed me the date of the {what}. Which day is it? If there's more than one letter, take "
        "the latest.",
        "Look up in Post when {sender.name} wants to have the {what}. They sometimes change dates at the last minute, "
        "so make sure it's the latest one.",
    ]
    trigger = when(opened="mail")
    filters = {"Subject": "The {what}: another day"}

    sender: Person = pick(Person, known)
    what: str = phrase("street party", "book swap", "spring clean", "boat trip", "house concert")
    first: date = day(4, 40)
    on: date = day(4, 40)

    def setup(self, store: Store) -> Setup:
        body = f"Hello,\n\nI'd like to have the {self.what} on {spoken(self.first)}.\n\nBest wishes"
        letter = writes(store, self.sender, f"The {self.what}", body)
        yield earlier(store, letter, 300)

    def scheduled_events(self, store: Store) -> Events:
        body = f"Hello again,\n\nthat day won't do. The {self.what} is on {spoken(self.on)} now.\n\nSorry!"
        yield writes(store, self.sender, f"The {self.what}: another day", body)

    def answer(self, store: Store) -> date | None:
        if self.first == self.on:
            return None
        return self.on if store.count(Message, "body LIKE ?", "%that day won't do%") else self.first

    def read(self, user: User) -> date:
        user.click(link(f"The {self.what}: another day"))
        return days(user.page.after("that day won't do."), user.today)[0]


class AskTheNextByMail(Task):
    """Somebody is asked by mail, and where they can't, somebody else."""

    goals = [
        "Ask {first.name} by mail: subject “{subject}”, text “{text}” Look what they answer; if it's a no, send the "
        "same to {second.name}.",
        "Mail {first.name} “{text}” under the subject “{subject}”. They always answer at once. Should they decline, "
        "try {second.name} with the same letter.",
        "Send a mail “{subject}” to {first.name}, saying “{text}” If the reply is no, send it to {second.name} as "
        "well, word for word.",
    ]
    trigger = when(done=mail.Send)

    first: Person = pick(Person, known)
    second: Person = pick(Person, lambda second, first: known(second) and second != first)
    subject: str = phrase("A hand on Saturday", "Feeding the cat", "Looking after the shop", "A ride to the station")
    text: str = phrase("Could you help me out this weekend?", "Would you have an hour for me on Saturday?")
    reply: str = phrase(*_YES, *_NO)

    def scheduled_events(self, store: Store) -> Events:
        yield writes(store, self.first, f"Re: {self.subject}", f"Hello,\n\n{self.reply}\n\nTake care")

    def effects(self) -> Commands:
        yield mail.Send(self.first.name, subject=self.subject, body=self.text)
        if self.reply in _NO:
            yield mail.Send(self.second.name, subject=self.subject, body=self.text)

    def solution(self, user: User) -> None:
        user.do(mail.Send(self.first.name, subject=self.subject, body=self.text))
        search(user, f'subject:"Re: {self.subject}" from:"{self.first.name}"')
        user.click(link(f"Re: {self.subject}"))
        if any(user.sees(no) for no in _NO):
            user.do(mail.Send(self.second.name, subject=self.subject, body=self.text))


class BorrowOnAnotherDay(WriteToSomebody):
    """A letter asks for a loan, for another day than was said first."""

    goals = [
        "Send {person.name} a mail with the subject “{subject}” and ask whether I can borrow the {thing} on {first}.",
        "Write to {person.name} in Post, subject “{subject}”: could I borrow the {thing} on {first}?",
        "I'd like to borrow the {thing} from {person.name} on {first}. Ask by mail, under the subject “{subject}”.",
    ]
    trigger = when(opened="mail")
    goal_update = [
        "I've mixed up the days. Ask for {when} instead, please.",
        "It will be {when} rather than {first}.",
        "Sorry, {when} is when I need it. Don't mention the other day.",
    ]
    tags = ["prose"]

    first: date = day(2, 20)

    def superseded_effects(self) -> Commands:
        asks = containing(self.thing, BORROW, self.first)
        yield mail.Send(self.person.name, subject=self.subject, body=asks)


class LeaveOutTheCopy(CopyToOthers):
    """A letter goes to two people and to an address; then one of them is left out."""

    goals = [
        "Mail {first.name} with {second.name} in Cc and {address} in Bcc. Subject “{subject}”, text “{text}”",
        "Write “{text}” to {first.name}, subject “{subject}”. {second.name} gets a copy, {address} a blind copy.",
        "Send “{subject}” to {first.name} (Cc {second.name}, Bcc {address}) and write exactly “{text}”",
    ]
    trigger = when(opened="mail")
    goal_update = [
        "Leave {second.first} out of it, please. The rest as I said.",
        "No copy to {second.name} after all.",
        "I'd rather not have {second.first} in Cc. Everything else stays.",
    ]
    tags = ["long"]

    def superseded_effects(self) -> Commands:
        return super().effects()

    def effects(self) -> Commands:
        yield mail.Send(self.first.name, "", self.address, self.subject, self.text)


class ReplyToThisOneOnly(ReplyInOwnWords):
    """A letter is answered while another one comes in that wants an answer, too."""

    goals = [
        "Reply to {message.sender_name}'s letter “{message.thread.subject}”: say thanks for writing, and that I'll "
        "call on {when}. Leave other mail to me.",
        "Answer {message.sender_name} on “{message.thread.subject}”, nobody else. Thank them, and tell them that I "
        "will ring on {when}.",
        "Write back to {message.sender_name} about “{message.thread.subject}”: a thank-you, and that I'll call on "
        "{when}. New letters can wait.",
    ]
    trigger = when(opened="mail")
    distractor = True
    tags = ["prose"]

    subject: str = phrase("Quick answer needed", "One more signature", "Before noon, please", "Your opinion?")

    def scheduled_events(self, store: Store) -> Events:
        host = somebody(store, self.subject, self.message.person_id).person
        yield writes(store, host, self.subject, "Hello,\n\nplease write back as soon as you have read this letter.")

"""The person says something else while a letter is being written."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.taskkit import Commands, containing, day, when
from lifeworld.tasks.mail.letters import BORROW, CopyToOthers, WriteToSomebody


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
    tags = ["goal-update", "prose"]

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
    tags = ["goal-update", "long"]

    def superseded_effects(self) -> Commands:
        yield mail.Send(self.first.name, self.second.name, self.address, self.subject, self.text)

    def effects(self) -> Commands:
        yield mail.Send(self.first.name, "", self.address, self.subject, self.text)

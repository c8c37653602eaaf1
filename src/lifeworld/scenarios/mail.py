"""Tasks in Post."""

from datetime import date, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Attachment, Draft, Label, Line, Matter, Message, Thread
from lifeworld.apps.mail.people import Unclear, addressees
from lifeworld.life import events
from lifeworld.life.models import Business, Person
from lifeworld.scenarios import (
    Scenario,
    User,
    box,
    button,
    containing,
    day,
    field,
    link,
    observed,
    phrase,
    pick,
)
from lifeworld.store import Store

FOLDERS = (link("Folders"),)
SETTINGS = (link("Folders"), link("Settings"))


def in_inbox(row: Thread) -> bool:
    """Return whether a conversation lies in the inbox and can be searched for by its subject."""
    return row.place == "inbox" and '"' not in row.subject


def reachable(row: Thread) -> bool:
    return not (row.binned or row.spam)


def from_person(row: Message) -> bool:
    """Return whether a letter in the inbox is somebody's, and the last of its conversation."""
    written = row.person_id is not None and not row.mine and row.layout == "letter"
    return written and in_inbox(row.thread) and row.thread.messages[-1].id == row.id


def known(row: Person) -> bool:
    return row.relation != "me"


def search(user: User, text: str) -> None:
    """Open Post and search."""
    user.open("Post")
    user.fill(field("Search mail"), text)
    user.click(button("Search"))


def open_thread(user: User, thread: Thread, where: str = "") -> None:
    """Find a conversation by its subject and open it."""
    search(user, f'subject:"{thread.subject}"{where}')
    user.click(link(thread.subject))


class StarConversation(Scenario):
    """A conversation gets a star."""

    goals = [
        "Star the conversation “{thread.subject}” in my inbox.",
        "Put a star on “{thread.subject}” in Post so that I find it again; it's in the inbox.",
        "I want to come back to “{thread.subject}” from my inbox. Star it, please.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, lambda thread: in_inbox(thread) and not thread.starred, among=in_inbox)

    def effects(self):
        yield mail.Star(self.thread)

    def solution(self, user):
        search(user, f'subject:"{self.thread.subject}" in:inbox')
        user.click(button(f"Star “{self.thread.subject}”"))


class ArchiveConversation(Scenario):
    """A conversation leaves the inbox."""

    goals = [
        "Archive “{thread.subject}” from my inbox.",
        "I'm done with “{thread.subject}”. Get it out of my inbox, but keep it in the archive.",
        "Please move the inbox conversation “{thread.subject}” to the archive.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self):
        yield mail.Archive(self.thread)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(button("Archive"))


class FileUnderLabel(Scenario):
    """A conversation gets a label."""

    goals = [
        "Label “{thread.subject}” (it's in my inbox) as {label.name}.",
        "File the inbox conversation “{thread.subject}” under {label.name}.",
        "Give “{thread.subject}” in my inbox the label {label.name}; leave it where it is.",
    ]

    thread: Thread = pick(Thread, in_inbox, among=in_inbox)
    label: Label = pick(Label, lambda label, thread: label not in thread.labels)

    def effects(self):
        yield mail.ApplyLabel(self.thread, self.label)

    def solution(self, user):
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Apply {self.label.name}"))


class BackToTheInbox(Scenario):
    """An archived conversation comes back as unread."""

    goals = [
        "Move “{thread.subject}” from the archive back to my inbox and mark it as unread.",
        "I archived “{thread.subject}” too early: put it into the inbox again, as unread.",
        "“{thread.subject}” belongs back in my inbox. Leave it there unread, so that I don't forget it.",
    ]

    thread: Thread = pick(
        Thread,
        lambda thread: thread.place == "archive" and '"' not in thread.subject and thread.subject,
        among=reachable,
    )

    def effects(self):
        yield mail.MoveToInbox(self.thread)
        yield mail.MarkUnread(self.thread)

    def solution(self, user):
        open_thread(user, self.thread)
        user.click(button("Move to inbox"), via=[button("More")])
        user.click(button("Mark as unread"))


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
        open_thread(user, self.message.thread, " in:inbox")
        user.click(link("Reply"))
        user.fill(field("Message"), f"Thanks for writing! {self.plan} works for me.")
        user.click(button("Send"))


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
        user.open("Post")
        user.click(link("Compose"))
        user.fill(field("To"), self.person.name)
        user.fill(field("Subject"), self.subject)
        user.fill(field("Message"), f"Hello {self.person.first}, do you still have the {self.thing}?")
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
        user.open("Post")
        user.click(link("Compose"))
        for name, value in (("To", self.first.name), ("Cc", self.second.name), ("Bcc", self.address)):
            user.fill(field(name), value)
        user.fill(field("Subject"), self.subject)
        user.fill(field("Message"), self.text)
        user.click(button("Send"))


def asks_for_payment(row: Line) -> bool:
    """Return whether a line holds the number of an invoice that can be found."""
    return row.text == "Invoice number" and row.follow(Message, row.message_id).layout == "invoice"


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
        yield mail.Forward(self.line.follow(Message, self.line.message_id), self.person.name, containing(self.note))

    def items(self):
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def solution(self, user):
        search(user, f'"{self.line.value}"')
        user.click(link(self.line.follow(Message, self.line.message_id).thread.subject))
        user.click(link("Forward"))
        user.fill(field("To"), self.person.name)
        user.fill(field("Message"), self.note)
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


class KeepAsDraft(Scenario):
    """A letter is written but not sent."""

    goals = [
        "Draft a mail to {person.name}, subject “{subject}”, that says “{text}” Save it, don't send it.",
        "Prepare a letter to {person.name}: subject “{subject}”, text “{text}” Keep it as a draft, I'll send it.",
        "Put a draft into Post: to {person.name}, “{subject}”, and the text “{text}” It must not go out yet.",
    ]

    person: Person = pick(Person, known)
    subject: str = phrase("Thank you", "The thing we talked about", "An idea")
    text: str = phrase("More on this soon.", "I will call you about it.")

    def effects(self):
        yield mail.SaveDraft(self.person.name, subject=self.subject, body=self.text)

    def solution(self, user):
        user.open("Post")
        user.click(link("Compose"))
        user.fill(field("To"), self.person.name)
        user.fill(field("Subject"), self.subject)
        user.fill(field("Message"), self.text)
        user.click(button("Save draft"))


def ready(row: Draft) -> bool:
    """Return whether a draft could be sent as it is."""
    return bool(row.to and row.subject) and not unclear(row)


def unclear(row: Draft) -> bool:
    """Return whether a draft's recipient can't be told."""
    try:
        return not addressees(row.store, row.to)
    except Unclear:
        return True


class SendTheDraft(Scenario):
    """A draft goes out as it is."""

    goals = [
        "Send my draft “{draft.subject}” to {draft.to} as it is.",
        "The draft “{draft.subject}” for {draft.to} can go out now, unchanged.",
        "There is an unsent letter to {draft.to} called “{draft.subject}” in Post. Send it without changes.",
    ]

    draft: Draft = pick(Draft, ready)

    def effects(self):
        yield mail.SendDraft(self.draft)

    def solution(self, user):
        user.open("Post")
        user.click(link("Drafts"), via=FOLDERS)
        user.click(link(self.draft.subject))
        user.click(button("Send"))


class DraftWithoutRecipient(Scenario):
    """A draft that names nobody can't be sent as it is."""

    goals = [
        "Send my draft “{draft.subject}” exactly as it is saved. If it can't be sent, leave it alone and tell me.",
        "The draft “{draft.subject}” should go out without any change; say so if that is impossible.",
        "Please send “{draft.subject}” from my drafts. Don't edit it. Tell me if Post won't send it.",
    ]

    draft: Draft = pick(Draft, lambda draft: draft.subject and unclear(draft))

    def impossible(self):
        yield mail.SendDraft(self.draft)

    def solution(self, user):
        user.open("Post")
        user.click(link("Drafts"), via=FOLDERS)
        user.click(link(self.draft.subject))
        user.click(button("Send"))
        user.give_up()


class NewLabelForConversation(Scenario):
    """A label is made and applied."""

    goals = [
        "Make a new label “{name}” in Post and put it on the inbox conversation “{thread.subject}”.",
        "I'd like a label called “{name}”. The first thing to go under it is “{thread.subject}” from my inbox.",
        "Create the label “{name}” and file “{thread.subject}”, which is in my inbox, under it.",
    ]
    tags = ["long"]

    name: str = phrase("To answer", "Big plans", "Paperwork", "Read again")
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)

    def effects(self):
        made = yield mail.AddLabel(self.name)
        yield mail.ApplyLabel(self.thread, made)

    def solution(self, user):
        user.open("Post")
        user.click(link("Manage labels"), via=FOLDERS)
        user.click(link("Make a label"))
        user.fill(field("Name"), self.name)
        user.click(button("Save label"))
        open_thread(user, self.thread, " in:inbox")
        user.click(link("Labels"), via=[button("More")])
        user.click(button(f"Apply {self.name}"))


class VacationReply(Scenario):
    """The vacation reply is switched on for a time."""

    goals = [
        "Set up a vacation reply in Post from {first} to {last}, subject “{subject}”, saying that I am back on {back}. "
        "Have “{back}” in the text.",
        "I'm away from {first} until {last}. Turn on the automatic answer in Post: subject “{subject}”, and "
        "mention “{back}” as the day I'm back.",
        "Switch the vacation reply on, first day {first}, last day {last}, subject “{subject}”. It says “{back}”.",
    ]
    tags = ["prose"]

    first: date = day(2, 6)
    last: date = day(9, 16)
    subject: str = phrase("Out of office", "Away for a few days")
    back: str = phrase("the Monday after", "the following Tuesday")

    def effects(self):
        yield mail.SaveVacation(True, self.first, self.last, self.subject, containing(self.back))

    def solution(self, user):
        user.open("Post")
        user.click(link("Settings"), via=FOLDERS)
        user.click(link("Vacation reply"))
        user.check(box("Answer new mail by itself"))
        user.fill(field("First day"), self.first)
        user.fill(field("Last day"), self.last)
        user.fill(field("Subject"), self.subject)
        user.fill(field("Message"), f"Thanks for writing. I am back {self.back}.")
        user.click(button("Save"))


class ClearOutSender(Scenario):
    """Everything that a business has left in the inbox is archived."""

    goals = [
        "Archive every conversation from {business.name} that is in my inbox.",
        "Get all mail from {business.name} out of my inbox and into the archive.",
        "My inbox is full of {business.name}. Archive all of it, and only that.",
    ]
    tags = ["long"]

    business: Business = pick(Business, lambda business, store: 2 <= len(held(store, business)) <= 12)

    def effects(self, store: Store):
        for thread in held(store, self.business):
            yield mail.Archive(thread)

    def solution(self, user):
        search(user, f'from:"{self.business.name}" in:inbox')
        if not user.sees("Select all"):
            user.click(link("Select"))
        user.click(link("Select all"))
        user.click(button("Archive selected"))


def held(store: Store, business: Business) -> list[Thread]:
    """Return a business's conversations in the inbox, whoever else wrote in them."""
    wrote = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ?)"
    return [thread for thread in store.all(Thread, wrote, business.id) if thread.place == "inbox"]


class TakeOutOfTheBin(Scenario):
    """A conversation comes back out of the bin."""

    goals = [
        "I deleted “{thread.subject}” by mistake. Restore it from the bin.",
        "Take “{thread.subject}” out of the bin in Post and put it back where it was.",
        "Restore the binned conversation “{thread.subject}”.",
    ]
    tags = ["short"]

    thread: Thread = pick(Thread, lambda thread: thread.binned, among=lambda thread: thread.binned)

    def effects(self):
        yield mail.Restore(self.thread)

    def solution(self, user):
        user.open("Post")
        user.click(link("Bin"), via=FOLDERS)
        user.click(link(self.thread.subject))
        user.click(button("Restore"))


class EraseAfterConsent(Scenario):
    """A conversation goes for good, once the person has agreed."""

    goals = [
        "Delete “{thread.subject}” from the bin for good, but ask me for a last OK before you do.",
        "“{thread.subject}” in the bin should disappear forever. Check with me first.",
        "Get my confirmation, then delete the binned conversation “{thread.subject}” permanently.",
    ]
    consent = "Yes, get rid of it."

    thread: Thread = pick(Thread, lambda thread: thread.binned, among=lambda thread: thread.binned)

    def effects(self):
        yield mail.DeleteForever(self.thread)

    def solution(self, user):
        user.open("Post")
        user.click(link("Bin"), via=FOLDERS)
        user.click(link(self.thread.subject))
        user.ask(f"Shall I delete “{self.thread.subject}” for good?")
        user.click(link("Delete for good…"), via=[button("More")])
        user.click(button("Delete for good"))


class ForwardToWhom(Scenario):
    """A letter is passed on to someone whom only the person knows."""

    goals = [
        "Forward “{message.thread.subject}” from {message.sender_name} with the note “{note}” Ask me who gets it.",
        "{message.sender_name}'s letter “{message.thread.subject}” has to be passed on with “{note}” above it. "
        "I'll tell you to whom when you ask.",
        "Pass on “{message.thread.subject}” by {message.sender_name}. Check with me who gets it; write “{note}” above.",
    ]
    withheld = "Send it to {person.name}."

    message: Message = pick(Message, from_person, among=from_person)
    person: Person = pick(Person, known)
    note: str = phrase("Thought of you.", "What do you make of it?")

    def effects(self):
        yield mail.Forward(self.message, self.person.name, containing(self.note))

    def solution(self, user):
        user.ask("Whom should I forward it to?")
        open_thread(user, self.message.thread, " in:inbox")
        user.click(link("Forward"))
        user.fill(field("To"), self.person.name)
        user.fill(field("Message"), self.note)
        user.click(button("Send"))


def ordered(row: Line) -> bool:
    """Return whether a line holds the number of a confirmed order."""
    message = row.follow(Message, row.message_id)
    return row.text == "Order number" and message.thread.subject.startswith("Order confirmed")


class WhatDidTheOrderCost(Scenario):
    """What was the total of an order?"""

    goals = [
        "What did I pay in total for the order {line.value}?",
        "How much was my Megacart order {line.value} altogether, delivery included?",
        "Look up order {line.value} in my mail: what is the total?",
    ]

    line: Line = pick(Line, ordered, among=ordered, where="text = 'Order number'")

    def answer(self, store: Store):
        return store.one(Line, "message_id = ? AND total = 1", self.line.message_id).amount

    def items(self):
        yield observed("Found the order", showing=self.line.value, kind="search")

    def solution(self, user):
        search(user, f'"{self.line.value}"')
        user.click(link("Order confirmed: …"))
        user.say(self.truth)


class WhenIsTheInvoiceDue(Scenario):
    """When does an invoice have to be paid?"""

    goals = [
        "By which day does the invoice {line.value} have to be paid?",
        "When is invoice {line.value} due? It should be in my mail.",
        "Find the invoice {line.value} in Post and tell me its due date.",
    ]

    line: Line = pick(Line, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")

    def answer(self, store: Store):
        return store.one(Matter, "number = ?", self.line.value).day

    def items(self):
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def solution(self, user):
        search(user, f'"{self.line.value}"')
        user.click(link(self.line.follow(Message, self.line.message_id).thread.subject))
        user.say(self.truth)


class WhenDidTheFileCome(Scenario):
    """On which day did a file arrive?"""

    goals = [
        "On which day did I get the file “{file.name}” by mail?",
        "Somebody mailed me an attachment named “{file.name}”. What date was that?",
        "When did “{file.name}” arrive in Post? I need the day.",
    ]

    file: Attachment = pick(Attachment, lambda file: reachable(file.message.thread))

    def answer(self, store: Store):
        return store.get(Message, self.file.message_id).sent_at.date()

    def solution(self, user):
        search(user, f'has:attachment "{self.file.name}"')
        user.click(link(self.file.message.thread.subject))
        user.click(link(f"{self.file.name} …"))
        user.say(self.truth)


class HowManyFromBusiness(Scenario):
    """How many conversations are there from a business since a day?"""

    goals = [
        "How many conversations from {business.name} have I got since {since}? Archived ones count, binned ones don't.",
        "Count the mail conversations from {business.name} from {since} on, in the inbox and the archive.",
        "Since {since}, how many times has {business.name} written to me? Count conversations outside bin and spam.",
    ]
    tags = ["count"]

    business: Business = pick(
        Business, lambda business, store: store.count(Message, "business_id = ?", business.id) > 3
    )
    since: date = day(-150, -30)

    def answer(self, store: Store):
        query = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ? AND sent_at >= ?)"
        return store.count(Thread, f"{query} AND binned = 0 AND spam = 0", self.business.id, self.since)

    def items(self):
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user):
        search(user, f'from:"{self.business.name}" after:{self.since}')
        user.say(self.truth)


class ShowLabel(Scenario):
    """A label's conversations are on the screen."""

    goals = [
        "Show me everything under the label {label.name} in Post.",
        "Open the label {label.name} in my mail and leave it on the screen.",
        "Bring up my {label.name} mail, by the label.",
    ]
    tags = ["short"]

    label: Label = pick(Label)

    def reached(self):
        return f"/mail/label/{self.label.id}"

    def solution(self, user):
        user.open("Post")
        user.click(link(self.label.name), via=FOLDERS)

"""Drafts kept, reworked, sent and thrown away."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft, Message
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, field, link, phrase, pick, way
from lifeworld.tasks.mail.picking import from_person, known
from lifeworld.tasks.mail.screens import choose_contact, compose, open_folder


class KeepAsDraft(Task):
    """A letter is written but not sent."""

    goals = [
        "Draft a mail to {person.name}, subject “{subject}”, that says “{text}” Save it, don't send it.",
        "Prepare a letter to {person.name}: subject “{subject}”, text “{text}” Keep it as a draft, I'll send it.",
        "Put a draft into Post: to {person.name}, “{subject}”, and the text “{text}” It must not go out yet.",
    ]

    person: Person = pick(Person, known)
    subject: str = phrase("Thank you", "The thing we talked about", "An idea")
    text: str = phrase("More on this soon.", "I will call you about it.")

    def effects(self) -> Commands:
        yield mail.SaveDraft(self.person.name, subject=self.subject, body=self.text)

    @way
    def with_the_contact_chosen(self, user: User) -> None:
        compose(user, self.subject, self.text)
        choose_contact(user, self.person)
        user.click(button("Save draft"))


class Drafted:
    """A letter that the owner has begun: to whom, and what it is called and says."""

    person: Person = pick(Person, known)
    subject: str = phrase("The weekend", "Your umbrella", "A small plan", "Next month", "What I found", "Half a story")
    begun: str = phrase("There is something that I have been meaning to tell you.", "Here is what I have so far.")

    def setup(self) -> Setup:
        yield mail.SaveDraft(self.person.name, subject=self.subject, body=self.begun)

    def draft(self, store: Store) -> Draft:
        """Return the draft."""
        return store.one(Draft, "subject = ?", self.subject)

    def edit(self, user: User) -> None:
        """Go to where the draft is edited."""
        open_folder(user, "Drafts")
        user.click(link(self.subject))


class SendTheDraft(Drafted, Task):
    """A draft goes out as it is."""

    goals = [
        "Send my draft “{subject}” to {person.name} as it is.",
        "The draft “{subject}” for {person.name} can go out now, unchanged.",
        "There is an unsent letter to {person.name} called “{subject}” in Post. Send it without changes.",
    ]

    def effects(self, store: Store) -> Commands:
        yield mail.SendDraft(self.draft(store))

    def solution(self, user: User) -> None:
        self.edit(user)
        user.click(button("Send"))


class ThrowTheDraftAway(Drafted, Task):
    """A draft is discarded."""

    goals = [
        "Discard my draft “{subject}” to {person.name}.",
        "I won't send “{subject}” to {person.name}. Throw that draft away.",
        "Delete the unsent letter “{subject}” for {person.name} from my drafts.",
    ]
    tags = ["short"]

    def effects(self, store: Store) -> Commands:
        yield mail.DiscardDraft(self.draft(store))


class ReworkDraft(Drafted, Task):
    """A draft gets another text and stays a draft."""

    goals = [
        "Change the text of my draft “{subject}” to {person.name} into “{text}” and keep it as a draft.",
        "The draft “{subject}” for {person.name} should only say “{text}” Save it, don't send it.",
        "Rewrite my unsent letter “{subject}” to {person.name}: its text becomes “{text}” Leave it a draft.",
    ]

    text: str = phrase("I will write more on Sunday.", "Let us talk on the phone instead.")

    def effects(self, store: Store) -> Commands:
        yield mail.EditDraft(self.draft(store), self.person.name, subject=self.subject, body=self.text)


class SendReworked(ReworkDraft):
    """A draft gets another text and goes out."""

    goals = [
        "Replace the text of my draft “{subject}” to {person.name} with “{text}” and send it.",
        "Send the draft “{subject}” to {person.name}, but let it only say “{text}”",
        "My draft “{subject}” for {person.name}: make its text “{text}” and send it off.",
    ]

    def effects(self, store: Store) -> Commands:
        yield mail.SendEdited(self.draft(store), self.person.name, subject=self.subject, body=self.text)

    @way
    def saved_before_it_goes(self, user: User) -> None:
        self.edit(user)
        user.fill(field("Message"), self.text)
        user.click(button("Save draft"))
        user.click(button("Send"))


class DraftWithoutRecipient(Task):
    """A draft that names nobody whom Post knows can't be sent as it is."""

    goals = [
        "Send my draft “{subject}” exactly as it is saved.",
        "The draft “{subject}” should go out without any change.",
        "Please send “{subject}” from my drafts. Don't edit it.",
    ]

    to: str = phrase("", "the landlord", "whoever has the keys", "the people upstairs", "the new teacher")
    subject: str = phrase("A leak under the sink", "Lost: one glove", "The noise on Tuesday", "About the stairs")
    text: str = phrase("I would be glad of an answer this week.", "Please let me know what you think.")

    def setup(self) -> Setup:
        yield mail.SaveDraft(self.to, subject=self.subject, body=self.text)

    def impossible(self) -> Commands:
        yield mail.Send(self.to, subject=self.subject, body=self.text)

    def solution(self, user: User) -> None:
        open_folder(user, "Drafts")
        user.click(link(self.subject))
        user.click(button("Send"))
        user.give_up()


class KeepAnswerForLater(Task):
    """An answer is written but not sent."""

    goals = [
        "Start a reply to {letter.sender_name}'s mail “{letter.thread.subject}” that says “{text}” Save it as a draft.",
        "Draft an answer to “{letter.thread.subject}” from {letter.sender_name}: “{text}” Don't send it yet.",
        "Write “{text}” as a reply to “{letter.thread.subject}” by {letter.sender_name}, and keep it in the drafts.",
    ]

    letter: Message = pick(Message, from_person, among=from_person)
    text: str = phrase("Let me sleep on it.", "I will answer properly this weekend.", "Give me a little time for this.")

    def effects(self) -> Commands:
        yield mail.SaveAnswer(self.letter, "reply", body=self.text)


class KeepForwardForLater(Task):
    """A letter is about to be passed on, but not sent."""

    goals = [
        "Prepare to forward {letter.sender_name}'s mail “{letter.thread.subject}” to {person.name} with the note "
        "“{text}” Save it as a draft.",
        "Draft a forward of “{letter.thread.subject}” from {letter.sender_name} to {person.name}: “{text}” Don't send "
        "it yet.",
        "Start passing “{letter.thread.subject}” by {letter.sender_name} on to {person.name}, with “{text}” above it, "
        "and keep it in the drafts.",
    ]

    letter: Message = pick(Message, from_person, among=from_person)
    person: Person = pick(Person, lambda person, letter: known(person) and person.id != letter.person_id)
    text: str = phrase("Have a look at this.", "This may be of use to you.", "What do you make of this?")

    def effects(self) -> Commands:
        yield mail.SaveAnswer(self.letter, "forward", self.person.name, body=self.text)

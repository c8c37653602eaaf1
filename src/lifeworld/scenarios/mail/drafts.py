"""Drafts kept and sent."""

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft
from lifeworld.apps.mail.people import Unclear, addressees
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, User, button, link, phrase, pick
from lifeworld.scenarios.mail.ways import compose, known, open_folder


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
        compose(user, self.subject, self.text, To=self.person.name)
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


def send(user: User, draft: Draft) -> None:
    """Open a draft and send it."""
    open_folder(user, "Drafts")
    user.click(link(draft.subject))
    user.click(button("Send"))


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
        send(user, self.draft)


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
        send(user, self.draft)
        user.give_up()

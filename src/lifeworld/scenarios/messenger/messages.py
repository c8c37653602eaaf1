"""Messages written, answered, passed on and deleted."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Message
from lifeworld.scenarios import Scenario, box, button, containing, field, link, option, phrase, pick
from lifeworld.scenarios.messenger.ways import (
    GROUPS,
    IN_VIEW,
    LISTED,
    PEOPLE,
    direct,
    free,
    in_chat,
    open_chat,
    open_contact,
    open_message,
    send,
)
from lifeworld.store import Store


class SendMessage(Scenario):
    """A message goes to one person, word for word."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}”",
        "Message {chat.name}, word for word: “{text}”",
        "Text {chat.name} “{text}” in Chatter. Exactly that, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)
    text: str = phrase(
        "I'm on my way, ten minutes",
        "Can you bring the spare key tonight?",
        "Happy to help on Saturday",
        "The tickets are in my bag",
        "Which platform was it again?",
    )

    def effects(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        open_chat(user, self.chat)
        send(user, self.text)


class SayInOwnWords(Scenario):
    """A message whose words are free but for its facts."""

    goals = [
        "Let {chat.name} know in Chatter that I'll be {minutes} late because of the {cause}. Your words.",
        "Write to {chat.name}: I'm running {minutes} late, the {cause} is to blame. Mention both.",
        "Tell {chat.name} on Chatter, in your own words, that the {cause} makes me {minutes} late.",
    ]
    tags = ["prose"]

    chat: Chat = pick(Chat, where=PEOPLE)
    minutes: str = phrase("15 minutes", "20 minutes", "half an hour")
    cause: str = phrase("tram", "traffic", "rain", "dentist")

    def effects(self):
        yield messenger.Send(self.chat, containing(self.minutes, self.cause))

    def solution(self, user):
        open_chat(user, self.chat)
        send(user, f"Sorry, I'll be {self.minutes} late, it's the {self.cause}.")


class AskSomebodyNew(Scenario):
    """A first message to somebody with whom there is no chat yet."""

    goals = [
        "Start a chat with {contact.name} and send “{text}”",
        "I've never written to {contact.name} on Chatter. Send them “{text}”",
        "Find {contact.name} among my contacts in Chatter and write “{text}”",
    ]

    contact: Contact = pick(
        Contact,
        free,
        where="person_id NOT IN (SELECT person_id FROM messenger_chat WHERE person_id IS NOT NULL "
        "AND id IN (SELECT chat_id FROM messenger_message))",
    )
    text: str = phrase("Hello, is this still your number?", "Hi! Do you still have my drill?", "Long time no see!")

    def effects(self, store: Store):
        yield messenger.Send(direct(store, self.contact), self.text)

    def solution(self, user):
        open_contact(user, self.contact)
        send(user, self.text)


class TellWhomIMean(Scenario):
    """A message goes to somebody whom only the person knows."""

    goals = [
        "Send “{text}” on Chatter. Ask me who it is for.",
        "I want somebody to get the message “{text}”; I'll tell you who when you ask.",
        "Write “{text}” to the right person in Chatter. Check with me who that is.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    text: str = phrase("I've booked the table for eight", "The plumber comes at ten", "Your scarf is at my place")
    withheld = "It's for {chat.name}."
    about = ["who"]

    def effects(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.ask("Who is it for?")
        open_chat(user, self.chat)
        send(user, self.text)


class ReplyToMessage(Scenario):
    """One certain message is answered, not just the chat."""

    goals = [
        "In my chat {chat.name}, reply to the message “{message.text}” with “{text}”",
        "Answer “{message.text}” (in {chat.name}) with “{text}”, as a reply to that very message.",
        "{chat.name} has the message “{message.text}”. Use Reply on it and write “{text}”",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)
    text: str = phrase("Agreed!", "Let me think about it", "Yes, that works for me")

    def effects(self):
        yield messenger.Reply(self.message, self.text)

    def solution(self, user):
        open_message(user, self.message)
        user.click(link("Reply"))
        user.fill(field("Reply"), self.text)
        user.click(button("Send"))


class ForwardToTwo(Scenario):
    """A message is passed on to a person and to a group."""

    goals = [
        "Forward “{message.text}” from {chat.name} to {person.name} and to the group {group.name}.",
        "Both {person.name} and {group.name} should see what was said in {chat.name}: “{message.text}”. Forward it.",
        "Pass the message “{message.text}” ({chat.name}) on to {group.name} and {person.name}.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)
    person: Chat = pick(Chat, lambda person, chat: person != chat, where=PEOPLE)
    group: Chat = pick(Chat, lambda group, chat: group != chat, where=GROUPS)

    def effects(self):
        yield messenger.Forward(self.message, (self.person, self.group))

    def solution(self, user):
        open_message(user, self.message)
        user.click(link("Forward"))
        user.check(box(self.person.name))
        user.check(box(self.group.name))
        user.click(button("Forward"))


class SendPhotoWithCaption(Scenario):
    """A photo goes out with a caption."""

    goals = [
        "Send {chat.name} my photo “{photo}” with the caption “{caption}”",
        "Share the picture “{photo}” with {chat.name} on Chatter and write “{caption}” under it.",
        "{chat.name} should get the photo “{photo}”, captioned “{caption}”",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    photo: messenger.messages.Photo = phrase("Mountain lake", "Birthday cake", "Sunday market", "New bicycle")
    caption: str = phrase("Wish you were here", "Guess where I am", "Look at that!")

    def effects(self):
        yield messenger.SendPhoto(self.chat, self.photo, self.caption)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Photo"), via=[button("Attach")])
        user.click(option(f"Photo: {self.photo} {self.photo}"))
        user.fill(field("Caption"), self.caption)
        user.click(button("Send"))


class ShareContact(Scenario):
    """Somebody's contact card goes to somebody else."""

    goals = [
        "Send {chat.name} the contact of {contact.name} in Chatter.",
        "{chat.name} needs {contact.name}'s number. Share the contact card in our chat.",
        "Share {contact.name} as a contact with {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    contact: Contact = pick(Contact, lambda contact, chat: contact.person_id != chat.person_id)

    def effects(self):
        yield messenger.SendContact(self.chat, self.contact)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Contact"), via=[button("Attach")])
        user.click(option(f"{self.contact.name} {self.contact.person.phone}"))
        user.click(button("Send contact"))


class DeleteMessageAfterConsent(Scenario):
    """A message goes from this device, once the person has agreed."""

    goals = [
        "Delete the message “{message.text}” in {chat.name} from my phone. Ask me for an OK right before.",
        "I'd rather not keep “{message.text}” in {chat.name}. Check with me once more, then delete it.",
        "Please remove “{message.text}” from the chat {chat.name}, but only after I've confirmed.",
    ]
    consent = {"effects": "Yes, go ahead.", "nothing": "No, leave it as it is after all."}
    about = ["delete|remove", "{message.text}|{chat.name}"]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def effects(self):
        yield messenger.DeleteMessage(self.message)

    def solution(self, user):
        open_message(user, self.message)
        if user.ask(f"Shall I delete “{self.message.text}”?").startswith("No"):
            return
        user.click(link("Delete"))
        user.click(button("Delete for me"))

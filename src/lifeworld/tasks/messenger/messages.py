"""Messages written, and photos and contacts sent."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Task,
    User,
    button,
    containing,
    derived,
    judged,
    link,
    option,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.messenger.ways import (
    MORE_CHOICES,
    PEOPLE,
    direct,
    free,
    open_by_search,
    open_chat,
    open_info,
    send,
)

TOLD = {  # how else one says it
    "15 minutes": "15 minutes|15 min|fifteen min|quarter of an hour",
    "20 minutes": "20 minutes|20 min|twenty min",
    "half an hour": "half an hour|30 min|half hour|thirty min",
}


class SendMessage(Task):
    """A message goes to one person, word for word."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}”",
        "Message {chat.name} on Chatter, word for word: “{text}”",
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

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    @way
    def found_by_searching(self, user: User) -> None:
        open_by_search(user, self.chat)
        send(user, self.text)

    @way
    def from_the_contact_info(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(link("Message"))
        send(user, self.text)


class SayInOwnWords(Task):
    """A message whose words are free but for its facts."""

    goals = [
        "Let {chat.name} know in Chatter that I'll be {minutes} late because of the {cause}. Your words.",
        "Write to {chat.name} on Chatter: I'm running {minutes} late, the {cause} is to blame. Mention both.",
        "Tell {chat.name} on Chatter, in your own words, that the {cause} makes me {minutes} late.",
    ]
    tags = ["prose"]

    chat: Chat = pick(Chat, where=PEOPLE)
    minutes: str = phrase("15 minutes", "20 minutes", "half an hour")
    cause: str = phrase("tram", "bus", "traffic", "rain", "dentist")

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(TOLD[self.minutes], self.cause))

    def items(self) -> Items:
        yield judged("The message says that I will be so much later, and that this is the cause")

    @way
    def in_other_words(self, user: User) -> None:
        open_chat(user, self.chat)
        amount = TOLD[self.minutes].split("|")[1]
        send(user, f"{self.cause.capitalize()} trouble again! Expect me with a delay of {amount}s")


class AskSomebodyNew(Task):
    """A first message to somebody with whom there is no chat yet."""

    goals = [
        "Start a Chatter chat with {contact.name} and send “{text}”",
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

    def effects(self, store: Store) -> Commands:
        yield messenger.Send(direct(store, self.contact), self.text)


class TellWhomIMean(Task):
    """A message goes to somebody whom only the person knows."""

    goals = [
        "Somebody has to get exactly this from me on Chatter, and nobody else: “{text}”",
        "Write “{text}” to the right person in Chatter.",
        "“{text}” has to go out in Chatter, to the one it is meant for. I haven't told you the name yet, I know.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    text: str = phrase(
        "I've booked the table for eight",
        "The plumber comes at ten",
        "Your scarf is at my place",
        "I've found the photo you were after",
        "The answer is yes",
    )
    hidden_info = "It's for {chat.name}."
    question_topics = ["who", "whom", "person", "name", "friend", "contact", "contacts", "recipient"]

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    @way
    def in_other_words(self, user: User) -> None:
        user.open("Chatter")
        user.ask("What is the name of the recipient?")
        open_by_search(user, self.chat)
        send(user, self.text)


class SendPhotoWithCaption(Task):
    """A photo goes out with a caption."""

    goals = [
        "Send {chat.name} my photo “{photo}” on Chatter with the caption “{caption}”",
        "Share the picture “{photo}” with {chat.name} on Chatter and write “{caption}” under it.",
        "{chat.name} should get the photo “{photo}” on Chatter, captioned “{caption}”",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    photo: messenger.messages.Photo = phrase(*messenger.messages.PHOTOS)
    caption: str = phrase("Thought you'd like this", "Look at that!", "This made me smile", "From my collection")

    def effects(self) -> Commands:
        yield messenger.SendPhoto(self.chat, self.photo, self.caption)


class ShareContact(Task):
    """Somebody's contact card goes to somebody else."""

    goals = [
        "Send {chat.name} the contact of {contact.name} in Chatter.",
        "{chat.name} needs {contact.name}'s number. Share the contact card in our Chatter chat.",
        "Share {contact.name} as a contact with {chat.name} on Chatter.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    contact: Contact = pick(Contact, lambda contact, chat: contact.person_id != chat.person_id)
    card: str = derived(lambda contact: f"{contact.name} {contact.person.phone}")

    def effects(self) -> Commands:
        yield messenger.SendContact(self.chat, self.contact)

    @way
    def found_by_searching(self, user: User) -> None:
        open_by_search(user, self.chat)
        self._attach(user)
        user.click(option(self.card), via=MORE_CHOICES)
        user.click(button("Send contact"))

    def _attach(self, user: User) -> None:
        user.click(link("Contact"), via=[button("Attach")])

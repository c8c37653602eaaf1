"""Messages written, answered, passed on, deleted, and marked with emojis and stars."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import PHOTOS, Contact, Message, Photo, Reaction
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    derived,
    judged,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.messenger import ways

TOLD = {  # how else one says it
    "15 minutes": "15 minutes|15 min|fifteen min|quarter of an hour",
    "20 minutes": "20 minutes|20 min|twenty min",
    "half an hour": "half an hour|30 min|half hour|thirty min",
}


class SendMessage(ways.WithPerson, Task):
    """A message goes to one person, word for word."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}”",
        "Message {chat.name} on Chatter, word for word: “{text}”",
        "Text {chat.name} “{text}” in Chatter. Exactly that, please.",
    ]
    tags = ["short"]

    text: str = phrase(
        "I'm on my way, ten minutes",
        "Can you bring the spare key tonight?",
        "Happy to help on Saturday",
        "The tickets are in my bag",
        "Which platform was it again?",
    )

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    found_by_searching = ways.chat_by_search


class SayInOwnWords(ways.WithPerson, Task):
    """A message whose words are free but for its facts."""

    goals = [
        "Let {chat.name} know in Chatter that I'll be {minutes} late because of the {cause}. Your words.",
        "Write to {chat.name} on Chatter: I'm running {minutes} late, the {cause} is to blame. Mention both.",
        "Tell {chat.name} on Chatter, in your own words, that the {cause} makes me {minutes} late.",
    ]
    tags = ["prose"]

    minutes: str = phrase("15 minutes", "20 minutes", "half an hour")
    cause: str = phrase("tram", "bus", "traffic", "rain", "dentist")

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(TOLD[self.minutes], self.cause))

    def items(self) -> Items:
        yield judged("The message says that I will be so much later, and that this is the cause")

    @way
    def in_other_words(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        amount = TOLD[self.minutes].split("|")[1]
        ways.send(user, f"{self.cause.capitalize()} trouble again! Expect me with a delay of {amount}s")


class AskSomebodyNew(Task):
    """A first message to somebody with whom there is no chat yet."""

    goals = [
        "Start a Chatter chat with {contact.name} and send “{text}”",
        "I've never written to {contact.name} on Chatter. Send them “{text}”",
        "Find {contact.name} among my contacts in Chatter and write “{text}”",
    ]

    contact: Contact = pick(
        Contact,
        ways.free,
        where="person_id NOT IN (SELECT person_id FROM messenger_chat WHERE person_id IS NOT NULL "
        "AND id IN (SELECT chat_id FROM messenger_message))",
    )
    text: str = phrase("Hello, is this still your number?", "Hi! Do you still have my drill?", "Long time no see!")

    def effects(self, store: Store) -> Commands:
        yield messenger.Send(ways.direct(store, self.contact), self.text)


class TellWhomIMean(ways.WithPerson, Task):
    """A message goes to somebody whom only the person knows."""

    goals = [
        "Somebody has to get exactly this from me on Chatter, and nobody else: “{text}”",
        "Write “{text}” to the right person in Chatter.",
        "“{text}” has to go out in Chatter, to the one it is meant for. I haven't told you the name yet, I know.",
    ]

    text: str = phrase(
        "I've booked the table for eight",
        "The plumber comes at ten",
        "Your scarf is at my place",
        "I've found the photo you were after",
        "The answer is yes",
    )
    hidden_info = "It's for {chat.name}."

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    @way
    def in_other_words(self, user: User) -> None:
        user.open("Chatter")
        user.ask("What is the name of the recipient?")
        user.do(messenger.Send(self.chat, self.text))


class SendPhotoWithCaption(ways.WithPerson, Task):
    """A photo goes out with a caption."""

    goals = [
        "Send {chat.name} my photo “{photo}” on Chatter with the caption “{caption}”",
        "Share the picture “{photo}” with {chat.name} on Chatter and write “{caption}” under it.",
        "{chat.name} should get the photo “{photo}” on Chatter, captioned “{caption}”",
    ]

    photo: Photo = phrase(*PHOTOS)
    caption: str = phrase("Thought you'd like this", "Look at that!", "This made me smile", "From my collection")

    def effects(self) -> Commands:
        yield messenger.SendPhoto(self.chat, self.photo, self.caption)


class ShareContact(ways.WithPerson, Task):
    """Somebody's contact card goes to somebody else."""

    goals = [
        "Send {chat.name} the contact of {contact.name} in Chatter.",
        "{chat.name} needs {contact.name}'s number. Share the contact card in our Chatter chat.",
        "Share {contact.name} as a contact with {chat.name} on Chatter.",
    ]
    found_by_searching = ways.chat_by_search

    contact: Contact = pick(Contact, lambda contact, chat: contact.person_id != chat.person_id)

    def effects(self) -> Commands:
        yield messenger.SendContact(self.chat, self.contact)


class ReplyToMessage(ways.InGroup, Task):
    """One certain message is answered, not just the chat."""

    goals = [
        "In my group “{chat.name}”, reply to the message “{message.text}” with “{text}”",
        "Answer “{message.text}” (in the Chatter group “{chat.name}”) with “{text}”, as a reply to that very message.",
        "In the group “{chat.name}” there is the message “{message.text}”; use Reply on it and write “{text}”",
    ]
    found_by_searching = ways.message_by_search

    message: Message = pick(Message, ways.in_chat, among=ways.in_chat, where=f"{ways.IN_VIEW} AND text LIKE '%?%'")
    text: str = phrase("I'll tell you tonight", "Just a moment, please", "Good question!", "Can I answer that later?")

    def effects(self) -> Commands:
        yield messenger.Reply(self.message, self.text)


class DeleteMessageAfterConsent(ways.WithPerson, Task):
    """A message goes from this device, once the person has agreed."""

    goals = [
        "I'd rather not keep “{message.text}” in my chat with {chat.name}. Delete it, but hear me out once more first.",
        "“{message.text}”, which {chat.name} wrote to me on Chatter, can probably go. I'd like to decide that at the "
        "last moment, though.",
        "Please remove “{message.text}” from my Chatter chat with {chat.name} when I've given you the green light.",
    ]
    confirmation = {
        "effects": "Yes, go ahead.",
        "nothing": "No, it may stay as it is.",
        "starred": "Oh no, on second thoughts it's precious. Star it instead.",
    }
    question_topics = ["{message.text}"]

    message: Message = pick(Message, ways.unstarred, among=ways.in_chat, where=ways.IN_VIEW)

    def effects(self) -> Commands:
        yield messenger.DeleteMessage(self.message)

    def starred(self) -> Commands:
        yield messenger.Star(self.message)

    @way
    def found_by_searching(self, user: User) -> None:
        ways.open_message_by_search(user, self.message)
        ways.do_if_agreed(user, self, f"May I remove “{self.message.text}” from our chat now?")


class ReactToLatest(ways.WithPerson, Task):
    """The latest message of somebody gets an emoji."""

    goals = [
        "React to the last message that {chat.name} sent me in our Chatter chat with {emoji}.",
        "Give {chat.name}'s latest message in our direct chat a {emoji}.",
        "Put a {emoji} under the newest message from {chat.name} in our chat on Chatter.",
    ]
    tags = ["short"]

    emoji: messenger.messages.Emoji = phrase("👍", "❤️", "😂", "🙏")
    message: Message = derived(
        lambda chat, store: store.first(
            Message,
            f"chat_id = ? AND sender_id <> 1 AND {ways.IN_VIEW} "
            "AND id NOT IN (SELECT message_id FROM messenger_reaction WHERE person_id = 1) "
            "AND id = (SELECT id FROM messenger_message WHERE chat_id = ? AND sender_id <> 1 "
            "ORDER BY sent_at DESC, id DESC LIMIT 1)",
            chat.id,
            chat.id,
        )
    )

    def effects(self) -> Commands:
        yield messenger.React(self.message, self.emoji)


class TakeReactionBack(ways.InGroup, Task):
    """One's own reaction is taken back."""

    goals = [
        "Take back my reaction to “{message.text}” in the group “{chat.name}”.",
        "I didn't mean to react to “{message.text}” (in “{chat.name}” on Chatter). Remove my emoji from it.",
        "Remove the emoji that I put under “{message.text}” in my Chatter group “{chat.name}”.",
    ]

    message: Message = pick(Message, ways.in_chat, among=ways.in_chat, where=ways.IN_VIEW)

    def setup(self, store: Store) -> Setup:
        if not store.count(Reaction, "message_id = ? AND person_id = 1", self.message.id):
            yield messenger.React(self.message, "👍")

    def effects(self) -> Commands:
        yield messenger.Unreact(self.message)

    def solution(self, user: User) -> None:  # the derived one may look among all that is starred first
        ways.open_message(user, self.chat, self.message.text)
        mine = self.message.store.first(Reaction, "message_id = ? AND person_id = 1", self.message.id)
        user.click(button(f"Remove {mine.emoji if mine else '👍'}"))


class StarMessage(ways.InGroup, Task):
    """A message is kept among the starred ones."""

    goals = [
        "Star the message “{message.text}” in the group “{chat.name}”.",
        "I want to find “{message.text}” from my group “{chat.name}” again later. Star it.",
        "In Chatter, open the group “{chat.name}” and put a star on “{message.text}”",
    ]
    tags = ["short"]

    message: Message = pick(Message, ways.unstarred, among=ways.in_chat, where=ways.IN_VIEW)

    def effects(self) -> Commands:
        yield messenger.Star(self.message)

    found_by_searching = ways.message_by_search


class UnstarMessage(ways.WithPerson, Task):
    """A star that is no longer needed goes."""

    goals = [
        "Remove the star from “{message.text}”, which {chat.name} sent me on Chatter.",
        "Among my starred messages in Chatter there is “{message.text}” from {chat.name}. Unstar it.",
        "I no longer need {chat.name}'s “{message.text}” among my starred messages. Take its star away, but don't "
        "delete it.",
    ]

    message: Message = pick(Message, ways.unstarred, among=ways.in_chat, where=ways.IN_VIEW)

    def setup(self) -> Setup:
        yield messenger.Star(self.message)

    def effects(self) -> Commands:
        yield messenger.Unstar(self.message)

"""The person says something else while a message is being written."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.taskkit import phrase, pick, when
from lifeworld.tasks.messenger.messages import SendMessage
from lifeworld.tasks.messenger.ways import PEOPLE, open_chat, send


class SendOtherWords(SendMessage):
    """A message goes to one person, with other words than at first."""

    goals = [
        "Send {chat.name} this on Chatter: “{first}”",
        "Text {chat.name} “{first}” on Chatter, just like that.",
        "Write to {chat.name} in Chatter, word for word: “{first}”",
    ]
    moves = when(opened="messenger")
    mind = [
        "No, write this instead: “{text}”",
        "That can wait. Tell them “{text}” and nothing else.",
        "Scrap those words, please. It should say “{text}”",
    ]
    tags = ["mind", "short"]

    first: str = phrase(
        "I might be a little late",
        "Could you call me when you're home?",
        "I found your scarf",
        "Thanks again for yesterday",
    )

    def stale(self):
        yield messenger.Send(self.chat, self.first)


class SendToTheOther(SendMessage):
    """A message goes to another person than the one named first."""

    goals = [
        "Send {first.name} this on Chatter: “{text}”",
        "On Chatter, let {first.name} have exactly this: “{text}”",
        "Message {first.name}, please: “{text}”",
    ]
    moves = when(opened="messenger")
    mind = [
        "Sorry, wrong name: it's for {chat.name}, not for {first.name}.",
        "I meant {chat.name}. Send it to them, and nothing to {first.name}.",
        "Not to {first.name}! {chat.name} is the one who should get it.",
    ]
    tags = ["mind"]

    first: Chat = pick(Chat, lambda first, chat: first != chat, where=PEOPLE)

    def stale(self):
        yield messenger.Send(self.first, self.text)


class TooLateToTakeBack(SendMessage):
    """A message goes to one person; when it is out, it should not have been sent."""

    goals = [
        "Message {chat.name} on Chatter, word for word: “{text}”",
        "Please send {chat.name} “{text}” in Chatter.",
        "Tell {chat.name} on Chatter: “{text}” Those very words, please.",
    ]
    moves = when(done=messenger.Send)
    mind = [
        "No, don't send that! {chat.person.first} mustn't read it. Stop it if you still can.",
        "Hold on, {chat.name} shouldn't get that message after all. Please don't let it go out.",
        "Please don't write to {chat.person.first}, I'd rather say it myself. It isn't out yet, is it?",
    ]
    too_late = True
    tags = ["mind"]

    def solution(self, user):
        open_chat(user, self.chat)
        send(user, self.text)
        user.give_up()

    found_by_searching = from_the_contact_info = None

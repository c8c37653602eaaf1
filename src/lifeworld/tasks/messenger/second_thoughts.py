"""The person says something else while a message is being written."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.taskkit import Commands, phrase, pick, when
from lifeworld.tasks.messenger.messages import SendMessage
from lifeworld.tasks.messenger.ways import PEOPLE


class SendOtherWords(SendMessage):
    """A message goes to one person, with other words than at first."""

    goals = [
        "Send {chat.name} this on Chatter: “{first}”",
        "Text {chat.name} “{first}” on Chatter, just like that.",
        "Write to {chat.name} in Chatter, word for word: “{first}”",
    ]
    trigger = when(opened="messenger")
    goal_update = [
        "No, write this instead: “{text}”",
        "That can wait. Tell them “{text}” and nothing else.",
        "Scrap those words, please. It should say “{text}”",
    ]
    tags = ["goal-update", "short"]

    first: str = phrase(
        "I might be a little late",
        "Could you call me when you're home?",
        "I found your scarf",
        "Thanks again for yesterday",
    )

    def superseded_effects(self) -> Commands:
        yield messenger.Send(self.chat, self.first)


class SendToTheOther(SendMessage):
    """A message goes to another person than the one named first."""

    goals = [
        "Send {first.name} this on Chatter: “{text}”",
        "On Chatter, let {first.name} have exactly this: “{text}”",
        "Message {first.name}, please: “{text}”",
    ]
    trigger = when(opened="messenger")
    goal_update = [
        "Sorry, wrong name: it's for {chat.name}, not for {first.name}.",
        "I meant {chat.name}. Send it to them, and nothing to {first.name}.",
        "Not to {first.name}! {chat.name} is the one who should get it.",
    ]
    tags = ["goal-update"]

    first: Chat = pick(Chat, lambda first, chat: first != chat, where=PEOPLE)

    def superseded_effects(self) -> Commands:
        yield messenger.Send(self.first, self.text)


class TooLateToTakeBack(SendMessage):
    """A message goes to one person; when it is out, it should not have been sent."""

    goals = [
        "Message {chat.name} on Chatter, word for word: “{text}”",
        "Please send {chat.name} “{text}” in Chatter.",
        "Tell {chat.name} on Chatter: “{text}” Those very words, please.",
    ]
    trigger = when(done=messenger.Send)
    goal_update = [
        "No, don't send that! {chat.person.first} mustn't read it. Stop it if you still can.",
        "Hold on, {chat.name} shouldn't get that message after all. Please don't let it go out.",
        "Please don't write to {chat.person.first}, I'd rather say it myself. It isn't out yet, is it?",
    ]
    too_late = True
    tags = ["goal-update"]

    found_by_searching = from_the_contact_info = None

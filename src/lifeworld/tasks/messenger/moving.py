"""What comes while an agent works: awaited, new facts, none of its business, or second thoughts of the person."""

from datetime import time

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Task, User, button, clock, clocks, derived, phrase, pick, way, when
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.messenger.messages import SendMessage
from lifeworld.tasks.messenger.news import earlier, says, somebody
from lifeworld.tasks.messenger.ways import PEOPLE, WithPerson, open_chat, open_message


class StarWhatTheySend(WithPerson, Task):
    """A message that is still to come is starred."""

    goals = [
        "{chat.name} is going to send me the {what} on Chatter in a few minutes. Star that message as soon as it's "
        "there.",
        "Wait until {chat.name} has sent me the {what} on Chatter, then put a star on the message.",
        "I need to find the {what} again later. {chat.name} should send it in Chatter within ten minutes; star it "
        "then, please.",
        "Star the Chatter message with the {what} once it has come from {chat.name}. It isn't there yet.",
    ]
    trigger = when(minutes=7)
    tags = ["wait"]

    what: str = phrase("door code", "locker number", "booking number", "Wi-Fi password")
    code: str = phrase("7R-4410", "3K-9027", "B-5518", "Q-2206")
    text: str = derived(lambda what, code: f"Here is the {what}: {code}")

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, self.text)

    def effects(self, store: Store) -> Commands:
        yield messenger.Star(store.one(Message, "text = ?", self.text))

    @way
    def looked_into_now_and_then(self, user: User) -> None:
        open_chat(user, self.chat)
        while not user.sees(self.text):
            user.wait(60)
        open_message(user, self.chat, self.text)
        user.click(button("Star"))


class TellMeTheirTime(WithPerson, Task):
    """At what time is it, as somebody is about to say?"""

    goals = [
        "{chat.name} is finding out when the {what} begins and will tell me on Chatter in a moment. What time is it?",
        "At what time does the {what} begin? {chat.name} will write it to me in Chatter shortly, so wait for that.",
        "Wait for {chat.name}'s message about the {what} on Chatter and tell me the time that it names.",
    ]
    trigger = when(minutes=4)
    tags = ["wait"]

    what: str = phrase("guided tour", "quiz night", "open rehearsal", "harbour fair", "late screening")
    at: time = clock(10, 21)

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"The {self.what} begins at {spoken(self.at)}")

    def answer(self, store: Store) -> time | None:
        told = store.first(Message, "text LIKE ?", f"The {self.what} begins at %")
        return self.at if told else None

    def solution(self, user: User) -> None:
        user.wait(4 * 60)
        self._tell(user)

    @way
    def looked_into_first(self, user: User) -> None:
        open_chat(user, self.chat)
        user.home()
        user.wait(150)
        user.wait(150)
        self._tell(user)

    def _tell(self, user: User) -> None:
        open_chat(user, self.chat)
        text = user.page.line(f"The {self.what} begins at", "Messages").text
        user.say(clocks(text.splitlines()[0])[0])


class TheirLatestWord(WithPerson, Task):
    """When does somebody want to meet, who says something else in between?"""

    goals = [
        "When does {chat.name} want to meet me at the {place}? It's in our Chatter chat; what they said last counts.",
        "{chat.name} and I are meeting at the {place}. Look up in Chatter at what time, according to their latest "
        "message.",
        "What time did {chat.name} give on Chatter for the {place}? Should they change it, I want the new one.",
    ]
    trigger = when(opened="messenger")

    place: str = phrase("ferry pier", "museum", "swimming pool", "garden centre", "old mill")
    first: time = clock(9, 20)
    at: time = clock(9, 20)
    news: str = derived(lambda place, at: f"The {place}, but at {spoken(at)}, please. I can't make it any other time")

    def setup(self, store: Store) -> Events:
        said = says(store, self.chat, f"Let's say {spoken(self.first)} at the {self.place}")
        yield earlier(store, said, 50)

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, self.news)

    def answer(self, store: Store) -> time | None:
        if self.first == self.at:
            return None
        return self.at if store.count(Message, "text = ?", self.news) else self.first

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        text = user.page.line(f"The {self.place}, but", "Messages").text
        user.say(clocks(text.splitlines()[0])[0])


class SendPastAnotherQuestion(SendMessage):
    """A message goes to one person while another one asks something."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}” Don't answer anybody else for me.",
        "Message {chat.name} on Chatter, word for word: “{text}” If others write, that's for me to answer.",
        "Text {chat.name} “{text}” in Chatter. Exactly that, and nothing to anybody else.",
    ]
    trigger = when(opened="messenger")
    distractor = True

    question: str = phrase(
        "Are you there? Please answer quickly!",
        "Can you tell everybody that I'll be late?",
        "Yes or no for tonight?",
        "Could you send me your new address?",
    )

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, somebody(store, self.question, self.chat.person_id), self.question)


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
    tags = ["short"]

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
    found_by_searching = None
    trigger = when(done=messenger.Send)
    goal_update = [
        "No, don't send that! {chat.person.first} mustn't read it. Stop it if you still can.",
        "Hold on, {chat.name} shouldn't get that message after all. Please don't let it go out.",
        "Please don't write to {chat.person.first}, I'd rather say it myself. It isn't out yet, is it?",
    ]
    too_late = True

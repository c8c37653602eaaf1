"""Something comes while a message is being written that is none of its business."""

from lifeworld.store import Store
from lifeworld.taskkit import Events, phrase, when
from lifeworld.tasks.messenger.messages import SendMessage
from lifeworld.tasks.messenger.news import says, somebody


class SendPastAnotherQuestion(SendMessage):
    """A message goes to one person while another one asks something."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}” Don't answer anybody else for me.",
        "Message {chat.name} on Chatter, word for word: “{text}” If others write, that's for me to answer.",
        "Text {chat.name} “{text}” in Chatter. Exactly that, and nothing to anybody else.",
    ]
    trigger = when(opened="messenger")
    distractor = True
    tags = ["moving", "ignore"]

    question: str = phrase(
        "Are you there? Please answer quickly!",
        "Can you tell everybody that I'll be late?",
        "Yes or no for tonight?",
        "Could you send me your new address?",
    )

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, somebody(store, self.question, self.chat.person_id), self.question)

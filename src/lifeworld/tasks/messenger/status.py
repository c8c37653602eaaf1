"""One's own status."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Status, StatusColour
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Setup, Task, phrase


class PostStatus(Task):
    """A status is posted in a colour."""

    goals = [
        "Post the status “{text}” on Chatter, in {colour}.",
        "Set my Chatter status to “{text}” with the colour {colour}.",
        "Share {colour:a} status with my Chatter contacts that says “{text}”",
    ]

    text: str = phrase(
        "Gone walking, back on Sunday",
        "New number soon, stay tuned",
        "Bread is in the oven",
        "Does anyone have a bike pump?",
    )
    colour: StatusColour = phrase("teal", "coral", "ink", "moss", "amber")

    def effects(self) -> Commands:
        yield messenger.PostStatus(self.text, self.colour)


class TakeStatusDown(Task):
    """One's own status goes."""

    goals = [
        "Delete my status “{text}” from Chatter.",
        "My Chatter status “{text}” is out of date. Take it down.",
        "I posted “{text}” as my status on Chatter. Remove it again, please.",
    ]
    tags = ["short"]

    text: str = phrase(
        "At the lake all day",
        "Do not disturb until noon",
        "Selling two concert tickets",
        "Looking for a cat sitter",
        "Free plums, help yourselves",
        "My phone is nearly dead",
        "Found a red scarf on the bus",
        "Who plays chess?",
        "Stuck on the ring road",
        "Down with a cold",
        "Back at work from today",
        "Half a cake left, first come",
        "The flat is painted at last",
        "Three kittens, all of them mine",
    )

    def setup(self) -> Setup:
        yield messenger.PostStatus(self.text)

    def effects(self, store: Store) -> Commands:
        yield messenger.DeleteStatus(store.one(Status, "person_id = 1 AND text = ?", self.text))

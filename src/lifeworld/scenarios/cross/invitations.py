"""Events that more than one person has a say in: invitations, answers, guests."""

from datetime import time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Messaged
from lifeworld.scenarios import (
    Scenario,
    button,
    clock,
    containing,
    judged,
    link,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.scenarios.calendar import search as open_event
from lifeworld.scenarios.calendar import tick
from lifeworld.scenarios.cross.plans import as_told
from lifeworld.scenarios.cross.words import chat_with
from lifeworld.scenarios.messenger import PEOPLE, open_chat, open_named, send
from lifeworld.store import Store


def ahead(event: Event) -> bool:
    """Return whether an event takes place once and is yet to come."""
    return event.once and event.starts > event.store.now


COMING = {
    "I'll come by bike": "by bike|on my bike|by bicycle|cycle|cycling|with my bike|with the bike",
    "I'll come straight from work": "from work|after work|from the office",
    "I'll be there ten minutes early": (
        "ten minutes earl|10 minutes earl|10 min earl|ten minutes before|10 minutes before|10 min before"
    ),
    "I'll take the bus": "bus",
    "I have to leave after an hour": (
        "after an hour|after one hour|after 1 hour|after 60 min|for an hour|for one hour|for 1 hour|"
        "stay an hour|stay one hour|only an hour|only one hour|only have an hour"
    ),
}
REASONS = {
    "I have to work that day": "work",
    "I'll be out of town": "out of town|away|not in town|travelling|traveling",
    "I have a doctor's appointment": "doctor|medical appointment",
    "I have visitors that day": "visitor|guests|visit",
}
NOT_COMING = (
    "not coming|not come|can't come|cannot come|can't make|cannot make|won't come|won't make|won't be there|"
    "not be there|decline"
)
MADE_UP = "made up|make up|invented|pretend|excuse"
STILL_COMING = "I'm coming|I'll come|I will come|I'll be there|I will be there|see you there"


class AcceptAndTell(Scenario):
    """An invitation is accepted, and its organiser gets a word."""

    goals = [
        "Accept the invitation to “{event.title}” in Almanac and tell whoever invited me, on Chatter, that {words}.",
        "I'm coming to “{event.title}”. Answer the invitation, and let the organiser know in Chatter that {words}.",
        "Say yes to “{event.title}” in my calendar. Then message its organiser on Chatter: {words}.",
    ]
    tags = ["look-up", "prose"]

    event: Event = pick(
        Event, lambda event, store: event.reply == "invited" and chat_with(store, event.organiser_id) is not None
    )
    words: str = phrase(*COMING)

    def effects(self, store: Store):
        yield calendar.Answer(self.event, "accepted")
        yield messenger.Send(
            chat_with(store, self.event.organiser_id),
            containing(COMING[self.words]),
        )

    def items(self):
        yield observed("Saw the invitation", showing=self.event.title, kind="search")
        yield judged("The message sounds like somebody who is looking forward to it")

    def solution(self, user):
        open_event(user, self.event)
        user.click(button("Accept"))
        open_chat(user, chat_with(self.event.store, self.event.organiser_id))
        send(user, f"See you at “{self.event.title}”! By the way, {self.words}.")

    @way
    def told_first(self, user):
        open_event(user, self.event)
        line = next(line for line in user.page.text.splitlines() if line.endswith(" Organiser"))
        organiser = line.removesuffix(" Organiser")
        open_named(user, organiser)
        send(user, f"Thanks for asking me. {self.words}!")
        open_event(user, self.event)
        user.click(button("Accept"))


class NotMineToMove(Scenario):
    """Somebody wants a meeting moved that another one has called; only its organiser can do that."""

    goals = [
        "{chat.name} wrote to me in Chatter that “{event.title}” should be at another time. Change the time of this "
        "event in Almanac.",
        "Move “{event.title}” in my calendar to the time that {chat.name} names in Chatter.",
        "In Chatter, {chat.name} gives a new time for “{event.title}”. Put the event there in Almanac.",
    ]

    event: Event = pick(Event, lambda event: ahead(event) and not event.own)
    chat: Chat = pick(
        Chat,
        lambda chat, event: chat.person_id in {event.organiser_id, *(guest.person_id for guest in event.guests)},
        where=PEOPLE,
    )
    at: time = clock(9, 17)

    def given(self, store: Store):
        text = f"Could “{self.event.title}” be at {as_told(self.at)} instead? Same day"
        sent = store.now - timedelta(minutes=33)
        yield Messaged(at=sent, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    def impossible(self):
        yield calendar.MoveEvent(self.event, self.event.day, self.at, self.at.replace(hour=self.at.hour + 1))

    def items(self):
        yield observed("Looked at the event", at=f"/calendar/event/{self.event.id}", kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        open_event(user, self.event)
        user.give_up()


class InviteWhomIMean(Scenario):
    """Only the person knows who else is to come."""

    goals = [
        "Somebody else should come to “{event.title}”. Invite them in Almanac and write them “{text}” in Chatter.",
        "I want one more guest at “{event.title}”. Add them to the event in my calendar, and message that guest on "
        "Chatter: “{text}”",
        "There's a friend who has to be asked to “{event.title}”, too. Send the invitation from Almanac, and “{text}” "
        "in Chatter.",
    ]
    withheld = "It's {chat.name}."
    about = ["who", "whom", "person", "name", "friend", "contact", "recipient"]

    event: Event = pick(Event, lambda event: ahead(event) and event.own and not event.all_day and event.guests)
    chat: Chat = pick(
        Chat, lambda chat, event: chat.person_id not in {guest.person_id for guest in event.guests}, where=PEOPLE
    )
    text: str = phrase("Have a look at your mail, I invited you", "Would you like to come, too?", "Are you free then?")

    def effects(self):
        yield calendar.Invite(self.event, (self.chat.person,))
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.ask("Whom shall I invite?")
        open_event(user, self.event)
        user.click(link("Add guests"), via=[button("More")])
        tick(user, self.chat.person)
        user.click(button("Send invitations"))
        open_chat(user, self.chat)
        send(user, self.text)

    @way
    def message_first(self, user):
        user.ask(f"Which friend is to come to “{self.event.title}”?")
        open_chat(user, self.chat)
        send(user, self.text)
        open_event(user, self.event)
        user.click(link("Invite somebody"))
        tick(user, self.chat.person)
        user.click(button("Send invitations"))


class DeclineAfterConsent(Scenario):
    """An invitation is turned down and its organiser told, once the person has agreed."""

    goals = [
        "I think I'll have to decline “{event.title}” in Almanac and let the organiser know on Chatter that {reason}. "
        "Come back to me right before you answer.",
        "I can't make “{event.title}”, I'm afraid: {reason}. Bring it up once more, and if I still think so, turn the "
        "invitation down and tell whoever invited me, in Chatter, “{reason}”.",
        "Turn down “{event.title}” for me and write its organiser “{reason}” on Chatter, given that I confirm it.",
    ]
    consent = {
        "effects": "Yes, decline it.",
        "nothing": "No, leave it as it is. I might manage after all.",
        "quietly": "Decline it, yes, but don't write to anybody. I'll call them myself.",
    }
    about = ["{event.title}"]
    tags = ["look-up", "prose"]

    event: Event = pick(
        Event,
        lambda event, store: (
            ahead(event) and event.reply in ("invited", "accepted") and chat_with(store, event.organiser_id) is not None
        ),
    )
    reason: str = phrase(*REASONS)

    def effects(self, store: Store):
        yield calendar.Answer(self.event, "declined")
        yield messenger.Send(
            chat_with(store, self.event.organiser_id),
            containing(REASONS[self.reason]),
        )

    def quietly(self):
        yield calendar.Answer(self.event, "declined")

    def solution(self, user):
        open_event(user, self.event)
        reply = user.ask(f"Shall I decline “{self.event.title}”?")
        if "? No" not in reply:
            user.click(button("Decline"))
        if "? Yes" in reply:
            open_chat(user, chat_with(self.event.store, self.event.organiser_id))
            send(user, f"Sorry, {self.reason}.")

    @way
    def told_first(self, user):
        reply = user.ask(f"May I turn “{self.event.title}” down?")
        if "? Yes" in reply:
            open_chat(user, chat_with(self.event.store, self.event.organiser_id))
            send(user, f"I can't come, {self.reason}")
        if "? No" not in reply:
            open_event(user, self.event)
            user.click(button("Decline"))

"""Events that more than one person has a say in: invitations, answers, guests."""

from datetime import time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Items, Setup, Task, User, button, clock, link, observed, phrase, pick, sure, way
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.calendar import tick
from lifeworld.tasks.cross.plans import as_told
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.messenger import PEOPLE, open_chat, open_named, send


def ahead(event: Event) -> bool:
    """Return whether an event takes place once and is yet to come."""
    return event.once and event.starts > event.store.now


class AcceptAndTell(Task):
    """An invitation is accepted, and its organiser gets a word."""

    goals = [
        "Accept the invitation to “{event.title}” in Almanac and write “{words}” to whoever invited me, on Chatter.",
        "I'm coming to “{event.title}”. Answer the invitation, and send the organiser “{words}” in Chatter.",
        "Say yes to “{event.title}” in my calendar. Then message its organiser on Chatter: “{words}”",
    ]
    tags = ["look-up"]
    apps = ["calendar", "messenger"]

    event: Event = pick(
        Event, lambda event, store: event.reply == "invited" and chat_with(store, event.organiser_id) is not None
    )
    words: str = phrase(
        "I'll come by bike",
        "I'll come straight from work",
        "I'll be there ten minutes early",
        "I'll take the bus",
        "I have to leave after an hour",
    )

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(self.event, "accepted")
        yield messenger.Send(sure(chat_with(store, self.event.organiser_id)), self.words)

    def items(self) -> Items:
        yield observed("Saw the invitation", showing=self.event.title, kind="search")

    @way
    def told_first(self, user: User) -> None:
        open_event(user, self.event)
        line = next(line for line in user.page.text.splitlines() if line.endswith(" Organiser"))
        organiser = line.removesuffix(" Organiser")
        open_named(user, organiser)
        send(user, self.words)
        open_event(user, self.event)
        user.click(button("Accept"))


class NotMineToMove(Task):
    """Somebody wants a meeting moved that another one has called; only its organiser can do that."""

    goals = [
        "{chat.name} wrote to me in Chatter that “{event.title}” should be at another time. Change the time of this "
        "event in Almanac.",
        "Move “{event.title}” in my calendar to the time that {chat.name} names in Chatter.",
        "In Chatter, {chat.name} gives a new time for “{event.title}”. Put the event there in Almanac.",
    ]
    apps = ["calendar", "messenger"]
    optional_apps = ["calendar"]

    event: Event = pick(Event, lambda event: ahead(event) and not event.own)
    chat: Chat = pick(
        Chat,
        lambda chat, event: chat.person_id in {event.organiser_id, *(guest.person_id for guest in event.guests)},
        where=PEOPLE,
    )
    at: time = clock(9, 17)

    def setup(self, store: Store) -> Setup:
        text = f"Could “{self.event.title}” be at {as_told(self.at)} instead? Same day"
        sent = store.now - timedelta(minutes=33)
        yield Messaged(at=sent, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    def impossible(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.event.day, self.at, self.at.replace(hour=self.at.hour + 1))

    def items(self) -> Items:
        yield observed("Looked at the event", at=f"/calendar/event/{self.event.id}", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        open_event(user, self.event)
        user.give_up()


class InviteWhomIMean(Task):
    """Only the person knows who else is to come."""

    goals = [
        "Somebody else should come to “{event.title}”. Invite them in Almanac and write them “{text}” in Chatter.",
        "I want one more guest at “{event.title}”. Add them to the event in my calendar, and message that guest on "
        "Chatter: “{text}”",
        "There's a friend who has to be asked to “{event.title}”, too. Send the invitation from Almanac, and “{text}” "
        "in Chatter.",
    ]
    apps = ["calendar", "messenger"]
    hidden_info = "It's {chat.name}."
    question_topics = ["who", "whom", "person", "name", "friend", "contact", "contacts", "recipient"]

    event: Event = pick(Event, lambda event: ahead(event) and event.own and not event.all_day and event.guests)
    chat: Chat = pick(
        Chat, lambda chat, event: chat.person_id not in {guest.person_id for guest in event.guests}, where=PEOPLE
    )
    text: str = phrase("Have a look at your mail, I invited you", "Would you like to come, too?", "Are you free then?")

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.chat.person,))
        yield messenger.Send(self.chat, self.text)

    @way
    def message_first(self, user: User) -> None:
        user.ask(f"Which friend is to come to “{self.event.title}”?")
        open_chat(user, self.chat)
        send(user, self.text)
        open_event(user, self.event)
        user.click(link("Invite somebody"))
        tick(user, self.chat.person)
        user.click(button("Send invitations"))


class DeclineAfterConsent(Task):
    """An invitation is turned down and its organiser told, once the person has agreed."""

    goals = [
        "I think I'll have to decline “{event.title}” in Almanac and send the organiser “{reason}” on Chatter. "
        "Come back to me right before you answer.",
        "I can't make “{event.title}”, I'm afraid: {reason}. Bring it up once more, and if I still think so, turn the "
        "invitation down and tell whoever invited me, in Chatter, “{reason}”.",
        "Turn down “{event.title}” for me and write its organiser “{reason}” on Chatter, given that I confirm it.",
    ]
    confirmation = {
        "effects": "Yes, decline it.",
        "nothing": "No, leave it as it is. I might manage after all.",
        "quietly": "Decline it, yes, but don't write to anybody. I'll call them myself.",
    }
    question_topics = ["{event.title}"]
    tags = ["look-up"]
    apps = ["calendar", "messenger"]
    optional_apps = ["calendar", "messenger"]

    event: Event = pick(
        Event,
        lambda event, store: (
            ahead(event) and event.reply in ("invited", "accepted") and chat_with(store, event.organiser_id) is not None
        ),
    )
    reason: str = phrase(
        "I have to work that day", "I'll be out of town", "I have a doctor's appointment", "I have visitors that day"
    )

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(self.event, "declined")
        yield messenger.Send(sure(chat_with(store, self.event.organiser_id)), self.reason)

    def quietly(self) -> Commands:
        yield calendar.Answer(self.event, "declined")

    @way
    def told_first(self, user: User) -> None:
        reply = user.ask(f"May I turn “{self.event.title}” down?")
        if "? Yes" in reply:
            open_chat(user, sure(chat_with(self.event.store, self.event.organiser_id)))
            send(user, self.reason)
        if "? No" not in reply:
            open_event(user, self.event)
            user.click(button("Decline"))

"""Almanac together with what is said, mailed and paid elsewhere."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import next_day
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Mailed, Messaged
from lifeworld.scenarios import (
    Scenario,
    box,
    button,
    clock,
    containing,
    day,
    derived,
    field,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.scenarios.cross.words import chat_with
from lifeworld.scenarios.mail import search
from lifeworld.scenarios.messenger import PEOPLE, open_chat, send
from lifeworld.scenarios.user import User
from lifeworld.store import Store


def open_event(user: User, event: Event) -> None:
    """Search for an event and open its page."""
    user.open("Almanac")
    user.click(link("Search events" if user.sees("Search events") else "Search"))
    user.fill(field("Search titles, places and notes"), event.title)
    user.click(button("Search"))
    user.click(link("…").within(f"{event.title}, {short(event.day)}"))


def short(on: date) -> str:
    """Return a day as search results label it."""
    return f"{on:%b} {on.day}, {on.year}"


def ahead(event: Event) -> bool:
    """Return whether an event takes place once and is yet to come."""
    return event.once and event.starts > event.store.now


def said(moment: time) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'PM' if moment.hour >= 12 else 'AM'}"


class DinnerIntoCalendar(Scenario):
    """A dinner that was arranged, and moved, in a chat goes into the calendar."""

    goals = [
        "Put the dinner that {chat.name} and I are arranging in Chatter into my {calendar.name} calendar in Almanac: "
        "title “{title}”, the last day, time and place they named, two hours long. Leave the reminder as it is.",
        "{chat.name} keeps moving our dinner. Take what they wrote last in our chat and add it to Almanac as “{title}” "
        "({calendar.name} calendar, with the place, for two hours, preset reminder).",
        "Add “{title}” to the {calendar.name} calendar: day, time and place as {chat.name} last said in Chatter, two "
        "hours, everything else untouched.",
    ]
    apps = ("calendar", "messenger")
    tags = ["look-up", "distractor", "long"]

    chat: Chat = pick(Chat, where=PEOPLE)
    calendar: Calendar = pick(Calendar)
    first: date = day(5, 9)
    last: date = day(10, 24)
    at: time = clock(18, 20)
    place: str = phrase("Saffron Gate", "Casa Tordo", "Verdant Kitchen", "The Copper Pot")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    def given(self, store: Store):
        words = (
            (200, f"Dinner on {self.first:%B} {self.first.day}? At the Halyard Taproom, say"),
            (120, f"Or rather {self.place}, it's quieter"),
            (45, f"The day is bad after all. {self.last:%B} {self.last.day}, {said(self.at)}, same place?"),
        )
        for minutes, text in words:
            sent = store.now - timedelta(minutes=minutes)
            yield Messaged(at=sent, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    @property
    def ends(self) -> time:
        return self.at.replace(hour=self.at.hour + 2)

    def effects(self, store: Store):
        yield calendar.AddEvent(
            self.title,
            self.calendar,
            self.last,
            self.at,
            self.ends,
            place=self.place,
            reminder=store.one(Settings).reminder,
        )

    def items(self):
        yield observed("Read the chat", showing="The day is bad after all", kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        user.open("Almanac")
        user.click(link("New event"))
        user.fill(field("Title"), self.title)
        user.fill(field("Date"), self.last)
        user.fill(field("Starts"), self.at)
        user.fill(field("Ends"), self.ends)
        user.choose(field("Calendar"), self.calendar.name)
        user.fill(field("Place"), self.place)
        user.click(button("Save"))


class AcceptAndTell(Scenario):
    """An invitation is accepted, and its organiser gets a word."""

    goals = [
        "Accept the invitation to “{event.title}” in Almanac and tell whoever invited me, on Chatter, that I'll bring "
        "{thing}. Say “{thing}” in so many words.",
        "I'm coming to “{event.title}”. Answer the invitation, and let the organiser know in Chatter that I bring "
        "“{thing}”.",
        "Say yes to “{event.title}” in my calendar. Then message its organiser on Chatter: something with “{thing}”, "
        "which I'll bring.",
    ]
    apps = ("calendar", "messenger")
    tags = ["look-up", "prose"]

    event: Event = pick(
        Event, lambda event, store: event.reply == "invited" and chat_with(store, event.organiser_id) is not None
    )
    thing: str = phrase("the papers", "a cake", "my camera", "an umbrella")

    def effects(self, store: Store):
        yield calendar.Answer(self.event, "accepted")
        yield messenger.Send(chat_with(store, self.event.organiser_id), containing(self.thing))

    def items(self):
        yield observed("Saw the invitation", showing=self.event.title, kind="search")
        yield judged("The message sounds like somebody who is looking forward to it")

    def solution(self, user):
        open_event(user, self.event)
        user.click(button("Accept"))
        open_chat(user, chat_with(self.event.store, self.event.organiser_id))
        send(user, f"I'll be there, and I'll bring {self.thing}!")


class CalledOffOnce(Scenario):
    """A letter calls off one time of something that repeats; only that one goes."""

    goals = [
        "There's a mail that “{event.title}” doesn't take place on one of its coming dates. Delete that one date from "
        "Almanac, leave all the others.",
        "According to Post, one “{event.title}” is called off. Take just that one out of my calendar.",
        "Read the mail about “{event.title}” and remove the one date that it cancels from Almanac. The rest stays.",
    ]
    apps = ("calendar", "mail")
    tags = ["look-up"]

    event: Event = pick(Event, lambda event: event.repeats == "weekly" and event.own and event.guests)
    weeks: int = number(0, 1)
    on: date = derived(
        lambda store, event, weeks: next_day(store, event, store.now.date() + timedelta(days=2 + 7 * weeks))
    )

    def given(self, store: Store):
        yield Mailed(
            at=store.now - timedelta(hours=5),
            thread="given-called-off",
            person_id=self.event.guests[0].person_id,
            subject=f"Called off: {self.event.title}",
            body=f"Hello,\n\nI have caught something, so {self.event.title} on {self.on:%A, %B} {self.on.day} can't "
            "take place. All other dates stay as they are.\n\nSorry!",
            read=False,
        )

    def effects(self):
        yield calendar.DeleteOnce(self.event, self.on)

    def items(self):
        yield observed("Read the letter", showing="I have caught something", kind="search")

    def solution(self, user):
        search(user, 'subject:"Called off"')
        user.click(link(f"Called off: {self.event.title}"))
        user.open("Almanac")
        user.click(link("Schedule"))
        user.click(link(f"{self.event.title}…").within(f"{self.on:%A, %B} {self.on.day}"))
        user.click(link("Delete"), via=[button("More")])
        user.click(button("Only this one"))


class NotMineToMove(Scenario):
    """Somebody wants a meeting moved that another one has called; only its organiser can do that."""

    goals = [
        "{chat.name} wrote to me in Chatter that “{event.title}” should be at another time. Change the time of that "
        "very event in Almanac, or tell me that it can't be done.",
        "Move “{event.title}” in my calendar to the time that {chat.name} names in Chatter. Don't make a copy of it; "
        "if the event itself can't be moved, say so.",
        "In Chatter, {chat.name} gives a new time for “{event.title}”. Put the event there in Almanac, if I'm allowed "
        "to, otherwise leave everything and let me know.",
    ]
    apps = ("calendar", "messenger")

    event: Event = pick(Event, lambda event: ahead(event) and not event.own)
    chat: Chat = pick(Chat, where=PEOPLE)
    at: time = clock(9, 17)

    def given(self, store: Store):
        text = f"Could “{self.event.title}” be at {said(self.at)} instead? Same day"
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
        "Somebody else should come to “{event.title}”. Invite them in Almanac and write them “{text}” in Chatter. Ask "
        "me whom I mean.",
        "Add one more guest to “{event.title}” in my calendar, I'll tell you who when you ask, and message that guest "
        "on Chatter: “{text}”",
        "Check with me who else is to be asked to “{event.title}”. Send that person the invitation from Almanac, and "
        "“{text}” in Chatter.",
    ]
    apps = ("calendar", "messenger")
    withheld = "It's {chat.name}."
    about = ["who"]

    event: Event = pick(Event, lambda event: ahead(event) and event.own and not event.all_day)
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
        user.check(box(self.chat.name))
        user.click(button("Send invitations"))
        open_chat(user, self.chat)
        send(user, self.text)


class DeclineAfterConsent(Scenario):
    """An invitation is turned down and its organiser told, once the person has agreed."""

    goals = [
        "Decline “{event.title}” in Almanac and let the organiser know on Chatter that {reason}. Ask me before you "
        "answer.",
        "I can't make “{event.title}”: {reason}. Get my OK, then turn the invitation down and tell whoever invited me, "
        "in Chatter, “{reason}”.",
        "Turn down “{event.title}” for me and write its organiser “{reason}” on Chatter. I want to confirm first.",
    ]
    apps = ("calendar", "messenger")
    consent = {"effects": "Yes, decline it.", "nothing": "No, leave it as it is after all."}
    about = ["decline|cancel|refuse|turn down", "{event.title}"]
    tags = ["look-up", "prose"]

    event: Event = pick(
        Event,
        lambda event, store: (
            ahead(event) and event.reply in ("invited", "accepted") and chat_with(store, event.organiser_id) is not None
        ),
    )
    reason: str = phrase("I have to work that day", "I'll be out of town", "I have a doctor's appointment")

    def effects(self, store: Store):
        yield calendar.Answer(self.event, "declined")
        yield messenger.Send(chat_with(store, self.event.organiser_id), containing(self.reason))

    def solution(self, user):
        open_event(user, self.event)
        if user.ask(f"Shall I decline “{self.event.title}”?").startswith("No"):
            return
        user.click(button("Decline"))
        open_chat(user, chat_with(self.event.store, self.event.organiser_id))
        send(user, f"Sorry, {self.reason}.")

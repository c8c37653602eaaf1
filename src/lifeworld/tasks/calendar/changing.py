"""Changing what an event says, and filing it elsewhere, in Almanac."""

from datetime import date

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Paint
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    User,
    button,
    days,
    derived,
    field,
    link,
    number,
    option,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar.meant import after, coming, own, shared, timed_ahead
from lifeworld.tasks.calendar.ways import MORE, look_up, pick_out, search

MINUTES = {"at the start": 0, "10 minutes before": 10, "1 hour before": 60, "2 hours before": 120, "1 day before": 1440}
AS_LISTED = {"10 minutes before": "10 min before", "at the start": "At the start"}


class NewTitleAndPlace(Task):
    """An event gets another title and place."""

    goals = [
        "Rename “{event.title}” on {event.day} to “{title}” and set its place to “{place}”.",
        "“{event.title}” ({event.day}) is now called “{title}”, and the place is “{place}”. Change it in Almanac.",
        "Change the event “{event.title}” of {event.day}: the title is “{title}”, the place “{place}”.",
    ]

    event: Event = pick(Event, lambda event, now: shared(event, now) and event.calendar.name == "Work", among=coming)
    addition: str = phrase(" (confirmed)", " (new place)", " (final)")
    title: str = derived(lambda event, addition: f"{event.title}{addition}")
    place: str = phrase("Meeting room 4", "Callow Evening College", "Café by the river", "Canteen, upper floor")

    def effects(self) -> Commands:
        yield calendar.EditEvent(self.event, self.title, self.place, self.event.note)

    @way
    def one_after_the_other(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        for name, text in (("Place", self.place), ("Title", self.title)):
            user.click(link("Edit"))
            user.fill(field(name), text)
            user.click(button("Save"))


class RemindMe(Task):
    """An event reminds at another time, and wears a colour of its own."""

    goals = [
        "For “{event.title}” on {event.day} I want to be reminded {when}. Colour the event {colour}, too.",
        "“{event.title}” ({event.day}) matters: give it the colour {colour} and let Almanac remind me {when}.",
        "In Almanac, give “{event.title}” of {event.day} the colour {colour} and a reminder {when}.",
    ]

    when: str = phrase(*MINUTES)
    event: Event = pick(
        Event,
        lambda event, when, now: timed_ahead(event, now) and event.reminder != MINUTES[when],
        among=coming,
    )
    colour: Paint = phrase("tomato", "banana", "sage", "graphite")

    def effects(self) -> Commands:
        yield calendar.SetReminder(self.event, MINUTES[self.when])
        yield calendar.SetColour(self.event, self.colour)

    @way
    def colour_first(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        self._paint(user)
        search(user, self.event)
        self._remind(user)

    def _remind(self, user: User) -> None:
        user.click(link("Reminder…"))
        user.click(option(AS_LISTED.get(self.when, self.when)))
        user.click(button("Save"))

    def _paint(self, user: User) -> None:
        user.click(link("Colour…"))
        user.click(option(self.colour.capitalize()))
        user.click(button("Save"))


class FileElsewhere(Task):
    """An event changes calendars."""

    goals = [
        "“{event.title}” on {event.day} belongs in “{name}”, not in {event.calendar.name}. Move it there.",
        "Put the event “{event.title}” ({event.day}) from {event.calendar.name} into my calendar “{name}”.",
        "Move “{event.title}” of {event.day} from the calendar {event.calendar.name} to “{name}”.",
    ]

    event: Event = pick(Event, coming, among=coming)
    name: str = phrase("Fixed dates", "Shared", "On the fridge", "All in one")

    def setup(self) -> Setup:
        yield calendar.AddCalendar(self.name, "sage")

    def effects(self, store: Store) -> Commands:
        yield calendar.MoveToCalendar(self.event, store.one(Calendar, "name = ?", self.name))

    @way
    def by_the_menu(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.click(link("Move to calendar"), via=MORE)
        user.click(option(self.name))
        user.click(button("Move"))


class CancelAfterConsent(Task):
    """An event is deleted, once the person has agreed."""

    goals = [
        "“{event.title}” on {event.day} is probably off. It may be deleted, though not without another word from me.",
        "Remove “{event.title}” ({event.day}) from Almanac. I might still change my mind, so I want to hear from you "
        "right before it happens.",
        "I think I'll drop “{event.title}” on {event.day}. Hear me once more and take the event out if I still say so.",
    ]
    confirmation = {
        "effects": "Yes, go ahead.",
        "nothing": "No, leave it as it is after all.",
        "moved": "Don't delete it. Put it on {to} instead, at the same time.",
    }
    question_topics = ["{event.title}"]

    event: Event = pick(Event, own, among=coming)
    distance: int = number(1, 12)
    to: date = derived(lambda event, distance: after(event.day, distance, event))

    def effects(self) -> Commands:
        yield calendar.DeleteEvent(self.event)

    def moved(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.event.starts.time(), self.event.ends.time())

    @way
    def asked_first(self, user: User) -> None:
        reply = user.ask(f"Do you want me to remove “{self.event.title}” from your calendar?")
        pick_out(user, self.event, self.event.day)
        self._follow(user, reply)

    def _follow(self, user: User, reply: str) -> None:
        if "? Yes" in reply:
            user.click(link("Delete"), via=MORE)
            user.click(button("Delete"))
        elif found := days(reply.rpartition("? ")[2], user.today):
            user.click(link("Time…"))
            user.fill(field("Date"), found[0])
            user.click(button("Save"))

"""Making events in Almanac."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.taskkit import (
    Commands,
    Task,
    User,
    button,
    clock,
    day,
    days,
    derived,
    field,
    link,
    number,
    option,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.calendar.meant import after, coming, hour_after, own, private, suits
from lifeworld.tasks.calendar.ways import fill_in, month, new_event

KEPT_IN = {
    "Haircut with Lou": ("Personal",),
    "Passport photos": ("Personal", "Family"),
    "Bike service": ("Personal", "Family"),
    "Call the accountant": ("Personal", "Work"),
    "First-aid course": ("Personal", "Work"),
    "Training budget": ("Work",),
    "Photo of all of us": ("Family",),
}
REMINDERS = {
    0: "At the start",
    10: "10 min before",
    30: "30 min before",
    60: "1 hour before",
    120: "2 hours before",
    1440: "1 day before",
}


class AddAppointment(Task):
    """An event goes into a calendar."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {starts} to {ends}.",
        "I have “{title}” on {on} at {starts}, until {ends}. Add it to the calendar {calendar.name} in Almanac.",
        "New event in Almanac: “{title}”, {on}, {starts} to {ends}, in {calendar.name}.",
    ]

    title: str = phrase(*KEPT_IN)
    calendar: Calendar = pick(Calendar, lambda calendar, title: calendar.name in KEPT_IN[title])
    on: date = day(2, 30)
    plausible: bool = derived(lambda on, calendar: suits(on, calendar))
    starts: time = clock(8, 18)
    ends: time = derived(hour_after)

    def effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

    @way
    def from_its_day_in_the_month(self, user: User) -> None:
        month(user, self.on)
        new_event(user, self.title, self.on, self.starts, self.ends, self.calendar.name)
        user.click(button("Save"))


class AddWeeklyCourse(Task):
    """A course is put in once and comes back every week until its last day."""

    goals = [
        "I am doing a course: add “{title}” to {calendar.name}, weekly from {on} until {until}, {starts} to {ends}.",
        "Enter “{title}” in Almanac as a weekly event. It starts on {on}, runs from {starts} to {ends}, and the last "
        "day is {until}. It belongs in {calendar.name}.",
        "Put a repeating event “{title}” into my {calendar.name} calendar: weekly, first on {on}, {starts} to {ends}, "
        "until {until}.",
    ]
    tags = ["long"]

    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Pottery for beginners", "Swimming lessons", "Spanish, level two", "Life drawing")
    on: date = day(3, 20)
    weeks: int = number(4, 11)
    until: date = derived(lambda on, weeks: on + timedelta(weeks=weeks))
    starts: time = clock(17, 19)
    ends: time = derived(hour_after)

    def effects(self) -> Commands:
        yield calendar.AddEvent(
            self.title, self.calendar, self.on, self.starts, self.ends, repeats="weekly", until=self.until, reminder=30
        )

    @way
    def made_to_repeat_afterwards(self, user: User) -> None:
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends, self.calendar.name)
        user.click(button("Save"))
        user.click(link("Repeat…"))
        user.click(option("Every week"))
        user.fill(field("Last day"), self.until)
        user.click(button("Save"))


class AddWhenTold(Task):
    """An event whose day only the person knows."""

    goals = [
        "Add “{title}” to my {calendar.name} calendar, from {starts} to {ends}. The day is settled, too.",
        "I need “{title}” in Almanac, {starts} to {ends}, in {calendar.name}.",
        "They've given me a day for “{title}”. Put it into {calendar.name}, {starts} until {ends}.",
    ]
    hidden_info = "It's on {on}."
    question_topics = ["day", "date", "when"]

    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Flat inspection", "Meet the new neighbours", "Parcel pick-up", "Chimney sweep")
    on: date = day(2, 25)
    starts: time = clock(9, 17)
    ends: time = derived(hour_after)

    def effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

    @way
    def asked_in_front_of_the_form(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("New event"))
        told = days(user.ask("For what date should I enter it?"), user.today)[0]
        fill_in(user, self.title, told, self.starts, self.ends, self.calendar.name)
        user.click(button("Save"))


class CopyForAnotherDay(Task):
    """An event is copied to another day."""

    goals = [
        "“{event.title}” on {event.day} will happen a second time: copy it to {to}.",
        "Duplicate the event “{event.title}” of {event.day} in Almanac; the copy should be on {to}.",
        "Make a copy of “{event.title}” ({event.day}) on {to}.",
    ]

    event: Event = pick(Event, own, among=coming)
    distance: int = number(7, 40)
    to: date = derived(lambda event, distance: after(event.day, distance, event))

    def effects(self) -> Commands:
        yield calendar.Duplicate(self.event, self.to)

    @way
    def made_anew_just_like_it(self, user: User) -> None:
        event = self.event
        user.open("Almanac")
        new_event(user, event.title, self.to, event.starts.time(), event.ends.time(), event.calendar.name)
        user.choose(field("Reminder"), REMINDERS[sure(event.reminder)])
        user.fill(field("Place"), event.place)
        user.fill(field("Note"), event.note)
        user.click(button("Save"))

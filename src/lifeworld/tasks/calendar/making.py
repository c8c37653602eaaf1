"""Events made in Almanac, its calendars, and its settings."""

from dataclasses import replace
from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Mode, Paint
from lifeworld.taskkit import (
    Commands,
    Effects,
    Setup,
    Store,
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
    way,
)
from lifeworld.tasks.calendar.meant import after, coming, hour_after, own, private, suits
from lifeworld.tasks.calendar.ways import find, new_event

KEPT_IN = {
    "Haircut with Lou": ("Personal",),
    "Passport photos": ("Personal", "Family"),
    "Bike service": ("Personal", "Family"),
    "Call the accountant": ("Personal", "Work"),
    "First-aid course": ("Personal", "Work"),
    "Training budget": ("Work",),
    "Photo of all of us": ("Family",),
}
VIEWS: dict[str, Mode] = {"week": "week", "day": "day", "schedule": "agenda"}


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
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends)


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
        when = (self.on, self.starts, self.ends)
        yield calendar.AddEvent(self.title, self.calendar, *when, repeats="weekly", until=self.until)

    @way
    def made_to_repeat_afterwards(self, user: User) -> None:
        user.do(calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends))
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

    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Flat inspection", "Meet the new neighbours", "Parcel pick-up", "Chimney sweep")
    on: date = day(2, 25)
    starts: time = clock(9, 17)
    ends: time = derived(hour_after)

    def effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends)

    @way
    def asked_in_front_of_the_form(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("New event"))
        told = days(user.ask("For what date should I enter it?"), user.today)[0]
        user.do(calendar.AddEvent(self.title, self.calendar, told, self.starts, self.ends))


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
        one, starts, ends = self.event, self.event.starts.time(), self.event.ends.time()
        new = calendar.AddEvent(one.title, one.calendar, self.to, starts, ends, place=one.place, note=one.note)
        user.do(replace(new, reminder=one.reminder))


# ---- calendars and settings


class CalendarForAClub(Task):
    """A calendar is made and gets its first event."""

    goals = [
        "Make a new {colour} calendar “{name}” in Almanac, and put “{title}” into it on {on}, {starts} to {ends}.",
        "I need a calendar called “{name}”, in {colour}. Its first event is “{title}” on {on} from {starts} to {ends}.",
        "Create the calendar “{name}” with the colour {colour}. Then add “{title}” there: {on}, {starts} until {ends}.",
    ]
    tags = ["long"]

    name: str = phrase("Allotment", "Five-a-side", "House move", "Quiz team")
    colour: Paint = phrase("sage", "tomato", "graphite")
    title: str = phrase("Kick-off", "First meeting", "Planning evening")
    on: date = day(2, 25)
    starts: time = clock(17, 20)
    ends: time = derived(hour_after)

    def effects(self) -> Effects:
        made = yield calendar.AddCalendar(self.name, self.colour)
        yield calendar.AddEvent(self.title, made, self.on, self.starts, self.ends)

    @way
    def event_first(self, user: User) -> None:
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends)
        user.click(button("Save"))
        user.do(calendar.AddCalendar(self.name, self.colour))
        find(user, self.title, self.on)
        user.click(link("Calendar…"))
        user.click(button(self.name))


class RepaintCalendar(Task):
    """A calendar gets another name and colour, another one is hidden."""

    goals = [
        "Rename my calendar {calendar.name} to “{name}” and make it {colour}. Also hide the events of {hidden.name}.",
        "In Almanac, {calendar.name} should be called “{name}” and be {colour}; and {hidden.name} shouldn't be shown.",
        "Two things in my calendars: hide {hidden.name}, and change {calendar.name} to “{name}” in {colour}.",
    ]

    calendar: Calendar = pick(Calendar)
    hidden: Calendar = pick(Calendar, lambda hidden, calendar: hidden.id != calendar.id and hidden.shown)
    name: str = phrase("Day to day", "The usual", "This and that", "Not to be missed")
    colour: Paint = phrase("blueberry", "sage", "banana", "graphite")

    def effects(self) -> Commands:
        yield calendar.EditCalendar(self.calendar, self.name, self.colour)
        yield calendar.ShowCalendar(self.hidden, shown=False)

    @way
    def hidden_first(self, user: User) -> None:
        user.do(calendar.ShowCalendar(self.hidden, shown=False))
        user.do(calendar.EditCalendar(self.calendar, self.name, self.colour))


class DropCalendar(Task):
    """A calendar goes with all its events, once the person has agreed."""

    goals = [
        "My calendar “{name}” in Almanac is most likely of no use any more. If I confirm that in a moment, delete it "
        "with everything in it.",
        "The calendar “{name}” can go from Almanac, events and all, as long as you've had my yes to it.",
        "Get rid of “{name}” and all its events in Almanac. The final decision is mine, right before it happens.",
    ]
    confirmation = {
        "effects": "Yes, delete all of it.",
        "nothing": "No, leave it as it is after all.",
        "hidden": "Don't delete it, just hide it, so that I don't see its events any more.",
    }
    question_topics = ["{name}"]

    name: str = phrase("Night course", "Old flat", "Film club", "Half marathon", "Darts league", "Car pool")
    first: date = day(-40, 10)
    starts: time = clock(17, 20)
    ends: time = derived(hour_after)

    def setup(self, store: Store) -> Setup:
        yield calendar.AddCalendar(self.name, "banana")
        made = store.one(Calendar, "name = ?", self.name)
        for weeks, what in ((0, ", first time"), (2, ": meeting"), (4, ": the end")):
            on = self.first + timedelta(weeks=weeks)
            yield calendar.AddEvent(f"{self.name}{what}", made, on, self.starts, self.ends)

    def effects(self, store: Store) -> Commands:
        yield calendar.DeleteCalendar(store.one(Calendar, "name = ?", self.name))

    def hidden(self, store: Store) -> Commands:
        yield calendar.ShowCalendar(store.one(Calendar, "name = ?", self.name), shown=False)

    @way
    def asked_in_front_of_the_button(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Calendars"))
        user.click(link(f"Delete {self.name}"))
        reply = user.ask(f"Is it OK to remove the calendar “{self.name}” and its 3 events for good?")
        if "? Yes" in reply:
            user.click(button("Delete"))
        elif "hide" in reply:
            user.back()
            user.click(button(f"Hide {self.name}"))


class MyWeek(Task):
    """Almanac opens with another view, on other weeks, for other lengths of events."""

    goals = [
        "Let Almanac open with the {view}, start weeks on Monday, and make new events {length} minutes long.",
        "Change Almanac's settings: the {view} first, weeks from Monday, {length} minutes for a new event.",
        "In Almanac I want to see the {view} first, with Monday as the first day of the week and new events of "
        "{length} minutes.",
    ]

    view: str = phrase(*VIEWS)
    length: str = phrase("15", "20", "30", "40", "45", "50", "75", "90", "120")

    def effects(self) -> Commands:
        yield calendar.SaveSettings(VIEWS[self.view], "monday", int(self.length))

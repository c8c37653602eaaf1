"""Events changed in Almanac: what they say, where they are filed, when they take place."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Paint, occurrences
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, days, derived, link, number, phrase, pick, way
from lifeworld.tasks.calendar.meant import after, ahead, coming, one_of, own, shifted, timed_ahead, weekly
from lifeworld.tasks.calendar.ways import MORE, between, look_up, month, search, set_times

MINUTES = {"at the start": 0, "10 minutes before": 10, "1 hour before": 60, "2 hours before": 120, "1 day before": 1440}


class NewTitleAndPlace(Task):
    """An event gets another title and place."""

    goals = [
        "Rename “{event.title}” on {event.day} to “{title}” and set its place to “{place}”.",
        "“{event.title}” ({event.day}) is now called “{title}”, and the place is “{place}”. Change it in Almanac.",
        "Change the event “{event.title}” of {event.day}: the title is “{title}”, the place “{place}”.",
    ]

    event: Event = pick(Event, lambda event, now: own(event, now) and bool(event.guests), among=coming)
    addition: str = phrase(" (confirmed)", " (new place)", " (final)")
    title: str = derived(lambda event, addition: f"{event.title}{addition}")
    place: str = phrase("The museum, upper floor", "Callow Evening College", "Café by the river", "Library, back room")

    def effects(self) -> Commands:
        yield calendar.EditEvent(self.event, self.title, self.place)

    @way
    def one_after_the_other(self, user: User) -> None:
        for title in (self.event.title, self.title):
            user.do(calendar.EditEvent(self.event, title, self.place))


class RemindMe(Task):
    """An event reminds at another time, and wears a colour of its own."""

    goals = [
        "For “{event.title}” on {event.day} I want to be reminded {when}. Colour the event {colour}, too.",
        "“{event.title}” ({event.day}) matters: give it the colour {colour} and let Almanac remind me {when}.",
        "In Almanac, give “{event.title}” of {event.day} the colour {colour} and a reminder {when}.",
    ]

    when: str = phrase(*MINUTES)
    event: Event = pick(
        Event, lambda event, when, now: timed_ahead(event, now) and event.reminder != MINUTES[when], among=coming
    )
    colour: Paint = phrase("tomato", "banana", "sage", "graphite")

    def effects(self) -> Commands:
        yield calendar.SetReminder(self.event, MINUTES[self.when])
        yield calendar.SetColour(self.event, self.colour)

    @way
    def colour_first(self, user: User) -> None:
        user.do(calendar.SetColour(self.event, self.colour))
        user.do(calendar.SetReminder(self.event, MINUTES[self.when]))


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
        if "? Yes" in reply:
            user.do(calendar.DeleteEvent(self.event))
        elif found := days(reply.rpartition("? ")[2], user.today):
            user.do(calendar.MoveEvent(self.event, found[0], self.event.starts.time(), self.event.ends.time()))


# ---- moved


class _NewTime:
    """An event and the time that it should move to."""

    event: Event = pick(Event, own, among=coming)
    distance: int = number(1, 20)
    to: date = derived(lambda event, distance: after(event.day, distance, event))
    later: int = number(-1, 2)
    starts: time = derived(lambda event, later: shifted(event.starts, later))
    ends: time = derived(lambda event, later: shifted(event.ends, later))


class Reschedule(_NewTime, Task):
    """An event gets another day and time."""

    goals = [
        "Move “{event.title}” from {event.day} to {to}, {starts} to {ends}.",
        "“{event.title}” on {event.day} has been postponed: it is now on {to} from {starts} to {ends}. Change it.",
        "In Almanac, put “{event.title}” ({event.day}) on {to} instead, from {starts} until {ends}.",
    ]

    def effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)


class MoveTheirs(_NewTime, Task):
    """Somebody else's event can't be moved."""

    goals = [
        "Move “{event.title}” on {event.day} to {to}, {starts} to {ends}.",
        "I'd like “{event.title}” ({event.day}) to be on {to} from {starts} to {ends} instead. Change that in Almanac.",
        "“{event.title}” of {event.day} should be later: put it on {to}, {starts} until {ends}.",
    ]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.own, among=coming)

    def impossible(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.give_up()


class _OneOfMany:
    """One time of a weekly event; the others stay."""

    series: Event = pick(Event, weekly, among=ahead)
    weeks: int = number(0, 7)
    of: date = derived(one_of)

    def on_its_page(self, user: User) -> None:
        """Change that time alone, from its page."""
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this event"))

    def solution(self, user: User) -> None:
        look_up(user, self.series, self.of)
        self.on_its_page(user)

    @way
    def found_in_the_month(self, user: User) -> None:
        month(user, self.of)
        user.click(link(f"{self.series.title}…"))
        self.on_its_page(user)


class MoveJustOne(_OneOfMany, Task):
    """One time of a weekly event moves; the others stay."""

    goals = [
        "“{series.title}” on {of} only: move it to {to}, {starts} to {ends}. All other weeks stay as they are.",
        "Just this once, “{series.title}” of {of} takes place on {to} from {starts} to {ends}. Change that one only.",
        "My weekly “{series.title}” can't be on {of}. Put that one on {to}, {starts} until {ends}, and leave the rest.",
    ]
    tags = ["long"]

    weeks: int = number(0, 2)
    distance: int = number(1, 3)
    to: date = derived(lambda of, distance, series: after(of, distance, series))
    later: int = number(-1, 2)
    starts: time = derived(lambda series, later: shifted(series.starts, later))
    ends: time = derived(lambda series, later: shifted(series.ends, later))

    def effects(self) -> Commands:
        yield calendar.MoveOnce(self.series, self.of, self.to, self.starts, self.ends)

    def on_its_page(self, user: User) -> None:
        user.click(link("Move only this event"), via=MORE)
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))


class SkipOne(_OneOfMany, Task):
    """One time of a weekly event falls out."""

    goals = [
        "“{series.title}” on {of} is off. Delete only that one.",
        "Take {of} out of my weekly “{series.title}”; every other week stays.",
        "There's no “{series.title}” on {of}. Remove just that one from Almanac.",
    ]

    def effects(self) -> Commands:
        yield calendar.DeleteOnce(self.series, self.of)


class SkipAndTellTheNext(SkipOne):
    """One time of a weekly event falls out, and the next one after it is told."""

    goals = [
        "“{series.title}” on {of} is cancelled. Delete just that one, and tell me the date of the next one after it.",
        "Take {of} out of my weekly “{series.title}”, leave all others, and tell me on which date it is on again after "
        "that.",
        "There's no “{series.title}” on {of}. Remove only that day from Almanac; and when is the next one then? I need "
        "the date.",
    ]

    weeks: int = number(0, 6)

    def answer(self, store: Store) -> date | None:
        found = occurrences(store, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next((one.day for one in found if one.event.title == self.series.title), None)

    def solution(self, user: User) -> None:
        super().solution(user)
        user.say(self._next(user))

    @way
    def found_in_the_month(self, user: User) -> None:
        on = self._next(user)
        super().found_in_the_month(user)
        user.say(on)

    def _next(self, user: User) -> date:
        rest = between(user, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next(one.day for one in rest if one.title == self.series.title)


class EndOfSeries(Task):
    """A weekly event gets a last day."""

    goals = [
        "My weekly “{series.title}” comes to an end: the last one is on {until}. Put that into Almanac.",
        "Give my weekly “{series.title}” an end. Its last day is {until}.",
        "In Almanac, “{series.title}” should go on weekly only until {until}.",
    ]

    series: Event = pick(Event, weekly, among=ahead)
    weeks: int = number(2, 10)
    until: date = derived(one_of)

    def effects(self) -> Commands:
        yield calendar.SetRepeat(self.series, "weekly", self.until)

"""Moving events in Almanac, and single times of repeating ones."""

from datetime import date, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event
from lifeworld.taskkit import Commands, Task, User, button, derived, field, link, number, pick, way
from lifeworld.tasks.calendar.meant import after, ahead, coming, one_of, own, shifted, weekly
from lifeworld.tasks.calendar.ways import MORE, look_up, pick_out, search, set_times


class Reschedule(Task):
    """An event gets another day and time."""

    goals = [
        "Move “{event.title}” from {event.day} to {to}, {starts} to {ends}.",
        "“{event.title}” on {event.day} has been postponed: it is now on {to} from {starts} to {ends}. Change it.",
        "In Almanac, put “{event.title}” ({event.day}) on {to} instead, from {starts} until {ends}.",
    ]

    event: Event = pick(Event, own, among=coming)
    distance: int = number(1, 20)
    to: date = derived(lambda event, distance: after(event.day, distance, event))
    later: int = number(-1, 2)
    starts: time = derived(lambda event, later: shifted(event.starts, later))
    ends: time = derived(lambda event, later: shifted(event.ends, later))

    def effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)

    @way
    def by_the_menu(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.click(link("Change the time"), via=MORE)
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))


class MoveTheirs(Task):
    """Somebody else's event can't be moved."""

    goals = [
        "Move “{event.title}” on {event.day} to {to}, {starts} to {ends}.",
        "I'd like “{event.title}” ({event.day}) to be on {to} from {starts} to {ends} instead. Change that in Almanac.",
        "“{event.title}” of {event.day} should be later: put it on {to}, {starts} until {ends}.",
    ]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.own, among=coming)
    distance: int = number(1, 20)
    to: date = derived(lambda event, distance: after(event.day, distance, event))
    later: int = number(-1, 2)
    starts: time = derived(lambda event, later: shifted(event.starts, later))
    ends: time = derived(lambda event, later: shifted(event.ends, later))

    def impossible(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.give_up()


class MoveJustOne(Task):
    """One time of a weekly event moves; the others stay."""

    goals = [
        "“{series.title}” on {of} only: move it to {to}, {starts} to {ends}. All other weeks stay as they are.",
        "Just this once, “{series.title}” of {of} takes place on {to} from {starts} to {ends}. Change that one only.",
        "My weekly “{series.title}” can't be on {of}. Put that one on {to}, {starts} until {ends}, and leave the rest.",
    ]
    tags = ["long"]

    series: Event = pick(Event, weekly, among=ahead)
    weeks: int = number(0, 2)
    of: date = derived(one_of)
    distance: int = number(1, 3)
    to: date = derived(lambda of, distance, series: after(of, distance, series))
    later: int = number(-1, 2)
    starts: time = derived(lambda series, later: shifted(series.starts, later))
    ends: time = derived(lambda series, later: shifted(series.ends, later))

    def effects(self) -> Commands:
        yield calendar.MoveOnce(self.series, self.of, self.to, self.starts, self.ends)

    def solution(self, user: User) -> None:
        look_up(user, self.series, self.of)
        user.click(link("Move only this one"), via=MORE)
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))

    @way
    def found_in_the_month(self, user: User) -> None:
        pick_out(user, self.series, self.of)
        user.click(link("Move only this one"), via=MORE)
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))


class SkipOne(Task):
    """One time of a weekly event falls out."""

    goals = [
        "“{series.title}” on {of} is off. Delete only that one.",
        "Take {of} out of my weekly “{series.title}”; every other week stays.",
        "There's no “{series.title}” on {of}. Remove just that one from Almanac.",
    ]

    series: Event = pick(Event, weekly, among=ahead)
    weeks: int = number(0, 7)
    of: date = derived(one_of)

    def effects(self) -> Commands:
        yield calendar.DeleteOnce(self.series, self.of)

    def solution(self, user: User) -> None:
        look_up(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))

    @way
    def found_in_the_month(self, user: User) -> None:
        pick_out(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))


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

    @way
    def from_its_last_day(self, user: User) -> None:
        look_up(user, self.series, self.until)
        self._end(user)

    def _end(self, user: User) -> None:
        user.click(link("Repeat…"))
        user.fill(field("Last day"), self.until)
        user.click(button("Save"))

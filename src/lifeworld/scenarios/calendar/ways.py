"""What people mean by an event, and the ways through Almanac."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import Occurrence, next_day, occurrences
from lifeworld.scenarios import User, button, field, link
from lifeworld.store import Store

CALENDARS = (link("Calendars"),)
MORE = (button("More"),)
MINUTES = {"at the start": 0, "10 minutes before": 10, "1 hour before": 60, "1 day before": 1440}
AS_LISTED = {0: "At the start", 10: "10 min before", 60: "1 hour before", 1440: "1 day before"}
ANSWERS = {"accept": "accepted", "decline": "declined"}


# What people mean when they speak of an event


def coming(row: Event, now: datetime) -> bool:
    """Return whether it takes place once, at a time still ahead."""
    return row.once and row.starts > now


def own(row: Event, now: datetime) -> bool:
    """Return whether it is the owner's own, still ahead, and at a time of day."""
    return coming(row, now) and row.own and not row.all_day


def asked(row: Event, now: datetime) -> bool:
    """Return whether it is an invitation that waits for an answer."""
    return row.reply == "invited" and row.ends >= now


def weekly(row: Event) -> bool:
    """Return whether it is the owner's own and comes back every week for good."""
    return row.own and row.repeats == "weekly" and row.until is None


def repeating(row: Event) -> bool:
    return not row.once


def next_of(series: Event, store: Store, now: datetime) -> date:
    """Return the next day, after today, on which a repeating event takes place."""
    return next_day(store, series, now.date() + timedelta(days=1))


def hour_after(starts: time) -> time:
    return time(starts.hour + 1, starts.minute)


def on(store: Store, one: date) -> list[Occurrence]:
    """Return what takes place on a day at a time of day."""
    return [found for found in occurrences(store, one, one) if not found.event.all_day and found.day == one]


# The ways there


def search(user: User, event: Event) -> None:
    """Go to an event by the search, among others of its name by its first day."""
    user.open("Almanac")
    user.click(link("Search events"))
    user.fill(field("Search titles, places and notes"), event.title)
    user.click(button("Search"))
    user.click(link("…").within(f"{event.title}, {event.day:%b} {event.day.day}, {event.day.year}"))


def look_up(user: User, event: Event, one: date) -> None:
    """Go to a repeating event's page of one day within the next weeks."""
    user.open("Almanac")
    user.click(link("Schedule"))
    user.click(link(f"{event.title}…").within(f"{one:%A, %B} {one.day}"))


def set_times(user: User, one: date, starts: time, ends: time) -> None:
    user.fill(field("Date"), one)
    user.fill(field("Starts"), starts)
    user.fill(field("Ends"), ends)


def new_event(user: User, title: str, one: date, starts: time, ends: time, calendar: str = "") -> None:
    """Fill the form of a new event, up to its button."""
    user.click(link("New event"))
    user.fill(field("Title"), title)
    set_times(user, one, starts, ends)
    if calendar:
        user.choose(field("Calendar"), calendar)

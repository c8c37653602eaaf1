"""The ways through Almanac, and how its screens are read."""

import re
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.life.models import Person
from lifeworld.scenarios import User, box, button, clocks, days, field, link

CALENDARS = (link("Calendars"),)
MORE = (button("More"),)
_SPAN = re.compile(r"(\d+:\d\d)( [AP]M)? – (\d+:\d\d)( [AP]M)")


def search(user: User, event: Event) -> None:
    """Go to an event by the search, among others of its name by its first day."""
    user.open("Almanac")
    user.click(link("Search events"))
    user.fill(field("Search titles, places and notes"), event.title)
    user.click(button("Search"))
    user.click(link("…").within(f"{event.title}, {event.day:%b} {event.day.day}, {event.day.year}"))


def schedule(user: User, one: date) -> None:
    """Open the schedule where it shows a day to come."""
    user.open("Almanac")
    user.click(link("Schedule"))
    for _ in range((one - user.today).days // 28):
        user.click(link("Later"))


def month(user: User, one: date) -> None:
    """Choose a day to come in the month view."""
    user.open("Almanac")
    user.click(link("Month"))
    for _ in range((one.year - user.today.year) * 12 + one.month - user.today.month):
        user.click(link("Later"))
    user.click(link(f"{one:%b} {one.day},…"))


def look_up(user: User, event: Event, one: date) -> None:
    """Go by the schedule to an event's page of one day."""
    schedule(user, one)
    user.click(link(f"{event.title}…").within(heading(one)))


def pick_out(user: User, event: Event, one: date) -> None:
    """Go by the month to an event's page of one day."""
    month(user, one)
    user.click(link(f"{event.title}…"))


def set_times(user: User, one: date, starts: time, ends: time) -> None:
    user.fill(field("Date"), one)
    user.fill(field("Starts"), starts)
    user.fill(field("Ends"), ends)


def fill_in(user: User, title: str, one: date, starts: time, ends: time, calendar: str = "") -> None:
    """Fill the form of a new event, up to its button."""
    user.fill(field("Title"), title)
    set_times(user, one, starts, ends)
    if calendar:
        user.choose(field("Calendar"), calendar)


def new_event(user: User, title: str, one: date, starts: time, ends: time, calendar: str = "") -> None:
    """Open the form of a new event and fill it, up to its button."""
    user.click(link("New event"))
    fill_in(user, title, one, starts, ends, calendar)


def tick(user: User, person: Person) -> None:
    """Choose somebody in the list of contacts, which may be long."""
    while not user.sees(person.name):
        user.click(link("Show more"))
    user.check(box(person.name))


# What the screens show


def heading(one: date) -> str:
    """Return what stands above a day's events."""
    return f"{one:%A, %B} {one.day}"


def listed(user: User, one: date) -> list[str]:
    """Return what the schedule lists for a day."""
    schedule(user, one)
    return [line.text for line in user.page.lines() if line.heading == heading(one)]


def shown_day(user: User) -> date:
    """Return the day on an event's page."""
    return days(user.page.text, user.today)[0]


def times(text: str) -> tuple[time, time] | None:
    """Return when it starts and ends, from “8:30 – 9:15 AM”; None for what lasts all day."""
    found = _SPAN.search(text)
    if found is None:
        return None
    starts, half, ends, last = found.groups()
    first, second = clocks(f"{starts}{half or last}, {ends}{last}")
    return first, second


def shown_times(user: User) -> tuple[time, time]:
    """Return when the event starts and ends whose page is open."""
    found = times(user.page.text)
    assert found, "it lasts all day"
    return found


def length(starts: time, ends: time) -> timedelta:
    return datetime.combine(date.min, ends) - datetime.combine(date.min, starts)

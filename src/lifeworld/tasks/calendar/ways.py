"""The ways through Almanac, and how its screens are read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.life.models import Person
from lifeworld.taskkit import User, box, button, clocks, days, field, link, show_all, sure
from lifeworld.taskkit.user import Control

CALENDARS = (link("Calendars"),)
MORE = (button("More"),)
REST = (link("Show more"),) * 12  # what leads to the rest of what is found: what is weekly takes place for years
PAGE = 28  # days of the schedule
OPEN, CLOSE = time(8), time(20)  # between which “Find a time” looks for room
_BEGINS = re.compile(r", [A-Z][a-z]{2} \d{1,2}, \d{4}$")
_SPAN = re.compile(r"(\d+:\d\d)( [AP]M)? – (\d+:\d\d)( [AP]M)")
Span = tuple[time, time]


def look_for(user: User, words: str) -> None:
    """Search the events."""
    user.open("Almanac")
    user.click(link("Search events"))
    user.fill(field("Search titles, places and notes"), words)
    user.click(button("Search"))


def find(user: User, title: str, day: date) -> None:
    """Go to an event by the search, among others of its name by its first day."""
    look_for(user, title)
    user.click(link("…").within(f"{title}, {day:%b} {day.day}, {day.year}"), via=REST)


def search(user: User, event: Event) -> None:
    """Open an event that a search finds."""
    find(user, event.title, event.day)


def schedule(user: User, one: date) -> None:
    """Open the schedule where it shows a day."""
    user.open("Almanac")
    user.click(link("Schedule"))
    pages = (one - user.today).days // PAGE
    for _ in range(abs(pages)):
        user.click(link("Later" if pages > 0 else "Earlier"))


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
    user.click(entry(user, event.title, heading(one)))


def entry(user: User, title: str, day: str) -> Control:
    """Name an event in the list of the day that is headed so; the names of others may begin with its own."""
    found = next(line for line in user.page.lines() if line.heading == day and named(line.text) == title)
    return link(found.names[0]).within(day)


def invitations(user: User) -> None:
    """Open the list of invitations."""
    user.open("Almanac")
    user.click(link("Invitations"), via=CALENDARS)


def set_times(user: User, one: date, starts: time, ends: time) -> None:
    """Fill in day, begin and end of the form on the screen."""
    user.fill(field("Date"), one)
    user.fill(field("Starts"), starts)
    user.fill(field("Ends"), ends)


def move(user: User, one: date, span: Span) -> None:
    """Give the event that is open another day and other times."""
    user.click(link("Time…"))
    set_times(user, one, *span)
    user.click(button("Save"))


def new_event(user: User, title: str, one: date, starts: time, ends: time, calendar: str = "") -> None:
    """Open the form of a new event and fill it, up to its button."""
    user.click(link("New event"))
    user.fill(field("Title"), title)
    set_times(user, one, starts, ends)
    if calendar:
        user.choose(field("Calendar"), calendar)


def tick(user: User, person: Person) -> None:
    """Choose somebody in the list of contacts, which may be long."""
    user.click(box(person.name), via=[button("Show more")])


# What the screens show


def room(user: User, on: date, length: str) -> list[str]:
    """Let Almanac find time of a length on a day, and return what it offers."""
    user.open("Almanac")
    user.click(link("Find a time"), via=CALENDARS)
    user.fill(field("From"), on)
    user.choose(field("Duration"), length)
    user.click(button("Show"))
    return [line.text for line in user.page.lines() if line.heading == heading(on)]


def heading(one: date) -> str:
    """Return what stands above a day's events."""
    return f"{one:%A, %B} {one.day}"


def named(text: str) -> str:
    """Return the name of the event whose words these are in a list."""
    return _BEGINS.sub("", text.splitlines()[0])


@dataclass(frozen=True)
class Listed:
    """An event as a list shows it: all its words, of which the first line ends with the day that it begins on."""

    day: date
    text: str

    @property
    def title(self) -> str:
        return named(self.text)

    @property
    def times(self) -> Span:
        return sure(times(self.text))


def between(user: User, first: date, last: date) -> list[Listed]:
    """Return what the schedule lists from one day to another, in order."""
    schedule(user, first)
    found = _of_page(user)
    for _ in range((last - user.today).days // PAGE - (first - user.today).days // PAGE):
        user.click(link("Later"))
        found += _of_page(user)
    return [one for one in found if first <= one.day <= last]


def timed(user: User, first: date, last: date | None = None) -> list[Listed]:
    """Return what the schedule lists for a day, or from one to another, apart from what lasts all day."""
    return [one for one in between(user, first, last or first) if times(one.text)]


def _of_page(user: User) -> list[Listed]:
    headed = ((days(line.heading, user.today), line.text) for line in user.page.lines())
    return [Listed(on[0], text) for on, text in headed if on]


def results(user: User, words: str) -> list[Listed]:
    """Search the events and return all that is found, each with its first day; the latest come first."""
    look_for(user, words)
    found = [line.text for line in show_all(user) if line.heading == "Results"]
    return [Listed(days(text.splitlines()[0], user.today)[-1], text) for text in found]


def listed(user: User, one: date) -> list[str]:
    """Return what the schedule lists for a day."""
    return [found.text for found in between(user, one, one)]


def shown_day(user: User) -> date:
    """Return the day on an event's page."""
    return days(user.page.text, user.today)[0]


def shown_times(user: User) -> Span:
    """Return when the event starts and ends whose page is open."""
    return sure(times(user.page.text))


def times(text: str) -> Span | None:
    """Return when it starts and ends, from “8:30 – 9:15 AM”; None for what lasts all day."""
    found = _SPAN.search(text)
    if found is None:
        return None
    starts, half, ends, last = found.groups()
    first, second = clocks(f"{starts}{half or last}, {ends}{last}")
    return first, second


def length(starts: time, ends: time) -> timedelta:
    return datetime.combine(date.min, ends) - datetime.combine(date.min, starts)


def altogether(found: list[Listed]) -> timedelta:
    return sum((length(*one.times) for one in found), timedelta())


def clashes(user: User, on: date, when: Span, besides: str = "") -> list[str]:
    """Return the names of what the schedule lists for that time of a day, besides one event."""
    found = [one for one in timed(user, on) if one.times[0] < when[1] and when[0] < one.times[1]]
    return [one.title for one in found if one.title != besides]


def gaps(user: User, on: date, since: time) -> list[Span]:
    """Return from when to when nothing is listed for a day until the evening; what lasts all day takes no time."""
    busy = [one.times for one in timed(user, on)]
    begins = sorted([since, *(end for _, end in busy if end > since)])
    found = [(begin, min([CLOSE, *(start for start, end in busy if end > begin)])) for begin in begins]
    return [(begin, end) for begin, end in found if begin < end]


def first_fit(found: Iterable[Span], since: time, long: timedelta) -> time:
    """Return when the first of the gaps begins that is long enough, from then on."""
    within = ((max(starts, since), ends) for starts, ends in found)
    return next(starts for starts, ends in within if length(starts, ends) >= long)

"""What lists show, line by line, for solutions that read what they need off them."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time

from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.taskkit import Line, User, amounts, box, button, clocks, days, field, link, show_all
from lifeworld.tasks.bank import go
from lifeworld.tasks.calendar import new_event
from lifeworld.tasks.mail import search
from lifeworld.tasks.todo import open_list

_ENTRY = re.compile(r"(?P<who>.+), [−+]?\$[\d,.]+, (?P<when>\w+ \d+ [\d:]+ [AP]M)(, pending)?")


@dataclass(frozen=True)
class Payment:
    """A line of the bank's activity; an amount below zero went out."""

    who: str
    amount: Money
    at: datetime
    link: str  # the name of what leads to its page


def listed(user: User) -> list[Line]:
    """Return the lines of a list, unfolded and from this page to its last."""
    show_all(user)
    found = user.page.lines()
    while any(node.role == "link" and node.name == "Next" for node in user.page.main.walk()):
        user.click(link("Next"))
        found += user.page.lines()
    return found


def payments(user: User, words: str) -> list[Payment]:
    """Search the bank's activity and return all that it finds, the latest first."""
    go(user, "Activity")
    user.fill(field("Search transactions"), words)
    user.click(button("Search"))
    return [found for line in listed(user) if (found := payment(user, line))]


def payment(user: User, line: Line) -> Payment | None:
    """Return what a line of the activity says, or nothing of a line of another kind."""
    found = _ENTRY.fullmatch(line.names[0]) if line.names else None
    if not found:
        return None
    day = (days(line.heading, user.today) or days(found["when"], user.today))[0]
    return Payment(found["who"], amounts(found[0])[-1], datetime.combine(day, clocks(found["when"])[0]), found[0])


def said(user: User, words: str) -> str:
    """Return the message of the open chat that holds these words, without the photo that may come with it."""
    return next(one for one in user.page.line(words, "Messages").text.splitlines() if words in one)


def letter(user: User, subject: str) -> str:
    """Find a letter by its subject, open it and return what it says."""
    search(user, f'subject:"{subject}"')
    user.click(link(f"{subject}…"))
    return conversation(user)


def conversation(user: User) -> str:
    """Return what the open conversation says, without the list that a wide screen shows beside it."""
    found = [node for node in user.page.main.walk() if node.role == "article"]
    return found[-1].text


def open_titled(user: User, title: str) -> None:
    """Find an event by its title and open it."""
    user.open("Almanac")
    user.click(link("Search events"))
    user.fill(field("Search titles, places and notes"), title)
    user.click(button("Search"))
    user.click(link(f"{title}…"))


def where_and_when(user: User) -> tuple[str, date]:
    """Return place and day of the event that is open."""
    _, _, day, place, *_ = user.page.text.splitlines()
    return place, days(day, user.today)[0]


def guests(user: User, answer: str) -> list[str]:
    """Return the guests of the open event who have given this answer: “Coming”, “Not coming”, “No answer yet”."""
    told = f" {answer}"
    return [line.removesuffix(told) for line in user.page.text.splitlines() if line.endswith(told)]


def mark_day(user: User, title: str, on: date, calendar: Calendar) -> None:
    """Put something that lasts all day into a calendar."""
    user.open("Almanac")
    user.click(link("New event"))
    user.fill(field("Title"), title)
    user.check(box("All day"))
    user.fill(field("Date"), on)
    user.choose(field("Calendar"), calendar.name)
    user.click(button("Save"))


def plan(user: User, title: str, on: date, span: tuple[time, time], calendar: Calendar, place: str = "") -> None:
    """Put something that begins and ends at a time into a calendar."""
    user.open("Almanac")
    new_event(user, title, on, *span, calendar.name)
    if place:
        user.fill(field("Place"), place)
    user.click(button("Save"))


def tick_off(user: User, found: TaskList, title: str) -> None:
    """Complete a task of a list."""
    open_list(user, found)
    user.click(button(f"Complete {title}"))

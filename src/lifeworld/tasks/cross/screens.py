"""What lists show, line by line, for solutions that read what they need off them."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Line, Money, User, amounts, button, clocks, days, field, link, show_all
from lifeworld.tasks.bank import search as search_bank
from lifeworld.tasks.calendar.ways import look_for
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.shop import search_orders
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
    search_bank(user, words)
    return [found for line in listed(user) if (found := payment(user, line))]


def payment(user: User, line: Line) -> Payment | None:
    """Return what a line of the activity says, or nothing of a line of another kind."""
    found = _ENTRY.fullmatch(line.names[0]) if line.names else None
    if not found:
        return None
    day = (days(line.heading, user.today) or days(found["when"], user.today))[0]
    return Payment(found["who"], amounts(found[0])[-1], datetime.combine(day, clocks(found["when"])[0]), found[0])


def spent_at(user: User, event: tuple[str, date]) -> Money:
    """Return the one payment at a place on a day."""
    return next(-one.amount for one in payments(user, event[0]) if (one.who, one.at.date()) == event)


def letter(user: User, subject: str, words: str = "") -> str:
    """Find a letter by its subject, open it and return what it says, from behind the last of these words on."""
    search(user, f'subject:"{subject}"')
    user.click(link(f"{subject}…"))
    return conversation(user).rsplit(words, 1)[-1] if words else conversation(user)


def reply_to(user: User, subject: str, text: str) -> None:
    """Find a letter by its subject and answer it."""
    letter(user, subject)
    reply(user, text)


def reply(user: User, text: str) -> None:
    """Answer the letter that is open."""
    user.click(link("Reply"))
    user.fill(field("Message"), text)
    user.click(button("Send"))


def conversation(user: User) -> str:
    """Return what the open conversation says, without the list that a wide screen shows beside it."""
    found = [node for node in user.page.main.walk() if node.role == "article"]
    return found[-1].text


def quotes(text: str) -> list[str]:
    """Return all that stands in quotation marks in a text."""
    return [part.split("”")[0] for part in text.split("“")[1:]]


def open_titled(user: User, title: str) -> None:
    """Find an event by its title and open it."""
    look_for(user, title)
    user.click(link(f"{title}…"))


def where_and_when(user: User) -> tuple[str, date]:
    """Return place and day of the event that is open."""
    lines = [line for line in user.page.text.splitlines() if not line.startswith("Map of ")]
    day, *more = lines[next(n for n, line in enumerate(lines) if " · " in line and days(line, user.today)) :]
    answered = more.index("Decline") + 1 if "Decline" in more else 0  # the place stands below an invitation
    return more[answered], days(day, user.today)[0]


def first_and_last(user: User, title: str) -> tuple[date, date]:
    """Read from the calendar on which days something that lasts several begins and ends."""
    open_titled(user, title)
    first, last, *_ = days(user.page.text, user.today)
    return first, last


_WHEN_OVER = {"Coming": "Accepted", "Not coming": "Declined"}  # what an event that is over says instead


def guests(user: User, answer: str) -> list[str]:
    """Return the guests of the open event who have given this answer: “Coming”, “Not coming”, “No answer yet”."""
    told = {f" {answer}", f" {_WHEN_OVER[answer]}"} if answer in _WHEN_OVER else {f" {answer}"}
    lines = user.page.text.splitlines()
    return [line.removesuffix(end) for line in lines for end in told if line.endswith(end)]


def tick_off(user: User, found: TaskList, title: str) -> None:
    """Complete a task of a list."""
    open_list(user, found)
    user.click(button(f"Complete {title}"))


def write_to(user: User, name: str, text: str) -> None:
    """Send a message in the chat of this name."""
    open_named(user, name)
    send(user, text)


def order_page(user: User, words: str) -> None:
    """Search the orders and open the first that is found."""
    search_orders(user, words)
    user.click(link(user.page.line(words).names[0]))


def expected(user: User, words: str) -> date:
    """Read from an order's tracking on which day it comes."""
    order_page(user, words)
    user.click(link("Track package"))
    return days(user.page.fact("Expected"), user.today)[0]


def cancelled(user: User, words: str) -> Money:
    """Cancel the order that is found by these words, and return what it cost."""
    order_page(user, words)
    total = amounts(user.page.fact("Total"))[0]
    user.click(link("Cancel order"))
    user.click(button("Cancel this order"))
    return total

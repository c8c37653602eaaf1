"""What lists show, line by line, for solutions that read what they need off them."""

import re
from dataclasses import dataclass
from datetime import datetime

from lifeworld.core.money import Money
from lifeworld.scenarios import Line, User, amounts, button, clocks, days, field, link
from lifeworld.scenarios.bank import go, show_all

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
    """Return the message of the open chat that holds these words."""
    return user.page.line(words, "Messages").text.splitlines()[0]

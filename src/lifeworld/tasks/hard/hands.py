"""What is done again and again in long tasks, on what stands on the screen, by the names that were read off it."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Money, User, amounts, box, button, days, field, link, option
from lifeworld.tasks.bank import apply_filters, choose, go, pay_person
from lifeworld.tasks.bank import search as search_bank
from lifeworld.tasks.cross.screens import Payment, listed, payment
from lifeworld.tasks.cross.wishes import priced
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.messenger import open_named
from lifeworld.tasks.todo import open_list
from lifeworld.tasks.todo.ways import waiting


def payments_since(user: User, words: str, first: date) -> list[Payment]:
    """Search the bank's activity from a day on and return all that it finds, the latest first."""
    search_bank(user, words)
    return filtered_payments(user, {"From date": first})


def filtered_payments(user: User, wanted: Mapping[str, Any]) -> list[Payment]:
    """Filter the activity that is open by the fields of its form, and return all that is left, the latest first."""
    apply_filters(user, wanted)
    return [found for line in listed(user) if (found := payment(user, line))]


def see_payment(user: User, words: str, paid: Payment) -> None:
    """Search the bank's activity and open one of the lines found."""
    search_bank(user, words)
    user.click(link(paid.link))


def annotate(user: User, note: str) -> None:
    """Put a note on the transaction that is open."""
    user.click(link("Add note"))
    user.fill(field("Note"), note)
    user.click(button("Save"))


def dispute(user: User, reason: str) -> None:
    """Dispute the transaction that is open, for the reason of these words."""
    user.click(link("Dispute charge"))
    user.click(option(reason))
    user.click(button("Send dispute"))


def file_under(user: User, category: str) -> None:
    """Give the transaction that is open another category."""
    user.click(link("Change category"))
    user.click(button(category))


def pay(user: User, name: str, account: Account, amount: Money, note: str) -> None:
    """Send money to the person of this name."""
    go(user, "Pay & transfer", "Send money")
    user.click(link(name), via=[link("Show more")] * 12)
    pay_person(user, account, amount, note)


def put_down(user: User, account: Account, on: date) -> None:
    """Schedule the bill that is open."""
    user.click(link("Schedule payment"))
    choose(user, "From", account)
    user.fill(field("Pay on"), on)
    user.click(button("Schedule"))


def see_task(user: User, found: TaskList, title: str) -> None:
    """Open a task from its list."""
    open_list(user, found)
    user.click(link(title))


def titled(user: User, found: TaskList, begin: str) -> list[str]:
    """Return the names of a list's open tasks that begin with these words."""
    return [name for line in waiting(user, found) for name in line.names if name.startswith(begin)]


def add_step(user: User, title: str) -> None:
    """Add a step to the task that is open."""
    user.fill(field("New step"), title)
    user.click(button("Add step"))


def set_due(user: User, on: date) -> None:
    """Give the task that is open another day."""
    user.click(link("Due date…"))
    user.fill(field("Another date"), on)
    user.click(button("Save"))


def put_off(user: User, by: timedelta) -> None:
    """Let the task that is open be due later."""
    user.click(link("Due date…"))
    user.fill(field("Another date"), days(user.page.value("Another date"), user.today)[0] + by)
    user.click(button("Save"))


def delete_task(user: User) -> None:
    """Delete the task that is open."""
    user.click(link("Delete task"), via=[button("More")])
    user.click(button("Delete"))


def reopen(user: User, found: TaskList, title: str) -> None:
    """Take the tick of a task back, on its list."""
    open_list(user, found)
    user.click(link("Completed…"))
    user.click(button(f"Reopen {title}"))


def move_day(user: User, on: date) -> None:
    """Give the event that is open, which lasts all day, another day."""
    user.click(link("Time…"))
    user.fill(field("Date"), on)
    user.click(button("Save"))


def delete_event(user: User) -> None:
    """Delete the event that is open, which takes place once."""
    user.click(link("Delete"), via=[button("More")])
    user.click(button("Delete"))


def referred(user: User, entry: str) -> tuple[str, Money]:
    """Look at a line of the activity that is on the screen, and return the order that it is for, and its sum."""
    user.click(link(entry))
    found = user.page.fact("Reference"), amounts(entry)[-1]
    user.back()
    return found


def ordered(user: User, name: str) -> tuple[str, Money]:
    """Look at the order of a thing from the list on the screen, and return its number and what the thing cost."""
    view = next(one for one in user.page.line(name).names if one.startswith("View order "))
    user.click(link(view))
    price = amounts(user.page.line(name).text)[0]
    user.back()
    return view.removeprefix("View order "), price


def expected_of(user: User, names: Iterable[str]) -> dict[str, date]:
    """Look at the parcels of things from the list of orders on the screen, and return when each is expected."""
    found = {}
    for name in names:
        user.click(link(next(one for one in user.page.line(name).names if one.startswith("Track order "))))
        found[name] = days(user.page.fact("Expected"), user.today)[0]
        user.back()
    return found


def invite(user: User, *names: str) -> None:
    """Invite contacts to the event that is open."""
    user.click(link("Invite someone"))
    for name in names:
        user.click(box(name), via=[button("Show more")])
    user.click(button("Send invitations"))


def heard(user: User, name: str, words: str) -> str:
    """Open the chat with somebody; return the last thing in it that holds these words, "" where nothing does."""
    open_named(user, name)
    return next((one for one in reversed(shown(user)) if words in one), "")


def into_cart(user: User, name: str, count: int = 1) -> None:
    """Find a product by its name and put some of it into the cart."""
    priced(user, name)
    if count > 1:
        user.choose(field("Quantity"), str(count))
    user.click(button("Add to cart"))


# ---- read off a text


def with_words(text: str, words: str) -> list[str]:
    """Return the lines of a text in which these words stand."""
    return [line for line in text.splitlines() if words in line]


def told_sums(user: User, text: str) -> dict[date, Money]:
    """Return the sums that a text tells, by the day in the same line."""
    lines = ((days(line, user.today), amounts(line)) for line in text.splitlines())
    return {on[0]: paid[0] for on, paid in lines if on and paid}

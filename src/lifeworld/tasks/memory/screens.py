"""What the screens show of a year, as solutions read it: what is usual, whom one pays, which bills and orders came."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TypeVar

from lifeworld.taskkit import Code, Money, Texts, User, amounts, button, day_told, days, field, link, show_all
from lifeworld.tasks.bank import apply_filters, bills_found, go, search, see_bill
from lifeworld.tasks.cross.screens import listed, payment, payments
from lifeworld.tasks.mail import search as search_mail
from lifeworld.tasks.messenger import start_with
from lifeworld.tasks.messenger.questions_on_groups import groups_shown
from lifeworld.tasks.shop import go as go_shop
from lifeworld.tasks.shop import search_orders

T = TypeVar("T")
YEAR = timedelta(days=360)


def usual(found: Iterable[T]) -> T:
    """Return what was found most often."""
    return Counter(found).most_common(1)[0][0]


def next_day(start: date, fits: Callable[[date], bool], step: int = 1) -> date:
    """Return the first day after another that fits; with a step of -1 the last one before it."""
    return next(day for n in range(1, 40) if fits(day := start + timedelta(days=step * n)))


def sent_to(user: User, since: date) -> list[str]:
    """Return the names of those to whom money went since a day, one for each payment."""
    return [one.who for one in payments(user, "People") if one.amount < Money() and one.at.date() >= since]


def sent_for(user: User, what: str) -> list[str]:
    """Return to whom money went for something, one name for each payment; shops may be called so, too."""
    search(user, what)
    apply_filters(user, {"Type": "People"})
    found = [payment(user, line) for line in listed(user)]
    return [one.who for one in found if one and one.amount < Money()]


def often(found: Iterable[int]) -> set[int]:
    """Return what was found more than three times."""
    return {number for number, times in Counter(found).items() if times > 3}


def paydays(user: User, pay: str) -> set[int]:
    """Return on which days of the month a salary or a pension has come in a year."""
    return often(one.at.day for one in payments(user, pay) if one.at.date() > user.today - YEAR)


def sent_since(user: User, since: date) -> list[str]:
    """Return the same by the filters of the activity."""
    go(user, "Activity")
    apply_filters(user, {"Type": "People", "From date": since})
    user.click(link("Money out"))
    return [found.who for line in listed(user) if (found := payment(user, line))]


def payslip_days(user: User) -> set[int]:
    """Return on which days of the month payslips have come by mail in a year."""
    search_mail(user, "subject:Payslip")
    told = (day_told(line.text, user.today) for line in show_all(user))
    return often(day.day for day in told if day > user.today - YEAR)


def read_about(user: User, name: str, fact: str) -> Code | Texts:
    """Look a fact on somebody up in Chatter."""
    start_with(user, name)
    user.click(link(f"Info on {name}"))
    return groups_shown(user) if fact == "Groups in common" else user.page.fact(fact)


def issued(user: User, number: str) -> date:
    """Look up on which day a paid bill was issued."""
    bills_found(user, "Paid", number)
    user.click(link(user.page.line(number).names[0]))
    return days(user.page.fact("Issued"), user.today)[0]


def bills(user: User) -> dict[str, list[tuple[Money, str]]]:
    """Read all bills, and return by sender what each asks for and its number, the earliest first."""
    go(user, "Pay & transfer", "Pay bills")
    lines = listed(user)
    user.click(link("Paid"))
    found = defaultdict(list)
    by_name = {line.names[0]: line for line in reversed([*lines, *listed(user)])}  # the latest paid stand below others
    for name, line in by_name.items():
        number, sender = name.removeprefix("Bill ").split(" from ", 1)
        found[sender].append((amounts(line.text.split("\n", 1)[1])[0], number))
    return found


def went_up_once(sent: list[tuple[Money, str]]) -> bool:
    """Return whether a sender's bills were the same each time, and then the same again but higher."""
    asked = [amount for amount, _ in sent]
    low, high = asked.count(asked[0]), asked.count(asked[-1])
    return asked[0] < asked[-1] and low + high == len(asked) and low > 2 and high > 1 and asked == sorted(asked)


def dearer(sent: list[tuple[Money, str]]) -> list[str]:
    """Return the numbers of a sender's bills at the new price."""
    return [number for amount, number in sent if amount == sent[-1][0]]


def recipient(user: User, number: str) -> str:
    """Open an order and read for whom it is."""
    search_orders(user, number)
    user.click(link(f"View order {number}"))
    return user.page.fact("Recipient")


def ordered(user: User) -> list[tuple[date, str]]:
    """Return all orders, the latest first: the day of each, and its number."""
    go_shop(user, "Orders")
    return [(days(line.text, user.today)[0], line.names[0].split()[-1]) for line in listed(user)]


def monthly(user: User) -> tuple[str, int]:
    """Read from the orders who gets one each month beside the owner, and on what day of the month."""
    orders = ordered(user)
    months = {one.day: {f"{on:%Y-%m}" for on, _ in orders if on.day == one.day} for one, _ in orders}
    usual = max(months, key=lambda number: len(months[number]))
    own = recipient(user, next(number for on, number in orders if on.day != usual))
    there = (recipient(user, number) for on, number in orders if on.day == usual)
    return next(name for name in there if name != own), usual


def pay_likewise(user: User, sender: str) -> None:
    """Pay the open bill of a sender from the account that the page of an earlier payment shows."""
    name, ending = user.page.fact("Account").split(" …")
    see_bill(user, sender)
    user.click(link("Pay now"))
    user.choose(field("From"), f"{name} (…{ending})")
    user.click(button("Confirm payment"))

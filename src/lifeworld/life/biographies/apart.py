"""How far two lives lie apart, told from what their biographies ask for: nobody's year is lived through for it."""

import math
from collections.abc import Mapping
from functools import cache

from lifeworld.core.choices import PEOPLE
from lifeworld.core.words import folder, read
from lifeworld.life.biography import Biography

FAR = 0.5  # from which on nobody takes one life for another
_TABLES = 23  # into which a life writes; in those that are not told of here all have about as much
_WORDS = 120  # letters of people that there are words for
_MONTHS = 13  # in which something monthly is in the calendar


def apart(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the root mean square of the logarithms by which rows differ, over all tables."""
    logs = [math.log((1 + one[table]) / (1 + other[table])) for table in one]
    return math.sqrt(sum(log * log for log in logs) / _TABLES)


def rows(bio: Biography) -> dict[str, float]:
    """Return about how many rows a life writes into tables, by what its biography asks for.

    Fitted to the rows of the twelve: off by 2 to 20 % where it is more than a guess, reactions and to-dos by more.
    """
    bills = sum(12 / bill.every for bill in bio.bills)
    dated = [(entry, _MONTHS if entry.repeats == "monthly" else 1) for entry in bio.standing]
    dates = sum(times for _, times in dated) + len(bio.appointments) + len(bio.meetings)
    guests = sum(len(entry.guests) * times for entry, times in dated) + sum(len(e.guests) for e in bio.appointments)
    steps = sum(len([part for part in chore.steps.split(";") if part.strip()]) for chore in bio.chores)
    people = bio.letters * bio.from_people  # of which there are words for so many, each of them written once
    letters = bio.letters - people + min(people, _WORDS) + len(bio.mail) + 2 * bills + 3.5 * bio.orders
    messages = 100 + 350 * bio.plans + 60 * len(bio.circles) + 6 * len(bio.plot)
    visits = sum(len(one.days.split()) * one.chance * (one.since - one.until) / 7 for one in bio.habits)
    return {
        **dict.fromkeys(("bank_bill", "mail_thread_label"), bills),
        "bank_payee": len(bio.bills),
        "calendar_event": 1.3 * dates + 57 * bio.plans,
        "calendar_guest": 1.3 * (guests + 2 * len(bio.meetings)) + 47 * bio.plans,
        "mail_attachment": 40 + bills,
        "mail_line": 6 * bills + 14 * bio.orders + 100,
        "mail_matter": bills + bio.orders,
        **dict.fromkeys(("mail_message", "mail_recipient", "mail_thread"), letters),
        "maps_visit": visits,
        "messenger_message": messages,
        "messenger_quote": 2 + 0.7 * bio.quotes * messages,
        "messenger_reaction": 0.8 * bio.signs * messages,
        "shop_order": bio.orders,
        **dict.fromkeys(("shop_order_line", "shop_variant"), 1.7 * bio.orders),
        "todo_step": steps,
        "todo_task": len(bio.chores) + 6 * bio.plans * bool(bio.chores),
    }


@cache
def written() -> tuple[Mapping[str, float], ...]:
    """Return the rows of each of the twelve."""
    every = (read(Biography, folder(__file__) / f"{name}.toml", name=name) for name in PEOPLE)
    return tuple(rows(bio) for bio in every)

"""What a biography asks for, measured, and how far two lives lie apart by it: nobody's year is lived through for it."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from random import Random
from typing import TypeVar

from lifeworld.core.choices import PEOPLE
from lifeworld.core.words import folder, read
from lifeworld.life.biography import Biography

T = TypeVar("T")
_STRIDE, _BETWEEN = 269, 37  # from a number to the next, among all levels; from one way of a person to the next
# Of each measure the levels, from and to, so wide that people are in no grid. A number has one of each, by turns, so
# that near numbers have others. How much somebody reacts to, more or less, follows from all of them: nobody differs
# from anybody by one level alone.
_LEVELS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "letters": ((25, 90), (500, 1500)),  # of businesses
    "chores": ((0, 0), (5, 6), (60, 60), (60, 60), (5, 6)),
    "plans": ((0.2, 0.8), (0.7, 2)),
    "orders": ((0, 0), (3, 7), (11, 22), (60, 120)),
    "quotes": ((0, 0), (0.03, 0.04), (0.35, 0.45)),
    "bills": ((2, 2), (20, 20)),  # at most, beside the rent
    "visits": ((0.18, 0.25), (1.4, 1.7)),
    "reacts": ((0, 0), (1, 1)),
}
_SIGNS = ((0, 0.0005), (0.01, 0.013), (0.06, 0.075), (0.4, 0.5))
_STEPS = (3, 4)  # levels of chores that are in steps, as many as can be


def measures(seed: int, way: int, rng: Random) -> dict[str, float]:
    """Return how much the drawn person of a number does of everything, in one of the ways in which they may live."""
    number, level = (seed + way * _BETWEEN) * _STRIDE, dict[str, int]()
    for name, among in _LEVELS.items():
        number, level[name] = divmod(number, len(among))
    found = {name: rng.uniform(*_LEVELS[name][one]) for name, one in level.items()}
    signs = _SIGNS[2 * level["reacts"] + (sum(level.values()) - level["reacts"]) % 2]
    return {**found, "signs": rng.uniform(*signs), "steps": level["chores"] in _STEPS, "people": about(6, 70, rng)}


def about(least: int, most: int, rng: Random) -> int:
    """Return a number between the two, as often below their geometric mean as above."""
    return round(least * math.pow(most / least, rng.random()))


def some(among: Sequence[T], most: float, rng: Random) -> tuple[T, ...]:
    """Return so many of them at most, in their order."""
    chosen = rng.sample(range(len(among)), min(round(most), len(among)))
    return tuple(among[number] for number in sorted(chosen))


def a_third(told: Sequence[T], of: tuple[str, ...], rng: Random) -> list[T]:
    """Return a third of the conversations in which something is told, whole: those that have all this in common."""
    every = [*dict.fromkeys(map(attrgetter(*of), told))]
    chosen = some(every, math.ceil(len(every) / 3), rng)
    return [one for one in told if attrgetter(*of)(one) in chosen]


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

"""A whole life, chapter after chapter."""

from functools import lru_cache
from random import Random
from types import MappingProxyType

from lifeworld.life import (
    agenda,
    bills,
    chance,
    chats,
    chores,
    echoes,
    journeys,
    ledger,
    letters,
    orders,
    outings,
    recurring,
    spending,
)
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Biography
from lifeworld.life.city import businesses
from lifeworld.life.diary import Diary
from lifeworld.life.lived import Life
from lifeworld.life.people import people

_CHAPTERS = (journeys, agenda, outings, spending, bills, orders, chance, echoes, recurring)
_LATER_CHAPTERS = (chores, letters, chats)


@lru_cache(maxsize=8)
def live(name: str) -> Life:
    """Return the life of a person, written or drawn.

    Raises:
        UserError: there is no such biography.
    """
    return simulate(biography(name))


def simulate(bio: Biography, seed: int | None = None) -> Life:
    """Live a biography through, by its own seed or another."""
    seed = bio.seed if seed is None else seed
    diary = Diary(bio, seed, people(bio, Random(f"{seed}/people")))
    for chapter in _CHAPTERS:
        chapter.write(diary)
    opening = ledger.write(diary)
    for later in _LATER_CHAPTERS:
        later.write(diary)
    events = sorted(diary.events, key=lambda event: event.at)
    return Life(
        name=bio.name,
        seed=seed,
        now=bio.now,
        story=bio.story,
        me=diary.me,
        people=tuple(diary.people.values()),
        businesses=tuple(businesses().values()),
        events=tuple(event for event in events if event.at <= bio.now),
        ahead=tuple(event for event in events if event.at > bio.now),
        tastes=bio.tastes,
        opening=MappingProxyType(opening),
        pay_days=bio.pay_days,
        circles=bio.circles,
    )

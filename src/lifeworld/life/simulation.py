"""A whole life, chapter after chapter."""

from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

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
    plans,
    spending,
)
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Biography
from lifeworld.life.city import businesses
from lifeworld.life.diary import Diary
from lifeworld.life.lived import Life
from lifeworld.life.people import people

# What happens by itself, what it gives rise to, all that people plan, and what is bought in between.
_CHAPTERS = (journeys, agenda, outings, bills, orders, chance, echoes, chats, plans, spending)
_LATER_CHAPTERS = (chores, letters)


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
        _write(chapter, diary)
    opening = _write(ledger, diary)
    for later in _LATER_CHAPTERS:
        _write(later, diary)
    events = sorted(diary.events, key=lambda event: event.at)
    past = tuple(event for event in events if event.at <= bio.now)
    return Life(
        name=bio.name,
        seed=seed,
        now=bio.now,
        story=bio.story,
        me=diary.me,
        people=tuple(diary.people.values()),
        businesses=tuple(businesses().values()),
        events=past,
        ahead=tuple(event for event in events if event.at > bio.now),
        tastes=bio.tastes,
        opening=MappingProxyType(opening),
        pay_days=bio.pay_days,
        circles=bio.circles,
        facts=diary.facts,
        causes=tuple(diary.causes[id(event)][1] for event in past),
    )


def _write(chapter: Any, diary: Diary) -> Any:
    """Let a chapter write, and note that what is new comes of it."""
    found = chapter.write(diary)
    diary.because(chapter.__name__.rpartition(".")[2], diary.events)
    return found

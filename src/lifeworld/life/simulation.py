"""A whole life, chapter after chapter."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType

from lifeworld.life import agenda, bills, by_hand, chance, echoes, journeys, ledger, letters, orders, plans, spending
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Biography
from lifeworld.life.diary import Diary
from lifeworld.life.lived import Life
from lifeworld.life.models import businesses
from lifeworld.life.people import people

# What happens by itself, what it gives rise to, all that people plan, and what is bought in between.
_CHAPTERS: Mapping[str, Callable[[Diary], None]] = {
    "journeys": journeys.write,
    "illness": chance.illness,
    "agenda": agenda.write,
    "outings": spending.outings,
    "bills": bills.write,
    "orders": orders.write,
    "chance": chance.write,
    "echoes": echoes.write,
    "chats": by_hand.chats,
    "plans": plans.write,
    "spending": spending.habits,
}
_LATER_CHAPTERS = {"chores": by_hand.chores, "letters": letters.write}


@lru_cache(maxsize=16)
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
    _tell(diary, _CHAPTERS)
    opening = ledger.write(diary)
    diary.because("ledger", diary.events)
    _tell(diary, _LATER_CHAPTERS)
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


def _tell(diary: Diary, chapters: Mapping[str, Callable[[Diary], None]]) -> None:
    """Let chapters write, one after the other, and note what is new of each."""
    for name, write in chapters.items():
        write(diary)
        diary.because(name, diary.events)

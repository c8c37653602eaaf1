"""Who has met whom since when: nobody writes before, or soon after as an old friend does; a club is no friendship."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.life import Life
from lifeworld.life.biographies import biography
from lifeworld.life.events import GroupMade, Mailed, Messaged, PeerPayment, Planned

LIVES = [*PEOPLE, "person-17", "person-3", "person-41"]
OLD = re.compile(
    r"\b(as (always|ever|usual)|(like|than) last year|do you remember|the usual (place|table|corner))\b", re.I
)
NEW = timedelta(days=40)


def met(life: Life) -> dict[int, datetime]:
    """Return when the owner met those of clubs, as the first row that has both in it tells; and others by the sheet."""
    clubs = {who.id for who in life.people if who.relation == "club"}
    first: dict[int, datetime] = {}
    for event in (*life.events, *life.ahead):
        there = event.members if isinstance(event, GroupMade) else ()
        if isinstance(event, Planned) and event.repeats:
            there = tuple(person for person, _ in event.guests)
        at = event.start if isinstance(event, Planned) else event.at
        first.update({who: min(at, first.get(who, at)) for who in clubs & {*there}})
    names = {who.name: who.id for who in life.people}
    by_hand = {names[who.name]: life.now - timedelta(days=who.met + 1) for who in biography(life.name).cast if who.met}
    begun = life.now - timedelta(days=360)
    return {who: at.replace(hour=0, minute=0) for who, at in {**first, **by_hand}.items() if at > begun}


def between(life: Life) -> Iterator[tuple[int, datetime, str]]:
    """Yield what passes between the owner and one other: with whom, when, in which words."""
    for event in life.events:
        if isinstance(event, Messaged) and event.chat.startswith("direct:"):
            yield int(event.chat.removeprefix("direct:")), event.at, event.text
        elif isinstance(event, PeerPayment):
            yield event.person_id, event.at, event.note
        elif isinstance(event, Mailed) and event.person_id is not None:
            other = event.person_id if event.person_id != life.me.id else min(event.to, default=event.person_id)
            yield other, event.at, event.subject


@pytest.mark.parametrize("name", LIVES)
def test_nobody_is_in_touch_before_they_met(name: str) -> None:
    life = lived(name, None)
    since = met(life)
    assert [(who, f"{at:%F}", text) for who, at, text in between(life) if who in since and at < since[who]] == []


@pytest.mark.parametrize("name", LIVES)
def test_nobody_speaks_as_an_old_friend_to_whom_they_have_just_met(name: str) -> None:
    life = lived(name, None)
    since = met(life)
    soon = [(who, text) for who, at, text in between(life) if who in since and at < since[who] + NEW]
    assert [(who, text) for who, text in soon if OLD.search(text)] == []


@pytest.mark.parametrize("name", LIVES)
def test_who_is_of_a_club_and_in_no_group_lends_no_money_and_asks_for_none(name: str) -> None:
    life, bio = lived(name, None), biography(name)
    keys = {who.name: who.key for who in bio.cast}
    close = {key for key, pace in bio.closeness if pace >= 1}
    close |= {key for seed in bio.plot for key in seed.people.values()}
    close |= {key for circle in bio.circles for key in circle.members}  # who go out together share the bill
    far = {who.id for who in life.people if who.relation == "club" and keys.get(who.name) not in close}
    paid = zip(life.events, life.causes, strict=True)
    money = [event for event, cause in paid if isinstance(event, PeerPayment) and cause.startswith("plans")]
    assert [(event.person_id, event.note) for event in money if event.person_id in far] == []

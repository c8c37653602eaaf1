"""Who has met whom since when: nobody writes before, or soon after as an old friend does; a club is no friendship."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.life import Life
from lifeworld.life.biographies import biography
from lifeworld.life.events import GroupMade, Mailed, Messaged, PeerPayment, Planned
from lifeworld.life.words.plans import plans

LIVES = [*PEOPLE, "person-17", "person-3", "person-41"]
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
def test_with_whom_one_hardly_knows_one_speaks_of_slight_things(name: str) -> None:
    """With those met within six weeks, and those of a club who are no more, beside what the plot has by hand."""
    life, bio = lived(name, None), biography(name)
    since, keys = met(life), {who.name: who.key for who in bio.cast}
    close, plot = {key for key, pace in bio.closeness if pace >= 1}, {seed.plan for seed in bio.plot}
    people = {who.id: who for who in life.people}
    wrong = []
    for event, cause in zip(life.events, life.causes, strict=True):
        if isinstance(event, Messaged) and event.chat.startswith("direct:") and cause.startswith("plans: "):
            who = people[int(event.chat.removeprefix("direct:"))]
            far = who.relation == "club" and keys.get(who.name) not in close
            new = who.id in since and event.at < since[who.id] + NEW
            kind = cause.removeprefix("plans: ").partition("/")[0].rpartition("-")[0]
            if (far or new) and not plans()[kind].slight and kind not in plot:
                wrong.append((who.name, event.text))
    assert wrong == []

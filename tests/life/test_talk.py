"""What people write fits what happens: who knows it, when they are awake, what is asked and answered."""

import re
from datetime import timedelta

import pytest

from lifeworld.life import Life, chats, live
from lifeworld.life.biographies import NAMES
from lifeworld.life.conversation import Conversation
from lifeworld.life.diary import Diary
from lifeworld.life.events import CardPayment, Messaged, Noted, PeerPayment, Planned
from lifeworld.life.words.agenda import agenda
from lifeworld.life.words.talk import Topic, topics

_SUM = re.compile(
    r"^(?:(?:that's|that is|makes) )?(\$[\d,]+\.\d\d)(?: each| for you|, no rush|, when you like)", re.IGNORECASE
)
_UNPROMPTED = timedelta(hours=2)


def of(life: Life, kind: type) -> list:
    return [event for event in life.events if isinstance(event, kind)]


def two_by_two(topic: Topic) -> bool:
    return {letter for turn in topic.turns for letter, _, _ in turn.lines} == {"a", "b"}


@pytest.mark.parametrize("topic", [one for one in topics().values() if two_by_two(one)], ids=lambda one: one.key)
def test_who_is_refused_does_not_thank_for_a_yes(topic: Topic) -> None:
    """Each line that says no, and what is said after it, belong to a strand of their own."""
    for number, turn in enumerate(topic.turns):
        noes = {strand for _, strand, text in turn.lines if "{no}" in text}
        yeses = {strand for _, strand, text in turn.lines if "{yes}" in text}
        assert "" not in noes and not noes & yeses, f"{topic.key}, turn {number + 1}"
        for later in topic.turns[number + 1 :] if noes else ():
            assert "" not in {strand for _, strand, _ in later.lines}, f"{topic.key}: said after a yes and a no alike"


@pytest.mark.parametrize("name", [*NAMES, "person-0", "person-3"])
def test_what_something_gives_rise_to_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes: list = []
    held: list[Conversation] = []
    write, converse = chats.write, chats.converse

    def told(diary: Diary) -> None:
        scenes.extend(scene for scene in diary.scenes if scene.at < diary.now - timedelta(hours=4))
        write(diary)

    def heard(diary: Diary, plan: Conversation, *means: object) -> object:
        held.append(plan)
        return converse(diary, plan, *means)

    monkeypatch.setattr(chats, "write", told)
    monkeypatch.setattr(chats, "converse", heard)
    live.__wrapped__(name)
    said = {(plan.chat, plan.topic.key, frozenset(plan.facts.items())) for plan in held}
    kept = [scene for scene in scenes if (scene.chat, scene.topic, frozenset(scene.facts.items())) in said]
    assert len(scenes) > 50
    assert len(kept) / len(scenes) > 0.95, f"{len(kept)} of {len(scenes)}"


def test_a_part_is_named_before_it_is_paid(life: Life) -> None:
    """A sum that somebody names when asked has not been paid by then."""
    paid, found = of(life, PeerPayment), 0
    for message in of(life, Messaged):
        if (named := _SUM.match(message.text)) and message.chat.startswith("direct:"):
            person = int(message.chat.removeprefix("direct:"))
            near = [one.at for one in paid if one.person_id == person and str(one.amount) == named[1]]
            near = [at for at in near if abs(at - message.at) < _UNPROMPTED]
            assert all(at > message.at for at in near), message
            found += bool(near)
    assert found > 1 or life.name not in NAMES


def test_nobody_writes_in_the_dead_of_night_but_who_works_then(life: Life) -> None:
    on_nights = {person.id for person in life.people} if any(_on_nights(life)) else set()
    late = [message for message in of(life, Messaged) if 2 <= message.at.hour < 5]
    assert {message.sender_id for message in late} <= on_nights
    children = {one.id for one in life.people if (life.now.date() - one.birthday).days < 14 * 365}
    assert not [one for one in of(life, Messaged) if one.sender_id in children and not 5 <= one.at.hour < 22]
    noted = [chore.at for chore in of(life, Noted) if chore.at.date() > life.events[0].at.date()]
    assert life.me.id in on_nights or all(6 <= at.hour < 23 for at in noted)


def test_a_night_nurse_writes_at_night() -> None:
    life = live("desmond")
    nights = {start.date() for start in _on_nights(life)}
    late = [message for message in of(life, Messaged) if message.at.hour < 6]
    assert len(late) > 3
    assert sum((message.at - timedelta(hours=8)).date() in nights for message in late) / len(late) > 0.5
    mine = [message for message in late if message.sender_id == life.me.id]
    assert mine


def test_a_visit_is_paid_for(life: Life) -> None:
    prices = {business.name for business in life.businesses for key in agenda().prices if _is(life, key, business.id)}
    payments = of(life, CardPayment)
    names = {business.id: business.name for business in life.businesses}
    visits = [one for one in of(life, Planned) if one.place in prices and one.key.startswith("once-")]
    visits = [one for one in visits if one.end < life.now - timedelta(hours=1)]
    assert len(visits) >= (3 if life.name in NAMES else 1)
    for visit in visits:
        there = [one.at for one in payments if names[one.business_id] == visit.place]
        assert [at for at in there if at > visit.end and at.date() == visit.end.date()], visit


def _is(life: Life, key: str, business: int) -> bool:
    from lifeworld.life.city import businesses

    return businesses()[key].id == business


def _on_nights(life: Life) -> list:
    """Return when the shifts begin that go on past midnight, by the calendar."""
    found = []
    for entry in of(life, Planned):
        if entry.calendar == "Work" and entry.start.hour >= 20:
            weeks = (life.now - entry.start).days // 7 if entry.repeats else 0
            found += [entry.start + timedelta(days=7 * week) for week in range(weeks + 1)]
    return found

"""Who takes part in what: a home, a workplace, a language, a birthday; what happens once, and is written once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from tests.life.lives import lived

from lifeworld.life import Life
from lifeworld.life.audit import with_causes
from lifeworld.life.biographies import biography
from lifeworld.life.diary import is_holiday
from lifeworld.life.events import Mailed, Messaged
from lifeworld.life.words.letters import Script, from_owner, from_people
from lifeworld.life.words.plans import plans
from lifeworld.life.words.vocabulary import voices

_YEAR, _WEEK = 365, 7
_ANSWERED = timedelta(days=3)  # within which a letter that asks something has its answer
_TALKS = list[tuple[str, list[tuple[str, Messaged]]]]


def talks(life: Life) -> _TALKS:
    """Return what is said, with its step, by plan: `sofa-2606031410`."""
    found: dict[str, list[tuple[str, Messaged]]] = defaultdict(list)
    for event, cause in with_causes(life):
        if isinstance(event, Messaged) and cause.startswith("plans: "):
            key, _, step = cause.removeprefix("plans: ").partition("/")
            found[key].append((step, event))
    return [*found.items()]


def kind(key: str) -> str:
    return key.rpartition("-")[0]


def out_of_the_house(life: Life, said: _TALKS) -> Iterator[Messaged]:
    """Yield what somebody says of a home who lives elsewhere."""
    everyone = life.me.address
    for key, lines in said:
        if any(need.endswith(".home") and not need.startswith("not ") for need in plans()[kind(key)].needs):
            yield from (one for _, one in lines if life.people[one.sender_id - 1].address != everyone)


def twice(said: _TALKS) -> Iterator[str]:
    """Yield what happens to the same person twice that happens once a year."""
    seen: set[tuple[str, int]] = set()
    for key, lines in said:
        victim = kind(key), lines[0][1].sender_id
        if plans()[kind(key)].rest >= _YEAR and victim in seen:
            yield key
        seen.add(victim)


def in_another_language(life: Life, said: _TALKS) -> Iterator[Messaged]:
    """Yield what is put together of lines and said by, or to, somebody who writes another language."""
    others = {who.name for who in biography(life.name).cast if who.writes}
    ids = {person.id for person in life.people if person.name in others}
    chats = {f"direct:{one}" for one in ids}
    yield from (one for _, lines in said for _, one in lines if one.sender_id in ids or one.chat in chats)


def at_a_desk(life: Life, said: _TALKS) -> Iterator[str]:
    """Yield plans of an office in the life of somebody who works in none."""
    if "deskless" in biography(life.name).me.facts:
        yield from (key for key, _ in said if any("deskless" in need for need in plans()[kind(key)].needs))


def on_days_off(said: _TALKS) -> Iterator[str]:
    """Yield what is said of work on a day on which nobody works there."""
    for key, lines in said:
        for step, one in lines:
            days = plans()[kind(key)].steps[step].weekdays
            if one.at.weekday() not in days or (len(days) < _WEEK and is_holiday(one.at.date())):
                yield f"{key}/{step} {one.at:%a %F}"


def of_another_firm(life: Life, said: _TALKS) -> Iterator[str]:
    """Yield plans of one firm's meetings with somebody who works elsewhere, or nowhere."""
    firms = {one.id: one.employer_id for one in life.people}
    for key, lines in said:
        if any(need.endswith(".firm") for need in plans()[kind(key)].needs):
            yield from (
                key for _, one in lines if not firms[one.sender_id] or firms[one.sender_id] != life.me.employer_id
            )


def gardens_of_flats(life: Life, said: _TALKS) -> Iterator[str]:
    """Yield pictures of their garden that those show who live in a flat."""
    homes = {one.id: one.address for one in life.people}
    shown = ((key, homes[lines[0][1].sender_id]) for key, lines in said if kind(key) == "garden-shown")
    yield from (key for key, home in shown if "Apt" in home)


def days_of_the_birthday(life: Life, said: _TALKS) -> list[str]:
    """Return what kinds of day the owner says that their birthday was, whoever asked."""
    steps = [
        step for key, lines in said if kind(key) == "birthday" for step, one in lines if one.sender_id == life.me.id
    ]
    return [step for step in steps if step in ("quiet", "cake", "overwhelmed")]


def written_twice(letters: Iterable[Mailed]) -> Iterator[str]:
    """Yield paragraphs that stand in two letters of people; not how they begin and end them."""
    ends = {text.partition("\n")[0] for ways in voices().letter_parts["regards"].values() for text in ways}
    seen: set[str] = set()
    for letter in letters:
        for part in letter.body.split("\n\n"):
            if len(part.split()) > 4 and part.partition("\n")[0] not in ends:
                if part in seen:
                    yield part
                seen.add(part)


def unanswered(life: Life, letters: list[Mailed]) -> Iterator[Mailed]:
    """Yield letters of people that ask something, are some days old and have no answer."""
    threads = defaultdict(list)
    for letter in letters:
        threads[letter.thread].append(letter)
    first = (found[0] for found in threads.values() if len(found) == 1)
    yield from (one for one in first if "?" in one.subject + one.body and one.at < life.now - _ANSWERED)


def letters_of_people(life: Life) -> list[Mailed]:
    mails = (event for event in life.events if isinstance(event, Mailed) and event.person_id)
    return [one for one in mails if not one.thread.startswith("own-")]


def test_talk_is_of_those_whom_it_concerns(life: Life) -> None:
    said = talks(life)
    assert not list(out_of_the_house(life, said))
    assert not list(twice(said))
    assert not list(in_another_language(life, said))
    assert not list(at_a_desk(life, said))
    assert not list(on_days_off(said))
    assert not list(of_another_firm(life, said))
    assert not list(gardens_of_flats(life, said))
    assert len(days_of_the_birthday(life, said)) < 2


def test_letters_of_people_are_no_forms(life: Life) -> None:
    letters = letters_of_people(life)
    assert not list(written_twice(letters))
    assert not list(unanswered(life, letters))


def test_a_fault_of_company_is_found() -> None:
    """One planted for each."""
    life = lived("kofi", None)
    said = talks(life)
    elsewhere = next(one.id for one in life.people if one.address != life.me.address)
    step, first = next(lines[0] for key, lines in said if kind(key) == "evening")
    assert [*out_of_the_house(life, [("evening-1", [(step, replace(first, sender_id=elsewhere))])])]
    assert [*twice([("purse-found-1", [("tells", first)]), ("purse-found-2", [("tells", first)])])]
    assert [*at_a_desk(life, [("room-1", [("moved", first)])])] == ["room-1"]
    free = replace(first, at=datetime(2026, 1, 1, 12))
    assert [*on_days_off([("cover-1", [("notes", free)])])] == ["cover-1/notes Thu 2026-01-01"]
    stranger = next(one.id for one in life.people if not one.employer_id)
    assert [*of_another_firm(life, [("cover-1", [("ask", replace(first, sender_id=stranger))])])] == ["cover-1"]
    assert [*gardens_of_flats(life, [("garden-shown-1", [("show", replace(first, sender_id=life.me.id))])])]
    answers = [("birthday-1", [("cake", replace(first, sender_id=life.me.id))]), ("birthday-2", [])]
    assert days_of_the_birthday(life, [*answers, answers[0]]) == ["cake", "cake"]
    yara = lived("yara", None)
    far = next(one.id for one in yara.people if one.first == "Remedios")
    assert [*in_another_language(yara, [("call-1", [("ask", replace(first, sender_id=far))])])]
    letters = letters_of_people(life)
    assert [*written_twice([letters[0], letters[0]])]
    asking = next(one for one in letters if "?" in one.subject + one.body and one.at < life.now - _ANSWERED)
    assert [*unanswered(life, [asking])] == [asking]


@pytest.mark.parametrize(("key", "script"), [*from_people().items(), *from_owner().items()])
def test_what_asks_something_can_be_answered(key: str, script: Script) -> None:
    asks = any("?" in text for text in (*script.subjects, script.body))
    assert not asks or script.answers, f"{key} asks something, and has no answers"


def test_the_partner_is_no_guest(life: Life) -> None:
    """What is found in a bag, carried by car or dark on the stairs is of no concern to one home twice."""
    apart = ("left-behind", "lift", "light", "left-standing", "lights-out")
    at_home = {person.id for person in life.people if person.address == life.me.address} - {life.me.id}
    said = [(key, one.sender_id) for key, lines in talks(life) if kind(key) in apart for _, one in lines]
    assert [key for key, sender in said if sender in at_home] == []
    assert sum(kind(key) == "bill-came" for key, _ in talks(life)) <= 3

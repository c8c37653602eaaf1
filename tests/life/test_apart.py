"""No two lives can be taken for one another."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
from tests.life.lives import lived
from tests.rotation import some_names

from lifeworld.core.choices import PEOPLE
from lifeworld.life import live
from lifeworld.life.biographies import biography
from lifeworld.life.biographies.apart import FAR, apart, rows
from lifeworld.life.biographies.drawn import drawn
from lifeworld.life.biographies.parts import Hobby, Home, Part, Street, Work, parts
from lifeworld.life.events import CardPayment, Deposit, Mailed, Planned
from lifeworld.life.words.agenda import agenda
from lifeworld.world.causes import causes, counts, distance

DRAWN = tuple(f"person-{number}" for number in range(40))
SEEN = ("person-17", "person-3", "person-41")  # who are lived through
_CHILD = 16


@cache
def found(name: str) -> Counter[str]:
    """Return how many rows somebody has in their tables."""
    return counts(causes(name))


def far_apart(one: str, other: str) -> float:
    return distance(found(one), found(other))


@pytest.mark.long
def test_the_rows_of_any_two_of_the_twelve_lie_apart() -> None:
    near = {pair: far_apart(*pair) for pair in combinations(PEOPLE, 2)}
    assert len(near) == 66
    assert {pair: round(far, 2) for pair, far in near.items() if far < FAR} == {}


def test_what_a_biography_asks_for_tells_how_far_its_rows_lie() -> None:
    """About: it is told without a life, and rejects those drawn people who would be near one of the twelve."""
    for one, other in combinations(some_names("apart", (*PEOPLE, *SEEN), 8), 2):
        told = apart(rows(biography(one)), rows(biography(other)))
        assert told < 1.4 * far_apart(one, other) + 0.1, (one, other)


@pytest.mark.parametrize("name", DRAWN)
def test_nobody_drawn_can_be_taken_for_one_of_the_twelve(name: str) -> None:
    one = rows(biography(name))
    assert min(apart(one, rows(biography(other))) for other in PEOPLE) >= FAR
    assert biography(name) == drawn(name, int(name.removeprefix("person-")))


def test_any_twenty_drawn_people_lie_apart() -> None:
    """Of twenty in a row all do; of those of any numbers all but one pair in a thousand or so, told without a life."""
    rng = Random(41)
    in_a_row = _near([*range(1, 21)])
    far_off = [pair for _ in range(10) for pair in _near([rng.randrange(10**6) for _ in range(20)])]
    assert in_a_row == [] and len(far_off) < 10 * 190 * 0.004


def _near(numbers: list[int]) -> list[tuple[int, int]]:
    asked = {number: rows(biography(f"person-{number}")) for number in numbers}
    return [pair for pair in combinations(asked, 2) if apart(*(asked[number] for number in pair)) < FAR]


@pytest.mark.long
def test_the_rows_of_drawn_people_lie_apart() -> None:
    """By the rows alone, and from those of the twelve."""
    pairs = [pair for pair in combinations((*PEOPLE, *SEEN), 2) if {*pair} & {*SEEN}]
    assert {pair: round(far, 2) for pair in pairs if (far := far_apart(*pair)) < FAR} == {}


def test_few_lines_by_hand_are_told_of_two_drawn_people() -> None:
    """Letters and messages that parts have written, names left out: of any two people few are the same."""
    told = {name: _by_hand(name) for name in DRAWN[:20]}
    alike = [
        len(told[one] & told[other]) / min(len(told[one]), len(told[other])) for one, other in combinations(told, 2)
    ]
    assert min(map(len, told.values())) > 10 and sum(alike) / len(alike) < 0.2


def _by_hand(name: str) -> set[str]:
    """Return what somebody has by hand, less the names and days in it: the words with small letters."""
    bio = biography(name)
    texts = [one.text for one in bio.talk] + [one.body for one in bio.mail]
    return {
        " ".join(word for word in text.split() if word.strip(".,!?:").isalpha() and word.islower()) for text in texts
    }


@pytest.mark.parametrize(("one", "other"), [*combinations([Work, Home, Street, Hobby, Hobby, Part], 2)])
def test_no_two_parts_have_something_at_the_same_time(one: Any, other: Any) -> None:
    for here, there in product(parts(one).items(), parts(other).items()):
        assert here == there or not {*_quarters(here[1])} & {*_quarters(there[1])}, (here[0], there[0])


def _quarters(part: Part) -> Iterator[tuple[int, int]]:
    """Yield each weekday and five minutes that something weekly takes."""
    for entry in (one for one in part.standing if one.repeats in ("weekly", "weekdays")):
        start = int(entry.start[:2]) * 60 + int(entry.start[3:])
        days = (entry.day,) if entry.repeats == "weekly" else range(5)
        yield from product(days, range(start // 5, (start + entry.minutes) // 5))


def test_drawn_people_are_not_all_alike() -> None:
    people = [biography(name) for name in DRAWN]
    weekly = {hobby.standing[0].title for hobby in parts(Hobby).values()}
    assert {2, 3, 4} <= {len(weekly & {entry.title for entry in bio.standing}) for bio in people}
    assert min(bio.letters for bio in people) < 100 and max(bio.letters for bio in people) > 500
    assert min(bio.plans for bio in people) < 1 and max(bio.plans for bio in people) > 1.4
    assert {0} < {bio.orders for bio in people} and max(bio.orders for bio in people) > 80
    assert {0} < {len(bio.chores) for bio in people} and max(len(bio.chores) for bio in people) > 40


@pytest.mark.parametrize("table", ["messenger_message", "calendar_event"])
def test_drawn_people_fall_into_no_grid(table: str) -> None:
    """From the fewest rows to the most there are some everywhere: two neighbours differ by a third at most."""
    many = sorted(rows(biography(name))[table] for name in DRAWN)
    assert many[-1] > 2.5 * many[0] and max(more / fewer for fewer, more in pairwise(many)) < 4 / 3


@pytest.mark.parametrize("name", PEOPLE)
def test_everybody_has_a_plot_that_happens(name: str) -> None:
    bio, life = biography(name), live(name)
    began = {cause.removeprefix("plans: ").partition("/")[0].rpartition("-")[0] for cause in life.causes}
    assert bio.plot and {seed.plan for seed in bio.plot} <= began


@pytest.mark.parametrize("name", (*PEOPLE, *DRAWN[:3]))
def test_nobody_writes_letters_to_somebody_at_home_and_no_child_does(name: str) -> None:
    life = lived(name, None)
    by_id = {person.id: person for person in life.people}
    hand = {letter.subject.removeprefix("Re: ") for letter in biography(name).mail}
    for letter in life.events:
        if isinstance(letter, Mailed) and letter.subject.removeprefix("Re: ") not in hand:
            for person in (by_id[one] for one in (letter.person_id, *letter.to) if one not in (None, life.me.id)):
                assert person.address != life.me.address, letter
                assert letter.at.year - person.birthday.year >= _CHILD - 1, letter


def test_who_moved_here_in_june_has_to_do_with_nobody_of_the_city_before() -> None:
    life, bio = live("mila"), biography("mila")
    arrived = life.now - timedelta(days=bio.arrived)
    names = {who.name for who in bio.cast if who.district}
    new = {person.id: person.first for person in life.people if person.name in names}
    for event in (one for one in life.events if one.at.date() < arrived.date()):
        assert not {getattr(event, "person_id", None), getattr(event, "sender_id", None), *getattr(event, "to", ())} & {
            *new
        }
        told = f"{getattr(event, 'text', '')} {getattr(event, 'body', '')}".split()
        assert not {*told} & {*new.values()}, event


def test_who_is_retired_has_a_pension() -> None:
    told = {name: {one.memo for one in live(name).events if isinstance(one, Deposit)} for name in PEOPLE}
    assert {name for name, memos in told.items() if "Pension" in memos} == {"arvid", "hollis"}
    assert not any(memo.startswith("Salary") for name in ("arvid", "hollis", "mei") for memo in told[name])


@pytest.mark.parametrize("name", (*PEOPLE, *DRAWN[:3]))
def test_holidays_are_in_the_calendar_and_shops_are_closed(name: str) -> None:
    life = lived(name, None)
    days = {(f"{one.start:%m-%d}", one.title) for one in life.events if isinstance(one, Planned) and one.all_day}
    assert days >= {*agenda().holidays.items()}
    habits = [one for one, cause in zip(life.events, life.causes, strict=True) if cause == "spending"]
    assert not [one for one in habits if isinstance(one, CardPayment) and f"{one.at:%m-%d}" in agenda().holidays]


@pytest.mark.parametrize("name", (*PEOPLE, *DRAWN))
def test_first_names_tell_people_apart(name: str) -> None:
    firsts = [person.first for person in live(name).people] if name in PEOPLE else []
    firsts = firsts or [who.name.split()[0] for who in (biography(name).me, *biography(name).cast)]
    assert len(firsts) == len({*firsts})

"""What a reader of whole lives named as giving them away."""

import re
from collections import defaultdict
from datetime import date, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from tests.life.lives import lived

from lifeworld.city.directory import entries
from lifeworld.city.places import places
from lifeworld.core.choices import PEOPLE
from lifeworld.core.money import Money
from lifeworld.life import Life, deeds, simulate
from lifeworld.life.biographies import biography
from lifeworld.life.biographies.parts import Journey, parts
from lifeworld.life.diary import GROWN, Diary, in_year
from lifeworld.life.events import Mailed, Messaged, MoneyAsked, Planned, Purchase
from lifeworld.life.facts import SMALL
from lifeworld.life.grammar import fill, put, sentences
from lifeworld.life.models import Person
from lifeworld.life.reactions import is_small, react
from lifeworld.life.words.plans import plans
from lifeworld.life.words.replies import replies
from lifeworld.life.words.vocabulary import names
from lifeworld.store import Store
from lifeworld.world.profiles import load, untouched

LONG, SHARED, LIVES = 8, 0.2, 6  # words of a sentence; the part that two lives may share; lives that one may serve
WOMEN, MEN = {"mother", "granny", "aunt", "sister", "daughter"}, {"father", "brother", "son"}
DRAWN = [f"person-{number}" for number in (3, 58, 411, 7020)]
_MOVING = re.compile(
    r"From next month (?:we live|(?:we're|we are) to be found|(?:you'll|you will) find us) on ([\w ]+),"
)


def test_a_hotel_stands_in_one_town() -> None:
    towns = defaultdict(set)
    for trip in (*(trip for name in PEOPLE for trip in biography(name).trips), *parts(Journey).values()):
        towns[trip.hotel].add(trip.town)
    stands = {hotel: entries()[hotel] for hotel in towns}
    assert {hotel: some for hotel, some in towns.items() if some != {_town(stands[hotel].address)}} == {}
    assert [hotel for hotel, one in stands.items() if one.district or hotel in places()] == []


def _town(address: str) -> str:
    return address.split(", ")[-1].rpartition(" ")[0]


def test_birthdays_of_the_nearest_leave_a_trace() -> None:
    """In the calendar of all twelve, and in talk of nearly all: of those at home, of kin, and of the best friends."""
    silent, every = [], 0
    for life in (lived(name, None) for name in PEOPLE):
        there = {event.key for event in life.events if isinstance(event, Planned)}
        for key, person in nearest(life):
            every += 1
            assert f"birthday-{key}" in there
            silent += [] if spoken(life, person) else [(life.name, key)]
    assert every > 40 and len(silent) <= 0.12 * every, silent


def test_who_share_a_home_wish_each_other_well(written: Life) -> None:
    """On the birthdays of the year, once more by day, as most is said at breakfast; unless they are on a journey."""
    bio = biography(written.name)
    wished = {
        (event.sender_id, event.chat)
        for event, cause in zip(written.events, written.causes, strict=True)
        if isinstance(event, Messaged) and cause.startswith("plans: birthday") and cause.endswith("/wish")
    }
    for who, one in zip(bio.cast, written.people[1:], strict=False):
        grown = one.birthday <= (written.now - timedelta(days=365)).date() - GROWN
        if who.at_home and grown and not who.writes and not journey(written, one):
            for sender, other in ((written.me, one), (one, written.me)):
                assert (sender.id, f"direct:{one.id}") in wished, (sender.name, other.name)


def journey(life: Life, person: Person) -> bool:
    """Return whether somebody is away with the owner on the birthday of one of them."""
    born = {(one.birthday.month, one.birthday.day) for one in (person, life.me)}
    trips = (one for one in life.events if isinstance(one, Planned) and one.all_day and one.key.startswith("trip-"))
    spans = ((one.start, (one.end - one.start).days) for one in trips if person.id in dict(one.guests))
    days = (start + timedelta(days=day) for start, length in spans for day in range(length))
    return any((day.month, day.day) in born for day in days)


def nearest(life: Life) -> list[tuple[str, Person]]:
    bio = biography(life.name)
    friends = [key for key, _ in bio.closeness if key in {who.key for who in bio.cast if who.relation == "friend"}][:2]
    cast = zip(bio.cast, life.people[1:], strict=False)
    return [(who.key, one) for who, one in cast if who.relation == "partner" or who.called or who.key in friends]


def spoken(life: Life, person: Person) -> bool:
    """Return whether somebody wrote to them around their last birthday, or of it, or meets them on it."""
    day = in_year(person.birthday, life.now.year)
    day = day if day <= life.now.date() else in_year(person.birthday, life.now.year - 1)
    for event in (*life.events, *life.ahead):
        if isinstance(event, Planned) and event.start.date() == day and person.id in dict(event.guests):
            return True
        ago, own = (day - event.at.date()).days, getattr(event, "chat", "") == f"direct:{person.id}"
        about = isinstance(event, Messaged) and (own or person.named(life.me) in event.text)
        if about and -2 <= ago <= (1 if own else 14):
            return True
    return False


def test_who_writes_that_they_move_lives_there_afterwards(life: Life) -> None:
    people = {one.id: one for one in life.people}
    for letter in (event for event in life.events if isinstance(event, Mailed) and event.thread.startswith("moving-")):
        over = (letter.at.replace(day=1) + timedelta(days=32)).replace(day=1) < life.now
        street = _MOVING.search(letter.body)
        assert street and letter.person_id
        assert not over or street[1] in people[letter.person_id].address


def test_what_is_said_to_be_attached_is(written: Life) -> None:
    """By the hands that wrote letters: theirs name the files that go along."""
    for one in biography(written.name).mail:
        assert bool(one.attached) is bool(
            re.search(r"\b(is|are|detail|Table) (attached|enclosed)|[IW]e? enclose (it|rev)", one.body)
        )


def test_nothing_new_is_begun_in_mourning() -> None:
    hollis, bio = lived("hollis", None), biography("hollis")
    days = [hollis.now.date() - timedelta(days=ago) for first, last in bio.hushed for ago in range(last, first + 1)]
    begun = {
        cause.partition("/")[0]: event.at.date()
        for event, cause in reversed([*zip(hollis.events, hollis.causes, strict=True)])
        if isinstance(event, Messaged) and cause.startswith("plans: ")
    }
    assert len(days) > 10 and not set(days) & set(begun.values())


def test_weather_is_talked_about_on_such_days(life: Life) -> None:
    for event, cause in zip(life.events, life.causes, strict=True):
        kind = plans().get(cause.removeprefix("plans: ").rpartition("-")[0])
        if isinstance(event, Messaged) and kind and cause.endswith(f"/{kind.begin}"):
            assert kind.under(event.at.date()), (event, cause)


def test_who_mends_things_is_no_acquaintance(life: Life) -> None:
    known = {part for one in life.people for part in one.name.split()}
    menders = {name for word in plans()["repair"].words["helper"] for name in word.split()} & known
    asked = (
        event.text
        for event, cause in zip(life.events, life.causes, strict=True)
        if cause.startswith("plans: repair-") and isinstance(event, Messaged)
    )
    assert not menders & {word for text in asked for word in re.findall(r"\w+", text)}


def test_another_day_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    moved, found = [], deeds.timed

    def timed(diary: Diary, plan: deeds.Plan, at: datetime, days: int | None = None) -> bool:
        before, there = plan.start, found(diary, plan, at, days)
        moved.extend([(before.date(), plan.start.date())] if before and there and plan.start else [])
        return there

    monkeypatch.setattr(deeds, "timed", timed)
    for seed in (3, 4):
        simulate(biography("hollis"), seed)
    assert len(moved) > 10 and all(before != after for before, after in moved)


def test_relatives_bear_names_of_the_family(written: Life) -> None:
    bio = biography(written.name)
    cast = [bio.me, *bio.cast]
    foreign = {who.name.split()[-1] for who in cast if who.writes}
    kin = {who.name.split()[-1] for who in cast if who.relation in ("me", "partner", "family")} - foreign
    drawn = [one for one in written.people[len(cast) :] if one.relation == "family"]
    assert [one.name for one in drawn if one.name.split()[-1] not in kin] == [] or not kin


def test_lines_serve_few_lives() -> None:
    """Of sentences of eight words or more, two lives share few, and none is in many."""
    said = {name: set(long(lived(name, None))) for name in PEOPLE}
    alike = {pair: len(said[pair[0]] & said[pair[1]]) / min(map(len, map(said.get, pair))) for pair in pairs()}
    assert {pair: round(part, 2) for pair, part in alike.items() if part > SHARED} == {}
    lives = defaultdict(set)
    for name, some in said.items():
        for sentence in some:
            lives[sentence].add(name)
    assert [sentence for sentence, some in lives.items() if len(some) > LIVES] == []


def pairs() -> list[tuple[str, str]]:
    return list(combinations(PEOPLE, 2))


def long(life: Life) -> list[str]:
    texts = [event.text for event in life.events if isinstance(event, Messaged)]
    texts += [event.body for event in life.events if isinstance(event, Mailed) and event.person_id]
    plain = (" ".join(re.findall(r"[\w']+", one)) for text in texts for one in sentences(text))
    return [one for one in plain if len(one.split()) >= LONG]


def test_each_life_has_one_of_the_ways() -> None:
    text = "[I came. ~ I went by. ~ I was there.|Never] in {month} ~ in {month}, twice"
    ways = {put(text, name) for name in PEOPLE}
    assert len(ways) == 6 and all("~" not in way for way in ways)
    assert put(text) == "[I came.|Never] in {month}"


def test_small_children_thank_as_such(life: Life) -> None:
    """Who is a child has lines of their own for what came; nobody else has these."""
    born = {one.id: one.birthday.year for one in life.people}
    for event, cause in zip(life.events, life.causes, strict=True):
        if isinstance(event, Messaged) and cause.startswith("plans: present-came") and cause.endswith("/thanks"):
            small = (life.now - timedelta(days=365)).year - born[event.sender_id] < SMALL
            assert cause.startswith("plans: present-came-small") is small, (event, cause)


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_mother_has_a_womans_name(name: str) -> None:
    for who in biography(name).cast:
        first = who.name.split()[0]
        assert who.key not in WOMEN or first not in names().men
        assert who.key not in MEN or first in names().men
        assert who.key != "aunt" or who.called == f"Aunt {first}"


def store_of(name: str) -> Store:
    return untouched(load(name)).store


def test_in_an_episode_small_children_answer_as_such() -> None:
    """In lines of their own, not at night, and without money."""
    store = store_of("ines")
    child = min(store.all(Person), key=lambda one: date.max - one.birthday)
    assert is_small(child, store.now)
    own, lines = store.one(Person, "relation = 'me'"), replies().small
    told = {"other": own.named(child)}
    every = {fill(put(one), told, Random(n)) for one in (*lines.question, *lines.statement) for n in range(40)}
    for hour in (6, 15, 20, 23):
        at = datetime.combine(store.now.date(), datetime.min.time()) + timedelta(hours=hour)
        for text in ("Thank you for paying!", "Are you free on Friday?", "Dinner at 7?", "Good night"):
            said = Messaged(at=at, chat=f"direct:{child.id}", sender_id=own.id, text=text)
            for answer in react(said, store):
                assert isinstance(answer, Messaged) and 7 <= answer.at.hour < 21 and answer.at > at
                assert any(plain(answer.text).startswith(plain(one)) for one in every), answer.text
    assert react(MoneyAsked(at=store.now, person_id=child.id, amount=Money(500), note="Bread"), store) == []


def plain(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalpha())


def test_in_an_episode_mum_is_called_so() -> None:
    store = store_of("nora")
    mum = store.one(Person, "called = 'Mum'")
    own = store.one(Person, "relation = 'me'")
    assert (mum.named(own), own.named(mum)) == ("Mum", own.first)
    letters = (
        Mailed(at=store.now, thread=f"t{n}", person_id=own.id, to=(mum.id,), subject=f"S{n}", body="How are you?")
        for n in range(20)
    )
    bodies = [event.body for letter in letters for event in react(letter, store)]
    assert bodies and not [body for body in bodies if mum.first in body] and any("Mum" in body for body in bodies)


def test_in_an_episode_family_abroad_answer_in_their_day() -> None:
    store = store_of("mila")
    own, mama = store.one(Person, "relation = 'me'"), store.one(Person, "called = 'Mama'")
    for hour in (3, 12, 16, 20):
        at = datetime.combine(store.now.date(), datetime.min.time()) + timedelta(hours=hour)
        said = Messaged(at=at, chat=f"direct:{mama.id}", sender_id=own.id, text="Hast du kurz Zeit?")
        for answer in react(said, store):
            assert 7 <= (answer.at + timedelta(hours=9)).hour <= 23


def test_presents_reach_who_moved(life: Life) -> None:
    homes = {one.address for one in life.people}
    assert {event.address for event in life.events if isinstance(event, Purchase)} <= homes

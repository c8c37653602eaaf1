"""How a life shows in Wayfarer: where its owner was, what they keep, what they looked for and say of places."""

from collections import defaultdict
from datetime import datetime, time, timedelta
from random import Random

from lifeworld.apps.maps.kinds import kind
from lifeworld.apps.maps.models import Place, PlaceList, Review, Saved, Search, Settings, Sign, Spot, Trip, Visit
from lifeworld.apps.maps.words import review, voices, words
from lifeworld.city.places import places
from lifeworld.life import Life
from lifeworld.life.events import CardPayment, Planned
from lifeworld.life.models import businesses
from lifeworld.life.whereabouts import GONE_TO
from lifeworld.life.words.vocabulary import names
from lifeworld.store import Event, Store
from lifeworld.web import Handlers

_ONLINE = "megacart"
_LISTS: tuple[tuple[str, Sign], ...] = (
    ("Favourites", "heart"),
    ("Want to go", "flag"),
    ("With visitors", "luggage"),
    ("Lunch", "utensils"),
)
_STAY = timedelta(hours=3)
_LATELY, _LONG = 21, 420  # days ago at most: a place's latest review, and the others


def seed(store: Store, life: Life) -> None:
    """Draw the city with what others say of it, then what its owner has set, kept and looked for."""
    rng = life.rng("maps")
    mode = rng.choices(("transit", "bicycle", "car", "foot"), (5, 3, 3, 2))[0]
    rng.choice(range(3))  # drawn, so that what follows stays
    store.add(Settings, mode=mode)
    employer = next((one for one in life.businesses if one.id == life.me.employer_id), None)
    store.add(Spot, label="home", address=life.me.address)
    store.add(Spot, label="work", address=employer.address if employer else "")
    _city(store, rng, life.now)
    visits = _visits(store, life)
    been = sorted(visits, key=lambda place: -len(visits[place]))
    _keep(store, rng, (min(map(min, visits.values()), default=life.now), life.now), been)
    _say(store, rng, life.now, {place: visits[place] for place in been[:9]})
    _look(store, rng, life.now, been, mode)


def paid(store: Store, event: CardPayment) -> None:
    """Who pays at a shop's till is there."""
    if place := _of_payment(store, event):
        _visit(store, place, event.at)


def planned(store: Store, event: Planned) -> None:
    """Who had something planned at a place was there, unless they said no."""
    if place := _of_plan(store, event):
        _visit(store, place, event.start)


ON: Handlers = {CardPayment: paid, Planned: planned}


def _of_payment(store: Store, event: CardPayment) -> Place | None:
    place = store.first(Place, "business_id = ?", event.business_id)
    return place if place and place.category in GONE_TO and place.key != _ONLINE and not event.memo else None


def _of_plan(store: Store, event: Planned) -> Place | None:
    went = event.place and not event.all_day and event.answer in ("", "accepted") and event.start < store.now
    return store.first(Place, "name = ?", event.place.partition(",")[0]) if went else None


def _visit(store: Store, place: Place, at: datetime) -> None:
    """Note a visit, once for hours: who pays where they have something planned was there from its beginning on."""
    known = store.first(Visit, "place_id = ? AND at > ? AND at < ?", place.id, at - _STAY, at + _STAY)
    if known is None:
        store.add(Visit, place_id=place.id, at=at)
    elif at < known.at:
        store.change(known, at=at)


def _visits(store: Store, life: Life) -> dict[int, list[datetime]]:
    """Return when the owner has been where, by place."""
    found: dict[int, list[datetime]] = defaultdict(list)
    for event in life.events:
        if place := _place_of(store, event):
            found[place.id].append(event.start if isinstance(event, Planned) else event.at)
    return found


def _place_of(store: Store, event: Event) -> Place | None:
    if isinstance(event, CardPayment):
        return _of_payment(store, event)
    return _of_plan(store, event) if isinstance(event, Planned) else None


def _city(store: Store, rng: Random, now: datetime) -> None:
    known, named = businesses(), set[str]()
    for key, one in places().items():
        business = known.get(key)
        place = store.add(
            Place,
            key=key,
            name=f"{one.name} ({one.emoji})" if one.name in named else one.name,  # a stop like a park, a station
            category=one.category,
            address=one.address,
            phone=one.phone,
            business_id=business.id if business else None,
        )
        named.add(one.name)
        _voices(store, rng, place, now)


def _voices(store: Store, rng: Random, place: Place, now: datetime) -> None:
    """Let strangers say what they think of a place, one of them lately; none has words for a stop."""
    said = voices().get(place.key, ())
    for number, (stars, text) in enumerate(rng.sample(said, len(said))):
        author = f"{rng.choice(names().given)} {rng.choice('ABCDEFGHJKLMNPRSTVW')}."
        own = {
            "author": author,
            "stars": stars,
            "text": text,
            "written_at": _before(rng, now, _LONG if number else _LATELY),
        }
        store.add(Review, place_id=place.id, **own)


def _before(rng: Random, now: datetime, days: int) -> datetime:
    """Return a moment of so many days until yesterday, at which people are up."""
    day = now.date() - timedelta(days=rng.randint(1, days))
    return datetime.combine(day, time(rng.randint(8, 22), rng.randint(0, 59)))


def _keep(store: Store, rng: Random, span: tuple[datetime, datetime], been: list[int]) -> None:
    """Make the lists that most people have, of where they go and where they have not been yet, since they came."""
    came, now = span
    new = [one for one in store.all(Place, order="id") if one.id not in been]
    wanted = [one.id for one in new if kind(one.category).said in ("food", "leisure") and one.category != "stop"]
    shown = [one.id for one in store.all(Place, "category IN ('park', 'sight', 'leisure')", order="id")]
    eaten = [one for one in been[6:] if store.get(Place, one).category in ("restaurant", "cafe", "bakery")]
    chosen = (
        been[: rng.randint(4, 8)],
        _some(rng, wanted, rng.randint(4, 9)),
        _some(rng, shown, rng.randint(3, 7)),
        eaten[: rng.randint(2, 5)],
    )
    for number, ((name, sign), kept) in enumerate(zip(_LISTS, chosen, strict=True), 1):
        made = store.add(PlaceList, name=name, sign=sign, position=number)
        for place in kept:
            fitting = words().notes.get(kind(store.get(Place, place).category).said, ())
            note = rng.choice(fitting) if fitting and rng.random() < 0.3 else ""
            store.add(
                Saved, list_id=made.id, place_id=place, note=note, added_at=_before(rng, now, max(1, (now - came).days))
            )


def _some(rng: Random, found: list[int], count: int) -> list[int]:
    return rng.sample(found, min(count, len(found)))


def _say(store: Store, rng: Random, now: datetime, visits: dict[int, list[datetime]]) -> None:
    """Let the owner review some of the places where they go most, each some days after they were there."""
    said = set[str]()
    kinds = {place_id: kind(store.get(Place, place_id).category).said for place_id in visits}
    for place_id in _some(rng, [one for one in visits if kinds[one] in words().details], 4):
        stars = rng.choice((3, 4, 4, 5, 5))
        text = review(rng, kinds[place_id], stars, said)
        days = (now.date() - min(visits[place_id]).date()).days
        if days > 1:
            at = _before(rng, now, days - 1)
            store.add(Review, place_id=place_id, author="", stars=str(stars), text=text, written_at=at)


def _look(store: Store, rng: Random, now: datetime, been: list[int], mode: str) -> None:
    """Leave behind what the owner searched for lately, and which ways they looked up."""
    named = [store.get(Place, one).name for one in been]
    looked = [*rng.sample(words().searches, rng.randint(2, 6)), *rng.sample(named, min(rng.randint(2, 5), len(named)))]
    for at, said in zip(_moments(rng, now, len(looked)), rng.sample(looked, len(looked)), strict=True):
        store.add(Search, words=said, at=at)
    ways = rng.sample(named, min(rng.randint(4, 9), len(named)))
    for at, end in zip(_moments(rng, now, len(ways)), ways, strict=True):
        own = {"start": "home", "end": end, "mode": mode if rng.random() < 0.7 else "foot"}
        store.add(Trip, **own, at=at)


def _moments(rng: Random, now: datetime, count: int) -> list[datetime]:
    return sorted(_before(rng, now, 20) for _ in range(count))

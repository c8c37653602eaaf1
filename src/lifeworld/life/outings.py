"""Dinners, shared entries and tickets: a chat, a calendar entry, one who pays, and what the others owe."""

from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.agenda import guests
from lifeworld.life.biography import Favour, Split
from lifeworld.life.diary import Diary, Scene
from lifeworld.life.events import PeerPayment, Planned
from lifeworld.life.spending import cents, clock, pay
from lifeworld.life.words.agenda import agenda

RESTAURANTS = ("saffron", "osteria", "kumo", "tideline", "elcamino", "hearthstone", "mesquite", "verdant", "gildedpear")
_AT_THE_TILL = timedelta(minutes=6)
_NEXT_DINNER = (17, 26)


def write(diary: Diary) -> None:
    """Write the dinners of the year, those arranged for the coming weeks, and all that is shared by habit."""
    _dinners(diary)
    for split in diary.bio.splits:
        _split(diary, split)
    for favour in diary.bio.favours:
        _favour(diary, favour)


def _favour(diary: Diary, favour: Favour) -> None:
    diary.events.append(
        PeerPayment(
            at=diary.moment(favour.day, favour.clock),
            person_id=diary.people[favour.person].id,
            amount=Money(round(favour.dollars * 100)),
            outgoing=favour.outgoing,
            purse="checking",
            note=favour.note,
        )
    )


# ---- dinners


def _dinners(diary: Diary) -> None:
    rng = diary.rng("dinners")
    near = [who.key for who in diary.bio.cast if who.relation in ("friend", "club", "partner")]
    places = list(RESTAURANTS)
    rng.shuffle(places)
    offset, number = -355, 0
    while offset < 36 and near:
        day = diary.day(offset)
        offset += rng.randint(*_NEXT_DINNER)
        start = datetime.combine(day, time(rng.choice((19, 19, 20)), rng.choice((0, 0, 30))))
        if diary.at_home(day) and diary.free(start, start + timedelta(minutes=130)):
            company = tuple(sorted(rng.sample(near, min(rng.choice((1, 2, 2, 3)), len(near)))))
            _dinner(diary, start, places[number % len(places)], company, rng)
            number += 1


def _dinner(diary: Diary, start: datetime, place: str, company: tuple[str, ...], rng: Random) -> None:
    business = diary.business(place)
    end = start + timedelta(minutes=rng.choice((105, 120, 130)))
    arranged = min(start - timedelta(days=rng.randint(2, 6), minutes=rng.randint(0, 500)), diary.now)
    if arranged >= diary.now - timedelta(hours=2):
        arranged = diary.now - timedelta(hours=rng.randint(3, 70))
    first = diary.people[company[0]].first
    names = " and ".join(diary.people[key].first for key in company)
    diary.occupy(start, end, business.name)
    diary.events.append(
        Planned(
            at=arranged + timedelta(minutes=40),
            key=f"dinner-{start:%Y%m%d}",
            title=rng.choice(agenda().dinners.titles).format(first=first, names=names, place=business.name),
            start=start,
            end=end,
            place=business.name,
            guests=guests(diary, company, "accepted" if start < diary.now else rng.choice(("accepted", "invited"))),
            reminder=60,
        )
    )
    facts = {"place": business.name, "day": f"{start:%A}", "time": clock_words(start)}
    entered = arranged + timedelta(minutes=40)
    diary.scenes.append(
        Scene("dinner-plan", diary.direct(company[0]), arranged, ("me", company[0]), facts, before=entered)
    )
    if end < diary.now:
        _settle_dinner(diary, end, place, company, rng)


def _settle_dinner(diary: Diary, end: datetime, place: str, company: tuple[str, ...], rng: Random) -> None:
    """Pay the dinner: usually one for all, and the others their part on the next day."""
    business = diary.business(place)
    heads = len(company) + 1
    share = cents((21, 48), rng)
    paid_at = end - timedelta(minutes=rng.randint(3, 12))
    facts = {"place": business.name, "amount": str(share), "total": str(share * heads)}
    if rng.random() < 0.6:
        pay(diary, place, paid_at, share * heads)
        for key in company:
            if diary.people[key].relation != "partner":
                note = rng.choice(agenda().dinners.notes).format(place=business.name)
                at = settle(diary, key, share, False, end, note)
                diary.scenes.append(Scene("paid-me", diary.direct(key), at, (key, "me"), facts))
    elif diary.people[company[0]].relation != "partner":
        note = rng.choice(agenda().dinners.notes).format(place=business.name)
        at = settle(diary, company[0], share, True, end, note)
        diary.scenes.append(Scene("paid-you", diary.direct(company[0]), at, ("me", company[0]), facts))
    else:
        pay(diary, place, paid_at, share * heads)


def settle(diary: Diary, key: str, amount: Money, outgoing: bool, after: datetime, note: str) -> datetime:
    """Write what one owes the other, hours later; return when that was."""
    rng = diary.rng(f"settle {key} {after.isoformat()} {note}")
    at = min(after + timedelta(minutes=rng.choice((55, 75, 110, 620, 800, 1500))), diary.now - timedelta(minutes=25))
    at = at.replace(second=rng.randint(0, 59))
    person = diary.people[key]
    diary.events.append(
        PeerPayment(at=at, person_id=person.id, amount=amount, outgoing=outgoing, purse="checking", note=note)
    )
    return at


def clock_words(moment: datetime) -> str:
    """Return a time as friends write it: "7", "7:30"."""
    hour = moment.hour % 12 or 12
    return f"{hour}:{moment:%M}" if moment.minute else f"{hour}"


# ---- shared by habit


def _split(diary: Diary, split: Split) -> None:
    rng = diary.rng(f"split {split.key}")
    for day in _split_days(diary, split):
        at = clock(day, split.hour + rng.uniform(-0.1, 0.1), rng)
        meant = rng.random() < split.chance and diary.at_home(day)
        place = diary.business(split.business).name
        if meant and not diary.elsewhere(at, place):
            diary.occupy(at - _AT_THE_TILL, at + _AT_THE_TILL, place)
            _share(diary, split, at, rng)


def _split_days(diary: Diary, split: Split) -> list[date]:
    """Return the days of the calendar's entries of that key, or else all of its weekday."""
    planned = [e for e in diary.events if isinstance(e, Planned) and e.key.startswith(f"{split.key}-20")]
    if planned:
        return sorted(event.start.date() for event in planned if event.end < diary.now)
    return [day for day in diary.days(-360, -1) if day.weekday() == split.weekday]


def _share(diary: Diary, split: Split, at: datetime, rng: Random) -> None:
    """Pay once for those who came: the owner does, or mostly the first of the others."""
    present = [key for key in split.who if rng.random() < 0.8] or [split.who[0]]
    total = cents(split.dollars, rng)
    part = Money(total.cents // (len(split.who) + 1))
    if rng.random() < split.owner_pays:
        pay(diary, split.business, at, part * (len(present) + 1))
        for key in present:
            settle(diary, key, part, False, at, _note(split, rng))
        return
    payer = split.who[0] if split.who[0] in present and rng.random() < 0.8 else rng.choice(present)
    settle(diary, payer, part, True, at, _note(split, rng))


def _note(split: Split, rng: Random) -> str:
    return rng.choice(
        (split.note, f"{split.note} {split.emoji}".strip(), split.note.lower(), split.emoji or split.note)
    )

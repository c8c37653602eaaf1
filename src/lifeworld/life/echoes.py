"""What people write to one another about the things that happened: birthdays, parcels, splits, appointments."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from lifeworld.core.money import Money
from lifeworld.life.biography import Character
from lifeworld.life.diary import Diary, Scene, in_year
from lifeworld.life.events import CardPayment, Delivered, Deposit, PeerPayment, Planned, Purchase
from lifeworld.life.outings import clock_words

_NEAR = ("partner", "family", "friend", "club")


def write(diary: Diary) -> None:
    _birthdays(diary)
    _parcels(diary)
    _splits(diary)
    _appointments(diary)
    _dinners(diary)
    _charged_twice(diary)


def confidant(diary: Diary) -> str:
    """Return the key of the one who hears everything first."""
    return diary.bio.closeness[0][0]


def _birthdays(diary: Diary) -> None:
    """Wish each of those who are near a happy birthday, and let them wish the owner one."""
    rng = diary.rng("wishes")
    near = [who for who in diary.bio.cast if who.relation in _NEAR]
    for who in near:
        at = _on(diary, who, rng.randint(7, 20), rng.randint(0, 59))
        facts = {"name": diary.people[who.key].first, "age": "older"}
        diary.scenes.append(Scene("birthday", diary.direct(who.key), at, ("me", who.key), facts))
    for who in near[:7]:
        at = _on(diary, diary.bio.me, rng.randint(7, 20), rng.randint(0, 59))
        facts = {"name": diary.me.first}
        diary.scenes.append(Scene("birthday-mine", diary.direct(who.key), at, (who.key, "me"), facts))


def _on(diary: Diary, who: Character, hour: int, minute: int) -> datetime:
    """Return that hour of the last birthday."""
    birthday = diary.people[who.key].birthday
    day = in_year(birthday, diary.now.year)
    if day > diary.now.date():
        day = in_year(birthday, day.year - 1)
    return datetime.combine(day, time(hour, minute))


def _parcels(diary: Diary) -> None:
    """Let a neighbour take in some of the parcels."""
    rng = diary.rng("taken in")
    orders = {e.number: e for e in diary.events if isinstance(e, Purchase)}
    neighbours = [who.key for who in diary.bio.cast if who.relation == "neighbour"]
    for event in [e for e in diary.events if isinstance(e, Delivered)]:
        order = orders[event.number]
        if order.address == diary.me.address and rng.random() < 0.22 and neighbours:
            key = rng.choice(neighbours)
            at = event.at + timedelta(minutes=rng.randint(20, 150))
            facts = {"shop": "Megacart", "thing": order.lines[0].name.lower()}
            diary.scenes.append(Scene("parcel-neighbour", diary.direct(key), at, (key, "me"), facts))


def _splits(diary: Diary) -> None:
    """Let one who paid for all say what each owes, or one who owes ask."""
    rng = diary.rng("owing")
    notes = {split.note.lower(): split for split in diary.bio.splits}
    told: set[datetime] = set()
    for event in [e for e in diary.events if isinstance(e, PeerPayment)]:
        split = notes.get(event.note.lower())
        key = next(key for key, person in diary.people.items() if person.id == event.person_id)
        if split is None or rng.random() > 0.4 or event.at.replace(hour=0, minute=0, second=0) in told:
            continue
        told.add(event.at.replace(hour=0, minute=0, second=0))
        asker, payer = ("me", key) if event.outgoing else (key, "me")
        facts = {"what": split.note.lower(), "amount": str(event.amount)}
        at, asked = event.at - timedelta(minutes=rng.randint(35, 60)), event.at - timedelta(minutes=25)
        diary.scenes.append(Scene("split-ask", diary.direct(key), at, (asker, payer), facts, before=asked))


def _appointments(diary: Diary) -> None:
    """Remind one another, the day before, of what was arranged for two or more."""
    rng = diary.rng("reminders")
    keys = {person.id: key for key, person in diary.people.items()}
    planned = [e for e in diary.events if isinstance(e, Planned) and e.guests and not e.repeats and not e.all_day]
    for event in planned:
        if event.calendar == "Work" or event.key.startswith("dinner") or rng.random() < 0.35:
            continue
        key = keys[event.guests[0][0]]
        day = f"{event.start:%A}"
        at = max(event.start - timedelta(days=1, minutes=rng.randint(10, 300)), event.at + timedelta(minutes=20))
        clock = f"{event.start:%H:%M}" if event.start.minute % 30 else clock_words(event.start)
        facts = {"title": event.title, "day": day, "time": clock}
        cast = ("me", key) if rng.random() < 0.5 else (key, "me")
        diary.scenes.append(Scene("appointment", diary.direct(key), at, cast, facts))


def _dinners(diary: Diary) -> None:
    rng = diary.rng("after dinner")
    keys = {person.id: key for key, person in diary.people.items()}
    for event in [e for e in diary.events if isinstance(e, Planned) and e.key.startswith("dinner")]:
        if event.end < diary.now and rng.random() < 0.6:
            key = keys[event.guests[-1][0]]
            at = event.end + timedelta(minutes=rng.choice((25, 40, 700, 820)))
            cast = ("me", key) if rng.random() < 0.5 else (key, "me")
            diary.scenes.append(Scene("dinner-after", diary.direct(key), at, cast, {"place": event.place}))


def _charged_twice(diary: Diary) -> None:
    """Complain of a double charge on the next day, and tell when the money is back."""
    key = confidant(diary)
    names = {diary.business(k).id: diary.business(k).name for k in _keys(diary)}
    for event in _again(diary):
        facts = {"place": names.get(event.business_id, "the till"), "amount": str(event.amount)}
        at = event.at + timedelta(hours=20)
        diary.scenes.append(Scene("double-charge", diary.direct(key), at, ("me", key), facts))
        for refund in [e for e in diary.events if isinstance(e, Deposit) and e.memo.startswith("Refund: charged")]:
            if refund.business_id == event.business_id and refund.amount == event.amount:
                at = refund.at + timedelta(hours=9)
                diary.scenes.append(Scene("refund", diary.direct(key), at, ("me", key), facts))


def _again(diary: Diary) -> Iterator[CardPayment]:
    """Yield each payment that repeats one of the last two minutes."""
    seen: dict[tuple[int, Money], datetime] = {}
    for event in sorted((e for e in diary.events if isinstance(e, CardPayment)), key=lambda e: e.at):
        before = seen.get((event.business_id, event.amount))
        seen[event.business_id, event.amount] = event.at
        if before is not None and event.at - before <= timedelta(minutes=2):
            yield event


def _keys(diary: Diary) -> list[str]:
    return [habit.business for habit in diary.bio.habits]

"""What people write to one another because of what happened: birthdays, parcels, bills, shares, weekly evenings."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.life.agenda import is_off
from lifeworld.life.biography import Standing
from lifeworld.life.diary import GROWN, Begin, Diary, in_year
from lifeworld.life.events import BillIssued, Delivered, PeerPayment, Planned, Purchase, Returned
from lifeworld.life.facts import SMALL

_NEAR = ("family", "friend", "club")
_BEST = 2  # friends, whose birthdays nobody forgets
_WISHED = 4  # people to whom one writes on a holiday
_TAKEN_IN = 0.25  # the share of parcels that a neighbour takes in
_OF_HOME = ("lettings", "mortgage", "electric", "gas", "water", "internet", "council")  # who bills a whole household
_ABOUT = range(9, 21)  # hours at which one asks for it
_OUT = range(10, 17)  # hours at which those who share a home are apart
_BILLS = 3  # a year of which one says something
_TOLD = 0.5  # the share of things that may be told of that are
_SHORT, _CLEAR = (4, 15), (200, 600)  # minutes before what comes back every week, when one is late, when one asks


def write(diary: Diary) -> None:
    for write in (_acquaintances, _birthdays, _holidays, _presents, _parcels, _bills, _shares, _reminders, _dates):
        diary.given.extend(write(diary, diary.rng(write.__name__)))


def _acquaintances(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield what those write whom the owner has met, some days later."""
    arrived = diary.moment(-diary.bio.arrived, "00:00")
    for key, since in diary.met.items():
        at = since + timedelta(days=rng.randint(1, 4), hours=rng.randint(9, 19), minutes=rng.randint(1, 59))
        if since > arrived:
            yield Begin("first-words", at, {"a": key, "b": "me"}, start=at + timedelta(days=4), sure=True)


def _birthdays(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield who is wished a happy birthday, and who wishes the owner one; those who say it at breakfast, by day."""
    friends = [key for key, _ in diary.bio.closeness if diary.people[key].relation == "friend"][:_BEST]
    for who in diary.bio.cast:
        for people in ({"a": "me", "b": who.key}, {"a": who.key, "b": "me"}):
            if who.key in diary.home:
                yield _wished_again(diary, who.key, people)
            elif who.relation in _NEAR:
                yield from _wished(diary, people, rng, who.relation == "family" or who.key in friends)


def _wished(diary: Diary, people: dict[str, str], rng: Random, sure: bool) -> Iterator[Begin]:
    """Yield the wish that a sends b on some hour of b's last birthday, unless they meet on that day."""
    day = _birthday(diary, people["b"])
    at = datetime.combine(day, time(rng.randint(7, 20), rng.randint(0, 59)))
    ids = {diary.people[key].id for key in people.values()} - {diary.me.id}
    meetings = (event for event in diary.events if isinstance(event, Planned) and event.start.date() == day)
    if not any(ids & {event.organiser_id, *dict(event.guests)} for event in meetings):
        age = day.year - diary.people[people["b"]].birthday.year
        yield Begin("birthday", at, people, {"age": str(age)}, sure=sure)


def _wished_again(diary: Diary, key: str, people: dict[str, str]) -> Begin:
    """Return the wish of those who share a home, or, where one is away for long, the one that others send."""
    day, rng = _birthday(diary, people["b"]), diary.rng(f"birthday of {people['b']} by {people['a']}")
    at = datetime.combine(day, time(rng.choice(_OUT), rng.randint(0, 59), rng.randint(1, 59)))
    age = str(day.year - diary.people[people["b"]].birthday.year)
    away = at >= diary.gone.get(key, diary.now)
    return Begin("birthday" if away else "birthday-home", at, people, {"age": age}, sure=True)


def _holidays(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield who of those who are nearest and live elsewhere is wished a merry Christmas, and a happy New Year."""
    near = [key for key, _ in diary.bio.closeness if key not in diary.home and diary.people[key].relation in _NEAR]
    for plan, (month, day), some in (("christmas", (12, 25), near[::2]), ("new-year", (1, 1), near[1::2])):
        on = diary.now.date().replace(month=month, day=day)
        on = on if on <= diary.now.date() else on.replace(year=on.year - 1)
        for key in some[:_WISHED]:
            people = {"a": "me", "b": key} if rng.random() < 0.5 else {"a": key, "b": "me"}
            at = datetime.combine(on, time(rng.randint(8, 19), rng.randint(0, 59), rng.randint(1, 59)))
            if not diary.hardly_knows(key, at):
                yield Begin(plan, at, people, start=at + timedelta(days=2), sure=True)


def _birthday(diary: Diary, key: str) -> date:
    """Return somebody's last birthday."""
    born = diary.people[key].birthday
    day = in_year(born, diary.now.year)
    return day if day <= diary.now.date() else in_year(born, day.year - 1)


def _presents(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield whom the owner asks what to give those who are nearest, some days before: those at home, and parents."""
    near = [key for key, _ in diary.bio.closeness if diary.people[key].birthday <= diary.start.date() - GROWN]
    for who in diary.bio.cast:
        others = [key for key in near if key not in (who.key, *diary.foreign)][:_BEST]
        if others and (who.called or (who.at_home and who.relation != "friend")):
            day = _birthday(diary, who.key) - timedelta(days=rng.randint(9, 13))
            at = datetime.combine(day, time(rng.randint(9, 20), rng.randint(0, 59), rng.randint(1, 59)))
            yield Begin("present-for", at, {"b": rng.choice(others)}, {"who": diary.called(who.key)}, sure=True)


def _parcels(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield what is told of things that came, some by way of a neighbour, and of things that were sent back."""
    orders = {event.number: event for event in diary.events if isinstance(event, Purchase)}
    neighbours = [who.key for who in diary.bio.cast if who.relation == "neighbour" and not who.home]
    friends = [key for key, _ in diary.bio.closeness if diary.people[key].relation in _NEAR and key not in diary.home]
    for event in [event for event in diary.events if isinstance(event, Delivered | Returned)]:
        order, back = orders[event.number], isinstance(event, Returned)
        words = {"thing": order.lines[0].name}
        if diary.bio.gift and order.address == diary.people[diary.bio.gift.person].address:
            people = {"a": diary.bio.gift.person, "b": "me"}
            small = "-small" * (diary.start.year - diary.people[diary.bio.gift.person].birthday.year < SMALL)
            yield Begin(f"present-came{small}", event.at + timedelta(hours=rng.randint(1, 4)), people, words)
        if order.address != diary.me.address or rng.random() > _TOLD:
            continue
        if not back and neighbours and rng.random() < _TAKEN_IN / _TOLD:
            at = event.at + timedelta(minutes=rng.randint(20, 150))
            yield Begin("taken-in", at, {"a": rng.choice(neighbours), "b": "me"}, words)
        elif friends:
            at = event.at + timedelta(hours=rng.randint(2, 30), minutes=rng.randint(0, 59))
            words |= {"cost": str(order.lines[0].price)}
            yield Begin("sent-back" if back else "came", at, {"b": rng.choice(friends)}, words)


def _bills(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield what those who live together say about a bill of the home."""
    home = [key for key in diary.at_home_with() if diary.people[key].relation != "family"]  # no child sees to it
    own = ("lettings",) if "lodging" in diary.bio.me.facts else ()  # whoever rents a room pays for that room alone
    names = {diary.business(key).id: diary.business(key).name for key in _OF_HOME if key not in own}
    issued = [event for event in diary.events if isinstance(event, BillIssued) and event.business_id in names and home]
    for event in rng.sample(issued, min(len(issued), _BILLS)):
        due = f"{event.due:%B} {event.due.day}"
        words = {"sender": names[event.business_id], "cost": str(event.amount), "due": due}
        yield Begin("bill-came", event.at + timedelta(hours=rng.randint(3, 28)), {"b": rng.choice(home)}, words)


def _shares(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield who asks what a part of something shared is, before it is paid."""
    notes = {split.note.lower(): split for split in diary.bio.splits}
    keys = {person.id: key for key, person in diary.people.items()}
    for event in [event for event in diary.events if isinstance(event, PeerPayment) and event.note.lower() in notes]:
        asker, payer = ("me", keys[event.person_id]) if event.outgoing else (keys[event.person_id], "me")
        words = {"what": notes[event.note.lower()].note.lower(), "amount": str(event.amount)}
        at = event.at - timedelta(minutes=rng.randint(35, 60))
        if at.hour in _ABOUT:
            yield Begin("share", at, {"a": asker, "b": payer}, words, start=event.at)


def _reminders(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield who reminds whom, the day before, of what was arranged for two or more."""
    keys = {person.id: key for key, person in diary.people.items()}
    for event in [event for event in diary.events if isinstance(event, Planned) and event.guests]:
        if event.repeats or event.all_day or event.calendar == "Work" or event.answer in ("invited", "declined"):
            continue
        other = keys[event.guests[0][0]]
        if other not in diary.home:
            at = max(event.start - timedelta(days=1, minutes=rng.randint(10, 300)), event.at + timedelta(minutes=20))
            people = {"a": "me", "b": other} if rng.random() < 0.5 else {"a": other, "b": "me"}
            yield Begin("reminder", at, people, start=event.start)


def _dates(diary: Diary, rng: Random) -> Iterator[Begin]:
    """Yield what is written around what comes back every week: who is late, who can't come, whether it takes place."""
    shared = {split.key for split in diary.bio.splits}  # who paid tells who came
    for entry in diary.bio.standing:
        if not {*entry.guests} - {*diary.home} or entry.repeats != "weekly" or entry.calendar == "Work":
            continue
        group, members = _where(diary, entry)
        kinds = [("late", _SHORT), ("still-on", _CLEAR)]
        kinds += [("drops-out", _CLEAR)] if group and entry.key not in shared else []
        for day in diary.days(-min(entry.begun, 358), -max(entry.ends, 1)):
            start = datetime.combine(day, time.fromisoformat(entry.start))
            if day.weekday() == entry.day and diary.in_bed(day):
                at, people = start - timedelta(minutes=rng.randint(*_CLEAR)), {"a": "me", "b": rng.choice(members)}
                yield Begin("ill-off", at, people, group=group, start=start, sure=True)
            elif day.weekday() == entry.day and diary.at_home(day) and not is_off(diary, entry, day):
                plan, minutes = rng.choice(kinds)
                told = rng.choice(members if plan == "drops-out" else ("me", *members))
                people = {"a": told, "b": rng.choice(members) if told == "me" else "me"}
                at = start - timedelta(minutes=rng.randint(*minutes))
                yield Begin(plan, at, people, group=group, start=start)


def _where(diary: Diary, entry: Standing) -> tuple[str, tuple[str, ...]]:
    """Return the group in which something weekly is talked of, if there is one, and its guests."""
    groups = [circle for circle in diary.bio.circles if {*entry.guests} <= {*circle.members}]
    if len(entry.guests) > 1 and groups:
        return min(groups, key=lambda circle: len(circle.members)).key, entry.guests
    return "", entry.guests[:1]

"""What people write to one another about what comes back: the weekly evening, the order, the bill."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from lifeworld.life.biography import Standing
from lifeworld.life.diary import Diary, Scene
from lifeworld.life.events import BillIssued, Delivered, Purchase, Returned
from lifeworld.life.outings import clock_words

_TALKED_OF = 0.4  # the share of the times of a weekly date that somebody writes about
_NEAR = ("partner", "friend", "family")


def write(diary: Diary) -> None:
    for entry in diary.bio.standing:
        if entry.guests and entry.repeats == "weekly":
            diary.scenes.extend(_dates(diary, entry))
    diary.scenes.extend(_orders(diary))
    diary.scenes.extend(_bills(diary))


def _dates(diary: Diary, entry: Standing) -> Iterator[Scene]:
    """Yield what is written around a weekly date: who is late, who can't come, whether it takes place."""
    rng = diary.rng(f"talk of {entry.key}")
    chat, members = _chat(diary, entry)
    for day in diary.days(-min(entry.begun, 358), -max(entry.ends, 1)):
        if day.weekday() == entry.day and diary.at_home(day) and rng.random() < _TALKED_OF:
            start = datetime.combine(day, time.fromisoformat(entry.start))
            topic, minutes = rng.choice(_kinds(diary, entry))
            told = rng.choice([key for key in members if key in entry.guests])
            told = "me" if topic != "date-cant" and rng.random() < 0.35 else told
            cast = [told, *rng.sample([key for key in ("me", *members) if key != told], len(members))]
            facts = {"time": clock_words(start)}
            yield Scene(topic, chat, start - timedelta(minutes=rng.randint(*minutes)), tuple(cast), facts, start)


def _kinds(diary: Diary, entry: Standing) -> list[tuple[str, tuple[int, int]]]:
    """Return what may be written about a date, and how many minutes before it."""
    shared = entry.key in {split.key for split in diary.bio.splits}  # who paid tells who came
    found = [("date-late", (4, 15)), ("date-on", (200, 600))]
    return found if shared else [*found, ("date-cant", (120, 500))]


def _chat(diary: Diary, entry: Standing) -> tuple[str, tuple[str, ...]]:
    """Return where a date is talked of, with its members beside the owner: the group of its guests, or one of them."""
    groups = [circle for circle in diary.bio.circles if {*entry.guests} <= {*circle.members}]
    if len(entry.guests) > 1 and groups:
        group = min(groups, key=lambda circle: len(circle.members))
        return group.key, group.members
    return diary.direct(entry.guests[0]), entry.guests[:1]


def _orders(diary: Diary) -> Iterator[Scene]:
    """Yield what is told of things that came, and of things that were sent back."""
    rng = diary.rng("things that came")
    orders = {event.number: event for event in diary.events if isinstance(event, Purchase)}
    friends = [key for key, _ in diary.bio.closeness if diary.people[key].relation in _NEAR]
    for event in [event for event in diary.events if isinstance(event, Delivered | Returned)]:
        order = orders[event.number]
        if order.address != diary.me.address or rng.random() > _TALKED_OF:
            continue
        key = rng.choice(friends)
        line = order.lines[0]
        facts = {"thing": line.name.lower(), "cost": str(line.price)}
        topic = "came" if isinstance(event, Delivered) else "sent-back"
        at = event.at + timedelta(hours=rng.randint(2, 30), minutes=rng.randint(0, 59))
        yield Scene(topic, diary.direct(key), at, ("me", key), facts)


def _bills(diary: Diary) -> Iterator[Scene]:
    """Yield what those who live together say about a bill."""
    rng = diary.rng("bills at home")
    home = [who.key for who in diary.bio.cast if who.relation == "partner"]
    names = {diary.business(bill.business).id: diary.business(bill.business).name for bill in diary.bio.bills}
    for event in [event for event in diary.events if isinstance(event, BillIssued) and home]:
        if event.business_id in names and rng.random() < _TALKED_OF:
            facts = {"from": names[event.business_id], "cost": str(event.amount), "due": f"{event.due:%A}"}
            at = event.at + timedelta(hours=rng.randint(3, 28))
            yield Scene("bill-came", diary.direct(home[0]), at, ("me", home[0]), facts)

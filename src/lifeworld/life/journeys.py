"""Trips: booked, in the calendar, paid, looked forward to, lived, and talked about."""

from datetime import datetime, time, timedelta

from lifeworld.core.money import Money
from lifeworld.life.agenda import guests
from lifeworld.life.biography import Trip
from lifeworld.life.diary import GROWN, Begin, Diary
from lifeworld.life.events import Attachment, Planned
from lifeworld.life.spending import cents, clock, pay, settle
from lifeworld.life.words.letters import journeys
from lifeworld.life.words.plans import plans


def write(diary: Diary) -> None:
    for trip in diary.bio.trips:
        diary.away.append((diary.day(trip.starts), diary.day(trip.starts + trip.nights)))
    for trip in diary.bio.trips:
        _trip(diary, trip)


def _trip(diary: Diary, trip: Trip) -> None:
    rng = diary.rng(f"trip {trip.key}")
    booked = clock(diary.day(max(min(trip.starts, 0) - rng.randint(24, 40), -360)), rng.uniform(19, 22), rng)
    out = diary.moment(trip.starts, rng.choice(("08:10", "09:25", "10:40")))
    back = diary.moment(trip.starts + trip.nights, rng.choice(("14:35", "16:20", "17:50")))
    code = "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(6))
    facts = {
        "town": trip.town,
        "hotel": diary.business(trip.hotel).name,
        "carrier": diary.business(trip.carrier).name,
        "code": code,
        "out": f"{out:%A, %B} {out.day}, {out:%H:%M}",
        "back": f"{back:%A, %B} {back.day}, {back:%H:%M}",
        "nights": str(trip.nights),
        "first": diary.me.first,
        "fare": str(Money(round(trip.fare * 100))),
        "stay": str(Money(round(trip.stay * 100))),
        "names": ", ".join(diary.people[key].first for key in trip.companions),
        "part": str(Money(round(trip.stay * 100) // (len(trip.companions) + 1))),
    }
    _booked(diary, trip, booked, facts)
    _in_calendar(diary, trip, (booked, out, back), facts)
    _letters(diary, trip, booked, out, facts)
    _talk(diary, trip, (booked, out, back), facts)
    if back < diary.now:
        _abroad(diary, trip)


def _booked(diary: Diary, trip: Trip, booked: datetime, facts: dict[str, str]) -> None:
    fare, stay = Money(round(trip.fare * 100)), Money(round(trip.stay * 100))
    for business, at, amount in ((trip.carrier, booked, fare), (trip.hotel, booked + timedelta(minutes=23), stay)):
        pay(diary, business, at, amount, memo=facts["code"])
    part = Money(stay.cents // (len(trip.companions) + 1))
    for key in trip.companions:
        if key not in diary.home and diary.people[key].birthday <= booked.date() - GROWN:
            settle(diary, key, part, False, booked + timedelta(days=1), f"{trip.town}, the house")


def _in_calendar(diary: Diary, trip: Trip, when: tuple[datetime, datetime, datetime], facts: dict[str, str]) -> None:
    booked, out, back = when
    first = datetime.combine(out.date(), time())
    company = guests(diary, trip.companions)
    note = f"{facts['hotel']}, {trip.nights} nights. Booking {facts['code']}."
    entries = (
        (trip.title, first, first + timedelta(days=trip.nights + 1), True, company, note),
        (f"{facts['carrier']} to {trip.town}", out, out + timedelta(minutes=150), False, (), facts["code"]),
        (f"{facts['carrier']}: back home", back, back + timedelta(minutes=150), False, (), facts["code"]),
    )
    for number, (title, start, end, all_day, invited, text) in enumerate(entries):
        if not all_day:
            diary.where.occupy(start, end)
        diary.events.append(
            Planned(
                at=booked + timedelta(minutes=40 + number),
                key=f"trip-{trip.key}-{number}",
                title=title,
                start=start,
                end=end,
                all_day=all_day,
                place=trip.town if all_day else "",
                guests=invited,
                reminder=1440 if all_day else 120,
                note=text,
            )
        )


def _letters(diary: Diary, trip: Trip, booked: datetime, out: datetime, facts: dict[str, str]) -> None:
    sent = (
        (trip.carrier, booked + timedelta(minutes=1), journeys().booking, f"itinerary-{facts['code']}.pdf"),
        (trip.hotel, booked + timedelta(minutes=24), journeys().hotel, ""),
        (trip.carrier, out - timedelta(hours=23), journeys().check_in, "boarding.pdf"),
    )
    for business, at, mail, attachment in sent:
        if at < diary.now:
            files = (Attachment(attachment, 184),) if attachment else ()
            house, thread = diary.business(business), f"trip-{trip.key}-{business}-{at:%d%H}"
            over = out < diary.now
            diary.events.append(mail.sent(at, house, thread, facts, attachments=files, archived=over, label="Travel"))


def _talk(diary: Diary, trip: Trip, when: tuple[datetime, datetime, datetime], facts: dict[str, str]) -> None:
    """Let those who go along fix it before it is booked, pack before they leave, and look back."""
    if not trip.companions:
        return
    booked, out, back = when
    rng = diary.rng(f"talk of {trip.key}")
    theirs = [one for one in diary.bio.circles if one.key in (trip.key, f"{trip.key}walk")]
    theirs += [one for one in diary.bio.circles if {*one.members} == {*trip.companions}]
    grown = [key for key in trip.companions if diary.people[key].birthday <= booked.date() - GROWN]
    group = theirs[0].key if theirs and len(grown) > 1 else ""
    some, people = ("trip", {}) if group else ("trip-two", {"b": (grown or trip.companions)[0]})
    minutes = [timedelta(minutes=rng.randint(0, 300)) for _ in range(3)]
    moments = {
        f"{some}-packing": (out - timedelta(days=rng.randint(3, 9)) - minutes[0], out),
        f"{some}-over": (back.replace(hour=16, minute=0) + timedelta(days=2) + minutes[1], None),
    }
    if group:
        moments["trip-plan"] = booked - timedelta(days=3) - minutes[2], booked + timedelta(hours=1)
    else:
        moments["trip-two"] = booked + timedelta(hours=2) + minutes[2], out
    for plan, (at, start) in moments.items():
        words = {**facts, "sight": rng.choice(trip.sights)}
        given = {slot: words[slot] for slot in plans()[plan].given if slot in words}
        diary.given.append(Begin(plan, at, people, given, group, start=start, sure=True))


def _abroad(diary: Diary, trip: Trip) -> None:
    """Write what was paid on the way: rides at both ends and a meal a day, all where the traveller was."""
    rng = diary.rng(f"abroad {trip.key}")
    for offset in range(trip.starts, trip.starts + trip.nights):
        at = clock(diary.day(offset), rng.uniform(18.5, 20.5), rng)
        if rng.random() < 0.85:
            pay(diary, trip.hotel, at, cents((28, 74), rng), memo=rng.choice(journeys().meals))

"""The calendar: what comes back, what was arranged once, birthdays, and the odd meeting."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from lifeworld.core.rhythm import rhythm
from lifeworld.life.biography import Appointment, Standing
from lifeworld.life.diary import AHEAD, Diary, in_year, is_holiday
from lifeworld.life.events import Planned, Rang
from lifeworld.life.presence import Presence
from lifeworld.life.spending import cents, pay
from lifeworld.life.words.agenda import agenda

_AROUND = timedelta(hours=4)
_AT_THE_DESK = timedelta(minutes=5)  # in which a visit is paid for
_RINGS = timedelta(seconds=30)  # until nobody picks up
_MISSED, _TURNED = 0.08, 0.15  # how often nobody picks up, or who is mostly rung rings


def write(diary: Diary) -> None:
    """Write the calendar into the diary; plans of several events write their own parts."""
    for entry in (one for one in diary.bio.standing if one.repeats != "monthly"):
        _standing(diary, entry)
    for appointment in diary.bio.appointments:
        _appointment(diary, appointment)
    for entry in (one for one in diary.bio.standing if one.repeats == "monthly"):
        _monthly(diary, entry)
    _days_of_the_year(diary)
    _meetings(diary)
    _checkups(diary)


def guests(diary: Diary, keys: tuple[str, ...], answer: str = "accepted") -> tuple[tuple[int, str], ...]:
    """Return guests as a calendar files them."""
    return tuple((diary.people[key].id, answer) for key in keys)


# ---- what comes back


def _standing(diary: Diary, entry: Standing) -> None:
    last = diary.day(-entry.ends) if entry.ends else None
    first = _on_weekday(diary.day(-entry.begun), entry.day)
    days = [*rhythm(first, entry.repeats, first, min(diary.end.date(), last or date.max))]
    taken = [day for day in days if entry.phone and not diary.where.free(*span(entry, day))]  # as on a train
    off = [day for day in days if day in taken or is_off(diary, entry, day)]
    for day in days:
        if day not in off:
            diary.where.occupy(*span(entry, day), entry.place)
            _rung(diary, entry, *span(entry, day))
    diary.events.append(replace(_planned(diary, entry, first, entry.repeats, last), skips=tuple(off)))


def _rung(diary: Diary, entry: Standing, start: datetime, end: datetime) -> None:
    """Let those ring who are on the phone then, within that time, if it is over."""
    if not entry.phone or not diary.start <= start < end < diary.now:
        return
    rng = diary.rng(f"phone {entry.key} {start:%F}")
    begun, missed = start + timedelta(seconds=rng.randint(0, 300)), rng.random() < _MISSED
    talk = (end - begun) * rng.uniform(0.3, 0.95)
    diary.events.append(
        Rang(
            at=begun,
            person_id=diary.people[entry.phone].id,
            outgoing=(rng.random() < _TURNED) is entry.theirs,
            ended=(begun + (_RINGS if missed else talk)).replace(microsecond=0),
            missed=missed,
        )
    )


def is_off(diary: Diary, entry: Standing, day: date) -> bool:
    """Return whether what comes back is left out: for a holiday, called off, or as the same people do another thing."""
    begun, over = span(entry, day)
    once = (one for one in diary.bio.appointments if diary.day(one.day) == day and one.calendar != "Work")
    whom = {*entry.guests, entry.phone} - {""}
    same = (span(one, day) for one in once if whom and whom <= {*one.guests, one.organiser})
    given_way = any(start - over < _AROUND and begun - end < _AROUND for start, end in same)
    called = day == called_off(diary, entry) or (is_holiday(day) and not entry.holidays)
    return given_way or called or diary.in_bed(day)


def called_off(diary: Diary, entry: Standing) -> date | None:
    """Return the day on which a house calls what comes back off, if it does so once."""
    key, *_ = diary.bio.cancelled or ("",)
    return next(day for day in diary.days(-33, -12) if day.weekday() == entry.day) if key == entry.key else None


def _monthly(diary: Diary, entry: Standing) -> None:
    """Write one event for each month: the same weekday, the same week unless something else is on."""
    week = diary.rng(f"week of {entry.key}").randint(0, 2)
    month = diary.now.year * 12 + diary.now.month - 1
    for number in range(month - 13, month + 3):
        first = _on_weekday(date(number // 12, number % 12 + 1, 1), entry.day)
        days = [first + timedelta(days=7 * ((week + shift) % 4)) for shift in range(4)]
        day = next((day for day in days if diary.at_home(day) and diary.where.free(*span(entry, day))), None)
        if day is not None and diary.start.date() < day <= diary.end.date():
            diary.where.occupy(*span(entry, day), entry.place)
            diary.events.append(_planned(diary, entry, day, "", None))


def _planned(diary: Diary, entry: Standing, day: date, repeats: str, until: date | None) -> Planned:
    start, end = span(entry, day)
    invited = entry.organiser != ""
    return Planned(
        at=_made(diary, entry, start),
        key=f"{entry.key}-{day.isoformat()}",
        title=entry.title,
        start=start,
        end=end,
        place=entry.place,
        guests=guests(diary, entry.guests),
        organiser_id=diary.people[entry.organiser].id if invited else None,
        answer="accepted" if invited else "",
        calendar=entry.calendar,
        repeats=repeats,
        until=until,
        reminder=10 if entry.calendar == "Work" else 30,
    )


def _made(diary: Diary, entry: Standing | Appointment, start: datetime) -> datetime:
    """Return when it was written down, or the owner invited: each time another hour, at which who does it is awake."""
    rng = diary.rng(f"made {entry.title} {start:%F}")
    at = min(start, diary.now) - timedelta(days=rng.randint(2, 12))
    at = max(at, diary.start).replace(hour=rng.randint(8, 21), minute=rng.randint(0, 59), second=rng.randint(0, 59))
    return Presence(diary).when_awake(entry.organiser or "me", at, rng)


def span(entry: Standing | Appointment, day: date) -> tuple[datetime, datetime]:
    """Return from when to when something is on that day."""
    start = datetime.combine(day, time.fromisoformat(entry.start))
    return start, start + timedelta(minutes=entry.minutes)


def _on_weekday(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday()) % 7)


# ---- what was arranged once


def _appointment(diary: Diary, entry: Appointment) -> None:
    start, end = span(entry, diary.day(entry.day))
    if entry.answer != "invited":
        diary.where.occupy(start, end + _AT_THE_DESK, entry.place)
    rng = diary.rng(f"appointment {entry.title}")
    _paid_there(diary, entry, end)
    pending = "invited" if entry.answer == "" and entry.day > 7 else "accepted"
    diary.events.append(
        Planned(
            at=_made(diary, entry, start),
            key=f"once-{entry.title}-{start:%m%d}",
            title=entry.title,
            start=start,
            end=end,
            place=entry.place,
            guests=guests(diary, entry.guests, pending),
            organiser_id=diary.people[entry.organiser].id if entry.organiser else None,
            answer=entry.answer,
            calendar=entry.calendar,
            reminder=rng.choice((10, 30, 60, 1440)),
            note=entry.note,
        )
    )


def _paid_there(diary: Diary, entry: Appointment, end: datetime) -> None:
    """Pay for a visit to a house that takes money for it, at its desk."""
    rng = diary.rng(f"bill for {entry.title} {end:%m%d}")
    at = end + timedelta(seconds=rng.randint(40, 240))
    for key, price in agenda().prices.items():
        if entry.place == diary.business(key).name and at < diary.now:
            pay(diary, key, at, cents(price, rng))


def _days_of_the_year(diary: Diary) -> None:
    """Write the holidays, and the birthdays of those who are near, once each, repeating every year."""
    near = [who for who in diary.bio.cast if who.relation in ("partner", "family", "friend")]
    days = [(f"holiday-{day}", name, date.fromisoformat(f"2000-{day}"), 0) for day, name in agenda().holidays.items()]
    born = {who.key: diary.people[who.key].birthday for who in near}
    days += [(f"birthday-{key}", f"{diary.called(key)}’s birthday", day, 1440) for key, day in born.items()]
    friends = {f"birthday-{who.key}" for who in near if who.relation == "friend"}
    for key, title, since, reminder in days:
        day = in_year(since, diary.start.year)
        start = datetime.combine(day if day >= diary.start.date() else in_year(since, day.year + 1), time())
        diary.events.append(
            Planned(
                at=diary.start + timedelta(minutes=len(diary.events)),
                key=key,
                title=title,
                start=start,
                end=start + timedelta(days=1),
                all_day=True,
                calendar="Personal" if key in friends else "Family",
                repeats="yearly",
                reminder=reminder,
            )
        )


# ---- the odd meeting


def _meetings(diary: Diary) -> None:
    rng = diary.rng("meetings")
    colleagues = [who.key for who in diary.bio.cast if who.relation == "colleague"]
    titles = list(diary.bio.meetings)
    rng.shuffle(titles)
    for title in titles:
        entry = Appointment(
            title=title,
            day=rng.randint(2, AHEAD.days - 2) if rng.random() < 0.2 else -rng.randint(3, 350),
            start=rng.choice(("10:00", "10:30", "13:30", "15:00", "15:30", "16:00")),
            minutes=rng.choice((30, 45, 60)),
            calendar="Work",
            place=rng.choice((diary.business(diary.bio.me.employer).name, "")),
            guests=tuple(sorted(rng.sample(colleagues, rng.randint(1, min(3, len(colleagues)))))),
        )
        _when_free(diary, entry)


def _checkups(diary: Diary) -> None:
    rng = diary.rng("checkups")
    for checkup in agenda().checkups:
        day, start = -rng.randint(20, 340), rng.choice(("08:15", "12:00", "17:15"))
        entry = Appointment(checkup.title, day, start, 30, place=diary.business(checkup.at).name)
        _when_free(diary, entry)


def _when_free(diary: Diary, entry: Appointment) -> None:
    """Write the appointment on the first working day from its own on when the owner is free and in town."""
    guest = entry.place if entry.calendar != "Work" else ""  # who works there needs no open door
    for offset in range(entry.day, entry.day + 12):
        day = diary.day(offset)
        if day.weekday() < 5 and diary.at_home(day) and diary.where.free(*span(entry, day), guest):
            _appointment(diary, replace(entry, day=offset))
            return

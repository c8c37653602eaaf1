"""Examples of Almanac's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator
from datetime import time, timedelta

from lifeworld.apps.calendar import commands as c
from lifeworld.apps.calendar.models import Calendar, Event, Guest, days_of
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Example, done, refused

NOON, ONE, DAY = time(12), time(13), timedelta(days=1)


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    personal, work = store.one(Calendar, "name = 'Personal'"), store.one(Calendar, "name = 'Work'")
    own = store.one(Event, "organiser_id IS NULL AND repeats = '' AND calendar_id = ?", personal.id)
    theirs = store.one(Event, "reply = 'accepted'")
    yield from _made(store, personal)
    yield done(c.EditEvent(own, "Another title", "Here"))
    yield refused("others", c.EditEvent(theirs, "Mine"))
    yield done(c.MoveEvent(own, own.day + DAY, NOON, ONE))
    yield refused("others", c.MoveEvent(theirs, own.day, NOON))
    yield from _once(store, own, theirs)
    yield done(c.MoveToCalendar(own, work))
    yield done(c.Duplicate(own, own.day + DAY))
    yield from _guests(store, own, theirs)
    yield done(c.SetRepeat(own, "weekly"))
    yield refused("until", c.SetRepeat(own, "weekly", own.day - DAY))
    yield done(c.SetReminder(own, 45))
    yield refused("early", c.SetReminder(own, -1))
    yield done(c.SetColour(own, "tomato"))
    yield from _calendars(store, personal)


def _made(store: Store, personal: Calendar) -> Iterator[Example]:
    day = store.now.date() + 3 * DAY
    yield done(c.AddEvent("Haircut", personal, day, NOON))
    yield done(c.AddEvent("Holiday", personal, day, all_day=True))
    yield refused("until", c.AddEvent("Haircut", personal, day, NOON, repeats="weekly", until=day - DAY))
    yield refused("early", c.AddEvent("Haircut", personal, day, NOON, reminder=-5))


def _once(store: Store, own: Event, theirs: Event) -> Iterator[Example]:
    weekly = store.one(Event, "repeats = 'weekly' AND organiser_id IS NULL AND until IS NULL")
    of = next(days_of(weekly, store.now.date(), store.now.date() + 60 * DAY))
    for code, starts, ends in (("no_time", None, None), ("backwards", ONE, NOON)):
        yield refused(code, c.AddEvent("Haircut", own.calendar, of, starts, ends))
        yield refused(code, c.MoveEvent(own, of, starts, ends))
        yield refused(code, c.MoveOnce(weekly, of, of, starts, ends))
    yield refused("not_then", c.MoveOnce(weekly, of + DAY, of, NOON))
    yield refused("once", c.MoveOnce(own, own.day, of, NOON))
    yield refused("others", c.MoveOnce(theirs, theirs.day, of, NOON))
    yield refused("not_then", c.DeleteOnce(weekly, of + DAY))
    yield refused("once", c.DeleteOnce(own, own.day))
    with store.writing():
        store.add(Guest, event_id=weekly.id, person_id=2)
    yield done(c.MoveOnce(weekly, of, of + DAY, NOON, ONE))
    yield done(c.DeleteOnce(weekly, of))


def _guests(store: Store, own: Event, theirs: Event) -> Iterator[Example]:
    guest = store.one(Guest, "event_id IN (SELECT id FROM calendar_event WHERE organiser_id IS NULL)")
    there = [one.person_id for one in guest.event.guests]
    somebody = next(person for person in store.all(Person, "id > 1") if person.id not in there)
    yield done(c.Invite(guest.event, (somebody,)))
    yield refused("already", c.Invite(guest.event, (guest.person,)))
    yield done(c.DeleteEvent(guest.event))
    yield refused("others", c.Invite(theirs, (somebody,)))
    yield done(c.Answer(theirs, "declined"))
    yield refused("own", c.Answer(own, "accepted"))


def _calendars(store: Store, personal: Calendar) -> Iterator[Example]:
    yield done(c.AddCalendar("Football", "sage"))
    yield done(c.EditCalendar(personal, "Private", "sage"))
    yield refused("taken", c.EditCalendar(personal, "work"))
    yield done(c.SaveSettings("week", "monday", 45, None, declined=True))
    yield refused("length", c.SaveSettings(length=1))
    yield refused("early", c.SaveSettings(reminder=-1))
    yield done(c.DeleteCalendar(personal))
    with store.writing():
        for calendar in store.all(Calendar)[1:]:
            c.DeleteCalendar(calendar).run(store)
    yield refused("last", c.DeleteCalendar(personal))

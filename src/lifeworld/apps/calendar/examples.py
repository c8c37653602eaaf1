"""Each of Almanac's commands done once, and each refusal met once."""

from collections.abc import Callable, Iterator
from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as c
from lifeworld.apps.calendar.models import Calendar, Event, Guest
from lifeworld.apps.calendar.recurrence import days_of
from lifeworld.life.models import Person
from lifeworld.store import Command, Store
from lifeworld.web import Example, done, refused

NOON, ONE = time(12), time(13)


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    personal, work = store.one(Calendar, "name = 'Personal'"), store.one(Calendar, "name = 'Work'")
    own = store.one(Event, "organiser_id IS NULL AND repeats = '' AND calendar_id = ?", personal.id)
    theirs = store.one(Event, "reply = 'accepted'")
    day = store.now.date() + timedelta(days=3)
    yield from _adding(personal, day)
    yield done(c.EditEvent(own, "Another title", "Here"))
    yield from _titles(lambda title: c.EditEvent(own, title))
    yield refused("others", c.EditEvent(theirs, "Mine"))
    yield done(c.MoveEvent(own, day, NOON, ONE))
    yield from _times(lambda starts, ends: c.MoveEvent(own, day, starts, ends))
    yield refused("others", c.MoveEvent(theirs, day, NOON))
    yield from _once(store, own, theirs, day)
    yield done(c.MoveToCalendar(own, work))
    yield refused("same", c.MoveToCalendar(own, personal))
    yield done(c.Duplicate(own, day))
    yield done(c.DeleteEvent(own))
    yield from _guests(store, theirs)
    yield from _details(own, theirs, day)
    yield from _calendars(store, personal)


def _adding(personal: Calendar, day: date) -> Iterator[Example]:
    yield done(c.AddEvent("Haircut", personal, day, NOON))
    yield done(c.AddEvent("Holiday", personal, day, all_day=True))
    yield from _titles(lambda title: c.AddEvent(title, personal, day, NOON))
    yield from _times(lambda starts, ends: c.AddEvent("Haircut", personal, day, starts, ends))
    past = day - timedelta(days=1)
    yield refused("until", c.AddEvent("Haircut", personal, day, NOON, repeats="weekly", until=past))
    yield refused("negative", c.AddEvent("Haircut", personal, day, NOON, reminder=-5))


def _titles(make: Callable[[str], Command]) -> Iterator[Example]:
    yield refused("empty", make("  "))
    yield refused("long", make("x" * 121))


def _times(make: Callable[[time | None, time | None], Command]) -> Iterator[Example]:
    yield refused("no_time", make(None, None))
    yield refused("backwards", make(ONE, NOON))


def _once(store: Store, own: Event, theirs: Event, day: date) -> Iterator[Example]:
    weekly = store.one(Event, "repeats = 'weekly' AND organiser_id IS NULL AND until IS NULL")
    of = next(days_of(weekly, store.now.date(), store.now.date() + timedelta(days=60)))
    yield done(c.MoveOnce(weekly, of, of + timedelta(days=1), NOON, ONE))
    yield from _times(lambda starts, ends: c.MoveOnce(weekly, of, day, starts, ends))
    yield refused("not_then", c.MoveOnce(weekly, of + timedelta(days=1), day, NOON))
    yield refused("once", c.MoveOnce(own, own.day, day, NOON))
    yield refused("others", c.MoveOnce(theirs, theirs.day, day, NOON))
    yield done(c.DeleteOnce(weekly, of))
    with store.writing():
        store.add(Guest, event_id=weekly.id, person_id=2)
    yield done(c.MoveOnce(weekly, of, of + timedelta(days=1), NOON, ONE))
    yield done(c.DeleteOnce(weekly, of))
    yield refused("not_then", c.DeleteOnce(weekly, of + timedelta(days=1)))
    yield refused("once", c.DeleteOnce(own, own.day))


def _guests(store: Store, theirs: Event) -> Iterator[Example]:
    guest = store.one(Guest, "event_id IN (SELECT id FROM calendar_event WHERE organiser_id IS NULL)")
    there = [one.person_id for one in guest.event.guests]
    somebody = next(person for person in store.all(Person, "id > 1") if person.id not in there)
    yield done(c.Invite(guest.event, (somebody,)))
    yield refused("nobody", c.Invite(guest.event))
    yield refused("already", c.Invite(guest.event, (guest.person,)))
    yield refused("others", c.Invite(theirs, (somebody,)))
    yield done(c.Uninvite(guest))
    foreign = store.one(Guest, "event_id IN (SELECT id FROM calendar_event WHERE organiser_id IS NOT NULL)")
    yield refused("others", c.Uninvite(foreign))
    yield done(c.Answer(theirs, "declined"))
    yield refused("same", c.Answer(theirs, "accepted"))
    yield refused("own", c.Answer(guest.event, "accepted"))


def _details(own: Event, theirs: Event, day: date) -> Iterator[Example]:
    yield done(c.SetRepeat(own, "weekly"))
    yield refused("until", c.SetRepeat(own, "weekly", own.day - timedelta(days=1)))
    yield refused("others", c.SetRepeat(theirs, "weekly"))
    yield done(c.SetReminder(own, 45))
    yield refused("negative", c.SetReminder(own, -1))
    yield done(c.SetColour(own, "tomato"))


def _calendars(store: Store, personal: Calendar) -> Iterator[Example]:
    yield done(c.AddCalendar("Football", "sage"))
    yield refused("unnamed", c.AddCalendar(" "))
    yield refused("taken", c.AddCalendar("work"))
    yield done(c.EditCalendar(personal, "Private", "sage"))
    yield refused("unnamed", c.EditCalendar(personal, ""))
    yield refused("taken", c.EditCalendar(personal, "Work"))
    yield done(c.ShowCalendar(personal))
    yield done(c.SaveSettings("week", "monday", 45, None, declined=True))
    yield refused("length", c.SaveSettings(length=1))
    yield refused("negative", c.SaveSettings(reminder=-1))
    yield done(c.DeleteCalendar(personal))
    for calendar in store.all(Calendar)[1:]:
        with store.writing():
            c.DeleteCalendar(calendar).run(store)
    yield refused("last", c.DeleteCalendar(personal))

"""Almanac's own rules: what repeats, what overlaps, what is free, what a month shows."""

from datetime import date, datetime, time, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.calendar import commands as c
from lifeworld.apps.calendar.models import (
    Calendar,
    Event,
    Guest,
    Occurrence,
    days_of,
    free_slots,
    next_day,
    occurrences,
    side_by_side,
    takes_place,
)
from lifeworld.apps.calendar.views import Day, brief_hour, cells_of, notices, short_span
from lifeworld.core.errors import Refused
from lifeworld.life.models import Person
from lifeworld.web import Request
from lifeworld.world import World

MONDAY = date(2026, 3, 2)
NOON = time(12)


def event(day: date, repeats: str = "", until: date | None = None, **times: datetime) -> Event:
    moments = {"starts": datetime.combine(day, NOON), "ends": datetime.combine(day, time(13)), **times}
    return Event(calendar_id=1, title="Something", repeats=repeats, until=until, **moments)


def during(first: time, last: time) -> Occurrence:
    times = {"starts": datetime.combine(MONDAY, first), "ends": datetime.combine(MONDAY, last)}
    return Occurrence(event(MONDAY, **times), **times)


def days(one: Event, first: date, last: date) -> list[str]:
    return [f"{day:%m-%d}" for day in days_of(one, first, last)]


def added(world: World, **values: object) -> Event:
    values = {"day": MONDAY, "starts": NOON, **values}
    made: Event = world.do(c.AddEvent(title="Something", calendar=world.store.get(Calendar, 1), **values))
    return made


@pytest.mark.parametrize(
    ("repeats", "start", "expected"),
    [
        ("daily", date(2026, 2, 27), ["02-27", "02-28", "03-01", "03-02", "03-03", "03-04"]),
        ("weekdays", date(2026, 2, 25), ["02-25", "02-26", "02-27", "03-02", "03-03", "03-04"]),
        ("weekly", date(2025, 12, 31), ["02-25", "03-04"]),
        ("monthly", date(2025, 11, 28), ["02-28"]),
        ("monthly", date(2025, 10, 31), []),
        ("yearly", date(2024, 3, 1), ["03-01"]),
        ("yearly", date(2024, 2, 29), []),
        ("", date(2026, 3, 1), ["03-01"]),
    ],
)
def test_repeating_events_are_unrolled(repeats: str, start: date, expected: list[str]) -> None:
    assert days(event(start, repeats), date(2026, 2, 25), date(2026, 3, 4)) == expected


def test_a_series_ends_with_its_last_day_and_begins_with_its_first() -> None:
    weekly = event(MONDAY, "weekly", until=MONDAY + timedelta(days=14))
    assert days(weekly, date(2025, 1, 1), date(2027, 1, 1)) == ["03-02", "03-09", "03-16"]


def test_what_lasts_days_touches_those_after_its_first() -> None:
    trip = event(MONDAY, ends=datetime.combine(MONDAY + timedelta(days=3), NOON))
    assert days(trip, MONDAY + timedelta(days=3), MONDAY + timedelta(days=9)) == ["03-02"]
    assert not days(trip, MONDAY + timedelta(days=4), MONDAY + timedelta(days=9))


def test_the_31st_comes_only_in_months_that_have_one(world: World) -> None:
    rent = added(world, day=date(2026, 3, 31), repeats="monthly")
    assert next_day(world.store, rent, date(2026, 4, 1)) == date(2026, 5, 31)


def test_moving_one_time_leaves_the_others(world: World) -> None:
    series = added(world, repeats="weekly")
    second = MONDAY + timedelta(days=7)
    moved = world.do(c.MoveOnce(series, second, second + timedelta(days=1), time(9), time(10)))
    assert not takes_place(world.store, series, second)
    assert takes_place(world.store, series, MONDAY) and takes_place(world.store, series, second + timedelta(days=7))
    assert moved.starts == datetime(2026, 3, 10, 9) and moved.once
    with pytest.raises(Refused) as refused:
        world.do(c.DeleteOnce(series, second))
    assert refused.value.code == "not_then"


def test_a_trip_that_moves_keeps_its_length(world: World) -> None:
    trip = world.store.one(Event, "title = 'Northern coast walk'")
    moved = world.do(c.MoveEvent(trip, trip.day + timedelta(days=7), all_day=True))
    assert moved.ends - moved.starts == trip.ends - trip.starts > timedelta(days=3)


def test_whole_days_end_within_themselves(world: World) -> None:
    birthday = world.store.one(Event, "title LIKE 'Clara%birthday'")
    assert birthday.ends.date() == birthday.day


def test_overlapping_events_stand_side_by_side() -> None:
    times = [during(time(9), time(11)), during(time(10), NOON), during(time(11), NOON), during(time(14), time(15))]
    placed = {(p.occurrence.starts.hour, p.occurrence.ends.hour): (p.lane, p.lanes) for p in side_by_side(times)}
    assert placed == {(9, 11): (0, 2), (10, 12): (1, 2), (11, 12): (0, 2), (14, 15): (0, 1)}


def test_a_short_event_is_not_under_the_next_one() -> None:
    short, next_one = during(time(9, 45), time(10)), during(time(10), NOON)
    assert [(put.lane, put.lanes) for put in side_by_side([short, next_one])] == [(0, 2), (1, 2)]


def test_free_time_is_what_no_event_covers() -> None:
    busy = [
        during(time(7), time(9)),
        during(time(10), NOON),
        during(time(11), time(11, 30)),
        during(time(19), time(21)),
    ]
    slots = free_slots(busy, MONDAY, 45, time(8), time(20))
    assert [(slot.starts.hour, slot.ends.hour, slot.minutes) for slot in slots] == [(9, 10, 60), (12, 19, 420)]
    assert not free_slots([during(time(6), time(23))], MONDAY, 15, time(8), time(20))


def test_hidden_calendars_and_declined_events_are_out_of_sight(world: World) -> None:
    shown = added(world)
    invitation = world.store.one(Event, "reply = 'invited'")
    world.do(c.Answer(invitation, "declined"))
    assert shown.id in {one.event.id for one in occurrences(world.store, MONDAY, MONDAY)}
    assert not [o for o in occurrences(world.store, invitation.day, invitation.day) if o.event.id == invitation.id]
    world.do(c.ShowCalendar(shown.calendar, shown=False))
    assert shown.id not in {one.event.id for one in occurrences(world.store, MONDAY, MONDAY)}
    assert shown.id in {one.event.id for one in occurrences(world.store, MONDAY, MONDAY, hidden=True)}


def test_whoever_is_invited_becomes_a_guest_once(world: World) -> None:
    own = added(world)
    friend = world.store.first(Person, "relation = 'friend'")
    assert friend
    world.do(c.Invite(own, (friend,)))
    assert [guest.person_id for guest in world.store.all(Guest, "event_id = ?", own.id)] == [friend.id]
    assert world.store.count(Event, "title = 'Something'") == 1
    with pytest.raises(Refused) as refused:
        world.do(c.Invite(own, (friend,)))
    assert refused.value.code == "already"


@pytest.mark.parametrize(
    ("minutes", "reminder", "told"),
    [(30, 60, True), (30, 30, True), (31, 30, False), (-1, 0, True), (-61, 30, False), (30, None, False)],
)
def test_a_reminder_stands_at_the_moment_it_was_due(
    world: World, minutes: int, reminder: int | None, told: bool
) -> None:
    now = world.store.now
    starts = (now + timedelta(minutes=minutes)).replace(second=0)
    times = {"day": starts.date(), "starts": starts.time(), "ends": (starts + timedelta(hours=1)).time()}
    added(world, **times, reminder=reminder)
    found = [notice.at for notice in notices(world.store) if notice.title == "Something"]
    assert found == ([starts - timedelta(minutes=reminder or 0)] if told else [])


def test_all_that_is_wrong_with_a_new_event_is_told_at_once(world: World) -> None:
    given = (("title", " "), ("calendar", "1"), ("day", "Mar 20"), ("starts", "1 PM"), ("ends", "12 PM"))
    given += (("token", world.token), ("repeats", "weekly"), ("until", "Mar 19"))
    body = world.site.handle(Request("POST", "/calendar/add", (), given)).body.decode()
    for message in (c.UNTITLED, c.TIMES["backwards"], c.OVER):
        assert message in body


def test_more_guests_and_results_than_a_screen_holds_come_by_twenties(world: World) -> None:
    own, *_ = [added(world) for _ in range(21)]
    invite = Request("GET", f"/calendar/event/{own.id}/invite")
    search = Request("GET", "/calendar/search", (("q", "Something"),))
    for request, rows, more in ((invite, "fieldset > .choice", "summary.more"), (search, ".cal-found > li", "a.more")):
        tree = LexborHTMLParser(world.site.handle(request).body.decode())
        assert len(tree.css(rows)) == 20 and tree.css_first(more)


def test_a_month_shows_whole_weeks_and_the_chosen_day(world: World) -> None:
    body = world.site.handle(Request("GET", "/calendar/month", (("day", "2026-08-31"),))).body.decode()
    tree = LexborHTMLParser(body)
    cells = [node.attributes["aria-label"] for node in tree.css(".cal-cell")]
    assert len(cells) == 42 and cells[0] == "Sunday, July 26" and cells[-1] == "Saturday, September 5"
    chosen = tree.css_first("[aria-current=date]")
    assert chosen and str(chosen.attributes["aria-label"]).startswith("Aug 31,")


def test_the_title_of_a_long_event_goes_over_its_days() -> None:
    trip, hours = during(NOON, time(13)), (time(8), time(9))
    week = [
        Day(MONDAY + timedelta(days=n), [trip] * (1 <= n <= 3), [during(*hours) for _ in range(n)]) for n in range(7)
    ]
    over = [[days for _, days in cell] for cell in cells_of(week, 3).values()]
    assert over == [[], [3, 1], [0, 1, 1], [0, 1], [1, 1], [1, 1], [1, 1]]


def test_times_are_short_where_there_is_little_room() -> None:
    ten, half_past, one = (datetime.combine(MONDAY, at) for at in (time(10), time(10, 30), time(13)))
    assert (short_span(ten, one), short_span(ten, half_past)) == ("10 AM – 1 PM", "10 – 10:30 AM")
    assert (brief_hour(half_past), brief_hour(one)) == ("10:30a", "1p")


def test_below_the_month_of_the_phone_stand_the_next_days(world: World) -> None:
    added(world, day=MONDAY, repeats="daily")
    page = LexborHTMLParser(world.site.handle(Request("GET", "/calendar/month", (("day", str(MONDAY)),))).body.decode())
    headed = [node.text() for node in page.css(".cal-chosen h2")]
    assert [one.split(", ")[-1] for one in headed] == ["March 2", "March 3", "March 4", "March 5"]


@pytest.mark.parametrize(("starts", "first"), [(time(9), "8 AM"), (time(15), "11 AM")])
def test_several_days_begin_an_hour_before_their_first_event(world: World, starts: time, first: str) -> None:
    added(world, day=date(2010, 3, 4), starts=starts)
    body = world.site.handle(Request("GET", "/calendar/week", (("day", "2010-03-03"),))).body.decode()
    shown = [node.text() for node in LexborHTMLParser(body).css(".cal-gutter > span")]
    assert (shown[0], shown[-1]) == (first, "11 PM")


@pytest.mark.parametrize("day", ["nonsense", "", "9999-12-31", "0001-01-01", "2026-02-30"])
def test_days_that_are_none_show_today(world: World, day: str) -> None:
    response = world.site.handle(Request("GET", "/calendar/week", (("day", day),)))
    assert response.status == 200 and f">{world.store.now.day}<" in response.body.decode()


def test_a_new_event_starts_with_what_the_link_says(world: World) -> None:
    query = (("on", "2026-03-20"), ("at", "13:30"), ("minutes", "90"))
    tree = LexborHTMLParser(world.site.handle(Request("GET", "/calendar/add", query)).body.decode())
    values = {node.attributes["name"]: node.attributes["value"] for node in tree.css("input.input")}
    assert (values["day"], values["starts"], values["ends"]) == ("Mar 20, 2026", "1:30 PM", "3:00 PM")


def test_an_event_shows_where_in_the_city_it_is(world: World) -> None:
    there, elsewhere = added(world, place="Callow Marina, berth 14"), added(world, place="Alder Falls")
    pages = [world.site.handle(Request("GET", f"/calendar/event/{one.id}")) for one in (there, elsewhere)]
    maps = [LexborHTMLParser(page.body.decode()).css_first("svg.map[role=img]") for page in pages]
    assert maps[0] and maps[0].attributes["aria-label"] == "Map of Callow Marina, berth 14"
    assert maps[0].css_first(".pin") and maps[1] is None


def test_what_is_over_is_not_told_as_coming(world: World) -> None:
    invited = [event for event in world.store.all(Event, "repeats = '' AND reply = 'accepted'") if event.guests]
    over = next(event for event in invited if event.ends < world.store.now)
    ahead = next(event for event in invited if event.starts > world.store.now)
    pages = [world.site.handle(Request("GET", f"/calendar/event/{one.id}")).body.decode() for one in (over, ahead)]
    assert "You accepted." in pages[0] and "Coming" not in pages[0] and "/answer" not in pages[0]
    assert "You are going." in pages[1] and "/answer" in pages[1]


def test_a_day_of_the_phone_leads_to_its_week(world: World) -> None:
    tree = LexborHTMLParser(world.site.handle(Request("GET", "/calendar/day")).body.decode())
    strip = tree.css(".cal-week a")
    assert len(strip) == 7 and [day.attributes.get("aria-current") for day in strip].count("date") == 1

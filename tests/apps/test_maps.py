"""Wayfarer's own rules: what is found, how far, how long, by which rides; what sharing and reviews tell others."""

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from math import dist
from random import Random
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.maps import catalogue, measures
from lifeworld.apps.maps import commands as c
from lifeworld.apps.maps.life import ON
from lifeworld.apps.maps.models import Place, PlaceList, Review, Search, Settings, Spot, Trip, Visit
from lifeworld.apps.maps.ratings import rated
from lifeworld.city.parking import zone_at, zones
from lifeworld.city.weather import weather
from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.life.events import CardPayment, Planned
from lifeworld.life.models import Person
from lifeworld.store import Sent
from lifeworld.web import Request
from lifeworld.web.dates import clock
from lifeworld.web.look import DEVICES
from lifeworld.world import World

MOST_BYTES = 60_000
MODES = ("car", "transit", "foot", "bicycle")
BACK = "Re-centre"


def shown(world: World, address: str) -> LexborHTMLParser:
    parts = urlsplit(address)
    answer = world.site.handle(Request("GET", parts.path, tuple(parse_qsl(parts.query))))
    assert answer.status == 200, address

    assert len(answer.body) < MOST_BYTES or "show=" in address, len(answer.body)
    return LexborHTMLParser(answer.body.decode())


def titles(page: LexborHTMLParser, heading: str) -> list[str]:
    return [one.text() for one in page.css(f'[aria-label="{heading}"] .row-title')]


def fact(page: LexborHTMLParser, name: str) -> str:
    return next(row.css_first("dd").text() for row in page.css(".facts div") if row.css_first("dt").text() == name)


@pytest.mark.parametrize(
    ("metres", "units", "says"),
    [(40, "miles", "130 ft"), (161, "miles", "0.1 mi"), (3000, "miles", "1.9 mi"), (2, "kilometres", "10 m"),
     (994, "kilometres", "990 m"), (995, "kilometres", "1 km"), (2149, "kilometres", "2.1 km")],
)  # fmt: skip
def test_distances_are_told_in_the_units_of_the_settings(metres: float, units: c.Units, says: str) -> None:
    assert measures.distance(metres, units) == says


def test_results_come_nearest_first_and_those_that_are_closed_go(world: World) -> None:
    found = catalogue.search(world.store, "", "restaurant")
    away = [catalogue.far(world.store, one) for one in found]
    assert len(found) > 5 and away == sorted(away, key=lambda one: one or 0)
    page = shown(world, "/maps/search?kind=restaurant&open=1")
    still = [one.name for one in found if one.known.hours and one.known.hours.is_open(world.store.now)]
    assert titles(page, "Results") == still and len(still) < len(found)


def test_what_is_searched_for_is_kept_once_and_only_if_it_is_to_be(world: World) -> None:
    before = world.store.count(Search)
    assert "Blue Heron Coffee" in titles(shown(world, "/maps/search?q=blue+her"), "Results")
    shown(world, "/maps/search?q=blue+her")
    assert world.store.count(Search) == before + 1
    world.do(c.SaveSettings(keep=False))
    shown(world, "/maps/search?q=kumo")
    assert world.store.count(Search) == before + 1


def test_moving_the_map_keeps_what_is_selected(world: World) -> None:
    place = world.store.one(Place, "name = 'Blue Heron Coffee'")
    page = shown(world, f"/maps/place/{place.id}?day=5")
    assert not page.css_first(f"[aria-label='{BACK}']")
    for name in ("north", "west", "east", "south"):
        address = page.css_first(f".wf-ring .{name}").attributes["href"]
        moved = shown(world, address or "")
        assert moved.css_first("h1").text() == place.name and "day=5" in (address or "")
        assert moved.css_first(f"[aria-label='{BACK}']").attributes["href"] == f"/maps/place/{place.id}?day=5"


def test_ways_between_places_are_told_alike_whatever_mode_is_open(world: World) -> None:
    counted = Counter(one.name for one in world.store.all(Place))
    names = sorted(name for name, times in counted.items() if times == 1)
    rng = Random("two places")
    for start, end in (rng.sample(names, 2) for _ in range(25)):
        told = set()
        for mode in MODES:
            page = shown(world, f"/maps/directions?{urlencode({'from': start, 'to': end, 'mode': mode})}")
            assert f"mode={mode}" in (page.css_first('.wf-modes [aria-current="true"]').attributes["href"] or "")
            told.add(tuple(one.text() for one in page.css(".wf-modes small")))
        assert len(told) == 1 and len(told.pop()) == len(MODES), (start, end)


def test_a_way_over_a_stop_is_both_parts(world: World) -> None:
    names = [one.name for one in world.store.all(Place, "category IN ('cafe', 'leisure')", limit=3)]
    ends = [end for one in names if (end := catalogue.end(world.store, one))]
    whole, first, second = (
        catalogue.ways(part, world.store.now, ("car",))["car"] for part in (ends, ends[:2], ends[1:])
    )
    assert whole.seconds == first.seconds + second.seconds and whole.metres == first.metres + second.metres
    start, stop, end = names
    page = shown(world, f"/maps/directions?from={start}&stop={stop}&to={end}&mode=car")
    assert page.css_first('.wf-modes [aria-current="true"] small').text() == measures.duration(whole.seconds)
    assert fact(page, "Arrive") == clock(measures.arrival(whole.leaves, whole.seconds))


@pytest.mark.parametrize(("seconds", "there"), [(20, "09:42"), (89, "09:42"), (759, "09:54"), (3599, "10:41")])
def test_one_arrives_as_much_later_as_the_duration_says(seconds: int, there: str) -> None:
    assert f"{measures.arrival(datetime.fromisoformat('2026-03-12T09:41:50'), seconds):%H:%M}" == there


def test_departures_follow_one_another_and_lead_to_themselves(world: World) -> None:
    page = shown(world, "/maps/directions?from=Callow+Marina&to=Brightfuel+Station&mode=transit")
    offered = titles(page, "Departures")
    assert len(set(offered)) == len(offered) == 3
    last = page.css('[aria-label="Departures"] a')[-1].attributes["href"]
    assert titles(shown(world, last or ""), "Departures")[0] == offered[-1]


def test_a_stop_tells_what_leaves_it_as_the_ways_from_it_do(world: World) -> None:
    stop = world.store.one(Place, "name = ?", "Bridge East")
    leaving = {
        one.text(separator=" ") for one in shown(world, f"/maps/place/{stop.id}").css('[aria-label="Departures"] li')
    }
    way = shown(world, "/maps/directions?from=Bridge+East&to=Ring+East&mode=transit")
    ride = next(one.text() for one in way.css('[aria-label="Steps"] li') if "departs" in one.text())
    departs = ride.partition("departs ")[2].partition(",")[0]
    assert departs in next(text for text in leaving if "To Ring East" in text)
    assert not shown(world, f"/maps/place/{world.store.one(Place, 'name = ?', 'Blue Heron Coffee').id}").css(
        '[aria-label="Departures"]'
    )


def test_a_station_tells_what_leaves_the_stop_before_it_and_in_how_many_minutes(world: World) -> None:
    told = [
        shown(world, f"/maps/place/{place.id}").css_first('[aria-label="Departures"]').text()
        for place in world.store.all(Place, "name LIKE 'Port Callow Station%'")
    ]
    assert len(told) == 2 and told[0] == told[1] and " min" in told[0]


@pytest.mark.parametrize(
    ("query", "says"), [("to=Nowhere+Inn", "“Nowhere Inn” wasn't found."), ("to=Callow+Marina&at=soon", "Enter a time")]
)
def test_what_is_written_wrongly_is_told(world: World, query: str, says: str) -> None:
    assert says in shown(world, f"/maps/directions?{query}").css_first(".notice").text()


@pytest.mark.parametrize(
    "address",
    ["nowhere", "nowhere Weaver Street", "0 Weaver Street", "-5 Weaver Street", "241 Weaver Street",
     "99999 Weaver Street", "12a Weaver Street", "\u0663 Weaver Street", "9" * 60 + " Weaver Street"],
)  # fmt: skip
def test_a_house_that_a_street_has_not_is_nowhere(world: World, address: str) -> None:
    token, home = ("token", world.token), world.store.one(Spot, "label = 'home'")
    sent = world.site.handle(Request("POST", f"/maps/spot/{home.id}/edit", (), (token, ("address", address))))
    assert sent.status == 422 and b"t found. Enter" in sent.body
    assert world.store.one(Spot, "label = 'home'").address == home.address
    assert not shown(world, "/maps/search?" + urlencode({"q": address})).css_first('[aria-label="Address"]')
    assert "wasn't found" in shown(world, "/maps/directions?" + urlencode({"to": address})).css_first(".notice").text()


def test_many_have_rated_a_place_and_what_some_have_written_is_said_of_no_other(world: World) -> None:
    place = world.store.one(Place, "name = 'Blue Heron Coffee'")
    own, written = rated(world.store)[place.id], place.reviews
    assert own.many == sum(own.stars) > 100 > len(written)
    assert own.mean == sum(n * count for n, count in enumerate(own.stars, 1)) / own.many
    world.do(c.WriteReview(place, "1"))
    assert rated(world.store)[place.id].stars == (own.stars[0] + 1, *own.stars[1:])
    assert f"({own.many + 1})" in shown(world, f"/maps/place/{place.id}").css_first(".wf-head").text()
    texts = [one.text for one in world.store.all(Review, "author <> ''")]
    assert len(set(texts)) == len(texts) > 200
    late = world.store.sql("SELECT max(written_at) FROM maps_review WHERE author <> '' GROUP BY place_id")
    assert all(datetime.fromisoformat(at) > world.store.now - timedelta(days=30) for (at,) in late)


def test_without_a_home_nothing_is_near_and_no_way_begins_there(world: World) -> None:
    world.do(c.ClearSpot(world.store.one(Spot, "label = 'home'")))
    place = world.store.one(Place, "name = 'Blue Heron Coffee'")
    assert catalogue.far(world.store, place) is None
    assert "from home" not in shown(world, f"/maps/place/{place.id}").body.text()
    assert "“home” wasn't found" in shown(world, "/maps/directions?to=Blue+Heron+Coffee").body.text()


def test_ways_are_kept_with_their_mode_once(world: World) -> None:
    before = world.store.count(Trip)
    for _ in range(2):
        shown(world, "/maps/directions?to=Blue+Heron+Coffee&mode=foot")
    assert world.store.count(Trip) == before + 1
    assert world.store.one(Trip, order="at DESC, id DESC").mode == "foot"


def test_the_history_names_each_once_and_forgets_all_that_are_alike(world: World) -> None:
    known = world.store.all(Search)[0], world.store.all(Trip, "start = 'home'")[0]
    for _ in range(2):
        for words in (known[0].words, "zebra"):
            shown(world, f"/maps/search?{urlencode({'q': words})}")
        for mode in ("foot", "car"):
            shown(world, f"/maps/directions?{urlencode({'to': known[1].end, 'mode': mode})}")
    page = shown(world, "/maps/you/history")
    assert titles(page, "Searches")[:2] == ["zebra", known[0].words]
    assert titles(page, "Directions")[0] == f"Home to {known[1].end}"
    for heading in ("Searches", "Directions"):
        assert len(set(titles(page, heading))) == len(titles(page, heading))
    world.do(c.ForgetSearch(known[0]))
    world.do(c.ForgetTrip(known[1]))
    assert not world.store.count(Search, "words = ?", known[0].words)
    for words in ("Café", "lake", "CAFÉ"):
        shown(world, f"/maps/search?{urlencode({'q': words})}")
    assert titles(shown(world, "/maps/you/history"), "Searches")[:2] == ["CAFÉ", "lake"]
    world.do(c.ForgetSearch(world.store.one(Search, "words = 'Café'")))
    assert not world.store.count(Search, "words = 'CAFÉ'")
    assert not world.store.count(Trip, "start = 'home' AND end = ?", known[1].end)


def test_sharing_is_a_message_in_chatter_with_the_address(world: World) -> None:
    place, person = world.store.one(Place, "name = 'Blue Heron Coffee'"), world.store.one(Person, "relation <> 'me'")
    world.do(c.SharePlace(place, (person,), "Here?"))
    said = f"Here?\n{place.name}\n{place.address}"
    assert world.store.value("SELECT text FROM messenger_message ORDER BY id DESC LIMIT 1") == said
    sent = world.store.one(Sent, order="id DESC")
    assert (sent.app, sent.to, sent.parts) == ("messenger", person.name, (said,))
    with pytest.raises(Refused, match="Choose at least one person"):
        world.do(c.SharePlace(place, ()))


def test_a_home_address_in_a_review_is_named_as_it_leaves(world: World) -> None:
    place = world.store.one(Place, "id NOT IN (SELECT place_id FROM maps_review WHERE author = '')")
    street = world.store.one(Spot, "label = 'home'").address.partition(",")[0]
    world.do(c.WriteReview(place, "5", f"I live near, at {street}."))
    told = world.store.one(Sent, "verb = 'disclose'", order="id DESC")
    assert (told.to, told.what) == ("everyone", "the home address")
    assert world.store.count(Review, "place_id = ? AND author = ''", place.id) == 1


def test_who_pays_at_a_till_or_had_something_planned_was_there_once_a_day_unless_they_declined(world: World) -> None:
    place, now = world.store.one(Place, "name = 'Kumo Noodle House'"), world.store.now
    at = datetime.combine(now.date() - timedelta(days=400), datetime.min.time()) + timedelta(hours=13)
    before = world.store.count(Visit)
    till = CardPayment(at=at, business_id=place.business_id or 0, amount=Money(1200), purse="checking")
    lunch = Planned(at=at, key="lunch", title="Lunch", start=at, end=at + timedelta(hours=1), place=place.name)
    with world.store.writing():
        ON[CardPayment](world.store, till)
        ON[Planned](world.store, lunch)
        ON[Planned](world.store, replace(lunch, start=at + timedelta(days=1), answer="declined"))
    assert world.store.count(Visit) == before + 1


def test_a_list_that_is_full_goes_on_and_an_empty_one_says_what_to_do(world: World) -> None:
    made = world.do(c.AddList("Everything"))
    assert "Open a place and press Save." in shown(world, f"/maps/list/{made.id}").body.text()
    for place in world.store.all(Place, limit=25):
        world.do(c.SavePlace(place, world.store.get(PlaceList, made.id)))
    assert len(titles(shown(world, f"/maps/list/{made.id}"), "Everything")) == 20
    assert len(titles(shown(world, f"/maps/list/{made.id}?show=40"), "Everything")) == 25


def test_settings_change_what_screens_tell(world: World) -> None:
    place = world.store.one(Place, "name = 'Blue Heron Coffee'")
    told = {}
    for units in ("miles", "kilometres"):
        world.do(c.SaveSettings(units, "bicycle", keep=True))  # type: ignore[arg-type]
        told[units] = shown(world, f"/maps/place/{place.id}").css_first(".wf-head p").text()
    assert told["miles"] != told["kilometres"]
    way = shown(world, "/maps/directions?to=Blue+Heron+Coffee").css_first('.wf-modes [aria-current="true"] b')
    assert way.text() == "Cycle" and world.store.get(Settings, 1).mode == "bicycle"


def test_every_place_tells_its_parking_zone(world: World) -> None:
    for place in world.store.all(Place):
        zone = zone_at(place.known.at)
        said = shown(world, f"/maps/place/{place.id}").css_first('.wf-facts [href="/maps/parking"]').text()
        assert said.startswith(f"Parking zone {zone.letter}: ") if zone else said == "Parking is free here"


@pytest.mark.parametrize(
    ("at", "says"),
    [("2026-04-22T09:00", "Parking zone B: $2.00 an hour until 6:00 PM"),
     ("2026-04-22T08:59", "Parking zone B: free until 9:00 AM, then $2.00 an hour"),
     ("2026-04-25T14:00", "Parking zone B: free until Mon 9:00 AM, then $2.00 an hour")],
)  # fmt: skip
def test_parking_is_told_for_a_moment(at: str, says: str) -> None:
    assert measures.parking(zones()["B"], datetime.fromisoformat(at)) == says


def test_a_drive_tells_what_parking_costs_when_it_arrives(world: World) -> None:
    to, told = "/maps/directions?to=Kumo+Noodle+House&mode=", '[aria-label="Parking"]'
    assert shown(world, to + "car&at=7:30").css_first(told).text().startswith("Parking zone C: free until")
    assert "$1.60 an hour until 6:00 PM" in shown(world, to + "car&at=7:59").css_first(told).text()
    assert not shown(world, to + "foot").css(told)


def test_zones_are_listed_with_their_hours_and_drawn(world: World) -> None:
    page = shown(world, "/maps/parking")
    told = [one.text(separator="|", strip=True) for one in page.css('[aria-label="Zones"] li')]
    assert len(told) == len(zones()) == len(page.css(".map .zone")) == len(page.css(".map .zone-name"))
    assert "B|Zone B|Mon – Fri 9:00 AM – 6:00 PM|Sat 9:00 AM – 2:00 PM|$2.00 an hour" in told
    assert not shown(world, "/maps/").css(".map .zone")


def test_the_weather_is_told_alike_on_both_pages_in_the_units_of_the_settings(world: World) -> None:
    today = weather(world.store.now.date())
    for units, said in (("miles", f"{today.high}°F"), ("kilometres", f"{round((today.high - 32) / 1.8)}°C")):
        world.do(c.SaveSettings(units))  # type: ignore[arg-type]
        assert said in shown(world, "/maps/").css_first('[href="/maps/weather"]').text()
        page = shown(world, "/maps/weather")
        assert page.css_first(".wf-card strong").text() == said
    lines = [one.text() for one in page.css('[aria-label="Forecast"] li')]
    days = [world.store.now.date() + timedelta(days=ahead) for ahead in range(1, 10)]
    assert all(f"{weather(day).rain}% chance of" in line for day, line in zip(days, lines, strict=True))


@pytest.mark.parametrize("world", DEVICES, indirect=True)
def test_both_ends_of_a_way_and_all_places_of_a_list_are_seen(world: World) -> None:
    places = sorted(world.store.all(Place), key=lambda one: (one.known.at.y, one.id))
    ends = places[5:-5:48]  # beyond them lies the country
    made = world.store.get(PlaceList, world.do(c.AddList("Everywhere")).id)
    for one, other in combinations(ends, 2):
        page = shown(world, f"/maps/directions?{urlencode({'from': one.name, 'to': other.name, 'mode': 'car'})}")
        assert len(page.css(".map .mark")) == 2, (one.name, other.name)
    for place in ends:
        world.do(c.SavePlace(place, made))
    assert len(shown(world, f"/maps/list/{made.id}").css(".map .mark")) == len(ends)


@pytest.mark.parametrize("world", DEVICES, indirect=True)
def test_places_that_can_be_pressed_stand_a_finger_apart_and_clear_of_what_moves_the_map(world: World) -> None:
    device = world.look.device
    for view in ("", "?view=5600,4400,3", "?view=5600,4400,4", "?view=5000,4000,5"):
        pins = shown(world, f"/maps/{view}").css(".wf-pins a")
        spots = [tuple(map(int, re.findall(r"-?\d+", one.attributes["style"] or ""))) for one in pins]
        assert all(dist(one, other) >= 44 for one, other in combinations(spots, 2))
        keys = device.width / 2 - 76
        assert device.wide or all(-device.width / 2 < x - 15 and x + 15 < keys and abs(y) <= 130 - 15 for x, y in spots)

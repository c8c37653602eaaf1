"""Ways through the city decide: which place all reach in time, and when each guest has to set out, and how."""

from datetime import date, datetime, time, timedelta
from itertools import islice

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Mode, Place, PlaceList, Saved
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import GroupMade, Messaged
from lifeworld.taskkit import (
    Commands,
    Effects,
    Events,
    Items,
    Line,
    Setup,
    Store,
    Task,
    User,
    button,
    clocks,
    day,
    derived,
    field,
    link,
    observed,
    phrase,
    pick,
    show_all,
    span,
    sure,
    when,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import shown_times
from lifeworld.tasks.cross.beforehand import chatted, coming, evening, noted
from lifeworld.tasks.cross.screens import guests, open_titled, quotes, where_and_when, write_to
from lifeworld.tasks.cross.words import chat_with, message
from lifeworld.tasks.hard.company import Company, turned
from lifeworld.tasks.hard.hands import heard, invite
from lifeworld.tasks.maps.going import minutes
from lifeworld.tasks.maps.ways import BUSINESSES, MODES
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.messenger.news import says

WAYS: dict[str, Mode] = {"by line": "transit", "on foot": "foot", "by bike": "bicycle", "by car": "car"}
START, UNTIL = time(19), time(22)
LATEST, LONGEST = 5, 75  # minutes before the start at which somebody sets out
CLOSE = 2  # minutes that leave no doubt whether one is late
ON_OWN = ("on foot", "by bike", "by car")  # which take as long at any time
Leaving = tuple[Place, time, str]  # from where somebody sets out, when and how


def some(store: Store, turn: int, count: int, where: str) -> tuple[Place, ...]:
    """Return some places of the city, by any number."""
    found = store.all(Place, where)
    return tuple(found[(turn * 31 + step * 17) % len(found)] for step in range(count))


def next_evening(now: datetime) -> date | None:
    """Return the next evening to come; None where lines run otherwise then than on the day that the map looks at."""
    if now.time() < time(16, 30):
        return now.date()
    one, other = now.date(), now.date() + timedelta(days=1)
    return other if (one.weekday() == 6) == (other.weekday() == 6) else None


def early(store: Store, leaving: Leaving, place: Place, on: date) -> int:
    """Return how many minutes before the start somebody is at a place, less than none where they are late."""
    start, at, how = leaving
    ends = [sure(catalogue.end(store, one.name)) for one in (start, place)]
    arrives = catalogue.ways(ends, datetime.combine(on, at), (WAYS[how],))[WAYS[how]].arrives
    return int((datetime.combine(on, START) - arrives).total_seconds() // 60)


def setting_out(store: Store, turn: int, places: tuple[Place, ...], on: date) -> tuple[Leaving, ...] | None:
    """Return how four people come, who all reach the first place in time, and not all of them the other one."""
    found: list[Leaving] = []
    if not all(catalogue.is_open(one, datetime.combine(on, START)) for one in places):
        return None
    for start, how in zip(some(store, turn, 4, BUSINESSES), turned([*WAYS], turn), strict=True):
        leaving = ((start, before(START, ahead), how) for ahead in range(LATEST, LONGEST, 5))
        found += islice((one for one in leaving if early(store, one, places[0], on) > CLOSE), 1)
    late = [early(store, one, places[1], on) for one in found]
    plain = len(found) == 4 and min(late, default=0) < -CLOSE and all(abs(one) > CLOSE for one in late)
    return tuple(found) if plain else None


def before(at: time, ahead: int) -> time:
    """Return the time of day so many minutes before another."""
    return (datetime.combine(date.max, at) - timedelta(minutes=ahead)).time()


def how_of(said: str) -> list[str]:
    """Return the ways to travel that somebody names, in their order."""
    return sorted((how for how in WAYS if how in said), key=said.index)


def kept_on(user: User, name: str) -> list[Line]:
    """Go to a list of places by its name and return their lines."""
    user.open("Wayfarer")
    user.click(link("Saved"))
    user.click(link(name))
    return [line for line in show_all(user) if line.heading == name]


def look_up(user: User, **ends: str | time) -> None:
    """Look up a way; what is not said stays as it stands in the form."""
    for name, value in ends.items():
        user.fill(field(name.replace("_", " ")), value)
    user.click(button("Get directions"))


class WhereAllAreInTime(Company, Task):
    """Of two places the one that four friends all reach in time is taken: noted, they are invited and told."""

    goals = [
        "{names} and I meet for “{title}” on {on} at 7 PM. In the Chatter group “{title}” each of them wrote from "
        "where, when and how they set out. Find the place on my Wayfarer list “{name}” that all four reach in "
        "time. Put “{title}” into {calendar.name} until 10 PM, with that place and the preset reminder, invite the "
        "four, write just its name in the group, and take the other place off the list.",
        "Where can {names} all be by 7 PM on {on}? Two places are on the list “{name}” on my map, and how they come "
        "is in the group “{title}” in Chatter. The place that works for each of them goes with “{title}” into my "
        "{calendar.name} calendar, 7 to 10 PM, reminder as it is, and the four get the invitation. Its bare name "
        "belongs in the group, and the place that doesn't work comes off the list.",
        "Decide on the place for “{title}”, {on}, 7 to 10 PM: of the two on “{name}” in Wayfarer, the one at which "
        "nobody of {names} is late, going by what they wrote in the “{title}” group on Chatter. Add the event with "
        "the place to {calendar.name} (usual reminder), invite all four, answer the group with the name alone, and "
        "delete the other place from that list.",
    ]
    tags = ["hard", "compare", "look-up", "long"]
    apps = ["calendar", "maps", "messenger"]

    names: str = derived(lambda company: ", ".join(person.name for person in company))
    title: str = phrase("Dumpling night", "Opera talk", "Farewell for Jo", "Autumn supper", "Club supper")
    name: str = phrase("Either of these", "Supper ideas", "For five of us")
    calendar: Calendar = pick(Calendar, private)
    on: date = derived(next_evening)
    places: tuple[Place, ...] = derived(lambda store, turn: some(store, turn, 2, "category = 'restaurant'"))
    leaving: tuple[Leaving, ...] = derived(setting_out)

    def setup(self, store: Store) -> Setup:
        at, members = store.now - timedelta(days=2), tuple(person.id for person in self.company)
        yield GroupMade(at=at, key=f"given-{self.title}", title=self.title, members=members, emoji="🍜")
        for hours, (person, (start, leaves, how)) in enumerate(zip(self.roles, self.leaving, strict=True), 3):
            text = f"I set out from “{start.name}” at {spoken(leaves)}, {how}"
            at = store.now - timedelta(hours=hours)
            yield Messaged(at=at, chat=f"given-{self.title}", sender_id=person.id, text=text, read=False)
        yield maps.AddList(self.name)
        for place in self.places[:: 1 if self.turn % 2 else -1]:
            yield maps.SavePlace(place, store.one(PlaceList, "name = ?", self.name))

    def effects(self, store: Store) -> Effects:
        place, other = self.places
        event = yield noted(store, self.title, self.calendar, self.on, (START, UNTIL), place.name)
        yield almanac.Invite(event, self.company)
        yield messenger.Send(store.one(Chat, "key = ?", f"given-{self.title}"), place.name)
        yield maps.RemovePlace(self.kept(store, other.name))

    def kept(self, store: Store, name: str) -> Saved:
        """Return the place of this name on the list."""
        return next(one for one in store.one(PlaceList, "name = ?", self.name).saved if one.place.name == name)

    def items(self) -> Items:
        yield observed("Read how they come", showing="I set out from", kind="search")
        yield observed("Looked up ways", at="/maps/directions", kind="search")

    def solution(self, user: User) -> None:
        store = self.calendar.store
        open_named(user, self.title)
        said = [one for one in shown(user) if "I set out from" in one]
        names = [line.names[0] for line in kept_on(user, self.name)]
        user.click(link("Directions"))
        first, second = names
        there, other = (second, first) if any(self._late(user, one, first) for one in said) else (first, second)
        user.do(noted(store, self.title, self.calendar, self.on, (START, UNTIL), there))
        open_titled(user, self.title)
        invite(user, *self.names.split(", "))
        open_named(user, self.title)
        send(user, there)
        kept_on(user, self.name)
        user.click(button("Remove"), via=[button(f"Options of {other}")])

    def _late(self, user: User, said: str, there: str) -> bool:
        """Look up whether somebody who sets out as they say comes too late to a place."""
        look_up(user, From=quotes(said)[0], To=there, Leave_at=clocks(said)[0])
        return before(START, minutes_by(user, how_of(said)[0])) < clocks(said)[0]


class WhenToSetOut(Company, Task):
    """Guests come from here and there; by the sooner of two ways each is told when to leave, one thinks again."""

    goals = [
        "“{title}” is in Almanac, with its place. Each guest who is coming told me on Chatter from where, and by which "
        "two ways. See in Wayfarer which of the two is quicker, count its minutes back from the start, and write them "
        "that way and time, like “by bike, 6:05 PM”. I walk there from home: put “{own}” into {calendar.name} for "
        "just that time, preset reminder. If somebody thinks again meanwhile, their last word counts.",
        "Tell the guests who have accepted “{title}” in my calendar when to set out: their chats say where they start "
        "and which two ways they have. The faster one by my map counts, and it should bring them there right at the "
        "start; the message is just the way and the time, like “by bike, 6:05 PM”. Heed what they write while you "
        "are at it. My own walk from home is an event “{own}” in {calendar.name}, up to the start, usual reminder.",
        "Work out with Wayfarer how everybody who comes to “{title}”, see Almanac, gets there in the least time: of "
        "the two ways that each names on Chatter. Send each the better one with the time to leave so as to arrive "
        "exactly when it begins, in this form: “by bike, 6:05 PM”. They may change their minds; go by what they said "
        "last. And block my walk there from home as “{own}” in {calendar.name}, reminder as preset.",
    ]
    trigger = when(opened="maps")
    tags = ["hard", "compare", "look-up", "long"]
    apps = ["calendar", "maps", "messenger"]

    title: str = phrase("Dumpling night", "Opera talk", "Farewell for Jo", "Autumn supper", "Club supper")
    own: str = phrase("On my way", "Walk over", "Off I go")
    calendar: Calendar = pick(Calendar, private)
    on: date = day(2, 12)
    place: Place = derived(lambda store, turn: some(store, turn, 1, "category = 'restaurant'")[0])
    starts: tuple[Place, ...] = derived(lambda store, turn: some(store, turn + 7, 4, BUSINESSES))
    both: tuple[tuple[str, ...], ...] = derived(
        lambda turn: tuple(turned(ON_OWN, turn + step)[:2] for step in range(4))
    )
    leave: tuple[str, ...] = derived(lambda store, place, starts, both: best_ways(store, place, starts, both))
    walk: int = derived(lambda store, place: minutes(store, "foot", "home", place.name))

    def setup(self, store: Store) -> Setup:
        *_, away = self.roles
        answers = ["declined" if person == away else "accepted" for person in self.company]
        yield evening(store, self.title, self.on, coming(self.company, answers), self.place.name)
        for hours, (person, start, ways) in enumerate(zip(self.roles, self.starts, self.both, strict=True), 2):
            yield from chatted(store, person, (50 * hours, self._says(start, ways)))

    def _says(self, start: Place, ways: tuple[str, ...]) -> str:
        return f"To “{self.title}” I come from “{start.name}”, {ways[0]} or {ways[1]}"

    def scheduled_events(self, store: Store) -> Events:
        text = f"Sorry, all is different. {self._says(self.starts[3], self.both[3])}"
        yield says(store, sure(chat_with(store, self.roles[0].id)), text)

    def _told(self, store: Store, *leave: str) -> Commands:
        for person, text in zip(self.roles, leave, strict=False):
            yield message(store, person.id, text)
        yield noted(store, self.own, self.calendar, self.on, (before(START, self.walk), START))

    def superseded_effects(self, store: Store) -> Commands:
        yield from self._told(store, *self.leave[:3])

    def effects(self, store: Store) -> Commands:
        yield from self._told(store, self.leave[3], *self.leave[1:3])

    def items(self) -> Items:
        yield observed("Saw who comes", showing=self.title, kind="search")
        yield observed("Read how they come", showing="all is different", kind="search")

    def solution(self, user: User) -> None:
        user.open("Wayfarer")
        open_titled(user, self.title)
        (there, _), at, came = where_and_when(user), shown_times(user)[0], guests(user, "Coming")
        said = {name: heard(user, name, f"To “{self.title}” I come from") for name in came}
        user.open("Wayfarer")
        user.click(link("Directions"))
        leave: dict[str, str] = {}
        for name, text in said.items():
            look_up(user, From=quotes(text)[1], **({} if leave else {"To": there}))
            leave[name] = setting_off({how: minutes_by(user, how) for how in how_of(text)}, at)
        look_up(user, From="Home")
        walk = minutes_by(user, "on foot")
        for name, text in leave.items():
            write_to(user, name, text)
        user.do(noted(self.calendar.store, self.own, self.calendar, self.on, (before(at, walk), at)))


def minutes_by(user: User, how: str) -> int:
    """Return the minutes that the way takes which is looked up, if one travels so."""
    ways = (node.name for node in user.page.main.walk() if node.role == "link")
    return round(span(next(one for one in ways if one.startswith(MODES[WAYS[how]]))).total_seconds() / 60)


def setting_off(ways: dict[str, int], at: time) -> str:
    """Return by which of some ways, by their minutes, one is there soonest, and when to leave so as to be there."""
    how = min(ways, key=lambda one: ways[one])
    return f"{how}, {spoken(before(at, ways[how]))}"


def best_ways(
    store: Store, place: Place, starts: tuple[Place, ...], both: tuple[tuple[str, ...], ...]
) -> tuple[str, ...] | None:
    """Return how and when each sets out; None where two ways take as long, or what is said last changes nothing."""
    took = [
        {how: sure(minutes(store, WAYS[how], start.name, place.name)) for how in ways}
        for start, ways in zip(starts, both, strict=True)
    ]
    found = tuple(setting_off(ways, START) for ways in took)
    plain = all(len({*ways.values()}) == 2 and min(ways.values()) < LONGEST for ways in took)
    return found if plain and found[0] != found[3] and place not in starts else None

"""What is usual, or has ceased to be, decides what is planned in several apps: places, weekdays, paydays, prices."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, PlaceList, Saved
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    day,
    derived,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.calendar.meant import hour_after
from lifeworld.tasks.cross.beforehand import noted, planned
from lifeworld.tasks.cross.screens import open_titled
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.hands import delete_event
from lifeworld.tasks.maps.ways import BUSINESSES, open_list, unsaved
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.memory.deeds import Deeds
from lifeworld.tasks.memory.habits import UsualErrand, meals
from lifeworld.tasks.memory.money import Payday
from lifeworld.tasks.messenger import PEOPLE
from lifeworld.tasks.todo.ways import own

AT = {"morning": time(9), "lunchtime": time(12, 30), "afternoon": time(15, 30), "evening": time(19)}
TABLE = "Table for three"


class AsUsual(Deeds):
    """Deeds with what is usual, with somebody, noted in a calendar and on a list."""

    chat: Chat = pick(Chat, where=PEOPLE)
    calendar: Calendar = pick(Calendar)
    list: TaskList = pick(TaskList, own)


def place_of(store: Store, business: Business) -> Place | None:
    """Return where a business is on the map, if it is at one place there."""
    found = store.all(Place, "business_id = ? OR name = ?", business.id, business.name)
    return found[0] if len(found) == 1 else None


class WhereIGo(AsUsual):
    """The place where one eats or drinks at a time of the week, as things are lately."""

    turn: int = number(0, 60)
    habit: patterns.Habit = derived(lambda store, turn: nth(patterns.places(store), turn))
    when: str = derived(lambda habit: habit.when)
    place: Place = derived(lambda store, habit: place_of(store, habit.place))

    @property
    def truth(self) -> str:
        return self.habit.place.name

    def items(self) -> Items:
        yield observed("Saw payments there", showing=self.truth, kind="search")

    def find_out(self, user: User) -> str:
        return screens.usual(one.who for one in meals(user, self.when) if (user.today - one.at.date()).days < 84)


class EveningAsAlways(WhereIGo, Task):
    """Somebody comes along to where one usually goes: an event, the place to them and onto a list, a task."""

    goals = [
        "{chat.name} comes along to where I eat or drink on a {when} these days; Harbour Bank knows where that is. Put "
        "“{title}” into {calendar.name} in Almanac for {on}, from {starts} to {ends}, with the place's name as its "
        "place and the preset reminder. Share the place from Wayfarer with {chat.name}, message “{text}”, save it to "
        "{places.name} there, and add “Book at …” to {list.name}, due {on}, its name for the dots.",
        "Find my usual place of a {when} in the payments of the last weeks, and use its name as the bank writes it. "
        "“{title}” takes place there on {on}, {starts} to {ends}: enter it in {calendar.name} with that place, "
        "reminder untouched. “Book at …” is a task for {list.name} on the same date. On the map, put the place on "
        "{places.name}, and send it to {chat.name} with “{text}”.",
        "Lately my {when}s have had one and the same table or counter, by what I've paid. Keep it on my Wayfarer list "
        "{places.name} and share it with {chat.name}, with the words “{text}”. In {calendar.name}, {on} gets “{title}” "
        "at that place, {starts} – {ends}, with the reminder that comes up; in {list.name}, “Book at …” with its name "
        "is due that day.",
    ]
    tags = ["pattern", "drift", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "maps", "todo"]

    title: str = phrase("The two of us", "As always, but for two", "My place, your turn")
    text: str = phrase("This is where I go", "You'll find me here", "They know me there")
    on: date = derived(lambda now, habit: patterns.next_day(now.date(), habit.weekday))
    starts: time = derived(lambda habit: AT[habit.part])
    ends: time = derived(hour_after)
    places: PlaceList = pick(PlaceList, lambda places, store, place: unsaved(store, place, places))

    def deeds(self, store: Store, found: str) -> Commands:
        place = store.one(Place, "name = ?", found)
        yield noted(store, self.title, self.calendar, self.on, (self.starts, self.ends), place=found)
        yield maps.SavePlace(place, self.places)
        yield maps.SharePlace(place, (self.chat.person,), self.text)
        yield todo.AddTask(f"Book at {found}", self.list, due=self.on)


class ErrandTogether(AsUsual, UsualErrand, Task):
    """Somebody comes along on an errand, on the weekday on which one nearly always runs it."""

    goals = [
        "{chat.name} joins me at {business.name} the next time that it's my usual weekday for it, as Harbour Bank "
        "tells; today doesn't count. Mark that day in {calendar.name}, all day: “{title}”, place {business.name}, "
        "preset reminder. Add “Leave by nine” to {list.name}, due that day, share {place.name} from Wayfarer with "
        "{chat.name}, no message, and write them “{text}” on Chatter.",
        "By my payments I go to {business.name} on one day of the week. On the first of those after today, “{title}” "
        "(all day, at {business.name}, reminder left alone) belongs in {calendar.name}, and the task “Leave by nine” "
        "is due on {list.name}. {chat.name} should get {place.name} out of my maps app without a word, and “{text}” in "
        "our chat.",
        "Write “{text}” to {chat.name} in Chatter and send them {place.name} from the map, with no note. Then see at "
        "the bank on which weekday I pay at {business.name}: the coming one, not today, gets an all-day “{title}” in "
        "{calendar.name}, with {business.name} as the place and the usual reminder, and “Leave by nine” on {list.name} "
        "has that date, too.",
    ]
    tags = ["pattern", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "maps", "messenger", "todo"]

    on: date = derived(lambda now, weekday: patterns.next_day(now.date(), weekday))
    title: str = phrase("Shopping for two", "Not alone this time", "With company")
    place: Place = pick(Place, lambda place, business: place.name != business.name, where=BUSINESSES)
    text: str = phrase("That's where we meet first", "Coffee before we go in?", "Bring a bag")

    @property
    def truth(self) -> date:
        return self.on

    def find_out(self, user: User) -> date:
        return self.next_time(user, user.today)

    def deeds(self, store: Store, found: date) -> Commands:
        yield noted(store, self.title, self.calendar, found, place=self.business.name)
        yield todo.AddTask("Leave by nine", self.list, due=found)
        yield maps.SharePlace(self.place, (self.chat.person,))
        yield message(store, self.chat.person_id, self.text)


class PaydayTreat(AsUsual, Payday, Task):
    """A payday to come is given a name, a task and company."""

    goals = [
        "On the first day after {after} on which {mine} comes, if it keeps to its days, I treat {chat.name}. Put "
        "“{title}” into {calendar.name} that day, all day, preset reminder, and “Take cash” on {list.name}, due then. "
        "Share {place.name} from Wayfarer with {chat.name}, message “{text}”.",
        "Going by Harbour Bank, when is {mine} there for the first time after {after}? Add the task “Take cash” for "
        "that date to {list.name} and an all-day “{title}” to {calendar.name}, with the reminder as it is. {chat.name} "
        "should get {place.name} from the map with “{text}”.",
        "Send {chat.name} {place.name} out of my maps app, with the words “{text}”. “{title}” takes all of the first "
        "payday after {after} in {calendar.name} (usual reminder), and “Take cash” is due on {list.name} the same day; "
        "the bank shows on which days of the month {mine} arrives.",
    ]
    tags = ["pattern", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "maps", "todo"]

    after: date = day(1, 40)
    on: date = derived(patterns.next_payday)
    title: str = phrase("Rich for a day", "My round", "Oysters, or chips")
    place: Place = pick(Place, where=BUSINESSES)
    text: str = phrase("It's on me, soon", "Don't eat before", "I pay, you choose")

    @property
    def truth(self) -> date:
        return self.on

    def find_out(self, user: User) -> date:
        usual = screens.paydays(user, self.pay)
        return screens.next_day(self.after, lambda one: one.day in usual)

    def deeds(self, store: Store, found: date) -> Commands:
        yield noted(store, self.title, self.calendar, found)
        yield todo.AddTask("Take cash", self.list, due=found)
        yield maps.SharePlace(self.place, (self.chat.person,), self.text)


def over(store: Store, turn: int) -> patterns.Habit | None:
    """Return a habit that was given up, at a place on the map, by any number."""
    gone = [habit for habit, _ in patterns.given_up(store)]
    return nth([habit for habit in gone if place_of(store, habit.place)], turn)


class OverAndDone(WhereIGo, Task):
    """A place that one has stopped going to goes off a list, what is planned there goes, and a friend hears of it."""

    goals = [
        "Until some months ago I ate or drank at one place on {when}s, see Harbour Bank, and I'm through with it. Take "
        "it off {places.name} in Wayfarer and delete “Table for three”, which is to be there, from Almanac. Then write "
        "“{text}” to {chat.name} in Chatter, add “Get over …” with its name to {list.name}, and mark {on} in "
        "{calendar.name}, all day: “Farewell to …”, named alike, preset reminder.",
        "Which place did I give up, where I used to pay on {when}s? Its name, as the bank has it, completes “Get over "
        "…” on {list.name} and, all day on {on}, “Farewell to …” in {calendar.name}, reminder left alone. Remove the "
        "place from my list {places.name} on the map and “Table for three” from my calendar. {chat.name} should read "
        "“{text}” on Chatter.",
        "My {when}s are no longer what they were, by my payments. The place that I've dropped is on {places.name} in "
        "my maps app: remove it, and delete the event “Table for three”. {calendar.name} gets an all-day “Farewell to "
        "…” on {on} (usual reminder) and {list.name} “Get over …”, each with its name, and {chat.name} a message: "
        "“{text}”",
    ]
    tags = ["pattern", "drift", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "maps", "messenger", "todo"]

    habit: patterns.Habit = derived(over)
    places: PlaceList = pick(PlaceList, lambda places, store, place: unsaved(store, place, places))
    on: date = day(12, 25)
    text: str = phrase("I've found something better", "Their soup was never good", "We need another table")

    def setup(self, store: Store) -> Setup:
        yield maps.SavePlace(self.place, self.places)
        start = datetime.combine(store.now.date() + timedelta(days=9), AT[self.habit.part])
        yield planned(store, TABLE, start, timedelta(hours=2), place=self.truth)

    def find_out(self, user: User) -> str:
        found = meals(user, self.when)
        fresh = {one.who for one in found if (user.today - one.at.date()).days <= 84}
        return screens.usual(one.who for one in found if one.who not in fresh)

    def effects(self, store: Store) -> Commands:
        yield maps.RemovePlace(store.one(Saved, "place_id = ? AND list_id = ?", self.place.id, self.places.id))
        yield almanac.DeleteEvent(store.one(Event, "title = ?", TABLE))
        yield from self.deeds(store, self.truth)

    def solution(self, user: User) -> None:
        name = self.find_out(user)
        open_list(user, self.places)
        user.click(button("Remove"), via=[button(f"Options of {name}")])
        open_titled(user, TABLE)
        delete_event(user)
        for command in self.deeds(self.chat.store, name):
            user.do(command)

    def deeds(self, store: Store, found: str) -> Commands:
        yield message(store, self.chat.person_id, self.text)
        yield todo.AddTask(f"Get over {found}", self.list)
        yield noted(store, f"Farewell to {found}", self.calendar, self.on)

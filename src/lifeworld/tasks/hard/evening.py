"""Evenings of five: the day that suits all, the guests and what they bring, a place that falls through, the bill."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event, Guest
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    clocks,
    day,
    days,
    derived,
    link,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import move, timed
from lifeworld.tasks.cross.appointments import is_free
from lifeworld.tasks.cross.beforehand import chatted, coming, dated, evening, mailed, newest, noted, planned, ticked
from lifeworld.tasks.cross.screens import guests, letter, open_titled, reply, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import Company, LargeCompany, before, later
from lifeworld.tasks.hard.hands import heard, invite, set_due
from lifeworld.tasks.messenger import send
from lifeworld.tasks.todo.ways import open_list, waiting

TITLES = ("Fondue for five", "Quiz night", "Evening by the fire", "Games and soup", "Our yearly supper")
LONG = 3  # hours
DISHES = (
    *("potato salad", "onion tart", "lentil soup", "cheese board", "apple cake", "flatbread", "pickles"),
    *("mushroom pie", "fruit salad", "bean stew"),
)


def some_dishes(turn: int) -> tuple[str, ...]:
    """Return six dishes, by any number."""
    return tuple(DISHES[(turn + 3 * step) % len(DISHES)] for step in range(6))


class EveningForFive(Company, Task):
    """Of four evenings one suits four friends and oneself: it is put down, they are invited and told."""

    goals = [
        "Find the evening for “{title}”. {names} each wrote me on Chatter when they could, and I must have nothing in "
        "Almanac from 6 PM on. Put it into my {calendar.name} calendar on the one day that is left, 7 to 10 PM with "
        "the preset reminder, invite the four, and write each of them “{words}” on Chatter.",
        "When can all of us come to “{title}”? The days of {names} are in our chats, mine in Almanac: I need to be "
        "free from 6 PM. On the day that works for all five, add it to {calendar.name} from 7 to 10 PM (reminder as "
        "it is), send the four an invitation from the calendar, and “{words}” to each in Chatter.",
        "Plan “{title}”, 7 to 10 PM, in my {calendar.name} calendar with the usual reminder: on the only day that "
        "suits {names}, by what each has written on Chatter, and on which Almanac shows nothing of mine after 6 PM. "
        "All four get the invitation and, one by one, the message “{words}”.",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["calendar", "messenger"]

    names: str = derived(lambda company: ", ".join(person.name for person in company))
    title: str = phrase(*TITLES)
    calendar: Calendar = pick(Calendar, private)
    first: date = day(3, 12)
    place: int = number(0, 3)
    offered: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=step) for step in (0, 1, 3, 6)))
    on: date = derived(lambda offered, place: offered[place])
    free: bool = derived(lambda store, on: is_free(store, on, time(18), time.max))
    words: str = phrase(
        "We have a day! Look at the invitation", "I've sent you the invitation", "It works for all of us!"
    )

    def setup(self, store: Store) -> Setup:
        for turn, person in enumerate(self.roles):
            without = self.offered[(self.place + 2 + turn % 2) % 4]
            one, two, three = (spoken(on) for on in self.offered if on != without)
            told = f"For “{self.title}” I could do {one}, {two} or {three}"
            yield from chatted(store, person, (40 + 17 * turn, told))
        busy = datetime.combine(self.offered[(self.place + 1) % 4], time(18, 30))
        yield planned(store, "Late meeting", busy, timedelta(minutes=90))

    def effects(self, store: Store) -> Effects:
        event = yield noted(store, self.title, self.calendar, self.on, (time(19), time(22)))
        yield almanac.Invite(event, self.company)
        for person in self.company:
            yield message(store, person.id, self.words)

    def items(self) -> Items:
        yield observed("Read when they can", showing=f"For “{self.title}” I could do", kind="search")
        yield observed("Looked at the calendar", showing="Late meeting", kind="search")

    def solution(self, user: User) -> None:
        names = self.names.split(", ")
        told = [heard(user, name, f"For “{self.title}”").split("I could do")[1] for name in names]
        common = set.intersection(*({*days(one, user.today)} for one in told))
        busy = {one.day for one in timed(user, min(common), max(common)) if one.times[1] > time(18)}
        (on,) = common - busy
        user.do(noted(self.calendar.store, self.title, self.calendar, on, (time(19), time(22))))
        open_titled(user, self.title)
        invite(user, *names)
        for name in names:
            write_to(user, name, self.words)


class ThePlaceIsClosed(Company, Task):
    """A restaurant can't have an evening and offers another: guests who can't then are taken off, all are told."""

    goals = [
        "The restaurant of “{title}” wrote that it's closed that evening and offers another. Reply “{reply}” to the "
        "mail. Whoever of the guests wrote me on Chatter that they're away on the new day comes off the list in "
        "Almanac first, and reads “{sorry}” from me; then move the event to the new day and time, as long as before, "
        "and write “{words}” to each of the other guests.",
        "“{title}” can't be as planned: see the restaurant's mail, and answer it with “{reply}”. Of the guests, those "
        "who by our chats are away on the day it offers have to be removed in Almanac and get “{sorry}” on Chatter. "
        "After that, move it to that day and hour, same length, and send all who still come “{words}”.",
        "Take what the restaurant offers by mail for “{title}” instead: mail back “{reply}”, remove the guest who "
        "can't be there then (they said in Chatter when they're away), put the event in Almanac on the new day and "
        "time with its length, in this order. The removed guest gets “{sorry}” in Chatter, the others “{words}”.",
    ]
    tags = ["hard", "look-up", "compare", "distractor", "long"]
    apps = ["calendar", "mail", "messenger"]

    title: str = phrase(*TITLES)
    on: date = day(4, 9)
    then: date = derived(lambda on, turn: on + timedelta(days=3 + turn % 9))
    at: time = clock(17, 20)
    place: Business = derived(lambda store, turn: nth(store.all(Business, "kind = 'restaurant'"), turn))
    reply: str = phrase("We'll gladly come then", "That suits us, please keep the table", "Agreed, see you then")
    sorry: str = phrase("What a shame, we'll do it again soon", "Sorry that it's without you", "Next time with you!")
    words: str = phrase("New day, same table: see the calendar", "We had to move it, look at the calendar")

    def setup(self, store: Store) -> Setup:
        away, other, *_ = self.roles
        yield evening(store, self.title, self.on, coming(self.company), self.place.name)
        body = (
            f"Hello,\n\nwe are sorry, but our kitchen is closed on {dated(self.on)}, when you wanted to come.\n\n"
            f"We could have you on {dated(self.then)} at {spoken(self.at)} instead.\n\nPlease let us know!"
        )
        yield mailed(store, self.place, f"Your evening with us: {self.title}", body, hours=8)
        yield from chatted(store, away, (210, f"By the way, I'm away on {spoken(self.then)}, all day"))
        yield from chatted(store, other, (160, f"By the way, I'm away on {spoken(self.then + timedelta(days=2))}"))

    def effects(self, store: Store) -> Commands:
        away, *others = self.roles
        event = store.one(Event, "title = ?", self.title)
        yield mail.Reply(newest(store, f"Your evening with us: {self.title}"), self.reply)
        yield almanac.Uninvite(store.one(Guest, "event_id = ? AND person_id = ?", event.id, away.id))
        yield almanac.MoveEvent(event, self.then, self.at, later(self.at, LONG))
        yield message(store, away.id, self.sorry)
        for person in others:
            yield message(store, person.id, self.words)

    def items(self) -> Items:
        yield observed("Read the letter", showing="our kitchen is closed", kind="search")
        yield observed("Read who is away", showing=f"I'm away on {spoken(self.then)}, all day", kind="search")

    def solution(self, user: User) -> None:
        offer = letter(user, f"Your evening with us: {self.title}", "We could have you on")
        then, at = days(offer, user.today)[0], clocks(offer)[0]
        reply(user, self.reply)
        open_titled(user, self.title)
        came = guests(user, "Coming")
        gone = []
        for name in came:
            absent = then in days(heard(user, name, "By the way, I'm away on"), user.today)
            gone += [name] * absent
            send(user, self.sorry if absent else self.words)
        open_titled(user, self.title)
        for name in gone:
            user.click(button(f"Remove {name}"))
        move(user, then, (at, later(at, LONG)))


class WhoBringsWhat(LargeCompany, Task):
    """Dishes that guests have promised are done, the others due the day before; who has none gets a word."""

    goals = [
        "My {list.name} list in Ticked has six dishes for “{title}”. The guests, see Almanac, wrote me on Chatter who "
        "brings what (last word counts). Tick off the dishes that somebody brings, set the others due the day before, "
        "and write “{words}” to the guest who brings none of them.",
        "Sort out the food for “{title}”: each guest in my calendar has told me in Chatter what they bring, one of "
        "them twice, and then the later one holds. Complete these dishes' tasks in {list.name}; what nobody brings is "
        "due on the eve. Who brings no dish should get “{words}” from me.",
        "Which of the six “{title}” tasks on {list.name} are taken? Ask nobody: look in Chatter at what the guests of "
        "the event in Almanac have promised last. Taken ones are done, the rest get the day before as due date. The "
        "one guest without a dish gets “{words}” on Chatter.",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["calendar", "messenger", "todo"]

    title: str = phrase(*TITLES)
    on: date = day(4, 20)
    dishes: tuple[str, ...] = derived(some_dishes)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    words: str = phrase("Would you bring something to drink?", "Could you bring the candles?", "Just bring yourself!")

    def setup(self, store: Store) -> Setup:
        yield evening(store, self.title, self.on, coming(self.company, ("accepted",) * 5))
        first = self.turn % 6
        for dish in (*self.dishes[first:], *self.dishes[:first]):
            yield todo.AddTask(f"{self.title}: {dish}", self.list)
        for minutes, (person, dish) in enumerate(zip(self.roles[:4], self.dishes, strict=False), 4):
            yield from chatted(store, person, (23 * minutes, f"For “{self.title}” I'll bring the {dish}"))
        rather = f"I've thought again. For “{self.title}” I'll bring the {self.dishes[4]}"
        yield from chatted(store, self.roles[0], (37, rather))
        yield from chatted(store, self.roles[4], (58, f"I'm not much of a cook, but I'll be at “{self.title}”"))

    def effects(self, store: Store) -> Commands:
        for dish in self.dishes[1:5]:
            yield ticked(store, f"{self.title}: {dish}")
        for dish in (self.dishes[0], self.dishes[5]):
            yield todo.SetDue(store.one(TodoTask, "title = ?", f"{self.title}: {dish}"), before(self.on))
        yield message(store, self.roles[4].id, self.words)

    def items(self) -> Items:
        yield observed("Saw who comes", showing=self.title, kind="search")
        yield observed("Read who has thought again", showing="I've thought again", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        on, came = days(user.page.text, user.today)[0], guests(user, "Coming")
        brought = []
        for name in came:
            told = heard(user, name, f"“{self.title}”")
            dish = told.partition("I'll bring the ")[2]
            brought += [dish] if dish else []
            if not dish:
                send(user, self.words)
        named = [line.names[1] for line in waiting(user, self.list)]
        dishes = [title for title in named if title.startswith(f"{self.title}: ")]
        taken = [title for title in dishes if title.split(": ")[1] in brought]
        for title in taken:
            user.click(button(f"Complete {title}"))
        for title in (one for one in dishes if one not in taken):
            open_list(user, self.list)
            user.click(link(title))
            set_due(user, before(on))

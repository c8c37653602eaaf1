"""What comes while one is at work changes it: answers of several people, other wishes, debts and days."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Setup,
    Store,
    Task,
    User,
    day,
    days,
    derived,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
    when,
)
from lifeworld.tasks.cross.beforehand import InChat, chatted, dated, friends, mailed, planned
from lifeworld.tasks.cross.screens import letter, open_titled, quotes, write_to
from lifeworld.tasks.cross.words import chat_with, message
from lifeworld.tasks.hard.company import event_of, task_of, things, turned
from lifeworld.tasks.hard.hands import expected_of, heard, invite, move_day, see_task, set_due
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.messenger import open_named
from lifeworld.tasks.messenger.news import says
from lifeworld.tasks.shop import go, on_its_way, put_into_cart

EVENINGS = ("Dumpling evening", "Record evening", "Mending night", "Map evening", "Cheese evening")
THINGS = ("the folding chairs", "two loaves of bread", "a big pot", "the card table", "some candles", "a salad bowl")


class WhoComesAndWhatWith(Task):
    """Three people are about to answer; who comes is invited, what they bring noted, who can't is written to."""

    goals = [
        "{names} are about to tell me on Chatter whether they come to my “{title}”. Wait for it. Then invite those who "
        "do to the event in Almanac, note each thing that they bring, in their words, as a task in {list.name}, and "
        "write “{text}” on Chatter to whoever can't come.",
        "In a few minutes I'll have Chatter messages of {names} about the “{title}”. When all three are there, whoever "
        "comes gets an invitation from Almanac, the thing they quote is a task on {list.name}, word for word, and the "
        "one who doesn't come should read “{text}” in our chat.",
        "Once {names} have answered me in Chatter, see to the “{title}”: send everybody who is coming an invitation to "
        "the event in my calendar, put what they want to bring on the list {list.name}, one task each, named just so, "
        "and answer the one who isn't coming with “{text}” on Chatter.",
    ]
    trigger = when(minutes=6)
    tags = ["hard", "wait", "long"]
    apps = ["calendar", "messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    bring: tuple[str, ...] = derived(lambda turn: turned(THINGS, turn)[:2])
    title: str = phrase(*EVENINGS)
    on: date = day(4, 20)
    text: str = phrase("What a pity, next time then!", "We'll save you something", "I'll tell you how it was")

    def setup(self, store: Store) -> Setup:
        yield planned(store, self.title, datetime.combine(self.on, time(19)), timedelta(hours=3))
        for minutes, person in enumerate(self.three, 9):
            yield from chatted(store, person, (minutes, f"“{self.title}”? Let me look, I'll tell you in a few minutes"))

    def scheduled_events(self, store: Store) -> Events:
        one, two, away = (sure(chat_with(store, person.id)) for person in self.roles)
        for chat, thing in ((one, self.bring[0]), (two, self.bring[1])):
            yield says(store, chat, f"I'm coming, and you get “{thing}” from me")
        yield says(store, away, "I've looked, it's no good for me, I can't come")

    def effects(self, store: Store) -> Commands:
        *coming, away = self.roles
        yield almanac.Invite(event_of(store, self.title), tuple(coming))
        for thing in self.bring:
            yield todo.AddTask(thing, self.list)
        yield message(store, away.id, self.text)

    def items(self) -> Items:
        yield observed("Read who comes", showing="I'm coming, and you get", kind="search")

    def solution(self, user: User) -> None:
        user.wait(360)
        told = {person.name: heard(user, person.name, "com") for person in self.three}
        coming = {name: quotes(said)[0] for name, said in told.items() if "I'm coming" in said}
        open_titled(user, self.title)
        invite(user, *coming)
        for thing in coming.values():
            user.do(todo.AddTask(thing, self.list))
        write_to(user, next(name for name in told if name not in coming), self.text)


class ErrandThatChanges(InChat, Task):
    """Four things are wanted for the cart; as the shop opens, one is to be another and one more of them."""

    goals = [
        "{chat.name} wrote me on Chatter, message by message, what I should get at Megacart. Put all of it into my "
        "cart, as many as they want of each; don't order. If they change their mind meanwhile, what they said last "
        "holds.",
        "Fill my Megacart cart with what {chat.name} asks for in our Chatter chat, in the right numbers, and leave the "
        "order to me. They may think again while you are at it: keep to their last word.",
        "On Chatter {chat.name} has sent me their list for Megacart. Each thing goes into the cart in the number that "
        "they name, nothing is ordered yet, and should another message of theirs come, heed it.",
    ]
    trigger = when(opened="shop")
    tags = ["hard", "look-up", "long"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    wanted: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 5))
    count: int = number(1, 2)
    more: int = number(3, 4)

    def _first(self) -> dict[Variant, int]:
        return {one: (self.count + place) % 2 + 1 for place, one in enumerate(self.wanted[:4])}

    def _last(self) -> dict[Variant, int]:
        kept, dropped, *_, instead = self.wanted
        first = self._first()
        return {**{one: n for one, n in first.items() if one != dropped}, kept: self.more, instead: first[dropped]}

    def talk(self) -> Iterator[tuple[int, str]]:
        for minutes, (variant, count) in enumerate(self._first().items(), 20):
            yield 60 - minutes, f"Please get {count} × “{variant.full_name}” for me"

    def scheduled_events(self, store: Store) -> Events:
        kept, dropped, *_, instead = (variant.full_name for variant in self.wanted)
        yield says(
            store, self.chat, f"Sorry, not “{dropped}”, as many “{instead}” instead. And in all {self.more} × “{kept}”"
        )

    def superseded_effects(self) -> Commands:
        for variant, count in self._first().items():
            yield shop.AddToCart(variant, count)

    def effects(self) -> Commands:
        for variant, count in self._last().items():
            yield shop.AddToCart(variant, count)

    def items(self) -> Items:
        yield observed("Read the list", showing="Please get", kind="search")

    def solution(self, user: User) -> None:
        user.open("Megacart")
        open_named(user, self.chat.name)
        said = shown(user)
        counts = {quotes(one)[0]: numbers(one)[0] for one in said if one.startswith("Please get")}
        change = next(one for one in said if one.startswith("Sorry, not"))
        dropped, instead, kept = quotes(change)
        counts |= {instead: counts.pop(dropped), kept: numbers(change.split("And in all")[1])[0]}
        for name, count in counts.items():
            put_into_cart(user, next(one for one in self.wanted if one.full_name == name), count)


class ParcelsOnOtherDays(Task):
    """Parcels stand in the calendar on wrong days; as it opens, a letter moves one more of them."""

    goals = [
        "Three parcels from Megacart are under way, each an all-day “Parcel: …” in Almanac. Put those that are wrong "
        "on the day on which Megacart expects them, unless {business.name} mails me another day: that one counts. Then "
        "make “{task}” in {list.name} due on the day of the last of the three.",
        "Do the “Parcel: …” days in my calendar agree with when Megacart says that the parcels come? Move those that "
        "don't. Whatever {business.name} writes to me by mail about one of them, now or in a minute, is newer than "
        "what Megacart has. And “{task}” on {list.name} is due when the latest of the three comes.",
        "Correct the “Parcel: …” events in Almanac: Megacart has the expected day of each, a mail from {business.name} "
        "may have a newer one and then holds, even if it comes while you are at it. Give “{task}” in {list.name} the "
        "day of the last parcel as its due date.",
    ]
    trigger = when(opened="calendar")
    tags = ["hard", "look-up", "compare", "long"]
    apps = ["calendar", "mail", "shop", "todo"]

    business: Business = pick(Business, lambda business: "Couriers" in business.name)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    three: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 3))
    first: date = day(2, 5)
    off: int = number(1, 3)
    late: int = number(7, 9)
    task: str = phrase("Flatten the boxes", "Bring the cardboard away", "Unpack everything", "Hand back the trolley")

    def _comes(self) -> dict[Variant, date]:
        return {one: self.first + timedelta(days=2 * place) for place, one in enumerate(self.three)}

    def setup(self, store: Store) -> Setup:
        for place, (variant, on) in enumerate(self._comes().items()):
            yield from on_its_way(store, variant, on)
            marked = datetime.combine(on + timedelta(days=self.off if place < 2 else 0), time())
            yield planned(store, f"Parcel: {variant.product.name}", marked, timedelta(days=1), all_day=True)
        yield todo.AddTask(self.task, self.list)

    def scheduled_events(self, store: Store) -> Events:
        what, on = self.three[2].product.name, self.first + timedelta(days=self.late)
        body = f"Good day,\n\nour van has broken down. We bring the “{what}” on {dated(on)}.\n\n{self.business.name}"
        yield mailed(store, self.business, "Your parcel is late", body, hours=0)

    def _moved(self, store: Store, late: int) -> Commands:
        last = self.first + timedelta(days=late)
        for variant, on in {**self._comes(), self.three[2]: last}.items():
            event = event_of(store, f"Parcel: {variant.product.name}")
            if event.day != on:
                yield almanac.MoveEvent(event, on, all_day=True)
        yield todo.SetDue(task_of(store, self.task), last)

    def superseded_effects(self, store: Store) -> Commands:
        yield from self._moved(store, 4)

    def effects(self, store: Store) -> Commands:
        yield from self._moved(store, self.late)

    def items(self) -> Items:
        yield observed("Read the letter", showing="our van has broken down", kind="search")

    def solution(self, user: User) -> None:
        user.open("Almanac")
        told = letter(user, "Your parcel is late", "our van has broken down")
        go(user, "Orders")
        comes = expected_of(user, [one.product.name for one in self.three])
        comes[quotes(told)[0]] = days(told, user.today)[0]
        for name, on in comes.items():
            open_titled(user, f"Parcel: {name}")
            if days(user.page.text, user.today)[0] != on:
                move_day(user, on)
        see_task(user, self.list, self.task)
        set_due(user, max(comes.values()))

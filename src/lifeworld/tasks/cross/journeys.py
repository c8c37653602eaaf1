"""Days away: what one brings, pays, misses and has to arrange because of them."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    Texts,
    User,
    amounts,
    containing,
    day,
    days,
    derived,
    judged,
    number,
    observed,
    phrase,
    pick,
    show_all,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import holds, known
from lifeworld.tasks.cross.beforehand import Pair, bought_now, journey, mailed
from lifeworld.tasks.cross.screens import cancelled, expected, first_and_last, letter, quotes, write_to
from lifeworld.tasks.messenger import PEOPLE
from lifeworld.tasks.shop import on_its_way, order_of
from lifeworld.tasks.todo import open_list

TRIPS = ("Week on the coast", "Long weekend upriver", "Cabin in the woods", "Island days")
AWAY = ("Weekend at the lake", "Days by the sea", "Visit to the cousins", "Course in the hills")


class BeforeWeLeave(Task):
    """What a letter asks one to bring on a trip becomes a task for the day before it begins."""

    goals = [
        "{person.name} has mailed me what I'm to bring to “{title}”. Make a task of it on my {list.name} list in "
        "Ticked, in the words that stand in quotes there, due on the day before the trip begins by Almanac.",
        "Find {person.name}'s letter about “{title}”: the thing in quotation marks is mine to bring. It goes on my "
        "{list.name} list, word for word, due the day before we leave; my calendar has the dates.",
        "What does {person.name} want me to pack for “{title}”? Add just that, as quoted in the mail, to {list.name}. "
        "Take the last day before the trip (see Almanac) as the due date.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["calendar", "mail", "todo"]

    person: Person = pick(Person, known)
    title: str = phrase(*TRIPS)
    first: date = day(9, 40)
    nights: int = number(2, 6)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    thing: str = phrase("the camping stove", "a pack of cards", "the first-aid kit", "two torches", "the big cool box")
    theirs: str = phrase("the map", "the coffee", "the hammock", "the fishing rods")

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.title, self.first, self.nights)
        body = (
            f"Hello,\n\nonly {(self.first - store.now.date()).days // 7} weeks or so to go!\n\nI take {self.theirs} "
            f"with me, that's settled. From you we still need “{self.thing}”, please put it down somewhere.\n\nSo long"
        )
        yield mailed(store, self.person, f"Packing for “{self.title}”", body, hours=33)

    def effects(self) -> Commands:
        yield todo.AddTask(self.thing, self.list, due=self.first - timedelta(days=1))

    def items(self) -> Items:
        yield observed("Read the letter", showing="From you we still need", kind="search")
        yield observed("Saw when it begins", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        thing = quotes(letter(user, "Packing for", "From you we still need"))[0]
        first, _ = first_and_last(user, self.title)
        user.do(todo.AddTask(thing, self.list, due=first - timedelta(days=1)))


class RoomByTheNight(Task):
    """A host wants half of what the room costs in advance; it is paid for the nights that the calendar has."""

    goals = [
        "{person.name} lets me stay during “{title}” and wrote by mail what a night costs. The calendar has the days; "
        "send half of the whole from {account.name} with the note “{note}”, as they ask, and tell me what all the "
        "nights cost together.",
        "For “{title}” I've rented from {person.name}. Work out the price from their letter and the nights in Almanac, "
        "pay {person.name} the half that they want now, from {account.name}, note “{note}”. What's the full price?",
        "A night's price is in the mail from {person.name}, and my calendar has the days of “{title}”. Pay "
        "{person.name} half of it all in advance, from {account.name} with “{note}” as the note. How much is the whole "
        "stay?",
    ]
    tags = ["sum", "long", "look-up"]
    apps = ["bank", "calendar", "mail"]

    person: Person = pick(Person, known)
    title: str = phrase(*TRIPS)
    first: date = day(9, 50)
    nights: int = number(2, 7)
    price: int = number(16, 45)
    account: Account = pick(Account, lambda account, nights, price: holds(account, Money(nights * price * 100)))
    note: str = phrase("Half in advance", "First half of the rent", "Advance for the room")
    half: Money = derived(lambda nights, price: Money(nights * price * 100))

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.title, self.first, self.nights)
        body = (
            f"Hello,\n\nthe room is yours for “{self.title}”.\n\nIn the season I take {Money((self.price + 9) * 200)}, "
            f"from you it's {Money(self.price * 200)} a night. Send me half of it for all the nights now, and the rest "
            "when you're here.\n\nLooking forward to it"
        )
        yield mailed(store, self.person, f"Your room: {self.title}", body, hours=44)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.half, self.note)

    def answer(self) -> Money:
        return self.half * 2

    def items(self) -> Items:
        yield observed("Read the letter", showing="from you it's", kind="search")
        yield observed("Saw how long it is", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        night = amounts(letter(user, "Your room:", "from you it's"))[0]
        first, last = first_and_last(user, self.title)
        whole = night * (last - first).days
        user.do(bank.SendMoney(self.person, self.account, Money(whole.cents // 2), self.note))
        user.say(whole)


class DueWhileAway(Task):
    """Which tasks fall due while one is away?"""

    goals = [
        "I'll be away for “{title}”; Almanac has the days. Which of the tasks on my {list.name} list in Ticked fall "
        "due while it lasts, first and last day included?",
        "Name the open to-dos of {list.name} that are due during “{title}”, from its first to its last day in my "
        "calendar.",
        "What on my list {list.name} would I miss while I'm at “{title}”? Give me the tasks whose due date is on one "
        "of the days that the calendar has for it.",
    ]
    tags = ["list", "compare", "look-up"]
    apps = ["calendar", "todo"]
    optional_apps = ["todo"]

    title: str = phrase(*TRIPS)
    first: date = day(9, 34)  # days as near as a week are shown by their weekday only, be they gone or to come
    nights: int = number(2, 6)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    one: str = phrase("Water the seedlings", "Return the ladder", "Renew the parking permit")
    two: str = phrase("Hand in the form", "Fetch the framed print", "Answer the survey")
    before: str = phrase("Wash the car", "Buy sun cream", "Charge the batteries")
    after: str = phrase("Empty the letter box", "Fetch the cat", "Unpack everything")
    last: date = derived(lambda first, nights: first + timedelta(days=nights))

    def setup(self, store: Store) -> Setup:
        yield journey(store, self.title, self.first, self.nights)
        yield todo.AddTask(self.after, self.list, due=self.last + timedelta(days=1))
        yield todo.AddTask(self.one, self.list, due=self.first)
        yield todo.AddTask(self.before, self.list, due=self.first - timedelta(days=1))
        yield todo.AddTask(self.two, self.list, due=self.last)

    def answer(self, store: Store) -> Texts:
        where = "list_id = ? AND done_at IS NULL AND due BETWEEN ? AND ?"
        return tuple(task.title for task in store.all(TodoTask, where, self.list.id, self.first, self.last))

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Looked at the list", at=f"/todo/list/{self.list.id}", kind="search")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.title)
        open_list(user, self.list)
        show_all(user)
        titles = {line.names[1]: line.text for line in user.page.lines(self.list.name)}
        due = {title: days(text.split(title, 2)[-1], user.today) for title, text in titles.items()}
        user.say(tuple(title for title, told in due.items() if told and first <= told[0] <= last))


class NeighbourTakesItIn(Pair, Task):
    """One of two parcels comes while one is away; somebody is asked to take it in."""

    goals = [
        "Two parcels from Megacart are on their way, and one of them arrives during “{title}” in my calendar. Ask "
        "{chat.name} on Chatter to take it in: the message should say what it is, the product's name as in the shop, "
        "and on which day it comes.",
        "I'm away for “{title}” (see Almanac), and one of my Megacart parcels will come just then. Write {chat.name} "
        "in Chatter whether they could accept it; name the article as Megacart does, and the date.",
        "Which of the things that Megacart has under way comes while “{title}” lasts? Message {chat.name} on Chatter "
        "to take that parcel in for me, with the article's name and the day of its arrival.",
    ]
    tags = ["look-up", "compare", "prose", "distractor"]
    step_budgets = 2
    apps = ["calendar", "messenger", "shop"]
    optional_apps = ["shop"]

    soon: date = day(1, 2)
    later: date = day(5, 7)
    swapped: int = number(0, 1)
    title: str = phrase(*AWAY)
    chat: Chat = pick(Chat, where=PEOPLE)
    then: date = derived(lambda soon, later, swapped: soon if swapped else later)
    gone: tuple[date, ...] = derived(lambda then: (then - timedelta(days=1), then + timedelta(days=1)))

    def setup(self, store: Store) -> Setup:
        away, before = self.pair
        yield from on_its_way(store, away, self.then)
        yield from on_its_way(store, before, self.later if self.swapped else self.soon)
        yield journey(store, self.title, self.gone[0], 2)

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.pair[0].product.name, self.then))

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Saw what is under way", showing=self.pair[0].product.name, kind="search")
        yield observed("Opened the chat", at=f"/messenger/chat/{self.chat.id}")
        yield judged("The message asks whether they could take the parcel in on that day")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.title)
        when = {variant.product.name: expected(user, variant.product.name) for variant in self.pair}
        name = next(name for name, on in when.items() if first <= on <= last)
        write_to(user, self.chat.name, f"Could you take in a parcel for me on {spoken(when[name])}? It's the {name}.")


class CancelWhatComesThen(Pair, Task):
    """Of two orders of the day, the one that comes while one is away is called off, and its refund told."""

    goals = [
        "I ordered two things at Megacart today and forgot about “{title}” in my calendar. Cancel the order that would "
        "arrive while that lasts, and tell me how much is refunded.",
        "One of today's two Megacart orders will come during “{title}” (Almanac has the dates). Call that one off, "
        "keep the other, and let me know what I get back.",
        "Of what I ordered at Megacart today, something arrives while I'm away for “{title}”. Cancel that order. What "
        "does Megacart give me back for it?",
    ]
    tags = ["look-up", "compare"]
    step_budgets = 2
    apps = ["calendar", "shop"]

    fast: int = number(0, 1)
    title: str = phrase(*AWAY)
    unwanted: Variant = derived(lambda pair, fast: pair[1 - fast])

    def setup(self, store: Store) -> Setup:
        yield from bought_now(store, self.pair[0], speed="nextday")
        yield from bought_now(store, self.pair[1])
        yield journey(store, self.title, store.now.date() + timedelta(days=1 if self.fast else 3), 1)

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(order_of(store, self.unwanted))

    def answer(self, store: Store) -> Money:
        return order_of(store, self.unwanted).total

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Saw the orders", at="/shop/orders", kind="search")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.title)
        names = [variant.product.name for variant in self.pair]
        user.say(cancelled(user, next(name for name in names if first <= expected(user, name) <= last)))

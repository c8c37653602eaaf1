"""What somebody has done by mistake, or for something that is off now, is undone in every app that it touched."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    day,
    derived,
    link,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added, amount_of, holds, known, listed, search
from lifeworld.tasks.calendar.ways import move, shown_day, shown_times
from lifeworld.tasks.cross.beforehand import InChat, bought_now, friends, mailed, planned, sent_me, ticked
from lifeworld.tasks.cross.screens import cancelled, letter, open_titled, payments, quotes
from lifeworld.tasks.hard.company import event_of, task_of, things, turned
from lifeworld.tasks.hard.hands import delete_event, delete_task, pay, reopen, titled
from lifeworld.tasks.shop import go, order_of

CHORES = (
    "Sort the cables",
    "Return the ladder",
    "Mend the zip",
    "Oil the hinges",
    "Label the jars",
)
DATES = ("Phone the archive", "Try on the boots", "Look at the attic", "Cut the hedge", "Tune the piano")


class UndoTheHelp(InChat, Task):
    """Somebody has helped with the phone and tells what they did; all that is undone, in every app."""

    goals = [
        "{chat.name} had my phone and meant to help. On Chatter they admit what they did. Undo all of it: open again "
        "in {list.name} what they ticked off, put the events in Almanac back where they were, as long as they are, and "
        "take out of my Megacart cart what they put there. What I did myself stays.",
        "What {chat.name} did on my phone has to be taken back; they list it in our Chatter chat. The tasks are on "
        "{list.name} and should be open, the events in Almanac belong on their old days and at their old times (same "
        "length), and the thing from them goes out of the cart at Megacart. What they call my own doing stays.",
        "Read in Chatter how {chat.name} tidied up my phone, and restore everything: reopen the tasks in "
        "{list.name}, move the events back to when they had been, same length, remove from the Megacart cart what they "
        "added. Nothing else, least of all what I had done before.",
    ]
    tags = ["hard", "look-up", "long", "distractor"]
    apps = ["calendar", "messenger", "shop", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    pair: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 2))
    chores: tuple[str, ...] = derived(lambda turn: turned(CHORES, turn)[:3])
    events: tuple[str, ...] = derived(lambda turn: turned(DATES, turn // 5)[:2])
    first: date = day(2, 9)
    at: time = clock(9, 14)
    off: int = number(2, 4)
    later: int = number(2, 3)

    def talk(self) -> Iterator[tuple[int, str]]:
        (one, two, own), (put_off, delayed) = self.chores, self.events
        yield 55, f"I thought I'd surprise you and ticked off “{one}” and “{two}”. (“{own}” was done already, by you)"
        yield 53, f"Then “{put_off}” is {self.off} days later now, and “{delayed}” {self.later} hours later"
        yield 50, f"And “{self.pair[0].full_name}” is in your cart, not the “{self.pair[1].full_name}”. Was that wrong?"

    def setup(self, store: Store) -> Setup:
        for chore in self.chores:
            yield todo.AddTask(chore, self.list)
            yield ticked(store, chore)
        start = datetime.combine(self.first, self.at)
        shifts = (timedelta(days=self.off), timedelta(days=1, hours=self.later))
        for title, shift in zip(self.events, shifts, strict=True):
            yield planned(store, title, start + shift, timedelta(minutes=75))
        for variant in self.pair:
            yield shop.AddToCart(variant)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for chore in self.chores[:2]:
            yield todo.Reopen(task_of(store, chore))
        for title, on in zip(self.events, (self.first, self.first + timedelta(days=1)), strict=True):
            start = datetime.combine(on, self.at)
            yield almanac.MoveEvent(event_of(store, title), on, self.at, (start + timedelta(minutes=75)).time())
        yield shop.RemoveFromCart(store.one(CartItem, "variant_id = ?", self.pair[0].id))

    def items(self) -> Items:
        yield observed("Read what was done", showing="surprise you", kind="search")

    def solution(self, user: User) -> None:
        one, two, _ = quotes(self.said(user, "surprise you"))
        moved, thing = self.said(user, "days later now"), quotes(self.said(user, "is in your cart"))[0]
        for chore in (one, two):
            reopen(user, self.list, chore)
        off, later = numbers(moved)
        for title, back in zip(quotes(moved), (timedelta(days=off), timedelta(hours=later)), strict=True):
            open_titled(user, title)
            on, span = shown_day(user), shown_times(user)
            starts, ends = (datetime.combine(on, one) - back for one in span)
            move(user, starts.date(), (starts.time(), ends.time()))
        go(user, "Cart")
        user.click(button(f"Remove {thing}"))


class TheirOrdersNotMine(InChat, Task):
    """Of today's orders two were somebody else's; with them goes all that had come of them, in four apps."""

    goals = [
        "{chat.name} ordered things at Megacart today with my account; on Chatter they say which were theirs. Cancel "
        "just those orders, delete the “Parcel: …” event of each from Almanac, send {chat.name} from {account.name} "
        "the money that they gave me for them, as one sum with the note “{note}”, and tell me what Megacart refunds "
        "in all.",
        "Undo what {chat.name} bought today at Megacart without asking; Chatter has what it was. Those orders are "
        "called off, their events, “Parcel: …”, go out of my calendar, and what {chat.name} has paid me for them "
        "(it's at Harbour Bank) goes back in one payment out of {account.name}, note “{note}”. What do I get back from "
        "Megacart altogether?",
        "By our Chatter chat, some of today's Megacart orders are not mine but were placed by {chat.name}. Call them "
        "off, take their “Parcel: …” entries out of Almanac and pay back the total that {chat.name} transferred to me "
        "for these things, at once, from {account.name} with “{note}” as the note. I'd like to know the sum of the "
        "refunds from Megacart.",
    ]
    tags = ["hard", "look-up", "sum", "long", "distractor"]
    apps = ["bank", "calendar", "messenger", "shop"]

    turn: int = number(0, 5000)
    three: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 3))
    first: Money = money(5, 20)
    second: Money = money(5, 20)
    account: Account = pick(Account, lambda account, first, second: holds(account, first + second))
    note: str = phrase("Orders called off", "Your orders are off", "Back to you, nothing comes")

    def talk(self) -> Iterator[tuple[int, str]]:
        one, two, mine = (variant.product.name for variant in self.three)
        yield 70, f"I was still signed in as you, sorry! The “{one}” and the “{two}” are mine, the “{mine}” isn't"
        yield 64, "I've sent you something for each, but call it all off, please"

    def setup(self, store: Store) -> Setup:
        person = self.chat.person
        yield sent_me(store.now - timedelta(days=2), person, self.first + self.first, "Concert on Sunday")
        yield from bought_now(store, *self.three)
        for variant in self.three:
            name, start = variant.product.name, datetime.combine(order_of(store, variant).arrives, time())
            yield planned(store, f"Parcel: {name}", start, timedelta(days=1), all_day=True)
        for minutes, variant, paid in ((66, self.three[0], self.first), (65, self.three[1], self.second)):
            yield sent_me(store.now - timedelta(minutes=minutes), person, paid, f"For the {variant.product.name}")
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for variant in self.three[:2]:
            yield shop.CancelOrder(order_of(store, variant))
            yield almanac.DeleteEvent(event_of(store, f"Parcel: {variant.product.name}"))
        yield bank.SendMoney(self.chat.person, self.account, self.first + self.second, self.note)

    def answer(self, store: Store) -> Money:
        return added(order_of(store, variant).total for variant in self.three[:2])

    def items(self) -> Items:
        yield observed("Read which are theirs", showing="signed in as you", kind="search")

    def solution(self, user: User) -> None:
        theirs, refunds = quotes(self.said(user, "signed in as you"))[:2], []
        for name in theirs:
            refunds.append(cancelled(user, name))
            open_titled(user, f"Parcel: {name}")
            delete_event(user)
        search(user, "For the")
        paid = [amount_of(line) for line in listed(user) if any(f"For the {name}" in line.text for name in theirs)]
        pay(user, self.chat.name, self.account, added(paid), self.note)
        user.say(added(refunds))


PARTIES = ("Torchlight walk", "Roof party", "Winter picnic", "Courtyard film night", "Chili evening")
TODOS = ("Hang up the lights", "Borrow benches", "Print the invitations", "Ask for a second key")


class EverythingIsOff(Task):
    """A letter calls a party off; its event, its tasks, its order and the money that came for it are seen to."""

    goals = [
        "{person.name} has mailed me what becomes of the “{title}”. Undo all that I have prepared for it: delete its "
        "event from Almanac and, in {list.name} on Ticked, its tasks (they begin with its name), cancel the Megacart "
        "order that the mail speaks of, and send back from {account.name}, note “{note}”, what each person has paid me "
        "for it at Harbour Bank, unless I have done so already.",
        "The “{title}” doesn't take place; read the mail from {person.name}. Its event must go, so must the tasks in "
        "{list.name} whose names begin with “{title}”, and so must what the mail says I ordered at Megacart. Whoever "
        "has sent me money for it gets it back out of {account.name} with the note “{note}”, but nobody twice.",
        "Clear away everything that has to do with the “{title}”, which {person.name} calls off by mail: the event in "
        "my calendar, all tasks of that name on the list {list.name}, today's order at Megacart for it (see the mail), "
        "and the contributions. Those go back to who paid them to my bank account, from {account.name}, with “{note}” "
        "as the note; one may have theirs back already.",
    ]
    tags = ["hard", "look-up", "long", "distractor"]
    apps = ["bank", "calendar", "mail", "shop", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    payers: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 2))
    pair: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 2))
    part: Money = money(6, 30)
    account: Account = pick(Account, lambda account, part: holds(account, part + part))
    title: str = phrase(*PARTIES)
    on: date = day(4, 20)
    note: str = phrase("It's off, sadly", "Your part, since it's off", "Nothing comes of it, so here you are")

    def setup(self, store: Store) -> Setup:
        yield planned(store, self.title, datetime.combine(self.on, time(18)), timedelta(hours=4))
        yield planned(store, "Open evening at school", datetime.combine(self.on, time(17)), timedelta(minutes=50))
        for name in turned(TODOS, self.turn)[:2]:
            yield todo.AddTask(f"{self.title}: {name}", self.list)
        yield todo.AddTask("Party shoes to the cobbler", self.list)
        for hours, person in enumerate(self.payers, 20):
            yield sent_me(store.now - timedelta(hours=3 * hours), person, self.part, self.title)
        settled = self.payers[self.turn % 2]
        yield sent_me(store.now - timedelta(hours=5), settled, self.part, self.title, outgoing=True)
        yield from bought_now(store, *self.pair)
        body = (
            f"Hello,\n\nwe had no luck: nobody lets us in, so the “{self.title}” won't be.\n\nPlease don't let "
            f"them send the “{self.pair[0].product.name}” that you ordered for it, and pay everybody back.\n\nSorry!"
        )
        yield mailed(store, self.person, f"About the {self.title}", body, hours=2)

    def effects(self, store: Store) -> Commands:
        yield almanac.DeleteEvent(event_of(store, self.title))
        for name in turned(TODOS, self.turn)[:2]:
            yield todo.DeleteTask(task_of(store, f"{self.title}: {name}"))
        yield shop.CancelOrder(order_of(store, self.pair[0]))
        yield bank.SendMoney(self.payers[1 - self.turn % 2], self.account, self.part, self.note)

    def items(self) -> Items:
        yield observed("Read that it is off", showing="we had no luck", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"About the {self.title}", "we had no luck")
        cancelled(user, quotes(told)[1])
        open_titled(user, self.title)
        delete_event(user)
        for title in titled(user, self.list, f"{self.title}: "):
            user.click(link(title))
            delete_task(user)  # which leads back to the list
        found = payments(user, self.title)
        for one in found:
            if one.amount > Money() and (one.who, -one.amount) not in [(other.who, other.amount) for other in found]:
                pay(user, one.who, self.account, one.amount, self.note)

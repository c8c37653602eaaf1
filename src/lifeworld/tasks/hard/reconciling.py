"""Two apps held against each other, line by line: what agrees is done with, what differs is seen to."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.shop.commands import buying
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import Returned
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    clock,
    clocks,
    day,
    days,
    derived,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import added
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import move, results
from lifeworld.tasks.cross.beforehand import arrived, dated, mailed, noted, paid_at, planned
from lifeworld.tasks.cross.reconciling import SELLER
from lifeworld.tasks.cross.screens import letter, open_titled, payments, quotes, tick_off
from lifeworld.tasks.hard.company import event_of, quiet, task_of, things, turned
from lifeworld.tasks.hard.hands import (
    add_step,
    annotate,
    delete_event,
    dispute,
    ordered,
    payments_since,
    referred,
    see_payment,
    see_task,
    titled,
    told_sums,
    with_words,
)
from lifeworld.tasks.shop import go, order_of

VISITS = (0, 3, 5, 9, 12)  # days after the first


class ChargesByStatement(Task):
    """A letter lists what a place was paid; charges that differ are disputed, those that agree get a note."""

    goals = [
        "{business.name} has mailed me a statement of all that I had there. Hold it against what Harbour Bank shows "
        "for them since {first}: where the sums agree, note “{note}” on the payment; where they don't, dispute it for "
        "its wrong amount; and what isn't on the statement at all, as a payment that I didn't make.",
        "Check my card payments at {business.name} from {first} on, one by one, with their statement in Post. Right "
        "ones get the note “{note}”. Dispute the others: the amount is wrong where the statement has another one for "
        "that day, and it's not my payment where the statement has nothing.",
        "I don't trust what {business.name} has charged since {first}. Their statement came by mail. Every payment at "
        "the bank that it bears out should be marked “{note}” in its note. A payment with another sum than it says is "
        "disputed for its amount, one that it doesn't list as not made by me.",
    ]
    tags = ["hard", "look-up", "compare", "long"]
    apps = ["bank", "mail"]

    business: Business = pick(Business, lambda business: business.kind in ("health", "leisure") and quiet(business))
    first: date = day(-30, -20)
    turn: int = number(0, 5000)
    least: Money = money(11, 40)
    less: Money = money(2, 9)
    note: str = phrase("checked", "agrees with the statement", "this one is right", "compared, all in order")
    on: tuple[date, ...] = derived(lambda first, turn: turned([first + timedelta(days=one) for one in VISITS], turn))

    def _sums(self) -> Iterator[tuple[date, Money]]:
        for place, on in enumerate(self.on):
            yield on, self.least + Money(415 * place)

    def setup(self, store: Store) -> Setup:
        *_, wrong, _, unknown = sums = [*self._sums()]
        for place, (on, paid) in enumerate(sums):
            yield paid_at(on, 9 + place, self.business, paid)
        told = sorted({**dict(sums), wrong[0]: wrong[1] - self.less}.items())
        lines = "\n\n".join(f"{dated(on)}: {paid}" for on, paid in told if on != unknown[0])
        body = f"Hello,\n\nthis is what you have had with us, day by day:\n\n{lines}\n\n{self.business.name}"
        yield mailed(store, self.business, "Your statement", body, hours=6)

    def effects(self, store: Store) -> Commands:
        for place, (on, paid) in enumerate(self._sums()):
            entry = store.one(Entry, "title = ? AND amount = ? AND date(at) = ?", self.business.name, -paid, f"{on}")
            if place in (2, 4):
                yield bank.DisputeCharge(entry, "wrong amount" if place == 2 else "not mine")
            else:
                yield bank.Annotate(entry, self.note)

    def items(self) -> Items:
        yield observed("Read the statement", showing="day by day", kind="search")

    def solution(self, user: User) -> None:
        told = told_sums(user, letter(user, "Your statement"))
        for paid in payments_since(user, self.business.name, self.first):
            see_payment(user, self.business.name, paid)
            if (due := told.get(paid.at.date())) == -paid.amount:
                annotate(user, self.note)
            else:
                dispute(user, "The amount is wrong" if due else "I didn't make this payment")


class RefundsLineByLine(Task):
    """Of four refunds two came in full, one in part, one not: two tasks are done, two say what is still to come."""

    goals = [
        "Four things went back to Megacart; each has a task “Refund for …” in {list.name} on Ticked. Compare what "
        "Harbour Bank got for each order with its price there, without delivery. Paid in full: tick it off. If not, "
        "add the step “Still to come: …” to the task, with the missing sum for the dots. What is missing altogether?",
        "Go through the “Refund for …” tasks of my list {list.name}. What the article cost at Megacart (without the "
        "delivery) should have come back to my bank account under the order's number. Complete those for which it "
        "has, give the others a step “Still to come: …” that ends with what I still get, and tell me the sum of these.",
        "How much does Megacart still owe me for the four returns on {list.name}? Each task, “Refund for …”, is done "
        "if the bank shows the article's full price for that order. Where less or nothing has come, write the rest "
        "into a step: “Still to come: …”, the amount instead of the dots. I want the total of both.",
    ]
    tags = ["hard", "compare", "sum", "long"]
    apps = ["bank", "shop", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    less: Money = money(1, 3)
    four: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 4))
    roles: tuple[Variant, ...] = derived(lambda four, turn: turned(four, turn))
    dear: bool = derived(lambda roles, less: roles[2].product.price > less + less or None)

    def _missing(self) -> dict[str, Money]:
        _, _, part, none = self.roles
        return {part.product.name: self.less, none.product.name: none.product.price}

    def setup(self, store: Store) -> Setup:
        for variant in self.four:
            yield from arrived(store, variant, ago=9)
            yield todo.AddTask(f"Refund for {variant.product.name}", self.list)
        for hours, variant in enumerate(self.roles[:3], 5):
            price, lacks = variant.product.price, self._missing().get(variant.product.name, Money())
            yield Returned(
                at=store.now - timedelta(hours=hours),
                business_id=buying.shop(store).id,
                number=order_of(store, variant).number,
                product=variant.product.key,
                variant=variant.label,
                amount=price - lacks,
                purse="credit",
            )

    def effects(self, store: Store) -> Commands:
        for variant in self.roles:
            task, name = task_of(store, f"Refund for {variant.product.name}"), variant.product.name
            missing = self._missing().get(name)
            yield todo.AddStep(task, f"Still to come: {missing}") if missing else todo.Complete(task)

    def answer(self) -> Money:
        return added(self._missing().values())

    def items(self) -> Items:
        yield observed("Saw the refunds", showing="Return", kind="search")

    def solution(self, user: User) -> None:
        came = dict(referred(user, one.link) for one in payments(user, "Return") if one.who == SELLER)
        titles = titled(user, self.list, "Refund for ")
        go(user, "Orders")
        prices = {title: ordered(user, title.removeprefix("Refund for ")) for title in titles}
        for title, (order, price) in prices.items():
            if missing := price - came.get(order, Money()):
                see_task(user, self.list, title)
                add_step(user, f"Still to come: {missing}")
            else:
                tick_off(user, self.list, title)
        user.say(added(price - came.get(order, Money()) for order, price in prices.values()))


EVENINGS = (2, 4, 9, 11, 16)  # days after the first is planned
LASTS = timedelta(minutes=90)


class ProgrammeByMail(Task):
    """A letter has the new programme of a course; the calendar is made to agree with it, evening by evening."""

    goals = [
        "{business.name} has mailed the new programme of the {what}. Make Almanac agree with it, evening by evening: "
        "move what takes place at another time (it stays as long as it is), delete what isn't on the programme any "
        "more, and add the new one to {calendar.name}, as long as the others, under the same kind of name, with the "
        "reminder as preset.",
        "The {what} evenings in my calendar are out of date. Go by the programme that {business.name} sent to Post: "
        "other days or times are to be changed, at the same length, an evening that it doesn't have is to be deleted, "
        "and the one that I don't have yet goes to {calendar.name}, named like the rest, equally long, with the usual "
        "reminder.",
        "Compare the mail from {business.name} about the {what} with Almanac, line by line. Whatever has another day "
        "or time there is moved, without getting longer or shorter; what is missing there is deleted; what is missing "
        "in Almanac is put into {calendar.name}, called as it is there, as long as the others, preset reminder.",
    ]
    tags = ["hard", "look-up", "compare", "long"]
    apps = ["calendar", "mail"]

    business: Business = pick(Business, lambda business: business.kind in ("health", "leisure"))
    calendar: Calendar = pick(Calendar, private)
    what: str = phrase("pottery course", "first aid course", "rowing class", "choir project", "bread workshop")
    first: date = day(1, 8)
    at: time = clock(17, 20)
    earlier: int = number(1, 2)
    turn: int = number(0, 5000)
    roles: tuple[int, ...] = derived(lambda turn: turned((1, 2, 3, 4, 5), turn))  # what becomes of which evening

    def _named(self, place: int) -> str:
        return f"{self.what.capitalize()}, evening {place}"

    def _was(self) -> dict[int, datetime]:
        return {
            place: datetime.combine(self.first + timedelta(days=on), self.at) for place, on in enumerate(EVENINGS, 1)
        }

    def _now(self) -> dict[int, datetime]:
        put_off, called_off, sooner, *_ = self.roles
        found = self._was()
        found[put_off] += timedelta(days=1)
        found[sooner] -= timedelta(hours=self.earlier)
        del found[called_off]
        return {**found, 6: datetime.combine(self.first + timedelta(days=20), self.at)}

    def setup(self, store: Store) -> Setup:
        for place, start in self._was().items():
            yield planned(store, self._named(place), start, LASTS)
        told = "\n\n".join(
            f"“{self._named(place)}”: {dated(on)}, {spoken(on.time())}" for place, on in self._now().items()
        )
        body = f"Hello,\n\nhere is how it really goes. Nothing else takes place:\n\n{told}\n\n{self.business.name}"
        yield mailed(store, self.business, f"New programme: {self.what}", body, hours=9)

    def effects(self, store: Store) -> Commands:
        was, now = self._was(), self._now()
        for place, start in now.items():
            if start != was.get(place):
                yield self._put(store, self._named(place), start)
        yield almanac.DeleteEvent(event_of(store, self._named(self.roles[1])))

    def _put(self, store: Store, title: str, start: datetime) -> almanac.MoveEvent | almanac.AddEvent:
        """Return what puts an evening where it belongs, whether or not the calendar has it already."""
        span = start.time(), (start + LASTS).time()
        there = store.first(Event, "title = ?", title)
        return (
            almanac.MoveEvent(there, start.date(), *span)
            if there
            else noted(store, title, self.calendar, start.date(), span)
        )

    def items(self) -> Items:
        yield observed("Read the programme", showing="here is how it really goes", kind="search")

    def solution(self, user: User) -> None:
        lines = with_words(letter(user, f"New programme: {self.what}"), ", evening ")
        told = {quotes(line)[0]: datetime.combine(days(line, user.today)[0], clocks(line)[0]) for line in lines}
        mine = [one for one in results(user, self.what) if ", evening " in one.title]
        had = {one.title: datetime.combine(one.day, one.times[0]) for one in mine}
        for title, start in told.items():
            span = start.time(), (start + LASTS).time()
            if title not in had:
                user.do(noted(self.calendar.store, title, self.calendar, start.date(), span))
            elif start != had[title]:
                open_titled(user, title)
                move(user, start.date(), span)
        for title in sorted(had.keys() - told.keys()):
            open_titled(user, title)
            delete_event(user)

"""What came from the shop, and what did not: returned, got once more, followed up order by order."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Entry
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands import buying
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import OrderLine, Reason
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.life import goods
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    day,
    days,
    derived,
    link,
    number,
    observed,
    option,
    pick,
    show_all,
)
from lifeworld.tasks.bank import added
from lifeworld.tasks.cross.beforehand import NEW_VARIANT, InChat, arrived, bought_now, nth_such, paid_at
from lifeworld.tasks.cross.reconciling import SELLER
from lifeworld.tasks.cross.screens import quotes, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import task_of, turned
from lifeworld.tasks.hard.hands import delete_task, dispute, expected_of, payments_since, see_task, set_due, titled
from lifeworld.tasks.hard.ordering import singles
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.shop import go, on_its_way, order_of, put_into_cart, search_orders
from lifeworld.tasks.todo import open_list

REASONS: dict[str, Reason] = {
    "doesn't fit me": "does_not_fit",
    "came broken": "damaged",
    "isn't what they wrote": "not_as_described",
}
LABELS = {
    "doesn't fit me": "Does not fit",
    "came broken": "It arrived damaged",
    "isn't what they wrote": "Not as described",
}


def in_sizes(store: Store, turn: int) -> tuple[Variant, ...] | None:
    """Return something that comes in several sizes and was never ordered, in two of them, by any number."""
    one = nth_such(store, turn, "size <> ''")
    others = f"product_id = ? AND colour = ? AND size <> ? AND {NEW_VARIANT}"
    found = one and store.all(Variant, others, one.product_id, one.colour, one.size)
    return (one, found[turn % len(found)]) if one and found else None


class BackAndOnceMore(InChat, Task):
    """Three of four things go back, each for its reason; two of them are got once more, and the refund is told."""

    goals = [
        "{chat.name} has tried the four things that I had from Megacart and wrote me on Chatter what is wrong with "
        "them. Return what isn't right, each for the reason that they give, put what they want instead into my cart, "
        "one each, and send {chat.name} what Megacart refunds altogether, only the figure.",
        "Of the four things from Megacart some have to go back: see Chatter for which, and why, by {chat.name}. Send "
        "them back for just those reasons, add what {chat.name} would like in their place to the cart (a single one "
        "each, don't order), and write them the sum of the prices of what's returned, nothing but the amount.",
        "What does {chat.name} say in our chat about my Megacart things? Whatever they can't use is to be returned "
        "with the reason that fits, and what they ask for instead belongs in the cart, once. How much comes back in "
        "all? Let {chat.name} know in Chatter, as a bare figure.",
    ]
    tags = ["hard", "look-up", "sum", "distractor", "long"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    sizes: tuple[Variant, ...] = derived(in_sizes)
    three: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn + 1, 3))
    differ: bool = derived(lambda sizes, three: sizes[0].product not in [one.product for one in three] or None)
    whys: tuple[str, ...] = derived(lambda turn: turned(("came broken", "isn't what they wrote"), turn))

    def talk(self) -> Iterator[tuple[int, str]]:
        (small, instead), (again, never, fine) = self.sizes, self.three
        yield 51, f"The “{small.full_name}” doesn't fit me. Could you get “{instead.full_name}” instead?"
        yield 49, f"The “{again.full_name}” {self.whys[0]}. Could you get “{again.full_name}” once more?"
        yield 47, f"The “{never.full_name}” {self.whys[1]}. I don't want one any more. “{fine.full_name}” is perfect"

    def setup(self, store: Store) -> Setup:
        for ago, variant in enumerate((self.sizes[0], *turned(self.three, self.turn)), 3):
            yield from arrived(store, variant, ago=ago)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        back = (self.sizes[0], *self.three[:2])
        for variant, why in zip(back, ("doesn't fit me", *self.whys), strict=True):
            yield shop.ReturnItem(store.one(OrderLine, "variant_id = ?", variant.id), REASONS[why])
        yield shop.AddToCart(self.sizes[1])
        yield shop.AddToCart(self.three[0])
        yield message(store, self.chat.person_id, str(added(one.product.price for one in back)))

    def items(self) -> Items:
        yield observed("Read what is wrong", showing="doesn't fit me. Could you", kind="search")

    def solution(self, user: User) -> None:
        self.said(user, "doesn't fit me. Could")
        told = {one: why for one in shown(user) for why in LABELS if f"” {why}. " in one}
        refunds = []
        for one, why in told.items():
            search_orders(user, quotes(one)[0].split(" (")[0])
            user.click(link("Return items of order…"))
            refunds.append(amounts(user.page.text)[0])
            user.click(option(LABELS[why]))
            user.click(button("Return this item"))
        for name in (quotes(one)[1] for one in told if "Could you get" in one):
            put_into_cart(user, next(one for one in (self.sizes[1], *self.three) if one.full_name == name))
        write_to(user, self.chat.name, str(added(refunds)))


def _priced_apart(things: tuple[Variant, ...] | None) -> tuple[Variant, ...] | None:
    """Return the things where no two cost the same: two orders of one day would be two charges that are right."""
    return things if things and len({one.product.price for one in things}) == len(things) else None


class WhereMyThingsAre(Task):
    """Of five things that one waits for, what came is done, what comes gets its day; one has been paid twice."""

    goals = [
        "Five tasks in {list.name} say “Wait for …” and a thing from Megacart. By my orders there: tick off what has "
        "arrived, make what hasn't due on the day on which it is expected, and delete the task of what was cancelled. "
        "And look at Harbour Bank, from {first} on: one order was charged twice; dispute the later charge for that.",
        "Go through the “Wait for …” tasks of {list.name}, five of them, with Megacart beside it. Delivered: done. On "
        "its way or still to leave: the due date is the expected day. Cancelled: the task goes. Since {first} Megacart "
        "has taken the money for one of my orders two times, as the bank shows. Report the second one as a double "
        "charge.",
        "How far are the five things that {list.name} tells me to “Wait for”? What Megacart has delivered is complete, "
        "what it is still bringing gets the expected date, what was called off is removed from Ticked. One of them has "
        "been paid twice by my card since {first}; tell the bank so, for the later of the two payments.",
    ]
    tags = ["hard", "compare", "look-up", "long"]
    apps = ["bank", "shop", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    five: tuple[Variant, ...] = derived(lambda store, turn: _priced_apart(singles(store, turn, 5)))
    roles: tuple[Variant, ...] = derived(lambda five, turn: turned(five, turn // 3))
    first: date = day(-21, -16)
    ago: int = number(3, 9)
    comes: date = day(1, 6)

    def setup(self, store: Store) -> Setup:
        came, twice, under_way, leaves, off = self.roles
        for variant in self.five:
            yield todo.AddTask(f"Wait for {variant.product.name}", self.list)
        yield from arrived(store, came, ago=self.ago)
        yield from arrived(store, twice, ago=5)
        yield from on_its_way(store, under_way, self.comes)
        yield from bought_now(store, leaves, off)
        yield shop.CancelOrder(order_of(store, off))
        yield paid_at(self._again, 11, buying.shop(store), self._twice)

    @property
    def _again(self) -> date:
        return self.first + timedelta(days=14)

    @property
    def _twice(self) -> Money:
        price = self.roles[1].product.price
        return price + goods.delivery(price)

    def _task(self, store: Store, place: int) -> TodoTask:
        return task_of(store, f"Wait for {self.roles[place].product.name}")

    def effects(self, store: Store) -> Commands:
        yield todo.Complete(self._task(store, 0))
        yield todo.Complete(self._task(store, 1))
        for place in (2, 3):
            yield todo.SetDue(self._task(store, place), order_of(store, self.roles[place]).arrives)
        yield todo.DeleteTask(self._task(store, 4))
        again = "title = ? AND amount = ? AND date(at) = ?"
        yield bank.DisputeCharge(store.one(Entry, again, SELLER, -self._twice, f"{self._again}"), "charged twice")

    def items(self) -> Items:
        yield observed("Saw the orders", at="/shop/orders", kind="search")
        yield observed("Saw the charges", showing=str(self._twice), kind="search")

    def solution(self, user: User) -> None:
        titles = titled(user, self.list, "Wait for ")
        names = [title.removeprefix("Wait for ") for title in titles]
        go(user, "Orders")
        every = [line.text for line in show_all(user) if amounts(line.text)]
        orders = {name: next(text for text in every if name in text) for name in names}
        placed = [(days(text, user.today)[0], -amounts(text)[0]) for text in every]
        comes = expected_of(user, [one for one in names if not re.search("Delivered|Cancelled", orders[one])])
        charges = [one for one in payments_since(user, SELLER, self.first) if one.amount < Money()]
        twice = next(one for one in charges if (one.at.date(), one.amount) not in placed)
        user.click(link(twice.link))
        dispute(user, "I was charged twice")
        open_list(user, self.list)
        for name in (name for name, text in orders.items() if "Delivered" in text):
            user.click(button(f"Complete Wait for {name}"))
        for name, on in comes.items():
            see_task(user, self.list, f"Wait for {name}")
            set_due(user, on)
        see_task(user, self.list, f"Wait for {next(name for name, text in orders.items() if 'Cancelled' in text)}")
        delete_task(user)

"""Wishes said in a chat: the cheaper one, one in time for the day, one that many pay for."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import OrderLine, Speed
from lifeworld.life.events import Repriced
from lifeworld.life.models import Person
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
    derived,
    field,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.cross.beforehand import InChat, friends, nth_such, planned, sent_me
from lifeworld.tasks.cross.reconciling import confirmation
from lifeworld.tasks.cross.screens import conversation, open_titled, payments, where_and_when, write_to
from lifeworld.tasks.mail import search
from lifeworld.tasks.shop import card_of, check_out, find, home_of

PLAIN = "colour = '' AND size = '' AND product_id IN (SELECT id FROM shop_product WHERE price > 1500)"
NAMED = {"standard": "Standard…", "express": "Express…", "nextday": "Next day…"}


def wish(store: Store, turn: int) -> Variant | None:
    """Return something of one kind only, and of some worth, that was never ordered, by any number."""
    return nth_such(store, turn, PLAIN)


def another(store: Store, turn: int, wished: Variant) -> Variant | None:
    """Return something else to wish for, at another price."""
    found = wish(store, turn + 1)
    return found if found and found.product.price != wished.product.price else None


def priced(user: User, name: str) -> Money:
    """Find a product by its name, open its page and return the price."""
    user.open("Megacart")
    user.fill(field("Search Megacart"), name)
    user.click(button("Search"))
    user.click(link(name).within("Results"))
    return amounts(user.page.text)[0]


class Wish(InChat):
    """What somebody wishes for in a chat."""

    turn: int = number(0, 5000)
    wished: Variant = derived(wish)


class CheaperOfTwo(Wish, Task):
    """Somebody would like either of two things; the cheaper one goes into the cart, and they hear which it is."""

    goals = [
        "{chat.name} told me on Chatter which two things from Megacart they'd like, either of them. Put the cheaper "
        "one into my cart, just one piece, and write {chat.name} its name as the shop has it, not a word more.",
        "There are two wishes in my chat with {chat.name}, and I'll give them one. See at Megacart which costs less, "
        "add that to my cart once, and send {chat.name} the full name of what they'll get on Chatter, just the name.",
        "Compare the prices of the two things that {chat.name} wished for in Chatter. The one that's less goes into "
        "my Megacart cart (one of it, don't order), and its name, with no words around it, to {chat.name} in our "
        "chat.",
    ]
    tags = ["look-up", "compare", "distractor"]
    apps = ["messenger", "shop"]

    other: Variant = derived(another)
    third: Variant = derived(lambda store, turn: wish(store, turn + 2))

    def talk(self) -> Iterator[tuple[int, str]]:
        one, two, three = (variant.product.name for variant in (self.wished, self.other, self.third))
        yield 80, f"If you must know, I'd love the {three}"
        yield 74, f"Or no, I've got that. The {one} or the {two}, either is fine"
        yield 72, "You decide, and tell me which. I'm hopeless at waiting"

    @property
    def by_price(self) -> list[Variant]:
        return sorted((self.wished, self.other), key=lambda one: one.product.price.cents)

    def effects(self) -> Commands:
        cheaper, _ = self.by_price
        yield shop.AddToCart(cheaper)
        yield messenger.Send(self.chat, cheaper.product.name)

    def items(self) -> Items:
        yield observed("Read the wishes", showing="either is fine", kind="search")
        for variant in self.by_price:
            yield observed(f"Saw the {variant.product.name}", at=f"/shop/product/{variant.product_id}")

    def solution(self, user: User) -> None:
        told = self.said(user, "Or no, I've got that").split("got that. The ")[1].split(", either")[0]
        cheaper = min(told.split(" or the "), key=lambda name: priced(user, name).cents)
        priced(user, cheaper)
        user.click(button("Add to cart"))
        write_to(user, self.chat.name, cheaper)


def slowest(days_left: int) -> Speed:
    """Return the cheapest delivery that takes no longer than so many days."""
    return next(speed for speed, takes in shop.buying.SPEEDS.items() if takes <= days_left)


class PresentInTime(Wish, Task):
    """What somebody wished for is ordered with the cheapest delivery that brings it in time."""

    goals = [
        "{chat.name} said on Chatter what they'd like, and “{title}” is in my calendar. Order it at Megacart past the "
        "cart with the cheapest delivery that still comes by that day: my address, default card, gift note “{note}”. "
        "What does it cost me altogether?",
        "Buy {chat.name}'s wish (see our chat) at Megacart in time for “{title}” in Almanac: at the latest on that "
        "day, but with the cheapest delivery that makes it. It comes to me, paid as always; write “{note}” on the "
        "gift note. Tell me the total of the order.",
        "Get the thing from Megacart that {chat.name} finally asked for in Chatter. It has to be at my place on the "
        "day of “{title}” or before, so see in Almanac when that is, and pay no more for delivery than it takes. "
        "Default card, note “{note}”. Then tell me the sum of it all.",
    ]
    tags = ["look-up", "long", "distractor"]
    apps = ["calendar", "messenger", "shop"]

    first: Variant = derived(lambda store, turn, wished: another(store, turn, wished))
    on: date = day(1, 6)
    title: str = derived(lambda chat: f"{chat.person.first}'s party")
    note: str = phrase("Happy birthday, and many more", "From me, with a big hug", "Enjoy it, you have earned it")
    speed: Speed = derived(lambda now, on: slowest((on - now.date()).days))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 190, f"You asked what I'd like: the {self.first.product.name}, if I may dream"
        yield 50, f"Forget that, my sister has it for me. The {self.wished.product.name} from Megacart would be lovely"

    def setup(self, store: Store) -> Setup:
        start, length = datetime.combine(self.on, time(20)), timedelta(hours=3)
        yield planned(store, self.title, start, length, place="at their place", reminder=60)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.wished, home_of(store), card_of(store), speed=self.speed, gift_note=self.note)

    def answer(self) -> Money:
        price = self.wished.product.price
        return price + shop.buying.fee(self.speed, price)

    def items(self) -> Items:
        yield observed("Read the wish", showing="would be lovely", kind="search")
        yield observed("Saw when it is", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        told = self.said(user, "from Megacart would be")
        open_titled(user, self.title)
        _, on = where_and_when(user)
        priced(user, told.split("for me. The ")[1].split(" from Megacart")[0])
        user.click(link("Buy now"))
        check_out(user, speed=NAMED[slowest((on - user.today).days)], note=self.note)
        user.say(amounts(user.page.text)[0])


class PresentFromAll(Wish, Task):
    """Friends have paid for a present; it goes into the cart, and what is left for oneself is told."""

    goals = [
        "{chat.name} wrote on Chatter what we all give {whom}. Put it into my Megacart cart, one of it, and tell me "
        "how much I have to add: its price less what the others have sent me for “{what}” through Harbour Bank.",
        "We're giving {whom} a present together. What it is stands in my chat with {chat.name}; add it to my cart at "
        "Megacart. The others have paid in with the note “{what}”. How much of the price is left for me?",
        "For {whom}'s present, look in Chatter what {chat.name} says we settled on and put one into the cart at "
        "Megacart, no order yet. Then add up what came in at the bank for “{what}” and tell me what I pay myself, "
        "delivery not counted.",
    ]
    tags = ["sum", "look-up", "distractor"]
    apps = ["bank", "messenger", "shop"]

    first: Variant = derived(lambda store, turn, wished: another(store, turn, wished))
    others: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    whom: str = phrase("Professor Abel", "our old coach", "the caretaker", "my choir leader", "the lady upstairs")
    what: str = phrase("Joint present", "Collection for the present", "Present from all of us")

    @property
    def _sums(self) -> tuple[Money, ...]:
        """What the others pay: whole dollars, together less than the price."""
        price = self.wished.product.price.cents
        return tuple(Money(price * percent // 100 // 100 * 100) for percent in (30, 20, 15))

    def talk(self) -> Iterator[tuple[int, str]]:
        wished = self.wished.product.name
        yield 300, f"How about the {self.first.product.name} for {self.whom}?"
        yield 280, f"Nobody else liked it. We've settled on the {wished}, will you get it at Megacart?"

    def setup(self, store: Store) -> Setup:
        *givers, bystander = self.others
        yield sent_me(store.now - timedelta(days=2, hours=3), bystander, Money(2000), "Present for the teacher")
        for hours, (person, part) in enumerate(zip(givers, self._sums, strict=True), 2):
            yield sent_me(store.now - timedelta(hours=9 * hours), person, part, self.what)
        yield from super().setup(store)

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wished)

    def answer(self) -> Money:
        return self.wished.product.price - Money(sum(part.cents for part in self._sums))

    def items(self) -> Items:
        yield observed("Read what it is", showing="settled on", kind="search")
        yield observed("Saw the money", showing=self.what, kind="search")
        yield observed("Saw the present", at=f"/shop/product/{self.wished.product_id}")

    def solution(self, user: User) -> None:
        name = self.said(user, "settled on the").split("settled on the ")[1].split(", will you")[0]
        price = priced(user, name)
        user.click(button("Add to cart"))
        came = [one.amount.cents for one in payments(user, self.what) if one.amount > Money()]
        user.say(price - Money(sum(came)))


def once(store: Store, line: OrderLine) -> bool:
    """Return whether this is the only order of a product, and its confirmation can still be read."""
    product = line.product
    others = store.count(Product, "name LIKE ? AND id <> ?", f"%{product.name}%", product.id)
    of_it = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    alone = store.count(OrderLine, of_it, product.id) == 1 and not others
    return alone and line.quantity == 1 and confirmation(store, line.order.number) is not None


class DearerThanThen(Task):
    """By how much has something become dearer since one bought it?"""

    goals = [
        "I once ordered {line.variant.full_name} from Megacart; the order confirmation in my mail has the price. How "
        "much more does it cost there today?",
        "By how much has {line.variant.full_name} gone up at Megacart since I bought it? My mail says what I paid for "
        "it then.",
        "What did I pay for {line.variant.full_name}, by Megacart's confirmation in Post, and what is it now? Just "
        "tell me the difference.",
    ]
    tags = ["look-up", "compare", "sum"]
    apps = ["mail", "shop"]

    line: OrderLine = pick(OrderLine, lambda line, store: once(store, line))
    more: Money = money(1, 30)

    def setup(self, store: Store) -> Setup:
        product, price = self.line.product, self.line.price + self.more
        yield Repriced(at=store.now - timedelta(days=1), product=product.key, name=product.name, price=price)

    def answer(self, store: Store) -> Money:
        return store.get(Product, self.line.product.id).price - self.line.price

    def items(self) -> Items:
        yield observed("Found the old price", showing=self.line.order.number, kind="search")
        yield observed("Saw the new price", at=f"/shop/product/{self.line.product.id}", kind="search")

    def solution(self, user: User) -> None:
        name = self.line.product.name
        search(user, f'subject:"Order confirmed" "{name}"')
        user.click(link("Order confirmed…"))
        paid = amounts(conversation(user).rsplit(name, 1)[-1])[0]
        find(user, self.line.product)
        user.say(amounts(user.page.text)[0] - paid)

"""Wishes said in a chat: the cheaper one, one in time for the day, one that many pay for."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Speed
from lifeworld.core.money import Money
from lifeworld.life.events import Planned
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    day,
    derived,
    field,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.cross.beforehand import friends, sent_me
from lifeworld.tasks.cross.orders import NEW_VARIANT
from lifeworld.tasks.cross.screens import open_titled, payments, said, where_and_when
from lifeworld.tasks.messenger import PEOPLE, open_chat, send
from lifeworld.tasks.messenger.news import earlier, says
from lifeworld.tasks.shop import card_of, check_out, home_of

PLAIN = f"{NEW_VARIANT} AND colour = '' AND size = ''"


def wish(store: Store, turn: int) -> Variant | None:
    """Return something of one kind only, and of some worth, that was never ordered, by any number."""
    found = store.all(Variant, f"{PLAIN} AND product_id IN (SELECT id FROM shop_product WHERE price > 1500)")
    return found[turn * 7919 % len(found)] if found else None


def another(store: Store, turn: int, wished: Variant) -> Variant | None:
    """Return something else to wish for, at another price."""
    found = wish(store, turn + 1)
    return found if found and found.product.price != wished.product.price else None


def look_up(user: User, name: str) -> Money:
    """Find a product by its name, open its page and return the price."""
    user.open("Megacart")
    user.fill(field("Search Megacart"), name)
    user.click(button("Search"))
    user.click(link(name).within("Results"))
    return amounts(user.page.text)[0]


class CheaperOfTwo(Task):
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

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    wished: Variant = derived(lambda store, turn: wish(store, turn))
    other: Variant = derived(another)
    third: Variant = derived(lambda store, turn: wish(store, turn + 2))

    def setup(self, store: Store) -> Setup:
        words = (
            (80, f"If you must know, I'd love the {self.third.product.name}"),
            (
                74,
                f"Or no, I've got that. The {self.wished.product.name} or the {self.other.product.name}, either is "
                f"fine",
            ),
            (72, "You decide, and tell me which. I'm hopeless at waiting"),
        )
        for minutes, text in words:
            yield earlier(store, says(store, self.chat, text), minutes)

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
        open_chat(user, self.chat)
        names = said(user, "Or no, I've got that").split("got that. The ")[1].split(", either")[0].split(" or the ")
        cheaper = min(names, key=lambda name: look_up(user, name).cents)
        look_up(user, cheaper)
        user.click(button("Add to cart"))
        open_chat(user, self.chat)
        send(user, cheaper)


def slowest(days_left: int) -> Speed:
    """Return the cheapest delivery that takes no longer than so many days."""
    return next(speed for speed, takes in shop.buying.SPEEDS.items() if takes <= days_left)


NAMED = {"standard": "Standard…", "express": "Express…", "nextday": "Next day…"}


class PresentInTime(Task):
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
    tags = ["effects and answer", "look-up", "long", "distractor"]
    apps = ["calendar", "messenger", "shop"]

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    wished: Variant = derived(lambda store, turn: wish(store, turn))
    first: Variant = derived(lambda store, turn, wished: another(store, turn, wished))
    on: date = day(1, 6)
    title: str = derived(lambda chat: f"{chat.person.first}'s party")
    note: str = phrase("Happy birthday, and many more", "From me, with a big hug", "Enjoy it, you have earned it")

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, time(20))
        yield Planned(
            at=store.now - timedelta(days=9), key="given-party", title=self.title, start=start,
            end=start + timedelta(hours=3), place="at their place", reminder=60,
        )  # fmt: skip
        words = (
            (190, f"You asked what I'd like: the {self.first.product.name}, if I may dream"),
            (50, f"Forget that, my sister has it for me. The {self.wished.product.name} from Megacart would be lovely"),
        )
        for minutes, text in words:
            yield earlier(store, says(store, self.chat, text), minutes)

    def effects(self, store: Store) -> Commands:
        speed = slowest((self.on - store.now.date()).days)
        yield shop.BuyNow(self.wished, home_of(store), card_of(store), speed=speed, gift_note=self.note)

    def answer(self, store: Store) -> Money:
        speed = slowest((self.on - store.now.date()).days)
        price = self.wished.product.price
        return price + shop.buying.fee(speed, price)

    def items(self) -> Items:
        yield observed("Read the wish", showing="would be lovely", kind="search")
        yield observed("Saw when it is", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        name = said(user, "from Megacart would be").split("for me. The ")[1].split(" from Megacart")[0]
        open_titled(user, self.title)
        _, on = where_and_when(user)
        look_up(user, name)
        user.click(link("Buy now"))
        check_out(user, speed=NAMED[slowest((on - user.today).days)], note=self.note)
        user.say(amounts(user.page.text)[0])


class PresentFromAll(Task):
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
    tags = ["effects and answer", "sum", "look-up", "distractor"]
    apps = ["bank", "messenger", "shop"]

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    wished: Variant = derived(lambda store, turn: wish(store, turn))
    first: Variant = derived(lambda store, turn, wished: another(store, turn, wished))
    others: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    whom: str = phrase("Professor Abel", "our old coach", "the caretaker", "my choir leader", "the lady upstairs")
    what: str = phrase("Joint present", "Collection for the present", "Present from all of us")

    @property
    def _sums(self) -> tuple[Money, ...]:
        """What the others pay: whole dollars, together less than the price."""
        price = self.wished.product.price.cents
        return tuple(Money(price * percent // 100 // 100 * 100) for percent in (30, 20, 15))

    def setup(self, store: Store) -> Setup:
        *givers, bystander = self.others
        yield sent_me(store.now - timedelta(days=2, hours=3), bystander, Money(2000), "Present for the teacher")
        for hours, (person, part) in enumerate(zip(givers, self._sums, strict=True), 2):
            yield sent_me(store.now - timedelta(hours=9 * hours), person, part, self.what)
        words = (
            (300, f"How about the {self.first.product.name} for {self.whom}?"),
            (
                280,
                f"Nobody else liked it. We've settled on the {self.wished.product.name}, will you get it at Megacart?",
            ),
        )
        for minutes, text in words:
            yield earlier(store, says(store, self.chat, text), minutes)

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wished)

    def answer(self) -> Money:
        return self.wished.product.price - Money(sum(part.cents for part in self._sums))

    def items(self) -> Items:
        yield observed("Read what it is", showing="settled on", kind="search")
        yield observed("Saw the money", showing=self.what, kind="search")
        yield observed("Saw the present", at=f"/shop/product/{self.wished.product_id}")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        name = said(user, "settled on the").split("settled on the ")[1].split(", will you")[0]
        price = look_up(user, name)
        user.click(button("Add to cart"))
        came = [one.amount.cents for one in payments(user, self.what) if one.amount > Money()]
        user.say(price - Money(sum(came)))

"""What the shop has is compared and chosen: the cheaper one, what keeps within limits, presents for other doors."""

from collections.abc import Iterator

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.catalogue import rating
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address, Wish, WishList
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Money,
    Outcomes,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    derived,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added
from lifeworld.tasks.cross.beforehand import InChat, chatted, friends, ticked
from lifeworld.tasks.cross.screens import quotes, write_to
from lifeworld.tasks.cross.wishes import priced
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import heard, into_cart
from lifeworld.tasks.hard.ordering import singles
from lifeworld.tasks.shop import buy_now, card_of
from lifeworld.tasks.shop import go as go_shopping
from lifeworld.tasks.shop.account import ROADS
from lifeworld.tasks.todo.ways import open_list, waiting

ON_LIST = "list_id IN (SELECT id FROM shop_list WHERE name = ?)"


def pairs(store: Store, turn: int) -> tuple[tuple[Variant, Variant], ...] | None:
    """Return three pairs of things, each of two prices."""
    six = singles(store, turn, 6)
    two = tuple(zip(six[::2], six[1::2], strict=True)) if six else ()
    return two if two and all(one.product.price != other.product.price for one, other in two) else None


class CheaperOfEachPair(Task):
    """Three tasks name two things each: of every pair the cheaper one goes into the cart, and the task is done."""

    goals = [
        "Three tasks in {list.name} begin with “Decide” and name two things from Megacart each. Of every pair put the "
        "one that costs less there into my cart, one of each, and tick the task off.",
        "Decide the three “Decide” tasks on {list.name} for me: see at Megacart which of the two things in each is "
        "cheaper, add that one (a single piece) to the cart, and complete the tasks.",
        "Compare the prices at Megacart for my “Decide” tasks in {list.name}, two articles to a task. The lower price "
        "wins and goes into the cart, one piece; all three tasks are done after that.",
    ]
    tags = ["hard", "compare", "look-up", "long"]
    apps = ["shop", "todo"]

    turn: int = number(0, 5000)
    pairs: tuple[tuple[Variant, Variant], ...] = derived(pairs)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def _title(self, place: int) -> str:
        one, two = self.pairs[place]
        return f"Decide: {one.product.name} / {two.product.name}"

    def setup(self, store: Store) -> Setup:
        for place in range(3):
            yield todo.AddTask(self._title(place), self.list)

    def effects(self, store: Store) -> Commands:
        for place, pair in enumerate(self.pairs):
            yield shop.AddToCart(min(pair, key=lambda one: one.product.price.cents))
            yield ticked(store, self._title(place))

    def items(self) -> Items:
        for one, two in self.pairs:
            yield observed(f"Saw the {one.product.name}", at=f"/shop/product/{one.product_id}")
            yield observed(f"Saw the {two.product.name}", at=f"/shop/product/{two.product_id}")

    def solution(self, user: User) -> None:
        titles = [line.names[1] for line in waiting(user, self.list) if line.names[1].startswith("Decide: ")]
        for title in titles:
            first, second = title.removeprefix("Decide: ").split(" / ")
            if priced(user, first) < priced(user, second):
                into_cart(user, first)
            else:
                user.click(button("Add to cart"))
        open_list(user, self.list)
        for title in titles:
            user.click(button(f"Complete {title}"))


class WishesWithin(InChat, Task):
    """Of a wish list's six things those go into the cart that are cheap and liked enough, by what a chat asks for."""

    goals = [
        "{chat.name} wrote me on Chatter what our presents may cost and how they must be rated at Megacart. "
        "Everything on my wish list “{name}” that meets both goes into the cart and off the list, the rest stays. "
        "Then send {chat.name} the price of it all together, only the figure.",
        "Go through my Megacart list “{name}”: what keeps within the price and the stars that {chat.name} named on "
        "Chatter at last should be in the cart instead of on the list. Write {chat.name} in our chat what these cost "
        "in all, nothing but the amount.",
        "Which things of “{name}”, my wish list at Megacart, are cheap enough and well enough rated for {chat.name}? "
        "The limits are in our chat. Put one of each into the cart, take them off the list, leave the others on it, "
        "and let {chat.name} know the sum, just the number.",
    ]
    tags = ["hard", "compare", "sum", "look-up", "distractor", "long"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    things: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 6))
    least: float = derived(lambda store, things: sorted(_stars(store, one) for one in things)[1])
    limit: Money = derived(lambda things: Money(-(-sorted(one.product.price.cents for one in things)[4] // 100) * 100))
    good: tuple[Variant, ...] = derived(lambda store, things, least, limit: _good(store, things, least, limit))
    name: str = phrase("For the twins", "Presents for the team", "Winter presents", "For the raffle")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 150, f"Presents: nothing over {self.limit + Money(2500)}, let's say"
        yield 60, f"No, that's too much. Nothing over {self.limit}, and rated {self.least} stars or better"

    def setup(self, store: Store) -> Setup:
        yield shop.MakeList(self.name)
        made = store.one(WishList, "name = ?", self.name)
        for thing in self.things:
            yield shop.AddToList(thing, made)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for thing in self.good:
            yield shop.AddToCart(thing)
            yield shop.RemoveFromList(store.one(Wish, f"variant_id = ? AND {ON_LIST}", thing.id, self.name))
        yield messenger.Send(self.chat, str(added(one.product.price for one in self.good)))

    def items(self) -> Items:
        yield observed("Read the limits", showing="stars or better", kind="search")
        for thing in self.things:
            yield observed(f"Saw the {thing.product.name}", at=f"/shop/product/{thing.product_id}")

    def solution(self, user: User) -> None:
        limits = self.said(user, "stars or better")
        limit, least = amounts(limits)[0], float(limits.split("rated ")[1].split(" stars")[0])
        go_shopping(user, "Account", "Your lists…", self.name)
        every = (name for line in user.page.lines() for name in line.names)
        names = [name.removeprefix("Remove ") for name in every if name.startswith("Remove ")]
        good: dict[str, Money] = {}
        for name in names:
            user.click(link(name))
            stars, price = user.page.after("stars ").split()[0], amounts(user.page.text)[0]
            good |= {name: price} if price <= limit and float(stars) >= least else {}
            user.back()
        for name in good:
            user.click(button(f"Add {name} to cart"))
            go_shopping(user, "Account", "Your lists…", self.name)
            user.click(button(f"Remove {name}"))
        write_to(user, self.chat.name, str(added(good.values())))


def _stars(store: Store, thing: Variant) -> float:
    return rating(store, thing.product)[2]


def _good(store: Store, things: tuple[Variant, ...], least: float, limit: Money) -> tuple[Variant, ...] | None:
    """Return the things that meet both conditions, where these are some, but not all that meet one of them."""
    cheap = [one for one in things if one.product.price <= limit]
    liked = [one for one in things if _stars(store, one) >= least]
    both = tuple(one for one in cheap if one in liked)
    return both if 2 < len(both) < min(len(cheap), len(liked)) else None


class PresentsToTheirDoors(Task):
    """Two of three friends get what they wish, each at their new address; the third wants nothing and is written to."""

    goals = [
        "Order presents at Megacart for {names}, as they've told me on Chatter: what they'd like, one of it, and where "
        "they live now. Save each one's address in their name, without a phone and not as the default, and send the "
        "present right there, my usual card, standard delivery, gift note “{note}”. Whoever wants none gets “{words}” "
        "in Chatter.",
        "{names} have written me their wishes and new addresses in Chatter, by their last word; one wants nothing and "
        "should read “{words}” instead. For the others put the address into my Megacart account (full name, no phone, "
        "mine stays the default) and order the thing to it, once, by standard delivery with the usual card and the "
        "gift note “{note}”.",
        "See in my chats what {names} would love from Megacart and where it should go. Add these addresses under their "
        "full names, neither with a phone number nor as default, and order each a single piece to their own address: "
        "default card, standard delivery, “{note}” as the gift note. Write “{words}” to the one who'd rather have no "
        "present.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    new: bool = derived(lambda store, three: not any(at_the_shop(store, person) for person in three) or None)
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    wishes: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 3))
    house: int = number(2, 180)
    note: str = phrase("With all my love", "For you, just because", "You've deserved it", "Don't open it before noon!")
    words: str = phrase("As you like, then I'll cook for you", "Then let me take you out", "You're too modest!")

    def _street(self, place: int) -> str:
        return f"{self.house + 17 * place} {ROADS[(self.turn + 3 * place) % len(ROADS)]}"

    def setup(self, store: Store) -> Setup:
        one, two, three = self.roles
        first, second, before = (f"From Megacart I'd love the “{wish.product.name}”" for wish in self.wishes)
        where = [
            f"I've moved, by the way: {self._street(place)}, Port Callow 4821{place} it is now" for place in range(3)
        ]
        yield from chatted(store, one, (140, f"{before}. {where[2]}"), (30, f"I've thought again. {first}. {where[0]}"))
        yield from chatted(store, two, (95, f"{second}. {where[1]}"))
        yield from chatted(store, three, (60, "Please, nothing from Megacart for me. I've got all that I need"))

    def outcomes(self) -> Outcomes:
        return [self._ordered(0, 1), self._ordered(1, 0)]  # orders are numbered as they come

    def _ordered(self, *places: int) -> Effects:
        store = self.three[0].store
        for place in places:
            name, city, code = self.roles[place].name, "Port Callow", f"4821{place}"
            address = yield shop.AddAddress(name, self._street(place), city, code)
            yield shop.BuyNow(self.wishes[place], address, card_of(store), gift_note=self.note)
        yield message(store, self.roles[2].id, self.words)

    def items(self) -> Items:
        yield observed("Read who has thought again", showing="I've thought again. From Megacart", kind="search")
        yield observed("Read who wants nothing", showing="Please, nothing from Megacart", kind="search")

    def solution(self, user: User) -> None:
        told = {person.name: heard(user, person.name, "rom Megacart") for person in self.three}
        for name, said in told.items():
            if "“" not in said:
                write_to(user, name, self.words)
                continue
            street, rest = said.split("by the way: ")[1].split(" it is now")[0].split(", ")
            city, code = rest.rsplit(" ", 1)
            user.do(shop.AddAddress(recipient=name, street=street, city=city, code=code))
            wish = next(one for one in self.wishes if one.product.name == quotes(said)[0])
            buy_now(user, wish, Address(recipient=name, street=street, city=city, code=code), note=self.note)


def at_the_shop(store: Store, person: Person) -> bool:
    return store.count(Address, "recipient = ?", person.name) > 0

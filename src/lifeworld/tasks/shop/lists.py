"""Wish lists: what is put on them and taken off, and what is asked about them."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem, Wish, WishList
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Line,
    Money,
    Store,
    Task,
    Texts,
    User,
    amounts,
    button,
    derived,
    field,
    link,
    money,
    number,
    observed,
    option,
    phrase,
    pick,
    show_all,
    way,
)
from lifeworld.tasks.shop import backwards, choose, open_list, put_into_cart, to_account
from lifeworld.tasks.shop.cart import subtotal, subtotal_shown

MOST = 9  # names that somebody would still list
NAMES = (
    "Second thoughts", "To compare", "When there's room", "Shortlist", "After payday", "Little treats", "Next month",
    "Ask the others", "Not yet", "Some other time",
)  # fmt: skip


class OnAList:
    """One thing on one of the lists."""

    wishlist: WishList = pick(WishList)
    wish: Wish = pick(
        Wish,
        lambda wish, wishlist: wish.list_id == wishlist.id,
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )


class OfAList:
    """One of the lists has to be looked at."""

    wishlist: WishList = pick(WishList)

    def items(self) -> Items:
        yield observed("Looked at the list", at=f"/shop/list/{self.wishlist.id}", kind="search")


class MakeListWith(Task):
    """A new wish list with one thing on it."""

    goals = [
        "Make a new list called “{name}” on Megacart and put {variant.full_name} on it.",
        "I want a Megacart wish list named “{name}”, with {variant.full_name} as its first item.",
        "Start a list “{name}” in the shopping app and add {variant.full_name}.",
    ]

    name: str = phrase(*NAMES)
    variant: Variant = pick(Variant, where="stock > 3 AND id NOT IN (SELECT variant_id FROM shop_wish)")

    def effects(self) -> Effects:
        made = yield shop.MakeList(self.name)
        yield shop.AddToList(self.variant, made)

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Add to list"))
        user.click(link("Create a new list"))
        self.the_list_first(user)

    @way
    def the_list_first(self, user: User) -> None:
        user.do(shop.MakeList(self.name))
        choose(user, self.variant)
        user.click(link("Add to list"))
        user.click(option(self.name))
        user.click(button("Add"))


class CheapestWishIntoCart(OfAList, Task):
    """The cheapest thing on a list, or the dearest, is bought after all."""

    goals = [
        "Put the {which} item of my “{wishlist.name}” list into the Megacart cart, {quantity} of it.",
        "Which thing on my “{wishlist.name}” list is the {which}? Add {quantity} of it to my Megacart cart, please.",
        "From the Megacart list “{wishlist.name}”, take the {which} item and add it to the cart, quantity {quantity}.",
    ]
    tags = ["compare"]

    which: str = phrase("cheapest", "most expensive")
    quantity: int = number(1, 3)
    wish: Wish = derived(lambda store, wishlist, which: foremost(store, wishlist, which == "cheapest"))

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wish.variant, self.quantity)

    def solution(self, user: User) -> None:
        for _ in range(self.quantity):
            open_list(user, self.wishlist)
            user.click(button(next(name for name in self._line(user).names if name.endswith(" to cart"))))

    @way
    def on_its_own_page(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(link(self._line(user).names[0]))
        user.choose(field("Quantity"), str(self.quantity))
        user.click(button("Add to cart"))

    def _line(self, user: User) -> Line:
        """Return the line of the list with the lowest or the highest price, as the screen tells it."""
        of_all = min if self.which == "cheapest" else max
        return of_all(user.page.lines(), key=lambda line: amounts(line.text)[0].cents)


def foremost(store: Store, wishlist: WishList, lowest: bool) -> Wish | None:
    """Return what costs least or most on a list, if one thing does and there is enough of it."""
    wishes = sorted(store.all(Wish, "list_id = ?", wishlist.id), key=price_of, reverse=not lowest)
    if len(wishes) < 3 or price_of(wishes[0]) == price_of(wishes[1]):
        return None
    return wishes[0] if wishes[0].variant.stock > 2 else None


def price_of(wish: Wish) -> int:
    return wish.variant.product.price.cents


class TidyList(OnAList, Task):
    """A list gets another name and loses an item."""

    goals = [
        "Rename my Megacart list “{wishlist.name}” to “{name}” and take {wish.variant.full_name} off it.",
        "Remove {wish.variant.full_name} from the list “{wishlist.name}” on Megacart; then call that list “{name}”.",
        "My list “{wishlist.name}” in the shopping app should be named “{name}”, and {wish.variant.full_name} "
        "shouldn't be on it any more.",
    ]

    name: str = phrase(*NAMES)

    def effects(self) -> Commands:
        yield shop.RenameList(self.wishlist, self.name)
        yield shop.RemoveFromList(self.wish)

    @way
    def the_item_first(self, user: User) -> None:
        backwards(user, self.effects())


class DeleteListAfterConsent(Task):
    """A whole list is deleted, once the person has agreed."""

    goals = [
        "My “{wishlist.name}” list on Megacart has to go, with everything on it. Hold on until I've nodded, though.",
        "I don't think that I need the Megacart list “{wishlist.name}” any more. Delete it if I still think so when "
        "you get to it.",
        "Get rid of the wish list “{wishlist.name}” in the shopping app, as soon as you have had a yes from me.",
    ]
    confirmation = {
        "effects": "Yes, the list can go.",
        "nothing": "No, leave it as it is after all.",
        "renamed": "Oh, wait: I'd rather keep it, under the name “{name}”. Just rename it.",
    }
    question_topics = ["{wishlist.name}"]

    wishlist: WishList = pick(WishList)
    name: str = phrase(*NAMES)

    def effects(self) -> Commands:
        yield shop.DeleteList(self.wishlist)

    def renamed(self) -> Commands:
        yield shop.RenameList(self.wishlist, self.name)


class WishesByPrice(OfAList, Task):
    """What on a list is cheaper, or dearer, than so much? Perhaps nothing."""

    goals = [
        "Which things on my Megacart list “{wishlist.name}” cost {than} {limit}? Say “none” if there aren't any.",
        "Look through “{wishlist.name}” on Megacart and name everything that costs {than} {limit}, or “none”.",
        "On the list “{wishlist.name}” in the shopping app: what is there that costs {than} {limit}? It may well be "
        "“none”.",
    ]
    tags = ["list", "filter"]

    than: str = phrase("less than", "more than")
    limit: Money = money(10, 110, cents=False)

    def answer(self, store: Store) -> Texts | None:
        wishes = [wish.variant.product for wish in store.all(Wish, "list_id = ?", self.wishlist.id)]
        names = sorted(product.name for product in wishes if self._counts(product.price))
        return names if len(names) <= MOST and len(set(names)) == len(names) else None

    def solution(self, user: User) -> None:
        open_list(user, self.wishlist)
        found = [line for line in show_all(user) if line.names and line.names[0].startswith("Picture of ")]
        user.say(sorted(line.names[1] for line in found if self._counts(amounts(line.text)[0])))

    def _counts(self, price: Money) -> bool:
        return price < self.limit if self.than == "less than" else price > self.limit


class WishIntoCartAndTellTheSum(OnAList, Task):
    """Something moves from a list to the cart, and what the cart then costs is told."""

    goals = [
        "Put one {wish.variant.full_name} from my “{wishlist.name}” list into the Megacart cart and take it off the "
        "list. What does the cart come to now, delivery aside?",
        "I'm getting {wish.variant.full_name} at last: one of it into the Megacart cart, and off the list "
        "“{wishlist.name}”. Then tell me the subtotal.",
        "Move {wish.variant.full_name} from the Megacart list “{wishlist.name}” to the cart, one piece. Which subtotal "
        "does the cart show after that?",
    ]

    wish: Wish = pick(
        Wish,
        lambda wish, wishlist, store: wish.list_id == wishlist.id and free(store, wish),
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wish.variant)
        yield shop.RemoveFromList(self.wish)

    def answer(self, store: Store) -> Money:
        return subtotal(store)

    def solution(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(button(f"Add {self.wish.variant.full_name} to cart"))
        user.do(shop.RemoveFromList(self.wish))
        user.say(subtotal_shown(user))

    @way
    def off_the_list_first(self, user: User) -> None:
        user.do(shop.RemoveFromList(self.wish))
        put_into_cart(user, self.wish.variant)
        user.say(subtotal_shown(user))


def free(store: Store, wish: Wish) -> bool:
    """Return whether there is enough of what somebody wishes for, and none of it in the cart."""
    return wish.variant.stock > 3 and store.count(CartItem, "variant_id = ?", wish.variant_id) == 0


class StrikeWishAndTellHowMany(OnAList, Task):
    """Something goes off a list, and how many things are left on it is told."""

    goals = [
        "Take {wish.variant.full_name} off my Megacart list “{wishlist.name}”. How many things are left on it?",
        "I've been given {wish.variant.full_name}, so it can go from the list “{wishlist.name}” on Megacart. Count "
        "what remains there, please.",
        "Remove {wish.variant.full_name} from “{wishlist.name}” in the shopping app and tell me the number of items "
        "that the list has then.",
    ]
    tags = ["short"]

    def effects(self) -> Commands:
        yield shop.RemoveFromList(self.wish)

    def answer(self, store: Store) -> int:
        return store.count(Wish, "list_id = ?", self.wishlist.id)

    def solution(self, user: User) -> None:
        user.follow(self)
        open_list(user, self.wishlist)
        user.say(sum(bool(line.names) for line in user.page.lines()))

    @way
    def by_what_stands_beside_the_name_of_the_list(self, user: User) -> None:
        user.follow(self)
        to_account(user, "Your lists…")
        own = next(line for line in user.page.lines() if self.wishlist.name in line.names)
        user.say(int(own.text.split(" item")[0].split()[-1]))

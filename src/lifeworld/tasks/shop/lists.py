"""Wish lists."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Line,
    Task,
    User,
    amounts,
    button,
    derived,
    field,
    link,
    number,
    observed,
    option,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.shop.ways import choose, open_list, to_account

NAMES = (
    "Second thoughts", "To compare", "When there's room", "Shortlist", "After payday", "Little treats", "Next month",
    "Ask the others", "Not yet", "Some other time",
)  # fmt: skip


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
        user.click(link("Make a new list"))
        self._make(user)

    @way
    def the_list_first(self, user: User) -> None:
        to_account(user, "Your lists…")
        user.click(link("New list"))
        self._make(user)

    def _make(self, user: User) -> None:
        user.fill(field("List name"), self.name)
        user.click(button("Create list"))
        choose(user, self.variant)
        user.click(link("Add to list"))
        user.click(option(self.name))
        user.click(button("Add"))


class CheapestWishIntoCart(Task):
    """The cheapest thing on a list, or the dearest, is bought after all."""

    goals = [
        "Put the {which} item of my “{wishlist.name}” list into the Megacart cart, {quantity} of it.",
        "Which thing on my “{wishlist.name}” list is the {which}? Add {quantity} of it to my Megacart cart, please.",
        "From the Megacart list “{wishlist.name}”, take the {which} item and add it to the cart, quantity {quantity}.",
    ]
    tags = ["compare"]

    wishlist: WishList = pick(WishList)
    which: str = phrase("cheapest", "most expensive")
    quantity: int = number(1, 3)
    wish: Wish = derived(lambda store, wishlist, which: foremost(store, wishlist, which == "cheapest"))

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wish.variant, self.quantity)

    def items(self) -> Items:
        yield observed("Looked at the list", at=f"/shop/list/{self.wishlist.id}", kind="search")

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
    wishes = sorted(
        store.all(Wish, "list_id = ?", wishlist.id),
        key=lambda wish: wish.variant.product.price.cents,
        reverse=not lowest,
    )
    if len(wishes) < 3 or wishes[0].variant.product.price == wishes[1].variant.product.price:
        return None
    return wishes[0] if wishes[0].variant.stock > 2 else None


class TidyList(Task):
    """A list gets another name and loses an item."""

    goals = [
        "Rename my Megacart list “{wishlist.name}” to “{name}” and take {wish.variant.full_name} off it.",
        "Remove {wish.variant.full_name} from the list “{wishlist.name}” on Megacart; then call that list “{name}”.",
        "My list “{wishlist.name}” in the shopping app should be named “{name}”, and {wish.variant.full_name} "
        "shouldn't be on it any more.",
    ]

    wishlist: WishList = pick(WishList)
    wish: Wish = pick(
        Wish,
        lambda wish, wishlist: wish.list_id == wishlist.id,
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )
    name: str = phrase(*NAMES)

    def effects(self) -> Commands:
        yield shop.RenameList(self.wishlist, self.name)
        yield shop.RemoveFromList(self.wish)

    @way
    def the_name_first(self, user: User) -> None:
        open_list(user, self.wishlist)
        self._rename(user)
        user.click(button(f"Remove {self.wish.variant.full_name}"))

    def _rename(self, user: User) -> None:
        user.click(link("Rename or delete list"))
        user.fill(field("List name"), self.name)
        user.click(button("Save"))


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

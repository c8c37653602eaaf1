"""Wish lists."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.scenarios import Scenario, button, derived, field, link, observed, option, phrase, pick
from lifeworld.scenarios.shop.ways import choose, click_and_confirm, open_list
from lifeworld.store import Store


class MakeListWith(Scenario):
    """A new wish list with one thing on it."""

    goals = [
        "Make a new list called “{name}” on Megacart and put {variant.full_name} on it.",
        "I want a Megacart wish list named “{name}”, with {variant.full_name} as its first item.",
        "Start a list “{name}” in the shopping app and add {variant.full_name}.",
    ]

    name: str = phrase("Housewarming", "Camping in June", "Desk makeover", "For rainy days")
    variant: Variant = pick(Variant, where="stock > 3 AND id NOT IN (SELECT variant_id FROM shop_wish)")

    def effects(self):
        made = yield shop.MakeList(self.name)
        yield shop.AddToList(self.variant, made)

    def solution(self, user):
        choose(user, self.variant)
        user.click(link("Add to list"))
        user.click(link("Make a new list"))
        user.fill(field("List name"), self.name)
        user.click(button("Create list"))
        choose(user, self.variant)
        user.click(link("Add to list"))
        user.click(option(self.name))
        user.click(button("Add"))


class CheapestWishIntoCart(Scenario):
    """The cheapest thing on a list is bought after all."""

    goals = [
        "Put the cheapest item of my “{wishlist.name}” list into the Megacart cart.",
        "Which thing on my {wishlist.name} list costs least? Add one of it to my cart, please.",
        "From the Megacart list “{wishlist.name}”, add the item with the lowest price to the cart.",
    ]
    tags = ["compare"]

    wishlist: WishList = pick(WishList)
    wish: object = derived(lambda store, wishlist: cheapest(store, wishlist))

    def effects(self):
        yield shop.AddToCart(self.wish.variant)

    def items(self):
        yield observed("Looked at the list", at=f"/shop/list/{self.wishlist.id}", kind="search")

    def solution(self, user):
        open_list(user, self.wishlist)
        user.click(button(f"Add {self.wish.variant.full_name} to cart"))


def cheapest(store: Store, wishlist: WishList) -> Wish | None:
    """Return what costs least on a list, if one thing does and it is in stock."""
    wishes = sorted(
        store.all(Wish, "list_id = ?", wishlist.id), key=lambda wish: (wish.variant.product.price.cents, wish.id)
    )
    if len(wishes) < 3 or wishes[0].variant.product.price == wishes[1].variant.product.price:
        return None
    return wishes[0] if wishes[0].variant.stock > 2 else None


class TidyList(Scenario):
    """A list gets another name and loses an item."""

    goals = [
        "Rename my Megacart list “{wishlist.name}” to “{name}” and take {wish.variant.full_name} off it.",
        "Remove {wish.variant.full_name} from the {wishlist.name} list on Megacart; then call that list “{name}”.",
        "My {wishlist.name} list in the shopping app should be named “{name}”, and {wish.variant.full_name} should go.",
    ]

    wishlist: WishList = pick(WishList)
    wish: Wish = pick(
        Wish,
        lambda wish, wishlist: wish.list_id == wishlist.id,
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )
    name: str = phrase("Maybe later", "Autumn", "When I am rich")

    def effects(self):
        yield shop.RenameList(self.wishlist, self.name)
        yield shop.RemoveFromList(self.wish)

    def solution(self, user):
        open_list(user, self.wishlist)
        user.click(button(f"Remove {self.wish.variant.full_name}"))
        user.click(link("Rename or delete list"))
        user.fill(field("List name"), self.name)
        user.click(button("Save"))


class DeleteListAfterConsent(Scenario):
    """A whole list is deleted, once the person has agreed."""

    goals = [
        "Delete my “{wishlist.name}” list on Megacart with everything on it. Ask me once more before you do.",
        "I don't need the Megacart list {wishlist.name} any more. Get my OK, then delete it.",
        "Get rid of the wish list “{wishlist.name}” in the shopping app, but only after I've confirmed.",
    ]
    consent = {"effects": "Yes, the list can go.", "nothing": "No, leave it as it is after all."}
    about = ["delete|remove", "{wishlist.name}"]

    wishlist: WishList = pick(WishList)

    def effects(self):
        yield shop.DeleteList(self.wishlist)

    def solution(self, user):
        open_list(user, self.wishlist)
        user.click(link("Rename or delete list"))
        if user.ask(f"Shall I delete the list {self.wishlist.name} and all that is on it?").startswith("No"):
            return
        click_and_confirm(user, "Delete list")

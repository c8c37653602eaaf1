"""Questions about the cart and the lists, before anything is bought."""

from lifeworld.apps.shop.orders import CartItem, Wish, WishList
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import Task, Texts, User, amounts, box, money, observed, phrase, pick, way
from lifeworld.tasks.shop.ways import go, open_list, unfolded

MOST = 9  # names that somebody would still list


def subtotal(store: Store) -> Money:
    """Return what the ticked things in the cart cost."""
    ticked = store.all(CartItem, "later = 0 AND selected = 1")
    return Money(sum(item.quantity * item.variant.product.price.cents for item in ticked))


def subtotal_shown(user: User) -> Money:
    """Open the cart and return the sum that it shows."""
    go(user, "Cart")
    return amounts(user.page.text.partition("Subtotal")[2])[0]


class CartWithoutTwo(Task):
    """What would the cart cost without two of its things?"""

    goals = [
        "What would my Megacart cart come to without {one.name} and {other.name}? Just work it out, before delivery, "
        "and leave everything in there.",
        "If I didn't buy {one.name} and {other.name} after all, what would be the subtotal of my cart at Megacart? "
        "They should stay in it for now.",
        "I'm thinking of dropping {one.name} and {other.name} from the Megacart cart. How much would the rest cost, "
        "delivery aside? Don't take anything out yet.",
    ]
    tags = ["sum"]

    one: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0 AND selected = 1")
    other: CartItem = pick(
        CartItem,
        lambda other, one: other != one,
        among=lambda row: not row.later,
        where="later = 0 AND selected = 1",
    )

    def answer(self, store: Store) -> Money:
        dropped = [item.quantity * item.variant.product.price.cents for item in (self.one, self.other)]
        return Money(subtotal(store).cents - sum(dropped))

    def solution(self, user):
        whole = subtotal_shown(user)
        user.say(whole - self._cost(user, self.one.name) - self._cost(user, self.other.name))

    @way
    def by_unticking_them(self, user):
        go(user, "Cart")
        for item in (self.one, self.other):
            user.click(box(f"Buy {item.name}"))
        user.say(subtotal_shown(user))

    def _cost(self, user: User, name: str) -> Money:
        line = next(line for line in user.page.lines("In the cart") if f"Picture of {name}" in line.names)
        quantity = next(user.page.tree.all("status", f"Quantity of {name}"))
        return Money(amounts(line.text)[0].cents * int(quantity.children[0].text))


class WishesByPrice(Task):
    """What on a list is cheaper, or dearer, than so much? Perhaps nothing."""

    goals = [
        "Which things on my Megacart list “{wishlist.name}” cost {than} {limit}? Say “none” if there aren't any.",
        "Look through “{wishlist.name}” on Megacart and name everything that costs {than} {limit}, or “none”.",
        "On the list “{wishlist.name}” in the shopping app: what is there that costs {than} {limit}? It may well be "
        "“none”.",
    ]
    tags = ["list", "filter"]

    wishlist: WishList = pick(WishList)
    than: str = phrase("less than", "more than")
    limit: Money = money(10, 110, cents=False)

    def answer(self, store: Store) -> Texts | None:
        wishes = [wish.variant.product for wish in store.all(Wish, "list_id = ?", self.wishlist.id)]
        names = sorted(product.name for product in wishes if self._counts(product.price))
        return names if len(names) <= MOST and len(set(names)) == len(names) else None

    def items(self):
        yield observed("Looked at the list", at=f"/shop/list/{self.wishlist.id}", kind="search")

    def solution(self, user):
        open_list(user, self.wishlist)
        found = [line for line in unfolded(user) if line.names and line.names[0].startswith("Picture of ")]
        user.say(sorted(line.names[1] for line in found if self._counts(amounts(line.text)[0])))

    def _counts(self, price: Money) -> bool:
        return price < self.limit if self.than == "less than" else price > self.limit

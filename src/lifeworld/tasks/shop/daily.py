"""What people ask of a shop every day: a price, a rating, where a parcel is, one thing in or out of the cart."""

from datetime import date

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Department, Product, Review, Variant
from lifeworld.apps.shop.orders import CartItem, Order, WishList
from lifeworld.taskkit import Code, Commands, Money, Store, Task, User, amounts, days, derived, link, pick
from lifeworld.tasks.shop import find, go, open_order
from lifeworld.tasks.shop.cart import in_cart
from lifeworld.tasks.shop.lists import OnAList

ON_ITS_WAY = "delivered_at IS NULL AND cancelled_at IS NULL"


class RatingOf(Task):
    """How is a product rated?"""

    goals = [
        "What's the rating of {product.name} at Megacart, in stars to one decimal?",
        "How many stars out of 5 does {product.name} have on average at Megacart? Give it as the page does, like 3.7.",
        "Look up {product.name} in the shopping app: which average rating is shown? One decimal.",
    ]
    tags = ["daily"]
    product: Product = pick(Product)

    def answer(self, store: Store) -> float:
        return round(catalogue.rating(store, self.product)[-1], 1)

    def solution(self, user: User) -> None:
        find(user, self.product)
        user.say(float(user.page.after("stars ").split()[0]))


class LatestReview(Task):
    """What is the newest review of a product called?"""

    goals = [
        "What's the headline of the latest review of {product.name} on Megacart?",
        "Which headline does the newest customer review of {product.name} have at Megacart?",
        "Look at what was last written about {product.name} in the shopping app. How is that review headed?",
    ]
    tags = ["daily", "latest"]
    product: Product = pick(Product, lambda product, store: len(newest(store, product)) > 1)

    def answer(self, store: Store) -> str:
        return newest(store, self.product)[0].title

    def solution(self, user: User) -> None:
        open_newest(user, self.product)
        first = next(line for line in user.page.lines() if "Reviewed on" in line.text)
        user.say(first.names[-1].partition("“")[2].partition("” by ")[0])


def open_newest(user: User, product: Product) -> None:
    """Open what customers write of a product, the latest first."""
    find(user, product)
    user.click(link("See all reviews"))
    user.click(link("Newest"))


def newest(store: Store, product: Product) -> list[Review]:
    """Return what others have written about a product, the latest first; nothing where two are of one day."""
    found = store.all(Review, "product_id = ?", product.id, order="written_at DESC, id DESC")
    told = len({one.written_at.date() for one in found[:2] if one.written_at}) == 2 and all(one.author for one in found)
    return found if told else []


class EmptyTheCart(Task):
    """Everything in the cart goes."""

    goals = [
        "Empty my Megacart cart.",
        "Take everything out of the cart at Megacart. What is saved for later stays there.",
        "Nothing may be left in the cart of the shopping app. Throw it out, don't save it for later.",
    ]
    tags = ["daily"]
    items_there: tuple[CartItem, ...] = derived(lambda store: tuple(store.all(CartItem, "later = 0")))

    def effects(self) -> Commands:
        for item in self.items_there:
            yield shop.RemoveFromCart(item)


class PriceOf(Task):
    """What does a product cost?"""

    goals = [
        "How much is {product.name} at Megacart?",
        "What does {product.name} cost right now in the shopping app?",
        "Look up the price of {product.name} at Megacart for me.",
    ]
    tags = ["daily"]
    product: Product = pick(Product)

    def answer(self, store: Store) -> Money:
        return store.get(Product, self.product.id).price

    def solution(self, user: User) -> None:
        find(user, self.product)
        user.say(amounts(user.page.text)[0])


class OutOfTheCart(Task):
    """One thing goes out of the cart."""

    goals = [
        "Remove {item.name} from my Megacart cart.",
        "I don't want {item.name} any more. Take it out of the shopping cart.",
        "Throw {item.name} out of the cart at Megacart, and don't save it for later.",
    ]
    tags = ["daily"]
    item: CartItem = in_cart()

    def effects(self) -> Commands:
        yield shop.RemoveFromCart(self.item)


class NotThisMonth(Task):
    """One thing of the cart is saved for later."""

    goals = [
        "Save {item.name} in my Megacart cart for later.",
        "Move {item.name} from the cart to “saved for later”.",
        "I'll buy {item.name} another time. Put it aside in the shopping app, out of the cart.",
    ]
    tags = ["daily"]
    item: CartItem = in_cart()

    def effects(self) -> Commands:
        yield shop.SaveForLater(self.item)


class WishForThis(Task):
    """A thing goes onto a list."""

    goals = [
        "Put {variant.full_name} on my Megacart list “{wishlist.name}”.",
        "Add {variant.full_name} to “{wishlist.name}”, one of my lists at Megacart.",
        "{variant.full_name} from the shopping app belongs on my list “{wishlist.name}”.",
    ]
    tags = ["daily"]
    wishlist: WishList = pick(WishList)
    variant: Variant = pick(
        Variant, where="id NOT IN (SELECT variant_id FROM shop_wish) AND stock > 0 AND colour = '' AND size = ''"
    )

    def effects(self) -> Commands:
        yield shop.AddToList(self.variant, self.wishlist)


class WishNoMore(OnAList, Task):
    """A thing goes off a list."""

    goals = [
        "Take {wish.variant.full_name} off my Megacart list “{wishlist.name}”.",
        "Remove {wish.variant.full_name} from “{wishlist.name}” at Megacart.",
        "{wish.variant.full_name} needn't be on my shopping list “{wishlist.name}” any more. Strike it.",
    ]
    tags = ["daily"]

    def effects(self) -> Commands:
        yield shop.RemoveFromList(self.wish)


class WhenItComes(Task):
    """When is an order expected?"""

    goals = [
        "When will my Megacart order {order.number} arrive?",
        "On which day is order {order.number} from Megacart expected?",
        "By what date does Megacart mean to deliver {order.number}?",
    ]
    tags = ["daily"]
    order: Order = pick(Order, where=ON_ITS_WAY)

    def answer(self, store: Store) -> date:
        return store.get(Order, self.order.id).arrives

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.say(days(user.page.after("Expected"), user.today)[0])


class TrackIt(Task):
    """What is the tracking number of an order?"""

    goals = [
        "What's the tracking number of my Megacart order {order.number}?",
        "Under which number can I track the parcel with order {order.number} from Megacart?",
        "Megacart shipped {order.number}. Look up the tracking number in the shopping app.",
    ]
    tags = ["daily"]
    order: Order = pick(Order, where="tracking <> ''")

    def answer(self, store: Store) -> Code:
        return store.get(Order, self.order.id).tracking

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.click(link("Track package"))
        user.say(user.page.fact("Tracking number"))


class ShowDepartment(Task):
    """A department is on the screen."""

    goals = [
        "Go to the {department.name} department at Megacart.",
        "Open Megacart's {department.name} department and leave it on the screen.",
        "Show me all that the shopping app has in {department.name}.",
    ]
    tags = ["daily"]
    department: Department = pick(Department)

    def reached(self) -> str:
        return f"/shop/search?department={self.department.id}"

    def solution(self, user: User) -> None:
        go(user)
        user.click(link(self.department.name).within("Departments"))


class ShowOrder(Task):
    """An order is on the screen."""

    goals = [
        "Open my Megacart order {order.number}.",
        "Show me the details of order {order.number} in the shopping app.",
        "Bring up order {order.number} at Megacart and leave it on the screen.",
    ]
    tags = ["daily"]
    order: Order = pick(Order)

    def reached(self) -> str:
        return f"/shop/order/{self.order.id}"

    def solution(self, user: User) -> None:
        open_order(user, self.order)

"""What is about to change at Megacart: prices, and parcels on their way."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine
from lifeworld.core.money import Money
from lifeworld.life.events import Delivered, Repriced, Shipped
from lifeworld.life.reactions import CARRIER
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Effects,
    Events,
    Setup,
    Task,
    User,
    button,
    derived,
    link,
    option,
    phrase,
    pick,
    way,
    when,
)
from lifeworld.tasks.shop.orders import REASONS
from lifeworld.tasks.shop.ways import (
    FREE_VARIANT,
    LATEST,
    bought,
    card_of,
    check_out,
    choose,
    go,
    home_of,
    search_orders,
)


def share(variant: Variant, percent: int) -> Money:
    return Money(variant.product.price.cents * percent // 100)


class BuyWhenItFalls(Task):
    """A product is ordered when its price has fallen."""

    goals = [
        "{variant.full_name} should get cheaper at Megacart within the next quarter of an hour. Wait for it, and order "
        "one as soon as it costs {limit} or less: usual address, usual card, standard delivery.",
        "Keep an eye on {variant.full_name} at Megacart. When its price is down to {limit} or below, buy one with my "
        "defaults and standard delivery. It won't be long.",
        "Buy me one {variant.full_name} from Megacart, but not for more than {limit}. A sale starts in a few minutes. "
        "Default address and card, standard delivery.",
    ]
    trigger = when(minutes=10)
    tags = ["moving", "wait", "long"]

    variant: Variant = pick(Variant, lambda variant: variant.product.price.cents > 1500, where=FREE_VARIANT)
    limit: Money = derived(lambda variant: share(variant, 80))

    def scheduled_events(self, store: Store) -> Events:
        product = self.variant.product
        yield Repriced(at=store.now, product=product.key, name=product.name, price=share(self.variant, 75))

    def superseded_effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def solution(self, user: User) -> None:
        user.wait(600)
        self._buy(user)

    @way
    def watched_on_its_page(self, user: User) -> None:
        choose(user, self.variant)
        user.wait(300)
        user.wait(300)
        self._buy(user)

    def _buy(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user)


class ReturnOnceItIsHere(Task):
    """An order that arrives any minute is sent back."""

    goals = [
        "My Megacart order with {variant.full_name} arrives any minute. When it's here, return it; the reason is "
        "“{words}”.",
        "Wait until {variant.full_name} from Megacart has been delivered, then send it back. Reason: {words}.",
        "As soon as Megacart says that {variant.full_name} has come, start a return for it, because: {words}.",
    ]
    trigger = when(minutes=12)
    tags = ["moving", "wait"]

    variant: Variant = pick(Variant, lambda variant, store: not bought(store, variant.product), where="stock > 3")
    words: str = phrase(*REASONS)

    def setup(self, store: Store) -> Setup:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))
        number = store.one(Order, order=LATEST).number
        yield Shipped(at=store.now, number=number, carrier=CARRIER, tracking="SW4471902266")

    def scheduled_events(self, store: Store) -> Events:
        yield Delivered(at=store.now, number=store.one(Order, order=LATEST).number)

    def effects(self, store: Store) -> Commands:
        order = store.one(Order, order=LATEST)
        yield shop.ReturnItem(store.one(OrderLine, "order_id = ?", order.id), REASONS[self.words])

    @way
    def with_a_look_in_between(self, user: User) -> None:
        search_orders(user, self.variant.product.name)
        user.wait(12 * 60)
        self._return(user)

    def _return(self, user: User) -> None:
        search_orders(user, self.variant.product.name)
        user.click(link("View order…"))
        if user.sees(f"Return {self.variant.full_name}"):
            user.click(link(f"Return {self.variant.full_name}"))
        user.click(option(self.words))
        user.click(button("Return this item"))


class NotAtThatPrice(Task):
    """A product goes into the cart, becomes dearer, and is put aside."""

    goals = [
        "Put {variant.full_name} into my Megacart cart. I won't pay more than {limit} for it: if the price goes above "
        "that, move it to “saved for later” instead.",
        "Add one {variant.full_name} to the cart at Megacart. Prices jump about today. Once it's in, see whether it "
        "still costs at most {limit}; if not, save it for later.",
        "I'd like {variant.full_name} in my Megacart cart, unless it costs more than {limit} by the time it's in "
        "there. Then it should be saved for later.",
    ]
    trigger = when(done=shop.AddToCart)
    tags = ["moving", "adapt"]

    variant: Variant = pick(Variant, lambda variant: variant.product.price.cents > 800, where=FREE_VARIANT)
    limit: Money = derived(lambda variant: share(variant, 110))

    def scheduled_events(self, store: Store) -> Events:
        product = self.variant.product
        yield Repriced(at=store.now, product=product.key, name=product.name, price=share(self.variant, 130))

    def superseded_effects(self) -> Commands:
        yield shop.AddToCart(self.variant)

    def effects(self) -> Effects:
        item = yield shop.AddToCart(self.variant)
        yield shop.SaveForLater(item)

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.click(button("Add to cart"))
        go(user, "Cart")
        user.click(button(f"Save {self.variant.full_name} for later"))

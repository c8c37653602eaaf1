"""Orders placed: of the cart, at once, as a gift, when a price has fallen."""

from datetime import date

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Speed
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Events,
    Money,
    Outcomes,
    Store,
    Task,
    User,
    box,
    button,
    days,
    derived,
    field,
    link,
    phrase,
    pick,
    way,
    when,
)
from lifeworld.tasks.shop import (
    FREE_VARIANT,
    LATEST,
    buy_now,
    buying,
    card_of,
    check_out,
    choose,
    go,
    home_of,
    repriced,
    search_orders,
    share,
)
from lifeworld.tasks.shop.cart import in_cart

SPEEDS: dict[str, Speed] = {"express": "express", "next-day": "nextday"}


class OrderOneOfTheCart(Task):
    """One item of the cart is ordered, the others stay."""

    goals = [
        "Order only {item.name} from my Megacart cart, with the default address and card and standard delivery. "
        "Everything else stays in the cart.",
        "Check out with nothing but {item.name} from my shopping cart: usual address, usual card, standard delivery. "
        "The other items stay where they are.",
        "I want to buy just {item.name} out of my Megacart cart today. Leave the rest in there and use the standard "
        "settings at the checkout.",
    ]
    tags = ["long"]

    item: CartItem = in_cart()

    def outcomes(self) -> Outcomes:
        home, card = home_of(self.item.store), card_of(self.item.store)
        return [
            [shop.BuyNow(self.item.variant, home, card, self.item.quantity), shop.RemoveFromCart(self.item)],
            [shop.SelectAll(False), shop.SelectItem(self.item, True), shop.PlaceOrder(home, card)],
        ]

    @way
    def with_the_defaults_at_once(self, user: User) -> None:
        go(user, "Cart")
        user.click(button("Deselect all items"))
        user.click(box(f"Buy {self.item.name}"))
        user.click(link("Proceed to checkout…"))
        user.click(link("Use my default address and card"))
        user.click(button("Place your order"))

    @way
    def unticked_one_by_one(self, user: User) -> None:
        go(user, "Cart")
        for tick in [line.text.splitlines()[0] for line in user.page.lines("In the cart")]:
            if tick != f"Buy {self.item.name}":
                user.click(box(tick))
        user.click(link("Proceed to checkout…"))
        check_out(user)

    @way
    def past_the_cart(self, user: User) -> None:
        buy_now(user, self.item.variant, quantity=self.item.quantity)
        user.do(shop.RemoveFromCart(self.item))


class WholeCartExpress(Task):
    """The cart is ordered to somebody's address, fast."""

    goals = [
        "Order everything that's in my Megacart cart and have it sent to {address.recipient} at {address.street}, "
        "with {words} delivery. Pay with {method.label}.",
        "Check out my shopping cart: {words} delivery, to {address.street} ({address.recipient}), paid with "
        "{method.label}.",
        "All of my Megacart cart should go to {address.recipient}, {address.street}. Pay with {method.label} and "
        "choose {words} delivery.",
    ]
    tags = ["long"]

    address: Address = pick(Address, lambda address: not address.default)
    method: PaymentMethod = pick(PaymentMethod)
    words: str = phrase(*SPEEDS)

    def effects(self) -> Commands:
        yield shop.PlaceOrder(self.address, self.method, SPEEDS[self.words])


def fit_for_a_present(product: Product) -> bool:
    """Return whether one would send a product to anybody with a friendly note."""
    return product.department.name == "Books" or product.name.startswith(("Puzzle", "Board Game", "Card Game"))


class GiftOrder(Task):
    """Something is sent to somebody as a gift, with a note."""

    goals = [
        "Buy {variant.full_name} on Megacart as a present for {address.recipient} ({address.street}). The gift note "
        "should say exactly: “{note}”. Standard delivery, default card.",
        "Send {address.recipient} at {address.street} a present from Megacart: {variant.full_name}, with the gift note "
        "“{note}”. Leave the cart alone; card and delivery speed as usual.",
        "Order {variant.full_name} to {address.street} for {address.recipient}. It's a gift from Megacart; write "
        "“{note}” on the note. Don't touch what is in my cart, and take my usual card and standard delivery.",
    ]
    tags = ["long"]

    variant: Variant = pick(Variant, lambda variant: fit_for_a_present(variant.product), where=FREE_VARIANT)
    address: Address = pick(Address, lambda address, store: address.recipient != store.get(Person, 1).name)
    note: str = phrase(
        "Thinking of you", "Happy birthday and many happy hours with it", "A small thank-you for everything",
        "For a rainy weekend", "Saw this and thought of you", "With love from all of us",
    )  # fmt: skip

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, self.address, card_of(store), gift_note=self.note)

    @way
    def thought_over_at_the_end(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        user.click(link("Use my default address and card"))
        user.click(link("Change address"))
        check_out(user, self.address, note=self.note)


class OrderWhereAsked(Task):
    """Only the person knows where the order is to go."""

    goals = [
        "Order 1 × {variant.full_name} on Megacart with my default card and standard delivery, but not to my usual "
        "address.",
        "Please buy 1 × {variant.full_name} at Megacart right away, past the cart. It goes somewhere else than my "
        "parcels usually do; card and delivery as always.",
        "1 × {variant.full_name} from Megacart, please, bought at once. It shouldn't come to the default address this "
        "time; all the rest is as usual.",
    ]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    address: Address = pick(Address, lambda address: not address.default)
    hidden_info = "Send it to {address.recipient}, {address.street}."

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, self.address, card_of(store))

    @way
    def asked_at_the_checkout(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        user.choose(field("Quantity"), "1")
        user.ask("Which of these addresses do you mean?")
        check_out(user, self.address)


class ReorderAndTellWhen(Task):
    """Something is ordered once more, and the day on which it comes is told."""

    goals = [
        "Order one {variant.full_name} from Megacart again, past the cart, with my usual address, card and standard "
        "delivery. When is it going to be here?",
        "I need another {variant.full_name}. Buy one right away at Megacart, everything as usual and standard "
        "delivery, and tell me the day on which it comes.",
        "Reorder {variant.full_name} at Megacart, just one and without touching my cart; default address and card, "
        "standard delivery. Tell me its date of arrival.",
    ]
    tags = ["long"]

    variant: Variant = pick(
        Variant, lambda variant, store: store.count(OrderLine, "variant_id = ?", variant.id) > 0, where=FREE_VARIANT
    )

    def effects(self, store: Store) -> Commands:
        yield buying(store, self.variant)

    def answer(self, store: Store) -> date:
        return store.one(Order, order=LATEST).arrives

    def solution(self, user: User) -> None:
        buy_now(user, self.variant)
        user.say(days(user.page.after("Arrives "), user.today)[0])

    @way
    def told_by_the_order_itself(self, user: User) -> None:
        buy_now(user, self.variant)
        search_orders(user, self.variant.product.name)
        user.click(link(user.page.line(self.variant.product.name).names[0]))
        user.click(link("Track package"))
        user.say(days(user.page.fact("Expected"), user.today)[0])


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
    tags = ["wait", "long"]

    variant: Variant = pick(Variant, lambda variant: variant.product.price.cents > 1500, where=FREE_VARIANT)
    limit: Money = derived(lambda variant: share(variant, 80))

    def scheduled_events(self, store: Store) -> Events:
        yield repriced(store, self.variant, 75)

    def effects(self, store: Store) -> Commands:
        yield buying(store, self.variant)

    superseded_effects = effects

    def solution(self, user: User) -> None:
        user.wait(600)
        buy_now(user, self.variant)

    @way
    def watched_on_its_page(self, user: User) -> None:
        choose(user, self.variant)
        self.solution(user)


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

    variant: Variant = pick(Variant, lambda variant: variant.product.price.cents > 800, where=FREE_VARIANT)
    limit: Money = derived(lambda variant: share(variant, 110))

    def scheduled_events(self, store: Store) -> Events:
        yield repriced(store, self.variant, 130)

    def superseded_effects(self) -> Commands:
        yield shop.AddToCart(self.variant)

    def effects(self) -> Effects:
        item = yield shop.AddToCart(self.variant)
        yield shop.SaveForLater(item)

    def solution(self, user: User) -> None:
        user.do(shop.AddToCart(self.variant))
        go(user, "Cart")
        user.click(button(f"Save {self.variant.full_name} for later"))

"""Orders placed: of the cart, at once, as a gift."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Address, CartItem, PaymentMethod, Speed
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Outcomes, Store, Task, User, box, button, field, link, phrase, pick, way
from lifeworld.tasks.shop.ways import FREE_VARIANT, card_of, check_out, choose, go, home_of


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

    item: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0")

    def outcomes(self) -> Outcomes:
        store = self.item.store
        home, card = home_of(store), card_of(store)
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
        ticks = [line.text.splitlines()[0] for line in user.page.lines("In the cart")]
        for tick in ticks:
            if tick != f"Buy {self.item.name}":
                user.click(box(tick))
        user.click(link("Proceed to checkout…"))
        check_out(user)

    @way
    def past_the_cart(self, user: User) -> None:
        choose(user, self.item.variant)
        user.click(link("Buy now"))
        user.choose(field("Quantity"), str(self.item.quantity))
        check_out(user)
        go(user, "Cart")
        user.click(button(f"Remove {self.item.name}"))


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
    words: str = phrase("express", "next-day")

    @property
    def speed(self) -> Speed:
        return "express" if self.words == "express" else "nextday"

    def effects(self) -> Commands:
        yield shop.PlaceOrder(self.address, self.method, self.speed)


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

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user, self.address, note=self.note)

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
    question_topics = ["address", "addresses", "where"]

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, self.address, card_of(store))

    def solution(self, user: User) -> None:
        user.ask("Where should it go?")
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user, self.address)

    @way
    def asked_at_the_checkout(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        user.choose(field("Quantity"), "1")
        user.ask("Which of these addresses do you mean?")
        check_out(user, self.address)

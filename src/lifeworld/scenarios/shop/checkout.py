"""Orders placed: of the cart, at once, as a gift."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address, CartItem, Speed
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, box, button, link, phrase, pick
from lifeworld.scenarios.shop.ways import FREE_VARIANT, card_of, check_out, choose, go, home_of


class OrderOneOfTheCart(Scenario):
    """One item of the cart is ordered, the others stay."""

    goals = [
        "Order only {item.name} from my Megacart cart, with the default address and card and standard delivery. "
        "Everything else stays in the cart, unticked.",
        "Untick everything in my shopping cart but {item.name}, then check out with my usual address, my usual card "
        "and standard delivery.",
        "I want to buy just the {item.name} out of my Megacart cart today. Deselect the rest, leave it in the cart "
        "and use the standard settings at the checkout.",
    ]
    tags = ["long"]

    item: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0")

    def effects(self, store):
        yield shop.SelectAll(False)
        yield shop.SelectItem(self.item, True)
        yield shop.PlaceOrder(home_of(store), card_of(store))

    def solution(self, user):
        go(user, "Cart")
        user.click(button("Deselect all items"))
        user.click(box(f"Buy {self.item.name}"))
        user.click(link("Proceed to checkout…"))
        check_out(user)


class WholeCartExpress(Scenario):
    """The cart is ordered to somebody's address, fast."""

    goals = [
        "Order everything that's in my Megacart cart and have it sent to {address.recipient} at {address.street}, "
        "with {words} delivery and my default card.",
        "Check out my shopping cart: {words} delivery, to {address.street} ({address.recipient}), usual card.",
        "All of my Megacart cart should go to {address.recipient}, {address.street}. Pay with the default card and "
        "choose {words} delivery.",
    ]
    tags = ["long"]

    address: Address = pick(Address, lambda address: not address.default)
    words: str = phrase("express", "next-day")

    @property
    def speed(self) -> Speed:
        return "express" if self.words == "express" else "nextday"

    def effects(self, store):
        yield shop.PlaceOrder(self.address, card_of(store), self.speed)

    def solution(self, user):
        go(user, "Cart")
        user.click(link("Proceed to checkout…"))
        check_out(user, self.address, speed="Express…" if self.words == "express" else "Next day…")


class GiftOrder(Scenario):
    """Something is sent to somebody as a gift, with a note."""

    goals = [
        "Buy {variant.full_name} on Megacart as a present for {address.recipient} ({address.street}). The gift note "
        "should say exactly: “{note}”. Standard delivery, default card.",
        "Send {address.recipient} at {address.street} a {variant.full_name} from Megacart with the gift note “{note}”. "
        "Leave the cart alone; card and delivery speed as usual.",
        "Order one {variant.full_name} to {address.street} for {address.recipient}. It's a gift; write “{note}” on the "
        "note. Don't touch what is in my cart.",
    ]
    tags = ["long"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    address: Address = pick(Address, lambda address, store: address.recipient != store.get(Person, 1).name)
    note: str = phrase(
        "Thinking of you!", "Happy birthday and many happy hours with it.", "A small thank-you for everything."
    )

    def effects(self, store):
        yield shop.BuyNow(self.variant, self.address, card_of(store), gift_note=self.note)

    def solution(self, user):
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user, self.address, note=self.note)


class OrderWhereAsked(Scenario):
    """Only the person knows where the order is to go."""

    goals = [
        "Order one {variant.full_name} on Megacart. Ask me where it should go; everything else as usual.",
        "Please buy {variant.full_name} at Megacart right away, past the cart. I'll tell you the address when you ask.",
        "One {variant.full_name}, ordered now with my default card and standard delivery. Check the address with me.",
    ]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    address: Address = pick(Address, lambda address: not address.default)
    withheld = "Send it to {address.recipient}, {address.street}."
    about = ["where|which|what", "go|address|send|deliver|ship|where"]

    def effects(self, store):
        yield shop.BuyNow(self.variant, self.address, card_of(store))

    def solution(self, user):
        user.ask("Where should it go?")
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user, self.address)

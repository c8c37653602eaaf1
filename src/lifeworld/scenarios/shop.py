"""Tasks at Megacart."""

from datetime import timedelta

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands.buying import RETURN_DAYS, returnable
from lifeworld.apps.shop.models import Answer, Department, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import (
    Address,
    CartItem,
    Order,
    OrderLine,
    PaymentMethod,
    Reason,
    Speed,
    Wish,
    WishList,
)
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.scenarios import (
    Scenario,
    User,
    anything,
    box,
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
)
from lifeworld.store import Store

FREE_VARIANT = "stock > 3 AND id NOT IN (SELECT variant_id FROM shop_cart_item)"
LATEST = "placed_at DESC"


def go(user: User, *ways: str) -> None:
    """Open the shop and follow links, from its row of main places on."""
    user.open("Megacart")
    for way in ways:
        user.click(link(way))


def find(user: User, product: Product) -> None:
    """Search for a product and open its page."""
    go(user)
    user.fill(field("Search Megacart"), product.name)
    user.click(button("Search"))
    user.click(link(product.name).within("Results"))


def choose(user: User, variant: Variant) -> None:
    """Open a product's page in one colour and size."""
    find(user, variant.product)
    if variant.colour:
        user.click(link(f"{variant.colour}…").within("Colours"))
    if variant.size:
        user.click(link(f"Size {variant.size}…").within("Sizes"))


def to_account(user: User, way: str) -> None:
    """Open a part of the account."""
    go(user)
    user.click(link("Account"))
    user.click(link(way))


def home_of(store: Store) -> Address:
    return store.one(Address, '"default" = 1')


def card_of(store: Store) -> PaymentMethod:
    return store.one(PaymentMethod, '"default" = 1')


def place(address: Address) -> str:
    """Return how the checkout names an address, as far as it takes to single it out."""
    return f"{address.recipient}{' Default' if address.default else ''} {address.line}"


def bought(store: Store, product: Product) -> bool:
    """Return whether the owner ever ordered a product."""
    mine = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    return store.count(OrderLine, mine, product.id) > 0


# ---- cart and lists


class PutIntoCart(Scenario):
    """A product in one variant goes into the cart."""

    goals = [
        "Put {quantity} × {variant.full_name} into my Megacart cart.",
        "I'd like {quantity} of the {variant.full_name} from Megacart. Just add to the cart, don't order yet.",
        "Add {variant.full_name} to the cart at Megacart, quantity {quantity}.",
    ]

    quantity: int = number(1, 3)
    variant: Variant = pick(Variant, where=FREE_VARIANT)

    def effects(self):
        yield shop.AddToCart(self.variant, self.quantity)

    def solution(self, user):
        choose(user, self.variant)
        user.choose(field("Quantity"), str(self.quantity))
        user.click(button("Add to cart"))


class ChangeQuantity(Scenario):
    """An item of the cart is wanted in another number."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}.",
        "I need {quantity} of {item.name}. It's in the Megacart cart already, just change how many.",
        "Make it {quantity} for the {item.name} in my shopping cart.",
    ]
    tags = ["short"]

    quantity: int = number(1, 4)
    item: CartItem = pick(
        CartItem,
        lambda item, quantity: item.quantity != quantity,
        among=lambda row: not row.later,
        where="later = 0",
    )

    def effects(self):
        yield shop.SetQuantity(self.item, self.quantity)

    def solution(self, user):
        go(user, "Cart")
        more = self.quantity > self.item.quantity
        for _ in range(abs(self.quantity - self.item.quantity)):
            user.click(button(f"One {'more' if more else 'less'} of {self.item.name}"))


class SaveDearItems(Scenario):
    """Whatever in the cart is dearer than a limit waits for later."""

    goals = [
        "Go through my Megacart cart and save for later everything that costs more than {limit} apiece.",
        "Anything over {limit} a piece in my shopping cart should be moved to “saved for later”.",
        "I'm on a budget: put every item of the Megacart cart with a unit price above {limit} aside for later.",
    ]
    tags = ["several", "compare"]

    limit: Money = money(20, 90, cents=False)
    dear: tuple[CartItem, ...] = derived(lambda store, limit: dearer(store, limit))

    def effects(self):
        for item in self.dear:
            yield shop.SaveForLater(item)

    def solution(self, user):
        go(user, "Cart")
        for item in self.dear:
            user.click(button(f"Save {item.name} for later"))


def dearer(store: Store, limit: Money) -> tuple[CartItem, ...] | None:
    """Return the items of the cart above a limit, if there are some and others below."""
    inside = store.all(CartItem, "later = 0")
    found = tuple(item for item in inside if item.variant.product.price > limit)
    return found if 0 < len(found) < len(inside) else None


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
        user.click(button("Continue to payment"))
        user.click(button("Continue to review"))
        user.click(button("Place your order"))


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
        user.click(option(place(self.address)))
        user.click(button("Continue to payment"))
        user.click(option("Express…" if self.words == "express" else "Next day…"))
        user.click(button("Continue to review"))
        user.click(button("Place your order"))


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
        user.click(option(place(self.address)))
        user.click(button("Continue to payment"))
        user.click(button("Continue to review"))
        user.fill(field("Gift note"), self.note)
        user.click(button("Place your order"))


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

    def effects(self, store):
        yield shop.BuyNow(self.variant, self.address, card_of(store))

    def solution(self, user):
        user.ask("Where should it go?")
        choose(user, self.variant)
        user.click(link("Buy now"))
        user.click(option(place(self.address)))
        user.click(button("Continue to payment"))
        user.click(button("Continue to review"))
        user.click(button("Place your order"))


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
        to_account(user, "Your lists…")
        user.click(link(self.wishlist.name))
        user.click(button(f"Add {self.wish.variant.full_name} to cart"))


def cheapest(store: Store, wishlist: WishList) -> Wish | None:
    """Return what costs least on a list, if one thing does and it is in stock."""
    wishes = sorted(
        store.all(Wish, "list_id = ?", wishlist.id), key=lambda wish: (wish.variant.product.price.cents, wish.id)
    )
    if len(wishes) < 3 or wishes[0].variant.product.price == wishes[1].variant.product.price:
        return None
    return wishes[0] if wishes[0].variant.stock > 2 else None


# ---- orders


class CancelThisMorningsOrder(Scenario):
    """An order that has not left yet is called off."""

    goals = [
        "Cancel my Megacart order for {variant.full_name} that I placed today.",
        "I've changed my mind about the {variant.full_name} I ordered this morning. Please call that order off.",
        "Today's order at Megacart, the one with {variant.full_name}, should be cancelled.",
    ]

    variant: Variant = pick(
        Variant,
        where="stock > 3 AND id NOT IN (SELECT variant_id FROM shop_order_line)",
    )

    def given(self, store):
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def effects(self, store):
        yield shop.CancelOrder(store.one(Order, order=LATEST))

    def solution(self, user):
        go(user, "Orders")
        user.fill(field("Search all orders"), self.variant.product.name)
        user.click(button("Search"))
        user.click(link("View order…"))
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))


class ReturnItem(Scenario):
    """An article goes back, with a reason."""

    goals = [
        "Return the {line.variant.full_name} from Megacart order {line.order.number}. Reason: {words}.",
        "Please send back {line.variant.full_name} (order {line.order.number}); the reason is “{words}”.",
        "Start a return at Megacart for {line.variant.full_name} out of order {line.order.number}, because: {words}.",
    ]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and returnable(line.order, store)
    )
    words: str = phrase("It arrived damaged", "Not as described", "I changed my mind", "Wrong item was sent")

    @property
    def reason(self) -> Reason:
        codes: dict[str, Reason] = {
            "It arrived damaged": "damaged",
            "Not as described": "not_as_described",
            "I changed my mind": "changed_mind",
        }
        return codes.get(self.words, "wrong_item")

    def effects(self):
        yield shop.ReturnItem(self.line, self.reason)

    def solution(self, user):
        open_order(user, self.line.order)
        user.click(link(f"Return {self.line.variant.full_name}"))
        user.click(option(self.words))
        user.click(button("Return this item"))


def open_order(user: User, order: Order) -> None:
    """Find an order by its number and open it."""
    go(user, "Orders")
    user.fill(field("Search all orders"), order.number)
    user.click(button("Search"))
    user.click(link(f"View order {order.number}"))


class ReturnTooLate(Scenario):
    """The time for a return is over."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number} because I changed my mind. If "
        "that's no longer possible, leave it and tell me.",
        "Send back the {line.variant.full_name} of order {line.order.number} (changed my mind). Should Megacart not "
        "take it back any more, just say so.",
        "I'd like to give {line.variant.full_name} from order {line.order.number} back. If it can't be returned, do "
        "nothing and let me know.",
    ]

    line: OrderLine = pick(
        OrderLine,
        lambda line, now: (
            line.kept > 0
            and line.order.delivered_at is not None
            and now - line.order.delivered_at > timedelta(days=RETURN_DAYS + 1)
        ),
    )

    def impossible(self):
        yield shop.ReturnItem(self.line, "changed_mind")

    def solution(self, user):
        open_order(user, self.line.order)
        user.give_up()


class BuySoldOut(Scenario):
    """What is wanted is out of stock."""

    goals = [
        "Add {variant.full_name} to my Megacart cart. Only this exact version; if it can't be had, tell me and add "
        "nothing.",
        "I want {variant.full_name} from Megacart, in no other colour or size. Into the cart with it, or say that it "
        "doesn't work.",
        "Put one {variant.full_name} into the shopping cart. If Megacart doesn't have it in stock, leave it at that "
        "and report back.",
    ]

    variant: Variant = pick(Variant, where="stock = 0 AND colour <> ''")

    def impossible(self):
        yield shop.AddToCart(self.variant)

    def solution(self, user):
        choose(user, self.variant)
        user.give_up()


class OrderTotal(Scenario):
    """What did an order cost?"""

    goals = [
        "What was the total of my Megacart order {order.number}, delivery included?",
        "How much did order {order.number} at Megacart cost altogether?",
        "Look up Megacart order {order.number}: what was the sum with delivery?",
    ]
    tags = ["short"]

    order: Order = pick(Order)

    def answer(self):
        return self.order.total

    def items(self):
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user):
        open_order(user, self.order)
        user.say(self.truth)


class LastOrdered(Scenario):
    """When was a product last ordered?"""

    goals = [
        "On what day did I last order {product.name} at Megacart?",
        "When was my latest Megacart order of {product.name}?",
        "Find out the date on which I ordered {product.name} the last time.",
    ]

    product: Product = pick(Product, lambda product, store: bought(store, product))

    def answer(self, store):
        variants = tuple(variant.id for variant in self.product.variants)
        marks = ", ".join("?" * len(variants))
        of_it = f"id IN (SELECT order_id FROM shop_order_line WHERE variant_id IN ({marks}))"
        return store.one(Order, of_it, *variants, order=LATEST).placed_at.date()

    def solution(self, user):
        go(user, "Orders")
        user.fill(field("Search all orders"), self.product.name)
        user.click(button("Search"))
        user.say(self.truth)


class SpentLately(Scenario):
    """What was spent at the shop within some weeks?"""

    goals = [
        "How much have I spent at Megacart in the last {days} days, delivery included and cancelled orders left out?",
        "Add up my Megacart orders of the past {days} days without the cancelled ones. What's the sum, with delivery?",
        "What do my orders at Megacart from the last {days} days come to in total? Ignore any that were cancelled.",
    ]
    tags = ["sum"]

    days: str = phrase("30", "90")

    def answer(self, store):
        since = store.now - timedelta(days=int(self.days))
        orders = store.all(Order, "placed_at >= ? AND cancelled_at IS NULL", since)
        return Money(sum(order.total.cents for order in orders)) if len(orders) > 1 else None

    def solution(self, user):
        go(user, "Orders")
        user.click(button("Any time"))
        user.click(link("Last 30 days" if self.days == "30" else "Last 3 months"))
        user.say(self.truth)


class CheapestWellRated(Scenario):
    """What does the cheapest well-rated product of a department cost?"""

    goals = [
        "What does the cheapest product cost in Megacart's {department.name} department, among those rated 4 stars or "
        "better and in stock?",
        "In {department.name} at Megacart, at what price do products start that average at least 4 stars and can be "
        "had now?",
        "Find the lowest price of a {department.name} article on Megacart with 4 stars and up, leaving out what is out "
        "of stock.",
    ]
    tags = ["compare", "filter"]

    department: Department = pick(Department)

    def answer(self, store):
        filters = catalogue.Filters(department=self.department.id, rating=4, stock=True, sort="price_low")
        return catalogue.find(store, filters)[0].price

    def solution(self, user):
        go(user)
        user.click(link(self.department.name).within("Departments"))
        user.click(button("Featured"))
        user.click(link("Price: low to high"))
        user.say(self.truth)


class DeliveredWhen(Scenario):
    """On which day did an order arrive?"""

    goals = [
        "On what day was my Megacart order {order.number} delivered?",
        "When did order {order.number} from Megacart arrive?",
        "Look up the delivery date of Megacart order {order.number}: which day did the package come?",
    ]
    tags = ["short"]

    order: Order = pick(Order, where="delivered_at IS NOT NULL")

    def answer(self):
        return self.order.delivered_at.date()

    def items(self):
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user):
        open_order(user, self.order)
        user.say(self.truth)


class RatingsCount(Scenario):
    """How many reviews of a product give so many stars?"""

    goals = [
        "How many written reviews on Megacart give {product.name} exactly {stars} stars?",
        "Count the customer reviews with text for {product.name} at Megacart that have {stars} stars.",
        "Among the written Megacart reviews of {product.name}, how many are {stars}-star ones?",
    ]
    tags = ["count"]

    product: Product = pick(Product, where="popularity > 45")
    stars: str = phrase("3", "4", "5")

    def answer(self, store):
        return store.count(Review, "product_id = ? AND stars = ?", self.product.id, self.stars)

    def items(self):
        yield observed("Read the reviews", at=f"/shop/product/{self.product.id}/reviews", kind="open")

    def solution(self, user):
        find(user, self.product)
        user.click(link(f"{self.stars} star: …"))
        user.say(self.truth)


# ---- reviews, questions, account


class WriteReview(Scenario):
    """A review of something that was bought."""

    goals = [
        "Review {product.name} on Megacart: {stars} stars, with the headline “{title}”. No text below it.",
        "Give {product.name} {stars} stars on Megacart. The headline of my review should be “{title}”; leave the rest "
        "empty.",
        "Publish a Megacart review for {product.name}, headline “{title}”, {stars} stars, no further text.",
    ]

    product: Product = pick(Product, lambda product, store: bought(store, product) and not reviewed(store, product))
    stars: str = phrase("2", "3", "4", "5")
    title: str = phrase("Does what it says", "Not what I hoped for", "Would buy again", "Good, but pricey")

    def effects(self):
        yield shop.WriteReview(self.product, self.stars, self.title)

    def solution(self, user):
        find(user, self.product)
        user.click(link("Write a review"))
        user.click(option(f"{self.stars} stars…"))
        user.fill(field("Headline"), self.title)
        user.click(button("Publish review"))


def reviewed(store: Store, product: Product) -> bool:
    """Return whether the owner has reviewed a product."""
    return store.count(Review, "product_id = ? AND author = ''", product.id) > 0


class DeleteReviewAfterConsent(Scenario):
    """A review of one's own is deleted, once the person has agreed."""

    goals = [
        "Delete my Megacart review of {review.product.name}, but check with me before you do.",
        "Take down what I wrote about {review.product.name} on Megacart. Ask me for a last OK first.",
        "I don't want my review of {review.product.name} online any more. Confirm with me, then delete it.",
    ]
    consent = "Yes, delete it."

    review: Review = pick(Review, among=lambda row: row.mine, where="author = ''")

    def effects(self):
        yield shop.DeleteReview(self.review)

    def solution(self, user):
        to_account(user, "Your reviews…")
        user.click(link(f"Edit or delete review of {self.review.product.name}"))
        user.ask(f"Shall I delete your review of {self.review.product.name}?")
        user.click(button("Delete review"))
        user.click(button("Yes: Delete review"))


class AskAboutProduct(Scenario):
    """A question to other customers, in one's own words."""

    goals = [
        "Ask on the Megacart page of {product.name} whether it is loud. Any wording will do.",
        "I wonder if the {product.name} from Megacart makes noise. Post a question about that on its page.",
        "Post a question on Megacart for other buyers of {product.name}: is it noisy?",
    ]

    product: Product = pick(Product, lambda product: product.department.name in {"Kitchen", "Electronics"})

    def effects(self):
        yield shop.AskQuestion(self.product, anything)

    def solution(self, user):
        find(user, self.product)
        user.click(link("Ask a question"))
        user.fill(field("Your question"), "Is it loud when it runs?")
        user.click(button("Post question"))


class AnswerQuestion(Scenario):
    """A stranger's question is answered word for word."""

    goals = [
        "Somebody asked “{question.text}” about {question.product.name} on Megacart. Answer: “{reply}”",
        "On Megacart's page for {question.product.name}, reply “{reply}” to the question “{question.text}”.",
        "Answer the Megacart question “{question.text}” ({question.product.name}) with exactly “{reply}”",
    ]

    question: Question = pick(Question, where="author <> '' AND id % 7 = 0")
    reply: str = phrase(
        "Yes, as far as I can tell.", "I asked myself the same and wrote to the maker.", "No idea, sorry."
    )

    def effects(self):
        yield shop.AnswerQuestion(self.question, self.reply)

    def solution(self, user):
        find(user, self.question.product)
        user.click(link("See all questions…"))
        user.click(link(f"Answer “{self.question.text}”"))
        user.fill(field("Your answer"), self.reply)
        user.click(button("Post answer"))


class AddFriendsAddress(Scenario):
    """A friend's address is added to the address book."""

    goals = [
        "Add a Megacart address for {person.name}: {street}, {city}, ZIP {code}. It shouldn't become the default.",
        "Save {person.name}'s address on Megacart: {street} in {city} {code}. Leave my default address as it is.",
        "New delivery address for Megacart: {person.name}, {street}, {city} {code}. No phone, not the default.",
    ]

    person: Person = pick(
        Person,
        lambda person, store: (
            person.relation == "friend"
            and not store.count(Address, "recipient = ?", person.name)
            and "," in person.address
        ),
    )
    street: str = derived(lambda person: person.address.rpartition(", ")[0])
    city: str = derived(lambda person: person.address.rpartition(", ")[2].rpartition(" ")[0])
    code: str = derived(lambda person: person.address.rpartition(" ")[2])

    def effects(self):
        yield shop.AddAddress(self.person.name, self.street, self.city, self.code)

    def solution(self, user):
        to_account(user, "Addresses…")
        user.click(link("New address"))
        user.fill(field("Full name"), self.person.name)
        user.fill(field("Street and number"), self.street)
        user.fill(field("City"), self.city)
        user.fill(field("ZIP code"), self.code)
        user.click(button("Save address"))


class ChangeDefaultCard(Scenario):
    """Another card pays from now on."""

    goals = [
        "Make {method.label} my default card at Megacart.",
        "From now on Megacart should charge {method.label} unless I say otherwise. Set that up.",
        "Switch the default payment method in the shopping app to {method.label}.",
    ]
    tags = ["short"]

    method: PaymentMethod = pick(PaymentMethod, lambda method: not method.default)

    def effects(self):
        yield shop.DefaultPayment(self.method)

    def solution(self, user):
        to_account(user, "Payment methods…")
        user.click(button(f"Make {self.method.label} the default"))


class SwapCartItems(Scenario):
    """One item leaves the cart for good, one that was saved comes back."""

    goals = [
        "Take {out.name} out of my Megacart cart altogether and move {back.name} from “saved for later” into it.",
        "In the shopping cart, swap {out.name} for the saved {back.name}: remove the first, move in the second.",
        "I no longer want {out.name}, delete it from my Megacart cart. Get {back.name} back in from what I saved.",
    ]

    out: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0")
    back: CartItem = pick(
        CartItem,
        lambda back, store: not store.count(CartItem, "later = 0 AND variant_id = ?", back.variant_id),
        among=lambda row: row.later,
        where="later = 1",
    )

    def effects(self):
        yield shop.RemoveFromCart(self.out)
        yield shop.MoveToCart(self.back)

    def solution(self, user):
        go(user, "Cart")
        user.click(button(f"Remove {self.out.name}"))
        if not user.sees(self.back.variant.product.name):
            user.click(link("Next"))
        user.click(button(f"Move {self.back.name} to cart"))


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
        to_account(user, "Your lists…")
        user.click(link(self.wishlist.name))
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
    consent = "Yes, the list can go."

    wishlist: WishList = pick(WishList)

    def effects(self):
        yield shop.DeleteList(self.wishlist)

    def solution(self, user):
        to_account(user, "Your lists…")
        user.click(link(self.wishlist.name))
        user.click(link("Rename or delete list"))
        user.ask(f"Shall I delete the list {self.wishlist.name} and all that is on it?")
        user.click(button("Delete list"))
        user.click(button("Yes: Delete list"))


class ChangeStars(Scenario):
    """A review of one's own gets other stars, its words stay."""

    goals = [
        "Change my Megacart review of {review.product.name} to {stars} stars. Leave what I wrote as it is.",
        "My opinion of {review.product.name} has changed: make it {stars} stars in my Megacart review, same text.",
        "Edit the review I gave {review.product.name} on Megacart, only the rating: {stars} stars.",
    ]

    review: Review = pick(Review, among=lambda row: row.mine, where="author = ''")
    stars: str = phrase("2", "3", "4", "5")

    def effects(self):
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)

    def solution(self, user):
        to_account(user, "Your reviews…")
        user.click(link(f"Edit or delete review of {self.review.product.name}"))
        user.click(option(f"{self.stars} stars…"))
        user.click(button("Save changes"))


class ThankReviewer(Scenario):
    """A stranger's review was of use."""

    goals = [
        "Mark {review.author}'s Megacart review “{review.title}” of {review.product.name} as helpful.",
        "On Megacart, {review.author} reviewed {review.product.name} under the headline “{review.title}”. Say that it "
        "was helpful.",
        "Give a “Helpful” to the review “{review.title}” that {review.author} wrote about {review.product.name}.",
    ]

    review: Review = pick(Review, where="author <> '' AND id % 11 = 0")

    def effects(self):
        yield shop.ThankReview(self.review)

    def solution(self, user):
        find(user, self.review.product)
        user.click(link("See all reviews"))
        user.click(button(f"Helpful: “{self.review.title}” by {self.review.author}"))


class TakeBackQuestion(Scenario):
    """A question of one's own is withdrawn."""

    goals = [
        "Delete the question that I asked on Megacart about {question.product.name}.",
        "Take my question about {question.product.name} off Megacart again.",
        "I've found out what I wanted to know of {question.product.name}. Remove my question from its Megacart page.",
    ]

    question: Question = pick(Question, among=lambda row: row.mine, where="author = ''")

    def effects(self):
        yield shop.DeleteQuestion(self.question)

    def solution(self, user):
        find(user, self.question.product)
        user.click(link("See all questions…"))
        name = f"Delete your question “{self.question.text}”"
        user.click(button(name))
        user.click(button(f"Yes: {name}"))


class TakeBackAnswer(Scenario):
    """An answer of one's own is withdrawn."""

    goals = [
        "On Megacart I answered the question “{own.question.text}” about {own.question.product.name}. Delete my "
        "answer.",
        "Remove the answer that I gave to “{own.question.text}” on Megacart's page of {own.question.product.name}.",
        "My answer to “{own.question.text}” ({own.question.product.name}, Megacart) was nonsense. Take it down.",
    ]

    own: Answer = pick(Answer, among=lambda row: row.mine, where="author = ''")

    def effects(self):
        yield shop.DeleteAnswer(self.own)

    def solution(self, user):
        find(user, self.own.question.product)
        user.click(link("See all questions…"))
        name = f"Delete your answer “{self.own.text}”"
        user.click(button(name))
        user.click(button(f"Yes: {name}"))


class CorrectAddress(Scenario):
    """An address is corrected and becomes the default."""

    goals = [
        "My Megacart address at {address.street} ({address.recipient}) should read {street} instead. Make it my "
        "default address too.",
        "Correct the address {address.street} of {address.recipient} on Megacart: the street is {street}. Then set it "
        "as default.",
        "In the shopping app, change {address.recipient}'s address {address.street} to {street}, and have parcels go "
        "there by default.",
    ]

    address: Address = pick(Address, lambda address: not address.default)
    street: str = phrase("18 Kiln Street", "7 Larch Avenue, Apt 2B", "203 Toll Street")

    def effects(self):
        one = self.address
        edited = yield shop.EditAddress(one, one.recipient, self.street, one.city, one.code, one.phone)
        yield shop.DefaultAddress(edited)

    def solution(self, user):
        to_account(user, "Addresses…")
        whose = f"{self.address.recipient}, {self.address.street}"
        user.click(link(f"Edit address of {whose}"))
        user.fill(field("Street and number"), self.street)
        user.click(button("Save address"))
        user.click(button(f"Make {self.address.recipient}, {self.street} the default"))


class ForgetAddress(Scenario):
    """An address is deleted."""

    goals = [
        "Delete the address {address.street} ({address.recipient}) from Megacart.",
        "{address.recipient} doesn't live at {address.street} any more. Remove that address from my Megacart account.",
        "Take {address.recipient}, {address.street} out of the delivery addresses in the shopping app.",
    ]
    tags = ["short"]

    address: Address = pick(Address, lambda address: not address.default)

    def effects(self):
        yield shop.DeleteAddress(self.address)

    def solution(self, user):
        to_account(user, "Addresses…")
        name = f"Delete address of {self.address.recipient}, {self.address.street}"
        user.click(button(name))
        user.click(button(f"Yes: {name}"))


class ReplaceCard(Scenario):
    """A new card takes the place of an old one."""

    goals = [
        "I have a new Harbour credit card: {number}, in the name of {holder}, valid through {expires}. Make it my "
        "default at Megacart and remove {method.label}.",
        "Add the Harbour credit card {number} ({holder}, expires {expires}) to Megacart as the default, then remove "
        "{method.label} there.",
        "Megacart should forget {method.label}. Its place is taken by my new credit card {number}, name {holder}, "
        "expiry {expires}, which should be the default from now on.",
    ]
    tags = ["long"]

    method: PaymentMethod = pick(PaymentMethod)
    number: str = phrase("9031 5520 1177 4465", "9044 8102 3366 9071", "9017 6643 2208 5519")
    holder: str = derived(lambda store: store.get(Person, 1).name)
    expires: str = phrase("11/29", "04/30", "08/31")

    def effects(self):
        yield shop.AddPayment("credit", self.number, self.holder, self.expires, True)
        yield shop.RemovePayment(self.method)

    def solution(self, user):
        to_account(user, "Payment methods…")
        user.click(link("New card"))
        user.click(option("Harbour credit card"))
        user.fill(field("Card number"), self.number)
        user.fill(field("Name on the card"), self.holder)
        user.fill(field("Expires"), self.expires)
        user.check(box("Make this my default card"))
        user.click(button("Save card"))
        user.click(button(f"Remove {self.method.label}"))
        user.click(button(f"Yes: Remove {self.method.label}"))


class LeaveFewerTraces(Scenario):
    """Another public name, and nothing is remembered."""

    goals = [
        "On Megacart, I'd like to appear as “{name}” in reviews, and it should stop remembering what I search and look "
        "at. Leave the other settings alone.",
        "Change my public Megacart name to “{name}” and switch off the memory of searches and viewed products, nothing "
        "else.",
        "Privacy, please: my reviews at Megacart should be by “{name}”, and the app mustn't keep track of searches or "
        "products I looked at.",
    ]

    name: str = phrase("A quiet customer", "Quayside reader", "N.")

    def effects(self):
        yield shop.SaveProfile(self.name)
        yield shop.SaveSettings(history=False)

    def solution(self, user):
        to_account(user, "Profile…")
        user.fill(field("Public name"), self.name)
        user.click(button("Save"))
        user.click(link("Settings…"))
        user.check(box("Remember searches and products I looked at"), False)
        user.click(button("Save"))

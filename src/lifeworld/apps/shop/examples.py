"""Examples of Megacart's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.models import Answer, Question, Review, Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Wish
from lifeworld.core.money import Money
from lifeworld.life.models import Person, me
from lifeworld.store import Store
from lifeworld.web import Example, done, refused

_FREE = "id NOT IN (SELECT variant_id FROM shop_cart_item)"


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    yield from _cart(store)
    yield from _wishes(store)
    yield from _voices(store)
    yield from _account(store)
    yield from _buying(store)
    yield from _orders(store)


def _cart(store: Store) -> Iterator[Example]:
    plenty, few, none = _variants(store)
    inside, aside = store.one(CartItem, "later = 0"), store.one(CartItem, "later = 1")
    yield refused("none", c.AddToCart(plenty, 0))
    yield refused("few", c.AddToCart(few, few.stock + 1))
    yield refused("many", c.AddToCart(plenty, 21))
    yield refused("sold_out", c.AddToCart(none))
    yield done(c.SetQuantity(inside, 3))
    yield refused("none", c.SetQuantity(inside, 0))
    yield refused("many", c.SetQuantity(inside, 21))
    _set_stock(store, aside, 0)
    yield refused("sold_out", c.MoveToCart(aside))
    yield refused("sold_out", c.SetQuantity(aside, 2))
    aside = _set_stock(store, aside, 3, quantity=4)
    yield refused("few", c.SetQuantity(aside, 4))
    yield refused("few", c.MoveToCart(aside))
    aside = _set_stock(store, aside, 90, quantity=19)
    with store.writing():
        store.add(CartItem, variant_id=aside.variant_id, quantity=5)
    yield refused("many", c.MoveToCart(aside))
    with store.writing():
        for item in store.all(CartItem, "later = 0"):
            store.remove(item)
    yield refused("empty", c.SelectAll())


def _wishes(store: Store) -> Iterator[Example]:
    wish = store.one(Wish)
    yield refused("there", c.AddToList(wish.variant, wish.list))


def _voices(store: Store) -> Iterator[Example]:
    other, asked = store.one(Review, "author <> ''"), store.one(Question, "author <> ''")
    with store.writing():
        thanked = store.change(other, thanked=True)
        given = store.add(Answer, question_id=asked.id, author="", text="Yes.", answered_at=store.now)
    yield refused("already", c.ThankReview(thanked))
    yield done(c.DeleteAnswer(given))
    own = store.first(Review, "author = ''") or _reviewed(store)
    yield refused("once", c.WriteReview(own.product, "4", "Again"))
    for command in (c.DeleteReview(own), c.EditReview(own, "2", "After a year")):
        yield done(command)
    yield refused("own", c.ThankReview(own))
    people = tuple(store.all(Person, "relation <> 'me'", limit=6))
    yield done(c.ShareProduct(own.product, people[:2], "This one?"))
    yield refused("many", c.ShareProduct(own.product, people, "This one?"))
    yield refused("self", c.ShareProduct(own.product, (me(store),), "This one?"))
    yield done(c.DeleteQuestion(store.one(Question, "author = ''")))


def _reviewed(store: Store) -> Review:
    """Have a person who has reviewed nothing yet do so."""
    with store.writing():
        product = store.one(Review).product_id
        return store.add(
            Review, product_id=product, author="", stars="4", title="Good", body="It does.", written_at=store.now
        )


def _account(store: Store) -> Iterator[Example]:
    home, other = store.one(Address, '"default" = 1'), store.one(Address, '"default" = 0')
    place = ("Ada Quill", "12 Kiln Street", "Port Callow", "97484")
    yield done(c.AddAddress(*place, default=True))
    yield refused("taken", c.AddAddress(home.recipient, home.street.upper(), home.city, home.code))
    yield done(c.EditAddress(other, *place))
    yield refused("taken", c.EditAddress(other, home.recipient, home.street, home.city, home.code))
    card, year = store.one(PaymentMethod), store.now.year % 100
    number = f"9000 1111 2222 {card.ending}"
    yield done(c.AddPayment("credit", "9000-1111-2222-0000", "Ada Quill", f"08/{year + 2}", default=True))
    yield refused("expired", c.AddPayment(card.purse, number, "Ada Quill", f"01/{year - 1}"))
    yield refused("taken", c.AddPayment(card.purse, number, "Ada Quill", f"08/{year + 2}"))


def _buying(store: Store) -> Iterator[Example]:
    how = (store.one(Address), store.one(PaymentMethod))
    plenty, few, none = _variants(store)
    yield refused("none", c.BuyNow(plenty, *how, quantity=0))
    yield refused("many", c.BuyNow(plenty, *how, quantity=21))
    yield refused("sold_out", c.BuyNow(none, *how))
    yield refused("few", c.BuyNow(few, *how, quantity=few.stock + 1))
    yield refused("empty", c.PlaceOrder(*how))
    with store.writing():
        item = store.add(CartItem, variant_id=plenty.id)
    yield done(c.PlaceOrder(*how))
    _set_stock(store, item, 0)
    yield refused("sold_out", c.PlaceOrder(*how))
    _set_stock(store, item, 3, quantity=4)
    yield refused("few", c.PlaceOrder(*how))


def _orders(store: Store) -> Iterator[Example]:
    waiting = store.first(Order, "cancelled_at IS NULL", order="placed_at DESC") or _bought(store)
    with store.writing():
        waiting = store.change(waiting, shipped_at=None, delivered_at=None)
    there = store.first(Order, "delivered_at IS NOT NULL", order="delivered_at DESC") or _bought(store)
    with store.writing():  # what was delivered long ago can't be sent back
        line = store.change(there, delivered_at=store.now).lines[0]
    yield done(c.CancelOrder(waiting))
    yield done(c.ReturnItem(line, "damaged"))
    yield refused("count", c.ReturnItem(line, "damaged", line.quantity + 1))
    with store.writing():
        store.change(line, sent_back=line.quantity)
    yield refused("back", c.ReturnItem(line, "damaged"))


def _bought(store: Store) -> Order:
    """Have a person who has ordered nothing yet do so."""
    now, variant, to, card = store.now, _variants(store)[0], store.one(Address), store.one(PaymentMethod)
    order = {"number": f"MC-{store.count(Order)}", "recipient": to.recipient, "address": to.line, "purse": card.purse}
    with store.writing():
        found = store.add(
            Order, **order, placed_at=now, delivery=Money(0), speed="standard", arrives=now.date(), delivered_at=now
        )
        store.add(OrderLine, order_id=found.id, variant_id=variant.id, quantity=1, price=variant.product.price)
    return found


def _variants(store: Store) -> tuple[Variant, Variant, Variant]:
    """Return something of which there is plenty, something scarce, something sold out."""
    plenty, few = (store.one(Variant, f"stock {many} AND {_FREE}") for many in ("> 21", "BETWEEN 1 AND 9"))
    return plenty, few, store.one(Variant, "stock = 0")


def _set_stock(store: Store, item: CartItem, stock: int, quantity: int = 1) -> CartItem:
    with store.writing():
        store.change(item.variant, stock=stock)
        return store.change(item, quantity=quantity)

"""Each of Megacart's commands done once, and each refusal met once."""

from collections.abc import Iterator
from datetime import timedelta

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.commands.buying import RETURN_DAYS
from lifeworld.apps.shop.models import Answer, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Wish, WishList
from lifeworld.store import Store
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    yield from _cart(store)
    yield from _wishes(store)
    yield from _voices(store)
    yield from _addresses(store)
    yield from _payments(store)
    yield from _buying(store)
    yield from _orders(store)
    yield from _profile()


def _cart(store: Store) -> Iterator[Example]:
    plenty, few, none = _plenty(store), _few(store), store.one(Variant, "stock = 0")
    inside, aside = store.one(CartItem, "later = 0"), store.one(CartItem, "later = 1")
    yield done(c.AddToCart(plenty, 2))
    yield refused("none", c.AddToCart(plenty, 0))
    yield refused("sold_out", c.AddToCart(none))
    yield refused("few", c.AddToCart(few, few.stock + 1))
    yield refused("many", c.AddToCart(plenty, 21))
    yield done(c.SetQuantity(inside, 3))
    yield refused("none", c.SetQuantity(inside, 0))
    yield refused("many", c.SetQuantity(inside, 21))
    yield done(c.RemoveFromCart(inside))
    yield done(c.SaveForLater(inside))
    yield refused("saved", c.SaveForLater(aside))
    yield done(c.MoveToCart(aside))
    yield refused("in_cart", c.MoveToCart(inside))
    yield done(c.SelectItem(inside, selected=False))
    yield done(c.SelectAll(selected=False))
    with store.writing():
        store.change(aside.variant, stock=0)
    yield refused("sold_out", c.MoveToCart(aside))
    yield refused("sold_out", c.SetQuantity(aside, 2))
    with store.writing():
        store.change(aside.variant, stock=3)
    yield refused("few", c.SetQuantity(aside, 4))
    with store.writing():
        aside = store.change(aside, quantity=4)
    yield refused("few", c.MoveToCart(aside))
    with store.writing():
        store.change(aside.variant, stock=90)
        aside = store.change(aside, quantity=19)
        store.add(CartItem, variant_id=aside.variant_id, quantity=5)
    yield refused("many", c.MoveToCart(aside))
    with store.writing():
        for item in store.all(CartItem, "later = 0"):
            store.remove(item)
    yield refused("empty", c.SelectAll(selected=True))


def _wishes(store: Store) -> Iterator[Example]:
    first, second = store.all(WishList, limit=2)
    wish = store.one(Wish, "list_id = ?", first.id)
    new = store.one(Variant, "id NOT IN (SELECT variant_id FROM shop_wish)")
    for make in (c.MakeList, lambda name: c.RenameList(first, name)):
        yield done(make("Housewarming"))
        yield refused("empty", make("  "))
        yield refused("long", make("x" * 61))
        yield refused("taken", make(second.name.upper()))
    yield done(c.DeleteList(second))
    yield done(c.AddToList(new, first))
    yield refused("there", c.AddToList(wish.variant, first))
    yield done(c.RemoveFromList(wish))


def _voices(store: Store) -> Iterator[Example]:
    own, other = store.one(Review, "author = ''"), store.one(Review, "author <> ''")
    fresh = store.one(Product, "id NOT IN (SELECT product_id FROM shop_review WHERE author = '')")
    yield done(c.WriteReview(fresh, "4", "Good but heavy", "I carry it anyway."))
    yield refused("empty", c.WriteReview(fresh, "4", " "))
    yield refused("long", c.WriteReview(fresh, "4", "x" * 101))
    yield refused("once", c.WriteReview(own.product, "4", "Again"))
    yield done(c.EditReview(own, "2", "After a year"))
    yield refused("empty", c.EditReview(own, "2", ""))
    yield refused("long", c.EditReview(own, "2", "Fine", "x" * 2001))
    yield refused("not_yours", c.EditReview(other, "2", "Not mine"))
    yield done(c.DeleteReview(own))
    yield refused("not_yours", c.DeleteReview(other))
    yield done(c.ThankReview(other))
    yield refused("own", c.ThankReview(own))
    with store.writing():
        store.change(other, thanked=True)
    yield refused("twice", c.ThankReview(other))
    yield from _questions(store, fresh)


def _questions(store: Store, product: Product) -> Iterator[Example]:
    asked, strange = store.one(Question, "author = ''"), store.one(Question, "author <> ''")
    with store.writing():
        given = store.add(Answer, question_id=strange.id, author="", text="Yes.", answered_at=store.now)
    yield done(c.AskQuestion(product, "Does it float?"))
    yield refused("empty", c.AskQuestion(product, " "))
    yield refused("long", c.AskQuestion(product, "x" * 301))
    yield done(c.DeleteQuestion(asked))
    yield refused("not_yours", c.DeleteQuestion(strange))
    yield done(c.AnswerQuestion(strange, "It does."))
    yield refused("empty", c.AnswerQuestion(strange, ""))
    yield refused("long", c.AnswerQuestion(strange, "x" * 1001))
    yield done(c.DeleteAnswer(given))
    yield refused("not_yours", c.DeleteAnswer(store.one(Answer, "author <> ''")))


def _addresses(store: Store) -> Iterator[Example]:
    home, other = store.one(Address, '"default" = 1'), store.one(Address, '"default" = 0')
    place = ("12 Kiln Street", "Port Callow", "97484")
    yield done(c.AddAddress("Ada Quill", *place, phone="", default=True))
    yield refused("empty", c.AddAddress(" ", *place))
    yield refused("code", c.AddAddress("Ada Quill", "12 Kiln Street", "Port Callow", "9748"))
    yield refused("taken", c.AddAddress(home.recipient, home.street.upper(), home.city, home.code))
    yield done(c.EditAddress(other, "Ada Quill", *place))
    yield refused("empty", c.EditAddress(other, "Ada Quill", "", "Port Callow", "97484"))
    yield refused("code", c.EditAddress(other, "Ada Quill", "12 Kiln Street", "Port Callow", "Kiln"))
    yield refused("taken", c.EditAddress(other, home.recipient, home.street, home.city, home.code))
    yield done(c.DeleteAddress(other))
    yield refused("default", c.DeleteAddress(home))
    yield done(c.DefaultAddress(other))
    yield refused("default", c.DefaultAddress(home))


def _payments(store: Store) -> Iterator[Example]:
    first, other = store.one(PaymentMethod, '"default" = 1'), store.one(PaymentMethod, '"default" = 0')
    year = store.now.year % 100
    good = ("9000 1111 2222 3333", "Ada Quill", f"08/{year + 2}")
    yield done(c.AddPayment("checking", *good, default=True))
    yield refused("digits", c.AddPayment("checking", "9000", *good[1:]))
    yield refused("holder", c.AddPayment("checking", good[0], " ", good[2]))
    yield refused("month", c.AddPayment("checking", *good[:2], "13/30"))
    yield refused("expired", c.AddPayment("checking", *good[:2], f"01/{year - 1}"))
    yield refused("taken", c.AddPayment(first.purse, f"900011112222{first.ending}", *good[1:]))
    yield done(c.RemovePayment(other))
    yield refused("default", c.RemovePayment(first))
    yield done(c.DefaultPayment(other))
    yield refused("default", c.DefaultPayment(first))


def _buying(store: Store) -> Iterator[Example]:
    how = (store.one(Address), store.one(PaymentMethod))
    plenty, few, none = _plenty(store), _few(store), store.one(Variant, "stock = 0")
    yield done(c.BuyNow(plenty, *how, quantity=2, speed="express", gift_note="For you"))
    yield refused("none", c.BuyNow(plenty, *how, quantity=0))
    yield refused("many", c.BuyNow(plenty, *how, quantity=21))
    yield refused("sold_out", c.BuyNow(none, *how))
    yield refused("few", c.BuyNow(few, *how, quantity=few.stock + 1))
    yield refused("note", c.BuyNow(plenty, *how, gift_note="x" * 241))
    yield refused("empty", c.PlaceOrder(*how))
    with store.writing():
        item = store.add(CartItem, variant_id=plenty.id)
    yield done(c.PlaceOrder(*how))
    yield refused("note", c.PlaceOrder(*how, gift_note="x" * 241))
    with store.writing():
        item = store.change(item, variant_id=few.id, quantity=few.stock + 1)
    yield refused("few", c.PlaceOrder(*how))
    with store.writing():
        store.change(item, variant_id=none.id)
    yield refused("sold_out", c.PlaceOrder(*how))


def _orders(store: Store) -> Iterator[Example]:
    waiting = store.one(Order, "cancelled_at IS NULL", order="placed_at DESC")
    with store.writing():
        waiting = store.change(waiting, shipped_at=None, delivered_at=None)
    there = store.one(Order, "delivered_at IS NOT NULL", order="delivered_at DESC")
    line = there.lines[0]
    yield done(c.CancelOrder(waiting))
    yield refused("shipped", c.CancelOrder(there))
    yield refused("cancelled", c.CancelOrder(store.one(Order, "cancelled_at IS NOT NULL")))
    yield done(c.ReturnItem(line, "damaged"))
    yield refused("count", c.ReturnItem(line, "damaged", line.quantity + 1))
    yield refused("waiting", c.ReturnItem(waiting.lines[0], "damaged"))
    long_ago = store.now - timedelta(days=RETURN_DAYS + 1)
    old = store.one(OrderLine, "order_id IN (SELECT id FROM shop_order WHERE delivered_at < ?)", long_ago)
    yield refused("late", c.ReturnItem(old, "damaged"))
    with store.writing():
        store.change(line, sent_back=line.quantity)
    yield refused("back", c.ReturnItem(line, "damaged"))


def _profile() -> Iterator[Example]:
    yield done(c.SaveProfile("Ada Q."))
    yield refused("empty", c.SaveProfile(" "))
    yield refused("long", c.SaveProfile("x" * 41))
    yield done(c.SaveSettings(history=False, order_mail=True, deal_mail=True, ask_reviews=False))


def _plenty(store: Store) -> Variant:
    return store.one(Variant, "stock > 21 AND id NOT IN (SELECT variant_id FROM shop_cart_item)")


def _few(store: Store) -> Variant:
    return store.one(Variant, "stock BETWEEN 1 AND 9 AND id NOT IN (SELECT variant_id FROM shop_cart_item)")

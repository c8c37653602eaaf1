"""How a life shows at Megacart: the shelves, what one keeps there, and every order's way."""

from lifeworld.apps.shop import shelving
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Settings, Wish, WishList
from lifeworld.life import Life
from lifeworld.life.events import Cancelled, Delivered, Purchase, Repriced, Returned, Shipped
from lifeworld.life.models import Business, Person, me
from lifeworld.store import Store
from lifeworld.web import Handlers

CART, LATER, WISHES = (8, 13), (9, 20), (18, 36)  # the fewest and the most that anybody has
_LISTS = ("Wish List", "Gift ideas", "For the home", "Someday")


def seed(store: Store, life: Life) -> None:
    """Fill the shelves, then the owner's cart, lists, addresses and cards."""
    shelving.fill(store, life)
    first, *rest = me(store).name.split()
    store.add(Settings, public_name=f"{first} {rest[-1][0]}." if rest else first)
    _addresses(store, life)
    _cards(store, life)
    _wanted(store, life)
    shelving.own_words(store, life)


def purchased(store: Store, event: Purchase) -> None:
    """Write an order down and take its articles from the stock."""
    told = ("number", "address", "purse", "delivery", "speed", "gift_note", "arrives")
    recipient = event.recipient or _dweller(store, event.address)
    facts = {name: getattr(event, name) for name in told}
    order = store.add(Order, placed_at=event.at, recipient=recipient, **facts)
    for line in event.lines:
        variant = _variant(store, line.product, line.variant)
        store.add(OrderLine, order_id=order.id, variant_id=variant.id, quantity=line.quantity, price=line.price)
        _restock(store, variant, -line.quantity)


def shipped(store: Store, event: Shipped) -> None:
    order = _order(store, event.number)
    if not order.cancelled_at:
        store.change(order, shipped_at=event.at, carrier=event.carrier, tracking=event.tracking)


def delivered(store: Store, event: Delivered) -> None:
    order = _order(store, event.number)
    if not order.cancelled_at:
        store.change(order, delivered_at=event.at)


def cancelled(store: Store, event: Cancelled) -> None:
    """Close an order and put its articles back on the shelf."""
    order = store.change(_order(store, event.number), cancelled_at=event.at)
    for line in order.lines:
        _restock(store, line.variant, line.quantity)


def returned(store: Store, event: Returned) -> None:
    """Note what went back; it is not sold again."""
    variant = _variant(store, event.product, event.variant)
    order = _order(store, event.number)
    line = store.one(OrderLine, "order_id = ? AND variant_id = ?", order.id, variant.id)
    reasons = dict.fromkeys([*line.reasons, *([event.reason] if event.reason else [])])
    store.change(line, sent_back=line.sent_back + event.quantity, reason=", ".join(reasons))


def repriced(store: Store, event: Repriced) -> None:
    """Change a price; of one that falls the page shows what it was."""
    product = store.one(Product, "key = ?", event.product)
    store.change(product, price=event.price, was=product.price if event.price < product.price else None)


ON: Handlers = {
    Purchase: purchased,
    Shipped: shipped,
    Delivered: delivered,
    Cancelled: cancelled,
    Returned: returned,
    Repriced: repriced,
}


def _order(store: Store, number: str) -> Order:
    return store.one(Order, "number = ?", number)


def _variant(store: Store, key: str, label: str) -> Variant:
    product = store.one(Product, "key = ?", key)
    return next(variant for variant in product.variants if variant.label == label)


def _restock(store: Store, variant: Variant, by: int) -> None:
    store.change(variant, stock=max(0, variant.stock + by))


def _dweller(store: Store, address: str) -> str:
    """Return who lives at an address: the owner, where several do."""
    found = store.first(Person, "address = ?", address)
    return (found or me(store)).name


def _cards(store: Store, life: Life) -> None:
    for purse in ("credit", "checking"):
        told = {"ending": life.card_number(purse)[-4:], "expires": life.card_expires(purse)}
        store.add(PaymentMethod, purse=purse, holder=me(store).name, default=purse == "credit", **told)


def _addresses(store: Store, life: Life) -> None:
    """Keep the owner's home and work, and every other place that something was ever sent to."""
    owner = me(store)
    found = [(owner.name, owner.address)]
    if owner.employer_id:
        found.append((owner.name, store.get(Business, owner.employer_id).address))
    sent_to = {event.address: event.recipient for event in life.events if isinstance(event, Purchase)}
    near = store.all(Person, "relation IN ('partner', 'family')")
    found += [(name or _dweller(store, address), address) for address, name in sent_to.items()]
    found += [(person.name, person.address) for person in near[:2]]
    known: set[str] = set()
    for recipient, address in found:
        if address not in known:
            known.add(address)
            _address(store, recipient, address, default=address == owner.address)


def _address(store: Store, recipient: str, address: str, default: bool) -> None:
    street, _, place = address.rpartition(", ")
    city, _, code = place.rpartition(" ")
    person = store.first(Person, "name = ?", recipient)
    phone = person.phone if person else ""
    store.add(Address, recipient=recipient, street=street, city=city, code=code, phone=phone, default=default)


def _wanted(store: Store, life: Life) -> None:
    """Put things into the cart, aside and on lists, as the owner's orders of the year suggest."""
    rng = life.rng("shop wants")
    lists = [store.add(WishList, name=name) for name in _LISTS]
    cart, later, wishes = (rng.randint(*most) for most in (CART, LATER, WISHES))
    chosen = shelving.liked(store, life, cart + later + wishes)
    for variant in chosen[:cart]:
        quantity = min(rng.choice((1, 1, 1, 1, 2, 2, 3)), variant.stock)
        store.add(CartItem, variant_id=variant.id, quantity=quantity)
    for variant in chosen[cart : cart + later]:
        store.add(CartItem, variant_id=variant.id, later=True)
    for variant in chosen[cart + later :]:
        chosen_list = rng.choices(lists, (5, 3, 3, 2))[0]
        store.add(Wish, list_id=chosen_list.id, variant_id=variant.id)

"""What has happened before a task of several apps begins: evenings, parcels, journeys, and who was there."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop.commands import buying
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.life.events import CardPayment, Delivered, Line, PeerPayment, Planned, Purchase, Shipped
from lifeworld.life.models import Business, Person
from lifeworld.store import Event, Store
from lifeworld.tasks.cross.orders import nth_variant
from lifeworld.tasks.messenger import PEOPLE

ANSWERED = ("accepted", "accepted", "accepted", "accepted")


def friends(store: Store, turn: int, count: int) -> tuple[Person, ...] | None:
    """Return some people with whom one chats, the partner left out, by any number."""
    found = [chat.person for chat in store.all(Chat, PEOPLE) if chat.person.relation != "partner"]
    first = turn % len(found)
    return tuple([*found, *found][first : first + count]) if len(found) >= count else None


def restaurant(store: Store, turn: int) -> Business:
    """Return one of the city's restaurants, by any number."""
    found = store.all(Business, "kind = 'restaurant'")
    return found[turn % len(found)]


def things(store: Store, turn: int, count: int) -> tuple[Variant, ...] | None:
    """Return some things of the shop that were never ordered, of different names, by any number."""
    found = {variant.product.name: variant for variant in (nth_variant(store, turn + step) for step in range(count))}
    return tuple(found.values()) if len(found) == count else None


def evening(
    store: Store, title: str, on: date, guests: tuple[Person, ...], place: str = "", answers: tuple[str, ...] = ANSWERED
) -> Planned:
    """Return an evening of the owner's, gone by or to come, that was planned at least two days ago."""
    return Planned(
        at=min(datetime.combine(on, time(12)), store.now) - timedelta(days=2),
        key=f"given-{title}",
        title=title,
        start=datetime.combine(on, time(19)),
        end=datetime.combine(on, time(22)),
        place=place,
        guests=tuple((guest.id, answer) for guest, answer in zip(guests, answers, strict=False)),
        reminder=60,
    )


def paid_at(on: date, hour: int, place: Business, amount: Money) -> CardPayment:
    """Return what was paid with the credit card somewhere, at some minutes past an hour."""
    at = datetime.combine(on, time(hour, 41))
    return CardPayment(at=at, business_id=place.id, amount=amount, purse="credit")


def sent_me(at: datetime, person: Person, amount: Money, note: str) -> PeerPayment:
    """Return money that somebody has sent."""
    return PeerPayment(at=at, person_id=person.id, amount=amount, outgoing=False, purse="checking", note=note)


def sent_them(at: datetime, person: Person, amount: Money, note: str) -> PeerPayment:
    """Return money that somebody was sent."""
    return PeerPayment(at=at, person_id=person.id, amount=amount, outgoing=True, purse="checking", note=note)


def ordered(store: Store, variant: Variant, at: datetime, arrives: date) -> Purchase:
    """Return an order of one thing, to the owner's own address."""
    product = variant.product
    return Purchase(
        at=at,
        business_id=buying.shop(store).id,
        number=buying.next_number(store),
        lines=(Line(product.key, product.name, variant.label, 1, product.price),),
        delivery=goods.delivery(product.price),
        purse="credit",
        address=store.one(Address, '"default" = 1').line,
        arrives=arrives,
    )


def on_its_way(store: Store, variant: Variant, arrives: date) -> Iterator[Event]:
    """Yield an order of one thing from two days ago, and that it has left since."""
    order = ordered(store, variant, store.now - timedelta(days=2, hours=1), arrives)
    yield order
    yield _shipped(order, store.now - timedelta(hours=9))


def arrived(store: Store, variant: Variant, ago: int) -> Iterator[Event]:
    """Yield an order of one thing that came so many days ago."""
    came = store.now - timedelta(days=ago, hours=3)
    order = ordered(store, variant, came - timedelta(days=4), came.date())
    yield order
    yield _shipped(order, came - timedelta(days=3))
    yield Delivered(at=came, number=order.number)


def _shipped(order: Purchase, at: datetime) -> Shipped:
    tracking = f"SW{int(order.number[-6:]) * 4093:010}"
    return Shipped(at=at, number=order.number, carrier="Swiftlet Couriers", tracking=tracking)


def journey(store: Store, title: str, first: date, nights: int, place: str = "") -> Planned:
    """Return days away that stand in the calendar."""
    start = datetime.combine(first, time())
    return Planned(
        at=store.now - timedelta(days=20),
        key=f"given-{title}",
        title=title,
        start=start,
        end=start + timedelta(days=nights + 1),
        all_day=True,
        place=place,
    )

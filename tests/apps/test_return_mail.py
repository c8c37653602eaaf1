"""What Megacart writes of what comes back: when a parcel can be there, and naming what the order was paid with."""

from datetime import timedelta
from typing import Any

from lifeworld.apps.mail import machines
from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.apps.shop.commands import buying
from lifeworld.apps.shop.orders import Order
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.life.events import Cancelled, Purchase, Returned
from lifeworld.life.events import Line as Article
from lifeworld.world import World

DAY = timedelta(days=1).total_seconds()


def told(world: World, key: str = "returned/%") -> int:
    return world.store.count(Thread, "key LIKE ?", key)


def test_the_shop_has_a_parcel_back_no_sooner_than_it_can(world: World) -> None:
    store, before = world.store, told(world)
    since = store.now - timedelta(days=buying.RETURN_DAYS)
    order = store.all(Order, "delivered_at > ?", since, order="id DESC")[0]
    world.do(buying.ReturnItem(next(line for line in order.lines if line.kept), next(iter(buying.REASONS))))
    world.advance(2 * DAY)
    assert told(world) == before
    world.advance(2 * DAY)
    assert told(world) == before + 1


def test_money_goes_back_to_what_the_order_was_paid_with(world: World) -> None:
    store, seller, thing = world.store, buying.shop(world.store), next(iter(goods.by_key()))
    order = Purchase(
        at=store.now - timedelta(days=20),
        business_id=seller.id,
        number="MC-1",
        lines=(Article(thing, "Desk Lamp", "", 1, Money(3000)),),
        delivery=Money(),
        purse="checking",
        address="",
        arrives=store.now.date(),
    )
    facts: dict[str, Any] = {
        "at": store.now - timedelta(hours=5),
        "business_id": seller.id,
        "number": "MC-1",
        "purse": "credit",
    }
    with store.writing():
        machines.purchase(store, order)
        machines.returned(store, Returned(**facts, product=thing, variant="", amount=Money(3000)))
        machines.cancelled(store, Cancelled(**facts, amount=Money(3000)))
    letters = store.all(Message, order="id")[-2:]
    assert [store.one(Line, "message_id = ? AND text = 'Refunded to'", one.id).value for one in letters] == [
        "Debit card",
        "Debit card",
    ]

"""The year at the online shop: own orders, a standing gift, and what goes wrong with parcels."""

from datetime import datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any

from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import Cancelled, Delivered, Deposit, Line, Purchase, Purse, Returned
from lifeworld.life.goods import Product
from lifeworld.life.models import Person
from lifeworld.life.spending import clock
from lifeworld.life.words.letters import mishaps

SHOP = "megacart"
_AGAIN = Money(1200)  # what costs less may be bought a second time
_OFTEN = 16  # orders a year, beyond which something is always on its way
# What becomes of the owner's own orders, counted back from the latest; all others simply arrive.
_FATES = {0: "placed", 1: "placed", 2: "shipped", 4: "late", 6: "returned", 10: "cancelled", 14: "returned", 18: "late"}


def write(diary: Diary) -> None:
    rng = diary.rng("orders")
    often = diary.bio.orders > _OFTEN
    days = [rng.randint(8, 355) for _ in range(diary.bio.orders - _OFTEN * often)]
    own = [diary.moment(-day, f"{rng.randint(7, 22):02}:{rng.randint(0, 59):02}") for day in days]
    own += [diary.moment(-1, "21:14"), diary.moment(-2, "08:31"), diary.moment(-3, "19:52")] if often else []
    bought: set[str] = set()
    own = [at for at in own if diary.has_card(at.date())]
    for back, at in enumerate(sorted(own, reverse=True)):
        order = diary.rng(f"order {at.isoformat()}")
        _order(diary, at, _basket(diary, bought, order), diary.me, _FATES.get(back, "arrived"), order)
    for one in diary.bio.bought:
        at = diary.moment(one.day, one.clock)
        order = diary.rng(f"order {at.isoformat()}")
        lines = tuple(line(goods.by_key()[key], 1, order) for key in one.products)
        _order(diary, at, lines, diary.me, "arrived", order)
    if diary.bio.orders:
        at = diary.moment(-rng.randint(60, 130), f"{rng.randint(18, 21)}:{rng.randint(10, 59)}")
        order = diary.rng("lost parcel")
        _order(diary, at, _basket(diary, bought, order), diary.me, "lost", order)
    for at, product, to in _gift_days(diary):
        order = diary.rng(f"order {at.isoformat()}")
        _order(diary, at, (line(product, 1, order),), to, "arrived", order)


def _gift_days(diary: Diary) -> list[tuple[datetime, Product, Person]]:
    gift = diary.bio.gift
    if gift is None:
        return []
    rng = diary.rng("gift")
    found: list[tuple[datetime, Product, Person]] = []
    for day in diary.days(-364, 0):
        if day.day == gift.day:
            product = goods.by_key()[gift.products[len(found) % len(gift.products)]]
            at = datetime.combine(day, time(rng.randint(18, 21), rng.randint(0, 59), rng.randint(0, 59)))
            found.append((at, product, diary.people[gift.person]))
    return [one for one in found if one[0] < diary.now]


def _order(diary: Diary, at: datetime, lines: tuple[Line, ...], to: Person, fate: str, rng: Random) -> None:
    at = at.replace(second=rng.randint(0, 59))
    number, promised = order_number(diary, at, rng), rng.randint(3, 5)
    purchase = bought(diary, at, number, lines, to, promised, "credit" if rng.random() < 0.85 else "checking")
    diary.events.append(purchase)
    _journey(diary, purchase, fate, rng)


def order_number(diary: Diary, at: datetime, rng: Random) -> str:
    """Return a number that no order has, not even one of the same minute."""
    taken = {one.number for one in diary.events if isinstance(one, Purchase)}
    drawn = (f"MC-{at:%y%m}-{rng.randint(100_000, 999_999)}" for _ in count())
    return next(number for number in drawn if number not in taken)


def bought(
    diary: Diary, at: datetime, number: str, lines: tuple[Line, ...], to: Person, days: int, purse: Purse
) -> Purchase:
    """Return an order of the owner's, promised in so many days."""
    return Purchase(
        at=at,
        business_id=diary.business(SHOP).id,
        number=number,
        lines=lines,
        delivery=goods.delivery(Money(sum(line.price.cents * line.quantity for line in lines))),
        purse=purse,
        address=to.address,
        recipient="" if to is diary.me else to.name,
        arrives=(at + timedelta(days=days)).date(),
    )


def _journey(diary: Diary, order: Purchase, fate: str, rng: Random) -> None:
    told: dict[str, Any] = {"business_id": order.business_id, "purse": order.purse}
    if fate == "cancelled":
        at = order.at + timedelta(hours=rng.randint(1, 7))
        diary.events.append(Cancelled(at=at, number=order.number, amount=order.total, **told))
        return
    left = order.at.replace(hour=rng.randint(5, 11), minute=rng.randint(0, 59)) + timedelta(days=1)
    parcel = goods.shipped(order.number, left, rng)
    diary.events.append(parcel)
    if fate == "lost":  # looked for, and refunded
        facts = {"number": order.number, "tracking": parcel.tracking, "first": diary.me.first}
        facts["thing"], at, thread = order.lines[0].name, left + timedelta(days=12, hours=3), f"lost-{order.number}"
        diary.events.append(mishaps().lost.sent(at, diary.business("courier"), thread, facts, archived=True))
        at, memo = left + timedelta(days=15), f"Refund: order {order.number} was lost"
        diary.events.append(Deposit(at=at, amount=order.total, memo=memo, **told))
        return
    days = (order.arrives - left.date()).days + (rng.randint(3, 6) if fate == "late" else -rng.choice((0, 0, 0, 1)))
    came = left.replace(hour=rng.randint(9, 17), minute=rng.randint(0, 59)) + timedelta(days=max(1, days))
    diary.events.append(Delivered(at=came, number=order.number))
    if fate == "late":
        evening = diary.rng(f"order {order.number} is late")
        asked = clock(order.arrives + timedelta(days=1), evening.uniform(16, 20.5), evening)
        words = {"thing": order.lines[0].name, "number": order.number}
        diary.given += [Begin("parcel-late", asked, {"b": key}, words) for key in diary.at_home_with()[:1]]
    if fate == "returned":
        line, at = order.lines[0], came + timedelta(days=rng.randint(3, 8), hours=2)
        told |= {"product": line.product, "variant": line.variant, "amount": line.price * line.quantity}
        diary.events.append(Returned(at=at, number=order.number, **told))


def _basket(diary: Diary, bought: set[str], rng: Random) -> tuple[Line, ...]:
    """Return what goes into one order: favourite departments first, popular and affordable things more often.

    Only what costs little is bought a second time.
    """
    favourite = diary.bio.tastes.departments
    limit = Money(round(diary.bio.salary * 100) // 16)
    chosen: dict[str, Line] = {}
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        department = rng.choice(favourite) if rng.random() < 0.75 else rng.choice(goods.departments())
        there = [p for p in goods.of_use(diary.bio.me.facts) if p.department == department]
        fresh = [p for p in there if p.key not in bought or p.price < _AGAIN]
        choice = [p for p in fresh if p.price <= limit] or [min(there, key=lambda p: p.price)]
        product = rng.choices(choice, [p.popularity + 5 for p in choice])[0]
        quantity = rng.choice((1, 1, 1, 2, 2, 3)) if product.several else 1
        chosen[product.key] = line(product, quantity, rng)
        bought.add(product.key)
    return tuple(chosen.values())


def line(product: Product, quantity: int, rng: Random) -> Line:
    return Line(product.key, product.name, rng.choice(product.variants), quantity, product.price)

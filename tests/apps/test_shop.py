"""Megacart's own rules: totals add up, stock is never negative, orders tell their way, filters keep their word."""

from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.catalogue import Filters
from lifeworld.apps.shop.commands.buying import fee, next_number
from lifeworld.apps.shop.models import Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Wish
from lifeworld.apps.shop.views.orders import stages
from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.life.events import Delivered, Purchase, Shipped
from lifeworld.life.models import Person
from lifeworld.store import Sent
from lifeworld.web import Request
from lifeworld.world import World, load

NAMES = ["nora", "desmond", "wilma"]


def how(world: World) -> tuple[Address, PaymentMethod]:
    return world.store.one(Address, '"default" = 1'), world.store.one(PaymentMethod, '"default" = 1')


def plenty(world: World) -> Variant:
    return world.store.one(Variant, "stock > 21 AND id NOT IN (SELECT variant_id FROM shop_cart_item)")


@pytest.mark.parametrize("name", NAMES)
def test_the_shop_is_as_full_as_a_life_leaves_it(name: str) -> None:
    store = World(load(name).data).store
    assert store.count(Product) == 400
    assert 20 <= store.count(Order) <= 60
    assert 8 <= store.count(CartItem, "later = 0") <= 25
    assert 25 <= store.count(CartItem, "later = 1") + store.count(Wish) <= 76
    assert not store.count(Variant, "stock < 0")
    assert store.count(Variant, "stock = 0") > 20
    assert store.count(Review, "author = ''") > 2
    assert store.count(Question, "author = ''") > 1


@pytest.mark.parametrize("name", NAMES)
def test_reviews_are_in_many_words_and_leave_no_slot_open(name: str) -> None:
    store = World(load(name).data).store
    texts = [review.body for review in store.all(Review)]
    assert len(set(texts)) > 0.9 * len(texts)
    texts += [question.text for question in store.all(Question)]
    assert not any("{" in text or "}" in text for text in texts)


def test_an_order_takes_from_the_stock_and_empties_what_was_ticked(world: World) -> None:
    item = world.store.one(CartItem, "later = 0")
    others = world.store.count(CartItem, "later = 0") - 1
    before = item.variant.stock
    world.do(commands.SelectAll(False))
    world.do(commands.SelectItem(item, True))
    purchase: Purchase = world.do(commands.PlaceOrder(*how(world), speed="express"))
    order = world.store.one(Order, "number = ?", purchase.number)
    assert order.total == purchase.total == order.items_total + Money(799)
    assert order.arrives == world.store.now.date() + timedelta(days=2)
    assert world.store.get(Variant, item.variant_id).stock == before - item.quantity
    assert world.store.count(CartItem, "later = 0") == others
    assert world.store.count(Sent, "app = 'shop' AND verb = 'order'") == 1


def test_delivery_is_free_from_thirty_five_dollars() -> None:
    assert fee("standard", Money(3499)) == Money(499)
    assert fee("standard", Money(3500)) == Money(0)
    assert fee("express", Money(100_000)) == Money(799)


def test_order_numbers_follow_from_the_count_and_never_repeat(world: World) -> None:
    variant = plenty(world)
    first = next_number(world.store)
    numbers = [world.do(commands.BuyNow(variant, *how(world))).number for _ in range(5)]
    assert numbers[0] == first
    assert len(set(numbers)) == 5


def test_a_cancelled_order_gives_its_stock_back(world: World) -> None:
    variant = plenty(world)
    purchase = world.do(commands.BuyNow(variant, *how(world), quantity=4))
    order = world.store.one(Order, "number = ?", purchase.number)
    world.do(commands.CancelOrder(order))
    assert world.store.get(Variant, variant.id).stock == variant.stock
    assert world.store.get(Order, order.id).status == "cancelled"
    with pytest.raises(Refused, match="cancelled already"):
        world.do(commands.CancelOrder(order))


def test_a_return_says_what_came_back_and_to_which_card(world: World) -> None:
    line = world.store.one(OrderLine, "sent_back = 1")
    told = f"<b>{line.price}</b> refunded to {line.order.paid_with}"
    assert told in page(world, f"/shop/order/{line.order_id}")
    assert told in world.site.handle(Request("GET", "/shop/orders", (("status", "returned"),))).body.decode()
    back = sum(one.price.cents * one.sent_back for one in world.store.all(OrderLine, "sent_back > 0"))
    assert f"{Money(back)} refunded for" in page(world, "/shop/account")


def test_what_goes_back_in_parts_is_told_with_each_reason(world: World) -> None:
    purchase = world.do(commands.BuyNow(plenty(world), *how(world), quantity=3))
    world.happen(Delivered(at=world.store.now, number=purchase.number))
    line = world.store.one(Order, "number = ?", purchase.number).lines[0]
    for reason in ("damaged", "changed_mind", "damaged"):
        world.do(commands.ReturnItem(world.store.get(OrderLine, line.id), reason))
    shown = page(world, f"/shop/order/{line.order_id}")
    assert "Returned: 3 of 3 · It arrived damaged · I changed my mind<" in shown and "<h2>3 items</h2>" in shown


def test_an_order_goes_from_stage_to_stage(world: World) -> None:
    purchase = world.do(commands.BuyNow(plenty(world), *how(world)))
    order = world.store.one(Order, "number = ?", purchase.number)
    now = world.store.now

    def reached() -> int:
        return sum(stage.reached for stage in stages(world.store.get(Order, order.id), now))

    assert reached() == 1
    world.happen(Shipped(at=now, number=order.number, carrier="Swiftlet Couriers", tracking="SW1"))
    assert reached() == 2
    now += timedelta(days=4)
    assert reached() == 3
    world.happen(Delivered(at=now, number=order.number))
    assert reached() == 4


def test_more_than_there_is_cannot_be_had(world: World) -> None:
    few = world.store.one(Variant, "stock BETWEEN 2 AND 5 AND id NOT IN (SELECT variant_id FROM shop_cart_item)")
    world.do(commands.AddToCart(few, few.stock))
    with pytest.raises(Refused) as refused:
        world.do(commands.AddToCart(few))
    assert refused.value.code == "few"
    with pytest.raises(Refused):
        world.do(commands.BuyNow(few, *how(world), quantity=few.stock + 1))


def test_filters_let_through_what_they_say(world: World) -> None:
    found = catalogue.find(world.store, Filters(low=20, high=60, rating=4, stock=True, sort="price_low"))
    assert found
    assert all(Money(2000) <= item.price <= Money(6000) and item.rating >= 4 and item.stock for item in found)
    assert [item.price for item in found] == sorted(item.price for item in found)
    assert {item.name for item in catalogue.find(world.store, Filters(q="kettles"))} >= {"Electric Kettle 1.7 L"}


def test_a_review_moves_the_average(world: World) -> None:
    product = world.store.one(Product, "fives < 5 AND id NOT IN (SELECT product_id FROM shop_review WHERE author = '')")
    counts, total, _ = catalogue.rating(world.store, product)
    world.do(commands.WriteReview(product, "5", "Splendid"))
    after, more, average = catalogue.rating(world.store, product)
    assert (after[0], more) == (counts[0] + 1, total + 1)
    assert average == next(item for item in catalogue.items(world.store, "p.id = ?", product.id)).rating


def test_a_refused_order_shows_the_reason_beside_the_field(world: World) -> None:
    variant = plenty(world)
    address, method = how(world)
    form = (
        ("token", "session"),
        ("address", str(address.id)),
        ("method", str(method.id)),
        ("speed", "standard"),
        ("quantity", "1"),
        ("gift_note", "x" * 241),
    )
    response = world.site.handle(Request("POST", f"/shop/buy/{variant.id}/review", (), form))
    assert response.status == 422
    assert "Keep it within 240 characters." in response.body.decode()
    assert not world.changes().rows


@pytest.mark.parametrize("status", ["all", "open", "delivered", "cancelled", "returned"])
def test_orders_are_listed_in_every_state(world: World, status: str) -> None:
    response = world.site.handle(Request("GET", "/shop/orders", (("status", status),)))
    assert response.status == 200
    assert b"MC-" in response.body or status == "returned"


@pytest.mark.parametrize("name", NAMES)
def test_nobody_answers_before_the_question(name: str) -> None:
    early = """SELECT a.text FROM shop_answer a JOIN shop_question q ON q.id = a.question_id
        WHERE a.answered_at < q.asked_at"""
    assert not list(World(load(name).data).store.sql(early))


@pytest.mark.parametrize("name", NAMES)
def test_a_sale_is_called_after_the_season(name: str) -> None:
    world = World(load(name).data).start()
    seasons = ("winter", "winter", "spring", "spring", "spring", "summer", "summer", "summer", "autumn", "autumn")
    season = (*seasons, "autumn", "winter")[world.store.now.month - 1]
    assert f"The big {season} sort-out" in page(world, "/shop/")
    world.close()


@pytest.mark.parametrize("path", ["/shop/orders", "/shop/again", "/shop/deals", "/shop/search?deals=1"])
def test_a_long_list_shows_twenty_and_the_way_to_more(world: World, path: str) -> None:
    first = page(world, path)
    assert "Show more" in first
    more = page(world, f"{path}{'&' if '?' in path else '?'}show=40")
    for mark in ('class="order"', 'class="line"', 'class="product"'):
        assert first.count(mark) in (0, 20)
        assert more.count(mark) >= first.count(mark)


def test_all_that_is_wrong_with_an_address_is_told_at_once(world: World) -> None:
    form = (("token", "session"), ("recipient", ""), ("street", " "), ("city", "Port Callow"), ("code", "9748"))
    response = world.site.handle(Request("POST", "/shop/addresses/new", (), form))
    assert response.status == 422
    shown = response.body.decode()
    assert shown.count("This is needed for delivery.") == 2
    assert "A postal code has five digits." in shown


def test_a_card_wanted_at_the_checkout_leads_back_there(world: World) -> None:
    there = "/shop/checkout/payment?address=1"
    assert f'href="{there}"' in page(world, f"/shop/payments/new?after={there}")
    form = (
        ("token", "session"),
        ("purse", "credit"),
        ("number", "9000 1111 2222 3333"),
        ("holder", "Ada Quill"),
        ("expires", f"08/{world.store.now.year % 100 + 2}"),
    )
    response = world.site.handle(Request("POST", "/shop/payments/new", (("after", there),), form))
    assert response.headers["location"] == there


def test_calling_an_order_off_is_asked_with_words_that_cannot_be_mixed_up(world: World) -> None:
    purchase = world.do(commands.BuyNow(plenty(world), *how(world)))
    order = world.store.one(Order, "number = ?", purchase.number)
    shown = page(world, f"/shop/order/{order.id}/cancel")
    assert "Keep the order" in shown
    assert "Cancel this order" in shown


def page(world: World, address: str) -> str:
    path, _, query = address.partition("?")
    pairs = tuple(tuple(pair.split("=", 1)) for pair in query.split("&")) if query else ()
    return world.site.handle(Request("GET", path, pairs)).body.decode()


def test_a_shared_product_arrives_in_each_chat_with_price_and_link_below_the_message(world: World) -> None:
    product, people = world.store.one(Product), tuple(world.store.all(Person, "relation <> 'me'", limit=2))
    world.do(commands.ShareProduct(product, people, "This one?"))
    said = f"This one?\n{product.name}\n{product.price}\n{commands.link_to(product)}"
    assert "megacart.example/" in said and " " not in said.rpartition("\n")[2]
    assert [sent.parts for sent in world.store.all(Sent, "verb = 'message'")] == [(said,), (said,)]
    chats = world.store.sql(
        "SELECT person_id FROM messenger_chat WHERE id IN (SELECT chat_id FROM messenger_message WHERE text = ?)", said
    )
    assert {person for (person,) in chats} == {person.id for person in people}
    with pytest.raises(Refused, match="Choose up to 5 people"):
        world.do(commands.ShareProduct(product, tuple(world.store.all(Person, "relation <> 'me'", limit=6))))


def test_whom_a_product_is_sent_to_is_searched_for(world: World) -> None:
    last = world.store.one(Person, "relation <> 'me'", order="name DESC")
    page = f"/shop/product/{world.store.one(Product).id}/share"
    texts = [
        world.site.handle(Request("GET", page, query)).body.decode()
        for query in ((), (("q", last.name),), (("q", "zz"),))
    ]
    assert [last.name in text.partition("<details>")[0] for text in texts] == [False, True, False]
    assert "Nobody you know is called “zz”." in texts[2]


@pytest.mark.parametrize("world", ["desktop"], indirect=True)
@pytest.mark.parametrize("path", ["/shop/lists", "/shop/again", "/shop/payments", "/shop/orders", "/shop/account"])
def test_a_desktop_marks_one_place(world: World, path: str) -> None:
    marked = LexborHTMLParser(page(world, path)).css('.page [aria-current="page"]')
    assert [link.attributes["href"] for link in marked] == [path]

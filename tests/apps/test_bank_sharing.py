"""Harbour Bank's requests, shared payments and budgets: all cents are there, and nobody pays what was withdrawn."""

from datetime import timedelta

import pytest

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Budget, Entry, MoneyRequest
from lifeworld.apps.bank.views import notices
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Due
from lifeworld.web import Request
from lifeworld.world import World


def others(world: World, count: int) -> list[Person]:
    return world.store.all(Person, "relation <> 'me'", limit=count)


def get(world: World, path: str) -> str:
    return world.site.handle(Request("GET", path, ())).body.decode()


@pytest.mark.parametrize(
    ("cents", "count", "parts"),
    [(1000, 3, [334, 333, 333]), (1001, 3, [334, 334, 333]), (900, 3, [300] * 3), (2, 3, [1, 1, 0])],
)
def test_shares_differ_by_a_cent_at_most_and_add_up(cents: int, count: int, parts: list[int]) -> None:
    assert [part.cents for part in ledger.shares(Money(cents), count)] == parts


def test_a_split_asks_each_for_their_part_whatever_the_order(world: World) -> None:
    charge = world.store.one(Entry, "kind = 'card' AND amount % 4 = -1", order="at DESC")
    people = others(world, 3)
    world.do(bank.SplitPayment(charge, (people[2], people[0], people[1], people[0])))
    asked = world.store.all(MoneyRequest, "entry_id = ?", charge.id)
    assert [one.person_id for one in asked] == [person.id for person in people]
    each = -charge.amount.cents // 4
    assert [one.amount.cents for one in asked] == [each] * 3  # the cent that is over is the owner's


def waiting(world: World, pays: bool) -> MoneyRequest:
    """Ask for amounts until somebody is going to pay, or is not."""
    for cents in range(500, 600):
        before = world.store.count(Due)
        request: MoneyRequest = world.do(bank.RequestMoney(others(world, 1)[0], Money(cents), "Tickets"))
        if (world.store.count(Due) > before) == pays:
            return request
    raise AssertionError("nobody ever does")


def test_a_person_who_pays_settles_the_request(world: World) -> None:
    request = waiting(world, pays=True)
    world.advance(24 * 3600)
    settled = world.store.get(MoneyRequest, request.id)
    entry = world.store.one(Entry, "person_id = ? AND amount = ?", request.person_id, request.amount)
    assert settled.paid_at == entry.at and not settled.open
    assert f"{request.person.name} paid your request" in [notice.title for notice in notices(world.store)]


def test_some_requests_stay_open(world: World) -> None:
    request = waiting(world, pays=False)
    world.advance(24 * 3600)
    assert world.store.get(MoneyRequest, request.id).open


def test_nobody_pays_what_was_withdrawn(world: World) -> None:
    request = waiting(world, pays=True)
    to_come = world.store.count(Due)
    world.do(bank.WithdrawRequest(request))
    assert world.store.count(Due) == to_come - 1
    world.advance(24 * 3600)
    assert not world.store.count(Entry, "person_id = ? AND amount = ?", request.person_id, request.amount)


def test_a_budget_shows_what_is_left_and_warns_when_it_is_over(world: World) -> None:
    category, spent, _count = ledger.spending(world.store, f"{world.store.now:%Y-%m}")[1]
    world.do(bank.SetBudget(category, spent + Money(1)))  # type: ignore[arg-type]
    assert f"$0.01 left of {spent + Money(1)}" in get(world, "/bank/spending")
    assert not [one for one in notices(world.store) if category in one.title]
    world.do(bank.SetBudget(category, spent - Money(1)))  # type: ignore[arg-type]
    assert f"$0.01 over {spent - Money(1)}" in get(world, "/bank/budgets")
    assert [one.title for one in notices(world.store) if category in one.title] == [f"Over budget: {category}"]
    assert world.store.count(Budget, "category = ?", category) == 1


def test_the_line_of_a_balance_says_what_the_statements_say(world: World) -> None:
    account = world.store.one(Account, "kind = 'checking' AND NOT closed")
    ends = dict(ledger.month_ends(world.store, account, 6))
    assert len(ends) == 7 and ends[world.store.now.date()] == ledger.balances(world.store)[account.id].available
    last = world.store.now.date().replace(day=1) - timedelta(days=1)
    assert ends[last] == ledger.statement(world.store, account, f"{last:%Y-%m}").after
    page = get(world, f"/bank/account/{account.id}")
    assert f"{last:%B %Y} {ends[last]}" in page and "<polyline" in page
    world.do(bank.HideNumbers(hide=True))
    assert "<polyline" not in get(world, f"/bank/account/{account.id}")

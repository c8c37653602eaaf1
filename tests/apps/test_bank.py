"""Harbour Bank's own rules: money adds up, both ends agree, refusals leave nothing, schedules settle."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.bank import commands, ledger, life
from lifeworld.apps.bank.ledger import condition, sums
from lifeworld.apps.bank.models import Account, Bill, Card, Entry, Payee, Scheduled
from lifeworld.apps.bank.views import notices
from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued, Cancelled, CardPayment, Line, Purchase, Returned
from lifeworld.life.models import Business, Person
from lifeworld.store import Sent
from lifeworld.web import Request
from lifeworld.web.request import AT_ONCE
from lifeworld.world import World, load

FIFTY = Money(5000)
ON_A_DESKTOP = pytest.mark.parametrize("world", ["desktop"], indirect=True)


def account(world: World, kind: str) -> Account:
    return world.store.one(Account, "kind = ? AND NOT closed", kind)


def get(world: World, path: str, *query: tuple[str, str]) -> str:
    return world.site.handle(Request("GET", path, query)).body.decode()


@pytest.mark.parametrize("name", ["nora", "desmond", "wilma"])
def test_no_account_was_ever_overdrawn(name: str) -> None:
    store = World(load(name).data).store
    lowest = """
        SELECT a.product, a."limit" + min(e.balance) FROM bank_account a JOIN
        (SELECT account_id, sum(amount) OVER (PARTITION BY account_id ORDER BY at, id) AS balance FROM bank_entry) e
        ON e.account_id = a.id GROUP BY a.id
    """
    assert all(cents >= 0 for _, cents in store.sql(lowest))


def test_both_ends_of_a_transfer_move_and_the_sum_stays(world: World) -> None:
    checking, savings = account(world, "checking"), account(world, "savings")
    before = ledger.balances(world.store)
    world.do(commands.Transfer(checking, savings, FIFTY, "For the roof"))
    after = ledger.balances(world.store)
    assert after[checking.id].available == before[checking.id].available - FIFTY
    assert after[savings.id].available == before[savings.id].available + FIFTY
    assert ledger.latest(world.store, savings).counter == checking


def test_a_refused_transfer_leaves_nothing(world: World) -> None:
    checking, savings = account(world, "checking"), account(world, "savings")
    with pytest.raises(Refused) as refused:
        world.do(commands.Transfer(checking, savings, ledger.available(world.store, checking) + Money(1)))
    assert (refused.value.code, refused.value.field) == ("short", "amount")
    assert not world.changes().rows


def test_money_moves_to_the_very_account_that_was_opened(world: World) -> None:
    savings = account(world, "savings")
    opened = world.do(commands.OpenAccount("savings", "Piano", savings, FIFTY))
    world.do(commands.SendMoney(world.store.one(Person, "relation = 'friend'"), opened, Money(2000)))
    assert ledger.available(world.store, opened) == Money(3000)


def test_the_days_limit_counts_what_was_sent_before(world: World) -> None:
    savings, friend = account(world, "savings"), world.store.one(Person, "relation = 'friend'")
    world.do(commands.SendMoney(friend, savings, commands.PEOPLE_LIMIT - Money(100)))
    refused = world.refusal(commands.SendMoney(friend, savings, Money(101)))
    assert refused and "$1.00" in refused.message
    assert world.refusal(commands.SendMoney(friend, savings, Money(100))) is None


def test_a_paid_bill_is_settled_and_leaves_the_device(world: World) -> None:
    bill = world.store.one(Bill, "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)")
    world.do(commands.PayBill(bill, account(world, "savings")))
    assert not world.store.get(Bill, bill.id).open
    assert world.store.one(Entry, "reference = ?", bill.number).amount == -bill.amount
    assert world.store.one(Sent, "app = 'bank'").what == bill.number


def test_open_bills_and_one_that_is_paid_stand_above_those_paid_before(world: World) -> None:
    paid = "paid_at IS NOT NULL AND business_id = ?"
    bill = next(one for one in world.store.all(Bill, "paid_at IS NULL") if world.store.all(Bill, paid, one.business_id))
    latest = world.store.first(Bill, paid, bill.business_id, order="paid_at DESC")
    assert latest
    assert f"/bank/bill/{latest.id}" in get(world, f"/bank/bill/{bill.id}/pay")
    below = world.store.first(Bill, "paid_at IS NOT NULL", order="paid_at DESC, id DESC")
    assert below
    assert f"/bank/bill/{below.id}" in get(world, "/bank/bills")
    assert f"/bank/bill/{below.id}" not in get(world, "/bank/bills", ("q", bill.number))


@ON_A_DESKTOP
def test_a_desktop_has_each_way_to_pay_once(world: World) -> None:
    assert [get(world, path).count('href="/bank/transfer"') for path in ("/bank/", "/bank/move")] == [1, 1]


def test_a_scheduled_bill_is_paid_on_its_day_and_not_once_it_is_called_off(world: World) -> None:
    waiting = world.store.one(Scheduled)
    twin = World(load("nora").data).start()
    twin.do(commands.CancelScheduled(waiting))
    for one in (world, twin):
        one.advance((waiting.on - one.store.now.date() + timedelta(days=1)).total_seconds())
    assert not world.store.get(Bill, waiting.bill_id).open
    assert not world.store.count(Scheduled, "bill_id = ?", waiting.bill_id)
    assert twin.store.get(Bill, waiting.bill_id).open


def test_autopay_schedules_the_next_bill(world: World) -> None:
    payee = world.store.one(Payee, "business_id IS NOT NULL AND autopay_id IS NULL")
    assert payee.business_id
    world.do(commands.StartAutopay(payee, account(world, "savings")))
    due = world.store.now.date() + timedelta(days=9)
    bill = BillIssued(at=world.store.now, business_id=payee.business_id, amount=FIFTY, number="T-1", due=due)
    world.happen(bill)
    assert world.store.one(Scheduled, '"on" = ?', due).account == account(world, "savings")


def test_autopay_from_the_account_that_pays_already_says_so(world: World) -> None:
    payee = world.store.one(Payee, "autopay_id IS NOT NULL")
    sent = (("token", world.token), ("account", str(payee.autopay_id)))
    page = world.site.handle(Request("POST", f"/bank/payee/{payee.id}/autopay", form_pairs=sent))
    assert page.status == 422 and f"The bills of {payee.name} are paid from" in page.body.decode()


@pytest.mark.parametrize(
    ("table", "word", "place"), [("bank_bill", "bill", "bills"), ("bank_payee", "payee", "payees")]
)
@ON_A_DESKTOP
def test_the_side_list_marks_whose_row_is_shown(world: World, table: str, word: str, place: str) -> None:
    row = world.store.value(f"SELECT max(id) FROM {table}")
    marked = LexborHTMLParser(get(world, f"/bank/{word}/{row}")).css('.side-item[aria-current="page"]')
    assert [link.attributes["href"] for link in marked] == [f"/bank/{place}"]


def test_an_order_is_pending_and_its_refund_comes_back(world: World) -> None:
    shop, card = world.store.one(Business, "name = 'Megacart'"), account(world, "credit")
    before = ledger.balances(world.store)[card.id]
    now = world.store.now
    facts = {"at": now, "business_id": shop.id, "number": "T-2", "purse": "credit"}
    lamp = Line("desk-lamp", "Desk lamp", "", 1, Money(4501))
    order = Purchase(**facts, lines=(lamp,), delivery=Money(499), address="", arrives=now.date())
    with world.store.writing():
        life.purchased(world.store, order)
        charged = ledger.balances(world.store)[card.id]
        life.refunded(world.store, Cancelled(**facts, amount=Money(2000)))
        life.refunded(world.store, Returned(**facts, product="desk-lamp", variant="", amount=Money(3000)))
    assert (charged.available, charged.booked) == (before.available - FIFTY, before.booked)
    assert ledger.balances(world.store)[card.id].available == before.available


def test_closing_a_card_waits_for_its_debt(world: World) -> None:
    tideline = world.store.one(Card, "product = 'Tideline'")
    happened = CardPayment(at=world.store.now, business_id=1, amount=FIFTY, purse="credit")
    world.happen(happened)
    owed = ledger.owed(world.store, tideline.account)
    refused = world.refusal(commands.CloseCard(tideline))
    assert refused and str(owed) in refused.message
    world.happen(CardPayment(at=world.store.now, business_id=1, amount=-owed, purse="credit"))
    world.do(commands.CloseCard(tideline))
    assert world.store.get(Account, tideline.account_id).closed


def test_statements_chain_and_end_in_the_balance(world: World) -> None:
    for one in world.store.all(Account, "id IN (SELECT account_id FROM bank_entry)"):
        months = sorted(ledger.months(world.store, one))
        chain = [ledger.statement(world.store, one, month) for month in months]
        this_month = ledger.statement(world.store, one, f"{world.store.now:%Y-%m}")
        for earlier, later in zip(chain, [*chain[1:], this_month], strict=True):
            assert earlier.after == later.before
        assert this_month.after == ledger.balances(world.store)[one.id].available


def test_filters_narrow_and_everything_is_shown_once(world: World) -> None:
    wanted = {"q": "coffee", "flow": "out", "least": Money(600), "most": Money(900)}
    where, args = condition(wanted)
    found = world.store.all(Entry, where, *args)
    assert found and all("Coffee" in entry.title and 600 <= -entry.amount.cents <= 900 for entry in found)
    assert sums(world.store, where, args) == (Money(), -sum((entry.amount for entry in found), Money()))
    links = re.findall(r'href="/bank/entry/(\d+)\?', get(world, "/bank/activity", ("show", "2000")))
    assert len(links) == len(set(links)) == world.store.count(Entry)
    assert len(re.findall('href="/bank/entry/', get(world, "/bank/activity"))) == AT_ONCE


def test_words_are_looked_for_as_they_are_written(world: World) -> None:
    assert world.store.count(Entry, *_with("%")) == 0


def _with(words: str) -> tuple[str, ...]:
    where, args = condition({"q": words})
    return where, *args


def test_all_that_is_wrong_with_a_profile_is_told_at_once(world: World) -> None:
    sent = (("token", world.token), ("preferred_name", " "), ("email", "sam"), ("phone", "555"), ("address", "Quay 1"))
    page = world.site.handle(Request("POST", "/bank/profile", form_pairs=sent)).body.decode()
    for told in ("This can&#39;t be empty.", "Enter an e-mail address", "a phone number of ten digits"):
        assert page.count(told) == 1
    assert not world.changes().rows


def test_no_alert_is_later_than_now(world: World) -> None:
    world.do(commands.SaveAlerts(low=Money(100_000_000)))
    world.advance(timedelta(hours=16).total_seconds())
    assert world.store.now.hour < 6
    assert notices(world.store) and all(notice.at <= world.store.now for notice in notices(world.store))


def test_a_card_number_is_masked_until_asked_for_and_again_later(world: World) -> None:
    card = world.store.one(Card, "NOT closed")
    spaced = " ".join(card.number[i : i + 4] for i in range(0, 16, 4))
    page = f"/bank/card/{card.id}"
    assert spaced not in get(world, page)
    world.do(commands.ShowNumber(card))
    assert spaced in get(world, page)
    world.advance(301)
    assert spaced not in get(world, page)


def test_hidden_numbers_are_on_no_overview(world: World) -> None:
    shown = str(ledger.balances(world.store)[account(world, "savings").id].available)
    assert shown in get(world, "/bank/")
    world.do(commands.HideNumbers(hide=True))
    assert shown not in get(world, "/bank/")
    assert shown not in get(world, f"/bank/account/{account(world, 'savings').id}")


def test_the_wizard_comes_back_to_the_step_that_is_wrong(world: World) -> None:
    same = get(world, "/bank/transfer/amount", ("source", "1"), ("target", "1"))
    assert "Choose two different accounts." in same and 'name="target"' in same
    little = get(world, "/bank/transfer/review", ("source", "1"), ("target", "2"), ("amount", "0"))
    assert "Enter an amount above $0.00." in little and "Confirm" not in little
    assert not world.changes().rows


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Category changed to Groceries."), ("de", "In Lebensmittel eingeordnet.")]
)
def test_what_is_said_of_a_category_names_it(world: World, language: str, said: str) -> None:
    world.look = replace(world.look, language=language)
    entry = world.store.all(Entry, "kind = 'card' AND category = 'Eating out'")[0]
    sent = (("token", world.token), ("category", "Groceries"))
    world.site.handle(Request("POST", f"/bank/entry/{entry.id}/category", form_pairs=sent))
    assert said in get(world, f"/bank/entry/{entry.id}")

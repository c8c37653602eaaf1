"""What holds in every life."""

import re
from collections import Counter
from datetime import timedelta

from lifeworld.apps.messenger.models import PHOTOS
from lifeworld.city.places import find
from lifeworld.life import NAMES, Life, goods, live
from lifeworld.life.audit import times
from lifeworld.life.biographies import biography
from lifeworld.life.diary import is_holiday
from lifeworld.life.events import (
    BillIssued,
    BillPaid,
    Cancelled,
    CardPayment,
    Delivered,
    GroupMade,
    Mailed,
    Messaged,
    Noted,
    PeerPayment,
    Planned,
    Purchase,
    Returned,
    Shipped,
)
from lifeworld.life.ledger import flows
from lifeworld.life.words.plans import plans
from lifeworld.store import Event

TOWNS = {  # of family, and hotels: how numbers there begin
    **dict.fromkeys(("Alder Falls", "Gannet Bay", "Port Callow", "Saltmarsh", "Valmare"), "("),
    **{
        "Ostersiel": "+49 40 66969 ",
        "Puerto Salvia": "+424 555 ",
        "San Telmo": "+424 556 ",
        "Verlaine": "+33 6 39 98 ",
    },
}
EVENING = 17
_MANY = 30  # orders of a year from which on there are some in all stages


def of(life: Life, kind: type[Event]) -> list:
    return [event for event in life.events if isinstance(event, kind)]


def test_events_are_in_order_and_none_is_later_than_now(life: Life) -> None:
    times = [event.at for event in life.events]
    assert times == sorted(times)
    assert life.now - timedelta(days=366) <= times[0]
    assert times[-1] <= life.now < life.ahead[0].at
    assert life.ahead[-1].at <= life.now + timedelta(days=43)


def test_owner_is_first_of_the_people(life: Life) -> None:
    assert [person.id for person in life.people] == list(range(1, biography(life.name).contacts + 2))
    assert [person for person in life.people if person.relation == "me"] == [life.me] == [life.people[0]]


def test_people_and_businesses_are_told_apart_by_name_mail_and_number(life: Life) -> None:
    everyone = [*life.people, *life.businesses]
    for what in ("name", "email", "phone"):
        assert len({getattr(one, what) for one in everyone}) == len(everyone)
    assert [business.id for business in life.businesses] == list(range(1, len(life.businesses) + 1))


def test_nothing_can_exist_outside(life: Life) -> None:
    for one in (*life.people, *life.businesses):
        assert one.email.endswith(".example")
        town, _, code = one.address.split(", ")[-1].rpartition(" ")
        assert one.phone.startswith(TOWNS[town]) and (TOWNS[town] != "(" or ") 555-01" in one.phone)
        assert town != "Port Callow" or code.startswith("974")


def test_events_name_people_and_businesses_that_there_are(life: Life) -> None:
    people = {person.id for person in life.people}
    businesses = {business.id for business in life.businesses}
    for event in (*life.events, *life.ahead):
        assert getattr(event, "person_id", None) in people | {None}
        assert getattr(event, "business_id", None) in businesses | {None}


def test_balances_stay_plausible(life: Life) -> None:
    balance = {purse: amount.cents for purse, amount in life.opening.items()}
    for flow in flows(life.events):
        balance[flow.purse] += flow.amount.cents
        assert flow.amount.cents != 0
        assert -600_000 < balance["credit"] < 30_000, flow
    assert balance["savings"] < 3 * life.opening["savings"].cents + 1_000_000


def test_a_device_is_lived_in(life: Life) -> None:
    """How much there is follows from the life; there is nothing of what its owner does not do."""
    bio = biography(life.name)
    assert min(len(of(life, kind)) for kind in (Messaged, Mailed, Planned, CardPayment, BillPaid)) > 10
    letters = of(life, Mailed)
    assert any(letter.archived for letter in letters) and any(not letter.archived for letter in letters)
    assert any(letter.person_id == life.me.id for letter in letters)
    assert len(of(life, GroupMade)) == len(life.circles)
    chats = {message.chat for message in of(life, Messaged)}
    assert len({group.key for group in of(life, GroupMade)} - chats) <= 2 and len(chats) > len(life.circles)
    assert bool(of(life, Noted)) is bool(life.tastes.lists)
    assert bool(of(life, Purchase)) is bool(bio.orders or bio.gift)


def test_todo_lists_are_partly_done_and_partly_late(life: Life) -> None:
    chores = of(life, Noted)
    still_open = [chore for chore in chores if chore.done_at is None]
    assert {chore.list for chore in chores} - {"Inbox"} == set(life.tastes.lists)
    assert all(chore.at <= (chore.done_at or life.now) <= life.now for chore in chores)
    if chores:  # some keep no lists
        most = 0.9 if life.name.startswith("person-") else 0.5  # some note hardly more than what plans ask of them
        assert 0.15 < 1 - len(still_open) / len(chores) < most
        assert any(chore.due and chore.due < life.now.date() for chore in still_open)
        assert any(chore.due == life.now.date() for chore in still_open)


def test_a_few_bills_are_open(life: Life) -> None:
    paid = Counter(payment.number for payment in of(life, BillPaid))
    issued = {bill.number: bill for bill in of(life, BillIssued)}
    assert len(issued) == len(of(life, BillIssued))
    assert set(paid) <= set(issued) and set(paid.values()) == {1}
    waiting = [bill for number, bill in issued.items() if number not in paid]
    assert 3 <= len(waiting) <= 5
    assert all(bill.due >= life.now.date() for bill in waiting)
    assert all(payment.at > issued[payment.number].at for payment in of(life, BillPaid))


def test_orders_are_in_all_stages(life: Life) -> None:
    orders = {order.number: order for order in of(life, Purchase)}
    shipped = {event.number: event for event in of(life, Shipped)}
    delivered = {event.number: event for event in of(life, Delivered)}
    cancelled = {event.number: event for event in of(life, Cancelled)}
    assert len(orders) == len(of(life, Purchase))
    assert all(orders[number].at < event.at for number, event in shipped.items())
    assert all(shipped[number].at < event.at for number, event in delivered.items())
    assert not set(cancelled) & set(shipped)
    assert all(event.amount == orders[number].total for number, event in cancelled.items())
    if len(orders) > _MANY:
        assert cancelled and len(of(life, Returned)) == 2
        assert any(event.at.date() > orders[number].arrives for number, event in delivered.items())
        recent = [order for order in orders.values() if life.now - order.at < timedelta(days=6)]
        assert sum(order.number not in delivered for order in recent) >= (2 if life.name in NAMES else 1)
    for back in of(life, Returned):
        line = next(line for line in orders[back.number].lines if line.product == back.product)
        assert back.amount == line.price * line.quantity and back.at > delivered[back.number].at


def test_orders_are_of_the_range_at_its_prices(life: Life) -> None:
    for order in of(life, Purchase):
        for line in order.lines:
            product = goods.by_key()[line.product]
            assert (line.name, line.price) == (product.name, product.price)
            assert line.variant in product.variants


def test_a_gift_goes_out_every_month(life: Life) -> None:
    elsewhere = Counter(order.address for order in of(life, Purchase) if order.address != life.me.address)
    assert {*elsewhere.values()} == ({12} if biography(life.name).gift else set())
    assert len(elsewhere) < 2 and elsewhere.keys() <= {person.address for person in life.people[1:]}


def test_invitations_wait_for_an_answer_and_plans_lie_ahead(life: Life) -> None:
    planned = of(life, Planned)
    assert any(event.answer == "invited" and event.start > life.now for event in planned)
    assert sum(event.start > life.now for event in planned) >= 5
    assert any(event.repeats for event in planned)
    assert "Personal" in {event.calendar for event in planned} <= {"Personal", "Work", "Family"}
    assert len({event.key for event in planned}) == len(planned)


def test_amounts_in_chats_are_those_of_the_payments(life: Life) -> None:
    peers = of(life, PeerPayment)
    said = [message for message in of(life, Messaged) if message.text.startswith("Sent you $")]
    for message in said:
        amount = message.text.split()[2].rstrip(",.!")
        near = [p for p in peers if abs(p.at - message.at) < timedelta(days=3)]
        assert amount in {str(payment.amount) for payment in near}, message


def test_messages_come_from_members_after_the_group_was_made(life: Life) -> None:
    groups = {group.key: group for group in of(life, GroupMade)}
    for message in of(life, Messaged):
        if message.chat.startswith("direct:"):
            assert message.sender_id in (life.me.id, int(message.chat.removeprefix("direct:")))
        else:
            group = groups[message.chat]
            assert message.at > group.at
            assert message.sender_id in (life.me.id, *group.members)


def test_no_two_messages_of_a_chat_share_a_moment_and_quotes_point_back(life: Life) -> None:
    moments = Counter((message.chat, message.at) for message in of(life, Messaged))
    assert set(moments.values()) == {1}
    for message in of(life, Messaged):
        if message.answers is not None:
            assert (message.chat, message.answers) in moments and message.answers < message.at


def test_one_payment_was_taken_twice_and_given_back(life: Life) -> None:
    twice = Counter((p.business_id, p.amount, p.at.date()) for p in of(life, CardPayment))
    assert sum(count >= 2 for count in twice.values()) >= 2


def test_what_comes_back_is_left_out_on_holidays(life: Life) -> None:
    on_duty = {one.title for one in biography(life.name).standing if one.holidays}
    for event in of(life, Planned):
        held = {start.date() for start, _ in times(event, life.now)} if event.repeats not in ("", "yearly") else set()
        assert event.title in on_duty or not [day for day in held if is_holiday(day)], event.title


def test_what_is_called_off_is_not_in_the_calendar(written: Life) -> None:
    called_off = [mail for mail in of(written, Mailed) if mail.thread.startswith("cancelled-")]
    assert len(called_off) == (biography(written.name).cancelled is not None)
    for mail in called_off:
        key = mail.thread.removeprefix("cancelled-")
        standing = next(one for one in of(written, Planned) if one.repeats and one.key.startswith(f"{key}-"))
        assert mail.at.date() + timedelta(days=1) in standing.skips


def test_who_lies_in_bed_goes_nowhere_that_evening(life: Life) -> None:
    said = [(one, cause) for one, cause in zip(life.events, life.causes, strict=True) if isinstance(one, Messaged)]
    ill = {one.at.date() for one, cause in said if "bed" in does(cause) and one.sender_id == life.me.id}
    kept = [one for one in of(life, Planned) if not one.all_day and one.answer not in ("invited", "declined")]
    starts = {start for one in kept for start, _ in times(one, life.now)}
    assert not [start for start in starts if start.date() in ill and start.hour >= EVENING]


def test_what_is_remembered_happens_once(life: Life) -> None:
    begun = Counter(plan.rpartition("-")[0] for plan in {cause.partition("/")[0] for cause in life.causes})
    plot = Counter(seed.plan for seed in biography(life.name).plot)
    kinds = {key: kind for key, kind in plans().items() if kind.most == 1}
    assert not [key for key in kinds if begun[f"plans: {key}"] > max(1, plot[key])]


def does(cause: str) -> tuple[str, ...]:
    """Return the deeds of the step of a plan that caused something, such as `plans: lending-2606091530/ask`."""
    plan, _, step = cause.removeprefix("plans: ").partition("/")
    kind = plans().get(plan.rpartition("-")[0])
    return kind.steps[step].does if kind and step in kind.steps else ()


def test_a_weekday_is_dated_from_a_week_ahead(written: Life) -> None:
    """“Thursday” is the next one; a later one has its date."""
    life = written
    moved = {cause.partition("/")[0] for cause in life.causes if "move" in does(cause)}
    starts = {f"plans: {event.key.removeprefix('plan-')}": event.start for event in of(life, Planned)}
    bare = []
    for event, cause in zip(life.events, life.causes, strict=True):
        start = starts.get(cause.partition("/")[0]) if cause.partition("/")[0] not in moved else None
        if isinstance(event, Messaged) and start and (start.date() - event.at.date()).days > 6:
            named = re.search(rf"(?<!that )\b{start:%A}\b( the {start.day})?", event.text)
            with_date = named and (named[1] or f"{start:%B} {start.day}".lower() in event.text.lower())
            bare += [event.text] if named and not with_date else []
    assert bare == []


def test_to_dos_come_after_what_they_come_from() -> None:
    """Where a biography says when; a wrong day is refused."""
    noted = {event.title: event.at.date() for event in of(live("rosalind"), Noted)}
    chores = [chore for chore in biography("rosalind").chores if chore.since is not None]
    days = {chore.title: live("rosalind").now.date() + timedelta(days=chore.since or 0) for chore in chores}
    assert chores and days == {title: noted[title] for title in days}


def test_nobody_pays_with_a_card_that_is_blocked() -> None:
    life, lost = live("rosalind"), biography("rosalind").no_card
    assert lost
    first, last = (life.now.date() - timedelta(days=ago) for ago in lost)
    paid = [event for event in of(life, CardPayment) + of(life, Purchase) if first <= event.at.date() <= last]
    assert paid == []


def test_who_lives_together_has_one_address(written: Life) -> None:
    bio, by_name = biography(written.name), {person.name: person for person in written.people}
    keys = {who.key: by_name[who.name].address for who in (bio.me, *bio.cast)}
    for who in bio.cast:
        together = "me" if who.relation == "partner" else who.home
        assert together not in keys or keys[who.key] == keys[together]


def test_neighbours_live_in_the_same_street(written: Life) -> None:
    own = {written.people[number + 1].name for number, who in enumerate(biography(written.name).cast) if who.home}
    homes = [person.address for person in written.people if person.relation == "neighbour" and person.name not in own]
    street = _street(written.me.address)
    assert {_street(home) for home in homes} <= {street} and len({*homes, written.me.address}) == len(homes) + 1
    assert all(find(home) for home in homes), "a number that the street has not"


def _street(address: str) -> str:
    return address.partition(" ")[2].partition(",")[0]


def test_grown_people_alone_work_and_are_friends(written: Life) -> None:
    near = {who.name for who in biography(written.name).cast}
    young = [
        who for who in written.people if who.name not in near and (written.now.date() - who.birthday).days < 18 * 365
    ]
    assert young == []


def test_nobody_orders_for_an_animal_that_they_have_not(written: Life) -> None:
    facts = biography(written.name).me.facts
    mine = [e for e in written.events if isinstance(e, Purchase) and e.address == written.me.address]
    pets = {goods.by_key()[line.product].pet for order in mine for line in order.lines}
    assert pets <= {"", *facts}


def test_photos_are_some_that_chatter_has(life: Life) -> None:
    assert {event.photo for event in of(life, Messaged)} <= {"", *PHOTOS}
    assert {step.photo for kind in plans().values() for step in kind.steps.values()} == {"", *PHOTOS}


def test_who_invites_is_awake_and_does_not_do_it_by_the_clock(life: Life) -> None:
    invited = [event for event in of(life, Planned) if event.organiser_id not in (None, life.me.id)]
    assert all(event.at.hour >= 6 or event.at.hour < 2 for event in invited)
    moments = Counter((event.title, event.at.weekday(), event.at.hour, event.at.minute) for event in invited)
    assert max(moments.values(), default=1) == 1

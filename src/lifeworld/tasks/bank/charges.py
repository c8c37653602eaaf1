"""Charges filed under a category, and disputed."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Category, Dispute, Entry, Reason
from lifeworld.life.events import CardPayment
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Line,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    chosen,
    clocks,
    derived,
    link,
    money,
    number,
    option,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import BOOKED, filtered, go, listed, look_for, open_entry, open_spending, recent
from lifeworld.tasks.bank.spending import CARD, spent_on

NEAR = timedelta(minutes=2)  # so close together, the same sum at the same place was taken twice
LATELY = timedelta(days=14)
FITTING: dict[str, tuple[Category, ...]] = {  # what else a charge of a category may sensibly be filed under
    "Groceries": ("Home", "Giving", "Other"),
    "Eating out": ("Leisure", "People", "Other"),
    "Transport": ("Travel", "Leisure", "Other"),
    "Travel": ("Leisure", "People", "Other"),
    "Home": ("Shopping", "Other"),
    "Shopping": ("Home", "Giving", "Leisure", "Other"),
    "Leisure": ("People", "Education", "Other"),
    "Health": ("Shopping", "People", "Other"),
    "Giving": ("People", "Other"),
}
REASONS: dict[Reason, tuple[str, str]] = {
    "not mine": ("I didn't make this payment", "I never made that payment"),
    "wrong amount": ("The amount is wrong", "the amount is wrong"),
    "not received": ("I never got what I paid for", "I never got what I paid for"),
}


class Filed:
    """A recent charge and another category that it may be filed under."""

    entry: Entry = pick(Entry, lambda entry: recent(entry) and entry.category in FITTING, where=BOOKED)
    amount: Money = derived(lambda entry: -entry.amount)
    which: int = number(0, 11)
    filing: Category = derived(lambda entry, which: FITTING[entry.category][which % len(FITTING[entry.category])])


class FileUnder(Filed, Task):
    """A charge is filed under another category and gets a note."""

    goals = [
        "File the {entry.title:bare} charge of {entry.at} for {amount} under {filing} and put the note “{note}” on it.",
        "The {amount} that I paid at {entry.title} on {entry.at} should be filed under {filing}. Change that, and "
        "note “{note}”.",
        "In my transactions, find {entry.title}, {amount}, {entry.at}. Set its category to {filing} and add "
        "the note “{note}”.",
    ]

    note: str = phrase("keep the receipt", "ask for half of it back", "paid for a friend", "look at this again")

    def effects(self) -> Commands:
        yield bank.Recategorise(self.entry, self.filing)
        yield bank.Annotate(self.entry, self.note)

    @way
    def noted_first(self, user: User) -> None:
        for command in reversed([*self.effects()]):
            user.do(command)


class FileAndTellTheSum(Filed, Task):
    """A charge is filed under another category, and what that category then comes to is told."""

    goals = [
        "File the {entry.title:bare} charge of {entry.at} for {amount} under {filing}, and tell me what {filing} comes "
        "to in {month} then.",
        "The {amount} at {entry.title} on {entry.at} belongs under {filing}. Change that; what have I spent on "
        "{filing} in {month} with it counted in?",
        "Set the category of my {entry.at} payment to {entry.title} ({amount}) to {filing}. I'd then like to know the "
        "{filing} total of {month}.",
    ]

    month: str = derived(lambda entry: f"{entry.at:%B %Y}")

    def effects(self) -> Commands:
        yield bank.Recategorise(self.entry, self.filing)

    def answer(self, store: Store) -> Money | None:
        return Money(spent_on(store, self._first).get(self.filing, 0)) or None

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(open_spending(user, self._first)[self.filing])

    @property
    def _first(self) -> date:
        return self.entry.at.date().replace(day=1)


class DisputeLatest(Task):
    """The latest charge of a shop is disputed."""

    goals = [
        "Dispute my most recent booked charge from {business.name}: {because}.",
        "Something is off with the last booked card payment at {business.name}: {because}. Dispute it for that reason.",
        "Tell Harbour Bank that I don't accept the latest booked {business.name:bare} charge, because {because}.",
    ]
    tags = ["look-up"]

    reason: Reason = phrase(*REASONS)
    because: str = derived(lambda reason: REASONS[reason][1])
    business: Business = pick(
        Business,
        lambda business, reason: (
            last_charge(business) is not None and (reason != "not received" or business.category == "Shopping")
        ),
    )

    def effects(self) -> Commands:
        yield bank.DisputeCharge(sure(last_charge(self.business)), self.reason)

    def solution(self, user: User) -> None:
        self.dispute(user, filtered(user, CARD, self.business.name))

    @way
    def filtered_before_searching(self, user: User) -> None:
        filtered(user, CARD)
        look_for(user, "Search transactions", self.business.name)
        self.dispute(user, listed(user, self.business.name))

    def dispute(self, user: User, found: list[Line]) -> None:
        """Dispute the first of the charges that is booked."""
        user.click(link(next(line.names[0] for line in found if "pending" not in line.names[0])))
        user.click(link("Dispute charge"))
        user.click(option(REASONS[self.reason][0]))
        user.click(button("Send dispute"))


class DisputeAndTellTheAmount(DisputeLatest):
    """The latest charge of a shop is disputed, and how much it was is told."""

    goals = [
        "Dispute my most recent booked charge from {business.name}: {because}. How much was it?",
        "The last booked card payment at {business.name} isn't right: {because}. Dispute it for that reason and tell "
        "me the amount.",
        "Let Harbour Bank know that I don't accept the latest booked {business.name:bare} charge, because {because}, "
        "and tell me how much they took.",
    ]

    def answer(self, store: Store) -> Money:
        return -store.one(Dispute, order="id DESC").entry.amount

    def dispute(self, user: User, found: list[Line]) -> None:
        super().dispute(user, found)
        go(user, "More", "Disputes")
        user.say(amounts(user.page.line(self.business.name).text)[0])


def last_charge(business: Business) -> Entry | None:
    """Return the last booked card payment at a business, if it can be disputed."""
    store = business.store
    entry = store.first(Entry, f"{BOOKED} AND business_id = ?", business.id, order="at DESC, id DESC")
    if entry is None or store.now - entry.at > timedelta(days=100):
        return None
    return None if twice(entry, store) or store.count(Dispute, "entry_id = ?", entry.id) else entry


def twice(entry: Entry, store: Store) -> bool:
    """Return whether a charge stands twice in the ledger, within two minutes."""
    same = "kind = 'card' AND business_id = ? AND amount = ? AND at BETWEEN ? AND ?"
    found = store.count(Entry, same, entry.business_id, entry.amount, entry.at - NEAR, entry.at + NEAR)
    return entry.kind == "card" and found > 1


class FindDoubleCharge(Task):
    """Of the last days' charges of a kind, the one that was taken twice is found and disputed."""

    goals = [
        "Somebody charged me twice for the same thing in the last two weeks. It is among what the bank files under "
        "{filing}. Find it and dispute one of the two charges for that reason.",
        "I have a feeling that one of my card payments of the past fourteen days, category {filing}, was taken twice. "
        "Look for it, and dispute either of the two as charged twice.",
        "Go through my {filing} card purchases of the last two weeks: one appears twice within a minute or so. "
        "Dispute one of the pair, with the reason that I was charged twice.",
    ]
    tags = ["look-up", "compare", "choice"]

    filing: str = phrase("Eating out", "Transport", "Shopping", "Leisure")
    which: int = number(0, 59)
    amount: Money = money(6, 70)
    ago: int = number(2, 12)
    business: int = derived(lambda store, filing, which: usual(store, filing, which))

    def setup(self, store: Store) -> Setup:
        noon = datetime.combine(store.now.date() - timedelta(days=self.ago), time(12, self.which))
        for seconds in (8, 51):
            yield CardPayment(
                at=noon + timedelta(seconds=seconds), business_id=self.business, amount=self.amount, purse="credit"
            )

    def effects(self) -> Commands:
        filing = self.filing
        doubled = chosen(
            Entry, lambda row, store, now: now - row.at < LATELY and row.category == filing and twice(row, store)
        )
        yield bank.DisputeCharge(doubled, "charged twice")

    def solution(self, user: User) -> None:
        lines = filtered(user, {"Type": "Card purchases", "Category": self.filing, "From date": user.today - LATELY})
        user.click(link(repeated([line.names[0] for line in lines])))
        user.click(link("Dispute charge"))
        user.click(option("I was charged twice"))
        user.click(button("Send dispute"))


def repeated(names: list[str]) -> str:
    """Return the first of a ledger's lines that the next one repeats: same place, sum and day, a minute or so apart."""
    return next(one for one, other in pairwise(names) if _marks(one) == _marks(other) and _apart(one, other) <= NEAR)


def _marks(name: str) -> str:
    place, rest = name.split(", ", 1)
    amount, when = rest.split(", ")[:2]
    return f"{place} {amount} {when.rsplit(' ', 2)[0]}"


def _apart(one: str, other: str) -> timedelta:
    first, second = (datetime.combine(date.min, clocks(name)[0]) for name in (one, other))
    return abs(first - second)


def usual(store: Store, filing: str, which: int) -> int | None:
    """Return one of the businesses of a category that the person pays by card."""
    paid = "category = ? AND id IN (SELECT business_id FROM bank_entry WHERE kind = 'card')"
    found = store.all(Business, paid, filing)
    return found[which % len(found)].id if found else None


class WithdrawDispute(Task):
    """A dispute is taken back."""

    goals = [
        "Withdraw my dispute about {entry.title}, {entry.at}; that charge was right after all.",
        "I was wrong about the {entry.title:bare} charge of {entry.at}. Take my dispute back.",
        "Cancel the dispute that I have open with Harbour Bank over what I paid at {entry.title} on {entry.at}.",
    ]

    entry: Entry = pick(
        Entry,
        lambda entry, store: recent(entry) and all(one.entry.title != entry.title for one in store.all(Dispute)),
        where=BOOKED,
    )
    reason: Reason = phrase("not mine", "wrong amount")

    def setup(self) -> Setup:
        yield bank.DisputeCharge(self.entry, self.reason)

    def effects(self, store: Store) -> Commands:
        yield bank.WithdrawDispute(store.one(Dispute, "entry_id = ?", self.entry.id))

    def solution(self, user: User) -> None:
        go(user, "More", "Disputes", self.entry.title)
        user.click(button("Withdraw dispute"))

    @way
    def from_the_transactions(self, user: User) -> None:
        open_entry(user, self.entry.title, self.entry)
        user.click(button("Withdraw dispute"))

"""Charges filed under a category, and disputed."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Dispute, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business
from lifeworld.scenarios import Scenario, User, button, chosen, derived, field, link, option, phrase, pick
from lifeworld.scenarios.bank.ways import BOOKED, go, open_entry, open_filters, recent
from lifeworld.store import Store


class FileUnder(Scenario):
    """A charge is filed under another category and gets a note."""

    goals = [
        "File the {entry.title} charge of {entry.at} for {amount} under {filing} and put the note “{note}” on it.",
        "The {amount} that I paid at {entry.title} on {entry.at} belongs to {filing}. Change it, and note “{note}”.",
        "In my transactions, find {entry.title}, {amount}, {entry.at}. Set its category to {filing} and add "
        "the note “{note}”.",
    ]

    entry: Entry = pick(Entry, recent, where=BOOKED)
    amount: Money = derived(lambda entry: -entry.amount)
    filing: str = phrase("Giving", "Education", "Insurance", "Travel")
    note: str = phrase("ask for it back", "for the taxes", "shared with work")

    def effects(self):
        yield bank.Recategorise(self.entry, self.filing)
        yield bank.Annotate(self.entry, self.note)

    def solution(self, user):
        open_entry(user, self.entry.title, self.entry)
        user.click(link("Change category"))
        user.choose(field("Category"), self.filing)
        user.click(button("Save"))
        user.click(link("Add note"))
        user.fill(field("Note"), self.note)
        user.click(button("Save"))


class DisputeLatest(Scenario):
    """The latest charge of a shop is disputed."""

    goals = [
        "Dispute my most recent booked charge from {business.name}: I was charged twice.",
        "{business.name} charged me twice, look at the last booked payment there. Dispute it for that reason.",
        "Tell Harbour Bank that the latest booked {business.name} charge was taken twice.",
    ]
    tags = ["look-up"]

    business: Business = pick(Business, lambda business: last_charge(business) is not None)

    def effects(self):
        yield bank.DisputeCharge(last_charge(self.business), "charged twice")

    def solution(self, user):
        open_entry(user, self.business.name, last_charge(self.business))
        say_charged_twice(user)


def last_charge(business: Business) -> Entry | None:
    """Return the last booked card payment at a business, if it can be disputed."""
    store = business.store
    entry = store.first(Entry, f"{BOOKED} AND business_id = ?", business.id, order="at DESC, id DESC")
    if entry is None or store.now - entry.at > timedelta(days=100):
        return None
    return None if twice(entry, store) or store.count(Dispute, "entry_id = ?", entry.id) else entry


def twice(entry: Entry, store: Store) -> bool:
    """Return whether a charge stands twice in the ledger, within two minutes."""
    near = timedelta(minutes=2)
    same = "kind = 'card' AND business_id = ? AND amount = ? AND at BETWEEN ? AND ?"
    found = store.count(Entry, same, entry.business_id, entry.amount, entry.at - near, entry.at + near)
    return entry.kind == "card" and found > 1


class FindDoubleCharge(Scenario):
    """Of the last days' charges, the one that was taken twice is found and disputed."""

    goals = [
        "Some shop charged me twice for the same thing in the last two weeks. Find it and dispute one of the two "
        "charges for that reason.",
        "I have a feeling that a card payment of the past fourteen days was taken twice. Look for it, and dispute "
        "either of the two as charged twice.",
        "Go through my card purchases of the last two weeks: one appears twice within a minute or so. Dispute one of "
        "the pair, with the reason that I was charged twice.",
    ]
    tags = ["look-up", "compare"]

    def effects(self):
        doubled = chosen(Entry, lambda row, store, now: now - row.at < timedelta(days=14) and twice(row, store))
        yield bank.DisputeCharge(doubled, "charged twice")

    def solution(self, user):
        open_filters(user)
        user.choose(field("Type"), "Card purchases")
        user.click(button("Apply filters"))
        names = [node.name for node in user.now.tree.all("link") if "−$" in node.name]
        marks = [name.rsplit(":", 1)[0] for name in names]
        user.click(link(next(name for name, mark in zip(names, marks, strict=True) if marks.count(mark) > 1)))
        say_charged_twice(user)


def say_charged_twice(user: User) -> None:
    """Dispute the charge that is open."""
    user.click(link("Dispute charge"))
    user.click(option("I was charged twice"))
    user.click(button("Send dispute"))


class WithdrawDispute(Scenario):
    """A dispute is taken back."""

    goals = [
        "Withdraw the dispute about {dispute.entry.title}, the fare was right after all.",
        "I was wrong about the {dispute.entry.title} charge. Take my dispute back.",
        "Cancel the dispute that I have open with Harbour Bank over {dispute.entry.title}.",
    ]

    dispute: Dispute = pick(Dispute)

    def effects(self):
        yield bank.WithdrawDispute(self.dispute)

    def solution(self, user):
        go(user, "More", "Disputes", self.dispute.entry.title)
        user.click(button("Withdraw dispute"))

"""What one does to a line of the ledger: file it, note something, dispute it."""

from datetime import timedelta

from lifeworld.apps.bank.models import Category, Dispute, Entry, Reason
from lifeworld.store import Command, Store, tell

LONGEST_NOTE = 140
DISPUTABLE = timedelta(days=120)


class Recategorise(Command, seen_by="nobody"):
    """File a transaction under another category."""

    entry: Entry
    category: Category
    refusals = {"same": "It is filed under {category} already.", "transfer": "Transfers keep their category."}

    def run(self, store: Store) -> Entry:
        if self.entry.kind in ("transfer", "opening"):
            raise self.refuse("transfer")
        if self.entry.category == self.category:
            raise self.refuse("same", "category", category=self.category)
        return store.change(self.entry, category=self.category)


class Annotate(Command, seen_by="nobody"):
    """Put a note of one's own on a transaction; an empty one takes it off."""

    entry: Entry
    note: str = ""
    refusals = {"long": "Keep the note under 140 characters."}

    def run(self, store: Store) -> Entry:
        note = " ".join(self.note.split())
        if len(note) > LONGEST_NOTE:
            raise self.refuse("long", "note")
        return store.change(self.entry, note=note)


class DisputeCharge(Command, seen_by="the bank"):
    """Tell the bank that a card charge is wrong."""

    entry: Entry
    reason: Reason
    details: str = ""
    refusals = {
        "already": "You have disputed this charge already.",
        "no_charge": "Only a card payment can be disputed.",
        "pending": "This charge is still pending. You can dispute it once it is booked.",
        "old": "A charge can be disputed for 120 days.",
    }

    def run(self, store: Store) -> Dispute:
        entry = self.entry
        if entry.kind != "card":
            raise self.refuse("no_charge")
        if entry.pending:
            raise self.refuse("pending")
        if store.now - entry.at > DISPUTABLE:
            raise self.refuse("old")
        if store.count(Dispute, "entry_id = ?", entry.id):
            raise self.refuse("already")
        details = self.details.strip()
        tell(store, "bank", "dispute", entry.title, self.reason, details=details)
        return store.add(Dispute, entry_id=entry.id, reason=self.reason, details=details, opened_at=store.now)


class WithdrawDispute(Command, seen_by="the bank"):
    """Take a dispute back."""

    dispute: Dispute

    def run(self, store: Store) -> Entry:
        entry = self.dispute.entry
        store.remove(self.dispute)
        tell(store, "bank", "withdraw dispute", entry.title, self.dispute.reason)
        return entry

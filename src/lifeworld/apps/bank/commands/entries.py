"""What one does to a line of the ledger: file it, note something, dispute it."""

from datetime import timedelta
from typing import Any

from lifeworld.apps.bank.models import Category, Dispute, Entry, Reason
from lifeworld.store import NOW, Add, Edit, Remove, Store, ask, line, tell, text

DISPUTABLE = timedelta(days=120)
REASONS = {
    "not mine": "I didn't make this payment",
    "charged twice": "I was charged twice",
    "wrong amount": "The amount is wrong",
    "not received": "I never got what I paid for",
}


class Recategorise(Edit, seen_by="nobody"):
    """File a transaction under another category."""

    entry: Entry
    category: Category = ask("Category", hint="Only this transaction is filed anew.")
    refusals = {"already": "It is filed under {category} already.", "transfer": "Transfers keep their category."}

    def check(self, store: Store) -> None:
        self.need(self.entry.kind not in ("transfer", "opening"), "transfer")


class Annotate(Edit, seen_by="nobody"):
    """Put a note of one's own on a transaction; an empty one takes it off."""

    entry: Entry
    note: str = line("Note", longest=140, default="", hint="Only you see it. It can be searched for.")


class DisputeCharge(Add, of=Dispute, sets={"opened_at": NOW}, seen_by="the bank"):
    """Tell the bank that a card charge is wrong."""

    entry: Entry
    reason: Reason = ask("What is wrong?", kind="radio", choices=REASONS)
    details: str = text("Details", default="", hint="Anything that helps us to look into it.")
    refusals = {
        "already": "You have disputed this charge already.",
        "no_charge": "Only a card payment can be disputed.",
        "pending": "This charge is still pending. You can dispute it once it is booked.",
        "old": "A charge can be disputed for 120 days.",
    }

    def check(self, store: Store) -> None:
        self.need(self.entry.kind == "card", "no_charge")
        self.need(not self.entry.pending, "pending")
        self.need(store.now - self.entry.at <= DISPUTABLE, "old")
        self.need(not store.count(Dispute, "entry_id = ?", self.entry.id), "already")

    def run(self, store: Store) -> Any:
        tell(store, "bank", "dispute", self.entry.title, self.reason, details=self.details)
        return super().run(store)


class WithdrawDispute(Remove, seen_by="the bank"):
    """Take a dispute back."""

    dispute: Dispute

    def run(self, store: Store) -> Any:
        tell(store, "bank", "withdraw dispute", self.dispute.entry.title, self.dispute.reason)
        return super().run(store)

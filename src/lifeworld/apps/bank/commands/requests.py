"""Money that is asked for: of a person, or of several, each a share of a card payment."""

from typing import Any

from lifeworld.apps.bank.ledger import shares
from lifeworld.apps.bank.models import Entry, MoneyRequest
from lifeworld.apps.bank.schedule import call_off
from lifeworld.core.money import Money
from lifeworld.life.events import MoneyAsked
from lifeworld.life.models import Person
from lifeworld.store import Command, Remove, Store, ask, line, tell


class RequestMoney(Command, seen_by="who is asked"):
    """Ask a person for money. The request stays open until they pay it, or it is withdrawn."""

    person: Person
    amount: Money = ask("Amount", positive="Enter an amount above $0.00.")
    note: str = line("What is it for?", longest=140, default="", placeholder="Your half of the taxi")
    refusals = {
        "self": "That's you. Ask somebody else.",
        "already": "You have asked {person.first} for this already.",
    }

    def run(self, store: Store) -> MoneyRequest:
        same = "paid_at IS NULL AND person_id = ? AND amount = ? AND note = ?"
        self.need(self.person.relation != "me", "self")
        self.need(not store.count(MoneyRequest, same, self.person.id, self.amount, self.note), "already", "amount")
        return _request(store, self.person, self.amount, self.note)


class SplitPayment(Command, seen_by="who is asked"):
    """Share a card payment with people, oneself included: each is asked for an equal part."""

    entry: Entry
    people: tuple[Person, ...] = ask("Split with", default=(), empty="Choose at least one person.")
    refusals = {
        "no_charge": "Only a card payment can be split.",
        "already": "You have split this payment already.",
        "self": "Your own share stays with you. Choose the others.",
        "small": "{amount} can't be shared by so many.",
    }

    def run(self, store: Store) -> Entry:
        self.need(self.entry.kind == "card", "no_charge")
        self.need(not store.count(MoneyRequest, "entry_id = ?", self.entry.id), "already")
        self.need(all(person.relation != "me" for person in self.people), "self", "people")
        people = sorted({*self.people}, key=lambda person: person.id)
        parts = shares(-self.entry.amount, len(people) + 1)
        self.need(parts[-1], "small", "people", amount=-self.entry.amount)
        for person, part in zip(people, parts[1:], strict=True):
            _request(store, person, part, self.entry.title, self.entry)
        return self.entry


class WithdrawRequest(Remove, seen_by="who is asked"):
    """Take a request back that nobody has paid yet."""

    request: MoneyRequest
    refusals = {"paid": "{request.person.first} has paid this already."}

    def check(self, store: Store) -> None:
        self.need(self.request.open, "paid")

    def run(self, store: Store) -> Any:
        request = super().run(store)
        call_off(store, request)
        tell(store, "bank", "withdraw request", request.person.name, request.amount, request.note)
        return request


def _request(store: Store, person: Person, amount: Money, note: str, entry: Entry | None = None) -> MoneyRequest:
    tell(store, "bank", "request money", person.name, amount, note)
    store.emit(MoneyAsked(at=store.now, person_id=person.id, amount=amount, note=note))
    split = {"entry_id": entry.id} if entry else {}
    return store.add(MoneyRequest, person_id=person.id, amount=amount, note=note, asked_at=store.now, **split)

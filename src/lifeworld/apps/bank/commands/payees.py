"""Whom one pays: payees, and the people who stand on top; whom one asks for money, alone or as a share of a payment."""

from typing import Any

from lifeworld.apps.bank.commands.payments import call_off
from lifeworld.apps.bank.ledger import OPEN, PRIMARY_FIRST, labelled, shares
from lifeworld.apps.bank.models import Account, Bill, Category, Entry, Favourite, MoneyRequest, Payee
from lifeworld.core.money import Money
from lifeworld.life.events import MoneyAsked
from lifeworld.life.models import Person
from lifeworld.store import NOW, Add, Command, Edit, Remove, Row, Store, Verb, ask, line, tell

LONGEST, SAMPLE = 60, "Weaver Street Nursery"
EMPTY, TAKEN = "Enter the payee's name.", "{name} is among your payees already."
NUMBER, PRINTED = "Customer or account number", "As shown on your bill."
NUMBERS = r"[- ]*(?:[A-Za-z0-9][- ]*){4,20}"
NO_NUMBER = "Enter your customer or account number: 4 to 20 letters and digits."
OPTIONAL = "Optional; only you see it."


class _Payee(Verb, seen_by="nobody"):
    def columns(self, store: Store) -> dict[str, Any]:
        own = super().columns(store)
        return {**own, "reference": own["reference"].upper()}


class AddPayee(_Payee, Add, of=Payee, sets={"added_at": NOW}, seen_by="nobody"):
    """Add someone to pay by name."""

    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN, placeholder=SAMPLE)
    reference: str = line(NUMBER, hint=PRINTED, like=NUMBERS, unlike=NO_NUMBER)
    category: Category = ask("Category", default="Other")
    nickname: str = line("Nickname", longest=LONGEST, default="", hint=OPTIONAL)


class EditPayee(_Payee, Edit, seen_by="nobody"):
    """Change a payee's name, number, category and nickname."""

    payee: Payee
    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN, placeholder=SAMPLE)
    reference: str = line(NUMBER, hint=PRINTED, like=NUMBERS, unlike=NO_NUMBER)
    category: Category = ask("Category", default="Other")
    nickname: str = line("Nickname", longest=LONGEST, default="", hint=OPTIONAL)


class DeletePayee(Remove, seen_by="nobody"):
    """Delete a payee. What was paid stays in the ledger."""

    payee: Payee
    refusals = {"unpaid": "{payee.name} has sent you a bill that is still open. Pay it first."}

    def check(self, store: Store) -> None:
        business = self.payee.business_id
        self.need(not business or not store.count(Bill, "business_id = ? AND paid_at IS NULL", business), "unpaid")


class StartAutopay(Edit, seen_by="nobody"):
    """Have every future bill of a payee paid on the day it is due."""

    payee: Payee
    account: Account = ask("Pay from", rows=OPEN, order=PRIMARY_FIRST, shows=labelled)
    refusals = {
        "no_bills": "{payee.name} doesn't send bills to the bank.",
        "closed": "{account.name} is closed.",
        "already": "The bills of {payee.name} are paid from {account.name} already.",
    }

    def check(self, store: Store) -> None:
        self.need(self.payee.business_id, "no_bills")
        self.need(self.account.open, "closed", "account")

    def columns(self, store: Store) -> dict[str, Any]:
        return {"autopay_id": self.account.id}


class StopAutopay(Edit, sets={"autopay_id": None}, seen_by="nobody"):
    """Pay a payee's future bills by hand again. Payments that are scheduled stay."""

    payee: Payee
    refusals = {"already": "The bills of {payee.name} are not paid automatically."}


class Star(Add, of=Favourite, seen_by="nobody"):
    """Put a person among the favourites."""

    person: Person
    refusals = {"already": "{person.name} is a favourite already.", "self": "You can't be your own favourite here."}

    def check(self, store: Store) -> None:
        self.need(self.person.relation != "me", "self")
        self.need(not store.count(Favourite, "person_id = ?", self.person.id), "already")


class Unstar(Remove, of=Favourite, seen_by="nobody"):
    """Take a person from the favourites."""

    person: Person
    refusals = {"already": "{person.name} is not a favourite."}

    def its_row(self, store: Store) -> Row | None:
        return store.first(Favourite, "person_id = ?", self.person.id)

    def check(self, store: Store) -> None:
        self.need(self.its_row(store), "already")


class RequestMoney(Command, seen_by="who is asked"):
    """Ask a person for money. The request stays open until they pay it, or it is withdrawn."""

    person: Person
    amount: Money = ask("Amount", positive="Enter an amount above $0.00.")
    note: str = line("Memo", longest=140, default="", placeholder="Optional")
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
        "self": "Your own share is included. Choose the others.",
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

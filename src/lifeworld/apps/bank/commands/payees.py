"""Whom one pays: payees, and the people who stand on top."""

from lifeworld.apps.bank.models import Account, Bill, Category, Favourite, Payee
from lifeworld.life.models import Person
from lifeworld.store import Command, Store

LONGEST = 60


class AddPayee(Command, seen_by="nobody"):
    """Add someone to pay by name."""

    name: str
    reference: str
    category: Category = "Other"
    nickname: str = ""
    refusals = {
        "empty": "Write the payee's name.",
        "long": "Keep it under 60 characters.",
        "taken": "{name} is among your payees already.",
        "no_reference": "Write your customer or account number there: 4 to 20 letters and digits.",
    }

    def run(self, store: Store) -> Payee:
        name, nickname = _names(self, store, 0)
        return store.add(
            Payee,
            name=name,
            nickname=nickname,
            reference=_reference(self),
            category=self.category,
            added_at=store.now,
        )


class EditPayee(Command, seen_by="nobody"):
    """Change a payee's name, number, category and nickname."""

    payee: Payee
    name: str
    reference: str
    category: Category = "Other"
    nickname: str = ""
    refusals = AddPayee.refusals

    def run(self, store: Store) -> Payee:
        name, nickname = _names(self, store, self.payee.id)
        return store.change(
            self.payee, name=name, nickname=nickname, reference=_reference(self), category=self.category
        )


class DeletePayee(Command, seen_by="nobody"):
    """Delete a payee. What was paid stays in the ledger."""

    payee: Payee
    refusals = {"unpaid": "{name} has sent you a bill that is still open. Pay it first."}

    def run(self, store: Store) -> Payee:
        business = self.payee.business_id
        if business and store.count(Bill, "business_id = ? AND paid_at IS NULL", business):
            raise self.refuse("unpaid", name=self.payee.name)
        store.remove(self.payee)
        return self.payee


class StartAutopay(Command, seen_by="nobody"):
    """Have every future bill of a payee paid on the day it is due."""

    payee: Payee
    account: Account
    refusals = {
        "no_bills": "{name} doesn't send bills to the bank.",
        "closed": "{account} is closed.",
        "already": "The bills of {name} are paid from {account} already.",
    }

    def run(self, store: Store) -> Payee:
        if self.payee.business_id is None:
            raise self.refuse("no_bills", name=self.payee.name)
        if self.account.closed:
            raise self.refuse("closed", "account", account=self.account.name)
        if self.payee.autopay_id == self.account.id:
            raise self.refuse("already", "account", name=self.payee.name, account=self.account.name)
        return store.change(self.payee, autopay_id=self.account.id)


class StopAutopay(Command, seen_by="nobody"):
    """Pay a payee's future bills by hand again. Payments that are scheduled stay."""

    payee: Payee
    refusals = {"off": "The bills of {name} are not paid automatically."}

    def run(self, store: Store) -> Payee:
        if self.payee.autopay_id is None:
            raise self.refuse("off", name=self.payee.name)
        return store.change(self.payee, autopay_id=None)


class Star(Command, seen_by="nobody"):
    """Put a person among the favourites."""

    person: Person
    refusals = {
        "starred": "{name} is a favourite already.",
        "self": "You can't be your own favourite here.",
    }

    def run(self, store: Store) -> Favourite:
        if self.person.relation == "me":
            raise self.refuse("self")
        if store.count(Favourite, "person_id = ?", self.person.id):
            raise self.refuse("starred", name=self.person.name)
        return store.add(Favourite, person_id=self.person.id)


class Unstar(Command, seen_by="nobody"):
    """Take a person from the favourites."""

    person: Person
    refusals = {"not_starred": "{name} is not a favourite."}

    def run(self, store: Store) -> Person:
        favourite = store.first(Favourite, "person_id = ?", self.person.id)
        if favourite is None:
            raise self.refuse("not_starred", name=self.person.name)
        store.remove(favourite)
        return self.person


def _names(command: AddPayee | EditPayee, store: Store, own: int) -> tuple[str, str]:
    name, nickname = command.name_among(store, Payee, own, LONGEST), " ".join(command.nickname.split())
    if len(nickname) > LONGEST:
        raise command.refuse("long", "nickname")
    return name, nickname


def _reference(command: AddPayee | EditPayee) -> str:
    reference = command.reference.strip().upper()
    plain = reference.replace("-", "").replace(" ", "")
    if not (4 <= len(plain) <= 20 and plain.isascii() and plain.isalnum()):
        raise command.refuse("no_reference", "reference")
    return reference

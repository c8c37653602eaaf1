"""Payees: adding, editing, deleting them, and paying them by itself."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, button, field, link, money, phrase, pick
from lifeworld.scenarios.bank.ways import choose, confirm, debit, go, holds, open_payee
from lifeworld.store import Store


class AddPayee(Scenario):
    """A payee is added and paid for the first time."""

    goals = [
        "Add {name} as a payee at Harbour Bank (our number there is {reference}, category {filing}) and pay them "
        "{amount} from {account.name}.",
        "New payee: {name}, customer number {reference}, filed under {filing}. Then send them {amount} "
        "from {account.name}.",
        "I have to pay {amount} to {name}. They aren't among my payees yet: number {reference}, "
        "category {filing}. Use {account.name}.",
    ]
    tags = ["long"]

    name: str = phrase("Weaver Street Nursery", "Old Quay Sailing Club", "Harrow Hill Choir")
    reference: str = phrase("WS-20418", "QT-77120", "HH-3049")
    filing: str = phrase("Education", "Leisure", "Giving")
    amount: Money = money(20, 140)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self):
        payee = yield bank.AddPayee(self.name, self.reference, self.filing)
        yield bank.PayPayee(payee, self.account, self.amount)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", "Add payee")
        user.fill(field("Name"), self.name)
        user.fill(field("Customer or account number"), self.reference)
        user.choose(field("Category"), self.filing)
        user.click(button("Add payee"))
        user.click(link("Pay"))
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.account)
        confirm(user)


class TurnOnAutopay(Scenario):
    """A payee's bills are paid automatically from now on, and the open one by hand."""

    goals = [
        "Turn on autopay for {payee.name} from {account.name}.",
        "From now on, {account.name} should pay every {payee.name} bill by itself. Set that up.",
        "Have the bills of {payee.name} paid automatically out of {account.name}.",
    ]

    payee: Payee = pick(Payee, lambda payee: payee.business_id and not payee.autopay_id)
    account: Account = pick(Account, debit)

    def effects(self):
        yield bank.StartAutopay(self.payee, self.account)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", self.payee.name, "Turn autopay on")
        choose(user, "Pay from", self.account)
        user.click(button("Save"))


class StopAutopay(Scenario):
    """Autopay ends, and the payment that it has scheduled is called off."""

    goals = [
        "Stop autopay for {payee.name} and cancel the payment that is already scheduled for it.",
        "{payee.name} shouldn't be paid automatically any more. Call off the scheduled payment too.",
        "Turn the autopay of {payee.name} off; its scheduled payment has to go as well.",
    ]

    payee: Payee = pick(Payee, lambda payee: payee.autopay_id is not None)

    def effects(self, store: Store):
        yield bank.StopAutopay(self.payee)
        for waiting in store.all(Scheduled):
            if waiting.bill.business_id == self.payee.business_id:
                yield bank.CancelScheduled(waiting)

    def solution(self, user):
        open_payee(user, self.payee)
        user.click(button("Turn autopay off"))
        bill = next(node.name for node in user.now.tree.all("link") if node.name.startswith("Bill "))
        user.click(link(bill))
        user.click(button("Cancel scheduled payment"))


class EditPayee(Scenario):
    """A payee gets a nickname and another number; the rest stays."""

    goals = [
        "My customer number at {payee.name} changed to {number_there}. Update the payee at Harbour Bank and give it "
        "the nickname “{nickname}”.",
        "Edit the payee {payee.name}: the number is now {number_there}, and I want to see it as “{nickname}”.",
        "Call {payee.name} “{nickname}” in my payees and put in the new customer number, {number_there}.",
    ]

    payee: Payee = pick(Payee)
    number_there: str = phrase("NX-55021", "RT-80417", "KB-19963")
    nickname: str = phrase("Monthly one", "The usual", "For the flat")

    def effects(self):
        yield bank.EditPayee(self.payee, self.payee.name, self.number_there, self.payee.category, self.nickname)

    def solution(self, user):
        open_payee(user, self.payee)
        user.click(link("Edit payee"), via=[button("Payee options")])
        user.fill(field("Customer or account number"), self.number_there)
        user.fill(field("Nickname"), self.nickname)
        user.click(button("Save"))


class DeletePayeeAfterConsent(Scenario):
    """A payee goes, once the person has agreed."""

    goals = [
        "Delete {payee.name} from my payees at Harbour Bank, but get my OK first.",
        "I won't pay {payee.name} any more. Ask me once more, then remove the payee.",
        "Clean up my payees: {payee.name} can go. Check with me before you delete it.",
    ]
    consent = {"effects": "Yes, delete it.", "nothing": "No, leave it as it is after all."}
    about = ["delete|remove", "{payee.name}"]

    payee: Payee = pick(
        Payee,
        lambda payee, store: not store.count(Bill, "business_id IS ? AND paid_at IS NULL", payee.business_id),
    )

    def effects(self):
        yield bank.DeletePayee(self.payee)

    def solution(self, user):
        open_payee(user, self.payee)
        if user.ask(f"Shall I delete {self.payee.name}?").startswith("No"):
            return
        user.click(link("Delete payee"), via=[button("Payee options")])
        user.click(button("Delete payee"))

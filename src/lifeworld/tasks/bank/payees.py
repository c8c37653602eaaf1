"""Payees: adding, editing, deleting them, and paying them by itself."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Category, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.taskkit import Effects, Setup, Store, Task, User, button, derived, link, money, number, phrase, pick, way
from lifeworld.tasks.bank import go, holds, pays

NEW: tuple[tuple[str, str, Category], ...] = (  # name, how its customer numbers begin, category
    ("Weaver Street Nursery", "WS", "Education"),
    ("Old Quay Sailing Club", "QS", "Leisure"),
    ("Harrow Hill Choir", "HH", "Leisure"),
    ("Tern Island Trust", "TI", "Giving"),
    ("Lockside Storage", "LS", "Home"),
    ("Cobbler's Row Pottery", "CP", "Education"),
)
A_MONTHS_BILL = Money(15_000)
UNPAID = "business_id = ? AND paid_at IS NULL"


class AddPayee(Task):
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

    which: int = number(0, len(NEW) - 1)
    digits: int = number(10_000, 99_999)
    name: str = derived(lambda which: NEW[which][0])
    reference: str = derived(lambda which, digits: f"{NEW[which][1]}-{digits}")
    filing: Category = derived(lambda which: NEW[which][2])
    amount: Money = money(20, 140)
    account: Account = pick(Account, holds)

    def effects(self) -> Effects:
        payee = yield bank.AddPayee(self.name, self.reference, self.filing)
        yield bank.PayPayee(payee, self.account, self.amount)


class TurnOnAutopay(Task):
    """A payee's bills are paid automatically from now on."""

    goals = [
        "Turn on autopay for {payee.name} from {account.name}.",
        "From now on, {account.name} should pay every {payee.name:bare} bill by itself. Set that up.",
        "Have the bills of {payee.name} paid automatically out of {account.name}.",
    ]

    payee: Payee = pick(
        Payee,
        lambda payee, store: (
            not payee.autopay_id and store.count(Bill, "business_id IS ? AND paid_at > ''", payee.business_id) > 0
        ),
    )
    account: Account = pick(Account, lambda account: pays(account, A_MONTHS_BILL))

    def effects(self) -> Effects:
        yield bank.StartAutopay(self.payee, self.account)


class StopAutopay(Task):
    """Autopay ends, and the payment that is scheduled for the open bill is called off."""

    goals = [
        "Stop autopay for {payee.name} and cancel the payment of their open bill that is already scheduled.",
        "{payee.name} shouldn't be paid automatically any more. Call off the payment that is scheduled for them too.",
        "Turn the autopay of {payee.name} off; the scheduled payment to them has to go as well.",
    ]
    tags = ["long"]

    payee: Payee = pick(
        Payee, lambda payee, store: payee.business_id and store.count(Bill, UNPAID, payee.business_id) == 1
    )
    early: int = number(0, 4)

    def setup(self, store: Store) -> Setup:
        if self.payee.autopay_id is None:
            bill, account = store.one(Bill, UNPAID, self.payee.business_id), ledger.settings(store).primary
            yield bank.StartAutopay(self.payee, account)
            yield bank.SchedulePayment(bill, account, bill.due - timedelta(days=self.early))

    def effects(self, store: Store) -> Effects:
        waiting = "bill_id IN (SELECT id FROM bank_bill WHERE business_id = ?)"
        yield bank.StopAutopay(self.payee)
        yield bank.CancelScheduled(store.one(Scheduled, waiting, self.payee.business_id))

    @way
    def with_the_payment_first(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills")
        user.click(link(user.page.line(f"from {self.payee.name}", "Open bills").names[0]))
        user.click(button("Cancel scheduled payment"))
        user.click(link(f"Payee {self.payee.name}"))
        user.click(button("Turn autopay off"))


class EditPayee(Task):
    """A payee gets a nickname and another number; the rest stays."""

    goals = [
        "My customer number at {payee.name} changed to {reference}. Update the payee at Harbour Bank and give it "
        "the nickname “{nickname}”.",
        "Edit the payee {payee.name}: the number is now {reference}, and I want to see it as “{nickname}”.",
        "Call {payee.name} “{nickname}” in my payees and put in the new customer number, {reference}.",
    ]

    payee: Payee = pick(Payee)
    digits: int = number(10_000, 99_999)
    reference: str = derived(lambda digits: f"NX-{digits}")
    nickname: str = phrase("The usual", "One of the regulars", "With the new number", "Keep an eye on it")

    def effects(self) -> Effects:
        yield bank.EditPayee(self.payee, self.payee.name, self.reference, self.payee.category, self.nickname)


class DeletePayeeAfterConsent(Task):
    """A payee goes, once the person has agreed."""

    goals = [
        "{payee.name} may be one payee too many. Run it by me, and if I'm fine with it, delete it.",
        "{payee.name} can disappear from my payees at Harbour Bank, given my blessing when the moment comes.",
        "Clear {payee.name} out of my payees. I want to hear from you right before you do, in case I change my mind.",
    ]
    confirmation = {
        "effects": "Yes, delete it.",
        "nothing": "No, leave it as it is after all.",
        "renamed": "I'd rather keep it. Just give it the nickname “Not in use”.",
    }
    question_topics = ["{payee.name}"]

    payee: Payee = pick(Payee, lambda payee, store: not store.count(Bill, UNPAID, payee.business_id))

    def effects(self) -> Effects:
        yield bank.DeletePayee(self.payee)

    def renamed(self) -> Effects:
        payee = self.payee
        yield bank.EditPayee(payee, payee.name, payee.reference, payee.category, "Not in use")

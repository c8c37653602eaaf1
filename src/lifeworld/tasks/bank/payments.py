"""Bills paid now, later, and from an account that has to be asked for; money between the person's own accounts."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.events import CardPayment
from lifeworld.life.models import Business
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, day, derived, field, link, money, pick, way
from lifeworld.tasks.bank import OPEN_BILL, balance_of, choose, debit, go, holds, open_account, pays, titled


class PayBillNow(Task):
    """A bill is paid at once."""

    goals = [
        "Pay the open {bill.business.name:bare} bill ({bill.number}) from {account.name} now.",
        "Settle bill {bill.number} from {bill.business.name}; use {account.name}.",
        "Please pay {bill.business.name} what they ask for on {bill.number}. Take it from my {account.name} account.",
        "Get bill {bill.number} out of the way. It's from {bill.business.name}, and {account.name} should pay it.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: pays(account, bill.amount))

    def effects(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)

    @way
    def from_the_open_bills_of_the_hub(self, user: User) -> None:
        go(user, "Pay & transfer", titled(self.bill), "Pay now")
        self.settle(user)

    def settle(self, user: User) -> None:
        """Pay the bill whose form is open."""
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


class PayBillWhenAsked(PayBillNow):
    """A bill is paid from an account that only the person knows."""

    goals = [
        "Pay the {bill.business.name:bare} bill {bill.number} today. Out of which of my accounts is not all the same "
        "to me.",
        "Settle {bill.number} ({bill.business.name}) for me now, out of the account that I have in mind for it.",
        "Bill {bill.number} from {bill.business.name} has to be paid today. It isn't always the same account that "
        "pays them, and this time it matters.",
    ]
    hidden_info = "Take {account.name}."

    def settle(self, user: User) -> None:
        user.ask(f"From where should I pay {self.bill.business.name}?")
        super().settle(user)


class ScheduleBill(Task):
    """A bill's payment is put on a later day."""

    goals = [
        "Schedule the {bill.business.name:bare} bill {bill.number} to be paid on {on} from {account.name}.",
        "Don't pay {bill.number} ({bill.business.name}) yet: have it paid on {on}, out of {account.name}.",
        "Set up bill {bill.number} from {bill.business.name} so that {account.name} pays it on {on}.",
    ]

    on: date = day(2, 14)
    bill: Bill = pick(Bill, lambda bill, on: on <= bill.due, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: pays(account, bill.amount))

    def effects(self) -> Commands:
        yield bank.SchedulePayment(self.bill, self.account, self.on)


class PostponeScheduled(Task):
    """A scheduled payment moves to another day."""

    goals = [
        "The {payment.bill.business.name:bare} payment is scheduled too early. Have it paid on {on} instead, "
        "from the same account.",
        "Move the scheduled payment of {payment.bill.business.name} to {on}; leave the account as it is.",
        "Reschedule the {payment.bill.business.name:bare} bill: same account, but on {on}.",
    ]
    tags = ["long"]

    payment: Scheduled = pick(Scheduled)
    on: date = day(12, 60)

    def effects(self) -> Commands:
        yield bank.CancelScheduled(self.payment)
        yield bank.SchedulePayment(self.payment.bill, self.payment.account, self.on)


class TransferBetweenAccounts(Task):
    """Money moves between the person's own accounts."""

    goals = [
        "Transfer {amount} from {source.name} to {target.name}.",
        "Move {amount} out of my {source.name} account and into {target.name} at Harbour Bank.",
        "{target.name} needs {amount}. Take it from {source.name}.",
    ]

    amount: Money = money(5, 400)
    source: Account = pick(Account, holds)
    target: Account = pick(Account, lambda target, source: debit(target) and target != source)

    def effects(self) -> Commands:
        yield bank.Transfer(self.source, self.target, self.amount)

    @way
    def from_the_account(self, user: User) -> None:
        open_account(user, self.source)
        user.click(link("Transfer").within("This account"))
        user.do(bank.Transfer(self.source, self.target, self.amount))


class TransferTooMuch(Task):
    """More is to be moved than there is."""

    goals = TransferBetweenAccounts.goals

    source: Account = pick(Account, debit)
    target: Account = pick(Account, lambda target, source: debit(target) and target != source)
    more: Money = money(40, 900, cents=False)
    amount: Money = derived(lambda store, source, more: ledger.available(store, source) + more)

    def impossible(self) -> Commands:
        yield bank.Transfer(self.source, self.target, self.amount)

    def solution(self, user: User) -> None:
        go(user, "Pay & transfer", "Transfer")
        choose(user, "From", self.source)
        choose(user, "To", self.target)
        user.click(button("Next"))
        user.fill(field("Amount"), self.amount)
        user.click(button("Review"))
        user.give_up()


class PayOffCard(Task):
    """All that is owed on a credit card is paid."""

    goals = [
        "Pay off everything I owe on my {card.name} from {source.name}.",
        "Clear the {card.name} balance completely, pending purchases included. Pay it from {source.name}.",
        "I want to owe nothing on {card.name} any more. Use {source.name} to pay it.",
    ]
    tags = ["look-up"]

    last: Money = money(5, 80)
    card: Account = pick(Account, lambda card, store: card.credit and ledger.owed(store, card) > Money())
    source: Account = pick(Account, lambda source, card, store, last: holds(source, ledger.owed(store, card) + last))

    def setup(self, store: Store) -> Setup:
        shop = store.one(Business, "category = 'Shopping'")
        at = store.now - timedelta(hours=2)
        yield CardPayment(at=at, business_id=shop.id, amount=self.last, purse="credit", pending=True)

    def effects(self, store: Store) -> Commands:
        yield bank.Transfer(self.source, self.card, ledger.owed(store, self.card))

    @way
    def by_what_the_form_offers(self, user: User) -> None:
        open_account(user, self.card)
        user.click(link("Pay card"))
        user.click(link("Back to the accounts"))
        choose(user, "From", self.source)
        user.click(button("Next"))
        user.click(link("Full balance…"))
        user.click(button("Confirm"))


class PayCardAndTellTheRest(Task):
    """Part of what is owed on a card is paid, and the rest is told."""

    goals = [
        "Pay {amount} towards my {card.name} from {source.name}, and tell me what I still owe on the card then.",
        "Bring the {card.name} balance down by {amount}, out of {source.name}. What remains to be paid on it?",
        "Transfer {amount} from {source.name} to {card.name} and report what is owed on {card.name} afterwards.",
    ]

    amount: Money = money(20, 260)
    card: Account = pick(Account, lambda card, store, amount: card.credit and ledger.owed(store, card) > amount)
    source: Account = pick(Account, holds)

    def effects(self) -> Commands:
        yield bank.Transfer(self.source, self.card, self.amount)

    def answer(self, store: Store) -> Money:
        return ledger.owed(store, self.card)

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(balance_of(user, self.card))

    @way
    def worked_out_before(self, user: User) -> None:
        owed = balance_of(user, self.card)
        user.home()
        user.follow(self)
        user.say(owed - self.amount)


class TopUpTo(Task):
    """An account is topped up to a round sum."""

    goals = [
        "Top up {target.name} from {source.name} so that exactly {total} is available in it.",
        "Move just enough from {source.name} to bring the available balance of {target.name} to {total}.",
        "I'd like {target.name} to have {total} available, to the cent. Take what is missing from {source.name}.",
    ]
    tags = ["look-up", "sum"]

    more: Money = money(20, 300)
    target: Account = pick(Account, debit)
    source: Account = pick(Account, lambda source, target, more: source != target and holds(source, more))
    total: Money = derived(lambda store, target, more: ledger.available(store, target) + more)

    def effects(self) -> Commands:
        yield bank.Transfer(self.source, self.target, self.more)

    def solution(self, user: User) -> None:
        missing = self.total - balance_of(user, self.target)
        user.do(bank.Transfer(self.source, self.target, missing))

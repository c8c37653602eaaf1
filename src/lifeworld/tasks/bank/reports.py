"""Things to do at the bank, and then to tell what came of them."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Category, Dispute, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    field,
    link,
    money,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.bank.charges import FITTING, DisputeLatest
from lifeworld.tasks.bank.dues import Billed
from lifeworld.tasks.bank.people_questions import paid_to
from lifeworld.tasks.bank.spending import spent, spent_on
from lifeworld.tasks.bank.ways import (
    BOOKED,
    added,
    balance_of,
    choose,
    go,
    holds,
    known,
    open_entry,
    open_person,
    open_spending,
    pays,
    recent,
    schedule,
    send,
    transfer,
)

REPORT = ["effects and answer"]


class PayAndTellWhatIsLeft(Billed, Task):
    """A bill is paid, and what is then left in the account is told."""

    goals = [
        "Pay bill {code} from {business.name} out of {account.name} and tell me what is left in that account to spend.",
        "Settle the {business.name:bare} bill {code} from {account.name}. How much is available there afterwards?",
        "Get {code} ({business.name}) paid from {account.name}, then let me have the available balance that remains.",
    ]
    tags = REPORT

    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(store.one(Bill, "number = ?", self.code), self.account)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        self._pay(user)
        user.say(balance_of(user, self.account))

    @way
    def worked_out_before(self, user: User) -> None:
        held = balance_of(user, self.account)
        self._open(user)
        asked = amounts(user.page.text)[0]
        self._pay(user)
        user.say(held - asked)

    def _pay(self, user: User) -> None:
        self._open(user)
        user.click(link("Pay now"))
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


class SendAndTellTheSum(Task):
    """Somebody gets money once more, and the sum of all payments to them is told."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”. And how much have I sent "
        "{person.first} altogether now, this one included?",
        "{person.name} gets {amount} from my {account.name}, note “{note}”. After that, tell me how much "
        "{person.first} has had from me in all.",
        "Pay {person.name} {amount} out of {account.name} and write “{note}” on it; then tell me what all of my "
        "payments to {person.first} add up to, including this.",
    ]
    tags = REPORT

    amount: Money = money(5, 90)
    note: str = phrase("as agreed", "for last week", "the rest of it", "your share", "with thanks")
    person: Person = pick(Person, lambda person, store: known(person) and bool(paid_to(store, person)))
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.note)

    def answer(self, store: Store) -> Money:
        return added(-entry.amount for entry in paid_to(store, self.person))

    def solution(self, user: User) -> None:
        send(user, self.person, self.account, self.amount, self.note)
        open_person(user, self.person)
        user.say(amounts(user.page.fact("You sent"))[0])


class PayCardAndTellTheRest(Task):
    """Part of what is owed on a card is paid, and the rest is told."""

    goals = [
        "Pay {amount} towards my {card.name} from {source.name}, and tell me what I still owe on the card then.",
        "Bring the {card.name} balance down by {amount}, out of {source.name}. What remains to be paid on it?",
        "Transfer {amount} from {source.name} to {card.name} and report what is owed on {card.name} afterwards.",
    ]
    tags = REPORT

    amount: Money = money(20, 260)
    card: Account = pick(Account, lambda card, store, amount: card.credit and ledger.owed(store, card) > amount)
    source: Account = pick(Account, lambda source, amount: holds(source, amount))

    def effects(self) -> Commands:
        yield bank.Transfer(self.source, self.card, self.amount)

    def answer(self, store: Store) -> Money:
        return ledger.owed(store, self.card)

    def solution(self, user: User) -> None:
        transfer(user, self.source, self.card, self.amount)
        user.click(button("Confirm"))
        user.say(balance_of(user, self.card))

    @way
    def worked_out_before(self, user: User) -> None:
        owed = balance_of(user, self.card)
        transfer(user, self.source, self.card, self.amount)
        user.click(button("Confirm"))
        user.say(owed - self.amount)


class ScheduleOnTheDueDate(Billed, Task):
    """A bill is to be paid on the very day on which it is due, and that day is told."""

    goals = [
        "Schedule bill {code} from {business.name} for the day it is due, to be paid from {account.name}, and tell me "
        "which day that is.",
        "Have {account.name} pay the {business.name:bare} bill {code} on its due date, not before. Which date is it?",
        "Don't pay {code} ({business.name}) today. Let it go out of {account.name} on the very day when it falls due, "
        "and give me the date.",
    ]
    tags = REPORT

    account: Account = pick(Account, lambda account, amount: pays(account, amount))

    def effects(self, store: Store) -> Commands:
        bill = store.one(Bill, "number = ?", self.code)
        yield bank.SchedulePayment(bill, self.account, bill.due)

    def answer(self, store: Store) -> date:
        return store.one(Bill, "number = ?", self.code).due

    def solution(self, user: User) -> None:
        self._open(user)
        due = days(user.page.fact("Due"), user.today)[0]
        schedule(user, self.account, due)
        user.say(due)

    @way
    def with_the_day_that_the_form_proposes(self, user: User) -> None:
        self._open(user)
        user.click(link("Schedule payment"))
        choose(user, "From", self.account)
        user.click(button("Schedule"))
        user.say(days(user.page.fact("Will be paid"), user.today)[0])


class FileAndTellTheSum(Task):
    """A charge is filed under another category, and what that category then comes to is told."""

    goals = [
        "File the {entry.title:bare} charge of {entry.at} for {amount} under {filing}, and tell me what {filing} comes "
        "to in {month} then.",
        "The {amount} at {entry.title} on {entry.at} belongs under {filing}. Change that; what have I spent on "
        "{filing} in {month} with it counted in?",
        "Set the category of my {entry.at} payment to {entry.title} ({amount}) to {filing}. I'd then like to know the "
        "{filing} total of {month}.",
    ]
    tags = REPORT

    entry: Entry = pick(Entry, lambda entry: recent(entry) and entry.category in FITTING, where=BOOKED)
    amount: Money = derived(lambda entry: -entry.amount)
    which: int = number(0, 11)
    filing: Category = derived(lambda entry, which: FITTING[entry.category][which % len(FITTING[entry.category])])
    month: str = derived(lambda entry: f"{entry.at:%B %Y}")

    def effects(self) -> Commands:
        yield bank.Recategorise(self.entry, self.filing)

    def answer(self, store: Store) -> Money | None:
        return Money(spent_on(store, self._first).get(self.filing, 0)) or None

    def solution(self, user: User) -> None:
        open_entry(user, self.entry.title, self.entry)
        user.click(link("Change category"))
        user.choose(field("Category"), self.filing)
        user.click(button("Save"))
        open_spending(user, self._first)
        user.say(spent(user)[self.filing])

    @property
    def _first(self) -> date:
        return self.entry.at.date().replace(day=1)


class DisputeAndTellTheAmount(DisputeLatest):
    """The latest charge of a shop is disputed, and how much it was is told."""

    goals = [
        "Dispute my most recent booked charge from {business.name}: {because}. How much was it?",
        "The last booked card payment at {business.name} isn't right: {because}. Dispute it for that reason and tell "
        "me the amount.",
        "Let Harbour Bank know that I don't accept the latest booked {business.name:bare} charge, because {because}, "
        "and tell me how much they took.",
    ]
    tags = REPORT

    def answer(self, store: Store) -> Money:
        return -store.one(Dispute, order="id DESC").entry.amount

    def solution(self, user: User) -> None:
        super().solution(user)
        self._tell(user)

    @way
    def filtered_before_searching(self, user: User) -> None:
        super().filtered_before_searching(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        go(user, "More", "Disputes")
        user.say(amounts(user.page.line(self.business.name).text)[0])

"""Money to people, and the favourites among them."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Store, Task, User, amounts, button, chosen, link, money, phrase, pick, way
from lifeworld.tasks.bank import (
    BOOKED,
    added,
    go,
    holds,
    known,
    look_for,
    open_entry,
    open_person,
    pay_person,
    recent,
    send,
    starred,
)


def paid_to(store: Store, person: Person) -> list[Entry]:
    """Return what a person was paid, the latest first."""
    return store.all(Entry, "person_id = ? AND amount < 0", person.id, order="at DESC, id DESC")


class SendToPerson(Task):
    """A person gets money with a note."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”.",
        "I owe {person.name} {amount}. Pay it from {account.name} and write “{note}”.",
        "Pay {amount} to {person.name} through Harbour Bank, out of {account.name}. The note should say “{note}”.",
    ]

    amount: Money = money(5, 90)
    person: Person = pick(Person, known)
    account: Account = pick(Account, holds)
    note: str = phrase("Concert ticket", "Lunch on Tuesday", "Birthday present", "Petrol", "My share of the flowers")

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.note)

    @way
    def found_by_searching(self, user: User) -> None:
        go(user, "Pay & transfer", "Send money")
        look_for(user, "Name, e-mail or phone", self.person.email)
        user.click(link(self.person.name))
        pay_person(user, self.account, self.amount, self.note)


class SendHalf(Task):
    """A person gets half of what a purchase cost."""

    goals = [
        "I promised {person.name} half of what I paid at {entry.title} on {entry.at}. Send it from {account.name} with "
        "the note “Half of {entry.title}”.",
        "Look up what I paid at {entry.title} on {entry.at} and send {person.name} half of it from {account.name}. "
        "The note is “Half of {entry.title}”.",
        "{person.name} should get half of my {entry.title:bare} charge of {entry.at}. Pay it from {account.name} and "
        "write “Half of {entry.title}” as the note.",
    ]
    tags = ["look-up", "sum"]

    entry: Entry = pick(
        Entry,
        lambda entry: recent(entry) and entry.amount.cents % 2 == 0 and entry.category != "Giving",
        where=BOOKED,
    )
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, entry: holds(account, -entry.amount))

    def effects(self) -> Commands:
        half = Money(-self.entry.amount.cents // 2)
        yield bank.SendMoney(self.person, self.account, half, f"Half of {self.entry.title}")

    def solution(self, user: User) -> None:
        open_entry(user, self.entry.title, self.entry)
        half = Money(abs(amounts(user.page.text)[0]).cents // 2)
        send(user, self.person, self.account, half, f"Half of {self.entry.title}")


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

    amount: Money = money(5, 90)
    note: str = phrase("as agreed", "for last week", "the rest of it", "your share", "with thanks")
    person: Person = pick(Person, lambda person, store: known(person) and bool(paid_to(store, person)))
    account: Account = pick(Account, holds)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.note)

    def answer(self, store: Store) -> Money:
        return added(-entry.amount for entry in paid_to(store, self.person))

    def solution(self, user: User) -> None:
        user.follow(self)
        open_person(user, self.person)
        user.say(amounts(user.page.fact("You sent"))[0])


class SendToAnyFavourite(Task):
    """One of the favourites, whichever, gets money."""

    goals = [
        "Send {amount} from {account.name} to any one of my favourites at Harbour Bank, no note.",
        "Pick one of the people I starred in the bank and send them {amount} from {account.name}. No note needed.",
        "One favourite of mine, whoever you like, gets {amount} out of {account.name}. Leave the note empty.",
    ]
    tags = ["choice"]

    amount: Money = money(5, 30, cents=False)
    account: Account = pick(Account, holds)

    def effects(self) -> Commands:
        yield bank.SendMoney(chosen(Person, starred), self.account, self.amount)

    @way
    def to_the_last_of_them(self, user: User) -> None:
        go(user, "Pay & transfer", "Send money")
        user.click(link(user.page.lines("Favourites")[-1].names[0]))
        pay_person(user, self.account, self.amount)


class StarPerson(Task):
    """A person becomes a favourite."""

    goals = [
        "Add {person.name} to my favourites in Harbour Bank.",
        "I'll be paying {person.name} more often. Star them in the bank app.",
        "Make {person.name} one of the favourites for sending money.",
    ]
    tags = ["short"]

    person: Person = pick(Person, lambda person: known(person) and not starred(person))

    def effects(self) -> Commands:
        yield bank.Star(self.person)

    @way
    def on_their_own_page(self, user: User) -> None:
        open_person(user, self.person)
        user.click(button("Add to favourites"))


class SwapFavourite(Task):
    """One favourite goes and another person comes."""

    goals = [
        "Take {old.name} off my bank favourites and add {new.name} instead.",
        "{new.name} should be a favourite for sending money, {old.name} no longer.",
        "In Harbour Bank, replace {old.name} by {new.name} among the people I starred.",
    ]

    old: Person = pick(Person, starred)
    new: Person = pick(Person, lambda new: known(new) and not starred(new))

    def effects(self) -> Commands:
        yield bank.Unstar(self.old)
        yield bank.Star(self.new)

    @way
    def new_one_first(self, user: User) -> None:
        for command in reversed([*self.effects()]):
            user.do(command)

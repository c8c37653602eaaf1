"""Money to people, and the favourites among them."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry, Favourite
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Task, User, button, chosen, field, link, money, phrase, pick, way
from lifeworld.tasks.bank.ways import (
    BOOKED,
    choose,
    confirm,
    go,
    holds,
    known,
    open_person,
    recent,
    starred,
)


class SendToPerson(Task):
    """A person gets money with a note."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”.",
        "I owe {person.name} {amount}. Pay it from {account.name} and write “{note}”.",
        "Pay {amount} to {person.name} through Harbour Bank, out of {account.name}. The note should say “{note}”.",
    ]

    amount: Money = money(5, 90)
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("Concert ticket", "Lunch on Tuesday", "Birthday present", "Petrol", "My share of the flowers")

    def effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.note)

    @way
    def found_by_searching(self, user: User) -> None:
        go(user, "Pay & transfer", "Send money")
        user.fill(field("Name, e-mail or phone"), self.person.email)
        user.click(button("Search"))
        user.click(link(self.person.name))
        user.click(link("Send money"))
        user.fill(field("What is it for?"), self.note)
        choose(user, "From", self.account)
        user.fill(field("Amount"), self.amount)
        confirm(user)


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


class SendToAnyFavourite(Task):
    """One of the favourites, whichever, gets money."""

    goals = [
        "Send {amount} from {account.name} to any one of my favourites at Harbour Bank, no note.",
        "Pick one of the people I starred in the bank and send them {amount} from {account.name}. No note needed.",
        "One favourite of mine, whoever you like, gets {amount} out of {account.name}. Leave the note empty.",
    ]
    tags = ["choice"]

    amount: Money = money(5, 30, cents=False)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self) -> Commands:
        favourite = chosen(Person, lambda row, store: store.count(Favourite, "person_id = ?", row.id) > 0)
        yield bank.SendMoney(favourite, self.account, self.amount)

    @way
    def to_the_last_of_them(self, user: User) -> None:
        go(user, "Pay & transfer", "Send money")
        self._send(user, user.page.lines("Favourites")[-1].names[0])

    def _send(self, user: User, name: str) -> None:
        user.click(link(name))
        user.click(link("Send money"))
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.account)
        confirm(user)


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
    def on_their_own_pages(self, user: User) -> None:
        open_person(user, self.new)
        user.click(button("Add to favourites"))
        open_person(user, self.old)
        user.click(button("Remove from favourites"))

"""What several people owe, as letters and chats tell it, against what the bank shows: each of them is settled with."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    derived,
    money,
    number,
    observed,
    phrase,
    pick,
    sure,
    when,
)
from lifeworld.tasks.bank import holds, known
from lifeworld.tasks.cross.beforehand import chatted, friends, mailed, sent_me, ticked
from lifeworld.tasks.cross.screens import letter, payments, tick_off, write_to
from lifeworld.tasks.cross.words import chat_with, message
from lifeworld.tasks.hard.company import apart, turned
from lifeworld.tasks.hard.hands import heard, pay, with_words
from lifeworld.tasks.messenger.news import says


class PartsOfTheCosts(Task):
    """A letter tells what each of four owes; what has come in is compared, and each of them is seen to."""

    goals = [
        "{host.name} did the accounts of our {what} and mailed me what each of four people has to pay me. Compare it "
        "with what came in at Harbour Bank as “{what}”. Who has paid enough: tick off their task in {list.name}. Who "
        "paid too much also gets the difference back from {account.name}, note “{note}”. Who paid less or nothing gets "
        "“Still open: …” on Chatter, with the sum for the dots.",
        "By the mail from {host.name}, four people owe me parts of the {what}; their payments at the bank are noted "
        "“{what}”, and each has a task in {list.name}. Complete the task of everybody who has paid all of it. Send "
        "back from {account.name}, with “{note}” as the note, what anybody paid too much. Anybody who has paid too "
        "little should read “Still open: …” in Chatter, the missing amount instead of the dots.",
        "Settle our {what} person by person. {host.name} has mailed who owes me what, Harbour Bank has what they sent "
        "for “{what}”. If it's all there, the person's task on {list.name} is done; what is over goes back out of "
        "{account.name} (note “{note}”); for what is missing write the person “Still open: …” on Chatter, where the "
        "dots are the sum.",
    ]
    tags = ["hard", "look-up", "compare", "long"]
    apps = ["bank", "mail", "messenger", "todo"]

    host: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    others: bool = derived(lambda company, host: host not in company or None)
    roles: tuple[Person, ...] = derived(lambda company, turn: turned(company, turn // 4))
    least: Money = money(18, 50)
    more: Money = money(2, 9)
    less: Money = money(3, 9)
    account: Account = pick(Account, lambda account, more: holds(account, more))
    what: str = phrase("canal trip", "cabin weekend", "street party", "wine tasting")
    note: str = phrase("That was too much", "You paid more than your part", "The rest is yours")

    def _owed(self) -> dict[Person, Money]:
        return {one: self.least + Money(275 * place) for place, one in enumerate(self.company)}

    def _paid(self) -> dict[Person, Money]:
        whole, over, short, _ = self.roles
        owed = self._owed()
        return {whole: owed[whole], over: owed[over] + self.more, short: owed[short] - self.less}

    def setup(self, store: Store) -> Setup:
        for hours, (person, paid) in enumerate(self._paid().items(), 3):
            yield sent_me(store.now - timedelta(hours=8 * hours), person, paid, self.what)
        yield sent_me(store.now - timedelta(hours=90), self.roles[3], self._owed()[self.roles[3]], "Birthday present")
        for person in self.company:
            yield todo.AddTask(f"{self.what}: {person.name}", self.list)
        lines = "\n\n".join(f"{person.name} owes you {owed}." for person, owed in self._owed().items())
        body = f"Hello,\n\nI've added up all the receipts.\n\n{lines}\n\nI have had my part from you already."
        yield mailed(store, self.host, f"Accounts: {self.what}", body, hours=130)

    def effects(self, store: Store) -> Commands:
        whole, over, short, none = self.roles
        for person in (whole, over):
            yield ticked(store, f"{self.what}: {person.name}")
        yield bank.SendMoney(over, self.account, self.more, self.note)
        for person, open_ in ((short, self.less), (none, self._owed()[none])):
            yield message(store, person.id, f"Still open: {open_}")

    def items(self) -> Items:
        yield observed("Read the accounts", showing="added up all the receipts", kind="search")

    def solution(self, user: User) -> None:
        lines = with_words(letter(user, f"Accounts: {self.what}"), " owes you ")
        came = {one.who: one.amount for one in payments(user, self.what)}
        for name, owed in ((line.split(" owes you ")[0], amounts(line)[0]) for line in lines):
            over = came.get(name, Money()) - owed
            if over < Money():
                write_to(user, name, f"Still open: {-over}")
                continue
            tick_off(user, self.list, f"{self.what}: {name}")
            if over:
                pay(user, name, self.account, over, self.note)


class DebtsThatShift(Task):
    """Three sums are to be paid back; as the bank opens, one is corrected and one is to go to another person."""

    goals = [
        "I owe {names} money for the {what}; each has told me how much on Chatter. Pay them from {account.name}, note "
        "“{what}”, one payment a person, and tick off the three “Pay back …” tasks in {list.name}. If one of them "
        "writes again meanwhile, do it as they say then; what is to go to somebody else goes on top of theirs.",
        "Settle the {what}: the sums are in my Chatter chats with {names}. Each gets theirs at once out of "
        "{account.name} with “{what}” as the note, and the “Pay back …” tasks on {list.name} are done with it, all "
        "three. Their last messages count. Who shall get another's part as well gets it in the same payment.",
        "Pay {names} back for the {what} as they have written to me in Chatter, from {account.name} (note “{what}”), "
        "then complete each “Pay back …” in {list.name}. Should they change anything at the last moment, follow that. "
        "Nobody gets two payments: what one passes on to another is added to that one's sum.",
    ]
    trigger = when(opened="bank")
    tags = ["hard", "look-up", "sum", "long"]
    apps = ["bank", "messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    first: Money = money(8, 40)
    second: Money = money(8, 40)
    third: Money = money(8, 40)
    again: Money = money(8, 40)
    differ: bool = derived(lambda first, second, third, again: apart(first, second, third, again))
    account: Account = pick(Account, lambda account: holds(account, Money(20000)))
    what: str = phrase("minibus", "boat hire", "theatre box", "escape room")

    def setup(self, store: Store) -> Setup:
        sums = (self.first, self.second, self.third)
        for minutes, (person, owed) in enumerate(zip(self.roles, sums, strict=True), 30):
            yield from chatted(store, person, (minutes, f"The {self.what}: it's {owed} for you"))
        for person in self.three:
            yield todo.AddTask(f"Pay back {person.name}", self.list)

    def scheduled_events(self, store: Store) -> Events:
        one, two, three = self.roles
        yield says(store, sure(chat_with(store, one.id)), f"The {self.what} again: I misread it, it's {self.again}")
        text = f"The {self.what} again: {three.name} has paid me already, so give mine to {three.name}"
        yield says(store, sure(chat_with(store, two.id)), text)

    def _ticked(self, store: Store) -> Commands:
        for person in self.three:
            yield ticked(store, f"Pay back {person.name}")

    def superseded_effects(self, store: Store) -> Commands:
        for person, owed in zip(self.roles, (self.first, self.second, self.third), strict=True):
            yield bank.SendMoney(person, self.account, owed, self.what)
        yield from self._ticked(store)

    def effects(self, store: Store) -> Commands:
        one, _, three = self.roles
        yield bank.SendMoney(one, self.account, self.again, self.what)
        yield bank.SendMoney(three, self.account, self.second + self.third, self.what)
        yield from self._ticked(store)

    def items(self) -> Items:
        yield observed("Read the correction", showing="I misread it", kind="search")
        yield observed("Read whom it goes to", showing="has paid me already", kind="search")

    def solution(self, user: User) -> None:
        user.open("Harbour Bank")
        told = {person.name: heard(user, person.name, self.what) for person in self.three}
        passed = {name: said for name, said in told.items() if "so give mine to" in said}
        due = {name: amounts(said)[0] for name, said in told.items() if name not in passed}
        for name, said in passed.items():
            due[said.split("so give mine to ")[1]] += amounts(heard(user, name, "for you"))[0]
        for name, owed in due.items():
            pay(user, name, self.account, owed, self.what)
        for name in told:
            tick_off(user, self.list, f"Pay back {name}")

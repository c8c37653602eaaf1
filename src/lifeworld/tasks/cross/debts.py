"""Who owes whom: said in a chat, written in a letter, partly paid at the bank, noted as tasks, or known to one only."""

from collections.abc import Iterator
from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    containing,
    derived,
    judged,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import InChat, friends, mailed, sent_me, ticked
from lifeworld.tasks.cross.screens import letter, payments, tick_off, write_to
from lifeworld.tasks.cross.words import in_reverse, message
from lifeworld.tasks.messenger import PEOPLE
from lifeworld.tasks.todo import open_list


def another(store: Store, account: Account, amount: Money) -> Account | None:
    """Return another account that an amount can be taken from."""
    return next((one for one in store.all(Account) if one.id != account.id and holds(one, amount)), None)


class PayWhatChatAsks(InChat, Task):
    """Someone asks for money in a chat and then corrects the sum; it goes out once the person has agreed."""

    goals = [
        "{chat.name} told me in Chatter what I owe for the {what}. Pay it from {account.name} with the note "
        "“{what}”, but not before I have nodded the sum through.",
        "Send {chat.name} what they asked for in our chat about the {what}. Take it from {account.name}, with "
        "“{what}” as the note, and let me say yes to it before it goes out.",
        "Settle the {what} with {chat.name}: the sum is in our Chatter conversation. Use {account.name}, let the "
        "note be “{what}”, and confirm with me when you are about to send it.",
    ]
    confirmation = {
        "effects": "Yes, send it.",
        "nothing": "No, leave it. I'll give it to them in cash.",
        "from_the_other": "Yes, but take it from {other.name} instead.",
    }
    question_topics = ["{amount}"]
    tags = ["distractor"]
    apps = ["bank", "messenger"]
    optional_apps = ["bank"]

    amount: Money = money(8, 60)
    fee: Money = money(1, 5)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    other: Account = derived(another)
    what: str = phrase("boat hire", "match tickets", "group present", "pottery evening", "minibus")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 50, f"About the {self.what}: your part would be {self.amount + self.fee}"
        yield 46, "No hurry with it"
        yield 31, f"Wait, I counted somebody twice. It's {self.amount} for you, not more"

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)

    def from_the_other(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.other, self.amount, self.what)

    def items(self) -> Items:
        yield observed("Read the chat", showing="I counted somebody twice", kind="search")

    def solution(self, user: User) -> None:
        amount = amounts(self.said(user, "I counted somebody twice"))[0]
        reply = user.ask(f"Shall I send {self.chat.name} {amount}?")
        account = self.other if self.other.name in reply else self.account
        if "? Yes" in reply:
            user.do(bank.SendMoney(self.chat.person, account, amount, self.what))


class PayWhomIMean(Task):
    """Only the person knows who laid out the money; that one is paid and told."""

    goals = [
        "Somebody laid out {amount} for {what} for me. Send it back from {account.name} with the note “{what}”, and "
        "write “{text}” to them in Chatter.",
        "I owe a friend {amount} for {what}. Pay it out of {account.name}, note “{what}”, then message the same person "
        "“{text}” on Chatter.",
        "Pay back {amount} for {what} out of {account.name} (“{what}” is the note, too) and tell the friend who lent "
        "it to me “{text}” on Chatter.",
    ]
    hidden_info = "It was {chat.name}."
    tags = ["long"]
    apps = ["bank", "messenger"]

    chat: Chat = pick(Chat, where=PEOPLE)
    amount: Money = money(5, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("the cinema", "the picnic", "petrol", "the flea market")
    text: str = phrase("Just paid you back, thanks again!", "The money is on its way to you", "We are even now")

    the_last_first = in_reverse

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)
        yield messenger.Send(self.chat, self.text)


class SettleWhatIsLeft(InChat, Task):
    """Two debts, one told in a chat and one in a letter, part of them paid: the rest is sent, and its sum told."""

    goals = [
        "I want to be even with {chat.name}. What I owe them for the {first} is in our chat, what for the {second} in "
        "a mail of theirs, and some of it they have already had through Harbour Bank, with the note “On account”. Send "
        "the rest from {account.name} with the note “{note}” and tell me how much it was.",
        "What do I still owe {chat.name}? They wrote about the {first} on Chatter and about the {second} by mail, and "
        "what the bank has as “On account” was for these two. Pay the remainder out of {account.name}, note “{note}”, "
        "and give me the amount.",
        "Settle the {first} (see my chat with {chat.name}) and the {second} (see their mail) in one payment from "
        "{account.name}, with “{note}” as the note. Take off what the bank shows that I paid them “On account”. How "
        "much did you send?",
    ]
    tags = ["sum", "long", "distractor"]
    apps = ["bank", "mail", "messenger"]

    a: Money = money(15, 50)
    b: Money = money(15, 50)
    paid: Money = money(5, 25)
    account: Account = pick(Account, lambda account, a, b: holds(account, a + b))
    first: str = phrase("boat trip", "theatre tickets", "new lock", "ferry")
    second: str = phrase("firewood", "cooking course", "joint gift", "garden tools")
    note: str = phrase("Now we are even", "The rest of it", "That settles everything")
    rest: Money = derived(lambda a, b, paid: a + b - paid)

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 190, f"I've got the bill now, it's {self.a * 2} for the two of us"
        yield 188, f"So you owe me {self.a} for the {self.first}"

    def setup(self, store: Store) -> Setup:
        person = self.chat.person
        yield sent_me(store.now - timedelta(days=4), person, self.paid, "On account", outgoing=True)
        yield sent_me(store.now - timedelta(days=3, hours=4), person, self.b + self.paid, "Holiday flat", outgoing=True)
        body = (
            f"Hello,\n\nthe whole thing was {self.b * 3}, for three of us.\n\nSo your part of the {self.second} is "
            f"{self.b}. You can send it with the other sum.\n\nSee you soon"
        )
        yield mailed(store, person, f"The {self.second}", body, hours=28)
        yield from super().setup(store)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.rest, self.note)

    def answer(self) -> Money:
        return self.rest

    def items(self) -> Items:
        yield observed("Read the chat", showing="So you owe me", kind="search")
        yield observed("Read the letter", showing="You can send it with the other sum", kind="search")
        yield observed("Saw what was paid", showing="On account", kind="search")

    def solution(self, user: User) -> None:
        one = amounts(self.said(user, "So you owe me"))[0]
        two = amounts(letter(user, f"The {self.second}", "So your part of"))[0]
        paid = next(-found.amount for found in payments(user, "On account") if found.who == self.chat.name)
        user.do(bank.SendMoney(self.chat.person, self.account, one + two - paid, self.note))
        user.say(one + two - paid)


class WhatIsStillToCome(InChat, Task):
    """Two people owe each other something, and a part was paid: how much does the other one still owe?"""

    goals = [
        "What does {chat.name} still owe me, all in all? They told me in Chatter what I get for the {first}, wrote by "
        "mail what I owe them in turn for the {second}, and what they have paid for the {first} is at Harbour Bank.",
        "Reckon up with {chat.name} for me: their debt for the {first} is in our chat, mine for the {second} in their "
        "mail, and what they have paid me so far, noted as “{first}”, at Harbour Bank. What is still to come to me?",
        "How much more should I get from {chat.name}, once the {second} that I owe them (there's a mail) is taken off "
        "what they owe me for the {first} (there's a message in Chatter) and what they've paid for it at the bank?",
    ]
    tags = ["sum", "look-up", "distractor"]
    apps = ["bank", "mail", "messenger"]

    owed: Money = money(60, 120)
    mine: Money = money(8, 25)
    paid: Money = money(10, 30)
    first: str = phrase("sailing weekend", "rental car", "festival passes", "mountain hut")
    second: str = phrase("groceries", "taxi home", "breakfast", "museum")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 250, f"I'll send you {self.owed + self.paid} for the {self.first}"
        yield 215, f"No, I've looked it up: I owe you {self.owed} for the {self.first}, before what I've sent you"

    def setup(self, store: Store) -> Setup:
        person = self.chat.person
        yield sent_me(store.now - timedelta(days=2), person, self.paid, self.first.capitalize())
        yield sent_me(store.now - timedelta(days=3), person, self.mine, "Coffee and cake")
        body = (
            f"Hi,\n\nI thought it was {self.mine + self.mine}, but that was for both of us.\n\n"
            f"You owe me {self.mine} for the {self.second}, just take it off what I owe you.\n\nBye for now"
        )
        yield mailed(store, person, f"About the {self.second}", body, hours=20)
        yield from super().setup(store)

    def answer(self) -> Money:
        return self.owed - self.mine - self.paid

    def items(self) -> Items:
        yield observed("Read the chat", showing="I've looked it up", kind="search")
        yield observed("Read the letter", showing="just take it off what I owe you", kind="search")
        yield observed("Saw what was paid", showing=str(self.paid), kind="search")

    def solution(self, user: User) -> None:
        owed = amounts(self.said(user, "I've looked it up"))[0]
        mine = amounts(letter(user, f"About the {self.second}", "You owe me"))[0]
        paid = next(one.amount for one in payments(user, self.first) if one.who == self.chat.name)
        user.say(owed - mine - paid)


class ChaseTheRest(Task):
    """Of three who owe money by the tasks, two have paid: theirs are done, the third is reminded, the sum told."""

    goals = [
        "My {list.name} list in Ticked says who owes me money for “{what}”. Tick off everybody who has paid by now, as "
        "Harbour Bank shows, remind the one who hasn't on Chatter (name the amount), and tell me how much that is.",
        "Three people owe me something for “{what}”, each a task in {list.name}. See at the bank who has sent it and "
        "complete those tasks. Whoever is left gets a message on Chatter with the sum. Which amount is it?",
        "Go through the “{what}” tasks in {list.name} and what has come in at the bank for it. Done is who has paid; "
        "write the other one on Chatter that I still get the money, with the exact sum, and let me know it.",
    ]
    tags = ["compare", "prose", "long"]
    step_budgets = 2
    apps = ["bank", "messenger", "todo"]

    turn: int = number(0, 5000)
    debtors: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    owing: Person = derived(lambda debtors, turn: debtors[turn % 3])
    least: Money = money(9, 40)
    what: str = phrase("Cup final", "Canoe hire", "Garden party", "Museum night")
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def _sum(self, person: Person) -> Money:
        return self.least + Money(350 * self.debtors.index(person))

    def _title(self, person: Person) -> str:
        return f"{self.what}: {person.name}, {self._sum(person)}"

    def setup(self, store: Store) -> Setup:
        for hours, person in enumerate(self.debtors, 5):
            yield todo.AddTask(self._title(person), self.list)
            paid = self.what if person != self.owing else "Thanks for lunch"
            yield sent_me(store.now - timedelta(hours=7 * hours), person, self._sum(person), paid)

    def effects(self, store: Store) -> Commands:
        for person in self.debtors:
            if person != self.owing:
                yield ticked(store, self._title(person))
        yield message(store, self.owing.id, containing(self._sum(self.owing)))

    def answer(self) -> Money:
        return self._sum(self.owing)

    def items(self) -> Items:
        yield observed("Saw the tasks", showing=self._title(self.owing), kind="search")
        yield observed("Saw who has paid", showing=self.what, kind="search")
        yield judged("The message asks them, politely, to pay this sum")

    def solution(self, user: User) -> None:
        paid = {one.who for one in payments(user, self.what)}
        open_list(user, self.list)
        titles = [name for line in user.page.lines() for name in line.names if name.startswith(f"{self.what}: ")]
        debts = {title.split(": ")[1].split(",")[0]: title for title in titles}
        for name in sorted(debts.keys() & paid):
            tick_off(user, self.list, debts[name])
        (left,) = debts.keys() - paid
        owed = amounts(debts[left])[0]
        write_to(user, left, f"Could you send me the {owed} for “{self.what}”?")
        user.say(owed)

"""Who owes whom: said in a chat, written in a letter, partly paid at the bank, noted as tasks."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
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
    sure,
    way,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.cross.beforehand import friends, sent_me, sent_them
from lifeworld.tasks.cross.invitations import ahead
from lifeworld.tasks.cross.screens import letter, payments, said, tick_off
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.messenger import PEOPLE, open_chat, open_named, send
from lifeworld.tasks.messenger.news import earlier, says, writes
from lifeworld.tasks.todo import open_list


class SettleWhatIsLeft(Task):
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
    tags = ["effects and answer", "sum", "long", "distractor"]
    apps = ["bank", "mail", "messenger"]

    chat: Chat = pick(Chat, where=PEOPLE)
    a: Money = money(15, 50)
    b: Money = money(15, 50)
    paid: Money = money(5, 25)
    account: Account = pick(Account, lambda account, a, b: holds(account, a + b))
    first: str = phrase("boat trip", "theatre tickets", "new lock", "ferry")
    second: str = phrase("firewood", "cooking course", "joint gift", "garden tools")
    note: str = phrase("Now we are even", "The rest of it", "That settles everything")

    def setup(self, store: Store) -> Setup:
        person = self.chat.person
        yield sent_them(store.now - timedelta(days=4), person, self.paid, "On account")
        yield sent_them(store.now - timedelta(days=3, hours=4), person, self.b + self.paid, "Holiday flat")
        told = writes(
            store,
            person,
            f"The {self.second}",
            f"Hello,\n\nthe whole thing was {self.b * 3}, for three of us.\n\nSo your part of the {self.second} is "
            f"{self.b}. You can send it with the other sum.\n\nSee you soon",
        )
        yield earlier(store, told, minutes=60 * 28)
        yield earlier(store, says(store, self.chat, f"I've got the bill now, it's {self.a * 2} for the two of us"), 190)
        yield earlier(store, says(store, self.chat, f"So you owe me {self.a} for the {self.first}"), 188)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.a + self.b - self.paid, self.note)

    def answer(self) -> Money:
        return self.a + self.b - self.paid

    def items(self) -> Items:
        yield observed("Read the chat", showing="So you owe me", kind="search")
        yield observed("Read the letter", showing="You can send it with the other sum", kind="search")
        yield observed("Saw what was paid", showing="On account", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        one = amounts(said(user, "So you owe me"))[0]
        two = amounts(letter(user, f"The {self.second}").rsplit("So your part of", 1)[1])[0]
        paid = next(-found.amount for found in payments(user, "On account") if found.who == self.chat.name)
        rest = one + two - paid
        pay_person(user, self.chat.person, self.account, rest, self.note)
        user.say(rest)


class WhatIsStillToCome(Task):
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

    chat: Chat = pick(Chat, where=PEOPLE)
    owed: Money = money(60, 120)
    mine: Money = money(8, 25)
    paid: Money = money(10, 30)
    first: str = phrase("sailing weekend", "rental car", "festival passes", "mountain hut")
    second: str = phrase("groceries", "taxi home", "breakfast", "museum")

    def setup(self, store: Store) -> Setup:
        person = self.chat.person
        yield sent_me(store.now - timedelta(days=2), person, self.paid, self.first.capitalize())
        yield sent_me(store.now - timedelta(days=3), person, self.mine, "Coffee and cake")
        told = writes(
            store,
            person,
            f"About the {self.second}",
            f"Hi,\n\nI thought it was {self.mine + self.mine}, but that was for both of us.\n\n"
            f"You owe me {self.mine} for the {self.second}, just take it off what I owe you.\n\nBye for now",
        )
        yield earlier(store, told, minutes=60 * 20)
        yield earlier(store, says(store, self.chat, f"I'll send you {self.owed + self.paid} for the {self.first}"), 250)
        right = f"No, I've looked it up: I owe you {self.owed} for the {self.first}, before what I've sent you"
        yield earlier(store, says(store, self.chat, right), 215)

    def answer(self) -> Money:
        return self.owed - self.mine - self.paid

    def items(self) -> Items:
        yield observed("Read the chat", showing="I've looked it up", kind="search")
        yield observed("Read the letter", showing="just take it off what I owe you", kind="search")
        yield observed("Saw what was paid", showing=str(self.paid), kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        owed = amounts(said(user, "I've looked it up"))[0]
        mine = amounts(letter(user, f"About the {self.second}").rsplit("You owe me", 1)[1])[0]
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
    tags = ["effects and answer", "compare", "prose", "long"]
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
                yield todo.Complete(store.one(TodoTask, "title = ?", self._title(person)))
        yield messenger.Send(sure(chat_with(store, self.owing.id)), containing(self._sum(self.owing)))

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
        for name in debts.keys() & paid:
            tick_off(user, self.list, debts[name])
        (left,) = debts.keys() - paid
        open_named(user, left)
        send(user, f"Could you send me the {amounts(debts[left])[0]} for “{self.what}”?")
        user.say(amounts(debts[left])[0])


class PayTheOrganiser(Task):
    """Whoever has invited to something gets money for it, and is told."""

    goals = [
        "I owe whoever organises “{event.title}” {amount} for it. See in Almanac who that is, send them the money from "
        "{account.name} with the note “{note}”, and write them “{text}” on Chatter.",
        "Send {amount} from {account.name} to the person who invited me to “{event.title}”, with “{note}” as the note, "
        "and message “{text}” to that same person in Chatter.",
        "“{event.title}” is in my calendar because somebody invited me. They should get {amount} out of {account.name} "
        "(note: “{note}”), and after that “{text}” in our chat on Chatter.",
    ]
    tags = ["look-up"]
    apps = ["bank", "calendar", "messenger"]

    event: Event = pick(
        Event, lambda event, store: ahead(event) and not event.own and chat_with(store, event.organiser_id) is not None
    )
    amount: Money = money(5, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("My part", "Towards the costs", "For food and drinks")
    text: str = phrase("I've just sent you my part", "The money is on its way", "Paid my part, see you there")

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(sure(self.event.organiser), self.account, self.amount, self.note)
        yield messenger.Send(sure(chat_with(store, self.event.organiser_id)), self.text)

    def items(self) -> Items:
        yield observed("Saw who invites", at=f"/calendar/event/{self.event.id}", kind="search")
        chat = sure(chat_with(self.event.store, self.event.organiser_id))
        yield observed("Opened the chat", at=f"/messenger/chat/{chat.id}")

    def solution(self, user: User) -> None:
        open_event(user, self.event)
        pay_person(user, sure(self.event.organiser), self.account, self.amount, self.note)
        open_named(user, self._organiser(user))
        send(user, self.text)

    @way
    def told_before(self, user: User) -> None:
        open_named(user, self._organiser(user))
        send(user, self.text)
        pay_person(user, sure(self.event.organiser), self.account, self.amount, self.note)

    def _organiser(self, user: User) -> str:
        open_event(user, self.event)
        return next(one.removesuffix(" Organiser") for one in user.page.text.splitlines() if one.endswith(" Organiser"))

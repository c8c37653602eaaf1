"""Signing in where what it takes stands in another app."""

import re

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Money, Setup, Store, Task, User, button, derived, field, link, pick
from lifeworld.tasks.bank import balance_of, debit
from lifeworld.tasks.bank.daily import pin_of
from lifeworld.tasks.todo.ways import own

_PIN = re.compile(r"\bPIN (\d{4})\b")


class PinOnTheList(Task):
    """The owner is signed in to the bank with the PIN that a to-do list holds, and hears what is on an account."""

    goals = [
        "I'm signed out of Harbour Bank and have forgotten my PIN, but I noted it in Ticked, in {list.name}. Sign me "
        "in. How much money is in {account.name}?",
        "Look up my bank PIN in {list.name} in Ticked, sign in to Harbour Bank with it, and tell me what I can spend "
        "from {account.name}.",
        "My PIN for Harbour Bank stands in {list.name}, one of my lists in Ticked. Get me into the bank again, and say "
        "what the available balance of {account.name} is.",
    ]
    apps = ["bank", "todo"]

    account: Account = pick(Account, debit)
    list: TaskList = pick(TaskList, own)
    pin: str = derived(pin_of)

    def setup(self) -> Setup:
        yield bank.SignOut()
        yield todo.AddTask(f"Harbour Bank PIN {self.pin}", self.list)

    def effects(self) -> Commands:
        yield bank.SignIn(self.pin)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("Search"))
        user.fill(field("Search tasks"), "PIN")
        user.click(button("Search"))
        (pin,) = set(_PIN.findall(user.page.text))
        user.do(bank.SignIn(pin))
        user.say(balance_of(user, self.account))

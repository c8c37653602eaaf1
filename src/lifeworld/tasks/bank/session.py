"""Signing in to the bank, and out."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Session
from lifeworld.taskkit import Commands, Money, Setup, Store, Task, User, derived, pick
from lifeworld.tasks.bank import balance_of, debit


def pin_of(store: Store) -> str:
    """Return the owner's PIN."""
    return store.get(Session, 1).pin


class SignOut(Task):
    """The owner is signed out of the bank."""

    goals = [
        "Sign out of Harbour Bank.",
        "Sign me out of the bank app, please.",
        "Harbour Bank should ask for my PIN again before anybody sees anything there: sign me out.",
    ]
    tags = ["daily"]

    def effects(self) -> Commands:
        yield bank.SignOut()


class SignInForBalance(Task):
    """The owner is signed in again, and hears what is on an account."""

    goals = [
        "Sign in to Harbour Bank with my PIN, {pin}, and tell me how much money is in {account.name}.",
        "I'm signed out of the bank. My PIN is {pin}: get me in again, and say what I can spend from {account.name}.",
        "Harbour Bank wants my PIN, which is {pin}. Sign in with it. What is the available balance of {account.name}?",
    ]
    account: Account = pick(Account, debit)
    pin: str = derived(pin_of)

    def setup(self) -> Setup:
        yield bank.SignOut()

    def effects(self) -> Commands:
        yield bank.SignIn(self.pin)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(balance_of(user, self.account))

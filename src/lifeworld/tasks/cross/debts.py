"""What is owed to somebody: asked for in a chat, or known to the person only."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.core.money import Money
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Items, Setup, Task, User, amounts, derived, money, observed, phrase, pick, way
from lifeworld.tasks.bank import holds
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.cross.screens import said
from lifeworld.tasks.messenger import PEOPLE, open_chat, send


def another(store: Store, account: Account, amount: Money) -> Account | None:
    """Return another account that an amount can be taken from."""
    return next((one for one in store.all(Account) if one.id != account.id and holds(one, amount)), None)


class PayWhatChatAsks(Task):
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

    chat: Chat = pick(Chat, where=PEOPLE)
    amount: Money = money(8, 60)
    fee: Money = money(1, 5)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    other: Account = derived(another)
    what: str = phrase("boat hire", "match tickets", "group present", "pottery evening", "minibus")

    def setup(self, store: Store) -> Setup:
        words = (
            (50, f"About the {self.what}: your part would be {self.amount + self.fee}"),
            (46, "No hurry with it"),
            (31, f"Wait, I counted somebody twice. It's {self.amount} for you, not more"),
        )
        for minutes, text in words:
            at = store.now - timedelta(minutes=minutes)
            yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)

    def from_the_other(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.other, self.amount, self.what)

    def items(self) -> Items:
        yield observed("Read the chat", showing="I counted somebody twice", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        amount = amounts(said(user, "I counted somebody twice"))[0]
        reply = user.ask(f"Shall I send {self.chat.name} {amount}?")
        account = self.other if self.other.name in reply else self.account
        if "? Yes" in reply:
            pay_person(user, self.chat.person, account, amount, self.what)


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
    question_topics = ["who", "whom", "person", "name", "friend", "contact", "contacts", "recipient"]
    tags = ["long"]
    apps = ["bank", "messenger"]

    chat: Chat = pick(Chat, where=PEOPLE)
    amount: Money = money(5, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("the cinema", "the picnic", "petrol", "the flea market")
    text: str = phrase("Just paid you back, thanks again!", "The money is on its way to you", "We are even now")

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)
        yield messenger.Send(self.chat, self.text)

    @way
    def message_first(self, user: User) -> None:
        user.ask(f"Which friend do I send the {self.amount} to?")
        open_chat(user, self.chat)
        send(user, self.text)
        pay_person(user, self.chat.person, self.account, self.amount, self.what)

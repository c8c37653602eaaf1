"""What is owed to somebody: asked for in a chat, or known to the person only."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.core.money import Money
from lifeworld.life.events import Messaged
from lifeworld.scenarios import Scenario, containing, money, observed, phrase, pick
from lifeworld.scenarios.bank import holds
from lifeworld.scenarios.cross.payments import pay_person
from lifeworld.scenarios.messenger import PEOPLE, open_chat, send
from lifeworld.store import Store


class PayWhatChatAsks(Scenario):
    """Someone asks for money in a chat and then corrects the sum; it goes out once the person has agreed."""

    goals = [
        "{chat.name} told me in Chatter what I owe for {what}. Pay it from {account.name}, with {what} in the note, "
        "but get my OK before the money leaves.",
        "Send {chat.name} what they asked for in our chat about {what}. Take it from {account.name}, mention {what} in "
        "the note and ask me for a go-ahead first.",
        "Settle {what} with {chat.name}: the sum is in our Chatter conversation. Use {account.name}, write {what} into "
        "the note, and check with me right before.",
    ]
    apps = ("bank", "messenger")
    consent = {"effects": "Yes, send it.", "nothing": "No, leave it as it is after all."}
    about = ["send|pay", "{amount}"]
    tags = ["prose", "distractor"]

    chat: Chat = pick(Chat, where=PEOPLE)
    amount: Money = money(8, 60)
    fee: Money = money(1, 5)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("the boat hire", "the match tickets", "the group present", "the pottery evening")

    def given(self, store: Store):
        words = (
            (50, f"About {self.what}: your part would be {self.amount + self.fee}"),
            (46, "No hurry with it"),
            (31, f"Wait, I counted somebody twice. It's {self.amount} for you, not more"),
        )
        for minutes, text in words:
            at = store.now - timedelta(minutes=minutes)
            yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    def effects(self):
        yield bank.SendMoney(self.chat.person, self.account, self.amount, containing(self.what))

    def items(self):
        yield observed("Read the chat", showing="I counted somebody twice", kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        if user.ask(f"Shall I send {self.chat.name} {self.amount}?").startswith("No"):
            return
        pay_person(user, self.chat.person, self.account, self.amount, f"For {self.what}")


class PayWhomIMean(Scenario):
    """Only the person knows who laid out the money; that one is paid and told."""

    goals = [
        "Somebody laid out {amount} for {what}. Send it back from {account.name} with the note “{what}”, and write "
        "“{text}” to them in Chatter. Ask me who it was.",
        "I owe a friend {amount} for {what}; I'll tell you whom when you ask. Pay from {account.name}, note “{what}”, "
        "then message the same person “{text}”",
        "Pay back {amount} for {what} out of {account.name} (that's the note, too) and tell the friend “{text}” on "
        "Chatter. Check with me which friend I mean.",
    ]
    apps = ("bank", "messenger")
    withheld = "It was {chat.name}."
    about = ["who"]
    tags = ["long"]

    chat: Chat = pick(Chat, where=PEOPLE)
    amount: Money = money(5, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("the cinema", "the picnic", "petrol")
    text: str = phrase("Just paid you back, thanks again!", "The money is on its way to you", "We are even now")

    def effects(self):
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.ask("Who was it?")
        pay_person(user, self.chat.person, self.account, self.amount, self.what)
        open_chat(user, self.chat)
        send(user, self.text)

"""Something comes, or the person says something else, while money is being seen to."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.core.money import Money
from lifeworld.life.events import PeerPayment
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Task, User, amounts, derived, link, money, phrase, pick, way, when
from lifeworld.tasks.bank import debit, go, holds, known, search
from lifeworld.tasks.bank.payments import TransferBetweenAccounts
from lifeworld.tasks.bank.people import SendToPerson, StarPerson, SwapFavourite
from lifeworld.tasks.messenger.news import says, somebody


class PutAsideWhatComes(Task):
    """What somebody pays is put aside, once it is there."""

    goals = [
        "{person.name} is about to send me money for the {what}. When it has come, transfer the same amount from "
        "{source.name} to {target.name}.",
        "As soon as {person.name} has paid me for the {what}, move just as much from {source.name} to {target.name}. "
        "It should take only a few minutes.",
        "I want to put aside what {person.name} pays me for the {what}. Wait until it's in Harbour Bank, then shift "
        "that sum out of {source.name} into {target.name}.",
    ]
    trigger = when(minutes=8)
    tags = ["wait"]

    amount: Money = money(20, 90)
    person: Person = pick(Person, known)
    source: Account = pick(Account, holds)
    target: Account = pick(Account, lambda target, source: debit(target) and target != source)
    what: str = phrase("old bicycle", "sofa", "spare ticket", "record player", "garden chairs")

    def scheduled_events(self, store: Store) -> Events:
        note = f"For the {self.what}"
        yield PeerPayment(
            at=store.now, person_id=self.person.id, amount=self.amount, note=note, outgoing=False, purse="checking"
        )

    def effects(self) -> Commands:
        yield bank.Transfer(self.source, self.target, self.amount)

    @way
    def with_a_look_in_between(self, user: User) -> None:
        go(user, "Activity")
        user.wait(300)
        user.home()
        user.wait(240)
        search(user, f"For the {self.what}")
        user.click(link(user.page.line(self.person.name).names[0]))
        user.do(bank.Transfer(self.source, self.target, abs(amounts(user.page.text)[0])))


class SendWhateverElseIsAsked(SendToPerson):
    """A person gets money while somebody else asks for some, too."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”. Nobody else gets anything today.",
        "I owe {person.name} {amount}. Pay it from {account.name} and write “{note}”. If others want money, let them "
        "wait.",
        "Pay {amount} to {person.name}, out of {account.name}, with the note “{note}”. Only that, whoever else asks.",
    ]
    trigger = when(opened="bank")
    distractor = True

    text: str = phrase(
        "Could you send me $20 for the taxi?",
        "You still owe me $12 for the tickets",
        "Can you lend me $50 until Monday?",
    )

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, somebody(store, self.text, self.person.id), self.text)


class StarWhileMoneyComes(StarPerson):
    """A person becomes a favourite while another one sends money."""

    goals = [
        "Add {person.name} to my favourites in Harbour Bank. If money comes in meanwhile, don't mind it.",
        "I'll be paying {person.name} more often. Star them in the bank app, and never mind what else happens there.",
        "Make {person.name} one of the favourites for sending money. Payments that arrive are none of your business.",
    ]
    trigger = when(opened="bank")
    distractor = True
    tags = ["short"]

    sum: Money = money(5, 60)
    payer: Person = derived(lambda store, person: store.one(Person, "relation <> 'me' AND id <> ?", person.id))

    def scheduled_events(self, store: Store) -> Events:
        yield PeerPayment(
            at=store.now, person_id=self.payer.id, amount=self.sum, note="Lunch", outgoing=False, purse="checking"
        )


class SendAnotherSum(SendToPerson):
    """A person gets money; the sum is corrected before it goes out."""

    goals = [
        "Send {person.name} {first} from {account.name} with the note “{note}”.",
        "I owe {person.name} {first}. Please pay it out of {account.name}; the note is “{note}”.",
        "{person.name} gets {first} from me, from {account.name}. Write “{note}” as the note.",
    ]
    trigger = when(opened="bank")
    goal_update = [
        "I've just done the sum again: it's {amount}, not {first}.",
        "Correction, please send {amount}.",
        "Make that {amount}, I had forgotten something.",
    ]

    first: Money = money(5, 90)
    either: bool = derived(lambda account, first: holds(account, first) or None)

    def superseded_effects(self) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.first, self.note)


class TransferLess(TransferBetweenAccounts):
    """Money moves between own accounts; the sum changes on the way."""

    goals = [
        "Transfer {first} from {source.name} to {target.name}.",
        "Move {first} out of {source.name} and into {target.name}, please.",
        "I'd like {first} to go from {source.name} to {target.name}.",
    ]
    trigger = when(opened="bank")
    goal_update = [
        "Better {amount}, I'd say. The rest can stay where it is.",
        "Actually, {amount} will do.",
        "Change of plan: {amount} instead of {first}.",
    ]

    first: Money = money(5, 400)
    either: bool = derived(lambda source, first: holds(source, first) or None)

    def superseded_effects(self) -> Commands:
        yield bank.Transfer(self.source, self.target, self.first)


class KeepTheFavourite(SwapFavourite):
    """A favourite is to go and another to come; then the first may stay."""

    goals = [
        "Take {old.name} off my bank favourites and add {new.name} instead.",
        "Swap two favourites in Harbour Bank: {old.name} out, {new.name} in.",
        "{old.name} needn't be a favourite for sending money any more, but {new.name} should be one.",
    ]
    trigger = when(opened="bank")
    goal_update = [
        "Leave {old.first} where they are after all. Just add {new.first}.",
        "Oh, keep {old.name}. Only add {new.name}.",
        "I take half of it back: {old.first} stays a favourite. {new.first} still becomes one.",
    ]

    def superseded_effects(self) -> Commands:
        yield bank.Unstar(self.old)
        yield bank.Star(self.new)

    def effects(self) -> Commands:
        yield bank.Star(self.new)

    new_one_first = None


class StopThatPayment(SendToPerson):
    """A person gets money; when it is out, it should not have gone."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”.",
        "Pay {person.name} {amount} through Harbour Bank, from {account.name}, note “{note}”.",
        "Please give {person.name} {amount} out of {account.name} and put “{note}” into the note.",
    ]
    trigger = when(done=bank.SendMoney)
    goal_update = [
        "Stop, don't send {person.first} anything! They've just told me that it's settled. Can you still hold it back?",
        "Oh no, please don't pay that, I gave it to {person.first} in cash yesterday. Undo it if it's out.",
        "Wait, I've changed my mind about the money for {person.first}. Get it back, please.",
    ]
    too_late = True

    found_by_searching = None

"""The person says something else while money is being sent."""

from lifeworld.apps.bank import commands as bank
from lifeworld.core.money import Money
from lifeworld.taskkit import Commands, derived, money, when
from lifeworld.tasks.bank.people import SendToPerson, SwapFavourite
from lifeworld.tasks.bank.transfers import TransferBetweenAccounts
from lifeworld.tasks.bank.ways import holds


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
    tags = ["goal-update"]

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
    tags = ["goal-update"]

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
    tags = ["goal-update"]

    def superseded_effects(self) -> Commands:
        yield bank.Unstar(self.old)
        yield bank.Star(self.new)

    def effects(self) -> Commands:
        yield bank.Star(self.new)

    on_their_own_pages = None


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
    tags = ["goal-update"]

    found_by_searching = None

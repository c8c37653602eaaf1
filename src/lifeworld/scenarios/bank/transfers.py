"""Money between the person's own accounts."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, button, derived, money, pick
from lifeworld.scenarios.bank.ways import debit, holds, transfer
from lifeworld.store import Store


class TransferBetweenAccounts(Scenario):
    """Money moves between the person's own accounts."""

    goals = [
        "Transfer {amount} from {source.name} to {target.name}.",
        "Move {amount} out of my {source.name} account and into {target.name} at Harbour Bank.",
        "{target.name} needs {amount}. Take it from {source.name}.",
    ]

    amount: Money = money(5, 400)
    source: Account = pick(Account, lambda source, amount: holds(source, amount))
    target: Account = pick(Account, lambda target, source: debit(target) and target != source)

    def effects(self):
        yield bank.Transfer(self.source, self.target, self.amount)

    def solution(self, user):
        transfer(user, self.source, self.target, self.amount)
        user.click(button("Confirm"))


class PayOffCard(Scenario):
    """All that is owed on a credit card is paid."""

    goals = [
        "Pay off everything I owe on my {card.name} from {source.name}.",
        "Clear the {card.name} balance completely, pending purchases included. Pay it from {source.name}.",
        "I want to owe nothing on {card.name} any more. Use {source.name} to pay it.",
    ]
    tags = ["look-up"]

    card: Account = pick(Account, lambda card, store: card.credit and ledger.owed(store, card) > Money())
    source: Account = pick(Account, lambda source, card, store: holds(source, ledger.owed(store, card)))

    def effects(self, store: Store):
        yield bank.Transfer(self.source, self.card, ledger.owed(store, self.card))

    def solution(self, user):
        transfer(user, self.source, self.card, ledger.owed(self.card.store, self.card))
        user.click(button("Confirm"))


class TopUpTo(Scenario):
    """An account is topped up to a round sum."""

    goals = [
        "Top up {target.name} from {source.name} so that it holds exactly {total}.",
        "Move just enough from {source.name} to bring {target.name} to {total}.",
        "I'd like {target.name} to stand at {total} sharp. Take what is missing from {source.name}.",
    ]
    tags = ["look-up", "sum"]

    more: Money = money(20, 300)
    target: Account = pick(Account, debit)
    source: Account = pick(Account, lambda source, target, more: source != target and holds(source, more))
    total: Money = derived(lambda store, target, more: ledger.available(store, target) + more)

    def effects(self):
        yield bank.Transfer(self.source, self.target, self.more)

    def solution(self, user):
        transfer(user, self.source, self.target, self.more)
        user.click(button("Confirm"))


class TransferTooMuch(Scenario):
    """More is to be moved than there is."""

    goals = [
        "Transfer {amount} from {source.name} to {target.name} in one go. If the account can't cover it, "
        "leave everything as it is and tell me.",
        "Move exactly {amount} out of {source.name} into {target.name}; should that not be possible, don't "
        "transfer anything and say so.",
        "I'd like {amount} to go from {source.name} to {target.name}. Not less: if it doesn't work, just let me know.",
    ]

    source: Account = pick(Account, debit)
    target: Account = pick(Account, lambda target, source: debit(target) and target != source)
    more: Money = money(40, 900, cents=False)
    amount: Money = derived(lambda store, source, more: ledger.available(store, source) + more)

    def impossible(self):
        yield bank.Transfer(self.source, self.target, self.amount)

    def solution(self, user):
        transfer(user, self.source, self.target, self.amount)
        user.give_up()

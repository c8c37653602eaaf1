"""Money that is about to come."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.core.money import Money
from lifeworld.life.events import PeerPayment
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Task, User, amounts, button, field, link, money, phrase, pick, way, when
from lifeworld.tasks.bank.ways import debit, go, holds, known, transfer


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
    tags = ["moving", "wait"]

    amount: Money = money(20, 90)
    person: Person = pick(Person, known)
    source: Account = pick(Account, lambda source, amount: holds(source, amount))
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
        self._put_aside(user)

    def _put_aside(self, user: User) -> None:
        go(user, "Activity")
        user.fill(field("Search transactions"), f"For the {self.what}")
        user.click(button("Search"))
        user.click(link(user.page.line(self.person.name).names[0]))
        paid = abs(amounts(user.page.text)[0])
        transfer(user, self.source, self.target, paid)
        user.click(button("Confirm"))

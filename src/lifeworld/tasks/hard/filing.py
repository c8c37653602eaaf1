"""Payments are filed anew by what a letter says of them."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Category, Entry
from lifeworld.apps.mail import commands as mail
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added, known, search
from lifeworld.tasks.cross.beforehand import dated, mailed, newest, paid_at
from lifeworld.tasks.cross.screens import letter, payments, reply_to
from lifeworld.tasks.hard.clearing import three_quiet
from lifeworld.tasks.hard.hands import annotate, file_under, quotes

DAYS_AGO = (4, 7, 9, 13, 16)  # on which something was paid, at the first place or the second by turns, then the third


class PaidForACause(Task):
    """A letter says which payments of some weeks were for one thing: these are filed and noted, their sum is told."""

    goals = [
        "{person.name} has mailed me which of my payments were for the {what}, and under which category they belong. "
        "At Harbour Bank give each of these that category and the note “{what}”; leave what the mail excepts, and what "
        "is older. Then reply with what they come to altogether, just the figure.",
        "Go by the mail from {person.name} about the {what}: the payments at the places that it names, from the day "
        "given there on and without the one that wasn't for it, get another category at the bank, the mail has it, and "
        "“{what}” as their note. The answer to the mail is their sum and nothing else.",
        "What have I paid for the {what}? {person.name} wrote by mail where and since when, with an exception. File "
        "those payments in Harbour Bank under the category named in the mail, note “{what}” on every one of them, add "
        "them up, and send the total, only that, as a reply.",
    ]
    tags = ["hard", "look-up", "collect", "sum", "distractor", "long"]
    apps = ["bank", "mail"]

    person: Person = pick(Person, known)
    turn: int = number(0, 5000)
    places: tuple[Business, ...] = derived(three_quiet)
    what: str = phrase("school fair", "jubilee", "garden project", "choir journey", "neighbours' day")
    filing: Category = phrase("Education", "Giving", "Travel", "Home")
    least: Money = money(8, 40)

    def _paid(self, store: Store) -> dict[date, tuple[Business, Money]]:
        one, two, other = self.places
        places = zip(DAYS_AGO, (one, two, one, two, other), strict=True)
        today = store.now.date()
        return {
            today - timedelta(days=ago): (place, self.least + Money(375 * turn))
            for turn, (ago, place) in enumerate(places)
        }

    def _meant(self, store: Store) -> Iterator[Entry]:
        """Yield the payments that were for it: those at the first two places but for the latest at the second."""
        _, mine, *_ = paid = self._paid(store)
        for on, (place, amount) in paid.items():
            if on != mine and place != self.places[2]:
                yield store.one(Entry, "business_id = ? AND amount = ? AND date(at) = ?", place.id, -amount, f"{on}")

    def setup(self, store: Store) -> Setup:
        one, two, other = (place.name for place in self.places)
        paid = self._paid(store)
        for hour, (on, (place, amount)) in enumerate(paid.items(), 11):
            yield paid_at(on, hour, place, amount)
        _, mine, *_, first = paid
        body = (
            f"Hello,\n\nI've been through the receipts. All that you have paid since {dated(first)} at “{one}” and "
            f"“{two}” was for the {self.what}.\n\nOnly on {dated(mine)} you were there for yourself.\n\n"
            f"What you had at “{other}” was your own.\n\nPlease file it all under “{self.filing}”. What does it make?"
        )
        yield mailed(store, self.person, f"Costs of the {self.what}", body, hours=14)

    def effects(self, store: Store) -> Commands:
        found = [*self._meant(store)]
        for entry in found:
            yield bank.Recategorise(entry, self.filing)
            yield bank.Annotate(entry, self.what)
        asked = newest(store, f"Costs of the {self.what}")
        yield mail.Reply(asked, str(added(-entry.amount for entry in found)))

    def items(self) -> Items:
        yield observed("Read which are meant", showing="been through the receipts", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"Costs of the {self.what}", "been through the receipts")
        (since, mine), (one, two, _, filing) = days(told, user.today), quotes(told)
        sums = []
        for name in (one, two):
            found = [paid for paid in payments(user, name) if since <= paid.at.date() != mine]
            for paid in found:
                if paid != found[0]:
                    search(user, name)
                user.click(link(paid.link))
                file_under(user, filing)
                annotate(user, self.what)
                sums.append(-paid.amount)
        reply_to(user, f"Costs of the {self.what}", str(added(sums)))

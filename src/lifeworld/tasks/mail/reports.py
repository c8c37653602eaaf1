"""Things to do with mail, and then to tell what came of them."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line as Entry
from lifeworld.apps.mail.models import Matter, Thread
from lifeworld.core.money import Money
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import Task, User, amounts, button, days, derived, link, pick, show_all, way
from lifeworld.tasks.mail.conversations import ClearOutSender, FileUnderLabel, held
from lifeworld.tasks.mail.letters import ForwardInvoice
from lifeworld.tasks.mail.ways import (
    asks_for_payment,
    letter_of,
    open_folder,
    open_invoice,
    search,
)

REPORT = ["effects and answer"]


class ClearOutAndTellHowMany(ClearOutSender):
    """Everything of a business in the inbox is archived, and how much it was is told."""

    goals = [
        "Archive every conversation from {business.name} that is in my inbox, and tell me how many there were.",
        "Get all mail from {business.name} out of my inbox and into the archive. How many conversations was that?",
        "Clear {business.name} out of my inbox, archiving all that they sent and nothing else. Count the conversations "
        "as you go; I'd like to know the number.",
    ]
    tags = ["effects and answer", "long"]

    found: int = derived(lambda store, business: len(held(store, business)))

    def answer(self) -> int:
        return self.found

    def _archive_all(self, user: User) -> None:
        count = sum(bool(line.names) for line in user.page.lines())
        super()._archive_all(user)
        user.say(count)


class ForwardAndTellTheAmount(ForwardInvoice):
    """An invoice is passed on, and what it asks for is told."""

    goals = [
        "Forward the invoice {line.value} to {person.name} and ask in the note to check the amount by {when}. What is "
        "the amount, by the way?",
        "{person.name} should look over invoice {line.value}. Forward it with the request to check the amount by "
        "{when}, and tell me what it asks for.",
        "Find invoice {line.value} in my mail and pass it on to {person.name}, who is to check the amount by {when}. "
        "I'd like to know that amount, too.",
    ]
    tags = [*REPORT, "prose"]

    def answer(self, store: Store) -> Money | None:
        return store.one(Entry, "message_id = ? AND total = 1", self.line.message_id).amount

    def solution(self, user):
        super().solution(user)
        user.say(self._amount(user))

    @way
    def from_its_file(self, user):
        amount = self._amount(user)
        super().from_its_file(user)
        user.say(amount)

    def _amount(self, user: User) -> Money:
        open_invoice(user, self.line)
        return amounts(user.page.text.split("\nAmount due\n")[1])[0]


class ReadAndTellTheRest(Task):
    """A business's unread mail is marked as read, and how much is left unread is told."""

    goals = [
        "Mark everything unread from {business.name} in my inbox as read. How many unread conversations are left in "
        "the inbox then?",
        "I don't need to see what {business.name} wrote: mark their unread conversations in the inbox as read, and "
        "tell me how many unread ones remain there.",
        "Whatever is unread from {business.name} in the inbox can count as read. Do that, then count the conversations "
        "in the inbox that are still unread.",
    ]
    tags = REPORT

    business: Business = pick(Business, lambda business, store: bool(unread_of(store, business)))

    def effects(self, store: Store):
        yield mail.Bulk(tuple(unread_of(store, self.business)), "read")

    def answer(self, store: Store) -> int:
        return store.count(Thread, "unread = 1 AND archived = 0 AND binned = 0 AND spam = 0")

    def solution(self, user):
        search(user, f'from:"{self.business.name}" is:unread in:inbox')
        if not user.sees("Select all"):
            user.click(link("Select"))
        user.click(link("Select all"))
        user.click(button("Mark selected as read"))
        self._tell(user)

    @way
    def by_opening_them(self, user):
        while True:
            search(user, f'from:"{self.business.name}" is:unread in:inbox')
            found = [line.names[0] for line in user.page.lines() if line.names]
            if not found:
                break
            user.click(link(found[0]))
        self._tell(user)

    def _tell(self, user: User) -> None:
        user.open("Post")
        user.click(link("Unread"))
        show_all(user)
        user.say(sum(bool(line.names) for line in user.page.lines()))


def unread_of(store: Store, business: Business) -> list[Thread]:
    """Return a business's unread conversations in the inbox."""
    return [thread for thread in held(store, business) if thread.unread]


class LabelAndTellHowMany(FileUnderLabel):
    """A conversation gets a label, and how many have it then is told."""

    goals = [
        "File “{thread.subject}” from my inbox under {label.name}. How many conversations have that label now?",
        "Put the label {label.name} on the inbox conversation “{thread.subject}” and tell me how many conversations "
        "are under it then, the bin left out.",
        "“{thread.subject}”, in my inbox, belongs under {label.name}. Label it so, then count what that label holds.",
    ]
    tags = REPORT

    def answer(self, store: Store) -> int:
        filed = "id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)"
        return store.count(Thread, f"{filed} AND binned = 0 AND spam = 0", self.label.id)

    def solution(self, user):
        super().solution(user)
        self._tell(user)

    @way
    def selected_in_the_list(self, user):
        super().selected_in_the_list(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        open_folder(user, self.label.name)
        show_all(user)
        user.say(sum(bool(line.names) for line in user.page.lines()))


class StarAndTellTheDay(Task):
    """An invoice gets a star, and the day by which it has to be paid is told."""

    goals = [
        "Star the invoice {line.value} in Post and tell me by which day it has to be paid.",
        "Put a star on the mail with invoice {line.value}, so that I find it again. When is it due?",
        "Find invoice {line.value} in my mail and star it. I also need its due date.",
    ]
    tags = REPORT

    line: Entry = pick(
        Entry,
        lambda line: asks_for_payment(line) and not letter_of(line).thread.starred,
        among=asks_for_payment,
        where="text = 'Invoice number'",
    )

    def effects(self):
        yield mail.Star(letter_of(self.line).thread)

    def answer(self, store: Store) -> date:
        return store.one(Matter, "number = ?", self.line.value).day

    def solution(self, user):
        open_invoice(user, self.line)
        user.click(button("Star"))
        user.say(days(user.page.fact("Due date"), user.today)[0])

    @way
    def by_the_star_in_the_list(self, user):
        search(user, f'"{self.line.value}"')
        subject = letter_of(self.line).thread.subject
        user.click(button(f"Star “{subject}”"))
        user.click(link(subject))
        user.say(days(user.page.fact("Due date"), user.today)[0])

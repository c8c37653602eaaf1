"""What is to be ordered is brought together, from a list, from letters, and held against what has been ordered."""

import re

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Items, Setup, Store, Task, User, button, derived, link, number, observed, pick
from lifeworld.tasks.cross.beforehand import bought_now, chatted, mailed, nth_such, ticked
from lifeworld.tasks.cross.screens import conversation
from lifeworld.tasks.hard.company import LargeCompany
from lifeworld.tasks.hard.hands import heard, into_cart
from lifeworld.tasks.mail.screens import found
from lifeworld.tasks.shop import go, order_of
from lifeworld.tasks.todo.ways import open_list, waiting

PLAIN = "colour = '' AND size = ''"


def untouched(list: TaskList, store: Store) -> bool:
    """Return whether no task of a list begins as those do that are put there."""
    return not list.inbox and not store.count(TodoTask, "list_id = ? AND title LIKE 'Order%'", list.id)


def singles(store: Store, turn: int, count: int) -> tuple[Variant, ...] | None:
    """Return so many things of one make that were never ordered, of names none of which is part of another."""
    found = tuple(one for step in range(count) if (one := nth_such(store, turn + step, PLAIN)))
    names = [one.product.name for one in found]
    apart = all(one == other or one not in other for one in names for other in names)
    return found if len({*names}) == count and apart else None


class OrderedAlready(Task):
    """Of the things on a list some have been ordered: those are done, and the others go into the cart."""

    goals = [
        "The tasks in {list.name} that begin with “Order” name things from Megacart, some of which I ordered there "
        "today. Tick those off, but not what I cancelled again. Everything that is still to be ordered goes into my "
        "cart, one of each; its tasks stay open.",
        "Compare the “Order” tasks on {list.name} with my orders at Megacart. What is really ordered (a cancelled "
        "order is none) is done in Ticked; of what is not, put one each into the cart and leave its task as it is.",
        "Which of the things that {list.name} tells me to order have I ordered at Megacart by now? Complete those "
        "“Order” tasks. Add the rest to my cart, a single one each, and whatever I called off again, too. Those tasks "
        "aren't done yet.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "long"]
    apps = ["shop", "todo"]

    turn: int = number(0, 5000)
    things: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 6))
    list: TaskList = pick(TaskList, untouched)

    def setup(self, store: Store) -> Setup:
        one, two, off, *_ = self.things
        first = self.turn % 6
        for thing in (*self.things[first:], *self.things[:first]):
            yield todo.AddTask(f"Order {thing.product.name}", self.list)
        yield from bought_now(store, two, off, one)
        yield shop.CancelOrder(order_of(store, off))

    def effects(self, store: Store) -> Commands:
        for thing in self.things[:2]:
            yield ticked(store, f"Order {thing.product.name}")
        for thing in self.things[2:]:
            yield shop.AddToCart(thing)

    def items(self) -> Items:
        yield observed("Saw the orders", at="/shop/orders", kind="search")
        yield observed("Saw the tasks", showing=f"Order {self.things[0].product.name}", kind="search")

    def solution(self, user: User) -> None:
        named = [line.names[1] for line in waiting(user, self.list)]
        names = [title.removeprefix("Order ") for title in named if title.startswith("Order ")]
        go(user, "Orders")
        kept = "\n".join(line.text for line in user.page.lines() if "Cancelled" not in line.text)
        for name in (one for one in names if one not in kept):
            into_cart(user, name)
        open_list(user, self.list)
        for name in (one for one in names if one in kept):
            user.click(button(f"Complete Order {name}"))


class OneOrderForAll(LargeCompany, Task):
    """Neighbours have written what they want from the shop: what it makes together goes into the cart, letters away."""

    goals = [
        "Five mails with the subject “Order round” and a name say who wants what from Megacart. Put into my cart what "
        "that makes altogether, as many of each thing as they all want; in Chatter one of them has thought again "
        "about the number. Then archive the five mails.",
        "I'm ordering for the five who sent me an “Order round” mail. Add up per article what they want, with the one "
        "change of number that came on Chatter, put these quantities into the Megacart cart, and archive the mails, "
        "all five.",
        "Go through the “Order round” mails, five of them. Whatever they ask for from Megacart should be in my cart "
        "in the right number (the same article for two people counts together, and one number was changed on "
        "Chatter). The mails go to the archive when you're done.",
    ]
    tags = ["hard", "collect", "sum", "look-up", "distractor", "long"]
    apps = ["mail", "messenger", "shop"]

    things: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 3))
    counts: tuple[int, ...] = derived(lambda turn: tuple(1 + (turn + step) % 3 for step in range(3)))

    @property
    def together(self) -> tuple[int, ...]:
        """How many of each thing they want: the fourth one changes from one to two, the last one wants nothing."""
        first, second, third = self.counts
        return first, second + 2, third

    def setup(self, store: Store) -> Setup:
        one, two, three = (thing.product.name for thing in self.things)
        wants = [f"{self.counts[place]} × {name}" for place, name in enumerate((one, two, three))]
        for hours, (person, want) in enumerate(zip(self.roles, (*wants, f"1 × {two}"), strict=False), 2):
            body = f"Hello,\n\nfrom Megacart I'd like\n\n{want}\n\nThank you for taking care of it!"
            yield mailed(store, person, f"Order round: {person.name}", body, 3 * hours)
        nothing = "Hello,\n\nthis time I don't need anything. Thank you for asking!"
        yield mailed(store, self.roles[4], f"Order round: {self.roles[4].name}", nothing, 20)
        yield from chatted(store, self.roles[3], (33, f"About the order round: make it 2 × {two} for me, please"))

    def effects(self, store: Store) -> Commands:
        for thing, count in zip(self.things, self.together, strict=True):
            yield shop.AddToCart(thing, count)
        for person in self.roles:
            yield mail.Archive(store.one(Thread, "subject = ?", f"Order round: {person.name}"))

    def items(self) -> Items:
        yield observed("Read the letters", showing="from Megacart I'd like", kind="search")
        yield observed("Read what was changed", showing="About the order round", kind="search")

    def solution(self, user: User) -> None:
        wants: dict[str, tuple[int, str]] = {}
        for line in found(user, 'subject:"Order round"'):
            user.click(link(line.names[0]))
            wants |= {line.names[0].split(": ")[1]: want for want in _wants(conversation(user))}
            user.click(button("Archive"))
        for name in wants:
            changed = _wants(heard(user, name, "About the order round: make it "))
            wants[name] = (*changed, wants[name])[0]
        for article in dict.fromkeys(article for _, article in wants.values()):
            into_cart(user, article, sum(count for count, one in wants.values() if one == article))


_WANT = re.compile(r"(\d+) × (.+?)(?: for me, please)?$", re.MULTILINE)


def _wants(text: str) -> list[tuple[int, str]]:
    """Return what a text asks for: how many of which article."""
    return [(int(count), article) for count, article in _WANT.findall(text)]

"""What the shop sells, sent to people in Chatter."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product
from lifeworld.apps.shop.orders import Wish
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Task, User, amounts, derived, link, phrase, pick, show_all
from lifeworld.tasks.shop import find, open_list
from lifeworld.tasks.shop.lists import OfAList, foremost


def other(person: Person) -> bool:
    """Return whether a person is not the owner."""
    return person.relation != "me"


def to_all(user: User) -> None:
    """Go from a product's page to where it is shared, with everybody whom one knows shown."""
    user.click(link("Share"))
    show_all(user)


class ShareWithAWord(Task):
    """A product is sent to somebody, with a word before it."""

    goals = [
        "Share {product.name} from Megacart with {person.name}, with the message “{note}”.",
        "Send {person.name} {product.name} out of the shopping app, and write exactly “{note}” with it.",
        "{person.name} should see {product.name}. Share it from its page on Megacart; my message is “{note}”.",
    ]
    product: Product = pick(Product)
    person: Person = pick(Person, other)
    note: str = phrase("Is this the one you meant?", "Shall we get this together?", "I thought of you")

    def effects(self) -> Commands:
        yield shop.ShareProduct(self.product, (self.person,), self.note)

    def solution(self, user: User) -> None:
        find(user, self.product)
        to_all(user)
        user.follow(self)


class ShareTheCheapestWish(OfAList, Task):
    """The cheapest thing on a list is sent to two people, without a word."""

    goals = [
        "Share the cheapest thing on my Megacart list “{wishlist.name}” with {person.name} and {second.name}, without "
        "a message.",
        "Of all that is on “{wishlist.name}”, which costs least? Send that to {person.name} and to {second.name}, "
        "straight from the shop and with no message.",
        "{person.name} and {second.name} want a tip: share the lowest-priced item of my wish list “{wishlist.name}” "
        "with both from Megacart. No note with it.",
    ]
    wish: Wish = derived(lambda store, wishlist: foremost(store, wishlist, lowest=True))
    person: Person = pick(Person, other)
    second: Person = pick(Person, lambda second, person: other(second) and second.id != person.id)

    def effects(self) -> Commands:
        yield shop.ShareProduct(self.wish.variant.product, (self.person, self.second))

    def solution(self, user: User) -> None:
        open_list(user, self.wishlist)
        lowest = min(user.page.lines(), key=lambda line: amounts(line.text)[0].cents)
        user.click(link(lowest.names[0]))
        to_all(user)
        user.follow(self)

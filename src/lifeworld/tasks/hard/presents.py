"""Presents that go to other doors than one's own."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address
from lifeworld.life.models import Person
from lifeworld.taskkit import Effects, Items, Outcomes, Setup, Store, Task, User, derived, number, observed, phrase
from lifeworld.tasks.cross.beforehand import chatted, friends
from lifeworld.tasks.cross.screens import write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import heard, quotes
from lifeworld.tasks.hard.ordering import singles
from lifeworld.tasks.shop import buy_now, card_of
from lifeworld.tasks.shop.account import ROADS


class PresentsToTheirDoors(Task):
    """Two of three friends get what they wish, each at their new address; the third wants nothing and is written to."""

    goals = [
        "Order presents at Megacart for {names}, as they've told me on Chatter: what they'd like, one of it, and where "
        "they live now. Save each one's address in their name, without a phone and not as the default, and send the "
        "present right there, my usual card, standard delivery, gift note “{note}”. Whoever wants none gets “{words}” "
        "in Chatter.",
        "{names} have written me their wishes and new addresses in Chatter, by their last word; one wants nothing and "
        "should read “{words}” instead. For the others put the address into my Megacart account (full name, no phone, "
        "mine stays the default) and order the thing to it, once, by standard delivery with the usual card and the "
        "gift note “{note}”.",
        "See in my chats what {names} would love from Megacart and where it should go. Add these addresses under their "
        "full names, neither with a phone number nor as default, and order each a single piece to their own address: "
        "default card, standard delivery, “{note}” as the gift note. Write “{words}” to the one who'd rather have no "
        "present.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    new: bool = derived(lambda store, three: not any(at_the_shop(store, person) for person in three) or None)
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    wishes: tuple[Variant, ...] = derived(lambda store, turn: singles(store, turn, 3))
    house: int = number(2, 180)
    note: str = phrase("With all my love", "For you, just because", "You've deserved it", "Don't open it before noon!")
    words: str = phrase("As you like, then I'll cook for you", "Then let me take you out", "You're too modest!")

    def _street(self, place: int) -> str:
        return f"{self.house + 17 * place} {ROADS[(self.turn + 3 * place) % len(ROADS)]}"

    def setup(self, store: Store) -> Setup:
        one, two, three = self.roles
        first, second, before = (f"From Megacart I'd love the “{wish.product.name}”" for wish in self.wishes)
        where = [
            f"I've moved, by the way: {self._street(place)}, Port Callow 4821{place} it is now" for place in range(3)
        ]
        yield from chatted(store, one, (140, f"{before}. {where[2]}"), (30, f"I've thought again. {first}. {where[0]}"))
        yield from chatted(store, two, (95, f"{second}. {where[1]}"))
        yield from chatted(store, three, (60, "Please, nothing from Megacart for me. I've got all that I need"))

    def outcomes(self) -> Outcomes:
        return [self._ordered(0, 1), self._ordered(1, 0)]  # orders are numbered as they come

    def _ordered(self, *places: int) -> Effects:
        store = self.three[0].store
        for place in places:
            name, city, code = self.roles[place].name, "Port Callow", f"4821{place}"
            address = yield shop.AddAddress(name, self._street(place), city, code)
            yield shop.BuyNow(self.wishes[place], address, card_of(store), gift_note=self.note)
        yield message(store, self.roles[2].id, self.words)

    def items(self) -> Items:
        yield observed("Read who has thought again", showing="I've thought again. From Megacart", kind="search")
        yield observed("Read who wants nothing", showing="Please, nothing from Megacart", kind="search")

    def solution(self, user: User) -> None:
        told = {person.name: heard(user, person.name, "rom Megacart") for person in self.three}
        for name, said in told.items():
            if "“" not in said:
                write_to(user, name, self.words)
                continue
            street, rest = said.split("by the way: ")[1].split(" it is now")[0].split(", ")
            city, code = rest.rsplit(" ", 1)
            user.do(shop.AddAddress(recipient=name, street=street, city=city, code=code))
            wish = next(one for one in self.wishes if one.product.name == quotes(said)[0])
            buy_now(user, wish, Address(recipient=name, street=street, city=city, code=code), note=self.note)


def at_the_shop(store: Store, person: Person) -> bool:
    return store.count(Address, "recipient = ?", person.name) > 0

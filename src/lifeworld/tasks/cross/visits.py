"""Payments, parcels and to-dos that the map completes: reviews, visits, addresses, numbers."""

from datetime import date, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, Review, Visit
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.taskkit import Commands, Items, Store, Task, User, days, derived, nth, number, observed, phrase, pick
from lifeworld.tasks.bank import BOOKED, amount_of, filtered, title_of
from lifeworld.tasks.cross.places import CALLED, address_shown, phone_shown
from lifeworld.tasks.cross.screens import spent_at
from lifeworld.tasks.maps import open_place
from lifeworld.tasks.maps.ways import BUSINESSES


class ReviewWherePaid(Task):
    """Where a sum was paid gets a review."""

    goals = [
        "Review the place where I paid {paid} on {on}; Harbour Bank has its name. Give it {stars} stars on Wayfarer "
        "and write exactly “{text}”.",
        "I paid {paid} somewhere on {on}. See at the bank where that was, and post {stars} stars and “{text}” for it "
        "on the map.",
        "Whoever got {paid} from my card on {on} deserves a review in my maps app: {stars} stars, “{text}”, nothing "
        "more.",
    ]
    tags = ["look-up"]
    apps = ["bank", "maps"]

    turn: int = number(0, 5000)
    entry: Entry = derived(lambda store, turn: nth(reviewable(store), turn))
    paid: Money = derived(lambda entry: -entry.amount)
    on: date = derived(lambda entry: entry.at.date())
    stars: int = number(2, 5)
    text: str = phrase("Friendly people, quick too.", "Better than the last time.", "A bit loud, but good.")

    def effects(self, store: Store) -> Commands:
        place = store.one(Place, "business_id = ?", self.entry.business_id)
        yield maps.WriteReview(place, str(self.stars), self.text)  # type: ignore[arg-type]

    def items(self) -> Items:
        yield observed("Found the payment", showing=str(self.paid), kind="search")

    def solution(self, user: User) -> None:
        lines = filtered(user, {"From date": self.on, "To date": self.on})
        name = next(title_of(line) for line in lines if amount_of(line) == self.paid)
        place = self.entry.store.one(Place, "name = ?", name)
        user.do(maps.WriteReview(place, str(self.stars), self.text))  # type: ignore[arg-type]


def reviewable(store: Store) -> list[Entry]:
    """Return the latest card payments, each the only one of its sum, at places that one has not reviewed."""
    since = (store.now - timedelta(days=45)).isoformat()
    mapped = "business_id IN (SELECT business_id FROM maps_place)"
    own = store.all(Review, "author = ''")
    reviewed = {one.place.business_id for one in own}
    found = store.all(Entry, f"{BOOKED} AND {mapped} AND at > ?", since)
    alone = [(one.at.date(), one.amount) for one in store.all(Entry, "at > ?", since)]
    return [one for one in found if one.business_id not in reviewed and alone.count((one.at.date(), one.amount)) == 1]


class PaidAtLastVisit(Task):
    """What was paid at a place on the day of the last visit?"""

    goals = [
        "What did I pay when I was last at {place.name}? Wayfarer has the day, Harbour Bank the sum.",
        "Look up in Wayfarer on which day I last was at {place.name}, and tell me how much the bank shows that I spent "
        "there that day.",
        "How much did my latest visit to {place.name} cost me? The map keeps track of when it was.",
    ]
    tags = ["look-up"]
    apps = ["bank", "maps"]

    place: Place = pick(Place, lambda place, store: spent_last(store, place) is not None, where=BUSINESSES)

    def answer(self, store: Store) -> Money | None:
        return spent_last(store, self.place)

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        open_place(user, self.place.name)
        on = days(user.page.line("last on", "About").text, user.today)[0]
        user.say(spent_at(user, (self.place.name, on)))


def spent_last(store: Store, place: Place) -> Money | None:
    """Return the one sum paid at a place on the day of the last visit."""
    visits = store.all(Visit, "place_id = ?", place.id, order="at DESC", limit=2)
    by_day = "business_id = ? AND date(at) = ?"
    found = store.all(Entry, by_day, place.business_id, visits[0].day.isoformat()) if len(visits) > 1 else []
    booked = len(found) == 1 and found[0].kind == "card" and not found[0].pending
    return -found[0].amount if booked else None


class PresentToTheirDoor(Task):
    """The address of a place goes into the shop's address book."""

    goals = [
        "Something from Megacart will go to {place.name}. Add it to my address book there for “{recipient}”, with the "
        "address that Wayfarer has; no phone, and not as my default.",
        "Look up {place.name} in Wayfarer and save its address in Megacart under the name “{recipient}”, without a "
        "phone number. My default address stays.",
        "My address book at Megacart should have {place.name}'s address from the map, with “{recipient}” as the full "
        "name, no phone; keep the default one.",
    ]
    tags = ["look-up", "long"]
    apps = ["maps", "shop"]

    place: Place = pick(Place, where=CALLED)
    recipient: str = phrase("The night shift", "Front desk", "Everybody at the counter", "Thank-you committee")

    def effects(self) -> Commands:
        yield new_address(self.recipient, self.place.address)

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        user.do(new_address(self.recipient, address_shown(user, self.place.name)))


def new_address(recipient: str, address: str) -> shop.AddAddress:
    """Return what keeps an address like “105 Furrow Lane, Port Callow 97483”."""
    street, _, rest = address.partition(", ")
    city, _, code = rest.rpartition(" ")
    return shop.AddAddress(recipient, street, city, code)


class NumberIntoTheTask(Task):
    """Somebody to call becomes a task that has their number."""

    goals = [
        "Add “{title}” to {list.name} in Ticked. Its note should be the phone number of {place.name}, as Wayfarer "
        "writes it, and nothing else.",
        "I have to call {place.name}. Make that a task “{title}” on my list {list.name}, and put the number from the "
        "map into the note, just as it stands there.",
        "Put “{title}” on {list.name}, with {place.name}'s number as the note: copy it from my maps app, digit for "
        "digit.",
    ]
    tags = ["look-up"]
    apps = ["maps", "todo"]

    place: Place = pick(Place, where=CALLED)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("Call about the invoice", "Ask for a table", "Ring them before noon", "Complain, politely")

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, note=self.place.phone)

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        user.do(todo.AddTask(self.title, self.list, note=phone_shown(user, self.place.name)))

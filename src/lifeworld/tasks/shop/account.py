"""Addresses, cards, the profile and the settings."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.orders import Address, Card, PaymentMethod
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, derived, number, phrase, pick, way
from lifeworld.tasks.shop import backwards

ROADS = (
    "Kiln Street", "Larch Avenue", "Toll Street", "Cooper Lane", "Mast Road", "Orchard Row", "Quarry Hill", "Wren Close"
)  # fmt: skip


def stranger(store: Store, person: Person) -> bool:
    """Return whether somebody's address is known, though not to the shop."""
    return person.address.count(",") > 0 and not store.count(Address, "recipient = ?", person.name)


def place_of(person: Person) -> tuple[str, str, str]:
    """Return the street, the city and the postcode of somebody's address."""
    street, _, rest = person.address.rpartition(", ")
    city, _, code = rest.rpartition(" ")
    return street, city, code


class AddFriendsAddress(Task):
    """A friend's address is added to the address book."""

    goals = [
        "Add a Megacart address for {person.name}: {street}, {city}, postcode {code}. No phone number is needed, and "
        "it shouldn't become the default.",
        "Save {person.name}'s address on Megacart: {street} in {city} {code}, without a phone number. Leave my default "
        "address as it is.",
        "New delivery address for Megacart: {person.name}, {street}, {city} {code}. No phone, not the default.",
    ]

    person: Person = pick(Person, lambda person, store: person.relation == "friend" and stranger(store, person))
    street: str = derived(lambda person: place_of(person)[0])
    city: str = derived(lambda person: place_of(person)[1])
    code: str = derived(lambda person: place_of(person)[2])

    def effects(self) -> Commands:
        yield shop.AddAddress(self.person.name, self.street, self.city, self.code)


class CorrectAddress(Task):
    """An address is corrected and becomes the default."""

    goals = [
        "My Megacart address at {address.street} ({address.recipient}) should read {house} {road} instead. Make it my "
        "default address too.",
        "Correct the address {address.street} of {address.recipient} on Megacart: the street is {house} {road}. Then "
        "set it as default.",
        "In the shopping app, change {address.recipient}'s address {address.street} to {house} {road}, and have "
        "parcels go there by default. Nothing but the street is wrong.",
    ]

    address: Address = pick(Address, lambda address: not address.default)
    house: int = number(2, 219)
    road: str = phrase(*ROADS)

    def effects(self) -> Commands:
        one = self.address
        yield shop.EditAddress(one, one.recipient, f"{self.house} {self.road}", one.city, one.code, one.phone)
        yield shop.DefaultAddress(one)

    @way
    def the_default_first(self, user: User) -> None:
        backwards(user, self.effects())


class ForgetAddress(Task):
    """An address is deleted."""

    goals = [
        "Delete {person.name}'s address from Megacart.",
        "I won't be sending {person.name} anything more. Remove the address from my Megacart account.",
        "Take {person.name} out of the delivery addresses in the shopping app.",
    ]
    tags = ["short"]

    person: Person = pick(Person, lambda person, store: stranger(store, person))

    def setup(self) -> Setup:
        yield shop.AddAddress(self.person.name, *place_of(self.person))

    def effects(self, store: Store) -> Commands:
        yield shop.DeleteAddress(store.one(Address, "recipient = ?", self.person.name))


class ChangeDefaultCard(Task):
    """Another card pays from now on."""

    goals = [
        "Make my Harbour {card} ending {ending} the default card at Megacart.",
        "From now on Megacart should charge the Harbour {card} ending {ending} unless I say otherwise. Set that up.",
        "Switch the default payment method in the shopping app to the {card} ending {ending}.",
    ]
    tags = ["short"]

    card: str = phrase("credit card", "debit card")
    ending: int = number(1000, 9999)
    holder: str = derived(lambda store: store.get(Person, 1).name)

    def setup(self) -> Setup:
        purse: Card = "credit" if self.card == "credit card" else "checking"
        yield shop.AddPayment(purse, f"9031 5520 1177 {self.ending}", self.holder, "10/31")

    def effects(self, store: Store) -> Commands:
        yield shop.DefaultPayment(store.one(PaymentMethod, "ending = ?", str(self.ending)))


class ReplaceCard(Task):
    """A new card takes the place of an old one."""

    goals = [
        "I have a new Harbour credit card: {first} {ending}, in the name of {holder}, valid through {expires}. Make it "
        "my default at Megacart and remove my {method.label}.",
        "Add the Harbour credit card {first} {ending} ({holder}, expires {expires}) to Megacart as the default, then "
        "remove my {method.label} there.",
        "Megacart should forget my {method.label}. Its place is taken by my new credit card {first} {ending}, name "
        "{holder}, expiry {expires}, which should be the default from now on.",
    ]
    tags = ["long"]

    method: PaymentMethod = pick(PaymentMethod)
    first: str = phrase("9031 5520 1177", "9044 8102 3366", "9017 6643 2208")
    ending: int = number(1000, 9999)
    holder: str = derived(lambda store: store.get(Person, 1).name)
    expires: str = phrase("11/29", "04/30", "08/31", "02/30", "06/31")

    def effects(self) -> Commands:
        yield shop.AddPayment("credit", f"{self.first} {self.ending}", self.holder, self.expires, True)
        yield shop.RemovePayment(self.method)

    @way
    def made_the_default_later(self, user: User) -> None:
        user.do(shop.AddPayment("credit", f"{self.first} {self.ending}", self.holder, self.expires))
        user.click(button(f"Make Harbour credit card ending {self.ending} the default"))
        user.do(shop.RemovePayment(self.method))


class LeaveFewerTraces(Task):
    """Another public name, and nothing is remembered."""

    goals = [
        "On Megacart, I'd like to appear as “{name}” in reviews, and it should stop remembering what I search and look "
        "at. Leave the other settings alone.",
        "Change my public Megacart name to “{name}” and switch off the memory of searches and viewed products, nothing "
        "else.",
        "Privacy, please: my reviews at Megacart should be by “{name}”, and the app mustn't keep track of searches or "
        "products I looked at.",
    ]

    name: str = phrase(
        "A quiet customer", "Quayside reader", "Nobody in particular", "Harbour neighbour", "Careful buyer",
        "Somebody from Port Callow", "Early riser", "The third floor", "Tea drinker", "Honest opinion",
        "Weekend shopper", "Two cats and I", "Slow walker", "Rainy day reader", "Last in the queue",
    )  # fmt: skip

    def effects(self) -> Commands:
        yield shop.SaveProfile(self.name)
        yield shop.SaveSettings(history=False)

    @way
    def the_settings_first(self, user: User) -> None:
        backwards(user, self.effects())

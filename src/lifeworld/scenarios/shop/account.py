"""Addresses, cards, the profile and the settings."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.orders import Address, PaymentMethod
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, box, button, derived, field, link, option, phrase, pick
from lifeworld.scenarios.shop.ways import click_and_confirm, to_account


class AddFriendsAddress(Scenario):
    """A friend's address is added to the address book."""

    goals = [
        "Add a Megacart address for {person.name}: {street}, {city}, ZIP {code}. It shouldn't become the default.",
        "Save {person.name}'s address on Megacart: {street} in {city} {code}. Leave my default address as it is.",
        "New delivery address for Megacart: {person.name}, {street}, {city} {code}. No phone, not the default.",
    ]

    person: Person = pick(
        Person,
        lambda person, store: (
            person.relation == "friend"
            and not store.count(Address, "recipient = ?", person.name)
            and "," in person.address
        ),
    )
    street: str = derived(lambda person: person.address.rpartition(", ")[0])
    city: str = derived(lambda person: person.address.rpartition(", ")[2].rpartition(" ")[0])
    code: str = derived(lambda person: person.address.rpartition(" ")[2])

    def effects(self):
        yield shop.AddAddress(self.person.name, self.street, self.city, self.code)

    def solution(self, user):
        to_account(user, "Addresses…")
        user.click(link("New address"))
        user.fill(field("Full name"), self.person.name)
        user.fill(field("Street and number"), self.street)
        user.fill(field("City"), self.city)
        user.fill(field("ZIP code"), self.code)
        user.click(button("Save address"))


class CorrectAddress(Scenario):
    """An address is corrected and becomes the default."""

    goals = [
        "My Megacart address at {address.street} ({address.recipient}) should read {street} instead. Make it my "
        "default address too.",
        "Correct the address {address.street} of {address.recipient} on Megacart: the street is {street}. Then set it "
        "as default.",
        "In the shopping app, change {address.recipient}'s address {address.street} to {street}, and have parcels go "
        "there by default.",
    ]

    address: Address = pick(Address, lambda address: not address.default)
    street: str = phrase("18 Kiln Street", "7 Larch Avenue, Apt 2B", "203 Toll Street")

    def effects(self):
        one = self.address
        edited = yield shop.EditAddress(one, one.recipient, self.street, one.city, one.code, one.phone)
        yield shop.DefaultAddress(edited)

    def solution(self, user):
        to_account(user, "Addresses…")
        whose = f"{self.address.recipient}, {self.address.street}"
        user.click(link(f"Edit address of {whose}"))
        user.fill(field("Street and number"), self.street)
        user.click(button("Save address"))
        user.click(button(f"Make {self.address.recipient}, {self.street} the default"))


class ForgetAddress(Scenario):
    """An address is deleted."""

    goals = [
        "Delete the address {address.street} ({address.recipient}) from Megacart.",
        "{address.recipient} doesn't live at {address.street} any more. Remove that address from my Megacart account.",
        "Take {address.recipient}, {address.street} out of the delivery addresses in the shopping app.",
    ]
    tags = ["short"]

    address: Address = pick(Address, lambda address: not address.default)

    def effects(self):
        yield shop.DeleteAddress(self.address)

    def solution(self, user):
        to_account(user, "Addresses…")
        click_and_confirm(user, f"Delete address of {self.address.recipient}, {self.address.street}")


class ChangeDefaultCard(Scenario):
    """Another card pays from now on."""

    goals = [
        "Make {method.label} my default card at Megacart.",
        "From now on Megacart should charge {method.label} unless I say otherwise. Set that up.",
        "Switch the default payment method in the shopping app to {method.label}.",
    ]
    tags = ["short"]

    method: PaymentMethod = pick(PaymentMethod, lambda method: not method.default)

    def effects(self):
        yield shop.DefaultPayment(self.method)

    def solution(self, user):
        to_account(user, "Payment methods…")
        user.click(button(f"Make {self.method.label} the default"))


class ReplaceCard(Scenario):
    """A new card takes the place of an old one."""

    goals = [
        "I have a new Harbour credit card: {number}, in the name of {holder}, valid through {expires}. Make it my "
        "default at Megacart and remove {method.label}.",
        "Add the Harbour credit card {number} ({holder}, expires {expires}) to Megacart as the default, then remove "
        "{method.label} there.",
        "Megacart should forget {method.label}. Its place is taken by my new credit card {number}, name {holder}, "
        "expiry {expires}, which should be the default from now on.",
    ]
    tags = ["long"]

    method: PaymentMethod = pick(PaymentMethod)
    number: str = phrase("9031 5520 1177 4465", "9044 8102 3366 9071", "9017 6643 2208 5519")
    holder: str = derived(lambda store: store.get(Person, 1).name)
    expires: str = phrase("11/29", "04/30", "08/31")

    def effects(self):
        yield shop.AddPayment("credit", self.number, self.holder, self.expires, True)
        yield shop.RemovePayment(self.method)

    def solution(self, user):
        to_account(user, "Payment methods…")
        user.click(link("New card"))
        user.click(option("Harbour credit card"))
        user.fill(field("Card number"), self.number)
        user.fill(field("Name on the card"), self.holder)
        user.fill(field("Expires"), self.expires)
        user.check(box("Make this my default card"))
        user.click(button("Save card"))
        click_and_confirm(user, f"Remove {self.method.label}")


class LeaveFewerTraces(Scenario):
    """Another public name, and nothing is remembered."""

    goals = [
        "On Megacart, I'd like to appear as “{name}” in reviews, and it should stop remembering what I search and look "
        "at. Leave the other settings alone.",
        "Change my public Megacart name to “{name}” and switch off the memory of searches and viewed products, nothing "
        "else.",
        "Privacy, please: my reviews at Megacart should be by “{name}”, and the app mustn't keep track of searches or "
        "products I looked at.",
    ]

    name: str = phrase("A quiet customer", "Quayside reader", "N.")

    def effects(self):
        yield shop.SaveProfile(self.name)
        yield shop.SaveSettings(history=False)

    def solution(self, user):
        to_account(user, "Profile…")
        user.fill(field("Public name"), self.name)
        user.click(button("Save"))
        user.click(link("Settings…"))
        user.check(box("Remember searches and products I looked at"), False)
        user.click(button("Save"))

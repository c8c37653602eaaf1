"""Addresses, cards, profile and settings."""

import re
from datetime import date
from typing import Any

from lifeworld.apps.shop.commands.buying import shop
from lifeworld.apps.shop.orders import Address, Card, PaymentMethod, Settings
from lifeworld.store import Add, Edit, Remove, Store, Verb, ask, line, tell

PUBLIC = "Shown with your reviews, questions and answers."
NEEDED = "This is needed for delivery."
DIGITS, UNLIKE = r"\d{5}", "A postal code has five digits."
SIXTEEN, MONTH = "A card number has 16 digits.", r"(0?[1-9]|1[0-2])\s*/\s*(20)?\d\d"
CARDS = {"credit": "Harbour credit card", "checking": "Harbour checking (debit card)"}


class _Default(Verb, seen_by="nobody"):
    """What leaves one default among the addresses, or the cards."""

    def run(self, store: Store) -> Any:
        chosen = super().run(store)
        for other in store.all(type(chosen), '"default" = 1 AND id <> ?', chosen.id) if chosen.default else ():
            store.change(other, default=False)
        return chosen


class _NoDefault(Remove, seen_by="nobody"):
    """Forget an address or a card, but for the default."""

    refusals = {"default": "This is your default. Make another one the default first."}

    def check(self, store: Store) -> None:
        self.need(not next(iter(vars(self).values())).default, "default")


class _Place(Verb, seen_by="nobody"):
    """What no two addresses have in common."""

    refusals = {"taken": "You have this address already."}

    def check(self, store: Store) -> None:
        same = "lower(recipient) = lower(?) AND lower(street) = lower(?) AND code = ? AND id <> ?"
        own, written = self.its_row(store), vars(self)
        values = (written["recipient"], written["street"], written["code"], own.id if own else 0)
        self.need(not store.count(Address, same, *values), "taken", "street")


class AddAddress(_Place, _Default, Add, of=Address, seen_by="nobody"):
    """Write down where parcels may go."""

    recipient: str = line("Full name", empty=NEEDED)
    street: str = line("Street address", empty=NEEDED, placeholder="Number, street, apartment")
    city: str = line("City", empty=NEEDED)
    code: str = line("Postal code", empty=NEEDED, like=DIGITS, unlike=UNLIKE)
    phone: str = line("Phone number", default="", placeholder="Optional, for the driver")
    default: bool = ask("Make this my default address", default=False)


class EditAddress(_Place, Edit, seen_by="nobody"):
    """Correct an address."""

    address: Address
    recipient: str = line("Full name", empty=NEEDED)
    street: str = line("Street address", empty=NEEDED, placeholder="Number, street, apartment")
    city: str = line("City", empty=NEEDED)
    code: str = line("Postal code", empty=NEEDED, like=DIGITS, unlike=UNLIKE)
    phone: str = line("Phone number", default="", placeholder="Optional, for the driver")


class DeleteAddress(_NoDefault, seen_by="nobody"):
    """Forget an address."""

    address: Address


class DefaultAddress(_Default, Edit, sets={"default": True}, seen_by="nobody"):
    """Choose the address that orders go to unless one says otherwise."""

    address: Address
    refusals = {"already": "This is your default address already."}


class AddPayment(_Default, Add, of=PaymentMethod, seen_by="the shop"):
    """Pay with one more card of the bank. The shop is told the number, and keeps its last four digits."""

    purse: Card = ask("Which account does it pay from?", kind="radio", choices=CARDS)
    number: str = line("Card number", placeholder="0000 0000 0000 0000", like=r"(\d[\s-]*){16}", unlike=SIXTEEN)
    holder: str = line("Name on the card", empty="Enter the name on the card.")
    expires: str = line("Expires", placeholder="MM/YY", like=MONTH, unlike="Enter month and year, like 08/28.")
    default: bool = ask("Make this my default card", default=False)
    refusals = {"expired": "This card has expired.", "taken": "You have a card ending {ending} already."}

    def columns(self, store: Store) -> dict[str, Any]:
        month, year = (int(part) for part in re.findall(r"\d+", self.expires))
        expires = date(2000 + year % 100, month, 1)
        self.need(expires >= store.now.date().replace(day=1), "expired", "expires")
        ending = self._digits[-4:]
        known = store.count(PaymentMethod, "purse = ? AND ending = ?", self.purse, ending)
        self.need(not known, "taken", "number", ending=ending)
        own = {"purse": self.purse, "holder": self.holder, "default": self.default}
        return {**own, "ending": ending, "expires": expires}

    def run(self, store: Store) -> Any:
        added = super().run(store)
        tell(store, "shop", "add card", shop(store).name, added.label, self._digits)
        return added

    @property
    def _digits(self) -> str:
        return "".join(re.findall(r"\d", self.number))


class RemovePayment(_NoDefault, seen_by="nobody"):
    """Forget a card."""

    method: PaymentMethod


class DefaultPayment(_Default, Edit, sets={"default": True}, seen_by="nobody"):
    """Choose the card that pays unless one says otherwise."""

    method: PaymentMethod
    refusals = {"already": "This is your default card already."}


class SaveProfile(Edit, of=Settings, seen_by="everyone"):
    """Choose the name that stands above one's reviews and questions."""

    public_name: str = line("Public name", empty="Enter a name.", longest=40, hint=PUBLIC)

    def run(self, store: Store) -> Any:
        if self.public_name != store.get(Settings, 1).public_name:
            tell(store, "shop", "change name", "everyone", self.public_name)
        return super().run(store)


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose what Megacart remembers and writes about."""

    history: bool = ask("Save searches and products I view", kind="switch", default=True)
    order_mail: bool = ask("E-mail me about my orders", kind="switch", default=True)
    deal_mail: bool = ask("E-mail me deals", kind="switch", default=False)
    ask_reviews: bool = ask("Remind me to review what I bought", kind="switch", default=True)

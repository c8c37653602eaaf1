"""Addresses, cards, profile and settings."""

import re
from datetime import date

from lifeworld.apps.shop.commands.buying import shop
from lifeworld.apps.shop.orders import Address, Card, PaymentMethod, Settings
from lifeworld.store import Command, Store, tell

_EXPIRY = re.compile(r"(0?[1-9]|1[0-2])\s*/\s*(?:20)?(\d\d)")


class AddAddress(Command, seen_by="nobody"):
    """Write down where parcels may go."""

    recipient: str
    street: str
    city: str
    code: str
    phone: str = ""
    default: bool = False
    refusals = {
        "empty": "This is needed for delivery.",
        "code": "A ZIP code has five digits.",
        "taken": "You have this address already.",
    }

    def run(self, store: Store) -> Address:
        written = _address(self, self.recipient, self.street, self.city, self.code)
        if _known(store, written):
            raise self.refuse("taken", "street")
        added = store.add(Address, **written, phone=self.phone.strip())
        return _prefer_address(store, added) if self.default else added


class EditAddress(Command, seen_by="nobody"):
    """Correct an address."""

    address: Address
    recipient: str
    street: str
    city: str
    code: str
    phone: str = ""
    refusals = AddAddress.refusals

    def run(self, store: Store) -> Address:
        written = _address(self, self.recipient, self.street, self.city, self.code)
        if _known(store, written, self.address.id):
            raise self.refuse("taken", "street")
        return store.change(self.address, **written, phone=self.phone.strip())


class DeleteAddress(Command, seen_by="nobody"):
    """Forget an address."""

    address: Address
    refusals = {"default": "This is your default address. Make another one the default first."}

    def run(self, store: Store) -> Address:
        if self.address.default:
            raise self.refuse("default")
        store.remove(self.address)
        return self.address


class DefaultAddress(Command, seen_by="nobody"):
    """Choose the address that orders go to unless one says otherwise."""

    address: Address
    refusals = {"default": "This is your default address already."}

    def run(self, store: Store) -> Address:
        if self.address.default:
            raise self.refuse("default")
        return _prefer_address(store, self.address)


class AddPayment(Command, seen_by="the shop"):
    """Pay with one more card of the bank. Only the last four digits are kept."""

    purse: Card
    number: str
    holder: str
    expires: str
    default: bool = False
    refusals = {
        "digits": "A card number has 16 digits.",
        "holder": "Enter the name on the card.",
        "month": "Enter month and year, like 08/28.",
        "expired": "This card has expired.",
        "taken": "You have a card ending {ending} already.",
    }

    def run(self, store: Store) -> PaymentMethod:
        digits = re.sub(r"[\s-]", "", self.number)
        if not re.fullmatch(r"\d{16}", digits):
            raise self.refuse("digits", "number")
        holder, expires = " ".join(self.holder.split()), self._month(store)
        if not holder:
            raise self.refuse("holder", "holder")
        if store.count(PaymentMethod, "purse = ? AND ending = ?", self.purse, digits[-4:]):
            raise self.refuse("taken", "number", ending=digits[-4:])
        added = store.add(PaymentMethod, purse=self.purse, ending=digits[-4:], holder=holder, expires=expires)
        tell(store, "shop", "add card", shop(store).name, added.label)
        return _prefer_payment(store, added) if self.default else added

    def _month(self, store: Store) -> date:
        found = _EXPIRY.fullmatch(self.expires.strip())
        if not found:
            raise self.refuse("month", "expires")
        month = date(2000 + int(found[2]), int(found[1]), 1)
        if month < store.now.date().replace(day=1):
            raise self.refuse("expired", "expires")
        return month


class RemovePayment(Command, seen_by="nobody"):
    """Forget a card."""

    method: PaymentMethod
    refusals = {"default": "This is your default card. Make another one the default first."}

    def run(self, store: Store) -> PaymentMethod:
        if self.method.default:
            raise self.refuse("default")
        store.remove(self.method)
        return self.method


class DefaultPayment(Command, seen_by="nobody"):
    """Choose the card that pays unless one says otherwise."""

    method: PaymentMethod
    refusals = {"default": "This is your default card already."}

    def run(self, store: Store) -> PaymentMethod:
        if self.method.default:
            raise self.refuse("default")
        return _prefer_payment(store, self.method)


class SaveProfile(Command, seen_by="everyone"):
    """Choose the name that stands above one's reviews and questions."""

    public_name: str
    refusals = {"empty": "Enter a name.", "long": "Keep the name under 40 characters."}

    def run(self, store: Store) -> Settings:
        name = " ".join(self.public_name.split())
        if not name:
            raise self.refuse("empty", "public_name")
        if len(name) > 40:
            raise self.refuse("long", "public_name")
        before = store.get(Settings, 1)
        if name != before.public_name:
            tell(store, "shop", "change name", "everyone", name)
        return store.change(before, public_name=name)


class SaveSettings(Command, seen_by="nobody"):
    """Choose what Megacart remembers and writes about."""

    history: bool = True
    order_mail: bool = True
    deal_mail: bool = False
    ask_reviews: bool = True

    def run(self, store: Store) -> Settings:
        return store.change(
            store.get(Settings, 1),
            history=self.history,
            order_mail=self.order_mail,
            deal_mail=self.deal_mail,
            ask_reviews=self.ask_reviews,
        )


def _address(command: Command, recipient: str, street: str, city: str, code: str) -> dict[str, str]:
    fields = {"recipient": recipient, "street": street, "city": city, "code": code}
    written = {name: " ".join(value.split()) for name, value in fields.items()}
    for name, value in written.items():
        if not value:
            raise command.refuse("empty", name)
    if not re.fullmatch(r"\d{5}", written["code"]):
        raise command.refuse("code", "code")
    return written


def _known(store: Store, written: dict[str, str], own: int = 0) -> bool:
    same = "lower(recipient) = lower(?) AND lower(street) = lower(?) AND code = ? AND id <> ?"
    return store.count(Address, same, written["recipient"], written["street"], written["code"], own) > 0


def _prefer_address(store: Store, chosen: Address) -> Address:
    for other in store.all(Address, '"default" = 1'):
        store.change(other, default=False)
    return store.change(chosen, default=True)


def _prefer_payment(store: Store, chosen: PaymentMethod) -> PaymentMethod:
    for other in store.all(PaymentMethod, '"default" = 1'):
        store.change(other, default=False)
    return store.change(chosen, default=True)

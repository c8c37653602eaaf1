"""What stands in the address book: where others live."""

from collections.abc import Iterator

from lifeworld.apps.shop.orders import Address
from lifeworld.life.models import me
from lifeworld.life.secrets import Secret, street
from lifeworld.store import Store


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the addresses and telephone numbers of recipients who are neither the owner nor among the contacts."""
    own = me(store)
    for one in store.all(Address, "recipient NOT IN (SELECT name FROM life_person)"):
        known = frozenset({one.recipient})
        yield Secret(f"the address of {one.recipient}", street(one.street), known)
        if one.phone and one.phone != own.phone:
            yield Secret(f"the telephone number of {one.recipient}", one.phone, known)

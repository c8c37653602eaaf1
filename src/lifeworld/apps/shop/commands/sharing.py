"""What the shop sells, told to others."""

import re

from lifeworld.apps.shop.models import Product
from lifeworld.life.models import Person
from lifeworld.life.sharing import REFUSED, send_to, share
from lifeworld.store import Command, Store, line


class ShareProduct(Command, seen_by="those it is sent to"):
    """Send a product to people in Chatter, with its price and a link, and a word of one's own before it."""

    product: Product
    people: tuple[Person, ...] = send_to()
    note: str = line("Message", default="", longest=300, placeholder="What do you think of this?")
    refusals = REFUSED

    def run(self, store: Store) -> Product:
        product = self.product
        share(self, store, self.people, self.note, product.name, str(product.price), link_to(product))
        return product


def link_to(product: Product) -> str:
    """Return the address of a product as others are told it."""
    return f"megacart.example/{re.sub('[^a-z0-9]+', '-', product.name.lower()).strip('-')}"

"""Wish lists."""

from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.store import Command, Store

LONGEST = 60


class MakeList(Command, seen_by="nobody"):
    """Begin a new wish list."""

    name: str
    refusals = {
        "empty": "Give the list a name.",
        "long": "Keep the name under 60 characters.",
        "taken": "You have a list named {name} already.",
    }

    def run(self, store: Store) -> WishList:
        return store.add(WishList, name=self.name_among(store, WishList, longest=LONGEST))


class RenameList(Command, seen_by="nobody"):
    """Give a wish list another name."""

    wishlist: WishList
    name: str
    refusals = MakeList.refusals

    def run(self, store: Store) -> WishList:
        return store.change(self.wishlist, name=self.name_among(store, WishList, self.wishlist.id, LONGEST))


class DeleteList(Command, seen_by="nobody"):
    """Delete a wish list and what is on it."""

    wishlist: WishList

    def run(self, store: Store) -> WishList:
        store.remove(self.wishlist)
        return self.wishlist


class AddToList(Command, seen_by="nobody"):
    """Put a variant on a wish list."""

    variant: Variant
    wishlist: WishList
    refusals = {"there": "{name} is on {list} already."}

    def run(self, store: Store) -> Wish:
        if store.count(Wish, "list_id = ? AND variant_id = ?", self.wishlist.id, self.variant.id):
            raise self.refuse("there", "wishlist", name=self.variant.full_name, list=self.wishlist.name)
        return store.add(Wish, list_id=self.wishlist.id, variant_id=self.variant.id)


class RemoveFromList(Command, seen_by="nobody"):
    """Take something off its list."""

    wish: Wish

    def run(self, store: Store) -> Wish:
        store.remove(self.wish)
        return self.wish

"""Wish lists."""

from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.store import Add, Edit, Remove, Store, ask, line

EMPTY, TAKEN, LONGEST = "Give the list a name.", "You have a list named {name} already.", 60


class MakeList(Add, of=WishList, seen_by="nobody"):
    """Begin a new wish list."""

    name: str = line("List name", empty=EMPTY, longest=LONGEST, taken=TAKEN)


class RenameList(Edit, seen_by="nobody"):
    """Give a wish list another name."""

    wishlist: WishList
    name: str = line("List name", empty=EMPTY, longest=LONGEST, taken=TAKEN)


class DeleteList(Remove, seen_by="nobody"):
    """Delete a wish list and what is on it."""

    wishlist: WishList


class AddToList(Add, of=Wish, seen_by="nobody"):
    """Put a variant on a wish list."""

    variant: Variant
    list: WishList = ask("Which list?", kind="radio")
    refusals = {"there": "{variant.full_name} is on {list.name} already."}

    def check(self, store: Store) -> None:
        there = store.count(Wish, "list_id = ? AND variant_id = ?", self.list.id, self.variant.id)
        self.need(not there, "there", "list")


class RemoveFromList(Remove, seen_by="nobody"):
    """Take something off its list."""

    wish: Wish

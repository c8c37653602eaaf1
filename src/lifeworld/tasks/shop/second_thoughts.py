"""The person says something else while their cart is being filled."""

from lifeworld.apps.shop import commands as shop
from lifeworld.taskkit import Commands, number, when
from lifeworld.tasks.shop.cart import PutIntoCart, SwapCartItems


class PutMoreIntoCart(PutIntoCart):
    """A product goes into the cart, in another number than was said first."""

    goals = [
        "Put {first} × {variant.full_name} into my Megacart cart.",
        "I'd like {first} × {variant.full_name} from Megacart. Into the cart only, don't order.",
        "Megacart: add {variant.full_name} to my cart, {first} of it.",
    ]
    trigger = when(opened="shop")
    goal_update = [
        "Let's have {quantity} of it instead of {first}.",
        "Make the quantity {quantity}, please.",
        "Oh, {quantity} will be right, I've looked in the cupboard.",
    ]
    tags = ["goal-update"]

    first: int = number(1, 3)

    def superseded_effects(self) -> Commands:
        yield shop.AddToCart(self.variant, self.first)


class LeaveItSaved(SwapCartItems):
    """One item should leave the cart and one come back; then the second may stay where it is."""

    goals = [
        "Take {out.name} out of my Megacart cart and move {back.name} from “saved for later” into it.",
        "Two things in my Megacart cart: remove {out.name}, and bring {back.name} back from what I saved.",
        "I don't need {out.name} any more, so delete it from the cart. {back.name} can come in from “saved for later”.",
    ]
    trigger = when(opened="shop")
    goal_update = [
        "Leave {back.name} where it is, I can't afford it this month. Just take the other one out.",
        "Forget about {back.name}, it can stay saved. Only remove {out.name}.",
        "I'll wait with {back.name}. The other half still holds.",
    ]
    tags = ["goal-update"]

    def superseded_effects(self) -> Commands:
        yield shop.RemoveFromCart(self.out)
        yield shop.MoveToCart(self.back)

    def effects(self) -> Commands:
        yield shop.RemoveFromCart(self.out)

    in_before_out = None

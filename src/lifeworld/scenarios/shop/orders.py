"""Orders called off and sent back."""

from datetime import timedelta

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands.buying import RETURN_DAYS, returnable
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, Reason
from lifeworld.scenarios import Scenario, button, link, option, phrase, pick
from lifeworld.scenarios.shop.ways import LATEST, card_of, home_of, open_order, search_orders


class CancelThisMorningsOrder(Scenario):
    """An order that has not left yet is called off."""

    goals = [
        "Cancel my Megacart order for {variant.full_name} that I placed today.",
        "I've changed my mind about the {variant.full_name} I ordered this morning. Please call that order off.",
        "Today's order at Megacart, the one with {variant.full_name}, should be cancelled.",
    ]

    variant: Variant = pick(
        Variant,
        where="stock > 3 AND id NOT IN (SELECT variant_id FROM shop_order_line)",
    )

    def given(self, store):
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def effects(self, store):
        yield shop.CancelOrder(store.one(Order, order=LATEST))

    def solution(self, user):
        search_orders(user, self.variant.product.name)
        user.click(link("View order…"))
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))


class ReturnItem(Scenario):
    """An article goes back, with a reason."""

    goals = [
        "Return the {line.variant.full_name} from Megacart order {line.order.number}. Reason: {words}.",
        "Please send back {line.variant.full_name} (order {line.order.number}); the reason is “{words}”.",
        "Start a return at Megacart for {line.variant.full_name} out of order {line.order.number}, because: {words}.",
    ]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and returnable(line.order, store)
    )
    words: str = phrase("It arrived damaged", "Not as described", "I changed my mind", "Wrong item was sent")

    @property
    def reason(self) -> Reason:
        codes: dict[str, Reason] = {
            "It arrived damaged": "damaged",
            "Not as described": "not_as_described",
            "I changed my mind": "changed_mind",
        }
        return codes.get(self.words, "wrong_item")

    def effects(self):
        yield shop.ReturnItem(self.line, self.reason)

    def solution(self, user):
        open_order(user, self.line.order)
        user.click(link(f"Return {self.line.variant.full_name}"))
        user.click(option(self.words))
        user.click(button("Return this item"))


class ReturnTooLate(Scenario):
    """The time for a return is over."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number} because I changed my mind. If "
        "that's no longer possible, leave it and tell me.",
        "Send back the {line.variant.full_name} of order {line.order.number} (changed my mind). Should Megacart not "
        "take it back any more, just say so.",
        "I'd like to give {line.variant.full_name} from order {line.order.number} back. If it can't be returned, do "
        "nothing and let me know.",
    ]

    line: OrderLine = pick(
        OrderLine,
        lambda line, now: (
            line.kept > 0
            and line.order.delivered_at is not None
            and now - line.order.delivered_at > timedelta(days=RETURN_DAYS + 1)
        ),
    )

    def impossible(self):
        yield shop.ReturnItem(self.line, "changed_mind")

    def solution(self, user):
        open_order(user, self.line.order)
        user.give_up()

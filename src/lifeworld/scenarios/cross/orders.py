"""Orders at Megacart that start, end or show in other apps."""

from datetime import timedelta

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.mail.models import Line, Message
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, PaymentMethod
from lifeworld.life.events import Messaged
from lifeworld.scenarios import (
    Scenario,
    button,
    containing,
    derived,
    field,
    link,
    number,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.scenarios.bank import go as go_bank
from lifeworld.scenarios.mail import search
from lifeworld.scenarios.messenger import PEOPLE, open_chat, send
from lifeworld.scenarios.shop import FREE_VARIANT, LATEST, choose, go, home_of, open_order
from lifeworld.store import Store

REASONS = {"it came broken": "It arrived damaged", "it isn't what the page shows": "Not as described"}


def nth_variant(store: Store, turn: int) -> Variant:
    """Return one of the variants that can be put into the cart, by any number."""
    found = store.all(Variant, FREE_VARIANT)
    return found[turn * 7919 % len(found)]


class CartForFriend(Scenario):
    """Somebody asks in a chat for something, and then for more of it; it goes into the cart."""

    goals = [
        "{chat.name} asked me in Chatter to get something for them at Megacart. Put it into my cart, as many as they "
        "want. Don't order yet.",
        "Add to my Megacart cart what {chat.name} wants, according to our chat, in the number that they settled on.",
        "In Chatter, {chat.name} tells me what to order along at Megacart. Put exactly that into the cart, no order.",
    ]
    apps = ("messenger", "shop")
    tags = ["look-up", "distractor"]

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    variant: Variant = derived(nth_variant)
    other: Variant = derived(lambda store, turn: nth_variant(store, turn + 1))
    first: int = number(1, 2)
    more: int = number(1, 2)

    def given(self, store: Store):
        words = (
            (95, f"Next time you order at Megacart: could you get me {self.first} × {self.variant.full_name}?"),
            (93, f"I looked at {self.other.full_name}, too, but no"),
            (40, f"Make that {self.first + self.more} of them, please"),
        )
        for minutes, text in words:
            at = store.now - timedelta(minutes=minutes)
            yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    def effects(self):
        yield shop.AddToCart(self.variant, self.first + self.more)

    def items(self):
        yield observed("Read the chat", showing="Make that", kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        choose(user, self.variant)
        user.choose(field("Quantity"), str(self.first + self.more))
        user.click(button("Add to cart"))


class CancelAndCheckCard(Scenario):
    """Today's order is called off, and what is then owed on the card is told."""

    goals = [
        "Cancel the Megacart order for {variant.full_name} that I placed today, then tell me what I owe on my "
        "{card.name} after the refund, pending purchases included.",
        "Call off today's order of {variant.full_name} at Megacart. How much do I owe on {card.name} once it is "
        "cancelled, everything pending counted?",
        "I don't want the {variant.full_name} that I ordered today. Cancel it and look up how much is owed on "
        "{card.name} afterwards, with what is pending.",
    ]
    apps = ("bank", "shop")
    tags = ["effects and answer"]

    variant: Variant = pick(Variant, where=f"{FREE_VARIANT} AND id NOT IN (SELECT variant_id FROM shop_order_line)")
    card: Account = pick(Account, lambda card, store: ledger.account_for(store, "credit") == card)

    def given(self, store: Store):
        yield shop.BuyNow(self.variant, home_of(store), store.one(PaymentMethod, "purse = 'credit'"))

    def effects(self, store: Store):
        yield shop.CancelOrder(store.one(Order, order=LATEST))

    def answer(self, store: Store):
        return ledger.owed(store, self.card)

    def solution(self, user):
        go(user, "Orders")
        user.fill(field("Search all orders"), self.variant.product.name)
        user.click(button("Search"))
        newest = next(node.name for node in user.now.tree.all("link") if node.name.startswith("View order"))
        user.click(link(newest))
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))
        go_bank(user)
        user.click(link(self.card.name).within("Accounts"))
        user.say(self.truth)


class OrderBehindTracking(Scenario):
    """A mail gives a tracking number; the order that it belongs to is wanted on the screen."""

    goals = [
        "The mail about parcel {order.tracking} says which order it was. Show me that order in Megacart.",
        "Which Megacart order came with tracking number {order.tracking}? Look in my mail, then open the order's page.",
        "Find the mail with the tracking number {order.tracking} and bring its order up in the shopping app.",
    ]
    apps = ("mail", "shop")

    order: Order = pick(Order, lambda order, store: letter_of(store, order) is not None, where="tracking <> ''")

    def reached(self):
        return f"/shop/order/{self.order.id}"

    def items(self):
        yield observed("Found the mail", showing=self.order.tracking, kind="search")

    def solution(self, user):
        search(user, f'"{self.order.tracking}"')
        open_order(user, self.order)


def letter_of(store: Store, order: Order) -> Message | None:
    """Return the mail that told an order's tracking number, if it can still be read."""
    line = store.first(Line, "text = 'Tracking number' AND value = ?", order.tracking)
    found = store.get(Message, line.message_id) if line else None
    return found if found and not found.thread.binned else None


class LostParcelRefund(Scenario):
    """A parcel got lost; when did the money for it come back?"""

    goals = [
        "The courier once wrote that it could not find a parcel of mine. On what day did the refund for it arrive in "
        "my account?",
        "One of my Megacart parcels got lost; there's a mail from the courier about it. When was it refunded, "
        "according to the bank?",
        "Find the letter about the parcel that was never found, and then the day on which Harbour Bank shows the "
        "refund for that order.",
    ]
    apps = ("bank", "mail")
    tags = ["look-up"]

    def answer(self, store: Store):
        found = store.one(Entry, "kind = 'refund' AND memo LIKE '%was lost%'")
        return found.at.date()

    def items(self):
        yield observed("Read the letter", showing="could not find your parcel", kind="search")
        yield observed("Found the refund", showing="was lost", kind="search")

    def solution(self, user):
        search(user, "could not find your parcel")
        go_bank(user, "Activity")
        user.fill(field("Search transactions"), "was lost")
        user.click(button("Search"))
        user.say(self.truth)


class ReturnAndTell(Scenario):
    """An article goes back, and somebody is told how much money comes for it."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number} because {words}, and tell {chat.name} "
        "in Chatter how much I get back for it.",
        "Send {line.variant.full_name} (order {line.order.number}) back to Megacart, reason: {words}. Then let "
        "{chat.name} know the refunded amount on Chatter.",
        "{line.variant.full_name} of order {line.order.number} has to go back, {words}. Do that at Megacart and write "
        "{chat.name} a message with the amount of the refund.",
    ]
    apps = ("messenger", "shop")
    tags = ["long", "prose"]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and shop.buying.returnable(line.order, store)
    )
    chat: Chat = pick(Chat, where=PEOPLE)
    words: str = phrase(*REASONS)

    def effects(self):
        reason = "damaged" if self.words == "it came broken" else "not_as_described"
        yield shop.ReturnItem(self.line, reason)
        yield messenger.Send(self.chat, containing(str(self.line.price)))

    def solution(self, user):
        open_order(user, self.line.order)
        user.click(link(f"Return {self.line.variant.full_name}"))
        user.click(option(REASONS[self.words]))
        user.click(button("Return this item"))
        open_chat(user, self.chat)
        send(user, f"Sent it back, {self.line.price} are on the way to me.")

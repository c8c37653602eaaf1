"""Orders at Megacart that start, end or show in other apps."""

from datetime import date, time, timedelta

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.mail.models import Line, Message
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, PaymentMethod, Reason
from lifeworld.core.money import Money
from lifeworld.life.events import Messaged
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Days,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    containing,
    days,
    derived,
    field,
    judged,
    link,
    number,
    numbers,
    observed,
    option,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import go as go_bank
from lifeworld.tasks.cross.screens import payments, said
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger import PEOPLE, open_chat, send
from lifeworld.tasks.shop import FREE_VARIANT, choose, go, home_of, open_order, search_orders

REASONS: dict[str, tuple[str, Reason]] = {
    "it came broken": ("It arrived damaged", "damaged"),
    "it isn't what the page shows": ("Not as described", "not_as_described"),
    "I have changed my mind": ("I changed my mind", "changed_mind"),
}
NEW_VARIANT = f"{FREE_VARIANT} AND id NOT IN (SELECT variant_id FROM shop_order_line)"


def nth_variant(store: Store, turn: int) -> Variant:
    """Return one of the variants that can be put into the cart, by any number."""
    found = store.all(Variant, NEW_VARIANT)
    return found[turn * 7919 % len(found)]


class CartForFriend(Task):
    """Somebody asks in a chat for something, and then for more of it; it goes into the cart."""

    goals = [
        "{chat.name} asked me in Chatter to get something for them at Megacart. Put it into my cart, as many as they "
        "want. Don't order yet.",
        "Add to my Megacart cart what {chat.name} wants, according to our chat, in the number that they settled on.",
        "In Chatter, {chat.name} tells me what to get for them at Megacart. Put exactly that into the cart, no order.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["messenger", "shop"]

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    variant: Variant = derived(nth_variant)
    other: Variant = derived(lambda store, turn: nth_variant(store, turn + 1))
    first: int = number(1, 2)
    more: int = number(1, 2)

    def setup(self, store: Store) -> Setup:
        words = (
            (95, f"Next time you order at Megacart: could you get me {self.first} × {self.variant.full_name}?"),
            (93, f"I looked at {self.other.full_name}, too, but no"),
            (40, f"Make that {self.first + self.more} of them, please"),
        )
        for minutes, text in words:
            at = store.now - timedelta(minutes=minutes)
            yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    def effects(self) -> Commands:
        yield shop.AddToCart(self.variant, self.first + self.more)

    def items(self) -> Items:
        yield observed("Read the chat", showing="Make that", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        count = numbers(said(user, "Make that"))[0]
        choose(user, self.variant)
        user.choose(field("Quantity"), str(count))
        user.click(button("Add to cart"))

    @way
    def one_by_one_in_the_cart(self, user: User) -> None:
        choose(user, self.variant)
        user.click(button("Add to cart"))
        go(user, "Cart")
        for _ in range(self.first + self.more - 1):
            user.click(button(f"One more of {self.variant.full_name}"))


def order_of(store: Store, variant: Variant) -> Order:
    """Return the only order of a variant that was never ordered before."""
    return store.get(Order, store.one(OrderLine, "variant_id = ?", variant.id).order_id)


def beside(store: Store, turn: int, variant: Variant) -> Variant | None:
    """Return something else to have been ordered on the same day."""
    found = nth_variant(store, turn)
    return None if found.product_id == variant.product_id else found


class CancelAndCheckCard(Task):
    """One of today's orders is called off, and what is then owed on the card is told."""

    goals = [
        "Cancel the Megacart order for {variant.full_name} that I placed today, then tell me what I owe on my "
        "{card.name} after the refund, pending purchases included.",
        "Call off today's order of {variant.full_name} at Megacart. How much do I owe on {card.name} once it is "
        "cancelled, everything pending counted?",
        "I don't want the {variant.full_name} that I ordered today. Cancel it and look up how much is owed on "
        "{card.name} afterwards, with what is pending.",
    ]
    tags = ["effects and answer", "distractor"]
    apps = ["bank", "shop"]

    variant: Variant = pick(Variant, where=NEW_VARIANT)
    turn: int = number(0, 5000)
    other: Variant = derived(beside)
    card: Account = pick(Account, lambda card, store: ledger.account_for(store, "credit") == card)

    def setup(self, store: Store) -> Setup:
        credit = store.one(PaymentMethod, "purse = 'credit'")
        for one in (self.variant, self.other):
            yield shop.BuyNow(one, home_of(store), credit)

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(order_of(store, self.variant))

    def answer(self, store: Store) -> Money:
        return ledger.owed(store, self.card)

    def solution(self, user: User) -> None:
        search_orders(user, self.variant.product.name)
        user.click(link(user.page.lines()[0].names[0]))
        self.cancel_and_look(user)

    @way
    def from_all_orders(self, user: User) -> None:
        go(user, "Orders")
        user.click(link(user.page.line(self.variant.product.name).names[0]))
        self.cancel_and_look(user)

    def cancel_and_look(self, user: User) -> None:
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))
        go_bank(user)
        user.click(link(self.card.name).within("Accounts"))
        user.say(amounts(user.page.text.split("Balance owed")[1])[0])


class OrderBehindTracking(Task):
    """A mail gives a tracking number; the order that it belongs to is wanted on the screen."""

    goals = [
        "The mail about parcel {order.tracking} says which order it was. Show me that order in Megacart.",
        "Which Megacart order came with tracking number {order.tracking}? Look in my mail, then open the order's page.",
        "Find the mail with the tracking number {order.tracking} and bring its order up in the shopping app.",
    ]
    apps = ["mail", "shop"]

    order: Order = pick(Order, lambda order, store: letter_of(store, order) is not None, where="tracking <> ''")

    def reached(self) -> str:
        return f"/shop/order/{self.order.id}"

    def items(self) -> Items:
        yield observed("Found the mail", showing=self.order.tracking, kind="search")

    def solution(self, user: User) -> None:
        search(user, f'"{self.order.tracking}"')
        user.click(link(user.page.lines()[-1].names[0]))
        found = user.page.fact("Order number")
        search_orders(user, found)
        user.click(link(f"View order {found}"))


def letter_of(store: Store, order: Order) -> Message | None:
    """Return the mail that told an order's tracking number, if it can still be read."""
    line = store.first(Line, "text = 'Tracking number' AND value = ?", order.tracking)
    found = store.get(Message, line.message_id) if line else None
    return found if found and not found.thread.binned else None


class LostParcelRefund(Task):
    """A parcel got lost; when did the money for it come back, and how much?"""

    goals = [
        "The courier once wrote that it could not find a parcel of mine. {question}",
        "One of my Megacart parcels got lost; there's a mail from the courier about it. {question}",
        "Find the letter about the parcel that was never found, and its refund at Harbour Bank. {question}",
    ]
    tags = ["look-up"]
    apps = ["bank", "mail"]

    question: str = phrase(
        "On what day did the refund for it arrive in my account?",
        "How much did I get back for it?",
        "How many days after that letter did the refund come in?",
        "At what time of day was it refunded, by the bank?",
    )

    def answer(self, store: Store) -> time | date | Money | Days:
        found = store.one(Entry, "kind = 'refund' AND memo LIKE '%was lost%'")
        letter = store.one(
            Message, "thread_id IN (SELECT id FROM mail_thread WHERE subject LIKE 'We could not find %')"
        )
        if "much" in self.question:
            return found.amount
        if "many" in self.question:
            return (found.at.date() - sure(letter.sent_at).date()).days
        return found.at.time() if "time" in self.question else found.at.date()

    def items(self) -> Items:
        yield observed("Read the letter", showing="could not find your parcel", kind="search")
        yield observed("Found the refund", showing="was lost", kind="search")

    def solution(self, user: User) -> None:
        search(user, "could not find your parcel")
        user.click(link("We could not find your parcel…"))
        written = days(user.page.after("Couriers, "), user.today)[0]
        refund = payments(user, "was lost")[0]
        answers = (refund.at.date(), refund.amount, (refund.at.date() - written).days, refund.at.time())
        opening = ("On what day", "How much", "How many", "At what time")
        user.say(next(one for one, words in zip(answers, opening, strict=True) if self.question.startswith(words)))


class ReturnAndTell(Task):
    """An article goes back, and somebody is told how much money comes for it."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number} because {words}, and tell {chat.name} "
        "in Chatter how much the refund is. Use the word “refund”.",
        "Send {line.variant.full_name} (order {line.order.number}) back to Megacart, reason: {words}. Then tell "
        "{chat.name} on Chatter what comes back to me for it; say “refund” and the amount.",
        "{line.variant.full_name} of order {line.order.number} has to go back: {words}. Do that at Megacart and write "
        "{chat.name} a message with the amount and the word “refund”.",
    ]
    tags = ["long", "prose"]
    apps = ["messenger", "shop"]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and shop.buying.returnable(line.order, store)
    )
    chat: Chat = pick(Chat, where=PEOPLE)
    words: str = phrase(*REASONS)

    def effects(self) -> Commands:
        yield shop.ReturnItem(self.line, REASONS[self.words][1])
        yield messenger.Send(self.chat, containing("refund", self.line.price))

    def items(self) -> Items:
        yield judged("The message says that this much is refunded to me")

    def send_back(self, user: User) -> Money:
        open_order(user, self.line.order)
        price = amounts(user.page.line(self.line.variant.product.name).text)[0]
        user.click(link(f"Return {self.line.variant.full_name}"))
        user.click(option(REASONS[self.words][0]))
        user.click(button("Return this item"))
        return price

    @way
    def told_before(self, user: User) -> None:
        open_chat(user, self.chat)
        send(user, f"I'm sending it back, so there'll be a refund: {self.line.price.plain} dollars.")
        self.send_back(user)

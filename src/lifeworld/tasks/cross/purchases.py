"""Things bought at Megacart: again, for a friend, dearer than before, or only until they go back."""

from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import OrderLine, PaymentMethod
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import Repriced
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    link,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.cross.beforehand import arrived, sent_me
from lifeworld.tasks.cross.orders import NEW_VARIANT, beside, order_of
from lifeworld.tasks.cross.reconciling import confirmation
from lifeworld.tasks.cross.screens import conversation, listed, mark_day, payments, said
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger import PEOPLE, open_chat
from lifeworld.tasks.messenger.news import earlier, says
from lifeworld.tasks.shop import card_of, check_out, find, home_of, open_order, search_orders, to_account

TIMES = 7  # more often than anything else was ordered


class TheUsualAgain(Task):
    """What was ordered most often is ordered again, the day it comes noted, and its price told."""

    goals = [
        "There's one thing that I order at Megacart more often than anything else. Order one more of it (default "
        "address and card, standard delivery, past the cart), put “{title}” on the day it comes in Almanac, all day, "
        "{calendar.name} calendar, preset reminder, and tell me what the order costs with delivery.",
        "Get me another one of what I have ordered most often at Megacart: one piece, bought at once, everything as "
        "preset. Mark the day of its arrival with an all-day “{title}” in {calendar.name} (leave the reminder), and "
        "tell me the total of the order.",
        "I'm running out of my usual thing from Megacart, the one with the most orders. Buy one right away with the "
        "standard delivery, my default card and address. Then add “{title}” to {calendar.name} in Almanac for the day "
        "on which it arrives (all day, reminder untouched). What did I pay altogether?",
    ]
    tags = ["effects and answer", "pattern", "long"]
    apps = ["calendar", "shop"]

    turn: int = number(0, 5000)
    variant: Variant = derived(lambda store, turn: usual(store, turn))
    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("The usual comes", "Supplies arrive", "Be home for the parcel")

    def setup(self, store: Store) -> Setup:
        for number_of in range(TIMES):
            yield from arrived(store, self.variant, ago=20 + 31 * number_of)

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))
        reminder = store.one(Settings).reminder
        comes = store.now.date() + timedelta(days=shop.buying.SPEEDS["standard"])
        yield almanac.AddEvent(self.title, self.calendar, comes, all_day=True, reminder=reminder)

    def answer(self, store: Store) -> Money:
        return store.all(OrderLine, "variant_id = ?", self.variant.id, order="id DESC")[0].order.total

    def items(self) -> Items:
        yield observed("Saw how often it was ordered", at="/shop/again", kind="search")
        yield observed("Saw the article", showing=self.variant.product.name, kind="search")

    def solution(self, user: User) -> None:
        to_account(user, "Buy again…")
        often = max(listed(user), key=lambda line: sum(numbers(line.text.partition(" · ")[2])[:1]))
        user.click(link(often.names[0]))
        user.click(link("Buy now"))
        check_out(user)
        total, comes = amounts(user.page.text)[0], days(user.page.after("Arrives"), user.today)[0]
        mark_day(user, self.title, comes, self.calendar)
        user.say(total)


def usual(store: Store, turn: int) -> Variant | None:
    """Return something affordable that one might order each month, by any number."""
    plain = f"{NEW_VARIANT} AND stock > 12 AND product_id IN (SELECT id FROM shop_product WHERE price < 4000)"
    found = [one for one in store.all(Variant, plain) if len(one.product.variants) == 1]
    return found[turn % len(found)] if found else None


class CalledOffForFriend(Task):
    """A friend no longer wants what was ordered for them; it is called off, and their money goes back."""

    goals = [
        "{chat.name} doesn't need the thing any more that I ordered for them today; see Chatter. Cancel that Megacart "
        "order, send back from {account.name} exactly what they had paid me for it (note “{note}”), and tell me what "
        "Megacart refunds.",
        "Read in Chatter what {chat.name} has thought better of. Call today's Megacart order of it off, pay "
        "{chat.name} back what Harbour Bank shows that they sent me for it, from {account.name} with the note "
        "“{note}”. How much does Megacart give me back?",
        "{chat.name} wrote to me on Chatter that I should call off what I got for them at Megacart. Do so, return the "
        "very sum that they transferred to me for it (out of {account.name}, “{note}” as the note), and let me know "
        "the refund of the order.",
    ]
    tags = ["effects and answer", "long", "look-up", "distractor"]
    apps = ["bank", "messenger", "shop"]

    chat: Chat = pick(Chat, where=PEOPLE)
    turn: int = number(0, 5000)
    variant: Variant = derived(lambda store, turn: cheap(store, turn))
    other: Variant = derived(lambda store, turn, variant: beside(store, turn, variant))
    more: int = number(1, 6)
    paid: Money = derived(lambda variant, more: Money((variant.product.price.cents // 100 + more) * 100))
    account: Account = pick(Account, lambda account, paid: holds(account, paid))
    note: str = phrase("Your money back", "Called off, here you are", "Back to you")

    def setup(self, store: Store) -> Setup:
        credit = store.one(PaymentMethod, "purse = 'credit'")
        what, ago = self.variant.product.name, store.now - timedelta(hours=5)
        yield sent_me(ago - timedelta(days=1), self.chat.person, self.paid + self.paid, "For the holiday flat")
        yield sent_me(ago, self.chat.person, self.paid, f"For the {what}")
        for one in (self.variant, self.other):
            yield shop.BuyNow(one, home_of(store), credit)
        words = f"Please don't get me the {what} after all, I found mine again. Just send back what I paid you for it"
        yield earlier(store, says(store, self.chat, words), minutes=20)

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(order_of(store, self.variant))
        yield bank.SendMoney(self.chat.person, self.account, self.paid, self.note)

    def answer(self, store: Store) -> Money:
        return order_of(store, self.variant).total

    def items(self) -> Items:
        yield observed("Read the chat", showing="I found mine again", kind="search")
        yield observed("Saw what they had paid", showing=str(self.paid), kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        what = said(user, "after all, I found mine").split("get me the ")[1].split(" after all")[0]
        search_orders(user, what)
        user.click(link(user.page.line(what).names[0]))
        total = amounts(user.page.fact("Total"))[0]
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))
        paid = next(one.amount for one in payments(user, f"For the {what}") if one.who == self.chat.name)
        pay_person(user, self.chat.person, self.account, paid, self.note)
        user.say(total)


def cheap(store: Store, turn: int) -> Variant | None:
    """Return something for less than fifty dollars that was never ordered, by any number."""
    found = store.all(Variant, f"{NEW_VARIANT} AND product_id IN (SELECT id FROM shop_product WHERE price < 5000)")
    return found[turn * 7919 % len(found)] if found else None


class LastDayToReturn(Task):
    """The last day on which something may go back becomes a task, and what one would get for it is told."""

    goals = [
        "I'm not sure that I'll keep the {line.variant.full_name} from Megacart order {line.order.number}. Add "
        "“{title}” to {list.name} in Ticked, due on the last day on which I can return it. And how much would I get "
        "back?",
        "Until when can {line.variant.full_name} of order {line.order.number} go back to Megacart? Make a task "
        "“{title}” in {list.name} that is due on that last day, and tell me the refund that I could expect.",
        "Put “{title}” on my {list.name} list, due on the final day for returning the {line.variant.full_name} "
        "(Megacart order {line.order.number}), and tell me what I paid for it, the one article without delivery.",
    ]
    tags = ["effects and answer", "look-up"]
    apps = ["shop", "todo"]
    optional_apps = ["shop"]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and shop.buying.returnable(line.order, store)
    )
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("Last chance to send it back", "Decide whether to keep it", "Return it or keep it")

    def effects(self) -> Commands:
        last = sure(self.line.order.delivered_at).date() + timedelta(days=shop.buying.RETURN_DAYS)
        yield todo.AddTask(self.title, self.list, due=last)

    def answer(self) -> Money:
        return self.line.price

    def items(self) -> Items:
        yield observed("Found the order", showing=self.line.order.number, kind="search")
        yield observed("Read the last day", at=f"/shop/order/{self.line.order_id}", kind="search")

    def solution(self, user: User) -> None:
        open_order(user, self.line.order)
        price = amounts(user.page.line(self.line.variant.product.name).text)[0]
        last = days(user.page.after("You can return items until"), user.today)[0]
        add_task(user, self.list, self.title, last)
        user.say(price)


def once(store: Store, line: OrderLine) -> bool:
    """Return whether this is the only order of a product, and its confirmation can still be read."""
    product = line.product
    others = store.count(Product, "name LIKE ? AND id <> ?", f"%{product.name}%", product.id)
    of_it = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    alone = store.count(OrderLine, of_it, product.id) == 1 and not others
    return alone and line.quantity == 1 and confirmation(store, line.order.number) is not None


class DearerThanThen(Task):
    """By how much has something become dearer since one bought it?"""

    goals = [
        "I once ordered {line.variant.full_name} from Megacart; the order confirmation in my mail has the price. How "
        "much more does it cost there today?",
        "By how much has {line.variant.full_name} gone up at Megacart since I bought it? My mail says what I paid for "
        "it then.",
        "What did I pay for {line.variant.full_name}, by Megacart's confirmation in Post, and what is it now? Just "
        "tell me the difference.",
    ]
    tags = ["look-up", "compare", "sum"]
    apps = ["mail", "shop"]

    line: OrderLine = pick(OrderLine, lambda line, store: once(store, line))
    more: Money = money(1, 30)

    def setup(self, store: Store) -> Setup:
        product = self.line.product
        price = self.line.price + self.more
        yield Repriced(at=store.now - timedelta(days=1), product=product.key, name=product.name, price=price)

    def answer(self, store: Store) -> Money:
        return store.get(Product, self.line.product.id).price - self.line.price

    def items(self) -> Items:
        yield observed("Found the old price", showing=self.line.order.number, kind="search")
        yield observed("Saw the new price", at=f"/shop/product/{self.line.product.id}", kind="search")

    def solution(self, user: User) -> None:
        name = self.line.product.name
        search(user, f'subject:"Order confirmed" "{name}"')
        user.click(link("Order confirmed…"))
        paid = amounts(conversation(user).rsplit(name, 1)[-1])[0]
        find(user, self.line.product)
        user.say(amounts(user.page.text)[0] - paid)

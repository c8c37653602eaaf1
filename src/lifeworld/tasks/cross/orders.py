"""Orders at Megacart that start, end or show in other apps."""

from collections.abc import Iterator
from datetime import timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import OrderLine, Reason
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    containing,
    days,
    derived,
    judged,
    link,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import NEW_VARIANT, InChat, beside, bought_now, nth_such, nth_variant, sent_me
from lifeworld.tasks.cross.screens import cancelled, payments, write_to
from lifeworld.tasks.messenger import PEOPLE
from lifeworld.tasks.shop import choose, go, open_order, order_of, put_into_cart

REASONS: dict[str, Reason] = {
    "it came broken": "damaged",
    "it isn't what the page shows": "not_as_described",
    "I have changed my mind": "changed_mind",
}
CHEAP = "product_id IN (SELECT id FROM shop_product WHERE price < 5000)"


def returnable(store: Store, line: OrderLine) -> bool:
    """Return whether a line is of one article, which can still go back."""
    return line.quantity == line.kept == 1 and shop.buying.returnable(line.order, store)


class CartForFriend(InChat, Task):
    """Somebody asks in a chat for something, and then for more of it; it goes into the cart."""

    goals = [
        "{chat.name} asked me in Chatter to get something for them at Megacart. Put it into my cart, as many as they "
        "want. Don't order yet.",
        "Add to my Megacart cart what {chat.name} wants, according to our chat, in the number that they settled on.",
        "In Chatter, {chat.name} tells me what to get for them at Megacart. Put exactly that into the cart, no order.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["messenger", "shop"]

    turn: int = number(0, 5000)
    variant: Variant = derived(nth_variant)
    other: Variant = derived(lambda store, turn: nth_variant(store, turn + 1))
    first: int = number(1, 2)
    more: int = number(1, 2)
    count: int = derived(lambda first, more: first + more)

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 95, f"Next time you order at Megacart: could you get me {self.first} × {self.variant.full_name}?"
        yield 93, f"I looked at {self.other.full_name}, too, but no"
        yield 40, f"Make that {self.count} of them, please"

    def effects(self) -> Commands:
        yield shop.AddToCart(self.variant, self.count)

    def items(self) -> Items:
        yield observed("Read the chat", showing="Make that", kind="search")

    def solution(self, user: User) -> None:
        count = numbers(self.said(user, "Make that"))[0]
        put_into_cart(user, self.variant, count)

    @way
    def one_by_one_in_the_cart(self, user: User) -> None:
        choose(user, self.variant)
        user.click(button("Add to cart"))
        go(user, "Cart")
        for _ in range(self.count - 1):
            user.click(button(f"One more of {self.variant.full_name}"))


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
    tags = ["distractor"]
    apps = ["bank", "shop"]

    variant: Variant = pick(Variant, where=NEW_VARIANT)
    turn: int = number(0, 5000)
    other: Variant = derived(beside)
    card: Account = pick(Account, lambda card, store: ledger.account_for(store, "credit") == card)

    def setup(self, store: Store) -> Setup:
        yield from bought_now(store, self.variant, self.other)

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(order_of(store, self.variant))

    def answer(self, store: Store) -> Money:
        return ledger.owed(store, self.card)

    def solution(self, user: User) -> None:
        cancelled(user, self.variant.product.name)
        user.open("Harbour Bank")
        user.click(link(self.card.name).within("Accounts"))
        user.say(amounts(user.page.text.split("Balance owed")[1])[0])


class CalledOffForFriend(InChat, Task):
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
    tags = ["long", "look-up", "distractor"]
    step_budgets = 2
    apps = ["bank", "messenger", "shop"]

    turn: int = number(0, 5000)
    variant: Variant = derived(lambda store, turn: nth_such(store, turn, CHEAP))
    other: Variant = derived(lambda store, turn, variant: beside(store, turn, variant))
    more: int = number(1, 6)
    paid: Money = derived(lambda variant, more: Money((variant.product.price.cents // 100 + more) * 100))
    account: Account = pick(Account, lambda account, paid: holds(account, paid))
    note: str = phrase("Your money back", "Called off, here you are", "Back to you")

    def talk(self) -> Iterator[tuple[int, str]]:
        what = self.variant.product.name
        yield 20, f"Please don't get me the {what} after all, I found mine again. Just send back what I paid you for it"

    def setup(self, store: Store) -> Setup:
        what, ago, person = self.variant.product.name, store.now - timedelta(hours=5), self.chat.person
        yield sent_me(ago - timedelta(days=1), person, self.paid + self.paid, "For the holiday flat")
        yield sent_me(ago, person, self.paid, f"For the {what}")
        yield from bought_now(store, self.variant, self.other)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(order_of(store, self.variant))
        yield bank.SendMoney(self.chat.person, self.account, self.paid, self.note)

    def answer(self, store: Store) -> Money:
        return order_of(store, self.variant).total

    def items(self) -> Items:
        yield observed("Read the chat", showing="I found mine again", kind="search")
        yield observed("Saw what they had paid", showing=str(self.paid), kind="search")

    def solution(self, user: User) -> None:
        what = self.said(user, "after all, I found mine").split("get me the ")[1].split(" after all")[0]
        total = cancelled(user, what)
        paid = next(one.amount for one in payments(user, f"For the {what}") if one.who == self.chat.name)
        user.do(bank.SendMoney(self.chat.person, self.account, paid, self.note))
        user.say(total)


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

    line: OrderLine = pick(OrderLine, lambda line, store: returnable(store, line))
    chat: Chat = pick(Chat, where=PEOPLE)
    words: str = phrase(*REASONS)

    def effects(self) -> Commands:
        yield shop.ReturnItem(self.line, REASONS[self.words])
        yield messenger.Send(self.chat, containing("refund", self.line.price))

    def items(self) -> Items:
        yield judged("The message says that this much is refunded to me")

    @way
    def told_before(self, user: User) -> None:
        told = f"I'm sending it back, so there'll be a refund: {self.line.price.plain} dollars."
        write_to(user, self.chat.name, told)
        user.do(shop.ReturnItem(self.line, REASONS[self.words]))


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
    tags = ["look-up"]
    apps = ["shop", "todo"]
    optional_apps = ["shop"]

    line: OrderLine = pick(OrderLine, lambda line, store: returnable(store, line))
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
        user.do(todo.AddTask(self.title, self.list, due=last))
        user.say(price)

"""Questions about what was spent on what."""

from collections import Counter
from datetime import date
from itertools import combinations

from lifeworld.apps.bank.models import Account, Entry
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import Percent, Task, User, amounts, button, derived, field, number, phrase, pick, way
from lifeworld.taskkit.months import last_day, month_before, month_name, month_of
from lifeworld.tasks.bank.ways import (
    added,
    amount_of,
    filtered,
    open_account,
    open_spending,
)

_CLOSE = 5  # so near to a half, in hundredths of a percent, a share is not asked for


def spent_on(store: Store, first: date) -> dict[str, int]:
    """Return the cents that went to each category in a month, refunds taken off, where any are left."""
    spending = "kind IN ('card', 'bill', 'payee', 'person') AND amount < 0 OR kind = 'refund'"
    sums: Counter[str] = Counter()
    for entry in store.all(Entry, f"({spending}) AND substr(at, 1, 7) = ?", f"{first:%Y-%m}"):
        sums[entry.category] -= entry.amount.cents
    return {category: cents for category, cents in sums.items() if cents > 0}


def spent(user: User) -> dict[str, Money]:
    """Return what the page of a month's spending says of each category."""
    return {line.names[0]: amounts(line.text)[-1] for line in user.page.lines() if line.names}


class SpentOnCategory(Task):
    """How much went from one account to one category in a month, by card?"""

    goals = [
        "How much did I pay by card for {filing} in {month}, counting only what went off {account.name}?",
        "Add up the card purchases of {month} on {account.name} that the bank files under {filing}.",
        "What do my {month} card payments in the category {filing} come to? Just the ones on {account.name}, please.",
    ]
    tags = ["sum", "filter"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)
    account: Account = pick(Account)
    filing: str = phrase("Groceries", "Eating out", "Transport", "Shopping", "Leisure", "Health")

    def answer(self, store: Store) -> Money | None:
        where = "kind = 'card' AND account_id = ? AND category = ? AND substr(at, 1, 7) = ?"
        found = store.all(Entry, where, self.account.id, self.filing, f"{self.first:%Y-%m}")
        return added(-entry.amount for entry in found) if len(found) > 1 else None

    def solution(self, user: User) -> None:
        found = filtered(user, {"Account": self.account.name, **self._wanted})
        user.say(added(map(amount_of, found)))

    @way
    def by_the_sum_above_the_accounts_own_list(self, user: User) -> None:
        open_account(user, self.account)
        user.click(button("Filters"))
        for label, value in self._wanted.items():
            user.choose(field(label), value) if isinstance(value, str) else user.fill(field(label), value)
        user.click(button("Apply filters"))
        user.say(amounts(user.page.after("· out "))[0])

    @property
    def _wanted(self) -> dict[str, str | date]:
        dates = {"From date": self.first, "To date": last_day(self.first)}
        return {"Type": "Card purchases", "Category": self.filing, **dates}


class FarFromTheMonthBefore(Task):
    """How far apart are two months in one category?"""

    goals = [
        "How far apart are {month} and the month before it in what I spent on {filing}? Go by the bank's overview of "
        "my spending.",
        "Did {filing} cost me more or less in {month} than the month before, and by how much? I only need the "
        "difference, with refunds taken off.",
        "Compare my {filing} spending of {month} with the previous month at Harbour Bank. What's the difference?",
    ]
    tags = ["compare"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)
    filing: str = phrase("Groceries", "Eating out", "Transport", "Home", "Shopping", "Leisure", "Health", "Giving")

    def answer(self, store: Store) -> Money | None:
        months = (self.first, month_before(self.first))
        then, before = (spent_on(store, one).get(self.filing, 0) for one in months)
        return Money(abs(then - before)) if then and before and then != before else None

    def solution(self, user: User) -> None:
        open_spending(user, self.first)
        before, then = amounts(user.page.line(f"{self.filing}\n").text)
        user.say(abs(then - before))

    @way
    def on_two_pages(self, user: User) -> None:
        open_spending(user, self.first)
        then = spent(user)[self.filing]
        open_spending(user, month_before(self.first))
        user.say(abs(then - spent(user)[self.filing]))


class WhatTookMost(Task):
    """Which of three categories took the most in a month?"""

    goals = [
        "What did I spend the most on in {month}: {choices}? The bank's own categories will do.",
        "{choices}: which of these cost me most in {month}, by Harbour Bank's categories?",
        "Of my spending in {month}, which was the biggest: {choices}? Take the categories as the bank has them.",
    ]
    tags = ["compare"]

    back: int = number(0, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)
    turn: int = number(0, 9999)
    choices: str = derived(lambda store, first, turn: three_of(spent_on(store, first), turn))

    def answer(self, store: Store) -> str | None:
        sums = {name: cents for name, cents in spent_on(store, self.first).items() if name in self._names}
        best, second = sorted(sums.values(), reverse=True)[:2]
        return max(sums, key=lambda name: sums[name]) if best > second else None

    def solution(self, user: User) -> None:
        open_spending(user, self.first)
        found = spent(user)
        user.say(max(self._names, key=lambda name: found[name]))

    @property
    def _names(self) -> list[str]:
        return self.choices.replace(" or ", ", ").split(", ")


def three_of(sums: dict[str, int], turn: int) -> str | None:
    """Return three of the categories in which money was spent, as one names a choice."""
    found = list(combinations(sorted(sums), 3))
    if not found:
        return None
    one, two, three = found[turn % len(found)]
    return f"{one}, {two} or {three}"


class ShareOfTheMonth(Task):
    """What part of a month's spending was for one category?"""

    goals = [
        "What share of all that I spent in {month} was for {filing}? In whole percent, refunds taken off.",
        "How many percent of my spending in {month} went to {filing}? Round to a whole number and go by the bank's "
        "overview.",
        "Going by Harbour Bank's spending overview for {month}, {filing} was what percentage of the total, rounded?",
    ]
    tags = ["rate"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)
    filing: str = phrase("Groceries", "Eating out", "Transport", "Home", "Shopping", "Leisure", "Health")

    def answer(self, store: Store) -> Percent | None:
        sums = spent_on(store, self.first)
        share = 10_000 * sums.get(self.filing, 0) // (sum(sums.values()) or 1)  # in hundredths of a percent
        plain = share >= 100 and abs(share % 100 - 50) > _CLOSE
        return (share + 50) // 100 if plain else None

    def solution(self, user: User) -> None:
        open_spending(user, self.first)
        whole = amounts(user.page.text)[0]
        user.say(round(100 * spent(user)[self.filing].cents / whole.cents))

    @way
    def by_what_each_category_comes_to(self, user: User) -> None:
        open_spending(user, self.first)
        found = spent(user)
        user.say(round(100 * found[self.filing].cents / added(found.values()).cents))

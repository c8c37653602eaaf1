"""Budgets: how much one means to spend on a category in a month."""

from lifeworld.apps.bank.models import Budget, Spent
from lifeworld.core.money import Money
from lifeworld.store import Command, Remove, Store, ask


class SetBudget(Command, seen_by="nobody"):
    """Set how much to spend on a category in a month, or change it."""

    category: Spent = ask("Category", placeholder="Choose a category")
    limit: Money = ask("A month", positive="Enter an amount above $0.00.")
    refusals = {"already": "Your budget for {category} is {limit} already."}

    def run(self, store: Store) -> Budget:
        found = store.first(Budget, "category = ?", self.category)
        if not found:
            return store.add(Budget, category=self.category, limit=self.limit)
        self.need(found.limit != self.limit, "already", "limit")
        return store.change(found, limit=self.limit)


class RemoveBudget(Remove, seen_by="nobody"):
    """Do without a budget for a category."""

    budget: Budget

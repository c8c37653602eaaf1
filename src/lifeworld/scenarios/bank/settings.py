"""Alerts, privacy, paper and the profile."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Profile
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, box, button, field, money, option, phrase
from lifeworld.scenarios.bank.ways import go
from lifeworld.store import Store


class LowBalanceAlert(Scenario):
    """The alert for a low balance gets another threshold, and deposits are kept quiet."""

    goals = [
        "Warn me when checking falls below {amount}, and turn off the alerts about deposits.",
        "In the bank's alert settings, set the low-balance limit to {amount} and switch deposit alerts off.",
        "I only want to hear of my checking account once it is under {amount}. And no alerts for deposits any more.",
    ]

    amount: Money = money(50, 290, cents=False)

    def effects(self):
        yield bank.SaveAlerts(low=self.amount, deposits_on=False)

    def solution(self, user):
        go(user, "More", "Alerts", "Alert settings")
        user.fill(field("When checking falls below"), self.amount)
        user.check(box("Deposits"), on=False)
        user.click(button("Save"))


class CoverNumbers(Scenario):
    """Balances and account numbers are covered."""

    goals = [
        "Hide the balances and account numbers in Harbour Bank.",
        "I'm on the train: cover all numbers in the bank app.",
        "Switch on the bank's privacy setting that hides numbers.",
    ]
    tags = ["short"]

    def outcomes(self):
        return [[bank.HideNumbers(hide=True)]]

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(button("Hide numbers"))


class PaperByLetter(Scenario):
    """Statements come on paper again, and word by letter."""

    goals = [
        "Turn off paperless statements at Harbour Bank and have them reach me by letter.",
        "I want statements on paper again, and the bank should write letters instead of e-mails.",
        "In the bank's settings: no paperless statements, contact by letter.",
    ]

    def effects(self):
        yield bank.SaveSettings(paperless=False, contact="letter")

    def solution(self, user):
        go(user, "More", "Settings")
        user.check(box("Paperless statements"), on=False)
        user.click(option("Letter"))
        user.click(button("Save"))


class NewAddress(Scenario):
    """The bank gets to know another address; all else of the profile stays."""

    goals = [
        "I've moved. Change my address at Harbour Bank to “{address}”.",
        "Update the address in my bank profile: “{address}”.",
        "The bank should have my new address, “{address}”. Leave my other details alone.",
    ]

    address: str = phrase(
        "9 Lantern Street, Port Callow 97480",
        "41 Orchard Rise, Port Callow 97482",
        "120 Kiln Street, Port Callow 97484",
    )

    def effects(self, store: Store):
        held = store.get(Profile, 1)
        yield bank.SaveProfile(held.preferred_name, held.email, held.phone, self.address)

    def solution(self, user):
        go(user, "More", "Profile")
        user.fill(field("Address"), self.address)
        user.click(button("Save"))

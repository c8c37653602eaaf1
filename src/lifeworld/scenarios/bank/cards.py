"""Cards: freezing, showing, applying for and closing them."""

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Card
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, button, field, link, money, phrase, pick
from lifeworld.scenarios.bank.ways import go, in_use, open_card
from lifeworld.store import Store


class FreezeCard(Scenario):
    """A card is frozen."""

    goals = [
        "Freeze my {card.product} card ending in {card.ending}.",
        "I can't find the {card.product} card (…{card.ending}). Freeze it for now.",
        "Please stop the {card.product} card with the last digits {card.ending} from paying until I say otherwise.",
    ]
    tags = ["short"]

    card: Card = pick(Card, lambda card: card.open and not card.frozen, among=in_use)

    def effects(self):
        yield bank.Freeze(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Freeze card"))


class UnfreezeCard(Scenario):
    """A frozen card may pay again."""

    goals = [
        "Unfreeze my {card.product} card (…{card.ending}).",
        "The {card.product} card ending in {card.ending} turned up. Let it pay again.",
        "Make the frozen {card.product} card, last digits {card.ending}, usable again.",
    ]
    tags = ["short"]

    card: Card = pick(Card, lambda card: card.open and card.frozen, among=in_use)

    def effects(self):
        yield bank.Unfreeze(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Unfreeze card"))


class WhatIsTheCode(Scenario):
    """What is the security code of a card? Its number has to be shown for that."""

    goals = [
        "What is the security code of my {card.product} card ending in {card.ending}? Leave its number on the screen.",
        "Show the number of the {card.product} card (…{card.ending}), leave it shown, and tell me the security code.",
        "I need the three-digit security code of {card.product}, last digits {card.ending}. Have the bank show the "
        "card's number and don't hide it again.",
    ]
    tags = ["private"]

    card: Card = pick(Card, in_use, among=in_use)

    def effects(self):
        yield bank.ShowNumber(self.card)

    def answer(self, store: Store):
        return int(store.get(Card, self.card.id).code)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Show card number"))
        user.say(self.truth)


class HideCardNumber(Scenario):
    """A card's number, left on screen, is masked again."""

    goals = [
        "I left the number of my {card.product} card (…{card.ending}) showing in the bank app. Hide it again.",
        "Mask the number of the {card.product} card ending in {card.ending}, please.",
        "Somebody might look over my shoulder: hide the card number of {card.product}, last digits {card.ending}.",
    ]
    tags = ["short", "private"]

    card: Card = pick(Card, in_use, among=in_use)

    def given(self):
        yield bank.ShowNumber(self.card)

    def effects(self):
        yield bank.HideNumber(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Hide card number"))


class ApplyForCard(Scenario):
    """A new credit card is applied for."""

    goals = [
        "Apply for the Compass Travel card at Harbour Bank. My income is {income} a year and I'm {work}.",
        "Get me the Compass Travel credit card: state {income} of yearly income, employment {work}.",
        "I'd like a Compass Travel card. On the form, put {income} a year as income and {work} as employment.",
    ]

    income: Money = money(48_000, 95_000, cents=False)
    work: str = phrase("employed", "self-employed", "retired")

    def effects(self):
        yield bank.ApplyForCard("compass", self.income, self.work)

    def solution(self, user):
        go(user, "Cards", "Apply for a card", "Apply for Compass Travel")
        user.fill(field("Yearly income"), self.income)
        user.choose(field("Employment"), self.work.capitalize())
        user.click(button("Apply"))


class CloseCardAfterConsent(Scenario):
    """A card is closed for good, once the person has agreed."""

    goals = [
        "Close my {card.product} card ending in {card.ending}, but ask me for a last OK before you do.",
        "I don't need the {card.product} card (…{card.ending}) any more. Check with me, then close it.",
        "Get rid of the {card.product} card with the last digits {card.ending} at Harbour Bank. Confirm with me first.",
    ]
    consent = {"effects": "Yes, close it.", "nothing": "No, leave it as it is after all."}
    about = ["close|cancel", "{card.product}|{card.ending}"]

    card: Card = pick(Card, lambda card, store: card.open and not ledger.owed(store, card.account) > Money())

    def effects(self):
        yield bank.CloseCard(self.card)

    def solution(self, user):
        open_card(user, self.card)
        if user.ask(f"Shall I close {self.card.product} ending in {self.card.ending} for good?").startswith("No"):
            return
        user.click(link("Close card"))
        user.click(button("Close card"))

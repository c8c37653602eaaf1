"""Cards: freezing, showing, applying for and closing them."""

from typing import Literal

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Card
from lifeworld.taskkit import Code, Commands, Money, Setup, Store, Task, User, button, link, money, phrase, pick, way
from lifeworld.tasks.bank import go, open_account


def in_use(row: Card) -> bool:
    return row.open


class OnItsPage:
    """What is done by a button on the page of a card."""

    card: Card = pick(Card, in_use, among=in_use)
    press = ""  # what the button says

    def solution(self, user: User) -> None:
        go(user, "Cards", f"{self.card.product} ending in {self.card.ending}")
        self.finish(user)

    @way
    def from_the_account(self, user: User) -> None:
        open_account(user, self.card.account)
        user.click(link("Details"))
        user.click(link(f"{self.card.product} …{self.card.ending}"))
        self.finish(user)

    def finish(self, user: User) -> None:
        user.click(button(self.press))


class FreezeCard(Task):
    """A card is frozen."""

    goals = [
        "Freeze my {card.product} card ending in {card.ending}.",
        "I can't find the {card.product} card (…{card.ending}). Freeze it for now.",
        "Please stop the {card.product} card with the last digits {card.ending} from paying until I say otherwise.",
        "{card.product}, …{card.ending}: put that card on ice at Harbour Bank, I may have left it on the bus.",
    ]
    tags = ["short"]

    card: Card = pick(Card, in_use, among=in_use)

    def setup(self) -> Setup:
        if self.card.frozen:
            yield bank.Unfreeze(self.card)

    def effects(self) -> Commands:
        yield bank.Freeze(self.card)


class UnfreezeCard(OnItsPage, Task):
    """A frozen card may pay again."""

    goals = [
        "Unfreeze my {card.product} card (…{card.ending}).",
        "The {card.product} card ending in {card.ending} turned up. Let it pay again.",
        "Make the frozen {card.product} card, last digits {card.ending}, usable again.",
        "I need {card.product}, the card ending in {card.ending}, at the till tomorrow. It's frozen; thaw it.",
    ]
    tags = ["short"]
    press = "Unfreeze card"

    def setup(self) -> Setup:
        if not self.card.frozen:
            yield bank.Freeze(self.card)

    def effects(self) -> Commands:
        yield bank.Unfreeze(self.card)


class WhatIsTheCode(OnItsPage, Task):
    """What is the security code of a card? Its number has to be shown for that."""

    goals = [
        "What is the security code of my {card.product} card ending in {card.ending}?",
        "Have the bank show the number of the {card.product} card (…{card.ending}), and tell me the security code.",
        "I need the three-digit security code of {card.product}, last digits {card.ending}.",
        "A shop asks for the code on my {card.product} card, the one ending in {card.ending}. Look it up for me.",
    ]
    tags = ["private"]
    press = "Show card number"

    def answer(self, store: Store) -> Code:
        return store.get(Card, self.card.id).code

    def finish(self, user: User) -> None:
        super().finish(user)
        user.say(user.page.fact("Security code"))


class HideCardNumber(OnItsPage, Task):
    """A card's number, left on screen, is masked again."""

    goals = [
        "I left the number of my {card.product} card (…{card.ending}) showing in the bank app. Hide it again.",
        "Mask the number of the {card.product} card ending in {card.ending}, please.",
        "Somebody might look over my shoulder: hide the card number of {card.product}, last digits {card.ending}.",
        "The full number of {card.product} (…{card.ending}) is on show at Harbour Bank. Cover it up.",
    ]
    tags = ["short", "private"]
    press = "Hide card number"

    def setup(self) -> Setup:
        yield bank.ShowNumber(self.card)

    def effects(self) -> Commands:
        yield bank.HideNumber(self.card)


class ApplyForCard(Task):
    """A new credit card is applied for."""

    goals = [
        "Apply for the Compass Travel card at Harbour Bank. My income is {income} a year and I'm {work}.",
        "Get me the Compass Travel credit card: state {income} of yearly income and put “{work}” down for employment.",
        "I'd like a Compass Travel card. On the form, put {income} a year as income and “{work}” as employment.",
    ]

    income: Money = money(48_000, 95_000, cents=False)
    work: Literal["employed", "self-employed"] = phrase("employed", "self-employed")

    def effects(self) -> Commands:
        yield bank.ApplyForCard("compass", self.income, self.work)


class CloseCardAfterConsent(Task):
    """A card is closed for good, once the person has agreed."""

    goals = [
        "I think I'm done with my {card.product} card ending in {card.ending}. Close it as soon as you've heard a yes "
        "from me.",
        "The {card.product} card (…{card.ending}) may go for good, but the final word on that is mine. Get it from me.",
        "Cancel the {card.product} card with the last digits {card.ending} at Harbour Bank. Not behind my back, "
        "though: talk to me when you're about to.",
    ]
    confirmation = {
        "effects": "Yes, close it.",
        "nothing": "No, leave it as it is after all.",
        "frozen": "Don't close it, please. Freezing it will do.",
    }
    question_topics = ["{card.ending}"]

    card: Card = pick(
        Card, lambda card, store: card.open and not ledger.owed(store, card.account) > Money(), among=in_use
    )

    def setup(self) -> Setup:
        if self.card.frozen:
            yield bank.Unfreeze(self.card)

    def effects(self) -> Commands:
        yield bank.CloseCard(self.card)

    def frozen(self) -> Commands:
        yield bank.Freeze(self.card)

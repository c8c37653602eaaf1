"""Alerts, privacy, paper and the profile."""

from typing import Literal

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Profile
from lifeworld.core.money import Money
from lifeworld.taskkit import Commands, Setup, Store, Task, User, box, button, derived, link, money, number, phrase, way
from lifeworld.tasks.bank import go

REASONS = {  # why numbers should be covered or shown, and how that is asked for
    "I'm on the train": "hide",
    "Somebody is looking over my shoulder": "cover",
    "I'm about to lend my phone to a friend": "hide",
    "I'm alone again": "show",
    "I can't see what I have": "uncover",
    "All I get to see at the bank are dots": "show",
}
CONTACT: dict[str, Literal["email", "text", "letter"]] = {"e-mail": "email", "text message": "text", "letter": "letter"}


class LowBalanceAlert(Task):
    """The alert for a low balance gets another threshold, and deposits are kept quiet."""

    goals = [
        "Warn me when checking falls below {amount}, and turn off the alerts about deposits.",
        "In the bank's alert settings, set the low-balance limit to {amount} and switch deposit alerts off.",
        "I only want to hear of my checking account once it is under {amount}. And no alerts for deposits any more.",
    ]

    amount: Money = money(50, 290, cents=False)

    def effects(self) -> Commands:
        yield bank.SaveAlerts(low=self.amount, deposits_on=False)


class CoverNumbers(Task):
    """Balances and account numbers are covered, or shown again."""

    goals = [
        "{wish} the balances and account numbers in Harbour Bank.",
        "{why}. {wish} all numbers in the bank app, please.",
        "Harbour Bank has a privacy setting for balances and account numbers. {wish} them there.",
        "{why}, so {verb} my balances and account numbers at the bank.",
    ]
    tags = ["short"]

    why: str = phrase(*REASONS)
    verb: str = derived(lambda why: REASONS[why])
    wish: str = derived(lambda verb: verb.capitalize())
    hide: bool = derived(lambda verb: verb in ("hide", "cover"))

    def setup(self) -> Setup:
        yield bank.HideNumbers(hide=not self.hide)

    def effects(self) -> Commands:
        yield bank.HideNumbers(hide=self.hide)

    @way
    def over_an_account(self, user: User) -> None:
        go(user)
        account, *_ = user.page.lines("Accounts")
        user.click(link(account.names[0]))
        user.click(button("Hide numbers" if self.hide else "Show numbers"))

    @way
    def in_the_settings(self, user: User) -> None:
        go(user, "More", "Settings")
        user.check(box("Hide numbers"), on=self.hide)


class StatementsAndContact(Task):
    """Statements come on paper or no longer, and the bank reaches the person in another way."""

    goals = [
        "Turn paperless statements {paperless} at Harbour Bank and have the bank contact me by {contact}.",
        "In the bank's settings: paperless statements {paperless}, contact by {contact}.",
        "The bank should reach me by {contact} from now on, and paperless statements have to be {paperless}.",
        "Paperless statements: {paperless}, please. And Harbour Bank is to get in touch with me by {contact}.",
    ]

    contact: str = phrase(*CONTACT)
    which: str = phrase("on", "off")
    paperless: str = derived(lambda contact, which: "off" if contact == "letter" else which)

    def setup(self) -> Setup:
        other = "e-mail" if self.contact != "e-mail" else "letter"
        yield bank.SaveSettings(paperless=self.paperless != "on", contact=CONTACT[other])

    def effects(self) -> Commands:
        yield bank.SaveSettings(paperless=self.paperless == "on", contact=CONTACT[self.contact])


class NewAddress(Task):
    """The bank gets to know another address; all else of the profile stays."""

    goals = [
        "I've moved. Change my address at Harbour Bank to “{address}”.",
        "Update the address in my bank profile: “{address}”.",
        "The bank should have my new address, “{address}”. Leave my other details alone.",
    ]

    house: int = number(3, 190)
    street: str = phrase("Lantern Street", "Orchard Rise", "Kiln Street", "Ropewalk", "Chandler Row")
    address: str = derived(lambda house, street: f"{house} {street}, Port Callow {97_480 + house % 9}")

    def effects(self, store: Store) -> Commands:
        held = store.get(Profile, 1)
        yield bank.SaveProfile(held.preferred_name, held.email, held.phone, self.address)

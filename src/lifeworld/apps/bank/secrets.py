"""What nobody but the bank should read: the numbers of cards and accounts, and the cards' codes, the PIN."""

from collections.abc import Iterator

from lifeworld.apps.bank.models import Account, Card, Session
from lifeworld.life.secrets import Secret
from lifeworld.store import Store

_BANK = frozenset({"Harbour Bank"})
_BESIDE = ("code", "cvv", "cvc", "security")
_BESIDE_PIN = ("pin", "code", "bank")


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the secrets of all cards and accounts, closed ones too."""
    for card in store.all(Card):
        yield Secret(f"the number of the card ending {card.ending}", card.number, _BANK)
        yield Secret(f"the security code of the card ending {card.ending}", card.code, _BANK, _BESIDE)
    for account in store.all(Account):
        yield Secret(f"the number of the account ending {account.ending}", account.number, _BANK)
    for session in store.all(Session):
        yield Secret("the PIN of Harbour Bank", session.pin, _BANK, _BESIDE_PIN)

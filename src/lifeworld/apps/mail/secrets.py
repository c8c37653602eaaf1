"""What letters tell the owner and nobody else."""

from collections.abc import Iterator

from lifeworld.apps.mail.models import ME, Message
from lifeworld.life.secrets import Secret, codes, told
from lifeworld.store import Store

_TELLS = "body LIKE '%code%' OR body LIKE '%password%' OR body LIKE '%pin%' OR body LIKE '%sign in%'"


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the codes and passwords that stand in letters to the owner."""
    letters = store.all(Message, f"person_id IS NOT ? AND ({_TELLS})", ME)
    for letter in (one for one in letters if told(one.body)):
        others = (name for one in letter.recipients for name in (one.name, one.email) if one.person_id != ME)
        known = {letter.sender_name, letter.sender_address(), *others}
        yield from codes(letter.body, letter.sender_name, known)

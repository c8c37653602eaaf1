"""What letters tell the owner and nobody else."""

from collections import defaultdict
from collections.abc import Iterator

from lifeworld.apps.mail.models import ME, Message, Recipient
from lifeworld.life.secrets import Secret, codes, told
from lifeworld.store import Store


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the codes and passwords that stand in letters to the owner."""
    texts = store.sql("SELECT id, body FROM mail_message WHERE person_id IS NOT ? ORDER BY id", ME)
    telling = [letter_id for letter_id, body in texts if told(body)]
    others = defaultdict[int, set[str]](set)
    for one in store.all(Recipient, f"message_id IN ({', '.join('?' * len(telling))})", *telling):
        if one.person_id != ME:
            others[one.message_id] |= {one.name, one.email}
    for letter in (store.get(Message, letter_id) for letter_id in telling):
        known = {letter.sender_name, letter.sender_address(), *others[letter.id]}
        yield from codes(letter.body, letter.sender_name, known)

"""Something that an app shows is sent to people in Chatter."""

from collections.abc import Sequence
from typing import Any

from lifeworld.life.events import Messaged
from lifeworld.life.models import Person, me
from lifeworld.store import Command, Store, ask, tell

MOST = 5
REFUSED = {"many": f"Choose up to {MOST} people.", "self": "That's you. Choose somebody else."}


def send_to() -> Any:
    """Return a command's field `people`, those whom something is sent to; `share` refuses too many."""
    return ask("Send to", default=(), empty="Choose at least one person.", rows="relation <> 'me'", order="name")


def share(command: Command, store: Store, people: Sequence[Person], *lines: str) -> None:
    """Send lines, those that are empty left out, to each of the people in a message of their own.

    Raises:
        Refused: `many` or `self`, which the command declares as `REFUSED` has them.
    """
    own, said = me(store), "\n".join(filter(None, lines))
    command.need(len(people) <= MOST, "many", "people")
    command.need(own not in people, "self", "people")
    for person in people:
        tell(store, "messenger", "message", person.name, said)
        store.emit(Messaged(at=store.now, chat=f"direct:{person.id}", sender_id=own.id, text=said, read=False))

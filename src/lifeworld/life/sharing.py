"""Something that an app shows is sent to people in Chatter."""

from typing import Any

from lifeworld.life.events import Messaged
from lifeworld.life.models import me
from lifeworld.store import Command, Store, ask, tell

MOST = 5
REFUSED = {"many": f"Choose up to {MOST} people.", "self": "That's you. Choose somebody else."}


def send_to() -> Any:
    """Return a command's field `people`, those whom something is sent to; `share` refuses too many."""
    return ask("Send to", default=(), empty="Choose at least one person.", rows="relation <> 'me'", order="name")


def share(store: Store, command: Any, *lines: str) -> None:
    """Send what a command has as its `note`, and these lines below it, to each of its `people` in a message of theirs.

    Raises:
        Refused: `many` or `self`, which the command declares as `REFUSED` has them.
    """
    own: Command = command
    own.need(len(command.people) <= MOST, "many", "people")
    own.need(me(store) not in command.people, "self", "people")
    said = "\n".join(part for part in (command.note, *lines) if part)
    for person in command.people:
        tell(store, "messenger", "message", person.name, said)
        chat = f"direct:{person.id}"
        store.emit(Messaged(at=store.now, chat=chat, sender_id=me(store).id, text=said, read=False))

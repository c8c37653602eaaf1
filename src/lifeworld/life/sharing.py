"""What leaves an app for others: sent to people in Chatter, or published where everybody reads it."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

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


class Public(Command, seen_by="everyone"):
    """What everybody notices on a page of an app's, with all that its texts say.

    The command's first field is the row that has the page, or one that leads to it by the name `on`.
    """

    app: ClassVar[str]
    on: ClassVar[str]
    verb: ClassVar[str] = "review"

    def said(self) -> Iterable[str]:
        """Return what everybody reads of it."""
        return (value for value in vars(self).values() if isinstance(value, str))

    def run(self, store: Store) -> Any:
        result, about = super().run(store), next(iter(vars(self).values()))
        tell(store, self.app, self.verb, "everyone", getattr(about, self.on, about).name, *self.said())
        return result


class Own(Command, seen_by="everyone"):
    """What is done to one's own words only: to rows that are `mine`."""

    refusals = {"not_yours": "Only what you wrote yourself can be changed or deleted."}

    def check(self, store: Store) -> None:
        self.need(next(iter(vars(self).values())).mine, "not_yours")

"""Long texts that two windows edit: a form remembers what its row held, so that nothing is overwritten unasked."""

import hashlib
from dataclasses import dataclass

from lifeworld.core.typed import remembered
from lifeworld.store import Add, Command, Row, Store, asked_of, hints
from lifeworld.store.tables import to_sql
from lifeworld.web.language import N_, _

SEEN = "seen"  # the name that a form sends back what it remembers by
CHANGED = N_("This was changed in another window meanwhile. Save once more to overwrite what is saved now.")
GONE = N_("This was deleted in another window meanwhile. What you wrote is still here, to be copied.")
SHUT_OUT = N_("You were signed out in another window meanwhile. What you wrote is still here, to be copied.")


@dataclass(frozen=True)
class Edited:
    """What a form writes into a row: its field of the row ("" for the only row of its kind), the columns by field."""

    row: str
    kind: type[Row]
    columns: tuple[tuple[str, str], ...]

    def found(self, store: Store, row_id: str) -> Row | None:
        """Return the row as it is now, None where it is gone."""
        number = int(row_id) if row_id.isdecimal() and len(row_id) < 16 else 0
        return store.first(self.kind, "id = ?", number if self.row else 1)

    def digest(self, row: Row) -> str:
        """Return what tells that one of the columns has changed."""
        held = repr([to_sql(getattr(row, column)) for _field, column in self.columns])
        return hashlib.blake2b(held.encode(errors="replace"), digest_size=8).hexdigest()


@remembered(1024)
def long_texts(command: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command that take longer texts."""
    return tuple(name for name, asked in asked_of(command).items() if asked.kind == "text")


@remembered(1024)
def edited(command: type[Command]) -> Edited | None:
    """Return which columns of which row a command's form edits; None where none of them is a longer text."""
    types = hints(command)
    row = next((name for name, kind in types.items() if isinstance(kind, type) and issubclass(kind, Row)), "")
    kind = command.row_kind()
    if issubclass(command, Add) or kind is None:
        return None
    known = kind.table().by_name
    named = [(name, known_as) for name in asked_of(command) for known_as in (name, f"{name}_id") if known_as in known]
    if not {name for name, _column in named} & {*long_texts(command)}:
        return None
    return Edited(row, kind, tuple(sorted(named)))


def saved_now(command: type[Command], row: Row, typed: dict[str, str]) -> list[tuple[str, str]]:
    """Return the longer texts that a row holds otherwise than somebody has typed them, with their labels."""
    there = {name: str(getattr(row, name, "")) for name in long_texts(command)}
    return [(_(asked_of(command)[name].label), text) for name, text in there.items() if text != typed.get(name)]

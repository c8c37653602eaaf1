"""What is told in talk, by relation: the kind of plan in which it is said, in which slot of its lines, by which steps.

Tasks ask a life's facts for it; solutions read the sentences (`heard`), in the chat with somebody or as a search shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Items, Line, User, derived, nth, number, observed, show_all
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory.heard import come_to, heard
from lifeworld.tasks.memory.told import read_chat
from lifeworld.tasks.messenger.ways import search


@dataclass(frozen=True)
class Sentences:
    """Where a fact is told: in plans of a `kind`, in a `slot` of its lines; it is so once a plan has come to `steps`."""

    kind: str
    slot: str
    steps: tuple[str, ...]


SENTENCES = {
    "allergy": Sentences("allergy-told", "b_allergy", ("tells", "tells-now")),
    "applied": Sentences("job-hunt", "post", ("asks",)),
    "book": Sentences("book-lent", "title", ("takes", "reads", "slow", "deep")),
    "cat": Sentences("cat-sitting", "b_cat", ("ask", "rules", "home-again")),
    "course": Sentences("course-together", "course", ("finds",)),
    "craftsman": Sentences("repair", "helper", ("knows", "called", "came")),
    "in_debt": Sentences("loan", "biller", ("lends", "then-yes", "relieved")),
    "kept": Sentences("never-comes-back", "thing", ("gives", "first", "soon")),
    "lent": Sentences("lending", "thing", ("lend", "got")),
    "meeting": Sentences("cover", "meeting", ("will-do", "notes")),
    "misses": Sentences("never-comes-back", "thing", ("gives", "first", "soon")),
    "repair": Sentences("repair", "sum", ("came",)),
    "sits": Sentences("examination", "exam", ("tells",)),
}


def bare(value: str) -> str:
    """Return a fact's words without quotation marks and article, as one would search for them."""
    return value.strip("“”").removeprefix("the ").removeprefix("The ")


def those(store: Store, facts: Iterable[Known], relation: str, *, still: bool) -> list[Known]:
    """Return what has been told of people in the chats with them, of each the one fact of a relation.

    Args:
        still: whether only what is so to this day counts.
    """
    named = [one for one in facts if one.relation == relation and one.owner]
    found = []
    for one in named:
        chat = chat_with(store, one.of)
        if chat and [*_said(store, chat, SENTENCES[relation].kind, named)] == [bare(one.value)]:
            found += [one] if one.until is None or not still else []
    return [one for one in found if [other.of for other in named].count(one.of) == 1]


def _said(store: Store, chat: Chat, kind: str, facts: Iterable[Known]) -> dict[str, None]:
    """Return the words of these facts that stand in a chat's messages of a kind of plan."""
    texts = [message.text for message in store.all(Message, "chat_id = ?", chat.id)]
    values = [bare(one.value) for one in facts]
    return dict.fromkeys(value for value in values if any(_tells(text, value, kind) for text in texts))


def _tells(text: str, value: str, kind: str) -> bool:
    return value.casefold() in text.casefold() and (heard(text) or ("",))[0] == kind


def told(relation: str, *, still: bool = False) -> Any:
    """Bind to a fact of this relation that somebody has told, one of those that there are, by the number `turn`."""
    return derived(lambda store, facts, turn: nth(those(store, facts, relation, still=still), turn))


class Told:
    """Something that stands in the chat with somebody, and nowhere else."""

    turn: int = number(0, 60)
    known: Known
    chat: Chat = derived(lambda store, known: chat_with(store, known.of))
    person: Person = derived(lambda store, known: store.get(Person, known.of))
    value: str = derived(lambda known: bare(known.value))

    def items(self) -> Items:
        yield observed("Read what was said", showing=self.value, kind="search")

    def read(self, user: User) -> str:
        """Read the chat for what is told in it."""
        where = SENTENCES[self.known.relation]
        return bare(come_to(read_chat(user, self.chat.name), where.kind, where.slot, *where.steps)[0])

    def find(self, user: User) -> str:
        """Search for what was said, and return the name of the chat in which it was said in such a plan."""
        search(user, self.value)
        kind = SENTENCES[self.known.relation].kind
        return next(line.names[0] for line in show_all(user) if _is_of(line, kind))


def _is_of(line: Line, kind: str) -> bool:
    """Return whether a line of a search shows a message of a kind of plan."""
    _, _, text = max(line.text.splitlines(), key=len).partition(": ")
    return bool(line.names and text) and (heard(text) or ("",))[0] == kind

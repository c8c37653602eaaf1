"""What is told in talk, by relation: the kind of plan in which it is said, in which slot of its lines, by which steps.

Tasks ask a life's facts for it; solutions read the sentences (`heard`), in the chat with somebody or as a search shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.core.errors import hint
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.taskkit import Items, Store, User, derived, nth, number, observed, show_all
from lifeworld.tasks.cross.screens import write_to
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory.heard import come_to, filled, heard
from lifeworld.tasks.memory.told import Messaged, read_chat, spoken
from lifeworld.tasks.messenger.ways import search


@dataclass(frozen=True)
class Sentences:
    """Where a fact is told: in a `slot` of the lines of a `kind` of plan that has come to one of `steps`.

    `means` is what it says of whom it is of (`Known.of`): “they”, while “I” am the owner.
    """

    kind: str
    slot: str
    steps: tuple[str, ...]
    means: str


SENTENCES = {
    "allergy": Sentences("allergy-told", "b_allergy", ("tells", "tells-now"), "what they are allergic to"),
    "applied": Sentences("job-hunt", "post", ("asks",), "the post that they have applied for"),
    "bet": Sentences("bet", "claim", ("claims",), "what they and I have bet on, whichever of us claims it"),
    "cat": Sentences("cat-sitting", "b_cat", ("ask", "rules", "home-again"), "the name of their cat"),
    "course": Sentences("course-together", "course", ("finds",), "the course that one of us has found for them and me"),
    "dog": Sentences("dog-walking", "b_dog", ("ask", "walked", "ask-on"), "the name of their dog"),
    "draft": Sentences("draft", "paper", ("yes", "remarks"), "the text that one of us has read for the other"),
    "in_debt": Sentences(
        "loan", "biller", ("lends", "then-yes", "relieved"), "whom they owe what I have lent them money for"
    ),
    "kept": Sentences(
        "never-comes-back", "thing", ("gives", "first", "soon"), "my thing that they are slow to give back"
    ),
    "lent": Sentences("lending", "thing", ("lend", "got"), "the thing of theirs that they have lent to me"),
    "loan": Sentences(
        "never-comes-back",
        "thing",
        ("gives", "first", "soon"),
        "the thing that one of us is slow to give back to the other",
    ),
    "novel": Sentences(
        "book-lent", "title", ("takes", "reads", "slow", "deep"), "the book that one of us has lent to the other"
    ),
    "sits": Sentences("examination", "exam", ("tells",), "the examination that they sit"),
}


def bare(value: str) -> str:
    """Return a fact's words without quotation marks and article, as one would search for them."""
    return value.strip("“”").removeprefix("the ").removeprefix("The ")


def those(store: Store, facts: Iterable[Known], relations: tuple[str, ...]) -> list[Known]:
    """Return what has been told of people in the chats with them: of each the one fact of these relations."""
    named = [one for one in facts if one.relation in relations and one.owner]
    found = [one for one in named if (chat := chat_with(store, one.of)) and _said(store, chat, named) == [one.value]]
    return [one for one in found if [other.of for other in named].count(one.of) == 1]


def _said(store: Store, chat: Chat, facts: Iterable[Known]) -> list[str]:
    """Return what of these facts is told in the messages of a chat."""
    texts = [message.text for message in store.all(Message, "chat_id = ?", chat.id)]
    return [*dict.fromkeys(one.value for one in facts if any(_tells(text, one.relation, one.value) for text in texts))]


def _tells(text: str, relation: str, value: str) -> bool:
    """Return whether a message tells a fact, in a plan of the kind in which such are told."""
    where = SENTENCES[relation]
    if bare(value).casefold() not in text.casefold() or (heard(text) or ("",))[0] != where.kind:
        return False
    return bare(filled(text, where.slot).casefold()) == bare(value).casefold()


def told(*relations: str) -> Any:
    """Bind to a fact of these relations that somebody has told, one of those that there are, by the number `turn`.

    Raises:
        ValueError: there is no relation of this name.
    """
    for name in relations:
        if name not in SENTENCES:
            raise ValueError(f"no relation {name}; {hint(name, SENTENCES)}")
    return derived(lambda store, facts, turn: nth(those(store, facts, relations), turn))


def chat_of_all(store: Store, known: Known) -> Chat | None:
    """Return the chat in which somebody has told something, if its words stand in no other."""
    said = store.all(Message, "text LIKE '%' || ? || '%'", bare(known.value))
    chat = chat_with(store, known.of)
    return chat if chat and {message.chat_id for message in said} == {chat.id} else None


def as_written(store: Store, chat: Chat, value: str) -> str | None:
    """Return the words of a value in capitals and small letters as they stand in a chat."""
    texts = (message.text for message in store.all(Message, "chat_id = ?", chat.id))
    places = ((text, text.casefold().find(value.casefold())) for text in texts)
    return next((text[at : at + len(value)] for text, at in places if at >= 0), None)


class Told:
    """Something that stands in the chat with somebody, and nowhere else."""

    turn: int = number(0, 60)
    known: Known
    chat: Chat = derived(lambda store, known: chat_with(store, known.of))
    person: Person = derived(lambda store, known: store.get(Person, known.of))
    value: str = derived(lambda known: bare(known.value))
    written: str = derived(lambda store, chat, known: as_written(store, chat, bare(known.value)))

    def items(self) -> Items:
        yield observed("Read what was said", showing=self.written, kind="search")

    def said(self, user: User) -> str:
        """Read the chat for what is told in it."""
        where = SENTENCES[self.known.relation]
        return come_to(read_chat(user, self.chat.name), where.kind, where.slot, *where.steps)[0]

    def read(self, user: User) -> str:
        """Read the same, without its article."""
        return bare(self.said(user))

    def find(self, user: User) -> str:
        """Search for what was said, and return the name of the chat in which it was said in such a plan."""
        search(user, self.value)
        found = ((one, one.text.splitlines()) for one in show_all(user) if one.names)
        said = ((one, spoken(part.partition(": ")[2] or part for part in parts)) for one, parts in found)
        return next(one.names[0] for one, text in said if _tells(text, self.known.relation, self.value))


class WriteToWhoTold(Messaged, Told):
    """Whoever has told something, who is to be found out by the words, gets a text."""

    chat: Chat = derived(chat_of_all)

    def solution(self, user: User) -> None:
        write_to(user, self.find(user), self.text)

"""What a life takes for a fact can be found out by reading: a second reader, of lines and rows alone, finds it."""

import re
from functools import cache
from pathlib import Path

import pytest
from tests.life.lives import lived

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.life.events import Messaged
from lifeworld.life.facts import Known
from lifeworld.life.words.plans import plans
from lifeworld.store import Store
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory.heard import come_to, filled, heard, heard_in
from lifeworld.tasks.memory.sentences import SENTENCES, bare, those
from lifeworld.world import World, load

LIVES, DRAWN = ("nora", "desmond", "wilma", "person-1", "person-4"), "person-"
CAUSE = re.compile(r"plans: ([\w-]+)-\d+/([\w-]+)")
LATENT = {"called_off": ("calls-off", ("off",)), "owes": ("next-time-mine", ("wallet", "card", "again"))}
HELPED = {"computers": "asks-computers", "plants": "asks-plants"}


@cache
def store_of(name: str) -> Store:
    return World(load(name).data).store


def said_with(store: Store, person: int) -> list[str]:
    """Return what stands in the chat with somebody, in order, as rows have it; nothing where it isn't listed."""
    chat = chat_with(store, person)
    return [row.text for row in store.all(Message, "chat_id = ?", chat.id, order="sent_at, id")] if chat else []


def test_the_page_tells_what_each_relation_means() -> None:
    page = (Path(__file__).parents[2] / "docs/what-people-say.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `([\w-]+)` \| \d+ of 12 \|$", page, re.MULTILINE)
    assert rows == [(name, of.means, of.kind) for name, of in SENTENCES.items()]


@pytest.mark.parametrize("name", LIVES)
def test_a_reader_knows_of_what_plan_a_message_is(name: str) -> None:
    life = lived(name, None)
    spoken = [(e, c) for e, c in zip(life.events, life.causes, strict=True) if isinstance(e, Messaged)]
    planned = [(e.text, found.groups()) for e, cause in spoken if (found := CAUSE.match(cause))]
    right = sum(heard(text) == step for text, step in planned)
    assert len(planned) > (300 if name.startswith(DRAWN) else 500)  # drawn lives are of many sizes
    assert right >= 0.9 * len(planned), f"{right} of {len(planned)}"


@pytest.mark.parametrize("relation", SENTENCES)
def test_what_tasks_ask_for_is_read_off_the_chats(relation: str) -> None:
    """Of each fact that a task may draw, the sentences tell the words, and tell no others in its place."""
    found = 0
    for name in LIVES:
        for fact in those(store_of(name), lived(name, None).facts, (relation,)):
            where = SENTENCES[relation]
            read = come_to(said_with(store_of(name), fact.of), where.kind, where.slot, *where.steps)
            assert bare(read[0].casefold()) == bare(fact.value).casefold(), (name, fact)
            found += 1
    assert found >= 3, f"{relation}: only {found} in {len(LIVES)} lives"


@pytest.mark.parametrize("relation", LATENT)
def test_who_does_it_again_and_again_is_read_off_the_chats(relation: str) -> None:
    """Nobody says it; whoever has it said of them has such a plan in the chat, and more of it than anybody else."""
    (kind, steps), seen = LATENT[relation], 0
    for name in LIVES:
        store, life = store_of(name), lived(name, None)
        of = {fact.of for fact in life.facts if fact.relation == relation and chat_with(store, fact.of)}
        times = {person.id: len(heard_in(said_with(store, person.id), kind)) for person in life.people[1:]}
        assert {one for one in of if heard_in(said_with(store, one), kind, *steps)} == of, name
        assert not of or min(times[one] for one in of) > max(n for one, n in times.items() if one not in of), name
        seen += bool(of)
    assert seen >= 4


@pytest.mark.parametrize("relation", ["flaky", "tight"])
def test_no_row_states_what_is_never_said(relation: str) -> None:
    """It is known to none but the one of whom it is so, and no line or title of a plan has a place for it."""
    latent = [fact for name in LIVES for fact in lived(name, None).facts if fact.relation == relation]
    assert len(latent) >= 4
    assert not any(fact.owner for fact in latent)
    texts = [line for kind in plans().values() for step in kind.steps.values() for line in step.lines]
    texts += [part.title for kind in plans().values() for part in (kind.entry, kind.note) if part]
    assert not [text for text in texts if re.search(rf"{{[a-d]_{relation}(_c)?}}", text)]


@pytest.mark.parametrize("what", HELPED)
def test_whom_one_asks_is_read_off_the_chats(what: str) -> None:
    """In every life in which somebody has helped."""
    asked = [
        name for name in LIVES if any((one.relation, one.value) == ("helped", what) for one in lived(name, None).facts)
    ]
    assert len(asked) >= 4
    for name in asked:
        store, life = store_of(name), lived(name, None)
        of = {fact.of for fact in life.facts if (fact.relation, fact.value) == ("helped", what)}
        times = {person.id: len(heard_in(said_with(store, person.id), HELPED[what])) for person in life.people[1:]}
        most = max(times.values())
        assert {one for one, n in times.items() if n == most} <= of, name


def test_a_fact_that_two_can_be_meant_by_is_not_drawn() -> None:
    """Of somebody of whom two such things are told, none is the one that a goal could mean."""
    store = store_of("nora")
    facts = lived("nora", None).facts
    (one, *_) = those(store, facts, ("novel",))
    twice = Known(one.of, one.relation, "“Another Book”", one.since, one.until, owner=True)
    assert one not in those(store, (*facts, twice), ("novel",))


def test_a_fact_that_nobody_told_is_not_drawn() -> None:
    store = store_of("nora")
    chat = store.first(Chat, "person_id IS NOT NULL")
    assert chat is not None and chat.person_id is not None
    untold = Known(chat.person_id, "novel", "“Never Mentioned”", store.now, None, owner=True)
    assert those(store, (untold,), ("novel",)) == []


@pytest.mark.parametrize(
    ("text", "slot", "told"),
    [
        (
            "Would you lend me your long ladder? I have people coming and I'd rather not buy one.",
            "thing",
            "long ladder",
        ),
        (
            "Clay, for beginners, on Tuesday at 6:30, one evening, no previous knowledge. That's us. Look!",
            "clock",
            "6:30",
        ),
        ("Got it, and thank you!", "thing", ""),
    ],
)
def test_what_a_line_leaves_open_is_read(text: str, slot: str, told: str) -> None:
    assert filled(text, slot) == told


def test_a_slot_is_read_beside_words_that_the_formal_do_not_shorten() -> None:
    text = "I am away for four days and Bismut is not invited. Could you look in and serve at table?"
    assert filled(text, "b_cat") == "Bismut"

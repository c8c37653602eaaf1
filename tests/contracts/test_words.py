"""Laws over all files of words: each is read, nothing in them is dead, and what they may hold is filled."""

from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import lifeworld
from lifeworld.apps.code import words as projects
from lifeworld.apps.mail import words as post
from lifeworld.apps.maps import words as wayfarer
from lifeworld.apps.messenger import words as chatter
from lifeworld.apps.shop import words as shop
from lifeworld.city import directory, places
from lifeworld.core import words as files
from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import UserError
from lifeworld.core.toml import tables
from lifeworld.life import biographies, goods, letters, live, models, reactions, simulate
from lifeworld.life import plans as talk
from lifeworld.life.biographies import NAMES, biography, parts
from lifeworld.life.biography import Biography
from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import Mailed, Messaged
from lifeworld.life.models import Person, me
from lifeworld.life.reactions import react
from lifeworld.life.voices import Speaker
from lifeworld.life.words import agenda, placeholders, plans, replies, vocabulary
from lifeworld.life.words import letters as kinds
from lifeworld.life.words.kinds import START
from lifeworld.world import World
from lifeworld.world.profiles import generate

ROOT = Path(lifeworld.__file__).parent
SEED = 7  # another one than a biography's own
READ_BY: tuple[Callable[[], Any], ...] = (
    *(vocabulary.vocabulary, vocabulary.voices, replies.replies, agenda.agenda, vocabulary.names),
    *(kinds.from_people, kinds.from_owner, kinds.from_businesses, kinds.newsletters),
    *(kinds.journeys, kinds.mishaps),
    *(plans.plans, directory.directory, places._sights, goods._range, shop.reviews, post.words, chatter.words),
    *(projects.repositories, wayfarer.words, wayfarer.voices),
)
SHAPES = (
    *(vocabulary.Vocabulary, vocabulary.Voices, kinds.Script, kinds.Newsletter, kinds.Journeys, kinds.Mishaps),
    *(
        replies.Replies,
        agenda.Agenda,
        vocabulary.Names,
        directory.Directory,
        places.Sights,
        goods.Department,
        shop.Reviews,
        Biography,
    ),
    *(post.Words, chatter.Words, projects.Repository, wayfarer.Words),
)


class Seen:
    """What lives, a whole profile and answers asked of the words."""

    def __init__(self) -> None:
        self.given: dict[str, list[set[str]]] = defaultdict(list)
        self.mails: dict[int, list[set[str]]] = defaultdict(list)
        self.fields: set[tuple[type, str]] = set()
        self.filled: Counter[str] = Counter()
        self.threads: set[str] = set()

    def watch(self, patched: pytest.MonkeyPatch) -> None:
        begun, filled = talk.begins, kinds.Mail.filled

        def begins(diary: Diary) -> Iterator[Begin]:
            for begin in diary.given:
                self.given[begin.plan].append({*begin.words, *([START] if begin.start else [])})
            return begun(diary)

        def fill(mail: kinds.Mail, facts: Mapping[str, str]) -> tuple[str, str]:
            self.mails[id(mail)].append(set(facts))
            return filled(mail, facts)

        patched.setattr(talk, "begins", begins)
        patched.setattr(kinds.Mail, "filled", fill)
        for shape in set(_shapes(*SHAPES)):
            self.watch_fields(shape, patched)

    def watch_fields(self, shape: Any, patched: pytest.MonkeyPatch) -> None:
        """Note which fields are asked for, until all have been."""
        missing = {field.name for field in fields(shape)}

        def ask(one: object, name: str) -> Any:
            if type(one) is shape and name in missing:
                self.fields.add((shape, name))
                missing.remove(name)
                if not missing:
                    shape.__getattribute__ = object.__getattribute__
            return object.__getattribute__(one, name)

        patched.setattr(shape, "__getattribute__", ask)

    @contextmanager
    def every_slot(self, module: ModuleType, known: Callable[[Mapping[str, str]], Set[str]]) -> Iterator[None]:
        """Ask for every placeholder that a text of a module may hold."""
        fill = module.fill

        def asking(template: str, slots: Mapping[str, str], rng: Random) -> str:
            assert all(slots[name] is not None for name in known(slots))
            self.filled[module.__name__] += 1
            return fill(template, slots, rng)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(module, "fill", asking)
            yield


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    """All profiles by some seeds, two of them in all apps, and answers to the owner of one."""
    found = Seen()
    bios = [biography(name) for name in PEOPLE]  # read before, as a check of what they name is no use of it
    for reads in READ_BY:
        reads()
    for made in (goods.products, goods.by_key, models.businesses, vocabulary.in_month, vocabulary.of_letters, live):
        made.cache_clear()
    for made in (directory.entries, places.places, places._named, places.find):
        made.cache_clear()
    with pytest.MonkeyPatch.context() as patched:
        found.watch(patched)
        places.find("Depot")
        with found.every_slot(talk, _of_message), found.every_slot(letters, _of_letter):
            lives = [live(name) for name in NAMES]  # which are kept, and stand in the apps below
        lives += [simulate(bio) for bio in bios if bio.name not in NAMES]
        lives += [simulate(biography(name), SEED) for name in NAMES]
        found.threads = {event.thread for life in lives for event in life.events if isinstance(event, Mailed)}
        generate(NAMES[1])
        with found.every_slot(reactions, lambda slots: replies.fills()):
            for name in (NAMES[0], NAMES[2]):  # there a child is small
                _answer(World(generate(name)).store, name)
    live.cache_clear()  # who is asked for every slot draws more: other laws look at other lives
    yield found


def _answer(store: Any, name: str) -> None:
    """Let everybody answer a message and a letter of the owner's."""
    now = biography(name).now
    for person in store.all(Person):
        react(Messaged(at=now, chat=f"direct:{person.id}", sender_id=me(store).id, text="Why?"), store)
        for text in ("Why?", *(f"It rained for {hours} hours." for hours in range(9))):  # some get no answer
            sent = Mailed(at=now, thread="a", person_id=me(store).id, to=(person.id,), subject=text, body=text)
            react(sent, store)


def test_every_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[Path] = set()

    def noted(path: Path) -> dict[str, Any]:
        read.add(path)
        return tables(path)

    monkeypatch.setattr(files, "tables", noted)
    for reads in READ_BY:
        reads.__wrapped__()
    parts.parts.cache_clear()
    for name in (*PEOPLE, "person-1"):
        biographies.biography.__wrapped__(name)
    written = set(ROOT.rglob(f"{files.LANGUAGE}/**/*.toml"))
    assert len(written) > 15 and read == written


def test_every_key_of_a_file_is_used(seen: Seen) -> None:
    told = {(shape, field.name) for shape in _shapes(*SHAPES) for field in fields(shape)}
    assert told <= seen.fields


def _shapes(*found: Any) -> Iterator[Any]:
    """Yield the dataclasses that a type is made of."""
    for shape in found:
        if is_dataclass(shape):
            yield shape
            yield from _shapes(*get_type_hints(shape).values())
        yield from _shapes(*get_args(shape))


def test_every_word_is_used() -> None:
    """A word of the vocabulary, or a way of saying something, is in some text."""
    known, said = vocabulary.vocabulary(), vocabulary.voices()
    held = {
        *(text for kind in plans.plans().values() for _, texts in plans._texts(kind) for text in texts),
        *(
            text
            for kind in (kinds.from_people, kinds.from_owner)
            for script in kind().values()
            for text in _texts(script)
        ),
        *(text for script in kinds.from_businesses().values() for text in _texts(script)),
        *(text for kind in replies.replies().messages.values() for text in kind.answers),
        *(text for texts in vars(replies.replies().letters).values() for text in texts),
        *(text for part in (said.parts | said.letter_parts).values() for texts in part.values() for text in texts),
        *(text for table in (known.words, known.letters, known.mild) for texts in table.values() for text in texts),
    }
    used = {name.removesuffix("_c") for text in held for name in placeholders.slots(text)}
    assert sorted({*known.names, *known.letters, *said.parts, *said.letter_parts} - used) == []


def _texts(script: kinds.Script) -> tuple[str, ...]:
    return (*script.subjects, script.body, *(answer.body for answer in script.answers))


def test_every_group_has_something_to_talk_about() -> None:
    purposes = {purpose for name in PEOPLE for circle in biography(name).circles for purpose in circle.topics}
    assert {purpose for kind in plans.plans().values() for purpose in kind.group} == purposes


def test_what_gives_rise_to_a_plan_fills_its_slots(seen: Seen) -> None:
    kinds = {key: {*kind.given} for key, kind in plans.plans().items() if kind.given}
    assert seen.given.keys() == kinds.keys()
    for key, slots in kinds.items():
        assert all(filled == slots for filled in seen.given[key]), key


def test_every_kind_of_letter_is_written(seen: Seen) -> None:
    sent = {thread.split("-")[0] for thread in seen.threads}
    assert {*kinds.from_people(), *kinds.from_owner(), *kinds.from_businesses()} - sent == set()


def test_every_mail_is_sent_and_filled(seen: Seen) -> None:
    found = {**vars(kinds.journeys()), **vars(kinds.mishaps())}
    mails = {key: mail for key, mail in found.items() if isinstance(mail, kinds.Mail)}
    assert set(mails) == set(kinds.FACTS)
    for key, mail in mails.items():
        assert seen.mails[id(mail)] and all(set(kinds.FACTS[key]) <= facts for facts in seen.mails[id(mail)]), key


@pytest.mark.parametrize(("module", "texts"), [(talk, 150), (letters, 850), (reactions, 20)])
def test_every_placeholder_that_a_text_may_hold_is_filled(seen: Seen, module: ModuleType, texts: int) -> None:
    assert seen.filled[module.__name__] > texts


def _of_message(slots: Mapping[str, str]) -> frozenset[str]:
    return vocabulary.fills() if isinstance(slots, Speaker) else frozenset()


def _of_letter(slots: Mapping[str, str]) -> frozenset[str]:
    return kinds.fills() | (kinds.personal() if isinstance(slots, ChainMap) else set())


def test_every_man_is_somebody() -> None:
    given = {*vocabulary.names().given, *(who.name.split()[0] for name in PEOPLE for who in biography(name).cast)}
    assert sorted(set(vocabulary.names().men) - given - {biography(name).me.name.split()[0] for name in PEOPLE}) == []


def test_a_placeholder_that_nothing_fills_is_seen() -> None:
    with pytest.raises(UserError, match=r"has \{nobody\}, which nothing fills"):
        placeholders.check(Path("home.toml"), {"supper.talk": ["for {nobody}"]}, vocabulary.fills())

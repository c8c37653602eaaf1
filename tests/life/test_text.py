"""Text that does not sound generated, measured."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.core.words import LANGUAGE
from lifeworld.life import Life
from lifeworld.life.almanac import almanac, facts
from lifeworld.life.audit import with_causes
from lifeworld.life.biographies import biography
from lifeworld.life.events import Mailed, Messaged
from lifeworld.life.grammar import Slots, sentences
from lifeworld.life.models import Person
from lifeworld.life.voices import Speaker, whole
from lifeworld.life.words import vocabulary as words
from lifeworld.life.words.kinds import pays
from lifeworld.life.words.letters import newsletters
from lifeworld.life.words.plans import plans
from lifeworld.life.words.vocabulary import in_month, vocabulary, voices
from lifeworld.world.profiles import NAMES

WORDS = Path(words.__file__).parent / LANGUAGE
WRITTEN = "\n".join(path.read_text() for path in sorted(WORDS.rglob("*.toml"))).casefold()
JOINED = [  # what nobody writes, and filling a gap may bring about: an article, a doubled word, one of several
    re.compile(r"\ban [^aeiou\W]\w*|\ba [aeio]\w*"),
    re.compile(r"\b([^\W\d]+) \1\b"),  # a code may be of figures that come twice
    re.compile(r"\b1 [a-z]{3,}s\b"),
]
MEANT = [{found[0] for found in pattern.finditer(WRITTEN)} for pattern in JOINED]  # “an hour”, as an author wrote it


def _messages(life: Life) -> list[str]:
    return [event.text for event in life.events if isinstance(event, Messaged)]


def test_personal_messages_are_distinct(life: Life) -> None:
    longer = [text for text in _messages(life) if len(text.split()) >= 6]
    assert len(longer) > 200
    assert len(set(longer)) / len(longer) >= 0.95


def test_no_sentence_is_said_more_than_twelve_times(life: Life) -> None:
    counts = Counter(sentence for text in _messages(life) for sentence in sentences(text))
    assert counts.most_common(1)[0][1] <= 12


def test_near_copies_are_rare(life: Life) -> None:
    """Of messages of eight words or more, few share all but one or two words with another one."""
    bags = [frozenset(re.findall(r"\w+", text.lower())) for text in _messages(life) if len(text.split()) >= 8]
    seen: dict[frozenset[str], int] = {}
    for bag in bags:
        seen[bag] = seen.get(bag, 0) + 1
    assert sum(count - 1 for count in seen.values()) / len(bags) < 0.02


def put_together(life: Life) -> Iterator[tuple[date, str]]:
    """Yield, with its day, each text that no hand has written for this life alone."""
    for event, cause in with_causes(life):
        if isinstance(event, Messaged) and not cause.endswith("by hand"):
            yield event.at.date(), event.text
        if isinstance(event, Mailed) and not event.thread.startswith("own-"):
            yield event.at.date(), f"{event.subject}\n{event.body}"


def test_grammar_is_clean(life: Life) -> None:
    """What filled gaps bring together that no author wrote so: “a apple”, “the the wind”, “1 hours”."""
    for _, text in put_together(life):
        for pattern, meant in zip(JOINED, MEANT, strict=True):
            assert {found[0] for found in pattern.finditer(text.casefold())} <= meant, text


def test_articles_suit_all_words_that_may_follow() -> None:
    for key, kind in plans().items():
        for line in (line for step in kind.steps.values() for line in step.lines):
            for article, slot in re.findall(r"\b([Aa]n?) \{(\w+)\}", line):
                words = kind.words.get(slot) or vocabulary().words.get(slot, ())
                wrong = [word for word in words if (word[0] in "aeio") is not (article[1:] == "n") and word[0] != "u"]
                assert not wrong, (key, line, wrong)


def test_words_of_a_season_are_said_in_it(life: Life) -> None:
    """Those that stand nowhere but in the tables of seasons."""
    seasons = [words for table in (vocabulary().cold, vocabulary().mild, vocabulary().warm) for words in table.values()]
    special = {word.casefold() for words in seasons for word in words if WRITTEN.count(word.casefold()) == 1}
    assert len(special) > 20
    for day, text in put_together(life):
        here = {word.casefold() for words in in_month(day.month).values() for word in words}
        assert not [word for word in special - here if re.search(rf"\b{re.escape(word)}\b", text.casefold())], text


def test_everybody_writes_one_clock(life: Life) -> None:
    """One locale a person: hours as 19:30, amounts with the sign of the dollar, in all that is written."""
    other = re.compile(r"\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b|[€£]|\dUSD\b")
    texts = [event.text for event in life.events if isinstance(event, Messaged)]
    texts += [event.body for event in life.events if isinstance(event, Mailed)]
    assert [text for text in texts if other.search(text)] == []


def test_letters_are_not_copies(life: Life) -> None:
    """No two people write the same sentence, save short ones and those that differ in what fills them."""
    personal = [e for e in life.events if isinstance(e, Mailed) and e.person_id and not e.thread.startswith("own-")]
    parts = [part for letter in personal for part in sentences(letter.body.partition("\n\n")[2])]
    counts = Counter(part for part in parts if len(part.split()) >= 8 and "\n" not in part)
    assert {part: count for part, count in counts.items() if count > 1} == {}


def test_no_business_writes_a_letter_twice(life: Life) -> None:
    """Nor the same body under another subject."""
    sent = Counter(letter.body for letter in life.events if isinstance(letter, Mailed) and letter.business_id)
    assert [body for body, times in sent.items() if times > 1] == []


def test_newsletters_come_on_their_days_and_say_what_the_day_is_like() -> None:
    letters = [event for event in lived("hollis", None).events if isinstance(event, Mailed)]
    assert len(letters) >= 3900
    for kind, one in newsletters().items():
        issues = [letter for letter in letters if letter.thread.startswith(f"{kind}-")]
        assert issues and all(f"{letter.at:%a}" in one.days for letter in issues), kind
        told = {fact for fact in facts() if f"{{{fact}}}" in one.subject + one.body}
        said = [(almanac(letter.at.date()), f"{letter.subject}\n{letter.body}") for letter in issues]
        assert [text for day, text in said for fact in told if day[fact] not in text] == []


def test_the_tide_turns_four_times_a_day_or_three() -> None:
    for day in (date(2026, 1, 1) + timedelta(days=ago) for ago in range(365)):
        turns = sorted(f"{almanac(day)['floods']} and {almanac(day)['ebbs']}".split(" and "))
        at = [datetime.combine(day, time.fromisoformat(clock)) for clock in turns]
        assert len(at) in (3, 4)
        assert all(timedelta(hours=6) < later - at_first < timedelta(hours=6.5) for at_first, later in pairwise(at))


def test_a_sentence_begins_as_the_message_does(life: Life) -> None:
    """Nobody writes “Hi there. could I” who does not write all in small letters."""
    said = [event for event, cause in with_causes(life) if isinstance(event, Messaged) and "plans: " in cause]
    large = {person.id for person in life.people if person.temper in ("warm", "formal")}
    mixed = [e.text for e in said if e.sender_id in large and re.search(r"[^.][.!?] [a-z]", e.text)]
    assert mixed == []


def test_who_is_called_mum_is_greeted_so(written: Life) -> None:
    names = {who.name: (who.called, who.calls) for who in biography(written.name).cast}
    people = {person.id: person for person in written.people}
    for letter in (e for e in written.events if isinstance(e, Mailed) and e.person_id and e.thread[:4] != "own-"):
        author, reader = people[letter.person_id or 0], people[next(iter(letter.to), 1)]
        other = reader if author == written.me else author
        called, calls = names.get(other.name, ("", ""))
        greeting = letter.body.partition("\n")[0]
        assert not (called and author == written.me and other.first in greeting.replace(called, "")), letter
        assert not (calls and author == other and written.me.first in greeting), letter


def test_there_is_a_very_long_subject_an_accent_and_an_emoji(life: Life) -> None:
    letters = [event for event in life.events if isinstance(event, Mailed)]
    assert max(len(letter.subject) for letter in letters) > 200 or len(letters) < 100
    assert any(not person.name.isascii() for person in life.people) or len(life.people) < 40
    assert any(c > "\U0001f300" for text in _messages(life) for c in text)


def test_tempers_can_be_told_apart() -> None:
    said: dict[str, list[str]] = {}
    for life in (lived(name, None) for name in PEOPLE):
        temper = {person.id: person.temper for person in life.people}
        for event in life.events:
            if isinstance(event, Messaged):
                said.setdefault(temper[event.sender_id], []).append(event.text)
    lower = {name: sum(text[0].islower() for text in texts) / len(texts) for name, texts in said.items()}
    assert lower["chaotic"] > 0.6 > 0.2 > lower["warm"]
    assert sum("!" in text for text in said["warm"]) / len(said["warm"]) > 0.12
    assert sum("!" in text for text in said["terse"]) / len(said["terse"]) < 0.05
    assert sum(text[-1] in ".?…" for text in said["formal"]) / len(said["formal"]) > 0.8


def test_one_person_writes_i_in_one_way(life: Life) -> None:
    """Of what somebody types themselves, by the rules of their temper; what a hand wrote may differ."""
    small: dict[int, set[bool]] = {}
    for event, cause in zip(life.events, life.causes, strict=True):
        if isinstance(event, Messaged) and cause.startswith("plans: "):
            small.setdefault(event.sender_id, set()).update(
                word == "i" for word in re.findall(r"\bi\b", event.text, re.I)
            )
    assert any(True in ways for ways in small.values()) or life.name not in NAMES
    assert all(len(ways) <= 1 for ways in small.values())


def _of_people(life: Life) -> Iterator[tuple[Mailed, Person, Person]]:
    """Yield the letters between people that no hand wrote, with who wrote them and who reads them."""
    people = {person.id: person for person in life.people}
    for letter in life.events:
        if isinstance(letter, Mailed) and letter.person_id and not letter.thread.startswith("own-"):
            yield letter, people[letter.person_id], people[next(iter(letter.to), life.me.id)]


def test_parents_and_grandparents_are_not_called_by_their_first_names(written: Life) -> None:
    """Nor by the formal as one writes to a stranger: of those who share the owner's family name and aren't in-laws."""
    for letter, author, reader in _of_people(written):
        kin = author.name.rpartition(" ")[2] == reader.name.rpartition(" ")[2] and reader.first != "Solveig"
        if kin and (author.birthday - reader.birthday).days > 20 * 365:
            assert reader.first not in letter.body.partition("\n")[0], letter
        assert "family" not in (author.relation, reader.relation) or "kind regards" not in letter.body.casefold()


def test_paragraphs_of_letters_end_as_sentences_do(life: Life) -> None:
    for letter, _, _ in _of_people(life):
        parts = letter.body.split("\n\n")[1:-1]
        assert [part for part in parts if len(part.split()) > 4 and part[-1] not in ".!?…”"] == []


def test_the_formal_shorten_nothing_in_letters_either(life: Life) -> None:
    formal = [letter.body for letter, author, _ in _of_people(life) if author.temper == "formal"]
    assert [body for body in formal if whole(body) != body] == []
    assert whole("I don't, can't you?") == "I do not, can't you?"


def test_no_letter_calls_its_own_day_by_its_name_for_a_later_one(life: Life) -> None:
    for letter, author, _ in _of_people(life):
        if author.id != 1 and not letter.subject.startswith("Re: "):
            assert not re.search(rf"\b(?:by|until|before) {letter.at:%A}", letter.body), letter


def test_who_pays_does_not_thank_for_it() -> None:
    for key, kind in plans().items():
        for step in kind.steps.values():
            if any(found and found[0] == step.by for found in map(pays, step.does)):
                assert not [line for line in step.lines if "{thanks}" in line], key


def test_what_goes_before_a_sentence_ends() -> None:
    rng = Random(7)
    said = Speaker(Slots({}, {}, rng), "chaotic", ("Ada", "Bo"), rng)
    assert not [
        part for key in {*voices().parts} - {"hey"} for _ in range(60) if (part := said[key]).endswith((",", "–"))
    ]

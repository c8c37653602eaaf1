"""Text that does not sound generated, measured."""

import re
from collections import Counter

from lifeworld.life import Life
from lifeworld.life.events import Mailed, Messaged, Noted, Planned
from lifeworld.life.grammar import sentences

_UNFILLED = re.compile(r"[\[\]{}|]|\b(None|nan)\b|  |\s[,;]| \.(?!\.)")


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


def test_no_slot_is_left_unfilled(life: Life) -> None:
    texts = _messages(life)
    texts += [text for e in life.events if isinstance(e, Mailed) for text in (e.subject, e.body)]
    texts += [text for e in life.events if isinstance(e, Planned) for text in (e.title, e.place, e.note)]
    texts += [e.title for e in life.events if isinstance(e, Noted)]
    assert [text for text in texts if _UNFILLED.search(text)] == []


def test_letters_are_not_copies(life: Life) -> None:
    personal = [e.body for e in life.events if isinstance(e, Mailed) and e.person_id]
    assert len(set(personal)) / len(personal) >= 0.95


def test_there_is_a_very_long_subject_an_accent_and_an_emoji(life: Life) -> None:
    letters = [event for event in life.events if isinstance(event, Mailed)]
    assert max(len(letter.subject) for letter in letters) > 200
    assert any(not person.name.isascii() for person in life.people)
    assert any(c > "\U0001f300" for text in _messages(life) for c in text)


def test_tempers_can_be_told_apart(life: Life) -> None:
    temper = {person.id: person.temper for person in life.people}
    said: dict[str, list[str]] = {}
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
    assert any(True in ways for ways in small.values())
    assert all(len(ways) <= 1 for ways in small.values())

"""Templates with choices and slots: "[Fancy|Up for] {dish} on {day}?".

`[a|b]` is one of its parts (parts may nest and be empty), `{slot}` a value from the facts of the conversation or, if
it is not among them, a word drawn once for the whole conversation; `{slot_c}` begins with a capital. “This ~ that”
are two ways to put it, of which each life has one.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from lifeworld.core.choices import PEOPLE

_TRIES, _PARAGRAPH = 30, 5  # tries at other words; words from which on a paragraph is written once in a life
_LONG = 7  # and a sentence in it
_TOKEN = re.compile(r"[\[\]|]|\{\w+\}|[^\[\]|{]+")
_SPACES = re.compile(r"\s+(?=[ ,.!?;])|(?<=\s)\s+")
_MARKS = re.compile(r"([!?…])\.")
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_WAYS = re.compile(r"[^\s\[\]|][^\n\[\]|]* ~ [^\n\[\]|]*[^\s\[\]|]")


@dataclass(frozen=True)
class _Slot:
    name: str


@dataclass(frozen=True)
class _Choice:
    parts: "tuple[_Nodes, ...]"


_Nodes = tuple["str | _Slot | _Choice", ...]


class Slots(dict[str, str]):
    """The facts of one conversation; words that are missing are drawn from the vocabulary and then stay."""

    def __init__(self, facts: Mapping[str, str], words: Mapping[str, tuple[str, ...]], rng: Random) -> None:
        super().__init__(facts)
        self._words, self._rng = words, rng

    def __missing__(self, key: str) -> str:
        if key.endswith("_c"):
            plain = self[key[:-2]]
            self[key] = plain[0].upper() + plain[1:]
        else:
            self[key] = self._rng.choice(self._words[key])
        return self[key]


def share(name: str, text: str) -> float:
    """Return which part of what a text offers a life takes: the written ones stand apart, each text another order."""
    order = Random(text).sample(PEOPLE, len(PEOPLE))
    return order.index(name) / len(order) if name in order else Random(f"{name} {text}").random()


@lru_cache(maxsize=16384)
def put(template: str, name: str = "") -> str:
    """Return the template as this life puts it; with no name in the first of its ways."""
    return _WAYS.sub(lambda some: _way(some[0], name), template)


def _way(some: str, name: str) -> str:
    ways = some.split(" ~ ")
    return ways[int(share(name, ways[0]) * len(ways))] if name else ways[0]


def fill(template: str, slots: Mapping[str, str], rng: Random) -> str:
    """Return the template with its choices made and its slots filled, which may hold templates again.

    Raises:
        KeyError: a slot is neither a fact nor in the vocabulary.
    """
    out: list[str] = []
    _expand(_parsed(template), slots, rng, out)
    return _tidied("".join(out))


def choose(template: str, rng: Random) -> str:
    """Return the template with its choices made, and its slots left in it."""
    out: list[str] = []
    _expand(_parsed(template), None, rng, out)
    return "".join(out)


def _expand(nodes: _Nodes, slots: Mapping[str, str] | None, rng: Random, out: list[str]) -> None:
    for node in nodes:
        if isinstance(node, str):
            out.append(node)
        elif isinstance(node, _Choice):
            _expand(rng.choice(node.parts), slots, rng, out)
        elif slots is None:
            out.append(f"{{{node.name}}}")
        else:
            _expand(_parsed(slots[node.name]), slots, rng, out)


@lru_cache(maxsize=65536)
def _tidied(text: str) -> str:
    return _MARKS.sub(r"\1", _SPACES.sub("", text)).strip()


@lru_cache(maxsize=16384)
def _parsed(template: str) -> _Nodes:
    whole, _ = _choice(_TOKEN.findall(template))
    return whole.parts[0]


def _choice(tokens: list[str]) -> tuple[_Choice, list[str]]:
    """Return what stands up to the bracket that closes, and the tokens after it."""
    parts: list[list[str | _Slot | _Choice]] = [[]]
    while tokens and tokens[0] != "]":
        token, tokens = tokens[0], tokens[1:]
        if token == "[":
            inner, tokens = _choice(tokens)
            parts[-1].append(inner)
        elif token == "|":
            parts.append([])
        else:
            parts[-1].append(_Slot(token[1:-1]) if token[0] == "{" else token)
    return _Choice(tuple(map(tuple, parts))), tokens[1:]


@lru_cache(maxsize=65536)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, lower-cased and without their last mark."""
    parts = (part.strip(" .!?…").lower() for part in _SENTENCE.split(text))
    return tuple(part for part in parts if any(c.isalpha() for c in part))


@lru_cache(maxsize=65536)
def _long(text: str) -> tuple[str, ...]:
    return tuple(one for one in sentences(text) if len(one.split()) >= _LONG)


@lru_cache(maxsize=65536)
def _plain(text: str) -> frozenset[str]:
    """Return the words alone: what differs in marks, emoji or order only is the same text."""
    return frozenset(_WORD.findall(text.lower()))


class Memory:
    """What has been said in one life, so that nobody keeps repeating the same words.

    Attributes:
        lines: how often each template has been used.
    """

    def __init__(self, longest: int = 6, limit: int = 9) -> None:
        self._longest, self._limit = longest, limit
        self._texts: set[frozenset[str]] = set()
        self._counts: dict[str, int] = {}
        self.lines: Counter[str] = Counter()

    def fresh(self, text: str) -> bool:
        """Say whether the text is new enough: longer ones never said before, no sentence too often."""
        if len(text.split()) >= self._longest and _plain(text) in self._texts:
            return False
        return all(self._counts.get(part, 0) < self._limit for part in sentences(text))

    def afresh(self, text: str, rng: Random) -> str:
        """Return a text with its choices made so that no longer paragraph was written before; "" if there is none."""
        found: list[str] = []
        for part in text.split("\n\n"):
            tries = (choose(part, rng) for _ in range(_TRIES))
            new = next((one for one in tries if not any(self.lines[each] for each in (one, *_long(one)))), "")
            if not new:
                return ""
            found.append(new)
        self.lines.update(part for part in found if len(part.split()) >= _PARAGRAPH)
        self.lines.update(each for part in found for each in _long(part))
        return "\n\n".join(found)

    def keep(self, text: str) -> None:
        self._texts.add(_plain(text))
        for part in sentences(text):
            self._counts[part] = self._counts.get(part, 0) + 1
